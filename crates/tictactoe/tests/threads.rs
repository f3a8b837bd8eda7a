//! What one thread proves, two prove as well, and the same.

use search_core::Position;
use search_core::{
    Engine, Limits, NoEvaluation, Options, Outcome, Stop, final_outcome, legal_moves,
};
use tictactoe::{Board, Mnk, Potential, TicTacToe, solve, solver_options};

/// Positions that random games of tic-tac-toe come through.
fn positions() -> Vec<TicTacToe> {
    let mut all = vec![TicTacToe::default()];
    let mut i = 0;
    while i < all.len() {
        let pos = all[i];
        for m in legal_moves(&pos) {
            let child = pos.after(m);
            if final_outcome(&child).is_none() && !all.contains(&child) {
                all.push(child);
            }
        }
        i += 1;
    }
    all
}

/// All of the game, but the positions that are over.
#[test]
fn every_position_of_tic_tac_toe() {
    let engine = |threads| {
        Engine::new(NoEvaluation, Options { hash_mb: 0, threads, ..Options::default() }).unwrap()
    };
    let (mut alone, mut pair) = (engine(1), engine(2));
    let all = positions();
    // 5,478 positions, of which 958 are over.
    assert_eq!(all.len(), 4520);
    for pos in all.iter().step_by(9) {
        let [one, two] = [&mut alone, &mut pair]
            .map(|engine| engine.search(pos, &Limits::default(), &Stop::new(), |_| ()));
        assert!(one.complete && two.complete);
        assert_eq!(one.score, two.score, "{pos:?}");
    }
}

/// Values that are known of these games for long.
#[test]
fn larger_boards() {
    for (rules, value) in [
        ("3,3,3", Outcome::Draw),
        ("4,3,3", Outcome::Win),
        ("4,4,4", Outcome::Draw),
        ("5,4,4", Outcome::Draw),
        ("5,5,4", Outcome::Draw),
        ("6,4,4", Outcome::Draw),
    ] {
        let board = Mnk::<u64>::empty(rules.parse().unwrap()).unwrap();
        for threads in [1, 2] {
            let options = Options { hash_mb: 1, threads, ..solver_options() };
            let mut engine = Engine::new(Potential, options).unwrap();
            let found = solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ());
            assert_eq!(found.value, Some(value), "{rules}, {threads} threads");
        }
    }
}
