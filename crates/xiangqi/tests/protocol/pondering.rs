//! Searches that answer only when they are told to.

use std::time::Duration;

use crate::engine::{Engine, Search, number, script};
use crate::{MATED, MATES, STALEMATED, the_remark};

/// As long as a test listens for what must not come.
const SILENCE: Duration = Duration::from_millis(150);

fn holds_its_answer(engine: &mut Engine) {
    let said = engine.listen(SILENCE);
    assert!(!said.iter().any(|line| line.contains("bestmove")), "{said:#?}");
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    for go in ["go infinite", "go", "go ponder", "go ponder infinite", "go infinite movetime 1"] {
        for position in ["position startpos", MATES, MATED, STALEMATED] {
            let mut engine = Engine::with(&[position, go]);
            holds_its_answer(&mut engine);
            assert!(!engine.sync().iter().any(|line| line.contains("bestmove")));
            engine.send(&["stop", "stop"]);
            let answer = engine.wait("bestmove");
            let none = position == MATED || position == STALEMATED;
            assert_eq!(answer == "bestmove (none)", none, "{go}: {answer}");
            assert!(engine.sync().is_empty());
        }
    }
}

#[test]
fn the_clock_of_pondering_begins_at_the_hit() {
    for go in [
        "go ponder wtime 100 btime 100",
        "go ponder movetime 50",
        // Done before the word comes.
        "go ponder depth 2",
        "go ponder nodes 10 wtime 1 btime 1",
        // No limit to go on to.
        "go ponder",
    ] {
        let mut engine = Engine::with(&["position startpos", go]);
        holds_its_answer(&mut engine);
        engine.send(&["ponderhit", "ponderhit"]);
        let search = Search { lines: engine.until("bestmove") };
        assert!(number(search.last(), "nodes") > 0, "{go}");
        assert!(engine.sync().is_empty(), "{go}");
        // And the next one begins from nothing.
        engine.send(&[go]);
        holds_its_answer(&mut engine);
        engine.send(&["stop"]);
        engine.wait("bestmove");
        assert!(engine.ask("ponderhit").is_empty());
    }
}

/// The hit is meant for the search that was asked for last, also while that
/// waits behind another.
#[test]
fn a_hit_reaches_a_search_that_waits() {
    for (go, stop) in [("go infinite", "stop"), ("go depth 6", "isready")] {
        let mut engine = Engine::with(&["position startpos", go]);
        let lines = [stop, "position startpos moves h2e2", "go ponder movetime 50", "ponderhit"];
        engine.send(&lines);
        engine.wait("bestmove");
        // Nothing but the hit ends the second one.
        engine.wait("bestmove");
        assert!(engine.sync().is_empty());
    }
}

/// Time that was pondered away is not thought for once more: nothing but the
/// share of a clock of ten hours would be waited for otherwise.
#[test]
fn a_long_ponder_is_answered_at_the_hit() {
    let clock = "go ponder wtime 20000 btime 20000";
    let mut engine = Engine::with(&["position startpos moves h2e2", clock]);
    // More than half the share of 20 seconds.
    let _ = engine.listen(Duration::from_millis(1500));
    engine.send(&["ponderhit"]);
    let search = Search { lines: engine.until("bestmove") };
    let depths = |lines: &[String]| -> Vec<i64> {
        lines.iter().filter(|l| l.starts_with("info depth")).map(|l| number(l, "depth")).collect()
    };
    // No new iteration was begun and ended: the answer is what was known.
    let new: std::collections::HashSet<_> = depths(&search.lines).into_iter().collect();
    assert!(new.len() <= 2, "{search:#?}");
}

#[test]
fn time_goes_on_after_the_hit() {
    let mut engine = Engine::with(&["position startpos", "go ponder movetime 300"]);
    holds_its_answer(&mut engine);
    engine.send(&["ponderhit"]);
    let search = Search { lines: engine.until("bestmove") };
    // Before the hit and after it; the position is not done so soon.
    assert!(number(search.last(), "time") >= 400, "{search:#?}");
}

#[test]
fn a_hit_is_nothing_to_other_searches() {
    for go in ["go infinite", "go ponder infinite"] {
        let mut engine = Engine::with(&[MATES, go, "ponderhit"]);
        holds_its_answer(&mut engine);
        engine.send(&["stop"]);
        assert!(engine.wait("bestmove").starts_with("bestmove b7b9"));
    }
}

#[test]
fn another_search_is_refused_and_the_first_goes_on() {
    let mut engine = Engine::with(&["position startpos", "go infinite", "go depth 1", "perft 1"]);
    let said: Vec<_> = engine.sync().into_iter().filter(|l| l.starts_with("info str")).collect();
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(the_remark(&said[..1]).contains("`go`") && said[0].contains("stop it first"));
    engine.send(&["stop"]);
    engine.wait("bestmove");
    assert!(engine.sync().is_empty());
}

#[test]
fn a_stop_reaches_all_that_was_asked_before_it() {
    // GUIs that jump from position to position do not wait for answers.
    let mut engine = Engine::start();
    let mut lines = Vec::new();
    for m in ["h2e2", "b2e2", "c3c4", "g3g4", "b0c2"] {
        lines.extend([format!("position startpos moves {m}"), "go infinite".into(), "stop".into()]);
    }
    engine.bytes((lines.join("\n") + "\n").as_bytes());
    for _ in 0..5 {
        let answer = engine.wait("bestmove");
        let rank = answer.as_bytes()[10];
        assert!((b'5'..=b'9').contains(&rank), "Black is to move: {answer}");
    }
    assert!(engine.sync().is_empty());
    assert_eq!(number(engine.go("go depth 2").last(), "depth"), 2);
    engine.finish().well();
}

#[test]
fn words_for_people_wait_and_ready_does_not() {
    let mut engine = Engine::with(&["position startpos", "go infinite", "d", "position foo"]);
    for _ in 0..3 {
        let said = engine.sync();
        assert!(said.iter().all(|line| line.starts_with("info depth")), "{said:#?}");
    }
    engine.send(&["what"]);
    engine.wait("info string `what`");
    engine.send(&["stop"]);
    engine.wait("bestmove");
    engine.wait("Fen: ");
    engine.wait("info string position: `foo`");
}

#[test]
fn it_leaves_when_told_to() {
    for lines in [
        &["quit"][..],
        &["go infinite", "quit"],
        &["go depth 500", "quit"],
        &["go ponder wtime 1000 btime 1000", "quit"],
        &["go perft 500", "quit"],
        &["bench", "quit"],
        &["go infinite", "#sleep 50", "quit", "go depth 3"],
    ] {
        let said = script(lines).well();
        let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(
            answers,
            usize::from(lines[0].starts_with("go ") && !lines[0].contains("perft"))
        );
    }
}

#[test]
fn at_the_end_of_input_searches_answer_and_it_leaves() {
    for go in ["go infinite", "go ponder", "go", "go depth 3", "go movetime 30", "go mate 1"] {
        let said = script(&["position startpos", go]).well();
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{go}");
        if go == "go depth 3" {
            let all = Search::all(&said);
            assert_eq!(number(all[0].last(), "depth"), 3, "a finite search is not cut short");
        }
    }
}
