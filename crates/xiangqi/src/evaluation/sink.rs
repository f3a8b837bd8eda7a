//! Where the features of a position go. One walk over the board serves all: what
//! the tuner is told cannot differ from what is evaluated.

use super::layout::{COUNT, GROUPS, TABLE};
use super::pair::Pair;
use crate::piece::Side;

/// Takes features: so many of this number, for a side.
pub(super) trait Sink {
    /// Adds some.
    fn add(&mut self, side: Side, feature: usize, count: i32);
}

/// The sum of their weights, Red's less Black's.
#[derive(Debug, Default)]
pub(super) struct Sum([Pair; 2]);

impl Sum {
    pub fn for_red(&self) -> Pair {
        self.0[0] - self.0[1]
    }
}

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, side: Side, feature: usize, count: i32) {
        debug_assert!(feature < COUNT);
        self.0[side.index()] += TABLE[feature] * count;
    }
}

/// The features themselves, Red's less Black's.
#[derive(Debug)]
pub(super) struct Counts(pub Vec<i16>);

impl Counts {
    pub fn new() -> Self {
        Self(vec![0; COUNT])
    }
}

impl Sink for Counts {
    fn add(&mut self, side: Side, feature: usize, count: i32) {
        let sign = if side == Side::Red { 1 } else { -1 };
        self.0[feature] += (sign * count) as i16;
    }
}

/// The sums by group, of Red and of Black.
#[derive(Debug)]
pub(super) struct Ledger(pub Vec<[Pair; 2]>);

impl Ledger {
    pub fn new() -> Self {
        Self(vec![[Pair::ZERO; 2]; GROUPS.len()])
    }
}

impl Sink for Ledger {
    fn add(&mut self, side: Side, feature: usize, count: i32) {
        let group = GROUPS.partition_point(|group| group.start <= feature) - 1;
        self.0[group][side.index()] += TABLE[feature] * count;
    }
}
