//! Boards as pictures, and games that are judged.

mod program;

use std::fs;
use std::path::{Path, PathBuf};

use cli::testing::texts;
use gomoku::formats::{self, Options};
use program::{ok, run};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_board_with_stars_and_numbers() {
    let moves = ["board", "--moves", "h8", "i9", "i8", "--format", "svg"];
    let plain = ok(&moves);
    // 15 lines each way; five stars, one below a stone; three stones; the mark of the last.
    assert_eq!(plain.matches("<line ").count(), 30);
    assert_eq!(plain.matches("r=\"3.6\"").count(), 5);
    assert_eq!(plain.matches("r=\"4.6\"").count(), 1);
    let shown = texts(&ok(&[&moves[..], &["--numbers"]].concat())).unwrap();
    // The names of columns and rows stand on all sides.
    assert_eq!(
        ["1", "2", "3", "15", "a", "o"].map(|t| shown.iter().filter(|s| *s == t).count()),
        [3, 3, 3, 2, 2, 2]
    );
}

#[test]
fn what_wins_is_seen() {
    // Black has an open three and is to move: both ends win.
    let args = [
        "board", "--size", "9", "--moves", "d5", "a1", "e5", "a9", "f5", "i1", "--scores",
        "--nodes", "300",
    ];
    let text = ok(&args);
    let first = text.lines().find(|line| line.contains('W')).unwrap();
    assert!(first.contains("c5 W2") && first.contains("g5 W2"), "{text}");
    let shown = texts(&ok(&[&args[..], &["--format", "svg"]].concat())).unwrap();
    assert!(shown.iter().filter(|text| *text == "W2").count() >= 2, "{shown:?}");
}

/// White leaves an open three alone.
const GAME: &str = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,0\n9,8,0\n1,15,0\n10,8,0\n15,1,0\n11,8,0\n15,15,0\n12,8,0\nBoyi\n?\n0\n";

#[test]
fn mistakes_are_found() {
    let (game, judged, plot) = (file("game.psq"), file("judged.sgf"), file("game.svg"));
    fs::write(&game, GAME).unwrap();
    let [game, judged, plot] = [&game, &judged, &plot].map(|path| path.to_str().unwrap());
    let said = ok(&["analyze", game, "--nodes", "2000", "-o", judged, "--plot", plot]);
    // How much was left to White before, and so how bad a move is, is a matter of judgement.
    assert!(said.contains("black: 0 blunders, 0 mistakes, 0 inaccuracies"), "{said}");
    let text = fs::read_to_string(judged).unwrap();
    let bad = ["mistake", "blunder"].map(|word| text.matches(&format!("{word}: ")).count());
    assert_eq!(bad.iter().sum::<usize>(), 2, "{text}");
    assert_eq!(text.matches("BM[").count(), 2, "{text}");
    // All moves are there, on the main line, and the better ones beside it.
    let read = |variations| {
        let options = Options { variations, ..Options::default() };
        formats::read(text.as_bytes(), &options).unwrap()
    };
    assert_eq!((read(false).len(), read(false)[0].moves.len()), (1, 9));
    let lines = read(true);
    let first = formats::read(GAME.as_bytes(), &Options::default()).unwrap();
    assert!(lines.len() > 1 && lines[0].points().eq(first[0].points()), "{text}");
    assert!(
        texts(&fs::read_to_string(plot).unwrap()).unwrap().contains(&"Boyi - white".to_owned())
    );
}

#[test]
fn what_cannot_be_judged() {
    let wrong = file("wrong.sgf");
    for (text, expected) in [
        ("h8i9", "line 1: no game"),
        ("", "no game"),
        ("(;GM[4]SZ[15];B[hh];B[ii])", "line 1"),
        ("(;GM[4]SZ[15];B[hh]", "line 1"),
    ] {
        fs::write(&wrong, text).unwrap();
        let (status, out, error) = run(&["analyze", wrong.to_str().unwrap()], "");
        assert_eq!((status, &*out), (1, ""), "{text}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
}
