//! Heaps as pictures, and games that are judged.

mod program;

use std::fs;
use std::path::Path;

use cli::testing::texts;
use program::{ok, run};

#[test]
fn heaps_with_their_nim_values() {
    let shown = texts(&ok(&["board", "7", "5", "2", "--format", "svg"])).unwrap();
    // 7 is worth 0, 5 is worth 2.
    assert_eq!(shown, ["7", "nim 0", "5", "nim 2", "2", "nim 0", "first to move"]);
    let misere = texts(&ok(&["board", "7", "--misere", "--format", "svg"])).unwrap();
    assert_eq!(misere, ["7", "first to move"]);
}

#[test]
fn the_line_goes_down() {
    let args = ["board", "8", "--pv=2", "--format", "svg"];
    let shown = texts(&ok(&args)).unwrap();
    // 8=7+1 is the only winning move.
    assert!(shown.contains(&"8=7+1".to_owned()), "{shown:?}");
    let (status, _, error) = run(&["board", "8", "--scores"], "");
    assert_eq!(status, 2);
    assert!(error.contains("--scores means nothing to grundy"), "{error}");
}

#[test]
fn a_game_is_judged() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judged.game");
    // Of 8, only 8=7+1 wins; 8=5+3 leaves the nim-sum 3.
    fs::write(&path, "game grundy\nposition 8\nmoves 8=3+5 5=1+4\n").unwrap();
    let text = ok(&["analyze", path.to_str().unwrap()]);
    assert!(text.contains("# 1. first 8=5+3??  blunder: second wins"), "{text}");
}
