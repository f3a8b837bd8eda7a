//! Whatever the types allow: nothing panics, and answers keep their promises.

mod common;

use gomoku::formats::{self, Format, Options, Played, Record, read, records, sgf, write};
use gomoku::lecture::{lines, windows};
use gomoku::threats::{Vcf, Vct};
use gomoku::{
    Board, Direction, Evaluation, Gomoku, Point, Points, Rank, Rule, Side, Size, Symmetry, tuning,
};
use proptest::prelude::*;
use search_core::{Evaluate, Heuristics, MoveSet, Position, Stop, legal_moves};

fn size() -> impl Strategy<Value = Size> {
    (5..=22usize).prop_filter_map("a size", Size::new)
}

fn rule() -> impl Strategy<Value = Rule> {
    prop::sample::select(&Rule::ALL[..])
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::ALL[..])
}

/// On the greatest board; on smaller ones many lie beyond the edge.
fn point() -> impl Strategy<Value = Point> {
    (0..22usize, 0..22usize).prop_filter_map("a point", |(x, y)| Point::new(x, y))
}

/// Near each other, so that patterns come up.
fn near() -> impl Strategy<Value = Point> {
    (0..7usize, 0..7usize).prop_filter_map("a point", |(x, y)| Point::new(x, y))
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::of("\\PC{0,12}|[\\]\\\\;,\"\n\r\0]{0,8}")
}

fn record() -> impl Strategy<Value = Record> {
    let played = (point(), any::<Option<u64>>(), text())
        .prop_map(|(point, time_ms, comment)| Played { point, time_ms, comment });
    let words = prop::collection::vec(text(), 6);
    let stones = prop::collection::vec((point(), side()), 0..4);
    (
        size(),
        prop::option::of(rule()),
        words,
        any::<Option<i32>>(),
        stones,
        side(),
        prop::collection::vec(played, 0..12),
    )
        .prop_map(|(size, rule, words, end_code, setup, first, moves)| {
            let [black, white, date, event, result, comment] = words.try_into().unwrap();
            Record {
                size,
                rule,
                black,
                white,
                date,
                event,
                result,
                end_code,
                comment,
                setup,
                first,
                moves,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn points_and_boards(size in size(), rule in rule(), black in prop::collection::vec(point(), 0..6), white in prop::collection::vec(point(), 0..6), point in point(), (x, y) in any::<(usize, usize)>(), bits in 1..=u16::MAX) {
        let _ = (Point::new(x, y), Size::new(x), size.contains(point), size.center(), point.to_string());
        for symmetry in Symmetry::ALL {
            prop_assert!(size.contains(symmetry.image(size, point)) == size.contains(point));
        }
        let mut set: Points = black.iter().copied().collect();
        set.extend(white.iter().copied());
        set.insert(point);
        set.remove(point);
        prop_assert!(set.len() == set.iter().count() && !set.contains(point));
        let _ = (set.and(&Points::EMPTY), set.or(&set), set.without(&set).first(), set.is_empty());
        let Ok(board) = Board::with_stones(rule, size, &black, &white) else { return Ok(()) };
        let _ = (board.at(point), board.is_vacant(point), board.check(point).map_err(|e| e.to_string()));
        let _ = (board.forbidden(point), board.forbidden_points(), board.folded_key(), format!("{board:?}"));
        for (side, direction) in Side::ALL.into_iter().zip(Direction::ALL) {
            let _ = (board.pattern(side, point, direction), lines::value(&board, side));
        }
        let unpacked = board.unpack(bits.try_into().unwrap());
        prop_assert!(unpacked.is_none_or(|m| legal_moves(&board).contains(&m)));
        let _ = (windows::look(&board).map(windows::Look::point), windows::choose(&board), windows::tables(&board));
        let mut windows = windows::Windows::of(&board);
        for _ in 0..7 {
            windows.place(Side::Black, point);
        }
        let _ = (windows.score(Side::Black, point), windows.score(Side::White, point), windows.stones(x));
        for _ in 0..9 {
            windows.lift(Side::Black, point);
        }
        let _ = (windows.through(point).len(), windows.all().len());
    }

    #[test]
    fn games(size in size(), rule in rule(), moves in prop::collection::vec(near(), 0..40), point in point(), bits in 1..=u16::MAX, (stones, budget) in (any::<u16>(), 0..3000u64)) {
        let mut game = Gomoku::new(rule, size);
        for m in moves {
            let before = game.clone();
            if game.play(m).is_err() {
                prop_assert!(game == before);
            }
        }
        game.reserve(usize::MAX);
        for side in Side::ALL {
            for rank in [Rank::None, game.rank(side, point)] {
                let _ = game.points_of(side, rank);
            }
            let _ = game.pattern(side, point, Direction::Rising);
        }
        let _ = (game.forbidden(point), game.first(), game.legal_moves(), game.count_moves());
        let _ = (game.under_threat(), game.unpack(bits.try_into().unwrap()), tuning::features(&game));
        let mut names = 0;
        let _ = game.candidates(MoveSet::All, |m| {
            names += m.x();
            std::ops::ControlFlow::Continue(())
        });
        let mut evaluation = Evaluation::default();
        let _ = (evaluation.evaluate(&game), evaluation.probe(&mut game, budget));
        let before = game.clone();
        let _ = Vcf::new(10).search(&mut game, stones, budget);
        let _ = Vct::new(0).unwrap().search(&game, budget, &Stop::new());
        prop_assert!(game == before);
        while game.undo().is_some() {}
        prop_assert!(game == Gomoku::new(rule, size));
    }

    #[test]
    fn records_of_any_kind(record in record(), value in any::<Option<f64>>(), badness in any::<u8>(), better in prop::collection::vec(point(), 0..3), index in any::<usize>()) {
        let _ = (record.outcome(), record.side_of(index), record.points().count());
        for format in Format::ALL {
            let _ = write(format, &record).map_err(|e| e.to_string());
        }
        let annotation = sgf::Annotation { value, badness, better };
        let text = sgf::write_annotated(&record, &vec![annotation; record.moves.len() + 2]);
        sgf::read(&text).take(9).for_each(|r| drop(r.map_err(|e| e.to_string())));
    }

    #[test]
    fn any_text(text in "\\PC{0,60}|[;()\\[\\]A-Za-z0-9,\n ]{0,80}", bytes in prop::collection::vec(any::<u8>(), 0..80), size in size(), variations in any::<bool>(), extension in prop::option::of("psq|sgf|lib|txt|[a-z]{0,4}")) {
        let options = Options { extension: extension.as_deref(), size, variations };
        for bytes in [text.as_bytes(), &bytes] {
            let _ = (Format::detect(bytes, None), formats::decode(bytes));
            let _ = read(bytes, &options).map_err(|e| e.to_string());
            let _ = records(bytes, &options).map(|r| r.take(9).count());
        }
        let _ = Point::parse(&text, size).map_err(|e| e.to_string());
        let _ = (text.parse::<Rule>().map_err(|e| e.to_string()), Evaluation::named(&text), Format::from_extension(&text));
    }
}
