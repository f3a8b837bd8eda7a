//! The program itself: `play`, through pipes.

mod program;

use program::{ok, run};

#[test]
fn sessions_through_the_pipe() {
    let text = include_str!("data/sessions/play.txt");
    // No line of chatter: whatever `play` says is an answer.
    let run = cli::testing::session::run(text, program::PROGRAM, |_| false);
    assert!(run.unwrap_or_else(|e| panic!("{e}")).len() > 20);
}

#[test]
fn play_goes_on_after_bad_moves() {
    let script =
        "7\n7=7\n4=2+2\n9=5+4\n-1\n\0\n99999999999999999999\nfoo bar\n7=4+3\nundo\n7 2\nquit\n";
    let (status, out, err) = run(&["play"], script);
    assert_eq!((status, &*err), (0, ""));
    for part in [
        "`7` is no move: expected one such as 7=4+3",
        "7 into 7 and 0 is no move",
        "4 into 2 and 2 is no move",
        "there is no heap of 9: expected one of 7",
        "`foo bar` is no move",
    ] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    assert_eq!(out.matches("second plays ").count(), 2, "once undone: {out}");
    assert!(!out.contains("End of input"), "{out}");
}

#[test]
fn play_ends_with_its_input() {
    for input in ["", "7=4+3\n", "7=4+3", "7=4+3\r\nundo\r\n"] {
        let (status, out, err) = run(&[""; 0], input);
        assert_eq!((status, &*err), (0, ""), "{input:?}");
        assert!(out.ends_with("End of input: the game is not finished.\n"), "{out}");
    }
    let (status, out, err) = run(&["play", "3", "--side", "both"], "3=2+1\n");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.ends_with("Game over: first wins (no moves).\n"), "{out}");
    let (_, out, _) = run(&["play", "3", "--side", "both", "--misere"], "3=2+1\n");
    assert!(out.ends_with("Game over: second wins (no moves).\n"), "{out}");
}

#[test]
fn a_hint_tells_the_nim_sum() {
    let (status, out, _) = run(&["play", "20", "10", "5"], "hint\nquit\n");
    assert_eq!(status, 0);
    for part in ["20 is worth 0, 10 is worth 0, 5 is worth 2", "nim-sum is 2", "makes it 0"] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    let (_, out, _) = run(&["play", "7"], "hint\nquit\n");
    assert!(out.contains("nim-sum is 0, and every move loses against perfect play"), "{out}");
    // Misère play has no such theory.
    let (_, out, _) = run(&["play", "4", "--misere"], "hint\nquit\n");
    assert!(out.contains("The engine would play 4=3+1") && !out.contains("nim"), "{out}");
}

#[test]
fn the_engine_wins_what_is_won() {
    for (heaps, winner) in [(&["7"][..], "second"), (&["8"], "first"), (&["8", "5"], "second")] {
        let out = ok(&[&["play", "--side", "none"], heaps].concat());
        assert!(out.ends_with(&format!("Game over: {winner} wins (no moves).\n")), "{out}");
    }
    for (heap, winner) in [("9", "second"), ("8", "first")] {
        let out = ok(&["play", heap, "--misere", "--side", "none"]);
        assert!(out.ends_with(&format!("Game over: {winner} wins (no moves).\n")), "{out}");
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let path = std::env::temp_dir().join(format!("grundy-save-{}.txt", std::process::id()));
    let name = path.to_str().expect("UTF-8");
    let script = format!("9=7+2\nsave {name}\nquit\n");
    let start = ["play", "9", "6", "6", "--misere", "--to-move", "second", "--side", "both"];
    assert_eq!(run(&start, script).0, 0);
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(saved, "game grundy\nposition 9 6 6 --to-move second --misere\nmoves 9=7+2\n");
    let (status, out, err) = run(&["play", "--load", name, "--side", "both"], "board\nquit\n");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains(" 7  o o o o o o o\n 6  o o o o o o   2 of them\n 2  o o\n"), "{out}");
    // Neither a position beside it, nor what is no game.
    let (status, _, err) = run(&["play", "7", "--load", name], "");
    assert!(status == 2 && err.contains("a heap does not go with --load"), "{err}");
    for (text, why) in [
        ("game grundy\nposition 7 x\n", "`x` is no heap"),
        ("game grundy\nposition 10001\n", "coins are too many"),
        ("game grundy\nposition 7\nmoves 7=4+2\n", "move 1: 7 into 4 and 2 is no move"),
        ("game grundy\nposition 3\nmoves 3=2+1 3=2+1\n", "move 2: the game is over"),
        ("game tictactoe\n", "expected grundy"),
        ("", "no saved game"),
    ] {
        std::fs::write(&path, text).expect("written");
        let (status, out, err) = run(&["play", "--load", name], "");
        assert_eq!((status, &*out, err.lines().count()), (1, "", 1), "{text}: {err}");
        assert!(err.contains(why) && err.contains("cannot load"), "{why} is not in {err}");
    }
    std::fs::remove_file(&path).expect("removed");
}
