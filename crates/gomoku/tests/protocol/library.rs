//! Openings that the engine knows, and the switch.

use gomoku::library::Library;
use gomoku::{Gomoku, Point, Rule, Size};

use crate::engine::{Answer, Engine, empty, point, text};

fn library() -> &'static Library {
    Library::embedded(Rule::Freestyle, Size::FIFTEEN).expect("a library")
}

/// White's reply that the library has for Black, and Black's answer.
fn opening() -> (Gomoku, Point) {
    let mut game = empty(Rule::Freestyle, 15);
    for _ in 0..2 {
        let best = library().look_up(game.board()).and_then(|known| known.best);
        game.play(best.expect("a move")).expect("it may be played");
    }
    let best = library().look_up(game.board()).and_then(|known| known.best);
    (game, best.expect("a move"))
}

fn is_from_library(answer: &Answer) -> bool {
    let beginnings = answer.lines.iter().filter_map(|line| line.strip_prefix("MESSAGE "));
    let words: Vec<_> = beginnings.filter_map(|rest| rest.split(' ').next()).collect();
    assert!(words.contains(&"library") != words.contains(&"depth"), "{answer:?}");
    words.contains(&"library")
}

#[test]
fn openings_are_played_from_the_library() {
    let (game, best) = opening();
    let (first, second) = (game.moves()[0], game.moves()[1]);
    for (lines, known) in [
        (&[][..], true),
        (&["INFO timeout_match 100000", "INFO time_left 90000"], true),
        (&["INFO library off"], false),
        (&["INFO library off", "INFO library on"], true),
        (&["INFO max_node 200"], false),
        (&["INFO max_depth 2"], false),
        (&["INFO skill_level 3"], false),
        (&["INFO rule 4"], false),
    ] {
        let mut engine = Engine::on(15);
        engine.send(&["INFO timeout_turn 100"]);
        engine.send(lines);
        assert_eq!(point(&engine.ask("BEGIN"), 15), first);
        let answer = engine.ask_all(&[&format!("TURN {}", text(second, 15))]);
        if lines == ["INFO rule 4"] {
            // Another game, another library.
            point(answer.text(), 15);
            continue;
        }
        assert_eq!(is_from_library(&answer), known, "{lines:?}: {answer:?}");
        if known {
            assert_eq!(point(answer.text(), 15), best);
        }
        engine.finish().well();
    }
}

/// The position alone counts, not how it was told, nor which way it lies.
#[test]
fn boards_are_looked_up() {
    let (game, _) = opening();
    let mirrored = |p: Point| Point::new(14 - p.x(), p.y()).expect("on the board");
    let (first, second) = (game.moves()[0], mirrored(game.moves()[1]));
    let mut engine = Engine::on(15);
    engine.send(&["INFO timeout_turn 100"]);
    let lines = [
        "BOARD".to_owned(),
        format!("{},2", text(second, 15)),
        format!("{},1", text(first, 15)),
        "DONE".to_owned(),
    ];
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let answer = engine.ask_all(&lines);
    assert!(is_from_library(&answer), "{answer:?}");
    let mut board = empty(Rule::Freestyle, 15);
    for p in [first, second] {
        board.play(p).expect("vacant");
    }
    let expected = library().look_up(board.board()).and_then(|known| known.best);
    assert_eq!(Some(point(answer.text(), 15)), expected);
    // Analysis is a search.
    let answer = engine.ask_all(&["TAKEBACK 0,0", "yxnbest 1"]);
    assert!(answer.text().starts_with("ERROR"), "{answer:?}");
    engine.send(&["yxboard"]);
    engine.send(&lines[1..]);
    let answer = engine.ask_all(&["yxnbest 1"]);
    assert!(!is_from_library(&answer), "{answer:?}");
}

#[test]
fn swap2_is_chosen_by_the_library() {
    let three = library().openings()[0];
    let mut engine = Engine::on(15);
    engine.send(&["INFO timeout_turn 100"]);
    let lines: Vec<_> = three.iter().map(|&p| text(p, 15)).collect();
    let mut said = vec!["SWAP2BOARD"];
    said.extend(lines.iter().map(String::as_str));
    said.push("DONE");
    let answer = engine.ask_all(&said);
    assert!(answer.lines.iter().any(|line| line.contains("library")), "{answer:?}");
    // Balanced, so that two more are put: those of the library.
    let mut game = empty(Rule::Freestyle, 15);
    three.iter().for_each(|&p| game.play(p).expect("vacant"));
    let pair = library().pair(game.board()).expect("a pair");
    let pair: Vec<_> = pair.iter().map(|&p| text(p, 15)).collect();
    assert_eq!(answer.text(), pair.join(" "));
    // Our openings are those of the library.
    let mut first = Engine::on(15);
    let answer = first.ask_all(&["SWAP2BOARD", "DONE"]).text().to_owned();
    let put: Vec<_> = answer.split(' ').map(|word| point(word, 15)).collect();
    assert!(library().openings().iter().any(|three| *three == put[..]), "{answer}");
    // Switched off, they are others.
    let mut other = Engine::on(15);
    other.send(&["INFO library off"]);
    let answer = other.ask_all(&["SWAP2BOARD", "DONE"]).text().to_owned();
    let put: Vec<_> = answer.split(' ').map(|word| point(word, 15)).collect();
    assert!(library().openings().iter().all(|three| *three != put[..]), "{answer}");
}

/// The point of a five is taken at once, whatever time there is.
#[test]
fn a_forced_reply_takes_no_time() {
    let mut engine = Engine::on(15);
    // Ten minutes a move: the test would not end.
    engine.send(&["INFO timeout_turn 600000"]);
    let answer = engine.ask_all(&[
        "BOARD", "0,0,1", "3,3,2", "14,0,1", "4,3,2", "0,14,1", "5,3,2", "2,3,1", "6,3,2", "DONE",
    ]);
    assert_eq!(answer.text(), "7,3");
    let depth = answer.lines.iter().filter(|line| line.starts_with("MESSAGE depth ")).count();
    assert!(depth > 0, "{answer:?}");
}
