//! FEN: what is read is a position with all its promises, and comes back as it went.

use search_core::Position;
use xiangqi::{Board, Xiangqi};

use crate::input::check_message;
use crate::rules::xiangqi::check_position;

pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let board = text.parse::<Board>();
    let game = Xiangqi::from_fen(&text);
    let (board, game) = match (board, game) {
        (Ok(board), Ok(game)) => (board, game),
        (Err(one), Err(other)) => {
            assert_eq!(one, other);
            check_message(&one.to_string());
            return;
        }
        (board, game) => panic!("{board:?} but {game:?}"),
    };
    assert_eq!(&board, game.board());
    let written = game.fen();
    let again = Xiangqi::from_fen(&written).unwrap_or_else(|e| panic!("{written}: {e}"));
    assert_eq!(again.fen(), written);
    assert_eq!(again, game);
    assert_eq!(again.key(), game.key());
    assert_eq!(board.to_string().parse(), Ok(board));
    let _ = game.ending();
    check_position(&game);
}
