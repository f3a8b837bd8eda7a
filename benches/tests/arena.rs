//! Matches with small programs, most of which do something wrong.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use benches::arena::game::Policy;
use benches::arena::player::Fault;
use benches::arena::referee::Table;
use benches::arena::settings::{EngineSettings, Limits};
use benches::arena::totals::{Summary, Totals};
use benches::arena::tournament::{Plan, pairings};
use gomoku::{Gomoku, Rule, Size};
use xiangqi::Xiangqi;

const SHUFFLE: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";

/// A program of the tests that does this.
fn engine(script: &str, how: &str) -> EngineSettings {
    let script = format!("{}/tests/engines/{script}.sh", env!("CARGO_MANIFEST_DIR"));
    EngineSettings {
        name: how.to_owned(),
        command: vec!["sh".to_owned(), script, how.to_owned()],
        limits: Limits { nodes: Some(100), ..Limits::default() },
        ..EngineSettings::default()
    }
}

fn plan(engines: Vec<EngineSettings>, table: impl Into<Table>) -> Plan {
    Plan {
        pairings: pairings(engines.len(), true),
        engines,
        rounds: 1,
        openings: vec![table.into()],
        policy: Policy { patience: Duration::from_secs(3), ..Policy::default() },
        concurrency: 2,
        log: None,
    }
}

fn shuffle() -> Xiangqi {
    Xiangqi::from_fen(SHUFFLE).unwrap()
}

/// The games, by number.
fn played(plan: &Plan) -> Vec<Summary> {
    let mut games = Vec::new();
    plan.run(&BTreeSet::new(), &AtomicBool::new(false), |outcome| {
        games.push(Summary::of(outcome.job, &outcome.game));
        Continue(())
    });
    games.sort_by_key(|game| game.job.number);
    games
}

#[test]
fn whoever_misbehaves_loses_and_the_match_goes_on() {
    let faults = [
        ("hang", "hangs"),
        ("exit", "crashed"),
        ("garbage", "illegal move"),
        ("illegal", "illegal move"),
        ("resign", "refused to move"),
        ("flood", "hangs"),
        ("endless", "crashed"),
        ("late", "lost on time"),
    ];
    let mut engines = vec![engine("uci", "good")];
    engines.extend(faults.iter().map(|(how, _)| engine("uci", how)));
    // It sleeps for a second.
    engines[8].limits = Limits { movetime: Some(Duration::from_millis(600)), ..Limits::default() };
    engines.push(EngineSettings { name: "again".to_owned(), ..engine("uci", "good") });
    let plan = plan(engines, shuffle());
    let games = played(&plan);
    assert_eq!(games.len(), plan.games());
    let mut totals = Totals::new(&plan);
    games.iter().for_each(|game| totals.add(game));
    for (i, (how, kind)) in faults.iter().enumerate() {
        let tally = totals.tally(i);
        assert_eq!((tally.wins(), tally.losses()), (2, 0), "{how}");
        let counted: Vec<_> = totals.faults(i + 1).iter().collect();
        assert_eq!(counted, [(&(*kind).to_owned(), &2)], "{how}");
    }
    let good = totals.tally(faults.len());
    assert_eq!((good.draws(), good.pair_counts()), (2, [0, 0, 1, 0, 0]));
    assert!(totals.faults(0).is_empty());
    assert_eq!(games.last().unwrap().reason, "repetition");
    let usage = totals.usage(9);
    assert_eq!((usage.depth(), usage.nodes), (Some(3.0), 100 * usage.moves));
}

#[test]
fn gomoku_by_its_protocol() {
    let mut engines: Vec<_> = ["good", "occupied", "outside", "refuse", "suggest"]
        .iter()
        .map(|how| engine("gomocup", how))
        .collect();
    engines.push(EngineSettings { name: "again".to_owned(), ..engine("gomocup", "good") });
    let plan = plan(engines, Gomoku::new(Rule::Freestyle, Size::FIFTEEN));
    let games = played(&plan);
    let kinds: Vec<_> = games.iter().map(|game| game.kind.as_str()).collect();
    // Who suggests is asked to play, and has one stone at the end of five moves less.
    assert_eq!(
        kinds,
        [
            "illegal move",
            "illegal move",
            "illegal move",
            "illegal move",
            "refused to move",
            "refused to move",
            "line",
            "line",
            "line",
            "line"
        ]
    );
    // Whoever moves first is first to have five.
    assert_eq!(games[8].winner, games[9].winner);
    assert_eq!((games[8].plies, games[8].usage[0].moves, games[8].usage[1].moves), (9, 5, 4));
}

#[test]
fn an_engine_that_never_starts_is_told_before_the_match() {
    let never = AtomicBool::new(false);
    let missing =
        EngineSettings { command: vec!["./no such program".to_owned()], ..engine("uci", "x") };
    let exits = EngineSettings { command: vec!["true".to_owned()], ..engine("uci", "y") };
    for (engine, kind) in [(missing, "cannot be started"), (exits, "crashed")] {
        let plan = plan(vec![engine], shuffle());
        let (number, fault) = plan.try_engines(&[&never]).unwrap_err();
        assert_eq!((number, fault.kind()), (0, kind));
    }
    let stop = AtomicBool::new(true);
    let silent = plan(vec![engine("uci", "silent")], shuffle());
    assert_eq!(silent.try_engines(&[&stop]), Err((0, Fault::Stopped)));
}

#[test]
#[cfg(target_os = "linux")]
fn memory_has_a_limit() {
    let mut plan = plan(vec![engine("uci", "good"), engine("uci", "hang")], shuffle());
    plan.policy.memory = Some(1);
    let games = played(&plan);
    assert!(games.iter().any(|game| game.kind == "too much memory"), "{games:?}");
}

fn arena(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_arena")).args(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_interrupted_match_goes_on() {
    let folder = std::env::temp_dir().join(format!("boyi-arena-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(file("openings.txt"), SHUFFLE).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/uci.sh");
    let engine = |name: &str, how: &str| format!("'cmd=sh {} {how}' name={name}", script.display());
    let (a, b) = (engine("a", "good"), engine("b", "illegal"));
    let (openings, games, log) = (file("openings.txt"), file("games.pgn"), file("log"));
    let words = [
        "--engine",
        &a,
        "--engine",
        &b,
        "--openings",
        &openings,
        "--nodes",
        "10",
        "--games",
        "6",
        "--record",
        &games,
        "--json",
        "--log",
        &log,
    ];
    let (status, whole, err) = arena(&words);
    assert_eq!((status, err.as_str()), (Some(0), ""), "{whole}");
    let count = |text: &str| text.matches("[Result ").count();
    let record = std::fs::read_to_string(&games).unwrap();
    assert_eq!(count(&record), 6);
    assert_eq!(xiangqi::pgn::read(&record).filter(Result::is_ok).count(), 6);
    assert!(std::fs::read_to_string(&log).unwrap().contains("a > go nodes 10\n"));

    // It is not begun again over the old one.
    let (status, _, err) = arena(&words);
    assert_eq!((status, err.lines().count()), (Some(1), 1), "{err}");
    assert!(err.contains("there already"), "{err}");

    // Two games were written whole, a third only to the file of games, and half a line more.
    let journal = format!("{games}.jsonl");
    let lines = std::fs::read_to_string(&journal).unwrap();
    let mut kept: String = lines.split_inclusive('\n').take(3).collect();
    kept.push_str("{\"game\":6,\"win");
    std::fs::write(&journal, kept).unwrap();
    let resumed = [&words[..], &["--resume"]].concat();
    let (status, again, err) = arena(&resumed);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let results = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        (value["games"].clone(), value["pairings"][0]["wins"].clone())
    };
    assert_eq!(results(&again), results(&whole));
    assert_eq!(results(&again), (6.into(), 6.into()));
    assert_eq!(count(&std::fs::read_to_string(&games).unwrap()), 6);

    // Neither a file of games that is shorter than its journal says nor a game twice is taken.
    let (whole, journal_text) =
        (std::fs::read(&games).unwrap(), std::fs::read_to_string(&journal).unwrap());
    std::fs::write(&games, &whole[..whole.len() - 9]).unwrap();
    let (status, _, err) = arena(&resumed);
    assert_eq!((status, err.contains("shorter than its journal says")), (Some(1), true), "{err}");
    std::fs::write(&games, &whole).unwrap();
    let last = journal_text.lines().last().unwrap();
    std::fs::write(&journal, format!("{journal_text}{last}\n")).unwrap();
    let (status, _, err) = arena(&resumed);
    assert_eq!((status, err.contains("line 8: not a game")), (Some(1), true), "{err}");
    std::fs::write(&journal, &journal_text).unwrap();

    // Another match does not go on in its place.
    let other = [&resumed[..], &["--max-plies", "50"]].concat();
    let (status, _, err) = arena(&other);
    assert_eq!((status, err.contains("another match, whose policy")), (Some(1), true), "{err}");
    let renamed = engine("c", "illegal");
    let other = [&["--engine", &a, "--engine", &renamed], &resumed[4..]].concat();
    let (status, _, err) = arena(&other);
    assert_eq!(status, Some(1));
    assert!(err.contains("another match, whose engines"), "{err}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_words_are_named_in_one_line() {
    let folder = std::env::temp_dir().join(format!("boyi-arena-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let openings = folder.join("openings.txt");
    std::fs::write(&openings, SHUFFLE).unwrap();
    let openings = openings.to_str().unwrap();
    let two = ["--engine", "cmd=sh name=a", "--engine", "cmd=sh name=b", "--openings", openings];
    let cases: [(&[&str], &str); 15] = [
        (&["--openings", openings, "--nodes", "1"], "--engine"),
        (&["--engine", "cmd=sh", "--openings", openings, "--nodes", "1"], "two or more"),
        (
            &["--engine", "cmd=sh", "--engine", "cmd=sh", "--openings", openings, "--nodes", "1"],
            "name=sh",
        ),
        (
            &["--engine", "cmd='", "--engine", "cmd=sh", "--openings", openings, "--nodes", "1"],
            "quotes",
        ),
        (&[&two[..], &["--nodes", "0"]].concat(), "nodes=0"),
        (&[&two[..], &["--tc", "x"]].concat(), "tc=x"),
        (&two, "expected a limit"),
        (&[&two[..], &["--nodes", "1", "--games", "3"]].concat(), "even"),
        (&[&two[..], &["--nodes", "1", "--games", "0"]].concat(), "0"),
        (&[&two[..], &["--nodes", "1", "--sprt", "5,0"]].concat(), "5"),
        (&[&two[..], &["--nodes", "1", "--sprt", "5"]].concat(), "two numbers"),
        (&[&two[..], &["--nodes", "1", "--resign", "1,2,3"]].concat(), "--resign 1,2,3"),
        (&[&two[..], &["--nodes", "1", "--rule", "chess"]].concat(), "chess"),
        (&[&two[..], &["--nodes", "1", "--size", "15"]].concat(), "--size 15"),
        (&[&two[..4], &["--nodes", "1", "--openings", "/no/such/file"]].concat(), "/no/such/file"),
    ];
    for (words, named) in cases {
        let (status, out, err) = arena(words);
        assert!(matches!(status, Some(1 | 2)), "{words:?}: {err}");
        assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{words:?}: {err}");
        assert!(err.contains(named), "{words:?}: {err}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
