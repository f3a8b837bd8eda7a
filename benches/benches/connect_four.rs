//! How fast is Connect Four searched, by the generic core and by others?

use benches::connect_four::{by_hand, evaluate, for_minimax, game};
use criterion::{Criterion, criterion_group, criterion_main};
use game::ConnectFour;
use minimax::{IterativeOptions, IterativeSearch, Negamax, Replacement, Strategy};
use search_core::reference::Search;
use search_core::{Engine, Limits, Options, Stop};

/// Small enough for many samples; the ratios to depth 16 and 22 are printed by `ratio`.
const DEPTH: u32 = 10;

fn alpha_beta(c: &mut Criterion) {
    let start = ConnectFour::default();
    let mut group = c.benchmark_group("Connect Four, alpha-beta to depth 10");
    group.sample_size(20);

    let ours = || Search::new(DEPTH, evaluate).negamax(&start);
    let mut hand = by_hand::Plain::default();
    let answer = ours();
    assert_eq!((hand.solve(DEPTH), hand.nodes), (answer.value, answer.counts.nodes));
    group.bench_function("reference negamax", |b| b.iter(ours));
    group.bench_function("by hand", |b| b.iter(|| hand.solve(DEPTH)));

    let mut rival = Negamax::new(for_minimax::Lines, DEPTH as u8);
    rival.choose_move(&start);
    assert_eq!(i32::from(rival.root_value()), answer.value);
    group.bench_function("minimax 0.6.0 Negamax", |b| b.iter(|| rival.choose_move(&start)));
    group.finish();
}

/// The crate `board-game` plays on its own board, whose columns go from left to right:
/// so do ours here, and both visit the same nodes, many more than from the middle outwards.
#[cfg(feature = "board-game")]
fn left_to_right(c: &mut Criterion) {
    use benches::connect_four::for_board_game::{LeftToRight, Lines, OpenLines};

    const DEPTH: u32 = 8;
    let start = LeftToRight::default();
    let mut group = c.benchmark_group("Connect Four from left to right, alpha-beta to depth 8");
    group.sample_size(20);

    let ours = || Search::new(DEPTH, OpenLines).negamax(&start);
    let mut rival = Lines::new(DEPTH);
    let answer = ours();
    assert_eq!((rival.solve(), rival.nodes()), (answer.value, answer.counts.nodes));
    group.bench_function("reference negamax", |b| b.iter(ours));
    group.bench_function("board-game 0.8.2 minimax", |b| b.iter(|| rival.solve()));
    group.finish();
}

fn iterative(c: &mut Criterion) {
    let start = ConnectFour::default();
    let mut group = c.benchmark_group("Connect Four, iterative deepening to depth 12");
    group.sample_size(10);

    let evaluation: fn(&ConnectFour) -> i32 = evaluate;
    let mut value = None;
    for (name, narrow) in [("engine, candidates", true), ("engine, all moves", false)] {
        let options = Options { hash_mb: 64, narrow, ..Options::default() };
        let mut engine = Engine::new(evaluation, options).expect("64 MiB");
        let mut search = || {
            engine.clear();
            engine.search(&start, &Limits::depth(12), &Stop::new(), |_| ()).score
        };
        // Forced replies are no opinion: the value stays.
        assert_eq!(*value.get_or_insert_with(&mut search), search());
        group.bench_function(name, |b| b.iter(&mut search));
    }
    group.bench_function("minimax 0.6.0 IterativeSearch", |b| {
        b.iter(|| {
            let options = IterativeOptions::new()
                .with_table_byte_size(64 << 20)
                .with_replacement_strategy(Replacement::TwoTier);
            let mut rival = IterativeSearch::new(for_minimax::Lines, options);
            rival.set_max_depth(12);
            rival.choose_move(&start)
        });
    });
    group.finish();
}

#[cfg(not(feature = "board-game"))]
const fn left_to_right(_: &mut Criterion) {}

criterion_group!(benches, alpha_beta, left_to_right, iterative);
criterion_main!(benches);
