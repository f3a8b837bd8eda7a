//! The program itself: `play`, through pipes.

mod program;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use program::{command, ok, run};

/// A file of this process alone.
fn file(what: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tictactoe-{what}-{}.txt", std::process::id()))
}

#[test]
fn sessions_through_the_pipe() {
    let text = include_str!("data/sessions/play.txt");
    // No line of chatter: whatever `play` says is an answer.
    let run = cli::testing::session::run(text, program::PROGRAM, |_| false);
    assert!(run.unwrap_or_else(|e| panic!("{e}")).len() > 20);
}

#[test]
fn play_goes_on_after_bad_moves() {
    let (status, out, err) =
        run(&["play"], "4\n4\nz9\n9\n\0\n99999999999999999999\nfoo bar\nundo\n8\nquit\n");
    assert_eq!((status, &*err), (0, ""));
    for part in ["square 4 is taken by X", "`z9` is no square", "`9` is no square", "`foo bar`"] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    assert_eq!(out.matches("o plays ").count(), 2, "once undone: {out}");
    assert!(!out.contains("End of input"), "{out}");
}

#[test]
fn play_ends_with_its_input() {
    for input in ["", "4\n", "4", "4\r\nundo\r\n"] {
        let (status, out, err) = run(&[""; 0], input);
        assert_eq!((status, &*err), (0, ""), "{input:?}");
        assert!(out.ends_with("End of input: the game is not finished.\n"), "{out}");
    }
    let (status, out, err) = run(&["play", "--side", "both"], "0\n3\n1\n4\n2\n");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.ends_with("Game over: x wins (line).\n"), "{out}");
    let (_, out, _) = run(&["play"], "resign\n5\n");
    assert!(out.contains("Game over: o wins (resignation)."), "{out}");
    assert!(out.contains("the game is over: `undo`"), "{out}");
}

#[test]
fn play_against_itself_is_a_draw() {
    let out = ok(&["play", "--side", "none"]);
    assert_eq!(out.matches("x plays ").count() + out.matches("o plays ").count(), 9, "{out}");
    assert!(out.ends_with("Game over: draw (full board).\n"), "{out}");
}

/// The engine would think for a quarter of an hour.
const SLOW: [&str; 5] = ["play", "--mnk", "9,9,5", "--movetime", "900000"];

#[test]
fn play_hears_stop_and_quit_while_the_engine_thinks() {
    let args = [&SLOW[..], &["--side", "o"]].concat();
    for script in ["stop\nquit\n", "quit\n", "QUIT\n"] {
        let (status, out, _) = run(&args, script);
        assert_eq!((status, out.matches("x plays ").count()), (0, 1), "{out}");
    }
    // Lines that wait come first.
    let (_, out, _) = run(&args, "moves\nquit\nstop\n");
    assert!(out.contains("\n1 2 3 ") || out.contains("\n0 1 2 "), "{out}");
}

#[test]
fn quit_acts_at_once_behind_lines_that_begin_searches() {
    let path = file("quit");
    let script = format!("27\nhint\nsave {}\nhint\ngo\nquit\nhint\n", path.display());
    let (status, out, _) = run(&SLOW, script);
    // `go` moves for the person, and the engine answers.
    assert_eq!((status, out.matches("o plays ").count()), (0, 2), "{out}");
    assert_eq!(out.matches("The engine would play ").count(), 2, "{out}");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("\nmoves 27 "), "{saved}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_depth_out_of_reach_ends_with_the_input() {
    let (status, out, _) = run(&["play", "--mnk", "9,9,5", "--depth", "512"], "40\n");
    assert_eq!((status, out.matches("o plays ").count()), (0, 1), "{out}");
    assert!(out.ends_with("End of input: the game is not finished.\n"), "{out}");
}

#[test]
fn a_watched_game_hears_commands_between_moves() {
    let args = [&SLOW[..], &["--side", "none"]].concat();
    let watch = |script: &str| {
        let (status, out, err) = run(&args, script);
        assert_eq!((status, &*err), (0, ""), "{script}: {out}");
        assert!(out.contains("x plays ") && !out.contains("End of input"), "{script}: {out}");
        out
    };
    watch("quit\n");
    watch("stop\nquit\n");
    watch("board\nmoves\nquit\n");
    assert!(watch("Side Both\n0\nquit\n").contains("\n   O |  1 |"));
    let out = watch("undo\nmoves\nquit\n");
    assert!(out.contains("Taken back") && out.contains(" 39 40 41 "), "{out}");
    let out = watch("new\nmoves\nquit\n");
    assert!(out.contains(" 39 40 41 "), "{out}");
    assert!(watch("0\nresign\nquit\n").contains("`side both` to take part"));
    // Told before the last move was played, whenever it is heard.
    let path = file("watched");
    let (_, out, _) = run(&["play", "--side", "none"], format!("save {}\n", path.display()));
    assert!(out.contains("Saved to") && out.ends_with("Game over: draw (full board).\n"), "{out}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn commands_may_be_shouted() {
    let (status, out, _) = run(&["play", "--side", "BOTH"], "B2\nUndo\nMOVES\nSIDE X\nQUIT\n4\n");
    assert_eq!(status, 0);
    assert!(out.contains("\n0 1 2 3 4 5 6 7 8\n") && !out.contains("`help`) "), "{out}");
    assert!(!out.contains("is no ") && !out.contains("End of input"), "{out}");
}

#[test]
fn bad_lines_are_not_repeated_whole() {
    let script = format!("{}\n\x1b[31mred\n", "long ".repeat(1000));
    let (_, out, _) = run(&["play", "--side", "both"], script);
    assert!(out.contains("`long long") && out.contains("...` is no move"), "{out}");
    assert!(out.lines().all(|line| line.len() < 200) && !out.contains('\x1b'), "{out}");
}

#[test]
fn play_survives_any_bytes() {
    let mut state = 1u64;
    let mut bytes = Vec::new();
    for _ in 0..20_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        bytes.push((state >> 56) as u8);
        if state >> 40 & 15 == 0 {
            bytes.push(b'\n');
        }
    }
    bytes.extend(std::iter::repeat_n(b'x', 1 << 20));
    bytes.extend(b"\nnew\n");
    let (status, out, err) = run(&["play", "--mnk", "9,9,5", "--depth", "1"], bytes);
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("a line of more than"), "the long one is refused");
    assert!(out.ends_with("End of input: the game is not finished.\n"), "the last word is heard");
}

#[test]
fn play_saves_and_loads() {
    let path = file("game");
    let name = path.to_str().unwrap();
    let script = format!("0\n6\nsave {name}\nsave\nsave /nonexistent/x\n");
    let (_, out, _) = run(&["play", "--side", "both", "--mnk", "4,3,3", "--moves", "5"], script);
    assert!(out.contains("Saved to"), "{out}");
    assert!(out.contains("`save` needs the name of a file"), "{out}");
    assert!(out.contains("cannot save to `/nonexistent/x`"), "{out}");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, "game tictactoe\nposition --mnk 4,3,3 --board ..../.X../....\nmoves 0 6\n");
    let load = ["play", "--side", "both", "--load", name];
    let (status, out, _) = run(&load, "board\nundo\nundo\nundo\n");
    assert_eq!(status, 0);
    assert!(
        out.contains("  O |  1 |  2 |  3 \n") && out.contains("  4 |  X |  X |  7 \n"),
        "{out}"
    );
    assert!(out.contains("there is no move of yours to take back"), "{out}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn saved_games_are_checked() {
    let path = file("checked");
    let name = path.to_str().unwrap();
    let load = ["play", "--side", "both", "--load", name];
    for (text, part) in [
        ("", "no line says `game`"),
        ("game chess\n", "`chess`"),
        ("game tictactoe\nmoves 4 4\n", "move 2: square 4 is taken by X"),
        ("game tictactoe\nposition --mnk 3,3,9\n", "no line of 9"),
        ("game tictactoe\nposition --board XXX/.../...\n", "3 X and 0 O"),
        ("game tictactoe\nposition --frob\n", "--frob"),
        ("game tictactoe\nposition --fold\n", "--fold"),
        ("game tictactoe\nposition\nposition --mnk 4,4,4\n", "line 3: a second `position`"),
        ("game tictactoe\nfrob\n", "line 2 begins with `frob`"),
        ("game tictactoe\n\nresult o wins (line)\n", "line 3: the result `o wins (line)`"),
        ("game tictactoe\nresult frob\n", "expected `x wins (resignation)`, `o wins"),
        ("game tictactoe\nmoves 0 3 1 4 2\nresult draw (full board)\n", "expected x wins (line)"),
        ("game tictactoe\nmoves 0 3 1 4 2\nresult o wins (resignation)\n", "line 3"),
    ] {
        std::fs::write(&path, text).unwrap();
        let (status, out, err) = run(&load, "");
        assert_eq!((status, &*out, err.lines().count()), (1, "", 1), "{text:?}: {err}");
        assert!(err.contains(part) && err.contains(name), "{text:?}: {err}");
    }
    for (text, part) in [
        ("game tictactoe\nmoves 0 3 1 4 2\nresult x wins (line)\n", "Game over: x wins (line)."),
        ("\u{FEFF}game tictactoe\nmoves 4\n", "  3 | X | 5 "),
    ] {
        std::fs::write(&path, text).unwrap();
        let (status, out, _) = run(&load, "");
        assert!(status == 0 && out.contains(part), "{text:?}: {out}");
    }
    for more in
        [&["--mnk", "4,4,4"][..], &["--board", ".../.../..."], &["--moves", "4"], &["--fold"]]
    {
        let (status, _, err) = run(&[&load, more].concat(), "");
        assert!(status == 2 && err.contains(more[0]) && err.contains("--load"), "{err}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_resignation_is_remembered() {
    let path = file("resigned");
    let script = format!("4\n0\nresign\nsave {}\n", path.display());
    let _ = run(&["play", "--side", "both"], script);
    let load = ["play", "--side", "both", "--load", path.to_str().unwrap()];
    let (status, out, _) = run(&load, "8\nundo\n8\n");
    assert_eq!(status, 0);
    assert!(out.contains("Game over: o wins (resignation).\nthe game is over"), "{out}");
    assert!(out.contains("  6 | 7 | X"), "undone, it goes on: {out}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn names_that_are_no_text_are_refused() {
    let (status, out, _) = run(&["play"], b"save /nonexistent/\xFF\n");
    assert!(status == 0 && out.contains("is no name in UTF-8"), "{out}");
}

/// A game through the pipes.
struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(side: &str) -> Self {
        let mut child =
            command(&["play", "--side", side]).stderr(Stdio::inherit()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    /// Plays a game from the beginning; the squares still free and, if it is over, the result.
    fn game(&mut self, moves: &[u8]) -> (Vec<u8>, Option<String>) {
        let mut script = String::from("new\n");
        for m in moves {
            writeln!(script, "{m}").unwrap();
        }
        // Its answer tells where that of the last move ends.
        self.input.write_all((script + "moves\n").as_bytes()).unwrap();
        let mut result = None;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{moves:?}");
            let line = line.trim();
            if let Some(text) = line.strip_prefix("Game over: ") {
                result = Some(text.to_owned());
            } else if line == "none" {
                return (Vec::new(), result);
            } else if let Some(free) = line.split(' ').map(|w| w.parse().ok()).collect() {
                // A row of the board has more than numbers.
                return (free, result);
            }
        }
    }

    /// Plays every game that the other side can choose; how many there are.
    fn every_game(&mut self, moves: &mut Vec<u8>, lost: &str) -> u32 {
        let (free, result) = self.game(moves);
        if let Some(result) = result {
            assert!(!result.starts_with(lost), "after {moves:?}: {result}");
            return 1;
        }
        let mut games = 0;
        for square in free {
            moves.push(square);
            games += self.every_game(moves, lost);
            moves.pop();
        }
        games
    }
}

#[test]
fn the_engine_never_loses() {
    for (person, lost) in [("o", "o wins"), ("x", "x wins")] {
        let mut player = Player::start(person);
        let games = player.every_game(&mut Vec::new(), lost);
        assert!(games > 50, "{games}");
        drop(player.input);
        assert!(player.child.wait().unwrap().success());
    }
}
