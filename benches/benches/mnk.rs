//! How fast are m,n,k games solved by the engine?

use criterion::{Criterion, criterion_group, criterion_main};
use search_core::{Engine, Limits, Outcome, Stop};
use tictactoe::{Board, Mnk, Potential, solve, solver_options};

fn solving(c: &mut Criterion) {
    let mut group = c.benchmark_group("m,n,k solved");
    group.sample_size(10);
    for (rules, value) in [
        ("4,4,4", Outcome::Draw),
        ("5,4,4", Outcome::Draw),
        ("5,5,4", Outcome::Draw),
        ("6,5,4", Outcome::Win),
        ("5,5,5", Outcome::Draw),
    ] {
        let board = Mnk::<u64>::empty(rules.parse().expect("rules")).expect("it fits");
        let mut engine = Engine::new(Potential, solver_options()).expect("memory");
        let mut run = || {
            engine.clear();
            solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ())
        };
        assert_eq!(run().value, Some(value), "{rules}");
        group.bench_function(rules, |b| b.iter(&mut run));
    }
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);
