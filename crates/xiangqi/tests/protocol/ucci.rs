//! Sessions of UCCI.

use std::time::Duration;

use crate::engine::{Engine, Search, behind, number, pv, script};
use crate::{MATED, STALEMATED, the_remark};

/// Mated at the next move, whatever is played.
const LOST: &str = "position fen 3a5/9/5k3/9/9/9/2N5R/9/4K4/9 b - - 0 1";

fn session(lines: &[&str]) -> Engine {
    let mut engine = Engine::with(&["ucci"]);
    engine.until("ucciok");
    engine.send(lines);
    engine
}

/// What is said up to an answer of either kind.
fn go(engine: &mut Engine, line: &str) -> Search {
    engine.send(&[line]);
    let mut lines = Vec::new();
    loop {
        lines.extend(engine.until(""));
        if lines.last().is_some_and(|l| l.contains("bestmove")) {
            return Search { lines };
        }
    }
}

#[test]
fn ucci_introduces_itself() {
    let mut engine = Engine::with(&["ucci"]);
    let said = engine.until("ucciok");
    for id in
        ["id name Boyi Xiangqi ", "id copyright ", "id author the Boyi developers", "id user "]
    {
        assert!(said.iter().any(|line| line.starts_with(id)), "{id}");
    }
    let names: Vec<_> = said.iter().filter_map(|line| behind(line, "option")).collect();
    for name in [
        "usemillisec",
        "batch",
        "debug",
        "ponder",
        "usebook",
        "useegtb",
        "hashsize",
        "skilllevel",
        "threads",
        "idle",
        "promotion",
        "pruning",
        "knowledge",
        "randomness",
        "style",
        "repetition",
        "drawmoves",
        "newgame",
        "clearhash",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for line in said.iter().filter(|line| line.starts_with("option")) {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words[2], "type", "no word `name` in {line}");
        match words[3] {
            "check" => assert_eq!(words[4..], ["default", "false"]),
            "spin" => assert!(number(line, "min") <= number(line, "default"), "{line}"),
            "combo" => {
                let default = behind(line, "default").expect(line);
                assert!(line.contains(&format!(" var {default}")), "{line}");
            }
            "button" => assert_eq!(words.len(), 4),
            "string" => {}
            other => panic!("{other}"),
        }
    }
    engine.send(&["isready"]);
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.send(&["quit"]);
    let said = engine.finish().well();
    assert_eq!(said.last().map(String::as_str), Some("bye"));
    // Behind the answer of a search that runs.
    let said = script(&["ucci", "go infinite", "quit"]).well();
    let last: Vec<_> = said.iter().rev().take(2).map(|l| l.split(' ').next()).collect();
    assert_eq!(last, [Some("bye"), Some("bestmove")]);
}

#[test]
fn searches_are_told_as_ucci_tells_them() {
    let mut engine = session(&["position startpos"]);
    let search = go(&mut engine, "go depth 4");
    for info in search.infos() {
        let words: Vec<_> = info.split(' ').collect();
        assert_eq!((words[1], words[3], words[5]), ("depth", "score", "pv"), "{info}");
        let score: i32 = words[4].parse().expect(info);
        assert!(score.abs() < 1000, "{info}");
    }
    let times = search.lines.iter().filter(|line| line.starts_with("info time"));
    assert!(times.clone().count() >= 4 && times.clone().all(|l| number(l, "nodes") >= 0));
    let line = pv(search.last());
    assert_eq!(search.answer(), format!("bestmove {} ponder {}", line[0], line[1]));
    assert_eq!(number(search.last(), "depth"), 4);
    // A mate is a large number.
    engine.send(&["position fen 4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w - - 0 1"]);
    assert_eq!(number(go(&mut engine, "go depth 4").last(), "score"), 29_999);
}

#[test]
fn every_way_to_go() {
    let mut engine = session(&["setoption usemillisec true", "position startpos"]);
    for line in [
        "go depth 2",
        "go nodes 300",
        "go time 200",
        "go time 200 movestogo 5",
        "go time 200 increment 5",
        "go time 200 increment 5 opptime 300 oppincrement 5",
        "go time 200 movestogo 5 opptime 300 oppmovestogo 4",
        "go draw time 100 increment 0",
        "go time 0",
        "go time -3",
        "go movetime 20",
        "go depth x",
    ] {
        let search = go(&mut engine, line);
        assert!(search.best().len() == 4, "{line}: {search:#?}");
        assert!(engine.sync().is_empty(), "{line}");
    }
    for line in ["go infinite", "go depth infinite", "go", "go ponder time 100"] {
        engine.send(&[line]);
        let said = engine.listen(Duration::from_millis(100));
        assert!(!said.iter().any(|l| l.contains("bestmove")), "{line}");
        engine.send(&[if line.contains("ponder") { "ponderhit" } else { "stop" }]);
        engine.wait("bestmove");
    }
    assert!(go(&mut engine, "go what depth 1").lines[0].starts_with("info message `what`"));
    engine.send(&["quit"]);
    engine.finish().well();
}

/// For how long, in milliseconds.
fn thought(search: &Search) -> i64 {
    let mut times = search.lines.iter().filter(|line| line.starts_with("info time"));
    number(times.next_back().expect("a time"), "time")
}

#[test]
fn times_are_seconds_unless_set() {
    let mut engine = session(&["position startpos"]);
    // Two seconds a game: a move takes a hundredth of that at least, and no
    // two milliseconds do.
    let search = go(&mut engine, "go time 2");
    assert!(thought(&search) >= 20, "{search:#?}");
    engine.send(&["setoption usemillisec true", "setoption newgame"]);
    let search = go(&mut engine, "go time 2");
    assert!(thought(&search) < 1000, "{search:#?}");
    engine.send(&["setoption usemillisec false"]);
    let search = go(&mut engine, "go movetime 1 depth 2");
    assert_eq!(number(search.last(), "depth"), 2);
}

#[test]
fn without_a_move() {
    let mut engine = session(&["position startpos"]);
    for (line, before) in [("go depth 0", None), ("stop", None), ("go depth 3", Some(MATED))] {
        engine.send(before.as_slice());
        assert_eq!(go(&mut engine, line).answer(), "nobestmove", "{line}");
    }
    engine.send(&[STALEMATED]);
    assert_eq!(go(&mut engine, "go depth 3").answer(), "nobestmove");
    assert!(engine.sync().is_empty());
}

#[test]
fn banned_moves_are_not_played_until_the_next_position() {
    // Two moves in all.
    let fen = "position fen 4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1";
    let mut engine = session(&[fen, "banmoves e0d0"]);
    assert_eq!(go(&mut engine, "go depth 3").best(), "e0f0");
    assert_eq!(go(&mut engine, "go depth 3").best(), "e0f0");
    engine.send(&["banmoves e0f0"]);
    assert_eq!(go(&mut engine, "go depth 3").best(), "e0d0");
    engine.send(&["banmoves e0d0 e0f0"]);
    assert_eq!(go(&mut engine, "go depth 3").answer(), "nobestmove");
    engine.send(&[fen]);
    assert_eq!(go(&mut engine, "go depth 3").best().len(), 4);
    let said = engine.ask("banmoves e0d0 e0e5 xx");
    assert!(said.len() == 2 && said[0].contains("`e0e5`") && said[1].contains("`xx`"), "{said:#?}");
    assert_eq!(go(&mut engine, "go depth 3").best(), "e0f0");
}

#[test]
fn the_end_of_a_game() {
    let mut engine = session(&[LOST]);
    let search = go(&mut engine, "go depth 4");
    assert_eq!(number(search.last(), "score"), -29_998);
    assert!(search.answer().ends_with(" resign"), "{search:#?}");
    // Better a draw than that.
    assert!(go(&mut engine, "go draw depth 4").answer().ends_with(" draw"));
    // The offer was for one move.
    assert!(go(&mut engine, "go depth 4").answer().ends_with(" resign"));
    engine.send(&["go ponder depth 4", "ponderhit draw"]);
    assert!(engine.wait("bestmove").ends_with(" draw"));
    // Whoever stands well plays on, and whoever was not asked says nothing.
    engine.send(&["position startpos"]);
    for line in ["go draw depth 3", "go depth 3"] {
        let search = go(&mut engine, line);
        assert!(!search.answer().contains("draw") && !search.answer().contains("resign"));
    }
    // A rook behind.
    engine.send(&["position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w"]);
    assert!(go(&mut engine, "go draw depth 3").answer().ends_with(" draw"));
    assert!(!go(&mut engine, "go depth 3").answer().contains("resign"));
}

#[test]
fn options_have_neither_name_nor_value() {
    let mut engine = session(&["position startpos"]);
    engine.send(&[
        "setoption hashsize 8",
        "setoption THREADS 1",
        "setoption batch true",
        "setoption debug on",
        "setoption ponder true",
        "setoption usebook true",
        "setoption useegtb false",
        "setoption bookfiles some where",
        "setoption egtbpaths",
        "setoption idle small",
        "setoption promotion true",
        "setoption pruning none",
        "setoption knowledge small",
        "setoption randomness large",
        "setoption style risky",
        "setoption repetition alwaysdraw",
        "setoption drawmoves 100",
        "setoption newgame",
        "setoption clearhash",
    ]);
    assert!(engine.sync().is_empty());
    for (line, word) in [
        ("setoption", "no name"),
        ("setoption name hashsize value 8", "`name`"),
        ("setoption hashsize", "hashsize"),
        ("setoption hashsize 0", "`0`"),
        ("setoption hashsize 33554432", "no memory"),
        ("setoption style bold", "`bold`"),
        ("setoption repetition chineserule", "`chineserule`"),
        ("what", "`what`"),
        ("position fen x", "`x`"),
        ("position startpos moves a0a9", "`a0a9`"),
    ] {
        let said = engine.ask(line);
        let remark = the_remark(&said);
        assert!(remark.starts_with("info message") && remark.contains(word), "{line}: {remark}");
    }
    // They are the same settings as those of UCI.
    let checks = "position fen 4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1 moves \
                  i8i9 e9e8 i9i8 e8e9 i8i9 e9e8 i9i8 e8e9";
    engine.send(&[checks]);
    assert!(engine.ask("d").contains(&"Ending: draw (repetition)".to_owned()));
    engine.send(&["setoption repetition asianrule"]);
    assert!(engine.ask("d").contains(&"Ending: black wins (perpetual_check)".to_owned()));
}

#[test]
fn a_probe_is_answered() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let mut engine = session(&[]);
    for line in
        [format!("probe fen {fen}"), format!("probe {fen} moves h2e2"), "probe startpos".into()]
    {
        assert_eq!(engine.ask(&line), ["pophash"], "{line}");
    }
    // What was found is told: an exact score of the root is both bounds.
    engine.send(&["position startpos", "go depth 5"]);
    let best = engine.wait("bestmove").split(' ').nth(1).expect("a move").to_owned();
    let said = engine.ask("probe startpos");
    let words: Vec<_> = said[0].split(' ').collect();
    let [
        "pophash",
        "bestmove",
        m,
        "lowerbound",
        low,
        "depth",
        "5",
        "upperbound",
        high,
        "depth",
        "5",
    ] = words[..]
    else {
        panic!("{said:?}")
    };
    assert_eq!((m, low), (&*best, high));
    engine.send(&["setoption clearhash"]);
    assert_eq!(engine.ask("probe startpos"), ["pophash"]);
    let said = engine.ask("probe fen x");
    assert!(said.len() == 2 && said[0].starts_with("info message probe: `x`"), "{said:#?}");
    assert_eq!(said[1], "pophash");
}

#[test]
fn the_protocols_can_be_changed() {
    let mut engine = Engine::with(&["ucci"]);
    engine.until("ucciok");
    engine.send(&["position startpos"]);
    assert!(go(&mut engine, "go depth 1").lines[0].starts_with("info time"));
    engine.send(&["uci"]);
    engine.until("uciok");
    assert!(engine.go("go depth 1").lines[0].contains(" score cp "));
    // While a search runs the word waits for its end.
    engine.send(&["go infinite", "ucci", "stop"]);
    let lines = engine.until("ucciok");
    let answer = lines.iter().position(|line| line.starts_with("bestmove")).expect("an answer");
    let greeting = lines.iter().position(|line| line.starts_with("id name")).expect("a greeting");
    assert!(answer < greeting, "{lines:#?}");
    // Stop without a search: nothing in UCI, a word in UCCI.
    assert_eq!(engine.ask("stop"), ["nobestmove"]);
    engine.send(&["uci"]);
    engine.until("uciok");
    assert!(engine.ask("stop").is_empty());
    engine.send(&["quit"]);
    assert!(!engine.finish().well().contains(&"bye".to_owned()));
}
