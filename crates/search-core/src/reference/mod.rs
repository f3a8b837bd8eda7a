//! The textbook algorithms, plain enough to teach from.
//!
//! They are the oracle of the tests and the subject of lessons. Values are
//! plain `i32`s with an infinity of their own ([`WIN`]); score bands and
//! clamps belong to the engine search alone. A game that is won is worth
//! `WIN - ply`, so that the shortest win and the longest loss are preferred.
//!
//! - [`Search::minimax`]: MAX and MIN nodes, everything visited.
//! - [`Search::alpha_beta`]: MAX and MIN nodes with the bounds of every
//!   ancestor, fail-soft, as the lecture states it.
//! - [`Search::negamax`]: the same cut-offs in one function, fail-hard.
//! - [`StateGraph`](and_or::StateGraph): the AND/OR graph of a game and its solution graphs.
//! - [`improve`]: what the lecture adds to alpha-beta.
//!
//! ```
//! use search_core::reference::Search;
//! use search_core::{NoEvaluation, Player};
//! use search_core::numbers::NumberTree;
//!
//! let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse()?;
//! let answer = Search::new(3, NoEvaluation).alpha_beta(&tree);
//! assert_eq!(answer.value, 5);
//! assert_eq!((answer.counts.leaves, answer.counts.alpha_cuts, answer.counts.beta_cuts), (5, 1, 1));
//! # Ok::<(), search_core::numbers::NumberTreeError>(())
//! ```

mod alpha_beta;
pub mod and_or;
pub mod improve;
mod minimax;
mod negamax;

use std::ops::ControlFlow::{self, Break};

use crate::heuristics::Evaluate;
use crate::position::{MoveSet, Outcome, Position, for_each_legal, legal_moves};
use crate::score::{Ply, Score, ScoreKind};
use crate::trace::{End, NoTrace, Player};

/// A won game, before its distance from the root is taken off.
pub const WIN: i32 = 1_000_000_000;
/// Beyond every value.
pub const INFINITY: i32 = i32::MAX;
/// The greatest magnitude of an evaluation or of a game that ends in a number;
/// greater ones are cut to it. Whatever lies beyond is a win or a loss.
pub const VALUE_MAX: i32 = WIN - 1_000;

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Of these, the ones that were evaluated or are ends of the game.
    pub leaves: u64,
    /// Cut-offs at MIN nodes.
    pub alpha_cuts: u64,
    /// Cut-offs at MAX nodes.
    pub beta_cuts: u64,
}

/// The answer of a textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value of the root, for MAX.
    pub value: i32,
    /// The first move that reaches it; `None` where the game is over or the depth is 0.
    pub best: Option<M>,
    /// What was counted.
    pub counts: Counts,
}

/// A textbook search: its depth, its evaluation, and who watches.
#[derive(Clone, Debug)]
pub struct Search<M, E, T = NoTrace> {
    /// Plies to the leaves; games that end earlier end there. The search recurses once a ply:
    /// whoever takes the depth from a user bounds it, by [`Ply::MAX`] say.
    pub depth: u32,
    /// Who moves at the root.
    pub player: Player,
    /// The moves of the root, in this order, those that are not legal left out; `None`: all, in
    /// the order of generation.
    pub root_moves: Option<Vec<M>>,
    /// Judges the leaves.
    pub evaluation: E,
    /// Watches.
    pub trace: T,
    counts: Counts,
    best: Option<M>,
}

impl<M, E> Search<M, E> {
    /// A search with MAX at the root, unwatched.
    pub fn new(depth: u32, evaluation: E) -> Self {
        Self {
            depth,
            player: Player::Max,
            root_moves: None,
            evaluation,
            trace: NoTrace,
            counts: Counts::default(),
            best: None,
        }
    }

    /// The same search, watched.
    pub fn traced<T>(self, trace: T) -> Search<M, E, T> {
        Search {
            depth: self.depth,
            player: self.player,
            root_moves: self.root_moves,
            evaluation: self.evaluation,
            trace,
            counts: self.counts,
            best: self.best,
        }
    }
}

impl Score {
    /// The same value as the textbook algorithms count it
    /// ([`WIN`](crate::reference::WIN)` - ply` for a win); wins without a known
    /// distance become the greatest value below those.
    #[must_use]
    pub const fn reference(self) -> i32 {
        if self.get().abs() >= Self::INFINITE.get() {
            return if self.get() > 0 { INFINITY } else { -INFINITY };
        }
        match self.kind() {
            ScoreKind::Evaluation(v) => v,
            ScoreKind::Win { plies } => WIN - plies.get() as i32,
            ScoreKind::Loss { plies } => plies.get() as i32 - WIN,
            ScoreKind::ByRule { wins: true } | ScoreKind::Proved { wins: true } => VALUE_MAX,
            ScoreKind::ByRule { wins: false } | ScoreKind::Proved { wins: false } => -VALUE_MAX,
        }
    }
}

/// The moves to try at a node: the given ones, or all legal ones.
#[inline]
fn moves_of<P: Position>(
    pos: &P,
    given: Option<&[P::Move]>,
    mut visit: impl FnMut(P::Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match given {
        Some(moves) => {
            let legal = legal_moves(pos);
            moves.iter().filter(|m| legal.contains(m)).try_for_each(|&m| visit(m))
        }
        None => for_each_legal(pos, MoveSet::All, visit),
    }
}

/// Hands every child to `visit`, with the move that leads there.
#[inline]
fn each_child<P: Position>(
    pos: &P,
    given: Option<&[P::Move]>,
    mut visit: impl FnMut(&P, P::Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if P::CHEAP_COPY {
        return moves_of(pos, given, |m| visit(&pos.after(m), m));
    }
    let mut child = pos.clone();
    moves_of(pos, given, |m| {
        let undo = child.make(m);
        let flow = visit(&child, m);
        child.unmake(m, undo);
        flow
    })
}

/// The worth of a game that is over, for the side to move there.
#[inline]
pub(crate) fn worth(outcome: Outcome, ply: Ply) -> i32 {
    match outcome {
        Outcome::Win => WIN - ply.get() as i32,
        Outcome::Loss => ply.get() as i32 - WIN,
        Outcome::Draw => 0,
        Outcome::Value(v) => v.clamp(-VALUE_MAX, VALUE_MAX),
    }
}

impl<M: Copy, E, T> Search<M, E, T> {
    fn begin(&mut self) {
        self.counts = Counts::default();
        self.best = None;
    }

    fn answer(&self, value: i32) -> Answer<M> {
        Answer { value, best: self.best, counts: self.counts }
    }

    /// [`leaf_value`](Self::leaf_value), for MAX.
    #[inline]
    fn leaf<P>(&mut self, pos: &P, depth: u32, ply: Ply, player: Player) -> Option<(i32, End)>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
    {
        self.leaf_value(pos, depth, ply).map(|(value, end)| (player.signed(value), end))
    }

    /// The end of the game, or the evaluation at the depth limit, for the side to move.
    #[inline(always)]
    fn leaf_value<P>(&mut self, pos: &P, depth: u32, ply: Ply) -> Option<(i32, End)>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
    {
        if let Some(outcome) = pos.outcome() {
            self.counts.leaves += 1;
            return Some((worth(outcome, ply), End::Terminal));
        }
        if depth > 0 {
            return None;
        }
        self.counts.leaves += 1;
        // Without a legal move the game is over here too, whatever the depth.
        if for_each_legal(pos, MoveSet::All, |_| Break(())).is_continue() {
            return Some((worth(P::NO_MOVES, ply), End::Terminal));
        }
        let value = self.evaluation.evaluate(pos).clamp(-VALUE_MAX, VALUE_MAX);
        Some((value, End::Leaf))
    }
}
