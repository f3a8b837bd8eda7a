//! What do two and four threads bring to a search, and to counting lines of play?
//!
//! Times are by the clock on the wall, and threads beyond the machine's cores take turns.
//! What several threads visit differs from run to run; what is true does not.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use benches::connect_four::game::ConnectFour;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gomoku::{Gomoku, Point, Rule, Size};
use search_core::perft::perft;
use search_core::{
    Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Outcome, Ply, Position, Report,
    ScoreKind, Stop, legal_moves,
};
use tictactoe::{Board, Mnk, Potential, solve, solver_options};
use xiangqi::Xiangqi;

const THREADS: [usize; 3] = [1, 2, 4];

/// `expected` says whether the answer is right, or as deep as it was asked for.
fn searched<P, E>(
    c: &mut Criterion,
    name: &str,
    pos: &P,
    evaluation: &E,
    options: &Options,
    depth: u32,
    expected: impl Fn(&Report<P::Move>) -> bool,
) where
    P: Heuristics<Move: Send> + Send,
    E: Evaluate<P> + Clone + Send,
{
    let mut group = c.benchmark_group(format!("threads, {name}"));
    group.sample_size(10);
    for threads in THREADS {
        let options = Options { threads, ..options.clone() };
        let mut engine = Engine::new(evaluation.clone(), options.clone()).expect("memory");
        let mut run = || {
            engine.clear();
            engine.search(pos, &Limits::depth(depth), &Stop::new(), |_| ())
        };
        let report = run();
        assert!(report.best().is_some_and(|best| legal_moves(pos).contains(&best)), "{name}");
        assert!(expected(&report), "{name}, {threads} threads: {}", report.score);
        group.bench_function(BenchmarkId::from_parameter(threads), |b| b.iter(&mut run));
    }
    group.finish();
}

fn searching(c: &mut Criterion) {
    let four = ConnectFour::after_columns("444206155036250").expect("a game");
    let options = Options { killers: false, ..Options::default() };
    // Lost to the opponent's last stone, one of the exact scores that `ratio` checks.
    let lost = ScoreKind::Loss { plies: Ply::new(26) };
    searched(c, "Connect Four solved", &four, &NoEvaluation, &options, 27, |report| {
        report.complete && report.score.kind() == lost
    });

    let mut game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
    for name in "l9 h9 g8 g9 i9 h10 h8 j10 i11 i8 j7 k8 k10".split_whitespace() {
        game.play(Point::parse(name, Size::FIFTEEN).expect("a point")).expect("a move");
    }
    let evaluation = gomoku::Evaluation::default();
    let deep = |report: &Report<_>| report.depth() == 9;
    searched(c, "gomoku to depth 9", &game, &evaluation, &Gomoku::options(), 9, deep);

    let game = Xiangqi::start();
    let evaluation = xiangqi::Evaluation::default();
    let deep = |report: &Report<_>| report.depth() == 6;
    searched(c, "xiangqi to depth 6", &game, &evaluation, &Xiangqi::options(), 6, deep);
}

fn solving(c: &mut Criterion) {
    let mut group = c.benchmark_group("threads, 5,5,4 solved");
    group.sample_size(10);
    let board: Mnk<u64> = Mnk::empty("5,5,4".parse().expect("rules")).expect("it fits");
    for threads in THREADS {
        let options = Options { threads, ..solver_options() };
        let mut engine = Engine::new(Potential, options).expect("memory");
        let mut run = || {
            engine.clear();
            solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ())
        };
        assert_eq!(run().value, Some(Outcome::Draw), "{threads} threads");
        group.bench_function(BenchmarkId::from_parameter(threads), |b| b.iter(&mut run));
    }
    group.finish();
}

/// As the command `perft --threads` counts: whoever is free takes the next move of the root.
fn shared_perft<P>(pos: &P, depth: u32, threads: usize) -> u64
where
    P: Position<Move: Sync> + Sync,
{
    let moves = legal_moves(pos);
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let count = || {
        while let Some(&m) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            sum.fetch_add(perft(&pos.after(m), depth - 1), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(count);
        }
    });
    sum.into_inner()
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("threads, perft");
    group.sample_size(10);
    let gomoku = gomoku::Board::new(Rule::Freestyle, Size::FIFTEEN);
    let xiangqi = xiangqi::Board::start();
    for threads in THREADS {
        assert_eq!(shared_perft(&gomoku, 3, threads), 225 * 224 * 223);
        assert_eq!(shared_perft(&xiangqi, 4, threads), 3_290_240);
        group.bench_function(BenchmarkId::new("gomoku, depth 3", threads), |b| {
            b.iter(|| shared_perft(&gomoku, 3, threads));
        });
        group.bench_function(BenchmarkId::new("xiangqi, depth 4", threads), |b| {
            b.iter(|| shared_perft(&xiangqi, 4, threads));
        });
    }
    group.finish();
}

criterion_group!(benches, searching, solving, counting);
criterion_main!(benches);
