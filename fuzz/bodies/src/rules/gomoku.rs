//! Games of five in a row: rule and size of the board, then a byte for each move, which
//! counts legal points from the last stone outwards.

use gomoku::{Board, Direction, Gomoku, Point, Rank, Rule, Side, Size};
use search_core::{MoveSet, Position};

use super::recursive::Grid;
use crate::input::Input;

/// Longer games show nothing else.
const MOST_PLIES: usize = 80;
/// Take the last move back.
const BACK: u8 = 255;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let rule = Rule::ALL[input.below(Rule::ALL.len())];
    let size = Size::new(5 + input.below(18)).unwrap_or_default();
    let mut game = Gomoku::new(rule, size);
    let mut before = Vec::new();
    for ply in 0..MOST_PLIES {
        let moves = check(&game);
        if ply % 8 == 7 || input.is_empty() {
            check_shapes(&game);
        }
        if input.is_empty() {
            break;
        }
        let byte = input.byte();
        if byte == BACK {
            assert_eq!(game.undo().is_some(), !before.is_empty());
            if let Some(before) = before.pop() {
                assert!(game == before, "{:?} taken back", game.moves());
            }
            continue;
        }
        let Some(point) = pick(&game, moves, byte) else { break };
        before.push(game.clone());
        play(&mut game, point);
    }
    while game.undo().is_some() {}
    assert!(game == Gomoku::new(rule, size), "all taken back");
}

/// A legal point, by its distance from the last stone.
fn pick(game: &Gomoku, mut moves: Vec<Point>, byte: u8) -> Option<Point> {
    let last = game.moves().last().copied().unwrap_or_else(|| game.size().center());
    let distance = |p: &Point| last.x().abs_diff(p.x()).max(last.y().abs_diff(p.y()));
    moves.sort_by_key(distance);
    moves.get(usize::from(byte) % moves.len().max(1)).copied()
}

fn play(game: &mut Gomoku, point: Point) {
    let before = game.clone();
    let after = before.after(point);
    assert!(*game == before);
    game.make(point);
    assert!(*game == after);
    game.unmake(point, ());
    assert!(*game == before, "{point} after {:?} taken back", game.moves());
    game.play(point).expect("a legal move");
    assert!(*game == after);
}

/// Key, winner, forbidden points and moves by what stands on the board; the moves.
fn check(game: &Gomoku) -> Vec<Point> {
    let board = game.board();
    let of = |side| board.occupied().filter(move |s| s.1 == side).map(|s| s.0).collect::<Vec<_>>();
    let (black, white) = (of(Side::Black), of(Side::White));
    let anew = Board::with_stones(board.rule(), board.size(), &black, &white).expect("in turn");
    assert_eq!(anew.key(), game.key(), "{:?}", game.moves());
    assert_eq!(&anew, board, "{:?}", game.moves());

    let grid = Grid::of(board);
    let last = game.moves().last();
    let winner = last.copied().filter(|point| {
        let mover = game.side_to_move().other();
        grid.is_won(point.x(), point.y(), board.rule().overline_wins(mover))
    });
    assert_eq!(board.winner(), winner.map(|_| game.side_to_move().other()), "{:?}", game.moves());
    assert_eq!(game.outcome().is_some(), winner.is_some() || board.vacant().next().is_none());

    let moves = game.legal_moves();
    if winner.is_some() {
        assert!(moves.is_empty());
        return moves;
    }
    let forbids = board.rule() == Rule::Renju && game.side_to_move() == Side::Black;
    let may = |p: &Point| !forbids || grid.forbidden(p.x(), p.y()).is_none();
    let expected: Vec<Point> = board.vacant().filter(may).collect();
    assert_eq!(moves, expected, "{:?}", game.moves());
    assert_eq!(game.count_moves(), moves.len() as u64, "{:?}", game.moves());
    let mut by_sets = Vec::new();
    for set in [MoveSet::Noisy, MoveSet::Quiet] {
        let _ = search_core::for_each_legal(game, set, |m| {
            by_sets.push(m);
            std::ops::ControlFlow::Continue(())
        });
    }
    by_sets.sort();
    let mut sorted = expected;
    sorted.sort();
    assert_eq!(by_sets, sorted, "{:?}", game.moves());
    moves
}

/// Patterns and ranks as they come out when all stones are put anew.
fn check_shapes(game: &Gomoku) {
    let board = game.board();
    let anew = Gomoku::from_board(board.clone());
    for side in [Side::Black, Side::White] {
        for point in board.vacant() {
            for direction in Direction::ALL {
                let pattern = game.pattern(side, point, direction);
                assert_eq!(pattern, board.pattern(side, point, direction), "{:?}", game.moves());
            }
            let rank = game.rank(side, point);
            assert_eq!(rank, anew.rank(side, point), "{point} after {:?}", game.moves());
            if rank != Rank::None {
                assert!(game.points_of(side, rank).contains(point), "{:?}", game.moves());
            }
        }
    }
}
