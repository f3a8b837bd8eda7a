//! How fast does the engine search each game to a fixed depth, with the options that
//! the game asks for?
//!
//! One thread, so the nodes are the same every time; the rate is in nodes a second.
//! Connect Four, with contestants, is in `connect_four.rs`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Gomoku, Point, Rule, Size};
use grundy::{Heaps, NimSum};
use search_core::{Engine, Evaluate, Heuristics, Limits, NoEvaluation, Report, Stop, legal_moves};
use tictactoe::{Board, Mnk, OpenLines, Potential, TicTacToe};
use xiangqi::{START, Xiangqi};

const GOMOKU: &str = "l9 h9 g8 g9 i9 h10 h8 j10 i11 i8 j7 k8 k10";
const XIANGQI: &str = "r1bak1b1r/4a4/2n3n2/4c4/p1p1P1p1p/6P2/P1P5P/2N1C1N2/4A4/R1B1KAB1R w - - 0 1";

/// `expected` looks at the answer; what holds for all is asserted here.
fn to_depth<P, E>(
    c: &mut Criterion,
    name: &str,
    pos: &P,
    evaluation: &E,
    depth: u32,
    expected: impl Fn(&Report<P::Move>) -> bool,
) where
    P: Heuristics<Move: Send> + Send,
    E: Evaluate<P> + Clone + Send,
{
    let mut engine = Engine::new(evaluation.clone(), P::options()).expect("memory");
    let mut run = || {
        engine.clear();
        engine.search(pos, &Limits::depth(depth), &Stop::new(), |_| ())
    };
    let report = run();
    assert!(report.best().is_some_and(|best| legal_moves(pos).contains(&best)), "{name}");
    assert!(report.complete || report.depth() == depth, "{name}");
    assert!(expected(&report), "{name}: {}", report.score);
    let nodes = report.stats.nodes + report.stats.probes;
    let again = run();
    assert_eq!((again.score, again.stats.nodes + again.stats.probes), (report.score, nodes));

    let mut group = c.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    group.bench_function(format!("{name}, depth {depth}"), |b| b.iter(&mut run));
    group.finish();
}

fn tictactoe(c: &mut Criterion) {
    let drawn = |report: &Report<_>| report.complete && report.score.reference() == 0;
    // That the board is full is seen a ply below the last move.
    to_depth(c, "tic-tac-toe", &TicTacToe::new(), &OpenLines, 10, drawn);
    let board: Mnk<u64> = Mnk::empty("5,5,4".parse().expect("rules")).expect("it fits");
    to_depth(c, "5,5,4", &board, &Potential, 8, |report| !report.score.is_loss());
}

fn grundy(c: &mut Criterion) {
    for (heaps, depth) in [("24", 24), ("12 9 7", 20)] {
        let pos: Heaps = heaps.parse().expect("heaps");
        let won = NimSum::up_to(30).of(&pos) != Some(0);
        let told = |report: &Report<_>| report.complete && report.score.is_win() == won;
        to_depth(c, &format!("Grundy, {heaps}"), &pos, &NoEvaluation, depth, told);
    }
    let pos: Heaps = "60".parse().expect("a heap");
    to_depth(c, "Grundy, 60", &pos, &NoEvaluation, 7, |report| report.score.reference() == 0);
}

fn gomoku(c: &mut Criterion) {
    let evaluation = gomoku::Evaluation::default();
    for (name, moves) in [("one stone", "h8"), ("middle game", GOMOKU)] {
        let mut game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
        for word in moves.split_whitespace() {
            let point = Point::parse(word, game.size());
            game.play(point.expect("a point")).expect("a move");
        }
        let open = |report: &Report<_>| !report.complete;
        to_depth(c, &format!("gomoku, {name}"), &game, &evaluation, 7, open);
    }
}

fn xiangqi(c: &mut Criterion) {
    for (name, fen) in [("start", START), ("middle game", XIANGQI)] {
        let game = Xiangqi::from_fen(fen).expect("a position");
        let evaluation = xiangqi::Evaluation::default();
        let open = |report: &Report<_>| !report.complete;
        to_depth(c, &format!("xiangqi, {name}"), &game, &evaluation, 5, open);
    }
}

criterion_group!(benches, tictactoe, grundy, gomoku, xiangqi);
criterion_main!(benches);
