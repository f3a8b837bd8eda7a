//! Whatever the types allow: nothing panics.

use std::time::Duration;

use cli::analysis::Mark;
use cli::args::{setting, whole};
use cli::draw::{Canvas, TextStyle, number_value, value};
use cli::input::Lines;
use cli::picture::{Arrow, Heat, Picture, of_rows, short};
use cli::report::{Shown, per_second, seconds};
use cli::words::{on_one_line, quote};
use search_core::{Ply, Score};

const NUMBERS: [i32; 9] = [i32::MIN, i32::MIN + 1, -10_000, -1, 0, 1, 7, 10_000, i32::MAX];
const LENGTHS: [f64; 8] = [0.0, -0.0, 1.0, -7.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
const TEXTS: [&str; 7] =
    ["", " ", "a\0b\u{1b}[31m", "炮二平五。（", "\u{FFFE}<&>\"'", "-1e999", "=;=1"];

#[test]
fn scores_are_shown() {
    let mut all = vec![Shown::Draw];
    for n in NUMBERS {
        let estimates = [Shown::Estimate(n), Shown::MateIn(n), Shown::of_value(n, n % 2 == 0)];
        all.extend(estimates);
        all.push(Shown::of_score(Score::evaluation(n), true));
        all.push(Shown::of_score(Score::win_at(Ply::new(n as usize)), false));
    }
    let heat = Heat::new(all.iter().copied());
    for &score in &all {
        let texts = [score.to_string(), short(score), heat.colour(score), score.json().to_string()];
        assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
        assert!((-1.0..=1.0).contains(&heat.warmth(score)), "{score:?}");
    }
    for n in NUMBERS {
        assert!(!value(n).is_empty() && !number_value(n).is_empty());
    }
    for time in [Duration::ZERO, Duration::from_nanos(1), Duration::MAX] {
        assert!(!seconds(time).is_empty() && per_second(u64::MAX, time) > 0);
    }
    assert!(LENGTHS.iter().all(|&loss| Mark::of(loss).is_none_or(|mark| mark.glyph() > 0)));
}

#[test]
fn pictures_are_drawn() {
    for (i, &a) in LENGTHS.iter().enumerate() {
        let mut picture = Picture::new(a, a, TEXTS[i % TEXTS.len()]);
        let mut canvas = Canvas::new();
        for &b in &LENGTHS {
            let arrow =
                Arrow { colour: "red", width: a, opacity: b, gaps: (a, b), label: Some("x") };
            picture.arrow((a, b), (b, a), &arrow);
            picture.path(&[(a, b)], "x", b);
            picture.disc((a, b), b, "", ("", a));
            picture.heat_legend("red");
            canvas.text("x", (a, b), TextStyle { size: b, ..TextStyle::plain("") });
            canvas.line((a, a), (b, b), "", a);
        }
        for text in TEXTS {
            picture.caption(text);
            let _ = of_rows(&[text.to_owned(), String::new()], text);
        }
        assert!(picture.to_string().contains("<svg"));
        assert!(canvas.finish("", "").contains("<svg"));
    }
    assert!(of_rows(&[], "").is_none());
}

#[test]
fn words_are_read() {
    for text in TEXTS {
        assert!(quote(text).starts_with('`') && !on_one_line(text).contains('\n'));
        let _ = (setting(text), whole::<1, 9>(text), whole::<9, 1>(text));
        let mut lines = Lines::new(text.as_bytes());
        while lines.read().unwrap().is_some() {}
    }
}
