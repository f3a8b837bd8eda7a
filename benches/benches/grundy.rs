//! How fast are values of Grundy's game and of octal games computed, and positions solved?
#![allow(missing_docs, reason = "criterion's macros make an undocumented function")]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use grundy::octal::OctalValues;
use grundy::record::{Computation, RUN, Sparse, Vectors};

/// From 2^18 on, where both methods have done with the beginning.
fn values(c: &mut Criterion) {
    let start = Computation::start();
    let sparse = start.beginning().clone();
    let advance = |runs: u64, vectors| {
        let mut computation = start.clone();
        let never = AtomicBool::new(false);
        computation.advance(runs * RUN, vectors, &never, &mut |_| ()).expect("a value");
        computation
    };
    let mut plain: Sparse = sparse.clone();
    let next: Vec<u16> = (0..2000).map(|_| plain.step()).collect();
    let fast = advance(1, Vectors::detected());
    assert!((1 << 18..).zip(&next).all(|(n, &value)| fast.value(n) == Some(value)));

    let mut group = c.benchmark_group("grundy values");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    group.throughput(Throughput::Elements(2000));
    group.bench_function("plain sparse-space method", |b| {
        let steps = |mut sparse: Sparse| (0..2000).map(|_| u64::from(sparse.step())).sum::<u64>();
        b.iter_batched(|| sparse.clone(), steps, BatchSize::LargeInput);
    });
    for (name, runs, vectors) in
        [("runs, portable", 400, Vectors::Portable), ("runs", 1000, Vectors::detected())]
    {
        group.throughput(Throughput::Elements(runs * RUN));
        group.bench_function(name, |b| b.iter(|| advance(runs, vectors).tally().checksum()));
    }
    group.finish();
}

fn octal(c: &mut Criterion) {
    let mut group = c.benchmark_group("octal games");
    group.sample_size(10);
    group.bench_function("proof of the period of .16", |b| {
        b.iter(|| {
            let mut values = OctalValues::new(".16".parse().expect("a code"));
            let found = values.advance_to_proof(1 << 20, &mut |_| ()).expect("small values");
            assert_eq!(found.map(|found| found.period), Some(149_459));
        });
    });
    group.finish();
}

criterion_group!(benches, values, octal);
criterion_main!(benches);
