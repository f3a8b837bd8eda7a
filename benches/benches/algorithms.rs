//! What does each algorithm, and each part of the engine, save?
//!
//! All find the value of the same position to the same depth. Nodes are printed, since
//! criterion knows times alone.
//!
//! Two habits cost the engine here what they save elsewhere. It deepens step by step, and
//! all its steps are counted. And it tries captures that lose an exchange last: in a
//! search that ends at its horizon, without quiescence, they win a piece there. In
//! xiangqi three plies then take 54 thousand nodes, where all captures first would take
//! two; the moves of the table make up for it.
#![allow(clippy::print_stdout, reason = "criterion prints no counts")]

use benches::connect_four;
use criterion::{Criterion, criterion_group, criterion_main};
use gomoku::{Gomoku, Point, Rule, Size};
use grundy::Heaps;
use search_core::perft::levels;
use search_core::reference::Search;
use search_core::{Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Stop};
use tictactoe::{Board, Mnk, OpenLines, TicTacToe};
use xiangqi::Xiangqi;

/// What makes the engine's value that of minimax, and all that saves work switched off:
/// alpha-beta by iterative deepening, moves in the order of the game.
fn bare() -> Options {
    Options {
        hash_mb: 4,
        pvs: false,
        table: false,
        aspiration: false,
        killers: false,
        history: false,
        ..Options::exact()
    }
}

/// One part more in every row.
fn ladder() -> [(&'static str, Options); 6] {
    let ordered = bare();
    let history = Options { history: true, ..ordered.clone() };
    let killers = Options { killers: true, ..history.clone() };
    let table = Options { table: true, ..killers.clone() };
    let pvs = Options { pvs: true, ..table.clone() };
    let aspiration = Options { aspiration: true, ..pvs.clone() };
    [
        ("engine, the game's order", ordered),
        ("and history", history),
        ("and killers", killers),
        ("and table", table),
        ("and PVS", pvs),
        ("and aspiration", aspiration),
    ]
}

fn compare<P, E>(c: &mut Criterion, name: &str, pos: &P, evaluation: &E, depth: u32)
where
    P: Heuristics<Move: Send> + Send,
    E: Evaluate<P> + Clone + Send,
{
    let mut group = c.benchmark_group(format!("{name}, depth {depth}"));
    group.sample_size(10);
    println!("\n{name}, depth {depth}:");

    let search = || Search::new(depth, evaluation.clone());
    let minimax = search().minimax(pos);
    let all: u64 = levels(pos, depth).iter().map(|level| level.nodes).sum();
    assert_eq!(minimax.counts.nodes, all, "minimax leaves nothing out");
    let tell = |algorithm: &str, nodes: u64| {
        let saved = 100.0 * (1.0 - nodes as f64 / all as f64);
        println!("  {algorithm:26} {nodes:>10} nodes, {saved:>6.2} % saved");
    };
    tell("minimax", all);
    group.bench_function("minimax", |b| b.iter(|| search().minimax(pos)));

    let alpha_beta = search().alpha_beta(pos);
    assert_eq!((alpha_beta.value, alpha_beta.best), (minimax.value, minimax.best));
    assert!(alpha_beta.counts.nodes < all);
    assert_eq!(search().negamax(pos).counts, alpha_beta.counts);
    tell("alpha-beta", alpha_beta.counts.nodes);
    group.bench_function("alpha-beta", |b| b.iter(|| search().alpha_beta(pos)));
    group.bench_function("alpha-beta as negamax", |b| b.iter(|| search().negamax(pos)));

    for (algorithm, options) in ladder() {
        let mut engine = Engine::new(evaluation.clone(), options).expect("4 MiB");
        let mut run = || {
            engine.clear();
            engine.search(pos, &Limits::depth(depth), &Stop::new(), |_| ())
        };
        let report = run();
        assert_eq!(report.score.reference(), minimax.value, "{name}, {algorithm}");
        // Ordering, a table and null windows promise less work, but prove nothing: what
        // must hold is that the same search does the same work.
        assert_eq!(run().stats.nodes, report.stats.nodes, "{name}, {algorithm}");
        tell(algorithm, report.stats.nodes);
        group.bench_function(algorithm, |b| b.iter(&mut run));
    }
    group.finish();
}

fn tictactoe(c: &mut Criterion) {
    compare(c, "tic-tac-toe", &TicTacToe::new(), &OpenLines, 9);
    let board: Mnk<u64> = Mnk::empty("5,5,4".parse().expect("rules")).expect("it fits");
    compare(c, "5,5,4", &board, &OpenLines, 4);
}

fn connect_four(c: &mut Criterion) {
    let evaluation: fn(&connect_four::game::ConnectFour) -> i32 = connect_four::evaluate;
    compare(c, "Connect Four", &Default::default(), &evaluation, 7);
}

fn grundy(c: &mut Criterion) {
    let heaps: Heaps = "15".parse().expect("a heap");
    compare(c, "Grundy, 15", &heaps, &NoEvaluation, 14);
}

/// On 9x9: three plies of 15x15 take minimax ten million nodes.
fn gomoku(c: &mut Criterion) {
    let size = Size::new(9).expect("a size");
    let mut game = Gomoku::new(Rule::Freestyle, size);
    for name in "e5 f6 d6 f4 f5 e6".split_whitespace() {
        game.play(Point::parse(name, size).expect("a point")).expect("a move");
    }
    compare(c, "gomoku, 9x9", &game, &gomoku::Evaluation::default(), 3);
}

fn xiangqi(c: &mut Criterion) {
    compare(c, "xiangqi", &Xiangqi::start(), &xiangqi::Evaluation::default(), 3);
}

criterion_group!(benches, tictactoe, connect_four, grundy, gomoku, xiangqi);
criterion_main!(benches);
