//! Random numbers for keys (A. Zobrist, 1970), by SplitMix64: the same on every machine.

use crate::piece::Piece;
use crate::square::Square;

const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static PIECES: [[u64; Square::COUNT]; Piece::INDICES] = {
    let mut table = [[0; Square::COUNT]; Piece::INDICES];
    let mut i = 0;
    while i < Piece::INDICES * Square::COUNT {
        table[i / Square::COUNT][i % Square::COUNT] = mix(i as u64 + 2);
        i += 1;
    }
    table
};

/// In the key when Black is to move.
pub(crate) const SIDE: u64 = mix(1);

/// Of a piece on a point.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index() & (Piece::INDICES - 1)][square.index()]
}
