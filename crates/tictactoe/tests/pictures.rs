//! Boards as pictures, and games that are judged.

#[allow(dead_code, reason = "other tests need more of it")]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use cli::testing::texts;
use program::{ok, run};

/// A file of the tests' own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The lecture's end of a game: A and B lose, C draws.
#[test]
fn scores_are_the_true_ones() {
    let args = ["board", "--board", ".OX/XOO/..X", "--scores", "--format", "svg"];
    let shown = texts(&ok(&args)).unwrap();
    let scores: Vec<_> = shown.iter().filter(|text| text.starts_with(['W', 'L', '='])).collect();
    assert_eq!(scores, ["L1", "L1", "="], "{shown:?}");
    assert!(shown.iter().any(|text| text == "bad for x"), "{shown:?}");
    let text = ok(&["board", "--board", ".OX/XOO/..X", "--scores"]);
    assert!(text.ends_with("\n7 =  0 L1  6 L1\n"), "{text}");
}

#[test]
fn the_last_move_numbers_and_the_line() {
    let board = ["board", "--moves", "4", "0", "--format", "svg"];
    let plain = ok(&board);
    assert_eq!(plain.matches("#fff3b0").count(), 1, "one square is the last move's");
    let numbered = texts(&ok(&[&board[..], &["--numbers"]].concat())).unwrap();
    assert_eq!(texts(&plain).unwrap().len() + 2, numbered.len(), "two stones, two numbers");
    let line = ok(&[&board[..], &["--pv=3"]].concat());
    assert_eq!(line.matches("stroke-dasharray").count(), 3, "three plies of the line");
    assert_eq!(line, ok(&[&board[..], &["--pv=3"]].concat()), "the same every time");
}

#[test]
fn what_means_nothing_is_refused() {
    for (words, expected) in [
        (
            &["--nodes", "5"][..],
            "--nodes means nothing without a search: expected --pv or --scores",
        ),
        (&["--hash", "5"], "--hash means nothing without a search"),
        (&["--numbers"], "--numbers means nothing to a terminal: expected --format svg"),
        (&["--fold"], "--fold does not go with board"),
        (&["--pv=0"], "invalid value '0' for '--pv"),
    ] {
        let (status, out, error) = run(&[&["board"][..], words].concat(), "");
        assert_eq!((status, &*out), (2, ""), "{words:?}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
}

/// O answers the middle by an edge, which loses; each other move holds or keeps what it can.
#[test]
fn a_game_is_judged_and_can_be_judged_again() {
    let (game, judged, plot) = (file("lost.game"), file("judged.game"), file("lost.svg"));
    let record = "game tictactoe\nposition --mnk 3,3,3\nmoves 4 1 0 8 3 6\n";
    fs::write(&game, record).unwrap();
    let (game, judged) = (game.to_str().unwrap(), judged.to_str().unwrap());
    let plot = plot.to_str().unwrap();
    let said = ok(&["analyze", game, "-o", judged, "--plot", plot]);
    // 1 loses; X gives the win away by 3, where 6 or 5 would do... and O blunders again.
    let text = fs::read_to_string(judged).unwrap();
    assert!(
        text.contains("moves 1\n# 2. o 1??  blunder: x wins in 3 moves, at best draw"),
        "{text}"
    );
    assert!(said.starts_with("x: ") && said.contains("; o: "), "{said}");
    assert!(texts(&fs::read_to_string(plot).unwrap()).unwrap().contains(&"1??".to_owned()));
    // What is written is a saved game with the same moves.
    assert_eq!(ok(&["analyze", judged, "--json"]), ok(&["analyze", game, "--json"]));
    assert!(ok(&["analyze", game, "--json"]).contains(r#""move":"1","side":"o""#));
}

#[test]
fn what_cannot_be_judged() {
    let wrong = file("wrong.game");
    for (text, expected) in [
        ("game grundy\nmoves 7=4+3\n", "it is a game of `grundy`, expected tictactoe"),
        ("game tictactoe\nmoves 4 4\n", "move 2: square 4 is taken by X"),
        ("game tictactoe\nmoves 0 3 1 4 2 5\n", "move 6: the game is over"),
        ("nothing", "line 1 begins with `nothing`"),
    ] {
        fs::write(&wrong, text).unwrap();
        let (status, out, error) = run(&["analyze", wrong.to_str().unwrap()], "");
        assert_eq!((status, &*out), (1, ""), "{text}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
    assert_eq!(run(&["analyze", "no such file"], "").0, 1);
}
