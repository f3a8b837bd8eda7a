//! Prints the ratios that this project promises, each with its target.
//!
//! The contestants of a line take turns and are timed on the processor, so
//! that a busy machine does not spoil the ratio; see [`benches::side_by_side`].
//! Every answer is checked before the clock starts. Without an argument all
//! groups run, in about ten minutes: `tictactoe`, `connect-four`,
//! `left-to-right`, `iterative`, `scores`, `mnk`; an argument picks one.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "its purpose")]

use benches::side_by_side::{Contestant, race};
use benches::{connect_four as four, mnk, tictactoe as three};
use four::game::{self, ConnectFour};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Replacement, Strategy};
use search_core::reference::Search;
use search_core::{Engine, Limits, NoEvaluation, Options, Outcome, Score, Stop};
use tictactoe::{Board, Mnk, Potential, Rules, TicTacToe, solve, solver_options};

fn main() {
    let wanted = std::env::args().nth(1);
    let groups: [(&str, fn()); 6] = [
        ("tictactoe", tictactoe),
        ("connect-four", connect_four),
        ("left-to-right", left_to_right),
        ("iterative", iterative),
        ("scores", scores),
        ("mnk", mnk),
    ];
    for (name, group) in groups {
        if wanted.as_ref().is_none_or(|w| w == name) {
            group();
        }
    }
}

/// Runs a race and prints how many times as long as ours the others took.
fn report(what: &str, rounds: usize, repeats: u32, all: Vec<(Contestant<'_>, Option<f64>)>) {
    let (contestants, targets): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    println!("\n{what}");
    for (result, target) in race(rounds, repeats, contestants).into_iter().zip(targets) {
        let verdict = target.map_or(String::new(), |target| {
            let word = if result.ratio >= target { "reached" } else { "MISSED" };
            format!("  target {target}: {word}")
        });
        println!("  {:36} {:>12.3?}  x{:<7.3}{verdict}", result.name, result.time, result.ratio);
    }
}

fn tictactoe() {
    let start = TicTacToe::new();
    let ours = || Search::new(9, NoEvaluation).negamax(&start);
    let mut plain = three::by_hand::Plain::default();
    let mut tuned = three::by_hand::Tuned::default();
    let nodes = ours().counts.nodes;
    assert_eq!((ours().value, plain.solve(), tuned.solve()), (0, 0, 0));
    assert_eq!((plain.nodes, tuned.nodes), (nodes, nodes));
    let mut rival = Negamax::new(three::for_minimax::Nothing, 9);
    #[cfg(feature = "board-game")]
    let mut solver = three::for_board_game::Solver::default();
    #[cfg(feature = "board-game")]
    assert_eq!(
        (solver.solve(), solver.nodes()),
        (board_game::ai::solver::SolverValue::Draw, nodes)
    );
    report(
        &format!("tic-tac-toe from the empty board, {nodes} nodes"),
        301,
        20,
        vec![
            (Contestant::new("reference::Search::negamax", ours), None),
            (Contestant::new("by hand", || plain.solve()), Some(0.95)),
            (Contestant::new("by hand, leaves seen from above", || tuned.solve()), None),
            (Contestant::new("minimax 0.6.0 Negamax", || rival.choose_move(&start)), Some(3.7)),
            #[cfg(feature = "board-game")]
            (Contestant::new("board-game 0.8.2 solver", || solver.solve()), None),
        ],
    );
}

fn connect_four() {
    const DEPTH: u32 = 16;
    let start = ConnectFour::default();
    let ours = || Search::new(DEPTH, four::evaluate).negamax(&start);
    let mut plain = four::by_hand::Plain::default();
    let mut tuned = four::by_hand::Tuned::default();
    let mut rival = Negamax::new(four::for_minimax::Lines, DEPTH as u8);
    let answer = ours();
    assert_eq!((plain.solve(DEPTH), plain.nodes), (answer.value, answer.counts.nodes));
    assert_eq!((tuned.solve(DEPTH), tuned.nodes), (answer.value, answer.counts.nodes));
    let _ = rival.choose_move(&start);
    assert_eq!(i32::from(rival.root_value()), answer.value);
    report(
        &format!("Connect Four, alpha-beta to depth {DEPTH}, {} nodes", answer.counts.nodes),
        3,
        1,
        vec![
            (Contestant::new("reference::Search::negamax", ours), None),
            (Contestant::new("by hand", || plain.solve(DEPTH)), Some(0.95)),
            (Contestant::new("by hand, leaves seen from above", || tuned.solve(DEPTH)), None),
            (Contestant::new("minimax 0.6.0 Negamax", || rival.choose_move(&start)), Some(1.6)),
        ],
    );
}

/// The order of the crate `board-game`, whose board is its own.
#[cfg(feature = "board-game")]
fn left_to_right() {
    use four::for_board_game::{LeftToRight, Lines, OpenLines};

    const DEPTH: u32 = 12;
    let start = LeftToRight::default();
    let ours = || Search::new(DEPTH, OpenLines).negamax(&start);
    let mut rival = Lines::new(DEPTH);
    let answer = ours();
    assert_eq!((rival.solve(), rival.nodes()), (answer.value, answer.counts.nodes));
    report(
        &format!(
            "Connect Four from left to right, alpha-beta to depth {DEPTH}, {} nodes",
            answer.counts.nodes
        ),
        3,
        1,
        vec![
            (Contestant::new("reference::Search::negamax", ours), None),
            (Contestant::new("board-game 0.8.2 minimax", || rival.solve()), None),
        ],
    );
}

#[cfg(not(feature = "board-game"))]
fn left_to_right() {
    println!("\nConnect Four from left to right: with `--features board-game`");
}

/// Deeper entries of a table may serve, so the values of two searches need not
/// be the same number; here they are, and it is checked.
fn iterative() {
    const DEPTH: u32 = 22;
    let start = ConnectFour::default();
    let evaluation: fn(&ConnectFour) -> i32 = four::evaluate;
    let options = Options { hash_mb: 64, killers: false, ..Options::default() };
    let mut engine = Engine::new(evaluation, options).expect("64 MiB");
    let mut nodes = 0;
    let ours = || {
        engine.clear();
        let report = engine.search(&start, &Limits::depth(DEPTH), &Stop::new(), |_| ());
        assert_eq!(report.score, Score::evaluation(-1));
        nodes = report.stats.nodes;
    };
    let rival = || {
        let options = IterativeOptions::new()
            .with_table_byte_size(64 << 20)
            .with_replacement_strategy(Replacement::TwoTier);
        let mut rival = IterativeSearch::new(four::for_minimax::Lines, options);
        rival.set_max_depth(DEPTH as u8);
        assert!(rival.choose_move(&start).is_some());
        assert_eq!(rival.root_value(), -1);
    };
    report(
        &format!("Connect Four, iterative deepening to depth {DEPTH}, table of 64 MiB"),
        1,
        1,
        vec![
            (Contestant::new("Engine with the example's candidates", ours), None),
            (Contestant::new("minimax 0.6.0 IterativeSearch", rival), Some(2.0)),
        ],
    );
    println!("  {nodes} nodes");
}

fn scores() {
    let cases = include_str!("../../../crates/search-core/tests/data/connect-four.txt");
    let positions: Vec<(ConnectFour, i32)> = cases
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let pos = ConnectFour::after_columns(words[1]).expect("a game");
            (pos, words[2].parse().expect("a score"))
        })
        .collect();
    let all = || {
        for (pos, score) in &positions {
            assert_eq!(game::score(pos), *score);
        }
    };
    let what = format!("Connect Four, {} exact scores, at most 3 s", positions.len());
    report(&what, 3, 1, vec![(Contestant::new("the example", all), None)]);
}

/// On 6x5 the plain solver outgrows its table and takes minutes: it stays away.
fn mnk() {
    for (rules, value, plain) in
        [("5,5,4", Outcome::Draw, Some(mnk::Plain::new(5, 5, 4))), ("6,5,4", Outcome::Win, None)]
    {
        let board = Mnk::<u64>::empty(rules.parse::<Rules>().expect("rules")).expect("fits");
        let mut engine = Engine::new(Potential, solver_options()).expect("memory");
        let mut ours = || {
            engine.clear();
            solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ())
        };
        let solution = ours();
        assert_eq!(solution.value, Some(value));
        let what = format!("{rules} proved, {} nodes", solution.nodes);
        let ours = (Contestant::new("tictactoe::solve", ours), None);
        let Some(mut plain) = plain else {
            report(&what, 9, 1, vec![ours]);
            continue;
        };
        assert_eq!(plain.solve(), i8::from(value == Outcome::Win));
        let what = format!("{what}; plain solver {}", plain.nodes);
        let plain = (Contestant::new("plain solver", || plain.solve()), Some(5.0));
        report(&what, 1, 1, vec![ours, plain]);
    }
}
