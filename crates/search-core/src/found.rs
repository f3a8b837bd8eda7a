//! A value, what it rests on, and what is proved of it.

use crate::heuristics::{Proof, ProofBound};
use crate::score::{Ply, Score};

/// A value of a node, for its side to move, and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub score: Score,
    /// The shallowest ply whose place on the path the value leans on
    /// (by a repetition); -1: on moves before the root; [`NO_PATH`]: on none.
    path: i16,
    /// Whether it rests on ends of the game alone, on no evaluation.
    pub complete: bool,
}

const NO_PATH: i16 = i16::MAX;

impl Found {
    /// A value that stands for itself.
    pub const fn solid(score: Score) -> Self {
        Self { score, path: NO_PATH, complete: true }
    }

    /// A value that a deeper search might change.
    pub const fn estimate(score: Score) -> Self {
        Self { score, path: NO_PATH, complete: false }
    }

    /// A verdict at `ply` that leans on what happened `plies_back` before.
    pub fn by_path(score: Score, ply: Ply, plies_back: usize) -> Self {
        let path = ply.get().checked_sub(plies_back).map_or(-1, |p| p as i16);
        Self { score, path, complete: true }
    }

    /// The same for the other side.
    pub fn negated(self) -> Self {
        Self { score: -self.score, ..self }
    }

    /// Another score that rests on the same.
    pub const fn with_score(self, score: Score) -> Self {
        Self { score, ..self }
    }

    /// This value, resting on another one too.
    pub fn resting_on(self, other: &Self) -> Self {
        Self {
            score: self.score,
            path: self.path.min(other.path),
            complete: self.complete && other.complete,
        }
    }

    /// Whether it may be stored for a node at `ply`: it does not lean on the path above.
    pub const fn is_storable(&self, ply: Ply) -> bool {
        self.path >= ply.get() as i16
    }

    /// As the parent of a node at `ply` sees it: leaning on that node itself
    /// is the position's own affair.
    pub const fn seen_from(self, ply: Ply) -> Self {
        if self.is_storable(ply) { Self { path: NO_PATH, ..self } } else { self }
    }
}

/// What is proved of the value of a node: it lies between the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proved {
    pub floor: Score,
    pub ceiling: Score,
}

impl Proved {
    pub fn nothing() -> Self {
        Self { floor: -Score::INFINITE, ceiling: Score::INFINITE }
    }

    pub fn new<M>(proof: &Proof<M>, ply: Ply) -> Self {
        let score = Score::proved(proof.outcome, ply, proof.plies);
        let nothing = Self::nothing();
        match proof.bound {
            ProofBound::Exact => Self { floor: score, ceiling: score },
            ProofBound::AtLeast => Self { floor: score, ..nothing },
            ProofBound::AtMost => Self { ceiling: score, ..nothing },
        }
    }

    /// The value within what is proved.
    pub fn clamp(&self, value: Found) -> Found {
        value.with_score(value.score.max(self.floor).min(self.ceiling))
    }
}
