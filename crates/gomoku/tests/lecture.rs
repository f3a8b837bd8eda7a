//! The lecture's two players.

mod common;

use common::{Random, played};
use gomoku::lecture::{lines, windows};
use gomoku::{Board, Evaluation, Gomoku, Point, Rule, Side, Size};
use search_core::reference::Search;
use search_core::{Position, legal_moves};

#[test]
fn the_boards_of_the_lecture() {
    assert_eq!(lines::count(Size::FIFTEEN), 72);
    let windows = |n| windows::Windows::new(Size::new(n).unwrap()).all().len();
    assert_eq!([windows(10), windows(15), windows(20)], [192, 572, 1152]);
}

/// The scores of the lecture's table, read off whole boards.
#[test]
fn the_scores_of_the_table() {
    // A stone of the row is the only one in its column and on its diagonals.
    const OTHER_LINES: i32 = 3 * 10;
    for (row, score) in [
        ("+++*++", 10),
        ("++**++", 100),
        ("+***++", 1_000),
        ("o****+", 10_000),
        ("+****+", 50_000),
        ("+*****+", 100_000),
    ] {
        let mirror: String = row.chars().rev().collect();
        for row in [row, &mirror] {
            let at = |stone| {
                let places = row.bytes().enumerate().filter(move |&(_, b)| b == stone);
                places.map(|(i, _)| Point::new(4 + i, 7).unwrap()).collect::<Vec<_>>()
            };
            let (own, mut others) = (at(b'*'), at(b'o'));
            let in_the_row = others.len();
            // As many stones of either side; those in the corners are worth nothing.
            let corners = ["a1", "o1", "a15", "o15", "b1"];
            let corners = corners.iter().map(|name| Point::parse(name, Size::FIFTEEN).unwrap());
            others.extend(corners.take(own.len() - in_the_row));
            let value = |black: &[Point], white: &[Point], side| {
                let board = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, black, white);
                lines::value(&board.unwrap(), side)
            };
            let expected = score + OTHER_LINES * (own.len() as i32 - in_the_row as i32);
            assert_eq!(value(&own, &others, Side::Black), expected, "{row}");
            assert_eq!(value(&own, &others, Side::White), -expected, "{row}");
            assert_eq!(value(&others, &own, Side::White), expected, "{row}");
        }
    }
}

#[test]
fn minimax_sees_every_point() {
    let game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
    for (depth, leaves) in [(1, 225), (2, 50_400)] {
        let answer = Search::new(depth, Evaluation::Lines).minimax(&game);
        assert_eq!(answer.counts.leaves, leaves);
    }
    // The light board knows the same moves.
    let board = Board::new(Rule::Freestyle, Size::FIFTEEN);
    let value = |board: &Board| lines::value(board, board.side_to_move());
    assert_eq!(Search::new(2, value).minimax(&board).counts.nodes, 1 + 225 + 50_400);
}

/// Both algorithms, which must agree; the nodes of either.
fn nodes_of_both(game: &Gomoku, depth: u32) -> (u64, u64) {
    let full = Search::new(depth, Evaluation::Lines).minimax(game);
    let cut = Search::new(depth, Evaluation::Lines).alpha_beta(game);
    assert_eq!((full.value, full.best), (cut.value, cut.best), "depth {depth}: {game:?}");
    (full.counts.nodes, cut.counts.nodes)
}

#[test]
fn alpha_beta_is_minimax_with_fewer_nodes() {
    for (moves, full, cut) in [
        ("", 50_626, 7_059),
        ("h8i9i8g8h9h7", 47_962, 18_226),
        ("f10d6f4e7f8f6g5e6g6e5e4d7", 45_370, 24_306),
    ] {
        let game = played(Rule::Freestyle, Size::FIFTEEN, moves);
        let points = 1 + game.legal_moves().len() as u64;
        assert_eq!(nodes_of_both(&game, 1), (points, points));
        assert_eq!(nodes_of_both(&game, 2), (full, cut), "{moves}");
    }
    for rule in Rule::ALL {
        for moves in ["j9f5j5f8e9k8k6f7f9", "g3h2c3d3g2g5f6g7g6"] {
            let game = played(rule, Size::FIFTEEN, moves);
            nodes_of_both(&game, 1);
            let (full, cut) = nodes_of_both(&game, 2);
            assert!(cut < full);
        }
    }
    for (size, moves) in [(5, ""), (5, "c3d4c4d3c2"), (6, "c3d4"), (6, "c3d4c4d3b3")] {
        let game = played(Rule::Freestyle, Size::new(size).unwrap(), moves);
        let (full, cut) = nodes_of_both(&game, 3);
        assert!(cut < full);
    }
}

#[test]
fn the_windows_player_beats_chance() {
    for seed in [0x0123_4567_89ab_cdef, 1, 20, 300, 4_000] {
        let mut random = Random(seed);
        for number in 0..20 {
            let player = if number % 2 == 0 { Side::Black } else { Side::White };
            let mut board = Board::new(Rule::ALL[number % 3], Size::FIFTEEN);
            while board.outcome().is_none() {
                let moves = legal_moves(&board);
                let point = if board.side_to_move() == player {
                    windows::choose(&board).unwrap()
                } else {
                    moves[random.below(moves.len())]
                };
                assert!(moves.contains(&point));
                board.make(point);
            }
            assert_eq!(board.winner(), Some(player), "seed {seed}, game {number}: {board:?}");
        }
    }
}

#[test]
fn what_the_windows_player_chooses() {
    let look = |moves| {
        let game = played(Rule::Freestyle, Size::FIFTEEN, moves);
        let look = windows::look(game.board()).unwrap();
        assert_eq!(windows::choose(game.board()), Some(look.point()));
        (look.attacks(), look.point().to_string())
    };
    // A five, where the opponent could make one as well; of two the first.
    assert_eq!(look("d8d4e8e4f8f4g8g4"), (true, "c8".into()));
    // A four of the opponent, closed at one end, is stopped, and an open one as
    // far as it can be; a three of its own goes not before that.
    assert_eq!(look("d8c8e8d4f8e4g8"), (false, "h8".into()));
    assert_eq!(look("d8c3e8d4f8e5g8"), (false, "c8".into()));
    // An open three of its own before one of the opponent; without one it defends.
    assert!(look("d8d4e8e4f8f4").0);
    assert!(!look("d8c4e8n4f8").0);
}

#[test]
fn of_equal_scores_it_attacks_and_takes_the_first() {
    // No stone: both tables are the same. The first point with 20 windows.
    let board = Board::new(Rule::Freestyle, Size::FIFTEEN);
    let look = windows::look(&board).unwrap();
    assert_eq!((look.attack, look.defence), (look.defence, look.attack));
    assert_eq!((look.attacks(), look.point().to_string()), (true, "e11".into()));
    // The stones are each other's image, and so are the tables.
    let game = played(Rule::Freestyle, Size::FIFTEEN, "d4l12");
    let look = windows::look(game.board()).unwrap();
    assert_eq!(look.attack.1, look.defence.1);
    assert_ne!(look.attack.0, look.defence.0);
    assert_eq!((look.attacks(), look.point()), (true, look.attack.0));
}
