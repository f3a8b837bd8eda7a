//! Wins by fours and threats that are known from outside: two threads find them as one does.

mod common;

use common::played;
use gomoku::{Evaluation, Gomoku, Size};
use search_core::{Engine, Heuristics, Limits, Options, Stop};
use serde_json::Value;

/// The positions of a kind.
fn cases(kind: &str) -> Vec<(u64, Gomoku)> {
    let data: Value = serde_json::from_str(include_str!("data/tactics.json")).unwrap();
    let of_kind = data["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind);
    let read = |case: &Value| {
        let size = Size::new(case["size"].as_u64().unwrap() as usize).unwrap();
        let rule = case["rule"].as_str().unwrap().parse().unwrap();
        let game = played(rule, size, case["moves"].as_str().unwrap());
        (case["id"].as_u64().unwrap(), game)
    };
    of_kind.map(read).collect()
}

fn engine(threads: usize) -> Engine<Gomoku, Evaluation> {
    let options = Options { hash_mb: 4, threads, ..Gomoku::options() };
    Engine::new(Evaluation::default(), options).unwrap()
}

/// Wins that are known, by so many plies of search: what either proves is no other result, and
/// most are proved.
fn search(kind: &str, depth: u32, least: u32) {
    let mut proved = [0; 2];
    for (id, game) in cases(kind) {
        for threads in [1, 2] {
            let score =
                engine(threads).search(&game, &Limits::depth(depth), &Stop::new(), |_| ()).score;
            assert!(!score.is_loss(), "{id}, {threads} threads: {score}");
            proved[threads - 1] += u32::from(score.is_win());
        }
    }
    assert!(proved.iter().all(|&n| n >= least), "{proved:?}");
}

#[test]
fn wins_by_fours() {
    search("VCF", 4, 8);
}

#[test]
fn wins_by_threats() {
    search("VCT", 4, 1);
}
