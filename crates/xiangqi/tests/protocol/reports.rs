//! `data/field-reports.json`: what other programs failed on in public, case by
//! case. A case of a kind that is not known here is a failure.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use xiangqi::Xiangqi;

use crate::engine::{Ended, Engine, Search, behind, number, pv, script};

const DATA: &str = include_str!("../data/field-reports.json");
/// A machine that is busy with other things is so much slower.
const SLACK: i64 = 10;

struct Case {
    id: String,
    input: Vec<String>,
    expected: Value,
}

impl Case {
    fn lines(&self) -> Vec<&str> {
        self.input.iter().map(String::as_str).collect()
    }

    fn run(&self) -> Ended {
        script(&self.lines())
    }

    /// Runs it and gives the answers to its searches.
    fn searches(&self) -> Vec<Search> {
        let all = Search::all(&self.run().well());
        let asked = self.input.iter().filter(|line| line.starts_with("go")).count();
        assert_eq!(all.len(), asked, "{}: one answer each, {all:#?}", self.id);
        all
    }

    fn search(&self) -> Search {
        self.searches().pop().unwrap_or_else(|| panic!("{}: no search", self.id))
    }

    /// The game before the last `go`.
    fn game(&self) -> Xiangqi {
        let position = self.input.iter().rev().find(|line| line.starts_with("position"));
        game(position.unwrap_or_else(|| panic!("{}: no position", self.id)))
    }

    fn is_legal(&self, m: &str) -> bool {
        self.game().play_text(m).is_ok()
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.expected[key].as_str()
    }

    fn number(&self, key: &str) -> i64 {
        self.expected[key].as_i64().unwrap_or_else(|| panic!("{}: no {key}", self.id))
    }

    fn words(&self, key: &str) -> BTreeSet<&str> {
        let list = self.expected[key].as_array();
        let list = list.unwrap_or_else(|| panic!("{}: no {key}", self.id));
        list.iter().filter_map(Value::as_str).collect()
    }
}

/// The game that a `position` line sets up.
pub(crate) fn game(position: &str) -> Xiangqi {
    let text = position.strip_prefix("position").expect("a position").trim();
    let (board, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut game = match board.trim().strip_prefix("fen") {
        Some(fen) => Xiangqi::from_fen(fen).expect(position),
        None => Xiangqi::start(),
    };
    moves.split_whitespace().for_each(|m| game.play_text(m).expect(position));
    game
}

/// Plays the moves of a line.
pub(crate) fn is_legal_line(game: &Xiangqi, line: &[&str]) -> bool {
    let mut game = game.clone();
    line.iter().all(|m| game.play_text(m).is_ok())
}

fn cases() -> Vec<Case> {
    let data: Value = serde_json::from_str(DATA).expect("JSON");
    let all = data["cases"].as_array().expect("cases").iter();
    let case = |case: &Value| Case {
        id: case["id"].as_str().expect("an id").to_owned(),
        input: case["input"].as_array().expect("lines").iter().map(written_out).collect(),
        expected: case["expectation"].clone(),
    };
    all.filter(|case| case["game"] == "xiangqi").map(case).collect()
}

/// `... (repeat the 4 moves 250 times)`
fn written_out(line: &Value) -> String {
    let line = line.as_str().expect("a line");
    match line.split_once(" moves ") {
        Some((board, moves)) if moves.contains("...") => {
            let four: Vec<_> = moves.split_whitespace().take(4).collect();
            format!("{board} moves{}", format!(" {}", four.join(" ")).repeat(250))
        }
        _ => line.to_owned(),
    }
}

type Test = fn(&Case);

/// Every case is run by one of the tests below, told apart by what it expects.
const KINDS: &[(&str, Test)] = &[
    ("perft", perft),
    ("legal_moves", legal_moves),
    ("no_legal_moves", no_legal_moves),
    ("bestmove_in", bestmove_in),
    ("repetition_result", repetition_result),
    ("not_automatic_draw", |case| {
        assert_eq!(ending(case), "none", "{}", case.id);
    }),
    ("no_mate_score", |case| {
        let search = case.search();
        assert!(search.infos().iter().all(|line| !line.contains("mate")), "{search:#?}");
    }),
    ("same_positive_score", same_positive_score),
    ("alive", alive),
    ("alive_and_error_each", alive_and_error_each),
    ("bestmove_count", bestmove_count),
    ("bestmove_within_ms", bestmove_within),
    ("bestmove_legal_each", bestmove_legal_each),
    ("nodes_at_most", |case| {
        let nodes = number(case.search().last(), "nodes");
        assert!(nodes <= case.number("n") && nodes > 0, "{nodes}");
    }),
    ("second_search_reaches_depth", |case| {
        assert_eq!(number(case.search().last(), "depth"), case.number("depth"));
    }),
    ("order", order),
    ("no_bestmove", |case| {
        let said = case.run().well();
        assert!(said.iter().any(|line| line == "readyok"));
        assert!(said.iter().all(|line| !line.starts_with("bestmove")), "{said:#?}");
    }),
    ("exit_within_ms", |case| {
        let ended = case.run();
        let took = ended.took.as_millis() as i64;
        assert!(took <= case.number("ms") * SLACK, "{}: {took} ms", case.id);
        ended.well();
    }),
    ("bestmove_equals_pv1", bestmove_equals_pv1),
    ("bestmove_legal", |case| {
        let search = case.search();
        assert!(case.is_legal(search.best()), "{search:#?}");
    }),
    ("option_grammar", |case| {
        let said = case.run().well();
        assert!(said.iter().filter(|line| line.starts_with("option ")).count() >= 10);
        said.iter().filter(|l| l.starts_with("option")).for_each(|l| crate::check_option(l));
    }),
    ("uciok_within_ms", |case| {
        let began = std::time::Instant::now();
        let mut engine = Engine::with(&case.lines());
        engine.wait("uciok");
        let took = began.elapsed().as_millis() as i64;
        assert!(took <= case.number("ms") * SLACK, "{took} ms");
    }),
    ("pv_legal", pv_legal),
    ("threads_no_panic", threads_no_panic),
    ("equal_node_totals", equal_node_totals),
    ("first_and_last_equal", |case| {
        let all = case.searches();
        let (first, last) = (all[0].timeless(), all[all.len() - 1].timeless());
        assert_eq!(first, last);
    }),
    ("idle_cpu_ms_max", idle_cpu),
];

#[test]
fn every_report_is_answered() {
    let cases = cases();
    assert_eq!(cases.len(), 49);
    for case in &cases {
        let kind = case.text("type").expect("a type");
        let run = KINDS.iter().find(|(name, _)| *name == kind);
        let (_, run) = run.unwrap_or_else(|| panic!("{}: `{kind}` is not known", case.id));
        run(case);
    }
}

fn perft(case: &Case) {
    let counts: Vec<_> = case.run().well();
    let counts = counts.iter().filter_map(|line| line.strip_prefix("Nodes searched: "));
    let counts: Vec<Value> = counts.map(|n| n.parse::<u64>().expect("a count").into()).collect();
    assert_eq!(Value::Array(counts), case.expected["values"], "{}", case.id);
}

fn legal_moves(case: &Case) {
    let mut lines = case.lines();
    lines.extend(["go perft 1", "d"]);
    let said = script(&lines).well();
    let moves = said.iter().filter_map(|line| line.strip_suffix(": 1"));
    let moves: BTreeSet<_> = moves.filter(|m| m.len() == 4).collect();
    assert_eq!(moves, case.words("moves"), "{}", case.id);
    if let Some(check) = case.expected["in_check"].as_bool() {
        let none = said.iter().any(|line| line == "Checkers: none");
        assert_eq!(none, !check, "{}", case.id);
    }
}

fn no_legal_moves(case: &Case) {
    let search = case.search();
    assert_eq!((search.answer(), &*search.score()), ("bestmove (none)", "mate 0"), "{}", case.id);
    let loser = case.game().side_to_move().name();
    assert!(ending(case).contains(" wins (") && !ending(case).starts_with(loser));
}

fn bestmove_in(case: &Case) {
    let search = case.search();
    assert!(case.words("moves").contains(search.best()), "{}: {search:#?}", case.id);
    if let Some(mate) = case.expected["score_mate"].as_i64() {
        assert_eq!(search.score(), format!("mate {mate}"), "{}", case.id);
    }
}

/// What `d` says behind `Ending:`.
fn ending(case: &Case) -> String {
    let mut lines = case.lines();
    lines.push("d");
    let said = script(&lines).well();
    let ending = said.iter().find_map(|line| line.strip_prefix("Ending: "));
    ending.unwrap_or_else(|| panic!("{}: no ending", case.id)).to_owned()
}

fn repetition_result(case: &Case) {
    let expected = match case.text("loser") {
        Some("red") => format!("black wins ({})", case.text("reason").unwrap_or_default()),
        Some(_) => format!("red wins ({})", case.text("reason").unwrap_or_default()),
        None => "draw (repetition)".to_owned(),
    };
    assert_eq!(ending(case), expected, "{}", case.id);
}

fn same_positive_score(case: &Case) {
    let scores: Vec<_> = case.searches().iter().map(Search::score).collect();
    assert_eq!(scores.len(), 2);
    assert_eq!(scores[0], scores[1]);
    let value = scores[0].split_once(' ').expect("a number").1;
    assert!(value.parse::<i64>().expect("a number") > 0, "{scores:?}");
}

fn alive(case: &Case) {
    let said = case.run().well();
    for word in case.words("must_contain") {
        assert!(said.iter().any(|line| line.starts_with(word)), "{}: {said:#?}", case.id);
    }
    // Each has one bad word, but that a position without the word `position`
    // is right in the Cyclone dialect of UCI.
    let remarks = said.iter().filter(|line| line.starts_with("info string")).count();
    assert_eq!(remarks, usize::from(case.id != "V15"), "{}: {said:#?}", case.id);
}

fn alive_and_error_each(case: &Case) {
    let said = case.run().well();
    let kinds: Vec<_> = said.iter().map(|line| line.split(' ').next().unwrap_or("")).collect();
    let expected: Vec<_> =
        case.input.iter().map(|line| if line == "isready" { "readyok" } else { "info" }).collect();
    assert_eq!(kinds, expected, "{}: {said:#?}", case.id);
}

fn bestmove_count(case: &Case) {
    let searches = case.searches();
    assert_eq!(searches.len() as i64, case.number("n"), "{}", case.id);
    let last = &searches[searches.len() - 1];
    if case.expected.get("second_in").is_some() {
        assert!(case.words("second_in").contains(last.best()), "{}", case.id);
    }
    assert!(case.is_legal(last.best()), "{}: {last:#?}", case.id);
    if let Some(side) = case.text("second_side") {
        assert_eq!(case.game().side_to_move().name(), side);
    }
    if case.expected.get("generate").is_some() {
        assert_eq!(case.game().moves().len(), 1000);
    }
}

fn bestmove_within(case: &Case) {
    let search = case.search();
    let time = number(search.last(), "time");
    assert!(time <= case.number("max") * SLACK, "{}: {time} ms", case.id);
    // The position has too many lines to be done sooner.
    if let Some(least) = case.expected["min"].as_i64() {
        assert!(time >= least, "{}: {time} ms", case.id);
    }
}

fn bestmove_legal_each(case: &Case) {
    for search in case.searches() {
        assert!(case.is_legal(search.best()), "{search:#?}");
        let time = number(search.last(), "time");
        assert!(time <= case.number("each_within_ms") * SLACK, "{time} ms");
    }
}

fn order(case: &Case) {
    let before = case.text("no_bestmove_before").expect("a word");
    let mut engine = Engine::start();
    for line in &case.input {
        if line == before {
            let said = engine.listen(Duration::from_millis(300));
            assert!(!said.iter().any(|l| l.starts_with("bestmove")), "{}: {said:#?}", case.id);
        }
        if !line.starts_with('#') {
            engine.send(&[line]);
        }
    }
    let search = Search { lines: engine.until("bestmove") };
    assert!(case.words("bestmove_in").contains(search.best()), "{search:#?}");
}

fn bestmove_equals_pv1(case: &Case) {
    let search = case.search();
    assert_eq!(pv(search.last())[0], search.best());
    let ranks: BTreeSet<_> = search.infos().iter().filter_map(|l| behind(l, "multipv")).collect();
    assert_eq!(ranks.len(), 3, "{search:#?}");
}

/// Fights, mates, endings.
const POSITIONS: [&str; 8] = [
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
    "position fen r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "position fen r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "position fen 9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1",
    "position fen 3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
    "position fen 4ka3/4a4/9/p8/C8/9/9/8B/3p2ppc/4K4 w - - 0 1",
    "position fen 4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1 moves i8i9 e9e8 i9i8 e8e9",
];

fn pv_legal(_: &Case) {
    let mut engine = Engine::start();
    let mut lines = 0;
    for multipv in ["1", "4"] {
        engine.send(&[&format!("setoption name MultiPV value {multipv}")]);
        for position in POSITIONS {
            let game = game(position);
            for depth in 1..=5 {
                engine.send(&[position]);
                let search = engine.go(&format!("go depth {depth}"));
                for info in search.infos() {
                    let line = pv(info);
                    assert!(!line.is_empty() && is_legal_line(&game, &line), "{position}: {info}");
                    lines += 1;
                }
                let words: Vec<_> = search.answer().split(' ').collect();
                let answer: Vec<_> =
                    words.iter().skip(1).filter(|w| **w != "ponder").copied().collect();
                assert!(is_legal_line(&game, &answer), "{position}: {words:?}");
                assert!(pv(search.last()).starts_with(&answer), "{search:#?}");
            }
        }
    }
    assert!(lines > 200, "{lines}");
}

fn threads_no_panic(_: &Case) {
    let mut engine = Engine::with(&["setoption name Threads value 8"]);
    for position in POSITIONS {
        engine.send(&[position]);
        let search = engine.go("go depth 5");
        assert!(is_legal_line(&game(position), &[search.best()]), "{search:#?}");
    }
    engine.finish().well();
}

fn equal_node_totals(case: &Case) {
    let said = case.run().well();
    let totals: Vec<_> = said.iter().filter_map(|line| line.split_once(" nodes ")).collect();
    assert_eq!(totals.len(), 2, "{said:#?}");
    assert!(totals[0].0.parse::<u64>().expect("a count") > 0);
    assert_eq!(totals[0].0, totals[1].0);
    assert!(totals[0].1.ends_with(" nps"), "{said:#?}");
}

/// Time that a process has computed, in ticks of 10 ms.
fn ticks(id: u32) -> Option<i64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let user: i64 = fields.next()?.parse().ok()?;
    let system: i64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

fn idle_cpu(case: &Case) {
    let mut engine = Engine::start();
    for line in case.input.iter().filter(|line| !line.starts_with('#')) {
        engine.send(&[line]);
    }
    engine.wait("bestmove");
    // Where the system does not tell, there is nothing to compare.
    let Some(before) = ticks(engine.id()) else { return };
    std::thread::sleep(Duration::from_secs(1));
    let used = 10 * (ticks(engine.id()).expect("it runs") - before);
    assert!(used <= case.number("ms"), "{used} ms");
}
