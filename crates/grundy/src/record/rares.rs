//! Rare heaps beyond the window's reach.

use std::sync::Arc;

use super::code::{code, common, is_common};
use super::history::History;
use super::{RUN, START, Sparse};

/// What stands for the code of a rare value in windows and runs. As the code of a
/// common value it would stand for 509, which ends the computation.
pub(super) const RARE: u8 = u8::MAX;

/// No option.
const NONE: u16 = u16::MAX;

/// All values so far, and the rare ones that have come late.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub beginning: Arc<Sparse>,
    pub history: History,
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

    /// For each late rare heap, the common options of a run by it.
    pub fn options(&self, heap: u64) -> Vec<LateOptions> {
        let earlier = self.late.iter().filter(|&&(r, _)| r < heap + RUN);
        earlier.map(|&(r, rare)| LateOptions(self.options_by(r, rare, heap))).collect()
    }

    fn options_by(&self, r: u64, rare: u16, heap: u64) -> Vec<u16> {
        let option = |n: u64| {
            // Two equal halves are no move.
            let other = if n > r && n != 2 * r { self.of(n - r) } else { return NONE };
            if is_common(other) { u16::from(code(rare ^ other)) } else { NONE }
        };
        (heap..heap + RUN).map(option).collect()
    }
}

/// The code of an option for each heap of a run.
#[derive(Clone, Debug)]
pub(super) struct LateOptions(Vec<u16>);

impl LateOptions {
    /// The code of the option of the heap at this place, if it is there.
    #[inline]
    pub fn get(&self, lane: usize) -> Option<u8> {
        let option = self.0[lane];
        (option != NONE).then_some(option as u8)
    }

    /// Adds the options to the sets of a run.
    pub fn add_to<const M: usize>(&self, sets: &mut [[u64; M]]) {
        for (lane, &option) in self.0.iter().enumerate() {
            if let Some(set) = sets.get_mut(usize::from(option)) {
                set[lane / 64] |= 1 << (lane % 64);
            }
        }
    }
}
