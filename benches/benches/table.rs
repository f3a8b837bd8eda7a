//! What does the transposition table cost?

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use search_core::tt::{Draft, Entry, Table};
use search_core::{Bound, Depth, Ply, Score};

const KEYS: u64 = 10_000;

/// SplitMix64's step: keys as a good Zobrist hash gives them.
const fn key(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn table(c: &mut Criterion) {
    let mut group = c.benchmark_group("transposition table");
    group.throughput(Throughput::Elements(KEYS));
    for megabytes in [1, 64] {
        let table = Table::new(megabytes).expect("memory");
        let store = || {
            for n in 0..KEYS {
                let draft = Draft::plies(Depth::new((n % 20) as i32));
                let score = Score::evaluation((n % 100) as i32);
                table.store(key(n), Entry::new(None, score, Some(Bound::Exact), draft, Ply::ROOT));
            }
        };
        let probe = || (0..KEYS).filter(|&n| table.probe(key(n)).is_some()).count();
        store();
        assert!(probe() > KEYS as usize * 9 / 10);
        group.bench_function(format!("store, {megabytes} MiB"), |b| b.iter(store));
        group.bench_function(format!("probe, {megabytes} MiB"), |b| b.iter(probe));
    }
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);
