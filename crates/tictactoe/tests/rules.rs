//! The rules of 3x3 and of m,n,k games, against numbers known from elsewhere
//! and against a plain implementation on arrays.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use search_core::{MoveSet, Outcome, Position, final_outcome, legal_moves};
use tictactoe::{
    Board, BoardError, Folded, Mnk, MoveError, Rules, Side, Square, Symmetric, TicTacToe, Word,
};

fn rules(m: usize, n: usize, k: usize) -> Rules {
    Rules::new(m, n, k).expect("a game")
}

/// Every position that play can reach.
fn reachable<P: Board + Symmetric>(root: P) -> Vec<P> {
    let mut seen = HashSet::from([root.to_string()]);
    let mut all = vec![root];
    let mut i = 0;
    while i < all.len() {
        for m in legal_moves(&all[i]) {
            let child = all[i].after(m);
            if seen.insert(child.to_string()) {
                all.push(child);
            }
        }
        i += 1;
    }
    all
}

/// Who has a line, cell by cell.
fn slow_winner<P: Board>(board: &P) -> Option<Side> {
    let rules = board.rules();
    let (m, n) = (rules.columns() as i32, rules.rows() as i32);
    for y in 0..n {
        for x in 0..m {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cell = |i: i32| {
                    let (x, y) = (x + i * dx, y + i * dy);
                    let square = rules.at(usize::try_from(x).ok()?, usize::try_from(y).ok()?)?;
                    board.at(square)
                };
                if let Some(side) = cell(0)
                    && (0..rules.line() as i32).all(|i| cell(i) == Some(side))
                {
                    return Some(side);
                }
            }
        }
    }
    None
}

#[test]
fn the_parser_accepts_exactly_what_play_can_reach() {
    let reachable: HashSet<String> =
        reachable(TicTacToe::new()).iter().map(ToString::to_string).collect();
    assert_eq!(reachable.len(), 5478);
    let mut accepted = 0;
    for mut code in 0..3u32.pow(9) {
        let mut text = String::new();
        for i in 0..9 {
            if i % 3 == 0 && i > 0 {
                text.push('/');
            }
            text.push(['.', 'X', 'O'][(code % 3) as usize]);
            code /= 3;
        }
        let small = text.parse::<TicTacToe>();
        let large = Mnk::<u64>::parse(Rules::TIC_TAC_TOE, &text);
        assert_eq!(small.is_ok(), reachable.contains(&text), "{text}: {small:?}");
        assert_eq!(small.as_ref().err(), large.as_ref().err());
        if let (Ok(small), Ok(large)) = (small, large) {
            accepted += 1;
            assert_eq!(small.to_string(), text);
            same(&small, &large);
            same(&small, &Mnk::<u128>::parse(Rules::TIC_TAC_TOE, &text).expect("fits"));
        }
    }
    assert_eq!(accepted, 5478);
}

/// Two implementations say the same of a position.
fn same<P: Board + Symmetric, Q: Board + Symmetric>(a: &P, b: &Q) {
    assert_eq!(a.to_string(), b.to_string());
    assert_eq!(a.is_over(), final_outcome(a).is_some());
    assert_eq!(a.winner(), slow_winner(a));
    assert_eq!(b.winner(), a.winner());
    assert_eq!(a.side_to_move(), b.side_to_move());
    assert_eq!(a.winning_squares(), b.winning_squares());
    assert_eq!(a.images(), b.images());
    assert_eq!(final_outcome(a), final_outcome(b));
    for side in [Side::X, Side::O] {
        assert_eq!(a.open_lines(side), b.open_lines(side));
    }
    if !a.is_over() {
        for set in [MoveSet::All, MoveSet::Noisy, MoveSet::Quiet] {
            assert_eq!(moves(a, set), moves(b, set), "{a} {set:?}");
        }
        assert_eq!(a.under_threat(), b.under_threat());
    }
}

fn moves<P: Position>(pos: &P, set: MoveSet) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = pos.generate(set, |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    moves
}

#[test]
fn wrong_boards_are_named() {
    let error = |text: &str| text.parse::<TicTacToe>().unwrap_err();
    assert_eq!(
        error("OO./X../...").to_string(),
        "1 X and 2 O: X begins, so there must be as many X as O, or one more"
    );
    assert_eq!(error("XX./.../...").to_string(), BoardError::Counts { x: 2, o: 0 }.to_string());
    assert_eq!(error("XXX/OOO/...").to_string(), BoardError::BothWon.to_string());
    assert_eq!(error("XXX/OO./O..").to_string(), "X has a line, yet O moved after it");
    assert_eq!(error("OOO/XX./XX.").to_string(), "O has a line, yet X moved after it");
    assert_eq!(error("X?./.../...").to_string(), "`?` in row 1 is no square: expected X, O or .");
    assert_eq!(
        error("X\r./.../...").to_string(),
        r"`\r` in row 1 is no square: expected X, O or ."
    );
    assert_eq!(error("X../.../..é").to_string(), "`é` in row 3 is no square: expected X, O or .");
    assert_eq!(
        error("").to_string(),
        "the board is empty text: expected 3 rows, with / between them"
    );
    assert_eq!(error("XO").to_string(), "the board has 1 row: expected 3, with / between them");
    assert_eq!(error("X../.../....").to_string(), "row 3 has 4 squares: expected 3");
    // Two lines by different stones cannot have come at once.
    let two = Mnk::<u64>::parse(rules(3, 3, 2), "XXX/OOX/OO.");
    assert!(matches!(two, Err(BoardError::BothWon)), "{two:?}");
    let two = Mnk::<u64>::parse(rules(5, 2, 2), "XX.XX/O.O.O");
    assert_eq!(two, Err(BoardError::TooManyLines { winner: Side::X }));
    let stones = [(Square::new(4), Side::X), (Square::new(4), Side::O)];
    let twice = TicTacToe::with_stones(Rules::TIC_TAC_TOE, &stones).unwrap_err();
    assert_eq!(twice.to_string(), "square 4 is taken by X");
    assert!(TicTacToe::with_stones(rules(4, 3, 3), &[]).is_err());
    assert!(Mnk::<u64>::empty(rules(9, 8, 5)).is_err());
    assert!(Mnk::<u128>::empty(rules(9, 8, 5)).is_ok());
}

/// Small letters, `_` and spaces are as good.
#[test]
fn boards_are_read_kindly() {
    let board: TicTacToe = " xo_ / .X. / ... ".parse().expect("a board");
    assert_eq!(board.to_string(), "XO./.X./...");
}

#[test]
fn a_double_line_is_one_win() {
    let board: TicTacToe = "XOO/XOX/XXO".parse().expect("reachable");
    assert_eq!(board.winner(), Some(Side::X));
    let board: TicTacToe = "XXX/OXO/XOO".parse().expect("both lines share a corner");
    assert_eq!(board.winning_squares().len(), 5);
    assert_eq!(board.winner(), Some(Side::X));
}

#[test]
fn a_wrong_move_is_an_error_and_changes_nothing() {
    let board: TicTacToe = "XO./.X./...".parse().expect("a board");
    let before = board;
    let occupied = MoveError::Occupied { square: Square::new(1), by: Side::O };
    assert_eq!(board.play(Square::new(1)), Err(occupied));
    assert_eq!(
        board.play(Square::new(9)),
        Err(MoveError::Outside { square: Square::new(9), last: 8 })
    );
    assert_eq!(
        board.play(Square::new(255)).unwrap_err().to_string(),
        "square 255 lies outside the board: it has 0 to 8"
    );
    assert_eq!(board, before);
    let over = board.play(Square::new(2)).and_then(|b| b.play(Square::new(8)));
    assert_eq!(over, Ok("XOO/.X./..X".parse().expect("won")));
    assert_eq!(over.and_then(|b| b.play(Square::new(3))), Err(MoveError::Over));
}

/// Make and unmake, keys and moves in the table, along random games.
fn walk<B: Word>(rules: Rules, folding: usize, choices: &[usize]) {
    let mut board = Mnk::<B>::empty(rules).expect("fits").with_folding(folding);
    let mut path = Vec::new();
    for &choice in choices {
        assert_eq!(board.winner(), slow_winner(&board));
        assert_eq!(board.outcome().is_some(), board.is_over());
        let all = legal_moves(&board);
        if all.is_empty() {
            break;
        }
        let split = [MoveSet::Noisy, MoveSet::Quiet].map(|set| moves(&board, set));
        let mut joined = split.concat();
        joined.sort();
        assert_eq!(joined, all);
        let noisy = all
            .iter()
            .filter(|&&m| [Side::X, Side::O].iter().any(|&side| completes(&board, m, side)));
        assert_eq!(split[0], noisy.copied().collect::<Vec<_>>(), "{board}");
        for &m in &all {
            let bits = board.pack(m).expect("storable");
            assert_eq!(board.unpack(bits), Some(m));
        }
        let m = all[choice % all.len()];
        path.push((board, m));
        board.make(m);
        let stones: Vec<_> = (0..rules.squares())
            .filter_map(|i| Some((Square::new(i as u8), board.at(Square::new(i as u8))?)))
            .collect();
        let built = Mnk::<B>::with_stones(rules, &stones).expect("reachable");
        assert_eq!(built.with_folding(folding), board);
        assert_eq!(path.last().map(|(b, m)| b.after(*m)), Some(board));
    }
    for (before, m) in path.into_iter().rev() {
        let undo = before;
        board.unmake(m, undo);
        assert_eq!(board, before);
    }
}

/// Whether a stone of this side would complete a line.
fn completes<P: Board>(board: &P, m: Square, side: Side) -> bool {
    let rules = board.rules();
    let (m_, n) = (rules.columns() as i32, rules.rows() as i32);
    let (x0, y0) = (m.index() as i32 % m_, m.index() as i32 / m_);
    [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|(dx, dy)| {
        let run = |sign: i32| {
            (1..)
                .take_while(|i| {
                    let (x, y) = (x0 + sign * i * dx, y0 + sign * i * dy);
                    (0..m_).contains(&x)
                        && (0..n).contains(&y)
                        && rules.at(x as usize, y as usize).and_then(|s| board.at(s)) == Some(side)
                })
                .count()
        };
        run(1) + run(-1) + 1 >= rules.line()
    })
}

/// An image of the board, built from its text.
fn image<B: Word>(board: &Mnk<B>, symmetry: usize) -> Mnk<B> {
    let rules = board.rules();
    let stones: Vec<_> = (0..rules.squares())
        .filter_map(|i| {
            let square = Square::new(i as u8);
            Some((board.image(square, symmetry)?, board.at(square)?))
        })
        .collect();
    Mnk::with_stones(rules, &stones).expect("an image is a position")
}

fn sizes() -> impl Strategy<Value = Rules> {
    (1usize..=9, 1usize..=9, 1usize..=6)
        .prop_filter_map("no line fits", |(m, n, k)| Rules::new(m, n, k).ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn moves_are_taken_back(
        rules in sizes(),
        folding in 0usize..90,
        choices in prop::collection::vec(0usize..1000, 0..81),
    ) {
        if rules.squares() <= 64 {
            walk::<u64>(rules, folding, &choices);
        }
        walk::<u128>(rules, folding, &choices);
    }

    #[test]
    fn images_share_key_and_stored_move(
        rules in sizes(),
        choices in prop::collection::vec(0usize..1000, 0..30),
    ) {
        let mut board = Mnk::<u128>::empty(rules).expect("fits");
        for choice in choices {
            let all = legal_moves(&board);
            if all.is_empty() {
                break;
            }
            board.make(all[choice % all.len()]);
        }
        let symmetries = if rules.columns() == rules.rows() { 8 } else { 4 };
        for s in 0..symmetries {
            let other = image(&board, s);
            prop_assert_eq!(other.key(), board.key());
            prop_assert_eq!(other.class(), board.class());
            for m in legal_moves(&board) {
                let bits = board.pack(m).expect("storable");
                let moved = other.unpack(bits).expect("free there too");
                // The same move: it leads to an image of the same position.
                prop_assert_eq!(other.after(moved).class(), board.after(m).class());
                let folded = Folded(other).unpack(Folded(board).pack(m).expect("storable"));
                let folded = folded.expect("free there too");
                prop_assert_eq!(other.after(folded).class(), board.after(m).class());
            }
        }
        // Unfolded, only the position itself has its key.
        let plain = board.with_folding(0);
        for s in 0..symmetries {
            let other = image(&board, s).with_folding(0);
            prop_assert_eq!(other.key() == plain.key(), other == plain);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[XO./x_ ]{0,14}|\\PC{0,20}") {
        if let Ok(board) = text.parse::<TicTacToe>() {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
        let _ = text.parse::<Rules>();
        let _ = rules(5, 4, 3).square(&text);
    }
}

#[test]
fn keys_tell_all_classes_of_3x3_apart() {
    let all = reachable(TicTacToe::new());
    let keys: HashSet<u64> = all.iter().map(Position::key).collect();
    assert_eq!(keys.len(), 5478);
    let folded: HashSet<u64> = all.iter().map(|p| Folded(*p).key()).collect();
    assert_eq!(folded.len(), 765);
    let all = reachable(Mnk::<u64>::empty(Rules::TIC_TAC_TOE).expect("fits"));
    let keys: HashSet<u64> = all.iter().map(Position::key).collect();
    assert_eq!(keys.len(), 765);
    let keys: HashSet<u64> = all.iter().map(|p| p.with_folding(0).key()).collect();
    assert_eq!(keys.len(), 5478);
}

#[test]
fn a_full_board_is_drawn() {
    let board: TicTacToe = "XOX/XOO/OXX".parse().expect("full");
    assert_eq!(final_outcome(&board), Some(Outcome::Draw));
    assert!(board.is_over());
    assert_eq!(legal_moves(&board), []);
}
