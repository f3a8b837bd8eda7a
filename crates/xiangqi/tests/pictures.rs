//! Boards as pictures, and games that are judged.

mod program;

use std::fs;
use std::path::{Path, PathBuf};

use cli::testing::texts;
use program::{ok, run};
use xiangqi::pgn;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_board_as_books_have_it() {
    let picture = ok(&["board", "--format", "svg"]);
    let shown = texts(&picture).unwrap();
    let count = |text: &str| shown.iter().filter(|t| *t == text).count();
    assert_eq!(["楚", "河", "汉", "界"].map(count), [1; 4], "the river");
    assert_eq!(["帅", "将", "车", "马", "兵", "卒"].map(count), [1, 1, 4, 4, 5, 5]);
    // Ten ranks; two files whole and seven broken by the river; four diagonals.
    assert_eq!(picture.matches("<line ").count(), 10 + 2 + 14 + 4);
    // Angles at fourteen points, four each but two where the board ends; and the frame.
    assert_eq!(picture.matches("fill=\"none\"").count(), 10 * 4 + 4 * 2 + 1 + 32);
    assert_eq!(shown.last().unwrap(), "red to move");
}

#[test]
fn letters_flipped_and_the_line() {
    let args = [
        "board", "--moves", "h2e2", "--pieces", "letters", "--flip", "--pv=3", "--nodes", "5000",
        "--format", "svg",
    ];
    let picture = ok(&args);
    let shown = texts(&picture).unwrap();
    assert!(!shown.iter().any(|text| text.chars().any(|c| c > '\u{2e80}')), "{shown:?}");
    let count = |text: &str| shown.iter().filter(|t| *t == text).count();
    assert_eq!(["R", "N", "K", "P"].map(count), [4, 4, 2, 10]);
    assert_eq!(picture.matches("fill-opacity").count(), 3, "three arrows");
    // Seen by Black, file i comes first.
    let first = shown.iter().position(|text| text == "i").unwrap();
    assert!(first < shown.iter().position(|text| text == "a").unwrap());
    assert_eq!(picture, ok(&args), "the same every time");
    let (status, _, error) = run(&["board", "--scores"], "");
    assert_eq!(status, 2);
    assert!(error.contains("--scores means nothing to xiangqi"), "{error}");
}

/// In the sixth round Red's cannon takes a pawn that two horses guard.
const GAME: &str = "[Red \"Li\"]\n[Black \"Wang\"]\n\n1. 炮二平五 马8进7 {solid} 2. 马二进三 车9平8 3. 车一平二 \
                    炮8进4 4. 兵三进一 炮2平5 5. 马八进七 马2进3 6. 炮五进四 马3进5 *\n";

#[test]
fn a_blunder_is_found() {
    let (game, judged, plot) = (file("game.pgn"), file("judged.pgn"), file("game.svg"));
    fs::write(&game, GAME).unwrap();
    let [game, judged, plot] = [&game, &judged, &plot].map(|path| path.to_str().unwrap());
    let said = ok(&[
        "analyze",
        game,
        "--nodes",
        "3000",
        "--notation",
        "uci",
        "-o",
        judged,
        "--plot",
        plot,
    ]);
    assert!(said.starts_with("red: 1 blunder, "), "{said}");
    let text = fs::read_to_string(judged).unwrap();
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("6. e2e6 $4 {blunder: -"), "{text}");
    // The better line stands behind it, and the old comment is kept.
    assert!(flat.contains("} (6. ") && flat.contains("{solid; "), "{text}");
    let (read, first) =
        (pgn::read(&text).next().unwrap().unwrap(), pgn::read(GAME).next().unwrap().unwrap());
    assert_eq!((read.moves, read.tags.len() >= 2), (first.moves, true));
    let shown = texts(&fs::read_to_string(plot).unwrap()).unwrap();
    assert!(
        shown.contains(&"e2e6??".to_owned()) && shown.contains(&"Li - Wang".to_owned()),
        "{shown:?}"
    );
}

#[test]
fn what_cannot_be_judged() {
    let wrong = file("wrong.pgn");
    for (text, expected) in [("", "no game in it"), ("1. a0a5", "line 1: move 1 of red")] {
        fs::write(&wrong, text).unwrap();
        let (status, out, error) = run(&["analyze", wrong.to_str().unwrap()], "");
        assert_eq!((status, &*out), (1, ""), "{text}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
}
