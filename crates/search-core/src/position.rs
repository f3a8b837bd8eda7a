//! The rules of a game, and nothing but the rules.

use std::fmt::Debug;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use crate::score::Ply;

/// How a game ended, seen by the side to move.
///
/// ```
/// use search_core::Outcome;
/// assert_eq!(Outcome::Win.flip(), Outcome::Loss);
/// assert_eq!(Outcome::Value(3).flip(), Outcome::Value(-3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// The game ends in a number (a margin, a leaf of a tree of numbers),
    /// counted for the side to move. The engine search clamps it into the
    /// evaluation band of [`Score`](crate::Score); the textbook algorithms take it whole.
    Value(i32),
}

impl Outcome {
    /// The same end, seen by the other side. `i32::MIN` becomes `i32::MAX`.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Value(v) => Self::Value(v.saturating_neg()),
        }
    }
}

/// A verdict that needs more than the board: repetition, move counts, material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It follows from the position alone and may be stored with it.
    Position(Outcome),
    /// It depends on how the position was reached. No score that leans on it
    /// is stored in the transposition table.
    Path {
        /// The result for the side to move.
        outcome: Outcome,
        /// How many plies before this position the history begins on which the
        /// verdict leans: for a repetition, the plies since the earlier
        /// occurrence. Use `usize::MAX` when in doubt: nothing is stored then.
        plies_back: usize,
    },
}

/// Which moves [`Position::generate`] hands out.
///
/// `Noisy` and `Quiet` are disjoint; together they are `All`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSet {
    /// Every move.
    All,
    /// Moves that change the balance at once: captures, moves that make a four.
    Noisy,
    /// The others.
    Quiet,
}

/// The rules of a two-player, zero-sum game of perfect information.
///
/// Everything is seen by the side to move. Implementations must not panic on
/// any position that can be built through their public interface. They may on a move
/// that is not legal there, wherever one is taken: the search hands a position none
/// but its own, and a check would be paid for at every node.
///
/// The [crate documentation](crate) holds a whole game in thirty lines;
/// [`conformance`](crate::conformance) checks the promises made here.
pub trait Position: Clone {
    /// A move. Two moves of one position are equal only if they are the same move.
    type Move: Copy + Eq + Debug;
    /// What [`unmake`](Self::unmake) needs. `Undo = Self` gives copy-make for free.
    type Undo;

    /// The verdict for the side to move when [`generate`](Self::generate)
    /// yields no legal move: a loss in xiangqi and Grundy's game, a draw in
    /// tic-tac-toe and gomoku.
    const NO_MOVES: Outcome;

    /// The end of the game where it can be told without generating moves.
    fn outcome(&self) -> Option<Outcome>;

    /// Hands every move of the set to `visit`, in a fixed order, until it
    /// breaks; returns what `visit` returned last.
    ///
    /// Never narrowed by opinion (that is
    /// [`Heuristics::candidates`](crate::Heuristics::candidates)). Where full legality is dear,
    /// the moves may be pseudo-legal, and [`is_legal`](Self::is_legal) tells
    /// the rest. Called only where [`outcome`](Self::outcome) is `None`.
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How many legal moves there are. Perft asks it at its last ply: a game
    /// that can count without handing moves out (a population count) saves
    /// some of perft's time, a sixth in xiangqi.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = for_each_legal(self, MoveSet::All, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether a move that `generate` handed out for this position is legal.
    fn is_legal(&self, m: Self::Move) -> bool {
        let _ = m;
        true
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// It may, where the move is not legal here, or leave a position that is none: the search asks
    /// nothing else, and a check would be paid for at every node. Who has a move from outside
    /// looks for it among [`legal_moves`], or asks the game to check it.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the move made last; restores every bit of the state.
    ///
    /// # Panics
    /// It may, for another move than that.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Whether a copy costs less than to make and unmake a move. The textbook
    /// algorithms then play [`after`](Self::after) for every child; otherwise
    /// they copy a position once and play its moves on the copy. By default as
    /// the size says; a small one that owns much knows better.
    const CHEAP_COPY: bool = size_of::<Self>() <= 128;

    /// The child by value. For small states this is faster than make and
    /// unmake, and the textbook algorithms use it.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut child = self.clone();
        child.make(m);
        child
    }

    /// A hash of everything that decides the value of the position, the side
    /// to move included. Positions that are equal under a symmetry of the
    /// game may share a key if [`pack`](Self::pack) and [`unpack`](Self::unpack)
    /// translate moves into the frame that they share.
    fn key(&self) -> u64;

    /// What the transposition table stores of a move of this position;
    /// `None` if it cannot be stored.
    fn pack(&self, m: Self::Move) -> Option<NonZeroU16>;

    /// The move that [`pack`](Self::pack) made these bits of, or `None` unless
    /// it is legal here: after a collision of keys the bits are another position's.
    fn unpack(&self, bits: NonZeroU16) -> Option<Self::Move>;

    /// A verdict by repetition, move count or material, asked at every node
    /// below the root. `ply` is the distance from the root of the search.
    fn adjudicate(&self, ply: Ply) -> Option<Verdict> {
        let _ = ply;
        None
    }

    /// How many plies from here a rule of move count leaves to whoever wants to
    /// win; `usize::MAX` without such a rule, or where it is far away.
    ///
    /// The key does not hold the count, so the table may know a win from
    /// another time that comes too late now: it is not believed.
    fn plies_to_limit(&self) -> usize {
        usize::MAX
    }

    /// Makes room for this many more plies in lists that the position keeps
    /// (a history of keys), so that no node of a search allocates. It is a hint: no search is
    /// deeper than [`Ply::MAX`], and more need not be heeded.
    fn reserve(&mut self, plies: usize) {
        let _ = plies;
    }
}

/// Hands every legal move of the set to `visit`: [`Position::generate`] and
/// [`Position::is_legal`] joined.
pub fn for_each_legal<P: Position>(
    pos: &P,
    set: MoveSet,
    mut visit: impl FnMut(P::Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    pos.generate(set, |m| if pos.is_legal(m) { visit(m) } else { ControlFlow::Continue(()) })
}

/// The legal moves of a position that is not over, as a list, in the order of generation.
#[must_use]
pub fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if pos.outcome().is_none() {
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
    }
    moves
}

/// The end of the game by the position alone: [`Position::outcome`], or
/// [`Position::NO_MOVES`] where no legal move is left. `None` while it goes on.
#[must_use]
pub fn final_outcome<P: Position>(pos: &P) -> Option<Outcome> {
    pos.outcome().or_else(|| {
        let any = for_each_legal(pos, MoveSet::All, |_| ControlFlow::Break(()));
        any.is_continue().then_some(P::NO_MOVES)
    })
}
