//! Many heaps at a time: that smaller rare values are options of them.

use super::OctalCode;
use super::sparse::Split;

/// Words of 64 heaps that are looked at together.
const WORDS: usize = 8;
/// So many heaps.
pub(super) const LANES: usize = 64 * WORDS;
/// Heaps behind that rows hold at least.
pub(super) const WINDOW: usize = 4096;
/// Heaps that rows hold at most.
const CAPACITY: usize = 4 * WINDOW;
/// Words of a row; the last is never set.
const ROW: usize = CAPACITY / 64 + 1;
/// Halves that are tried for each rare value before all are.
const HALVES: usize = 400;

/// One bit for each heap of the block.
pub(super) type Lanes = [u64; WORDS];

/// The lanes below `lane`.
pub(super) fn below(lane: usize) -> Lanes {
    std::array::from_fn(|i| match lane.saturating_sub(64 * i) {
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    })
}

/// For each value, at which of the latest heaps it stands, bit by bit.
#[derive(Clone, Debug)]
struct Rows {
    /// The heap of the first bit.
    base: usize,
    /// The next heap.
    next: usize,
    rows: Vec<[u64; ROW]>,
}

impl Rows {
    /// Of values below `width`.
    fn new(values: &[u16], width: usize) -> Self {
        let mut rows = Self { base: 0, next: 0, rows: vec![[0; ROW]; width] };
        rows.restart(values);
        rows
    }

    fn restart(&mut self, values: &[u16]) {
        self.base = values.len().saturating_sub(WINDOW);
        self.next = self.base;
        self.rows.iter_mut().for_each(|row| *row = [0; ROW]);
        self.extend(values);
    }

    /// Takes up the values that are new.
    fn extend(&mut self, values: &[u16]) {
        if values.len() - self.base > CAPACITY {
            self.restart(values);
            return;
        }
        for (heap, &value) in values.iter().enumerate().skip(self.next) {
            let bit = heap - self.base;
            self.rows[usize::from(value)][bit / 64] |= 1 << (bit % 64);
        }
        self.next = values.len();
    }

    /// Takes the heaps of this value, from `heap` on, out of the lanes.
    #[inline(always)]
    fn take_from(&self, lanes: &mut Lanes, value: u16, heap: usize) {
        let bit = heap - self.base;
        let words = &self.rows[usize::from(value)][bit / 64..][..WORDS + 1];
        let shift = bit % 64;
        for i in 0..WORDS {
            // In two steps: 64 would be no shift at all.
            lanes[i] &= !(words[i] >> shift | words[i + 1] << 1 << (63 - shift));
        }
    }
}

/// Which rare values are options of heaps, as far as a few halves show.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    rows: Rows,
    /// For each rare value: how far back a heap is, and the value that it must have, so
    /// that the two halves together have the rare value.
    pairs: Vec<Vec<(u16, u16)>>,
}

impl Witnesses {
    /// For rare values up to `greatest`, all values being below `width`.
    pub(super) fn new(
        code: &OctalCode,
        split: Split,
        values: &[u16],
        greatest: u16,
        width: usize,
    ) -> Self {
        let mut counts = vec![0u32; width];
        values[values.len() - WINDOW..].iter().for_each(|&v| counts[usize::from(v)] += 1);
        // The other half is before the block, and within the rows.
        let mut halves = Vec::new();
        for place in code.places(2) {
            for back in LANES.max(place + 1)..=WINDOW {
                halves.push((back as u16, values[back - place]));
            }
        }
        // Those whose other half has a frequent value.
        let of = |rare: u16| {
            let mut pairs: Vec<_> =
                halves.iter().map(|&(back, value)| (back, value ^ rare)).collect();
            let order = |&(back, value): &(u16, u16)| (!counts[usize::from(value)], back, value);
            if pairs.len() > HALVES {
                pairs.select_nth_unstable_by_key(HALVES, order);
                pairs.truncate(HALVES);
            }
            pairs.sort_unstable_by_key(order);
            pairs
        };
        let pairs = (0..=greatest)
            .map(|value| if split.is_rare(value) { of(value) } else { Vec::new() })
            .collect();
        Self { rows: Rows::new(values, width), pairs }
    }

    /// Takes up the values that are new.
    pub(super) fn extend(&mut self, values: &[u16]) {
        self.rows.extend(values);
    }

    /// Takes out of the lanes, which begin with the heap `first`, those that have an
    /// option of this rare value. The rows end right before `first`.
    pub(super) fn take_from(&self, lanes: &mut Lanes, rare: u16, first: usize) {
        debug_assert_eq!(self.rows.next, first);
        let Some(pairs) = self.pairs.get(usize::from(rare)) else {
            return;
        };
        for some in pairs.chunks(8) {
            if lanes.iter().all(|&word| word == 0) {
                return;
            }
            for &(back, value) in some {
                self.rows.take_from(lanes, value, first - usize::from(back));
            }
        }
    }
}
