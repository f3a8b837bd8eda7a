//! The lecture's evaluation.

use search_core::Evaluate;

use crate::board::Board;
use crate::square::Side;

/// e(P): the lines still open for X less the lines still open for O, seen by
/// the side to move. A line is open for a side while the opponent has no stone
/// in it.
///
/// The lecture's infinities, for games that are won, come from the outcome;
/// a position that is over is never evaluated.
///
/// ```
/// use tictactoe::{OpenLines, TicTacToe};
/// // X has six open lines, O four.
/// assert_eq!(OpenLines::e(&".O./.X./...".parse::<TicTacToe>()?), 2);
/// # Ok::<(), tictactoe::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl OpenLines {
    /// e(P) as the lecture writes it: for X, whoever moves.
    pub fn e<P: Board>(board: &P) -> i32 {
        board.open_lines(Side::X) as i32 - board.open_lines(Side::O) as i32
    }
}

impl<P: Board> Evaluate<P> for OpenLines {
    fn evaluate(&mut self, board: &P) -> i32 {
        let e = Self::e(board);
        match board.side_to_move() {
            Side::X => e,
            Side::O => -e,
        }
    }
}
