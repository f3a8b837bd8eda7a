//! Material and place, kept up move by move.

use super::layout::{MATERIAL, PLACE, TABLE};
use super::pair::Pair;
use super::sink::Sink;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};
use crate::square::Square;

/// The weight of a place: left and right mean the same.
const fn place(kind: Kind, square: Square) -> usize {
    let file = square.file();
    let inward = if file < 4 { file } else { 8 - file };
    PLACE + (kind.index() * Square::RANKS + square.rank()) * 5 + inward
}

/// By piece and point, positive for Red.
static WORTH: [[Pair; Square::COUNT]; Piece::INDICES] = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::INDICES];
    let mut i = 0;
    while i < 7 * Square::COUNT {
        let (kind, square) = (Kind::ALL[i / Square::COUNT], Square::at(i % Square::COUNT));
        let (material, place) = (TABLE[MATERIAL + kind.index()], TABLE[place(kind, square)]);
        let middle = (material.middle() + place.middle()) as i16;
        let end = (material.end() + place.end()) as i16;
        table[Piece::new(Side::Red, kind).index()][square.index()] = Pair::new(middle, end);
        table[Piece::new(Side::Black, kind).index()][square.rotated().index()] =
            Pair::new(-middle, -end);
        i += 1;
    }
    table
};

/// What the features of [`visit`] come to, positive for Red; and how many pieces there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    sum: Pair,
    /// Four bits for each piece, by [`Piece::index`].
    numbers: u64,
}

impl Worth {
    /// Of a board.
    pub fn of(board: &Board) -> Self {
        let mut worth = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.at(square) {
                worth.sum += at(piece, square);
                worth.numbers += 1 << (4 * piece.index());
            }
        }
        worth
    }

    /// After a piece has moved.
    #[inline]
    pub fn shift(&mut self, piece: Piece, m: Move, captured: Option<Piece>) {
        self.sum += at(piece, m.to()) - at(piece, m.from());
        if let Some(captured) = captured {
            self.sum -= at(captured, m.to());
            self.numbers -= 1 << (4 * captured.index());
        }
    }

    /// Both values.
    #[inline]
    pub(super) const fn for_red(self) -> Pair {
        self.sum
    }

    /// How many pieces of a kind a side has.
    #[inline(always)]
    pub(super) const fn number(self, side: Side, kind: Kind) -> usize {
        (self.numbers >> (4 * Piece::new(side, kind).index()) & 15) as usize
    }
}

#[inline]
fn at(piece: Piece, square: Square) -> Pair {
    WORTH[piece.index() & (Piece::INDICES - 1)][square.index()]
}

/// The features of which a [`Worth`] is the sum.
pub(super) fn visit(board: &Board, sink: &mut impl Sink) {
    for square in board.occupied() {
        let Some(piece) = board.at(square) else { continue };
        let (side, kind) = (piece.side(), piece.kind());
        let seen = if side == Side::Red { square } else { square.rotated() };
        sink.add(side, MATERIAL + kind.index(), 1);
        sink.add(side, place(kind, seen), 1);
    }
}
