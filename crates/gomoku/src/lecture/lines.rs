//! The first player: a sum over the board's lines.

use crate::board::Board;
use crate::rule::Side;

/// The value of the board for a side.
#[must_use]
pub fn value(_board: &Board, _side: Side) -> i32 {
    0
}
