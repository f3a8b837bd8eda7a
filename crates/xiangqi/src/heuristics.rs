//! The engine's opinion: what the search is told beyond the rules.

use search_core::{Heuristics, Options, Params};

use crate::evaluation;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};
use crate::position::Xiangqi;
use crate::see;
use crate::square::Square;
use crate::zobrist;

impl Heuristics for Xiangqi {
    /// Pieces times destinations.
    const HISTORY_SLOTS: usize = Piece::INDICES * Square::COUNT;
    /// Times victims.
    const NOISY_SLOTS: usize = Self::HISTORY_SLOTS * Kind::ALL.len();
    const STRUCTURES: usize = 3;

    /// What each brings stands in `docs/results.md`. Margins were tuned together by `tune`
    /// (206 iterations of 8 games at 5,000 nodes: +81 +- 36 Elo against what they began
    /// with, 300 games).
    fn options() -> Options {
        let params = Params {
            mate_distance: 1,
            quiescence_table: 1,
            quiescence_losing: 0,
            quiescence_checks: 1,
            quiescence_margin: 342,
            continuation_weight: 122,
            noisy_history_weight: 28,
            correction_weight: 40,
            reverse_futility_margin: 81,
            razoring_margin: 285,
            null_move_depth: 3,
            probcut_margin: 238,
            internal_reduction_depth: 4,
            singular_depth: 7,
            singular_double: 43,
            threat_extension: 1,
            reduction_divisor: 216,
            reduction_moves: 2,
            reduction_root: 1,
            reduction_pv: 32,
            reduction_cut: 89,
            reduction_worse: -24,
            reduction_history: 199,
            reduction_threat: 100,
            reduction_noisy: 50,
            prune_reduced: 1,
            late_moves: 6,
            late_moves_growth: 1,
            late_moves_worse: 60,
            late_moves_depth: 8,
            futility_margin: 48,
            futility_base: 149,
            futility_depth: 7,
            history_pruning: 1645,
            history_pruning_depth: 4,
            exchange_quiet: 34,
            exchange_noisy: 79,
            exchange_depth: 8,
            null_move_base: 298,
            null_move_margin: 157,
            singular_margin: 205,
            reduction_base: 0,
            history_bonus: 23,
            ..Params::default()
        };
        Options { params, ..Options::default() }
    }

    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        let piece = self.board().at(m.from()).map_or(0, Piece::index);
        piece * Square::COUNT + m.to().index()
    }

    /// Most valuable victim first, taken by the least valuable piece. The
    /// general comes last with its value of no exchange: to let it, which is
    /// never taken back, come first costs 0.4 % more nodes in `bench`. To order quiet moves
    /// by what their place gains costs 3 to 18 % more (`docs/results.md`).
    #[inline]
    fn static_order(&self, m: Move) -> i32 {
        let worth = |square| self.board().at(square).map(|piece| evaluation::value(piece.kind()));
        worth(m.to()).map_or(0, |victim| 16 * victim - worth(m.from()).unwrap_or(0))
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.board().at(m.to()).is_some()
    }

    #[inline]
    fn loses_exchange(&self, m: Move, threshold: i32) -> bool {
        see::loses(self.board(), m, threshold)
    }

    #[inline]
    fn key_after(&self, m: Move) -> Option<u64> {
        Some(self.board().key_after(m))
    }

    #[inline]
    fn noisy_slot(&self, m: Move) -> usize {
        let victim = self.board().at(m.to()).map_or(0, |piece| piece.kind().index());
        self.history_slot(m) * Kind::ALL.len() + victim
    }

    /// Checks.
    #[inline]
    fn is_forcing(&self, m: Move) -> bool {
        self.board().gives_check(m)
    }

    /// The victim of a capture.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        self.board().at(m.to()).map_or(0, |victim| evaluation::value(victim.kind()))
    }

    #[inline]
    fn structure_key(&self, i: usize) -> u64 {
        let side = if self.side_to_move() == Side::Red { 0 } else { zobrist::SIDE };
        self.structures().get(i).copied().unwrap_or(0) ^ side
    }

    #[inline]
    fn under_threat(&self) -> bool {
        self.board().in_check()
    }

    /// Not with generals, guards and pawns alone: there zugzwang decides.
    #[inline]
    fn make_null(&mut self) -> Option<()> {
        let board = self.board();
        let strong = board.kind(Kind::Rook) | board.kind(Kind::Horse) | board.kind(Kind::Cannon);
        if !strong.intersects(board.of(self.side_to_move())) {
            return None;
        }
        self.pass();
        Some(())
    }

    #[inline]
    fn unmake_null(&mut self, (): ()) {
        self.unpass();
    }
}
