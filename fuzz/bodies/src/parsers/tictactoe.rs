//! Boards, games and squares of m,n,k: the first line is the game, the second a board, the
//! others are squares.

use tictactoe::{Board, Mnk, Rules, TicTacToe};

use crate::input::{Input, check_message};
use crate::rules::tictactoe::check_board;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let rules = match String::from_utf8_lossy(input.line()).parse::<Rules>() {
        Ok(rules) => {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            rules
        }
        Err(_) => Rules::TIC_TAC_TOE,
    };
    let text = String::from_utf8_lossy(input.line());
    let large = Mnk::<u128>::parse(rules, &text);
    let small = Mnk::<u64>::parse(rules, &text);
    match &large {
        Ok(board) => round_trip(board),
        Err(e) => check_message(&e.to_string()),
    }
    if rules.squares() <= 64 {
        match (&large, &small) {
            (Ok(large), Ok(small)) => {
                round_trip(small);
                assert_eq!(large.to_string(), small.to_string());
            }
            (Err(large), Err(small)) => assert_eq!(large, small),
            _ => panic!("{large:?} but {small:?}"),
        }
    }
    if rules == Rules::TIC_TAC_TOE {
        match (&large, text.parse::<TicTacToe>()) {
            (Ok(large), Ok(board)) => {
                round_trip(&board);
                assert_eq!(large.to_string(), board.to_string());
            }
            (Err(large), Err(board)) => assert_eq!(large, &board),
            (large, board) => panic!("{large:?} but {board:?}"),
        }
    }
    while !input.is_empty() {
        let text = String::from_utf8_lossy(input.line());
        match rules.square(&text) {
            Ok(square) => {
                assert!(square.index() < rules.squares());
                assert_eq!(rules.square(&rules.name(square)), Ok(square));
                if let Ok(board) = &large {
                    let _ = board.play(square).map(|next| round_trip(&next));
                }
            }
            Err(e) => drop(e.to_string()),
        }
    }
}

fn round_trip<B: Board + PartialEq>(board: &B) {
    let again = B::parse(board.rules(), &board.to_string());
    assert!(again.as_ref() == Ok(board), "{again:?} of {board}");
    assert!(again.is_ok_and(|again| again.key() == board.key()));
    check_board(board);
}
