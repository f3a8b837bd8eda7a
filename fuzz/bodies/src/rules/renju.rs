//! Forbidden points: the first byte is the size of the board, the others are its rows, `x`
//! black and `o` white; other letters are empty points.

use gomoku::{Board, Gomoku, Point, Rule, Size};

use super::recursive::Grid;
use crate::input::Input;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let size = Size::new(5 + input.below(18)).unwrap_or_default();
    if let Some(board) = board(&mut input, size) {
        check(&board);
    }
}

/// The stones of rows, with so many white ones more or less that Black or White can be to
/// move; none where one side has won.
fn board(input: &mut Input<'_>, size: Size) -> Option<Board> {
    let (mut black, mut white, mut vacant) = (Vec::new(), Vec::new(), Vec::new());
    for y in (0..size.get()).rev() {
        let row = input.line();
        for x in 0..size.get() {
            let list = match row.get(x) {
                Some(b'x' | b'X') => &mut black,
                Some(b'o' | b'O') => &mut white,
                _ => &mut vacant,
            };
            list.extend(Point::new(x, y));
        }
    }
    // From the lower right corner: there they disturb least.
    while white.len() < black.len() {
        white.push(vacant.pop()?);
    }
    white.truncate(black.len());
    let board = Board::with_stones(Rule::Renju, size, &black, &white).ok()?;
    board.winner().is_none().then_some(board)
}

pub(crate) fn check(board: &Board) {
    let (grid, game) = (Grid::of(board), Gomoku::from_board(board.clone()));
    for point in board.vacant() {
        let expected = grid.forbidden(point.x(), point.y());
        assert_eq!(board.forbidden(point), expected, "{point} on {board:?}");
        assert_eq!(game.forbidden(point), expected, "{point} on {board:?}");
    }
}
