//! Small random games, each made from a seed alone, for tests that hold one
//! search against another.
//!
//! - [`RandomTree`]: a tree; no two paths meet.
//! - [`RandomDag`]: few positions, many paths to each of them, no cycle.
//! - [`RandomCyclic`]: a graph with cycles in which a repetition is a draw,
//!   and [`Truth`], the real result of each of its positions.
//!
//! All of them have pseudo-legal moves that are illegal, noisy and quiet
//! moves, ends of every kind, positions without a legal move, a number for
//! every position ([`ByNumber`] evaluates with it) and meaningless but fixed
//! opinions on ordering, so that every branch of a search is reached.
#![allow(dead_code, unused_imports, reason = "each test file uses some of it")]

use std::num::NonZeroU16;

use search_core::{Evaluate, MoveSet, Outcome, Position};

mod graph;
mod tree;

pub use graph::{GraphGame, RandomCyclic, RandomDag, Shape, Truth};
pub use tree::RandomTree;

/// `NO_MOVES` of a game, as a const parameter: the side to move has lost.
pub const LOSS: u8 = 0;
/// The game is drawn.
pub const DRAW: u8 = 1;
/// The side to move has won.
pub const WIN: u8 = 2;
/// The game is worth 7 to the side to move.
pub const SEVEN: u8 = 3;

const fn no_moves(code: u8) -> Outcome {
    match code {
        LOSS => Outcome::Loss,
        DRAW => Outcome::Draw,
        WIN => Outcome::Win,
        _ => Outcome::Value(7),
    }
}

/// Mixes a number well (the finaliser of SplitMix64).
pub const fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Below `n`, which must not be 0.
    pub const fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub const fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Within +-`limit`.
    pub const fn number(&mut self, limit: i32) -> i32 {
        self.below(2 * limit as u64 + 1) as i32 - limit
    }
}

/// A number for every position, for the side to move.
pub trait Numbered {
    fn number(&self) -> i32;
}

/// Evaluates a position by its number.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByNumber;

impl<P: Position + Numbered> Evaluate<P> for ByNumber {
    fn evaluate(&mut self, pos: &P) -> i32 {
        pos.number()
    }
}

/// The number of a move among those of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(pub u8);

impl Edge {
    fn pack(self) -> Option<NonZeroU16> {
        NonZeroU16::new(u16::from(self.0) + 1)
    }

    fn unpack(bits: NonZeroU16) -> Option<Self> {
        u8::try_from(bits.get() - 1).ok().map(Self)
    }
}

const fn wanted(set: MoveSet, noisy: bool) -> bool {
    match set {
        MoveSet::All => true,
        MoveSet::Noisy => noisy,
        MoveSet::Quiet => !noisy,
    }
}

/// At most this many pseudo-legal moves.
pub const MOST_MOVES: usize = 6;
