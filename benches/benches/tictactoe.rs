//! How fast is tic-tac-toe solved, by the generic alpha-beta and by others?

use benches::tictactoe::{by_hand, for_minimax};
use criterion::{Criterion, criterion_group, criterion_main};
use minimax::{Negamax, Strategy};
use search_core::reference::Search;
use search_core::{Engine, Limits, NoEvaluation, Options, Score, Stop};
use tictactoe::TicTacToe;

fn solve(c: &mut Criterion) {
    let start = TicTacToe::new();
    let mut group = c.benchmark_group("tic-tac-toe solved");

    let ours = || Search::new(9, NoEvaluation).negamax(&start);
    let mut hand = by_hand::Plain::default();
    assert_eq!((ours().value, hand.solve()), (0, 0));
    assert_eq!(ours().counts.nodes, hand.nodes);
    group.bench_function("reference negamax", |b| b.iter(ours));
    group.bench_function("by hand", |b| b.iter(|| hand.solve()));

    let alpha_beta = || Search::new(9, NoEvaluation).alpha_beta(&start);
    assert_eq!(alpha_beta().counts.nodes, hand.nodes);
    group.bench_function("reference alpha-beta, MAX and MIN nodes", |b| b.iter(alpha_beta));

    let mut rival = Negamax::new(for_minimax::Nothing, 9);
    rival.choose_move(&start);
    assert_eq!(rival.root_value(), 0);
    group.bench_function("minimax 0.6.0 Negamax", |b| b.iter(|| rival.choose_move(&start)));

    #[cfg(feature = "board-game")]
    {
        use board_game::ai::solver::SolverValue;
        let mut rival = benches::tictactoe::for_board_game::Solver::default();
        assert_eq!((rival.solve(), rival.nodes()), (SolverValue::Draw, hand.nodes));
        group.bench_function("board-game 0.8.2 solver", |b| b.iter(|| rival.solve()));
    }

    let mut engine = Engine::new(NoEvaluation, Options::default()).expect("memory");
    let mut search = || {
        engine.clear();
        engine.search(&start, &Limits::depth(10), &Stop::new(), |_| ())
    };
    let report = search();
    assert_eq!((report.score, report.complete), (Score::DRAW, true));
    group.bench_function("engine", |b| b.iter(&mut search));
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
