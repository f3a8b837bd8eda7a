//! The game of the guide: what is built there keeps what is promised.

#[allow(dead_code, reason = "an example has a `main`")]
#[path = "../examples/connect4.rs"]
mod connect4;

use cli::Game;
use connect4::ConnectFour;
use search_core::conformance::Conformance;
use search_core::{Engine, Heuristics, Limits, Position, ScoreKind, Stop};

const SOURCE: &str = include_str!("../examples/connect4.rs");
const GUIDE: &str = include_str!("../../../docs/guide/write-your-own-game.md");
/// Scores that a solver from outside has found.
const KNOWN: &str = include_str!("../../search-core/tests/data/connect-four.txt");

#[test]
fn it_conforms() {
    let rebuild = |pos: &ConnectFour| ConnectFour { mine: pos.mine, all: pos.all };
    Conformance::new(&ConnectFour::default()).walks(60).rebuild(rebuild).check().unwrap();
}

/// 22 less the number of stones with which the side to move wins, less than 0 if the
/// other does, 0 for a draw.
fn score(pos: &ConnectFour) -> i32 {
    let evaluation = ConnectFour::evaluation("threats").unwrap();
    let mut engine = Engine::new(evaluation, ConnectFour::options()).unwrap();
    let limits = Limits::depth(42 - pos.all.count_ones());
    let report = engine.search(pos, &limits, &Stop::new(), |_| ());
    let stones = |plies: usize| 22 - (pos.all.count_ones() as usize + plies).div_ceil(2) as i32;
    match report.score.kind() {
        ScoreKind::Win { plies } => stones(plies.get()),
        ScoreKind::Loss { plies } => -stones(plies.get()),
        kind => {
            assert_eq!(kind, ScoreKind::Evaluation(0), "drawn, or known");
            0
        }
    }
}

/// All of three sets, from full boards to games that are half played.
#[test]
fn it_solves() {
    let mut count = 0;
    for line in KNOWN.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        let [set, columns, known] = words[..] else { continue };
        if !matches!(set, "endgame_L1" | "midgame_L1" | "midgame_L2") {
            continue;
        }
        let pos = columns.chars().fold(ConnectFour::default(), |pos, column| {
            pos.after(ConnectFour::parse_move(&pos, &column.to_string()).unwrap())
        });
        assert_eq!(score(&pos), known.parse::<i32>().unwrap(), "{line}");
        count += 1;
    }
    assert_eq!(count, 180);
}

/// The guide shows the example, whole and in its order, and it is as short as it says.
#[test]
fn the_guide_shows_it() {
    let mut shown = String::new();
    let mut inside = false;
    for line in GUIDE.lines() {
        match line {
            "```rust,ignore" => inside = true,
            "```" => inside = false,
            _ if inside => shown += &format!("{line}\n"),
            _ => {}
        }
    }
    // Its test is one of these.
    let test = GUIDE.split("```rust, ignore\n").nth(1).and_then(|rest| rest.split("```").next());
    assert!(include_str!("connect4.rs").contains(test.unwrap()));
    let squeeze = |text: &str| {
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (shown, source) = (squeeze(&shown), squeeze(SOURCE));
    for (a, b) in shown.iter().zip(&source) {
        assert_eq!(a, b);
    }
    assert_eq!(shown.len(), source.len());
    assert!(SOURCE.lines().count() < 120);
}
