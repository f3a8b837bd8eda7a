//! What do xiangqi's moves cost: all, the noisy ones alone, and counted without being
//! handed out?
//!
//! Lines of play are counted in `perft.rs`, positions searched in `search.rs`.

use std::ops::ControlFlow::Continue;

use criterion::{Criterion, criterion_group, criterion_main};
use search_core::{MoveSet, Position};
use xiangqi::{Board, START};

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

criterion_group!(benches, generating);
criterion_main!(benches);
