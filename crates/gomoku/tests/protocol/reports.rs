//! `data/field-reports.json`: what other programs failed on in public, case by
//! case. A case of a kind that is not known here is a failure.

use std::time::Duration;

use gomoku::{Board, Gomoku, Point, Rule, Side, Size};
use serde_json::Value;

use crate::engine::{Ended, Engine, point, script};

const DATA: &str = include_str!("../data/field-reports.json");
/// The reports tell of a second and less. A machine that is busy with other
/// things is slower, and nothing takes so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// The reports give no time: enough to find what is to be found.
const LIMIT: &str = "INFO max_node 20000";

struct Case {
    id: String,
    input: Vec<String>,
    expected: Value,
}

impl Case {
    /// Its lines; searches that would think for seconds are limited.
    fn lines(&self) -> Vec<&str> {
        let mut lines: Vec<_> = self.input.iter().map(String::as_str).collect();
        if lines.contains(&"DONE") {
            lines.insert(1, LIMIT);
        }
        lines
    }

    fn run(&self) -> Ended {
        script(&self.lines())
    }

    fn list(&self, key: &str) -> Vec<String> {
        let list = self.expected[key].as_array();
        let list = list.unwrap_or_else(|| panic!("{}: no {key}", self.id));
        list.iter().map(|v| v.as_str().expect("a text").to_owned()).collect()
    }

    fn number(&self, key: &str) -> u64 {
        self.expected[key].as_u64().unwrap_or_else(|| panic!("{}: no {key}", self.id))
    }

    fn size(&self) -> usize {
        let size = self.input[0].strip_prefix("START ").expect("START");
        size.parse().expect("a size")
    }

    /// The answer, a move that is legal in the position of the case.
    fn legal_move(&self) -> String {
        let answers = self.run().answers();
        assert_eq!((answers.len(), &*answers[0]), (2, "OK"), "{}: {answers:#?}", self.id);
        let m = answers[1].clone();
        let point = point(&m, self.size());
        assert!(self.game().board().check(point).is_ok(), "{}: {m}", self.id);
        m
    }

    /// The position that is sent.
    fn game(&self) -> Gomoku {
        let stones = |field: &str| -> Vec<Point> {
            let of = |line: &String| {
                let place = line.strip_suffix(field)?.strip_suffix(',')?;
                Some(point(place, self.size()))
            };
            self.input.iter().filter(|l| !l.contains(' ')).filter_map(of).collect()
        };
        let (ours, theirs) = (stones("1"), stones("2"));
        let (black, white) =
            if ours.len() == theirs.len() { (ours, theirs) } else { (theirs, ours) };
        let rule = self.input.iter().find_map(|line| line.strip_prefix("INFO rule "));
        let rule = match rule {
            None | Some("0") => Rule::Freestyle,
            Some("1") => Rule::Standard,
            Some("4") => Rule::Renju,
            Some(other) => panic!("{}: rule {other}", self.id),
        };
        let size = Size::new(self.size()).expect("a size");
        Gomoku::from_board(Board::with_stones(rule, size, &black, &white).expect("a position"))
    }
}

fn cases() -> Vec<Case> {
    let data: Value = serde_json::from_str(DATA).expect("JSON");
    let all = data["cases"].as_array().expect("cases").iter();
    let lines = |v: &Value| -> Vec<String> {
        let lines = v.as_array().expect("lines").iter();
        lines.map(|l| l.as_str().expect("a line").to_owned()).collect()
    };
    all.map(|case| Case {
        id: case["id"].as_str().expect("an id").to_owned(),
        input: lines(&case["input"]),
        expected: case["expectation"].clone(),
    })
    .collect()
}

type Test = fn(&Case);

/// Every case is run by one of the tests below, told apart by what it expects.
const KINDS: &[(&str, Test)] = &[
    ("move_in", |case| {
        let m = case.legal_move();
        assert!(case.list("moves").contains(&m), "{}: {m}", case.id);
    }),
    ("move_in_or_error", |case| {
        let m = case.legal_move();
        assert!(case.list("moves").contains(&m), "{}: {m}", case.id);
    }),
    ("move_legal", |case| {
        let m = case.legal_move();
        let bad =
            if case.expected.get("not_in").is_some() { case.list("not_in") } else { Vec::new() };
        assert!(!bad.contains(&m), "{}: {m}", case.id);
    }),
    ("gomoku_move_legal", memory),
    ("forbidden", forbidden),
    ("last_reply_prefix", |case| {
        let last = case.run().answers().pop().expect("an answer");
        let prefix = case.expected["prefix"].as_str().expect("a text");
        assert!(last.starts_with(prefix), "{}: {last}", case.id);
    }),
    ("replies", |case| {
        let ended = case.run();
        assert!(ended.took <= PATIENCE, "{}: {:?}", case.id, ended.took);
        let (said, expected) = (ended.answers(), case.list("prefixes"));
        assert_eq!(said.len(), expected.len(), "{}: {said:#?}", case.id);
        for (line, prefix) in said.iter().zip(&expected) {
            assert!(line.starts_with(prefix), "{}: {line}", case.id);
        }
    }),
    ("reply_within_ms", |case| {
        let began = std::time::Instant::now();
        case.legal_move();
        let took = began.elapsed();
        assert!(took <= PATIENCE, "{}: {took:?}", case.id);
    }),
];

#[test]
fn every_report_is_answered() {
    let cases = cases();
    assert_eq!(cases.len(), 12);
    for case in &cases {
        let kind = case.expected["type"].as_str().expect("a type");
        let run = KINDS.iter().find(|(name, _)| *name == kind);
        let (_, run) = run.unwrap_or_else(|| panic!("{}: `{kind}` is not known", case.id));
        run(case);
    }
}

/// The most that was ever resident, in bytes; `None` where the system does not tell.
pub(crate) fn peak(id: u32) -> Option<u64> {
    cli::testing::memory(id).map(|memory| memory.peak)
}

fn memory(case: &Case) {
    case.legal_move();
    // The reported move, and then one that is searched for: by then the table
    // is in use, whatever the speed of the machine.
    let mut engine = Engine::start();
    engine.send(&case.lines());
    engine.answer();
    engine.answer();
    engine.send(&["INFO max_node 300000", "TURN 0,0"]);
    engine.answer();
    if let Some(peak) = peak(engine.id()) {
        assert!(peak < case.number("max_rss_bytes"), "{}: {peak}", case.id);
    }
    engine.finish().well();
}

/// The first move would wait for the system to find memory otherwise.
#[test]
fn the_table_is_there_before_the_clock_runs() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send(&["INFO max_memory 100000000"]);
    engine.sync();
    let Some(before) = peak(engine.id()) else { return };
    engine.send(&["INFO max_node 3000", "BEGIN"]);
    engine.answer();
    engine.send(&["TURN 0,0"]);
    engine.answer();
    let after = peak(engine.id()).expect("it runs");
    assert!(before >= 64 << 20 && after < before + (8 << 20), "{before}, then {after}");
    engine.finish().well();
}

fn forbidden(case: &Case) {
    let stones = |side: &str| -> Vec<Point> {
        let line = case.input.iter().find_map(|line| line.strip_prefix(side)).expect("stones");
        line.split_whitespace().map(|p| Point::parse(p, Size::FIFTEEN).expect("a point")).collect()
    };
    let (black, white) = (stones("black"), stones("white"));
    let mut lines = vec!["START 15".to_owned(), "INFO rule 4".to_owned(), "YXBOARD".to_owned()];
    for (points, field) in [(&black, 1), (&white, 2)] {
        lines.extend(points.iter().map(|&p| format!("{},{field}", crate::engine::text(p, 15))));
    }
    lines.extend(["DONE".to_owned(), "YXSHOWFORBID".to_owned()]);
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let said = script(&lines).answers();
    let found = crate::forbidden_points(&said[1], 15);
    let found: Vec<_> = found.iter().map(Point::to_string).collect();
    for point in case.list("points") {
        assert!(found.contains(&point), "{}: {found:?}", case.id);
    }
    for point in case.list("not") {
        assert!(!found.contains(&point), "{}: {found:?}", case.id);
    }
    let board = Board::with_stones(Rule::Renju, Size::FIFTEEN, &black, &white).expect("stones");
    assert_eq!(board.side_to_move(), Side::Black);
}
