//! Who chases whom: what the rules of repetition ask about a cycle of moves.
//!
//! A side chases when one and the same enemy piece is newly attacked by every
//! one of its moves in the cycle: attacked after the move, not before it.
//! What counts as an attack is said at [`Board::chased`].

use crate::attacks;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Side};
use crate::square::Square;

/// The side that chases in a cycle of moves without captures and checks:
/// `None` if no side does, or both. `board` is the position after them;
/// `moves` are given from the last to the first.
pub(crate) fn chaser(board: &Board, moves: impl Iterator<Item = Move>) -> Option<Side> {
    let mut board = board.clone();
    // By point, a number that goes with the piece as the moves are taken back.
    let mut ids = [0u8; Square::COUNT];
    for side in Side::BOTH {
        for (i, square) in board.of(side).into_iter().enumerate() {
            ids[square.index()] = i as u8;
        }
    }
    let mut victims = [u16::MAX; 2];
    for m in moves {
        let side = match board.at(m.to()) {
            Some(piece) => piece.side(),
            None => return None,
        };
        let after = board.chased(side, &ids);
        board.shift(m.to(), m.from());
        ids.swap(m.to().index(), m.from().index());
        let mine = &mut victims[side.index()];
        *mine &= after;
        if *mine != 0 {
            *mine &= !board.chased(side, &ids);
        }
        if victims == [0, 0] {
            return None;
        }
    }
    match victims.map(|set| set != 0) {
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Black),
        _ => None,
    }
}

impl Board {
    /// The enemy pieces that a side attacks in the sense of a chase, as a set of ids.
    ///
    /// - Attackers are rooks, horses, cannons, advisors and elephants; victims
    ///   all but the general and pawns that have not crossed the river.
    /// - A pinned attacker counts only against the pieces that pin; the
    ///   capture must be legal.
    /// - A horse or cannon against a rook, an advisor or elephant against a
    ///   rook, horse or cannon: always.
    /// - Otherwise the victim must not be truly protected: no legal recapture.
    /// - Equal pieces that attack each other do not chase, unless the victim
    ///   cannot capture back: it is pinned, or the leg of its horse is blocked.
    fn chased(&mut self, by: Side, ids: &[u8; Square::COUNT]) -> u16 {
        let enemy = by.other();
        let shields = self.shields(by);
        let pawns = self.pieces(enemy, Kind::Pawn);
        let victims = self.of(enemy) & !self.kind(Kind::General) & !(pawns & attacks::home(enemy));
        let mut chased = 0;
        for kind in [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Elephant, Kind::Advisor] {
            for from in self.pieces(by, kind) {
                let Some(piece) = self.at(from) else { continue };
                let mut targets = self.reach(from, piece) & victims;
                if shields.from.contains(from) {
                    targets &= shields.against;
                }
                for to in targets {
                    let bit = 1 << (ids[to.index()] & 15);
                    let m = Move::between(from, to);
                    if chased & bit == 0
                        && !self.exposes(m, by)
                        && (self.outranks(kind, to) || self.threatens(m, kind))
                    {
                        chased |= bit;
                    }
                }
            }
        }
        chased
    }

    /// Whether the victim is worth so much more that protecting it does not help.
    fn outranks(&self, attacker: Kind, victim: Square) -> bool {
        let Some(victim) = self.at(victim) else { return false };
        match attacker {
            Kind::Horse | Kind::Cannon => victim.kind() == Kind::Rook,
            Kind::Advisor | Kind::Elephant => {
                matches!(victim.kind(), Kind::Rook | Kind::Horse | Kind::Cannon)
            }
            _ => false,
        }
    }

    /// Whether a legal capture cannot be answered by a legal recapture, and is
    /// no mere exchange of equal pieces.
    fn threatens(&mut self, m: Move, attacker: Kind) -> bool {
        let Some(victim) = self.at(m.to()) else { return false };
        if attacker == victim.kind() && self.captures_back(m, victim.side()) {
            return false;
        }
        let key = self.key;
        self.lift(m.to());
        self.shift(m.from(), m.to());
        let protected = self
            .captors(m.to(), self.occupied(), victim.side())
            .into_iter()
            .any(|from| !self.exposes(Move::between(from, m.to()), victim.side()));
        self.shift(m.to(), m.from());
        self.put(m.to(), victim);
        debug_assert_eq!(self.key, key);
        !protected
    }

    /// Whether the victim of a capture could itself capture the attacker.
    fn captures_back(&self, m: Move, side: Side) -> bool {
        let Some(victim) = self.at(m.to()) else { return false };
        self.reach(m.to(), victim).contains(m.from())
            && !self.exposes(Move::between(m.to(), m.from()), side)
    }
}
