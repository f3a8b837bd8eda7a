//! Whatever the types allow: nothing panics, and answers keep their promises.

use proptest::prelude::*;
use search_core::legal_moves;
use tictactoe::{
    Board, Mnk, OpenLines, Potential, Rules, Side, Square, Symmetric, TicTacToe, count,
};

fn rules() -> impl Strategy<Value = Rules> {
    (1..20usize, 1..20usize, 1..20usize)
        .prop_filter_map("rules", |(m, n, k)| Rules::new(m, n, k).ok())
}

/// Everything that a board is asked.
fn ask<B: Symmetric>(board: &B, square: Square, symmetry: usize, bits: u16) {
    let rules = board.rules();
    assert!(board.at(square).is_none() || square.index() < rules.squares());
    let played = board.play(square);
    assert_eq!(played.is_ok(), legal_moves(board).contains(&square), "{board} {square}");
    let _ =
        (played.map_err(|e| e.to_string()), board.winner(), board.is_over(), board.pack(square));
    for side in [Side::X, Side::O] {
        let _ = (board.open_lines(side), board.potential(side), board.completing(side));
    }
    let _ =
        (board.winning_squares(), board.class(), board.frame(), board.images(), board.class_key());
    let _ = (board.image(square, symmetry), board.origin(square, symmetry), rules.name(square));
    let _ = (board.under_threat(), OpenLines::e(board), count(board, 3).map_err(|e| e.to_string()));
    let unpacked = bits.try_into().ok().and_then(|bits| board.unpack(bits));
    assert!(unpacked.is_none_or(|m| legal_moves(board).contains(&m)));
    let _ = search_core::Evaluate::evaluate(&mut Potential, board);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn boards(rules in rules(), stones in prop::collection::vec((any::<u8>(), any::<bool>()), 0..12), moves in prop::collection::vec(any::<u8>(), 0..30), square in any::<u8>(), symmetry in any::<usize>(), bits in any::<u16>(), folding in any::<usize>()) {
        let square = Square::new(square);
        let side = |x| if x { Side::X } else { Side::O };
        let stones: Vec<_> = stones.into_iter().map(|(at, x)| (Square::new(at), side(x))).collect();
        let _ = TicTacToe::with_stones(rules, &stones).map_err(|e| e.to_string());
        if let Ok(board) = Mnk::<u128>::with_stones(rules, &stones) {
            ask(&board, square, symmetry, bits);
        }
        if let Ok(board) = Mnk::<u64>::empty(rules) {
            let mut board = board.with_folding(folding);
            for m in moves.iter().map(|m| Square::new(m % rules.squares() as u8)) {
                board = board.play(m).unwrap_or(board);
            }
            ask(&board, square, symmetry, bits);
        }
        let mut small = TicTacToe::new();
        for &m in &moves {
            small = small.play(Square::new(m % 12)).unwrap_or(small);
        }
        ask(&small, square, symmetry, bits);
    }

    #[test]
    fn any_text(rules in rules(), text in "\\PC{0,30}|[xXoO./_ ]{0,30}|[a-z]{0,4}[0-9]{0,4}", numbers in any::<[usize; 3]>()) {
        let _ = Rules::new(numbers[0], numbers[1], numbers[2]).map_err(|e| e.to_string());
        let _ = (rules.at(numbers[0], numbers[1]), text.parse::<Rules>().map_err(|e| e.to_string()));
        let _ = rules.square(&text).map_err(|e| e.to_string());
        let _ = Mnk::<u128>::parse(rules, &text).map_err(|e| e.to_string());
        let _ = text.parse::<TicTacToe>().map_err(|e| e.to_string());
    }
}
