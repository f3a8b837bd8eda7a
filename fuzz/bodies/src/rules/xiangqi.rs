//! Games of xiangqi: the first line is a FEN, each byte behind it a move.

use search_core::{MoveSet, Ply, Position};
use xiangqi::{Board, Kind, Move, Piece, Reason, Side, Square, Xiangqi};

use super::plain_xiangqi as plain;
use crate::input::Input;

/// Longer games show nothing else.
const MOST_PLIES: usize = 400;
/// Take the last move back.
const BACK: u8 = 255;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let fen = String::from_utf8_lossy(input.line());
    let mut game = Xiangqi::from_fen(&fen).unwrap_or_default();
    let first = game.clone();
    let mut before = Vec::new();
    for _ in 0..MOST_PLIES {
        check_position(&game);
        check_ending(&game);
        if input.is_empty() {
            break;
        }
        let byte = input.byte();
        if byte == BACK {
            assert_eq!(game.undo(), !before.is_empty());
            if let Some(before) = before.pop() {
                assert_eq!(game, before);
            }
            continue;
        }
        let moves = game.legal_moves();
        let Some(&m) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        before.push(game.clone());
        play(&mut game, m);
    }
    assert_eq!(game.first(), first);
    while game.undo() {}
    assert_eq!(game, first);
}

/// Plays a move in all ways there are, which must come to the same.
fn play(game: &mut Xiangqi, m: Move) {
    let gives_check = game.board().gives_check(m);
    let before = game.clone();
    let after = before.after(m);
    game.make(m);
    assert_eq!(*game, after);
    game.unmake(m, ());
    assert_eq!(*game, before);
    assert_eq!(game.key(), before.key());
    game.play(m).expect("a legal move");
    assert_eq!(*game, after);
    assert_eq!(game.board().in_check(), gives_check, "{m} on {}", before.board());
}

/// What the board says of itself against what its text says.
pub(crate) fn check_position(game: &Xiangqi) {
    let board = game.board();
    let text = board.to_string();
    let anew: Board = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(&anew, board);
    assert_eq!(anew.key(), game.key(), "{text}");
    let letters = plain::letters(&text);
    let red = board.side_to_move() == Side::Red;
    assert_eq!(board.in_check(), plain::in_check(&letters, red), "{text}");
    let expected = plain::legal(&letters, red);
    let moves = board.legal_moves();
    let mut found: Vec<String> = moves.iter().map(Move::to_string).collect();
    found.sort();
    assert_eq!(found, expected, "{text}");
    assert_eq!(board.count_moves(), moves.len() as u64, "{text}");
    assert_eq!(board.has_legal_move(), !moves.is_empty(), "{text}");
    let mut by_sets = 0;
    for set in [MoveSet::Noisy, MoveSet::Quiet] {
        let _ = board.generate(set, |m| {
            assert_eq!(set == MoveSet::Noisy, board.at(m.to()).is_some(), "{m} on {text}");
            by_sets += 1;
            std::ops::ControlFlow::Continue(())
        });
    }
    assert_eq!(by_sets, moves.len(), "{text}");
    for &m in &moves {
        let bits = board.pack(m).expect("every move can be stored");
        assert_eq!(board.unpack(bits), Some(m), "{m} on {text}");
    }
    // What is kept up of pieces against the text.
    for square in Square::all() {
        let letter = char::from(letters[square.rank()][square.file()]);
        assert_eq!(board.at(square), Piece::from_letter(letter), "{square} of {text}");
    }
    for kind in Kind::ALL {
        let count = board.pieces(Side::Red, kind).count() + board.pieces(Side::Black, kind).count();
        assert_eq!(board.kind(kind).count(), count, "{text}");
    }
}

/// Mate and stalemate are as the plain generator sees them; verdicts are the same for
/// whoever asks.
fn check_ending(game: &Xiangqi) {
    let has_moves = game.board().has_legal_move();
    match game.ending() {
        None => assert!(has_moves, "{game:?}"),
        Some(ending) => {
            let mated = !has_moves && game.board().in_check();
            match ending.reason {
                Reason::Mate => assert!(mated, "{game:?}"),
                Reason::Stalemate => assert!(!has_moves && !mated, "{game:?}"),
                _ => {}
            }
            if matches!(ending.reason, Reason::Mate | Reason::Stalemate) {
                assert_eq!(ending.winner, Some(game.side_to_move().other()), "{game:?}");
            } else {
                assert!(game.adjudicate(Ply::new(0)).is_some(), "{game:?}");
            }
        }
    }
}
