//! Legal moves.
//!
//! Nearly all moves are legal at a glance. Of a side that is not in check
//! only these may leave its general in check:
//!
//! - moves of the general itself;
//! - moves *from* a point that shields it ([`Shields::from`]): alone before a
//!   rook or the enemy's general, one of two before a cannon, or on the leg of a horse;
//! - moves *to* an empty point between it and a cannon with nothing in between:
//!   the piece would be the cannon's screen ([`Shields::screens`]).
//!
//! ```text
//!   K . . P . . r      P shields           K . . . . . c      no piece of ours
//!   K . P . n . c      P shields             ^ ^ ^ ^ ^        may go there
//! ```
//!
//! Those are tried one by one; so is everything that could answer a check.

use std::ops::ControlFlow::{self, Continue};

use search_core::MoveSet;

use crate::attacks::{self, between, rays};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Side};
use crate::square::Square;

/// What stands between a side's general and the enemy.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shields {
    /// Own pieces that may not move as they like.
    pub from: Bitboard,
    /// Empty points to which no piece may go, the general apart.
    pub screens: Bitboard,
    /// The enemies against whom the pieces of `from` shield.
    pub against: Bitboard,
}

impl Board {
    /// What shields a side's general. It need not be its turn.
    #[inline]
    pub(crate) fn shields(&self, side: Side) -> Shields {
        let mut found = Shields::default();
        let general = self.general(side);
        let (own, enemies) = (self.of(side), self.of(side.other()));
        let occupied = own | enemies;
        // Enemies that would check on an otherwise empty board.
        let lines = rays(general, Bitboard::EMPTY).near & enemies;
        let straight = self.kind(Kind::Rook) | self.kind(Kind::General);
        for enemy in lines & straight {
            let inside = between(general, enemy) & occupied;
            if inside.rest().is_empty() && inside.intersects(own) {
                found.from |= inside;
                found.against |= Bitboard::of(enemy);
            }
        }
        for enemy in lines & self.kind(Kind::Cannon) {
            let line = between(general, enemy);
            let inside = line & occupied;
            let rest = inside.rest();
            if inside.is_empty() {
                found.screens |= line;
            } else if !rest.is_empty() && rest.rest().is_empty() && inside.intersects(own) {
                found.from |= inside & own;
                found.against |= Bitboard::of(enemy);
            }
        }
        let horses = self.kind(Kind::Horse) & enemies;
        if !horses.is_empty() {
            for (leg, sources) in attacks::horse_legs(general) {
                if leg.intersects(own) && sources.intersects(horses) {
                    found.from |= leg;
                    found.against |= sources & horses;
                }
            }
        }
        found
    }

    /// Calls `visit` with every own piece that has legal moves of the set, and
    /// where they lead: kind by kind, the general last.
    #[inline]
    pub(crate) fn each_destinations(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.side;
        let (own, enemies) = (self.of(side), self.of(side.other()));
        let occupied = own | enemies;
        let wanted = match set {
            MoveSet::All => !own,
            MoveSet::Noisy => enemies,
            MoveSet::Quiet => !occupied,
        };
        if self.in_check() {
            self.evasions(wanted, &mut visit)?;
        } else {
            let shields = self.shields(side);
            let wanted = wanted & !shields.screens;
            self.each_reach(own, |from, to| {
                let mut to = to & wanted;
                if shields.from.contains(from) {
                    to = self.safe(from, to);
                }
                if to.is_empty() { Continue(()) } else { visit(from, to) }
            })?;
        }
        let general = self.general(side);
        let to = self.safe(general, attacks::general(general) & wanted);
        if to.is_empty() { Continue(()) } else { visit(general, to) }
    }

    /// Calls `visit` with every own piece but the general, and all points that
    /// it reaches, own pieces included.
    #[inline]
    fn each_reach(
        &self,
        own: Bitboard,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.side;
        let occupied = self.occupied();
        let of = |kind: Kind| own & self.kind(kind);
        of(Kind::Rook).try_each(|from| visit(from, rays(from, occupied).near))?;
        of(Kind::Cannon).try_each(|from| {
            let rays = rays(from, occupied);
            visit(from, (rays.near & !occupied) | (rays.far & occupied))
        })?;
        of(Kind::Horse).try_each(|from| visit(from, attacks::horse(from, occupied)))?;
        of(Kind::Pawn).try_each(|from| visit(from, attacks::pawn(side, from)))?;
        of(Kind::Elephant).try_each(|from| visit(from, attacks::elephant(from, occupied)))?;
        of(Kind::Advisor).try_each(|from| visit(from, attacks::advisor(from)))
    }

    /// The moves of the pieces other than the general that end a check.
    #[cold]
    fn evasions(
        &self,
        wanted: Bitboard,
        visit: &mut impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let general = self.general(self.side);
        // Each checker must be met; to look at one is to rule most moves out,
        // the others are seen when the moves are tried.
        let Some(checker) = self.checkers.first() else { return Continue(()) };
        let line = between(general, checker);
        let kind = self.at(checker).map(crate::piece::Piece::kind);
        let mut targets = Bitboard::of(checker) | line;
        let mut screen = Bitboard::EMPTY;
        match kind {
            Some(Kind::Cannon) => screen = line & self.occupied(),
            Some(Kind::Horse) => {
                for (leg, sources) in attacks::horse_legs(general) {
                    if sources.contains(checker) {
                        targets |= leg;
                    }
                }
            }
            _ => {}
        }
        self.each_reach(self.of(self.side), |from, to| {
            let to = if screen.contains(from) { to } else { to & targets };
            let to = self.safe(from, to & wanted);
            if to.is_empty() { Continue(()) } else { visit(from, to) }
        })
    }

    /// Of these destinations, those that do not leave the own general in check.
    #[inline]
    fn safe(&self, from: Square, to: Bitboard) -> Bitboard {
        let mut safe = to;
        for to in to {
            if self.exposes(Move::between(from, to), self.side) {
                safe ^= Bitboard::of(to);
            }
        }
        safe
    }
}
