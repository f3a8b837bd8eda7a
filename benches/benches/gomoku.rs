//! How fast are stones placed, and wins by fours and threats found?
//!
//! Lines of play are counted in `perft.rs`, positions searched in `search.rs`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gomoku::threats::{Found, Vcf, Vct};
use gomoku::{Gomoku, Point, Rule, Size};
use search_core::{Position, Stop};

const MIDDLE_GAME: &str = "l9h9g8g9i9h10h8j10i11i8j7k8k10";
/// White wins by six stones that make fours and the five.
const FOURS: &str = "f10d6f4e7g9e6g5c5f8e5e4d5f5f7c4d4d7";

fn game(rule: Rule, moves: &str) -> Gomoku {
    let mut game = Gomoku::new(rule, Size::FIFTEEN);
    let mut rest = moves;
    while !rest.is_empty() {
        let letter = |c: char| c.is_ascii_alphabetic();
        let end = rest[1..].find(letter).map_or(rest.len(), |i| i + 1);
        let point = Point::parse(&rest[..end], game.size()).expect("a point");
        game.play(point).expect("a move");
        rest = &rest[end..];
    }
    game
}

fn stones(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku stones");
    for rule in Rule::ALL {
        let mut game = game(rule, MIDDLE_GAME);
        game.reserve(2);
        let points = game.legal_moves();
        group.throughput(Throughput::Elements(points.len() as u64));
        group.bench_function(format!("placed and lifted, {rule}"), |b| {
            b.iter(|| {
                for &point in &points {
                    game.make(point);
                    game.unmake(std::hint::black_box(point), ());
                }
            });
        });
    }
    group.finish();
}

fn threats(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku threats");
    let mut fours = game(Rule::Freestyle, FOURS);
    let mut vcf = || match Vcf::new(1 << 12).search(&mut fours, 256, 10_000) {
        Found::Win(win) => win.plies,
        Found::None | Found::Unknown => 0,
    };
    assert_eq!(vcf(), 11);
    group.bench_function("six fours", |b| b.iter(&mut vcf));
    let quiet = game(Rule::Freestyle, MIDDLE_GAME);
    let vct = || Vct::new(1).expect("memory").search(&quiet, 20_000, &Stop::new());
    assert_eq!(vct(), Found::None);
    group.bench_function("threats in a middle game", |b| b.iter(vct));
    group.finish();
}

criterion_group!(benches, stones, threats);
criterion_main!(benches);
