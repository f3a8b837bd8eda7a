//! Which common values are options, for many heaps at once.
//!
//! The value c is an option of heap n when a rare heap r has
//! g(n - r) = c ^ g(r). Over a run of heaps, that is the row of bits of the value
//! c ^ g(r), read r places earlier; the set is the union of such rows over some r.
//! Rows are read at whole bytes: rare heaps with the same remainder by eight are
//! joined first, and shifted together.

use super::window::{STRIDE, Window};

/// For each code below the number of sets, a bit for each heap of a run.
pub(super) type Sets<const M: usize> = Vec<[u64; M]>;

/// A row read some heaps earlier, for a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub set: u8,
    pub row: u8,
    pub distance: u32,
}

/// The options by given places of rows, for runs of 64 `M` heaps. `N` words
/// are read for them, of which M and a few bits more are used.
#[derive(Clone, Debug)]
pub(super) struct Level<const N: usize, const M: usize> {
    /// By shift: sets, and where their entries end.
    lists: [Vec<(u8, u32)>; 8],
    /// Places in the rows, relative to the heap's byte; may be negative.
    entries: Vec<u32>,
    joined: Sets<N>,
}

impl<const N: usize, const M: usize> Level<N, M> {
    /// By given places of rows; so many rows are worked on at a time as the nearest
    /// cache holds.
    pub fn of_places(places: &[Place], tile: usize) -> Self {
        let key = |p: &Place| (p.distance.wrapping_neg() % 8, usize::from(p.row) / tile, p.set);
        let mut sorted = places.to_vec();
        sorted.sort_by_key(key);
        let (mut lists, mut entries) = (<[Vec<(u8, u32)>; 8]>::default(), Vec::new());
        for list in sorted.chunk_by(|a, b| key(a) == key(b)) {
            entries.extend(list.iter().map(|place| {
                let row = usize::from(place.row) * STRIDE;
                (row as u32).wrapping_sub(place.distance.div_ceil(8))
            }));
            let (shift, _, set) = key(&list[0]);
            lists[shift as usize].push((set, entries.len() as u32));
        }
        let sets = places.iter().map(|place| usize::from(place.set) + 1).max().unwrap_or(0);
        Self { lists, entries, joined: vec![[0; N]; sets] }
    }

    /// Adds the options of the run of heaps from `heap`, a multiple of 64.
    #[inline(always)]
    pub fn add(&mut self, window: &Window, heap: u64, sets: &mut [[u64; M]]) {
        let byte = (window.at(heap) / 8) as u32;
        let mut begun = 0;
        for (shift, list) in self.lists.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            self.joined.fill([0; N]);
            for &(set, end) in list {
                let mut joined = self.joined[usize::from(set)];
                for entry in &self.entries[begun..end as usize] {
                    let place = byte.wrapping_add(*entry) as usize;
                    let words = window.bits()[place..place + 8 * N].chunks_exact(8);
                    for (joined, word) in joined.iter_mut().zip(words) {
                        *joined |= u64::from_le_bytes(word.try_into().unwrap_or_default());
                    }
                }
                self.joined[usize::from(set)] = joined;
                begun = end as usize;
            }
            for (set, joined) in sets.iter_mut().zip(&self.joined) {
                for (i, word) in set.iter_mut().enumerate() {
                    // Shifted twice: a shift by 64 would be one by nothing.
                    *word |= joined[i] >> shift | joined[i + 1] << 1 << (63 - shift);
                }
            }
        }
    }
}
