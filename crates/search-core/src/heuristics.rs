//! The engine's opinion: ordering, pruning, evaluation. Every default is neutral.

use std::ops::ControlFlow;

use crate::engine::Options;
use crate::position::{MoveSet, Outcome, Position};
use crate::score::Ply;

/// What the engine search may use beyond the rules.
///
/// An empty `impl Heuristics for MyGame {}` is enough to search; each method
/// that is filled in makes the tree smaller. As in [`Position`], moves are those of the
/// position, and for another one a method may panic.
pub trait Heuristics: Position {
    /// How many slots the history tables have, such as pieces times
    /// destinations. With 1, all moves share a slot and history says nothing.
    const HISTORY_SLOTS: usize = 1;

    /// How many slots the history of noisy moves has, such as pieces times destinations
    /// times pieces captured; with 1, all share a slot.
    const NOISY_SLOTS: usize = 1;

    /// How many structures [`structure_key`](Self::structure_key) tells apart.
    const STRUCTURES: usize = 0;

    /// The options that suit the game, from which those who start an engine
    /// set out. What a game does not ask for here (reductions, a budget for
    /// proofs) is off.
    #[must_use]
    fn options() -> Options {
        Options::default()
    }

    /// The slot of a move, below [`HISTORY_SLOTS`](Self::HISTORY_SLOTS).
    /// Moves that mean much the same share one.
    fn history_slot(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// The slot of a noisy move, below [`NOISY_SLOTS`](Self::NOISY_SLOTS).
    fn noisy_slot(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// A hash of a structure of the position (the pawns, say) and of the side to move, for
    /// `i` below [`STRUCTURES`](Self::STRUCTURES): positions that share it tend to be
    /// misjudged by the evaluation in the same way, which the search learns
    /// (correction history).
    fn structure_key(&self, i: usize) -> u64 {
        let _ = i;
        0
    }

    /// The [`key`](Position::key) after a move, where that costs less than to make it: the table is
    /// read then while the move is made. Nothing but time hangs on it.
    fn key_after(&self, m: Self::Move) -> Option<u64> {
        let _ = m;
        None
    }

    /// The moves worth searching: [`Position::generate`], or fewer where the
    /// others provably cannot be better (forced replies) or are given up by
    /// opinion. Must not be empty where `generate` is not; a table move
    /// outside it may still be tried.
    fn candidates(
        &self,
        set: MoveSet,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate(set, visit)
    }

    /// Ranks noisy moves, and quiet ones before history knows them: the
    /// greater, the earlier. Within +-1,000,000.
    fn static_order(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether a move is of [`MoveSet::Noisy`]. The default generates those;
    /// most games can tell at a glance.
    fn is_noisy(&self, m: Self::Move) -> bool {
        let same =
            |other| if other == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.generate(MoveSet::Noisy, same).is_break()
    }

    /// Whether the exchange that a noisy move starts loses more than
    /// `threshold` (in units of the evaluation). Such moves are searched last.
    fn loses_exchange(&self, m: Self::Move, threshold: i32) -> bool {
        let _ = (m, threshold);
        false
    }

    /// Whether [`candidates`](Self::candidates) leaves moves out by opinion
    /// alone here. If so, a node whose moves all lose is not taken for lost
    /// (another one might save it), and nothing that leans on it is complete.
    fn narrows_by_opinion(&self) -> bool {
        false
    }

    /// By how much a quiet move betters the evaluation at once, roughly; asked
    /// where the tunable `futility_margin` is set.
    fn gain(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether a quiet move forces the opponent, so that it is searched as
    /// deep as the first moves, however late it comes.
    fn is_forcing(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether the side to move is under a threat that it must answer: in
    /// check, or facing a five. No standing pat in quiescence then.
    fn under_threat(&self) -> bool {
        false
    }

    /// Passes: the opponent moves twice. `None`, and nothing changes, where passing could
    /// be better than every move (zugzwang), or is never asked for. Not called
    /// under a threat. A repetition must not be seen across it.
    fn make_null(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes a pass back.
    fn unmake_null(&mut self, undo: Self::Undo) {
        let _ = undo;
    }
}

/// Whether a [`Proof`] gives the value or a bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofBound {
    /// The value is the outcome.
    Exact,
    /// The side to move gets at least the outcome.
    AtLeast,
    /// The side to move gets at most the outcome.
    AtMost,
}

/// A proved result, for the side to move: from a table, a threat search, a theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The result, or the bound of it.
    pub outcome: Outcome,
    /// How to read `outcome`.
    pub bound: ProofBound,
    /// Plies to the end with best play, if known. It ranks wins and losses.
    pub plies: Option<Ply>,
    /// A move that reaches it, if known.
    pub best: Option<M>,
}

impl<M> Proof<M> {
    /// An exact result at an unknown distance.
    #[must_use]
    pub const fn exact(outcome: Outcome) -> Self {
        Self { outcome, bound: ProofBound::Exact, plies: None, best: None }
    }

    /// At most this outcome for the side to move.
    #[must_use]
    pub const fn at_most(outcome: Outcome) -> Self {
        Self { outcome, bound: ProofBound::AtMost, plies: None, best: None }
    }

    /// At least this outcome for the side to move.
    #[must_use]
    pub const fn at_least(outcome: Outcome) -> Self {
        Self { outcome, bound: ProofBound::AtLeast, plies: None, best: None }
    }
}

/// Judges positions. One per thread: it may keep caches.
///
/// Any `FnMut(&P) -> i32` is an evaluation.
pub trait Evaluate<P: Position> {
    /// An estimate for the side to move, in units of the game's choice
    /// (hundredths of a pawn, say). The engine search clamps it to
    /// +-[`Score::EVALUATION_MAX`](crate::Score::EVALUATION_MAX).
    fn evaluate(&mut self, pos: &P) -> i32;

    /// A proved result, never an estimate, found with at most `budget` nodes
    /// of work; also the nodes used. Asked where the game is not over. Whoever
    /// searches there leaves the position as it was.
    fn probe(&mut self, pos: &mut P, budget: u64) -> (Option<Proof<P::Move>>, u64) {
        let _ = (pos, budget);
        (None, 0)
    }

    /// Whether the other side would win by force if the side to move passed, as far as at
    /// most `budget` nodes of work can tell; also the nodes used. Asked where the tunable
    /// `threat_budget` is set, before a node is cut off for its evaluation; not under a
    /// threat. Whoever searches there leaves the position as it was.
    fn threatened(&mut self, pos: &mut P, budget: u64) -> (bool, u64) {
        let _ = (pos, budget);
        (false, 0)
    }

    /// The same, and if it is so: the legal moves that may help against it go to `answers`,
    /// all that could, and no other need be searched. `false` where that is not known. Asked
    /// where the tunable `threat_answers` is set and the game narrows the moves by opinion.
    fn answers(&mut self, pos: &mut P, budget: u64, answers: &mut Vec<P::Move>) -> (bool, u64) {
        let _ = (pos, budget, answers);
        (false, 0)
    }

    /// Forgets what earlier positions have taught: the next answers are those of a
    /// new evaluation, in the same number of nodes. [`Engine::clear`](crate::Engine::clear) asks for it.
    fn clear(&mut self) {}
}

impl<P: Position, F: FnMut(&P) -> i32> Evaluate<P> for F {
    fn evaluate(&mut self, pos: &P) -> i32 {
        self(pos)
    }
}

/// Knows nothing: every position is worth 0. For games searched to their end.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<P: Position> Evaluate<P> for NoEvaluation {
    #[inline]
    fn evaluate(&mut self, _: &P) -> i32 {
        0
    }
}
