//! The engine search on 3x3 and m,n,k: against the textbook algorithms on
//! every position, and against known values of small games.

use std::collections::HashSet;

use search_core::conformance::Conformance;
use search_core::reference::{Search, WIN};
use search_core::{
    Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Outcome, Ply, Position, Score,
    ScoreKind, Stop, final_outcome, legal_moves,
};
use tictactoe::{
    Board, Folded, Mnk, OpenLines, Potential, Rules, Solution, Square, TicTacToe, solve,
    solver_options,
};

fn empty(m: usize, n: usize, k: usize) -> Mnk<u64> {
    Mnk::empty(Rules::new(m, n, k).expect("a game")).expect("fits")
}

/// Every position that play can reach.
fn reachable<P: Board>(root: P) -> Vec<P> {
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

/// The value for the side to move with its distance, as the textbook counts.
fn truth<P: Board>(board: &P) -> Score {
    match Search::new(9, NoEvaluation).alpha_beta(board).value {
        0 => Score::DRAW,
        v if v > 0 => Score::win_at(Ply::new((WIN - v) as usize)),
        v => Score::loss_at(Ply::new((WIN + v) as usize)),
    }
}

fn engine<P, E>(evaluation: E, options: Options) -> Engine<P, E>
where
    P: Heuristics + Send,
    E: Evaluate<P> + Clone + Send,
{
    Engine::new(evaluation, Options { hash_mb: 1, ..options }).expect("memory for a table")
}

/// One engine for all positions, its table kept: values and moves are right
/// at every one, with proofs and forced replies, and the value of the move
/// chosen is the value told.
fn right_everywhere<P, E>(start: P, evaluation: E, options: Options)
where
    P: Board + Send,
    E: Evaluate<P> + Clone + Send,
{
    // A table entry that serves one depth alone does not tell how deep it saw.
    let complete = !options.exact_draft;
    let mut engine = engine(evaluation, options);
    for board in reachable(start) {
        // A ply more than the board has squares shows that it is full.
        let limits = Limits::depth(board.rules().squares() as u32 + 1);
        let report = engine.search(&board, &limits, &Stop::new(), |_| ());
        let value = truth(&board);
        if board.is_over() {
            assert_eq!(report.best(), None, "{board}");
            continue;
        }
        assert!(report.complete || !complete, "{board}");
        assert_eq!(report.score, value, "{board}");
        let best = report.best().expect("a move");
        assert_eq!(-truth(&board.after(best)), shifted(value), "{board} {best}");
    }
}

/// A score of a parent as its child counts: one ply less.
fn shifted(score: Score) -> Score {
    match score.kind() {
        ScoreKind::Win { plies } => Score::win_at(Ply::new(plies.get() - 1)),
        ScoreKind::Loss { plies } => Score::loss_at(Ply::new(plies.get() - 1)),
        _ => score,
    }
}

#[test]
fn the_engine_is_right_on_every_position() {
    let start = TicTacToe::new();
    right_everywhere(start, NoEvaluation, Options::exact());
    right_everywhere(start, NoEvaluation, Options::default());
    right_everywhere(start, OpenLines, Options { table: false, ..Options::default() });
    right_everywhere(start, Potential, Options::default());
    right_everywhere(start, Potential, solver_options());
}

#[test]
fn so_it_is_on_general_and_folded_boards() {
    right_everywhere(empty(3, 3, 3), Potential, Options::default());
    right_everywhere(empty(3, 3, 3).with_folding(0), Potential, Options::default());
    right_everywhere(empty(3, 3, 2), Potential, Options::default());
    right_everywhere(empty(4, 2, 2), Potential, Options::default());
    right_everywhere(Folded(TicTacToe::new()), Potential, Options::default());
    right_everywhere(Folded(empty(3, 3, 3)), OpenLines, Options::default());
}

/// Narrow windows: whatever the window, the answer is on the right side of it.
#[test]
fn algorithms_agree_on_every_position_and_window() {
    let mut table = engine(NoEvaluation, Options::default());
    for board in reachable(TicTacToe::new()) {
        let mut search = Search::new(9, NoEvaluation);
        let minimax = search.minimax(&board);
        assert_eq!(search.alpha_beta(&board).value, minimax.value);
        assert_eq!(search.negamax(&board).value, minimax.value);
        for (low, high) in [(-1, 0), (0, 1), (-1, 1), (1, WIN - 1), (-WIN + 1, -1)] {
            let narrow = search.negamax_within(&board, low, high).value;
            assert_eq!(narrow, minimax.value.clamp(low, high), "{board} {low}..{high}");
        }
        if board.is_over() {
            continue;
        }
        let value = truth(&board);
        for (low, high) in [(Score::DRAW - 1, Score::DRAW), (Score::DRAW, Score::DRAW + 1)] {
            let limits = Limits { window: Some((low, high)), ..Limits::depth(10) };
            let score = table.search(&board, &limits, &Stop::new(), |_| ()).score;
            assert_eq!(score <= low, value <= low, "{board} {score} {value}");
            assert_eq!(score >= high, value >= high, "{board} {score} {value}");
        }
    }
}

/// Proofs by potential, by threats and by narrowing, against minimax.
#[test]
fn proofs_are_true_on_every_position() {
    fn check<P: Board>(start: P) -> (usize, usize) {
        let (mut proofs, mut all) = (0, 0);
        for board in reachable(start).into_iter().filter(|b| !b.is_over()) {
            all += 1;
            let Some(proof) = Potential.probe(&mut board.clone(), 0).0 else { continue };
            proofs += 1;
            let value = truth(&board);
            let told = Score::proved(proof.outcome, Ply::ROOT, proof.plies);
            match proof.bound {
                search_core::ProofBound::Exact => assert_eq!(told, value, "{board}"),
                search_core::ProofBound::AtLeast => assert!(value >= told, "{board}"),
                search_core::ProofBound::AtMost => assert!(value <= told, "{board}"),
            }
            if let Some(best) = proof.best {
                assert_eq!(-truth(&board.after(best)), shifted(value), "{board} {best}");
            }
        }
        (proofs, all)
    }
    let (proofs, all) = check(TicTacToe::new());
    assert!(proofs * 10 > all * 9, "{proofs} of {all}");
    for (m, n, k) in [(3, 3, 3), (3, 3, 2), (4, 2, 2), (4, 2, 3), (5, 1, 3), (4, 2, 4)] {
        let (proofs, _) = check(empty(m, n, k));
        assert!(proofs > 0);
    }
    check(Folded(TicTacToe::new()));
}

/// A program that took any winning move could put off the win for ever.
#[test]
fn the_only_win_in_one_is_taken() {
    let board: TicTacToe = "XOX/.O./X..".parse().expect("a position");
    let report = engine(OpenLines, Options::default()).search(
        &board,
        &Limits::default(),
        &Stop::new(),
        |_| (),
    );
    // The middle of the lowest row; 8 for those who count from 1.
    assert_eq!(report.best(), Some(Square::new(7)));
    assert_eq!(report.score.kind(), ScoreKind::Win { plies: Ply::new(1) });
}

/// Where all is lost, the loss is put off: to the longest that minimax knows,
/// although shorter ones are to be had.
#[test]
fn losses_are_put_off() {
    let mut engine = engine(OpenLines, Options::default());
    let mut different = 0;
    for board in reachable(TicTacToe::new()).into_iter().filter(|b| !b.is_over()) {
        let value = truth(&board);
        if !value.is_loss() {
            continue;
        }
        let all: HashSet<Score> =
            legal_moves(&board).into_iter().map(|m| -truth(&board.after(m))).collect();
        different += usize::from(all.len() > 1);
        let report = engine.search(&board, &Limits::default(), &Stop::new(), |_| ());
        assert_eq!(report.score, value);
        let best = report.best().expect("a move");
        let longest = all.iter().max().copied();
        assert_eq!(Some(-truth(&board.after(best))), longest, "{board}");
    }
    assert!(different > 100, "{different}");
}

#[test]
fn two_engines_draw_in_nine_plies() {
    for options in [Options::default(), Options::exact()] {
        let mut engine = engine(OpenLines, options);
        let mut board = TicTacToe::new();
        while !board.is_over() {
            let report = engine.search(&board, &Limits::depth(9), &Stop::new(), |_| ());
            board = board.play(report.best().expect("a move")).expect("a legal one");
        }
        assert_eq!((board.stones(), final_outcome(&board)), (9, Some(Outcome::Draw)));
    }
}

/// No single reply beats the engine, on either side.
#[test]
fn the_engine_never_loses() {
    fn play(
        engine: &mut Engine<TicTacToe, OpenLines>,
        board: TicTacToe,
        engines_turn: bool,
        lost: &mut u32,
    ) {
        if board.is_over() {
            // Whoever moved last won, if anybody did.
            *lost += u32::from(board.winner().is_some() && engines_turn);
        } else if engines_turn {
            let report = engine.search(&board, &Limits::default(), &Stop::new(), |_| ());
            play(engine, board.after(report.best().expect("a move")), false, lost);
        } else {
            for m in legal_moves(&board) {
                play(engine, board.after(m), true, lost);
            }
        }
    }
    let mut engine = engine(OpenLines, Options::default());
    for engines_turn in [true, false] {
        let mut lost = 0;
        play(&mut engine, TicTacToe::new(), engines_turn, &mut lost);
        assert_eq!(lost, 0);
    }
}

fn solved<P: Board + Send>(board: &P) -> Solution {
    let mut engine = Engine::new(Potential, solver_options()).expect("memory for a table");
    solve(&mut engine, board, &Limits::default(), &Stop::new(), |_| ())
}

/// Known values; see J. W. H. M. Uiterwijk and H. J. van den Herik, "The
/// advantage of the initiative", Information Sciences 122 (2000).
#[test]
fn small_games_have_their_known_values() {
    use Outcome::{Draw, Win};
    for (m, n, k, value, nodes) in [
        (3, 3, 3, Draw, 1_000),
        (4, 3, 3, Win, 1_000),
        (3, 4, 3, Win, 1_000),
        (3, 2, 3, Draw, 100),
        (2, 2, 2, Win, 100),
        (5, 1, 3, Draw, 100),
        (4, 4, 4, Draw, 100),
        (5, 4, 4, Draw, 20_000),
        (5, 5, 4, Draw, 150_000),
        (6, 5, 4, Win, 50_000),
        (5, 5, 5, Draw, 100),
        (1, 1, 1, Win, 10),
    ] {
        let solution = solved(&empty(m, n, k));
        assert_eq!(solution.value, Some(value), "{m},{n},{k}");
        assert!(solution.nodes <= nodes, "{m},{n},{k}: {} nodes", solution.nodes);
        assert!(!solution.line.is_empty());
    }
    assert_eq!(solved(&TicTacToe::new()).value, Some(Draw));
    let wide = Mnk::<u128>::empty(Rules::new(11, 11, 4).expect("a game")).expect("fits");
    assert_eq!(solved(&wide).value, Some(Win));
}

/// Proofs, narrowing and folding, against a search that has none of them.
#[test]
fn all_tiny_games_are_worth_what_alpha_beta_says() {
    let mut games = 0;
    for (m, n, k) in (1..=9).flat_map(|m| (1..=9).map(move |n| (m, n))).flat_map(|(m, n)| {
        (1..=9).map(move |k| (m, n, k)).filter(|&(m, n, k)| m * n <= 9 && k <= m.max(n))
    }) {
        let board = empty(m, n, k);
        let value = truth(&board);
        let expected = if value.is_win() { Outcome::Win } else { Outcome::Draw };
        assert!(!value.is_loss(), "a stone more never hurts, so the first player does not lose");
        assert_eq!(solved(&board).value, Some(expected), "{m},{n},{k}");
        games += 1;
    }
    assert_eq!(games, 108);
}

#[test]
fn solving_is_right_on_every_position_and_in_limits() {
    let mut engine = engine(Potential, solver_options());
    for board in reachable(TicTacToe::new()) {
        let solution = solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ());
        let value = truth(&board);
        let expected = if value.is_win() {
            Outcome::Win
        } else if value.is_loss() {
            Outcome::Loss
        } else {
            Outcome::Draw
        };
        assert_eq!(solution.value, Some(expected), "{board}");
        assert_eq!(solution.cannot_win, expected != Outcome::Win);
        assert_eq!(solution.cannot_lose, expected != Outcome::Loss);
        assert_eq!(solution.line.is_empty(), board.is_over());
    }
    let mut engine = self::engine(Potential, solver_options());
    let unknown = solve(&mut engine, &empty(8, 8, 5), &Limits::nodes(2_000), &Stop::new(), |_| ());
    assert_eq!((unknown.value, unknown.cannot_win, unknown.cannot_lose), (None, false, false));
    assert!(unknown.nodes <= 2_000);
}

fn rebuilt<P: Board>(board: &P) -> P {
    P::parse(board.rules(), &board.to_string()).expect("what it printed")
}

fn conforms<P: Board + PartialEq>(start: &P, rebuild: fn(&P) -> P) {
    let seen = Conformance::new(start).rebuild(rebuild).check();
    assert!(seen.is_ok(), "{start}: {seen:?}");
}

#[test]
fn every_board_keeps_the_promises_of_a_position() {
    conforms(&TicTacToe::new(), rebuilt);
    conforms(&Folded(TicTacToe::new()), rebuilt);
    for (m, n, k) in [(3, 3, 3), (4, 3, 3), (5, 1, 3), (1, 1, 1), (6, 5, 4), (8, 8, 5)] {
        conforms(&empty(m, n, k), rebuilt);
        conforms(&empty(m, n, k).with_folding(0), |board| rebuilt(board).with_folding(0));
        conforms(&empty(m, n, k).with_folding(5), |board| rebuilt(board).with_folding(5));
    }
    conforms(&Folded(empty(4, 4, 3)), rebuilt);
    let wide = Mnk::<u128>::empty(Rules::new(11, 11, 5).expect("a game")).expect("fits");
    conforms(&wide, rebuilt);
}
