//! Moves of xiangqi in each notation: the first line is a FEN and the numbers of moves to
//! play from there, the others are moves as people write them.

use xiangqi::notation::{self, ChineseStyle, Digits, Notation, Script, write_chinese};
use xiangqi::{Board, Move, Xiangqi};

use crate::input::{Input, check_message};

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let first = String::from_utf8_lossy(input.line());
    let (fen, numbers) = first.split_once('|').unwrap_or((&first, ""));
    let mut game = Xiangqi::from_fen(fen).unwrap_or_default();
    for number in numbers.bytes() {
        let moves = game.legal_moves();
        if let Some(&m) = moves.get(usize::from(number) % moves.len().max(1)) {
            game.play(m).expect("a legal move");
        }
    }
    let board = game.board();
    written_moves_are_read(board);
    while !input.is_empty() {
        read_move(board, &String::from_utf8_lossy(input.line()));
    }
}

/// All legal moves, in all notations and styles.
fn written_moves_are_read(board: &Board) {
    let styles = [Script::Simplified, Script::Traditional].into_iter().flat_map(|script| {
        [Digits::Half, Digits::Full].map(|digits| ChineseStyle { script, digits })
    });
    let styles: Vec<ChineseStyle> = styles.collect();
    for m in board.legal_moves() {
        for notation in Notation::ALL {
            is_read(notation, board, &notation::write(notation, board, m), m);
        }
        for &style in &styles {
            is_read(Notation::Chinese, board, &write_chinese(board, m, style), m);
        }
    }
}

fn is_read(notation: Notation, board: &Board, text: &str, m: Move) {
    assert_eq!(notation::parse(notation, board, text), Ok(m), "{notation} {text} on {board}");
    assert_eq!(notation::parse_any(board, text), Ok(m), "{text} on {board}");
}

fn read_move(board: &Board, text: &str) {
    let any = notation::parse_any(board, text);
    if let Err(e) = &any {
        check_message(&e.to_string());
    }
    for notation in Notation::ALL {
        match notation::parse(notation, board, text) {
            Ok(m) => {
                assert!(board.is_legal_move(m), "{text} on {board}");
                // No text has the shape of two notations that disagree.
                assert_eq!(any, Ok(m), "{notation} {text} on {board}");
                is_read(notation, board, &notation::write(notation, board, m), m);
            }
            Err(e) => check_message(&e.to_string()),
        }
    }
}
