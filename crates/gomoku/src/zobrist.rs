//! Random numbers from which the keys of positions are made.

use crate::point::{CELLS, Point, Size};
use crate::rule::{Rule, Side};

/// The next number of a sequence (splitmix64, S. Vigna's public domain constants).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static STONES: [[u64; CELLS]; 2] = {
    let mut stones = [[0; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        stones[i / CELLS][i % CELLS] = mix(0x676f_6d6f_6b75 + i as u64);
        i += 1;
    }
    stones
};

/// Changes with the side to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(0x7769_6e64);

#[inline]
pub(crate) fn stone(side: Side, point: Point) -> u64 {
    STONES[side.index()][point.cell()]
}

/// Of an empty board.
pub(crate) const fn start(rule: Rule, size: Size) -> u64 {
    mix(0x62_6f61_7264 + ((rule as u64) << 8) + size.get() as u64)
}
