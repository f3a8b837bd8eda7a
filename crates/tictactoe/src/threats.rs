//! What the engine search is told about m,n,k games: forced replies and a
//! first order of the moves.

use std::ops::ControlFlow;

use search_core::{Heuristics, MoveSet};

use crate::mnk::Mnk;
use crate::square::Square;
use crate::word::Word;

impl<B: Word> Heuristics for Mnk<B> {
    /// A side and a square each.
    const HISTORY_SLOTS: usize = 2 * B::BITS as usize;

    fn history_slot(&self, square: Square) -> usize {
        self.mover() * B::BITS as usize + square.index()
    }

    /// A move that completes a line, if there is one; else a move that keeps
    /// the opponent from it, if he could; else all moves that any line can
    /// still profit from.
    ///
    /// Nothing is lost. Wins on the spot are all as good. Of two blocks
    /// neither saves the game. A square that no open line runs through is a
    /// pass, and a stone more never hurts, so any other square is as good.
    fn candidates(
        &self,
        set: MoveSet,
        visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wins = self.wins();
        let forced = if wins.is_empty() { self.threats() } else { wins };
        if !forced.is_empty() {
            if set == MoveSet::Quiet {
                return ControlFlow::Continue(());
            }
            return (forced & !forced.without_first()).each(visit);
        }
        if set == MoveSet::Noisy {
            return ControlFlow::Continue(());
        }
        let useful = self.open_squares();
        if useful.is_empty() {
            let empty = self.empty_squares();
            return (empty & !empty.without_first()).each(visit);
        }
        useful.each(visit)
    }

    /// Wins, then blocks, then what the square brings: every line through it
    /// that is still open, four times as much for each stone in it, and twice
    /// as much for a line of one's own that grows as for one of the
    /// opponent's that dies.
    ///
    /// The scale leaves history ([`search_core::Params`]) a say among equals
    /// only. Solving 5x5 with k = 4 took 70 thousand nodes so, 282 thousand
    /// with a 64th of it; lines of both sides alike, 93 thousand; twice
    /// as much for each stone, 89 thousand.
    fn static_order(&self, square: Square) -> i32 {
        if self.wins().has(square) {
            return 1_000_000;
        }
        if self.threats().has(square) {
            return 900_000;
        }
        let (own, theirs) = (self.sides[self.mover()], self.sides[self.mover() ^ 1]);
        let mut worth = 0;
        for &line in &self.geometry.through[square.index()] {
            let (a, b) = ((line & own).len(), (line & theirs).len());
            if b == 0 {
                worth += 2 << (2 * a).min(16);
            }
            if a == 0 {
                worth += 1 << (2 * b).min(16);
            }
        }
        (worth * 1024).min(800_000)
    }

    fn under_threat(&self) -> bool {
        !self.threats().is_empty()
    }
}

impl<B: Word> Mnk<B> {
    /// The empty squares through which a line runs that is open for a side.
    pub(crate) fn open_squares(&self) -> B {
        let g = self.geometry;
        let k = g.rules.line() as u32;
        let mut open = B::NONE;
        for d in &g.directions {
            let starts = g.untouched(d, self.sides[0]) | g.untouched(d, self.sides[1]);
            for i in 0..k {
                open |= starts << (i * d.shift);
            }
        }
        open & self.empty_squares()
    }
}
