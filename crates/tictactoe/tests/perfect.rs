//! The engine plays perfectly from every position: the shortest win, the longest loss.

use std::collections::BTreeSet;

use search_core::reference::{Search, WIN};
use search_core::{
    Engine, Evaluate, Limits, NoEvaluation, Options, Position, ScoreKind, Stop, legal_moves,
};
use tictactoe::{OpenLines, Potential, TicTacToe};

fn reachable() -> BTreeSet<TicTacToe> {
    let mut all = BTreeSet::new();
    let mut open = vec![TicTacToe::new()];
    while let Some(pos) = open.pop() {
        if all.insert(pos) {
            open.extend(legal_moves(&pos).into_iter().map(|m| pos.after(m)));
        }
    }
    all
}

/// The value for the side to move, as the textbook counts.
fn truth(pos: &TicTacToe) -> i32 {
    Search::new(9, NoEvaluation).alpha_beta(pos).value
}

#[test]
fn every_position_with_one_memory() {
    check(OpenLines);
    check(Potential);
}

fn check(evaluation: impl Evaluate<TicTacToe> + Clone + Send) {
    // The table is kept from one search to the next, as in a game.
    let mut engine = Engine::new(evaluation, Options::default()).unwrap();
    for pos in reachable() {
        let report = engine.search(&pos, &Limits::default(), &Stop::new(), |_| ());
        let told = match report.score.kind() {
            ScoreKind::Win { plies } => WIN - plies.get() as i32,
            ScoreKind::Loss { plies } => plies.get() as i32 - WIN,
            ScoreKind::Evaluation(0) => 0,
            other => panic!("{pos:?}: {other:?} of a game searched to its end"),
        };
        let value = truth(&pos);
        assert_eq!(told, value, "{pos:?}");
        // The move keeps what the score promises, one ply later.
        match report.best() {
            None => assert!(legal_moves(&pos).is_empty(), "{pos:?}"),
            Some(m) => {
                let after = -truth(&pos.after(m));
                assert_eq!(after - after.signum(), value, "{pos:?} {m}");
            }
        }
    }
}
