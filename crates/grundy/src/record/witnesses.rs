//! Proofs that every smaller rare value is an option too.

use super::code::{code, common, rare};
use super::level::{Level, Place};
use super::plan::{Head, Rows};
use super::rares::RARE;
use super::window::{WINDOW, Window};

/// Words and heaps of a long run.
pub(super) const WORDS: usize = 60;
pub(super) const RUN: usize = 64 * WORDS;

/// Rare values below 160 are looked for in a whole run at a time.
const SETS: usize = 80;

/// Halves for each rare value in a whole run.
const HALVES: usize = 512;

/// Rows that are worked on together, as far back as the halves.
const TILE: usize = 2;

/// A rare value v is an option of heap n where heaps a and n - a have common
/// values with g(a) ^ g(n - a) = v. There are thousands of such a for every n and v.
/// Some for each v are tried for all heaps of a run at once; what they leave, about one v in
/// thirty, is looked for heap by heap among all a.
///
/// Which heaps have a value follows waves along the sequence: the heaps that are
/// missed by one half are often those that another with the same value misses. Hence
/// halves of many values.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    level: Level<64, WORDS>,
    sets: Vec<[u64; WORDS]>,
    /// For each code, the heaps of the run that have it.
    heaps_of: Vec<[u64; WORDS]>,
    /// How far halves are tried heap by heap.
    depth: usize,
}

/// A smaller rare value of which nothing shows that it is an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    pub heap: u64,
    pub rare: u16,
}

impl Witnesses {
    pub fn new(head: &Head, rows: &Rows, depth: usize) -> Self {
        let mut places = Vec::new();
        for set in 0..SETS as u8 {
            let place = |a: usize| {
                let row = rows.of(set ^ head.common(a)?)? as u8;
                Some(Place { set, row, distance: a as u32 })
            };
            // Frequent rows first, but each in turn.
            let mut turns = [0; 256];
            let mut ranked: Vec<_> = (8..WINDOW)
                .step_by(8)
                .filter_map(place)
                .map(|place| {
                    let turn = &mut turns[usize::from(place.row)];
                    *turn += rows.rarity(place.row);
                    (*turn, place)
                })
                .collect();
            ranked.sort_by_key(|&(turn, place)| (turn, place.distance));
            places.extend(ranked.into_iter().take(HALVES).map(|(_, place)| place));
        }
        Self {
            level: Level::of_places(&places, SETS, TILE),
            sets: vec![[0; WORDS]; SETS],
            heaps_of: vec![[0; WORDS]; 256],
            depth,
        }
    }

    /// Looks for options of every rare value smaller than the value of each heap of a
    /// long run, whose values the window knows; the first doubt, unless it is
    /// `settled`.
    #[inline(always)]
    pub fn check(
        &mut self,
        head: &Head,
        window: &Window,
        heap: u64,
        settled: &[Doubt],
        late: &[(u64, u16)],
    ) -> Result<(), Doubt> {
        self.sets.fill([0; WORDS]);
        self.level.add(window, heap, &mut self.sets);
        let at = window.at(heap);
        self.heaps_of.fill([0; WORDS]);
        let (mut greatest, mut last) = (0, 0);
        for (lane, &own) in window.codes()[at..at + RUN].iter().enumerate() {
            if own != RARE {
                self.heaps_of[usize::from(own)][lane / 64] |= 1 << (lane % 64);
                greatest = greatest.max(own);
            }
        }
        let late = || late.iter().filter(|(r, _)| (heap..heap + RUN as u64).contains(r));
        for &(_, value) in late() {
            last = last.max(code(value));
        }
        let last = greatest.max(last);
        let has_rare = window.has_rare(heap);
        // The heaps whose values are smaller need no proof.
        let (mut done, mut smaller) = ([0; WORDS], 0u16);
        let mut first: Option<Doubt> = None;
        for own in 0..=last {
            let value = rare(own);
            while smaller <= u16::from(greatest) && common(smaller as u8) < value {
                for (done, heaps) in done.iter_mut().zip(&self.heaps_of[usize::from(smaller)]) {
                    *done |= heaps;
                }
                smaller += 1;
            }
            for &(r, _) in late().filter(|late| late.1 <= value) {
                let lane = (r - heap) as usize;
                done[lane / 64] |= 1 << (lane % 64);
            }
            let set = self.sets.get(usize::from(own)).unwrap_or(&[0; WORDS]);
            for (word, (done, set)) in done.iter().zip(set).enumerate() {
                let mut left = !(done | set);
                while left != 0 {
                    let lane = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let (codes, place) = (window.codes(), at + lane);
                    let has_option = if has_rare {
                        head.has_option_between_rares(codes, place, own, self.depth)
                    } else {
                        head.has_option(codes, place, own, self.depth)
                    };
                    if has_option {
                        continue;
                    }
                    let doubt = Doubt { heap: heap + lane as u64, rare: value };
                    if !settled.contains(&doubt) && first.is_none_or(|d| doubt.heap < d.heap) {
                        first = Some(doubt);
                    }
                }
            }
        }
        first.map_or(Ok(()), Err)
    }
}
