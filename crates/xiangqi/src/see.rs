//! Static exchange evaluation: what a series of captures on one point comes to.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluation::value;
use crate::moves::Move;
use crate::piece::{Kind, Piece};

/// The order in which pieces capture: the cheapest first.
const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Pawn,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Rook,
    Kind::General,
];

/// Whether the exchange that a move begins loses more than `threshold`, both
/// sides capturing with their cheapest piece and stopping when it pays.
///
/// Lines are looked up again after every capture, since a piece that leaves
/// may open a rook's line, or give and take the screen of a cannon. Pins are
/// not seen.
pub(crate) fn loses(board: &Board, m: Move, threshold: i32) -> bool {
    let kind = |square| board.at(square).map(Piece::kind);
    let (Some(mover), to) = (kind(m.from()), m.to()) else { return false };
    // Balance for the side that moved, the moved piece being lost next.
    let mut balance = kind(to).map_or(0, value) + threshold;
    if balance < 0 {
        return true;
    }
    balance -= value(mover);
    if balance >= 0 {
        return false;
    }
    let mut occupied = (board.occupied() ^ Bitboard::of(m.from())) | Bitboard::of(to);
    let mut side = board.side_to_move();
    let us = side;
    loop {
        side = side.other();
        let captors = board.captors(to, occupied, side);
        let Some((kind, from)) = CHEAPEST_FIRST
            .into_iter()
            .find_map(|kind| (captors & board.kind(kind)).first().map(|from| (kind, from)))
        else {
            break;
        };
        occupied ^= Bitboard::of(from);
        if kind == Kind::General && !board.captors(to, occupied, side.other()).is_empty() {
            // It would step into check.
            break;
        }
        // Seen by the side that captures now: what it has if its piece is lost in turn.
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            // It can lose even this piece.
            side = side.other();
            break;
        }
    }
    // The side that cannot, or need not, go on has lost the exchange.
    side == us
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(fen: &str, m: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        let m = Move::new(m[..2].parse().unwrap(), m[2..].parse().unwrap()).unwrap();
        // The least threshold at which it does not lose is the loss.
        (-2000..=2000).find(|&t| !loses(&board, m, t)).map(|t| -t).unwrap()
    }

    #[test]
    fn exchanges() {
        let (rook, horse, cannon, pawn) =
            (value(Kind::Rook), value(Kind::Horse), value(Kind::Cannon), value(Kind::Pawn));
        // An unprotected pawn; one that a rook protects.
        assert_eq!(gain("3k5/9/9/p8/9/9/9/9/R8/4K4 w", "a1a6"), pawn);
        assert_eq!(gain("r2k5/9/9/p8/9/9/9/9/R8/4K4 w", "a1a6"), pawn - rook);
        // Two rooks against one: the second stands behind the first.
        assert_eq!(gain("r2k5/9/9/p8/9/9/9/R8/R8/4K4 w", "a2a6"), pawn);
        // The rook that captures becomes the screen of the cannon behind it.
        assert_eq!(gain("3k5/n8/9/p8/9/9/9/R8/C8/4K4 w", "a2a6"), pawn);
        // A horse protects: the cannon is lost for the horse it took.
        assert_eq!(gain("3k5/9/9/2n6/9/3n5/2P6/9/2C6/4K4 w", "c1c6"), horse - cannon);
        // A move to an empty point can lose the piece.
        assert_eq!(gain("r2k5/9/9/9/9/9/9/9/7R1/4K4 w", "h1a1"), -rook);
    }
}
