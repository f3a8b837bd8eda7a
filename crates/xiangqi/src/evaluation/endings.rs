//! Endings that are drawn, or nearly so, whatever material says.
//!
//! What books on endings agree upon: a rook does not win against a full guard,
//! nor a horse or a cannon alone against much less; pawns that are few and
//! guards that are many make a draw.

use crate::board::Board;
use crate::piece::{Kind, Side};

/// Of a score that is not scaled.
pub(super) const FULL: i32 = 64;

/// The greatest phase at which a score is scaled: later than that, and rarely
/// enough to cost nothing.
pub(super) const PHASE: i32 = 6;

/// In which 64th parts a lead of this side counts.
#[inline]
pub(super) fn scale(board: &Board, leader: Side) -> i32 {
    let loser = leader.other();
    let own = board.of(leader);
    let heavy = board.kind(Kind::Rook) | board.kind(Kind::Horse) | board.kind(Kind::Cannon);
    let pawns = own & board.kind(Kind::Pawn);
    let heavies = (own & heavy).count();
    if heavies > 2 || heavies + pawns.count() > 3 {
        return FULL;
    }
    let count = |side, kind| board.pieces(side, kind).count();
    let (advisors, elephants) = (count(loser, Kind::Advisor), count(loser, Kind::Elephant));
    let guards = advisors + elephants;
    let own_guards = count(leader, Kind::Advisor) + count(leader, Kind::Elephant);
    let defenders = (board.of(loser) & heavy).count();
    let [rooks, horses, cannons] =
        [Kind::Rook, Kind::Horse, Kind::Cannon].map(|kind| count(leader, kind));
    // A pawn that has reached the last rank catches nobody.
    let low = match leader {
        Side::Red => pawns.row(9),
        Side::Black => pawns.row(0),
    };
    let pawns_left = pawns.count() - low.count_ones();
    match (rooks, horses, cannons, pawns_left) {
        (0, 0, 0, 0) => 0,
        (1, 0, 0, 0) => match (guards, defenders) {
            (4, _) => 6,
            (2.., 1..) => 12,
            (_, 1..) => 24,
            (3, 0) => 48,
            _ => FULL,
        },
        (1, 0, 0, 1) if guards == 4 && defenders > 0 => 24,
        (0, 1, 0, 0) => match guards {
            0 if defenders == 0 => FULL,
            1 => 24,
            _ => 6,
        },
        (0, 0, 1, 0) => match (guards, own_guards) {
            (0, 1..) if defenders == 0 => 48,
            (1.., 1..) if elephants == 0 && defenders == 0 => 32,
            _ => 6,
        },
        (0, 0, 0, 1) => match guards + defenders {
            0 => 48,
            _ => 8,
        },
        (0, 0, 0, 2) => match guards + 2 * defenders {
            0..=1 => FULL,
            2 => 40,
            _ => 16,
        },
        (0, 1, 0, 1) | (0, 0, 1, 1) if guards == 4 || (guards >= 2 && defenders > 0) => 28,
        (0, 0, 2, 0) if guards == 4 || defenders > 0 => 24,
        (0, 2, 0, 0) | (0, 1, 1, 0) if guards >= 3 && defenders > 0 => 40,
        _ => FULL,
    }
}
