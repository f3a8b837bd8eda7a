//! PGN: games that are read are legal, and come back as they went in every notation.

use xiangqi::notation::Notation;
use xiangqi::pgn::{self, Game, PgnError};

use crate::input::check_message;

pub(crate) fn run(bytes: &[u8]) {
    match pgn::read_bytes(bytes) {
        Ok(games) => games.for_each(check),
        Err(e) => check_message(&e.to_string()),
    }
}

fn check(game: Result<Game, PgnError>) {
    let game = match game {
        Ok(game) => game,
        Err(e) => {
            check_message(&e.to_string());
            return;
        }
    };
    let mut board = game.start.clone();
    for &m in &game.moves {
        assert!(board.is_legal_move(m), "{m} on {board}");
        search_core::Position::make(&mut board, m);
    }
    assert_eq!(board, game.last_board());
    assert!(game.comments.keys().all(|&plies| plies <= game.moves.len()));
    for notation in Notation::ALL {
        let text = game.write(notation);
        let mut games = pgn::read(&text);
        let again = match games.next() {
            Some(Ok(again)) => again,
            other => panic!("{other:?} of\n{text}"),
        };
        assert!(games.next().is_none(), "more than one game in\n{text}");
        assert_eq!(again.start, game.start, "{text}");
        assert_eq!(again.moves, game.moves, "{text}");
        assert_eq!(again.result, game.result, "{text}");
        assert_eq!(again.comments, game.comments, "{text}");
        assert_eq!(again.quiet_plies, game.quiet_plies, "{text}");
        assert_eq!(again.move_number, game.move_number.max(1), "{text}");
        // What was written once is written so again.
        assert_eq!(again.write(notation), text);
    }
}
