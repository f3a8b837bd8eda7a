//! How fast are xiangqi's moves generated, counted and searched?

use std::ops::ControlFlow::Continue;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use search_core::perft::perft;
use search_core::{Engine, Limits, MoveSet, Options, Position, Stop};
use xiangqi::{Board, Evaluation, START, Xiangqi};

const MIDDLE_GAME: &str =
    "r1bak1b1r/4a4/2n3n2/4c4/p1p1P1p1p/6P2/P1P5P/2N1C1N2/4A4/R1B1KAB1R w - - 0 1";

fn generating(c: &mut Criterion) {
    let mut group = c.benchmark_group("xiangqi moves");
    for (name, fen, noisy) in [("start", START, 2), ("middle game", MIDDLE_GAME, 3)] {
        let board: Board = fen.parse().expect("a position");
        let list = |set| {
            let mut count = 0;
            let _ = board.generate(set, |m| {
                count += usize::from(std::hint::black_box(m).from() != m.to());
                Continue(())
            });
            count
        };
        assert_eq!(list(MoveSet::All) as u64, board.count_moves());
        assert_eq!(list(MoveSet::Noisy), noisy, "{name}");
        group.bench_function(format!("{name}, all"), |b| b.iter(|| list(MoveSet::All)));
        group.bench_function(format!("{name}, noisy"), |b| b.iter(|| list(MoveSet::Noisy)));
        group.bench_function(format!("{name}, counted"), |b| b.iter(|| board.count_moves()));
    }
    group.finish();
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("xiangqi perft");
    group.sample_size(10);
    let board = Board::start();
    let game = Xiangqi::start();
    assert_eq!((perft(&board, 4), perft(&game, 4)), (3_290_240, 3_290_240));
    group.throughput(Throughput::Elements(3_290_240));
    group.bench_function("depth 4, the board alone", |b| b.iter(|| perft(&board, 4)));
    group.bench_function("depth 4, with history", |b| b.iter(|| perft(&game, 4)));
    group.finish();
}

fn searching(c: &mut Criterion) {
    let mut group = c.benchmark_group("xiangqi search");
    group.sample_size(10);
    for (name, fen, depth) in
        [("start, depth 5", START, 5), ("middle game, depth 5", MIDDLE_GAME, 5)]
    {
        let game = Xiangqi::from_fen(fen).expect("a position");
        let mut engine = Engine::new(Evaluation::default(), Options::default()).expect("memory");
        let mut run = || {
            engine.clear();
            engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ()).stats.nodes
        };
        let nodes = run();
        assert_eq!(nodes, run());
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| b.iter(&mut run));
    }
    group.finish();
}

criterion_group!(benches, generating, counting, searching);
criterion_main!(benches);
