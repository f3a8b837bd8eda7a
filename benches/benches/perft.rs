//! How fast are the moves of each game generated, and its lines of play counted?

use std::ops::ControlFlow::Continue;

use benches::connect_four::game::ConnectFour;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Gomoku, Point, Rule, Size};
use grundy::{Heaps, OddHeaps};
use search_core::perft::perft;
use search_core::{MoveSet, Position, for_each_legal};
use tictactoe::{Board, Mnk, TicTacToe};
use xiangqi::Xiangqi;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// All legal moves of a position, handed out one by one.
fn handed_out<P: Position>(group: &mut Group<'_>, name: &str, pos: &P, moves: u64) {
    let list = || {
        let mut count = 0u64;
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            std::hint::black_box(m);
            count += 1;
            Continue(())
        });
        count
    };
    assert_eq!((list(), pos.count_moves()), (moves, moves), "{name}");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(name, |b| b.iter(list));
}

fn generating(c: &mut Criterion) {
    let group = &mut c.benchmark_group("moves");
    handed_out(group, "tic-tac-toe", &after(TicTacToe::new(), &["b2", "c3"]), 7);
    handed_out(group, "5,5,4", &after(five_by_five(), &["c3", "b2", "d4"]), 22);
    handed_out(group, "Connect Four", &connect_four("3323"), 7);
    let heaps: Heaps = "20 9 5".parse().expect("heaps");
    handed_out(group, "Grundy, 20 9 5", &heaps, 15);
    handed_out(group, "Grundy, 20 9 5, as bits", &OddHeaps::try_from(&heaps).expect("small"), 15);
    for rule in Rule::ALL {
        let mut game = Gomoku::new(rule, Size::FIFTEEN);
        for name in "l9 h9 g8 g9 i9 h10 h8 j10 i11 i8 j7 k8".split_whitespace() {
            game.play(Point::parse(name, Size::FIFTEEN).expect("a point")).expect("a move");
        }
        handed_out(group, &format!("gomoku, {rule}"), game.board(), 225 - 12);
    }
    handed_out(group, "xiangqi", &Xiangqi::start(), 44);
}

/// The lines of so many plies; those known from elsewhere, or by arithmetic.
fn counted<P: Position>(group: &mut Group<'_>, name: &str, pos: &P, depth: u32, lines: u64) {
    assert_eq!(perft(pos, depth), lines, "{name}");
    group.throughput(Throughput::Elements(lines));
    group.bench_function(format!("{name}, depth {depth}"), |b| b.iter(|| perft(pos, depth)));
}

fn counting(c: &mut Criterion) {
    let group = &mut c.benchmark_group("perft");
    group.sample_size(10);
    counted(group, "tic-tac-toe", &TicTacToe::new(), 9, 127_872);
    counted(group, "5,5,4", &five_by_five(), 4, 25 * 24 * 23 * 22);
    counted(group, "Connect Four", &ConnectFour::default(), 8, 5_673_234);
    let heaps: Heaps = "20".parse().expect("a heap");
    counted(group, "Grundy, 20", &heaps, 8, 1_643_605);
    for rule in Rule::ALL {
        let board = gomoku::Board::new(rule, Size::FIFTEEN);
        counted(group, &format!("gomoku, {rule}"), &board, 3, 225 * 224 * 223);
    }
    counted(group, "xiangqi, the board alone", &xiangqi::Board::start(), 4, 3_290_240);
    counted(group, "xiangqi, with history", &Xiangqi::start(), 4, 3_290_240);
}

fn five_by_five() -> Mnk<u64> {
    Mnk::empty("5,5,4".parse().expect("rules")).expect("it fits")
}

fn connect_four(columns: &str) -> ConnectFour {
    ConnectFour::after_columns(columns).expect("a game")
}

fn after<B: Board>(board: B, squares: &[&str]) -> B {
    squares.iter().fold(board, |board, name| {
        let square = board.rules().square(name).expect("a square");
        board.play(square).expect("a move")
    })
}

criterion_group!(benches, generating, counting);
criterion_main!(benches);
