//! Rare heaps beyond the window's reach.

use std::sync::Arc;

use super::code::{code, common, is_common};
use super::history::History;
use super::{RUN, START, Sparse};

/// What stands for the code of a rare value in windows and runs. As the code of a
/// common value it would stand for 509, which ends the computation.
pub(super) const RARE: u8 = u8::MAX;

/// The code of 256, and of the rare value after it.
const GREAT: u8 = code(256);

/// Heaps that are noted at most.
const MOST_GREAT: usize = 1 << 20;

/// All values so far, and the rare ones that have come late.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub beginning: Arc<Sparse>,
    pub history: History,
    /// The first heaps whose values are 256 or more.
    pub great: Vec<u64>,
    /// The heaps of rare value from the first run on.
    pub late: Vec<(u64, u16)>,
}

impl Past {
    /// The heap after the last one.
    pub fn heap(&self) -> u64 {
        u64::from(START) + self.history.len()
    }

    /// The value of a heap that has this code.
    #[inline]
    pub fn value(&self, heap: u64, code: u8) -> u16 {
        if code == RARE { self.late_value(heap) } else { common(code) }
    }

    #[cold]
    fn late_value(&self, heap: u64) -> u16 {
        self.late.iter().find(|late| late.0 == heap).map_or(0, |late| late.1)
    }

    /// The value of a heap below those of the last run.
    pub fn of(&self, heap: u64) -> u16 {
        match self.beginning.values().get(heap as usize) {
            Some(&value) => value,
            None => self.value(heap, self.history.get(heap - u64::from(START))),
        }
    }

    /// Adds a run.
    pub fn push(&mut self, codes: &[u8]) {
        self.note_great(self.heap(), codes);
        self.history.push(codes);
    }

    /// Takes a history in place of its own.
    pub fn take(&mut self, history: History) {
        self.history = history;
        self.great.clear();
        let mut codes = vec![0; RUN as usize];
        for place in (0..self.history.len()).step_by(RUN as usize) {
            self.history.read(place, &mut codes);
            self.note_great(u64::from(START) + place, &codes);
        }
    }

    /// Whether the late rare heaps are those that the history leaves open.
    pub fn knows_its_rares(&self) -> bool {
        let is_open = |&(heap, _): &(u64, u16)| {
            let place = heap.checked_sub(u64::from(START)).filter(|&n| n < self.history.len());
            place.is_some_and(|place| self.history.get(place) == RARE)
        };
        self.history.count(RARE) == self.late.len() as u64 && self.late.iter().all(is_open)
    }

    /// The codes of the heaps before one, the last one first.
    pub fn codes_before(&self, heap: u64) -> impl Iterator<Item = u8> + '_ {
        (0..heap).rev().map(|heap| match self.beginning.values().get(heap as usize) {
            Some(&value) => code(value),
            None => self.history.get(heap - u64::from(START)),
        })
    }

    fn note_great(&mut self, heap: u64, codes: &[u8]) {
        if self.great.len() < MOST_GREAT && codes.iter().any(|&code| code >= GREAT) {
            let great = (heap..).zip(codes).filter(|(_, code)| **code >= GREAT);
            self.great.extend(great.map(|(heap, _)| heap));
        }
    }

    /// Whether a rare value is an option of a heap of the next run, of which the codes
    /// are given, by any halves.
    ///
    /// A value of 256 or more is the exclusive or of two of which one is as great: these
    /// are few, and tried first. (Of a heap of 2.8 * 10^9 all pairs of halves take some
    /// seconds, and now and then a stretch has hundreds of such doubts.)
    pub fn has_option(&self, heap: u64, rare: u16, run: &[u8]) -> bool {
        let first = self.heap();
        let of = |n: u64| match n.checked_sub(first) {
            Some(place) => self.value(n, run[place as usize]),
            None => self.of(n),
        };
        let is_option = |a: u64| a < heap && 2 * a != heap && of(a) ^ of(heap - a) == rare;
        self.great.iter().any(|&a| is_option(a)) || (1..heap.div_ceil(2)).any(is_option)
    }

    /// For each late rare heap, the common options of a run by it.
    pub fn options(&self, heap: u64) -> Vec<LateOptions> {
        let earlier = self.late.iter().filter(|&&(r, _)| r < heap + RUN);
        earlier.map(|&(r, rare)| LateOptions(self.options_by(r, code(rare), heap))).collect()
    }

    fn options_by(&self, r: u64, rare: u8, heap: u64) -> Vec<u8> {
        // The other halves, if all are in the history.
        let Some(first) = heap.checked_sub(r + u64::from(START)) else {
            return (heap..heap + RUN).map(|n| self.option_by(r, rare, n)).collect();
        };
        let mut options = vec![0; RUN as usize];
        self.history.read(first, &mut options);
        options.iter_mut().for_each(|option| *option ^= rare);
        // Two equal halves are no move, and two rare ones make no common option.
        for &(other, _) in &self.late {
            if let Some(option) = (other + r).checked_sub(heap).filter(|&lane| lane < RUN) {
                options[option as usize] = RARE;
            }
        }
        options
    }

    fn option_by(&self, r: u64, rare: u8, n: u64) -> u8 {
        let other = if n > r && n != 2 * r { self.of(n - r) } else { return RARE };
        if is_common(other) { rare ^ code(other) } else { RARE }
    }
}

/// The code of an option for each heap of a run, [`RARE`] where there is none.
#[derive(Clone, Debug)]
pub(super) struct LateOptions(pub Vec<u8>);
