//! The Yixin dialect: what analysis GUIs say.

use gomoku::{Board, Rule, Size};
use serde_json::Value;

use crate::engine::{Engine, behind, number, point, script, text};
use crate::forbidden_points;

#[test]
fn a_board_without_an_answer() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 500"]);
    // Any side may be to move.
    for lines in [
        &["yxboard", "done"][..],
        &["yxboard", "7,7,1", "done"],
        &["YXBOARD", "7,7,2", "8,8,1", "DONE"],
        &["yxboard", "7,7,2", "done"],
    ] {
        engine.send(lines);
        let said = engine.sync();
        assert!(said.is_empty(), "{lines:?}: {said:#?}");
    }
    // White answers what stands there.
    assert_ne!(point(&engine.ask("yxnbest 1"), 15), point("7,7", 15));
    for lines in [&["yxboard", "7,7,2", "8,8,2", "done"][..], &["yxboard", "7,7", "done"]] {
        engine.send(lines);
        let said = engine.sync();
        assert!(said.len() == 1 && said[0].starts_with("ERROR YXBOARD: "), "{said:#?}");
    }
    engine.finish().well();
}

/// Every case of the rules' data, and all points of it.
#[test]
fn forbidden_points_are_shown() {
    let data: Value =
        serde_json::from_str(include_str!("../data/renju-forbidden.json")).expect("JSON");
    let mut engine = Engine::on(15);
    engine.send(&["INFO rule 2"]);
    let cases = data["cases"].as_array().expect("cases");
    for case in cases {
        let points = |side: &str| -> Vec<gomoku::Point> {
            let number = |v: &Value| v.as_u64().expect("a number") as usize;
            let list = case[side].as_array().expect("points").iter();
            list.map(|p| gomoku::Point::new(number(&p[0]), number(&p[1])).expect("a point"))
                .collect()
        };
        let (black, white) = (points("black"), points("white"));
        let mut lines = vec!["yxboard".to_owned()];
        for (points, field) in [(&black, 1), (&white, 2)] {
            lines.extend(points.iter().map(|&p| format!("{},{field}", text(p, 15))));
        }
        lines.extend(["done".to_owned(), "yxshowforbid".to_owned()]);
        let lines: Vec<_> = lines.iter().map(String::as_str).collect();
        let found = forbidden_points(engine.ask_all(&lines).text(), 15);
        let board = Board::with_stones(Rule::Renju, Size::FIFTEEN, &black, &white).expect("stones");
        let expected: Vec<_> = board.forbidden_points().into_iter().map(|(p, _)| p).collect();
        assert_eq!(found, expected);
        let name = case["point_name"].as_str().expect("a name");
        let there = found.iter().any(|p| p.to_string() == name);
        assert_eq!(there, case["forbidden"].as_bool().expect("yes or no"), "{case}");
    }
    // Other rules forbid nothing.
    engine.send(&["INFO rule 0"]);
    assert_eq!(engine.ask("yxshowforbid"), "FORBID .");
}

#[test]
fn several_lines_are_ranked() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_depth 3", "yxboard", "7,7,2", "done"]);
    let answer = engine.ask_all(&["yxnbest 4"]);
    let infos = answer.infos();
    let last: Vec<_> = infos[infos.len() - 4..].to_vec();
    let ranks: Vec<_> = last.iter().map(|info| number(info, "multipv")).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    let values: Vec<_> = last.iter().map(|info| number(info, "ev")).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert!(infos.len() <= 4 * 4, "{answer:#?}");
    // The next search is for one line again.
    let answer = engine.ask_all(&["TURN 0,0"]);
    assert!(answer.infos().iter().all(|info| behind(info, "multipv").is_none()));
    // More than there are points, and what is no number.
    engine.send(&["INFO max_depth 1"]);
    point(&engine.ask("yxnbest 99999999999999999999"), 15);
    for line in ["yxnbest", "yxnbest 0", "yxnbest -1", "yxnbest x", "yxnbest 1,2"] {
        assert!(engine.ask(line).starts_with("ERROR YXNBEST: "), "{line}");
    }
}

#[test]
fn a_search_is_stopped() {
    let mut engine = Engine::on(15);
    // Nothing runs, nothing is said.
    assert!(engine.hear("yxstop").is_empty());
    for stop in ["yxstop", "YXSTOP", "stop"] {
        engine.send(&["RESTART", "INFO timeout_turn 2147483647", "TURN 7,7"]);
        assert_eq!(engine.answer().text(), "OK");
        engine.until("MESSAGE depth 2");
        engine.send(&[stop]);
        point(engine.answer().text(), 15);
    }
    engine.finish().well();
}

#[test]
fn what_guis_ask_for() {
    let said = script(&["yxshowinfo"]).well();
    assert_eq!(said, ["MESSAGE INFO MAX_THREAD_NUM 512", "MESSAGE INFO MAX_HASH_SIZE 30"]);
    let mut engine = Engine::on(15);
    for silent in [
        "INFO hash_size 2048",
        "INFO thread_num 2",
        "INFO max_depth 4",
        "INFO max_node 5000",
        "INFO usedatabase 1",
        "INFO caution_factor 1",
        "yxhashclear",
    ] {
        assert!(engine.hear(silent).is_empty(), "{silent}");
    }
    let answer = engine.ask_all(&["TURN 7,7"]);
    let depth = behind(answer.last(), "depth").expect("a depth");
    assert!(depth.starts_with("4-"), "{answer:#?}");
    for (line, remark) in [
        ("INFO thread_num 5000", "MESSAGE INFO thread_num: 5000 are too many, 512 are used"),
        ("INFO thread_num x", "MESSAGE INFO thread_num: `x` is not a number of threads: ignored"),
        ("INFO hash_size", "MESSAGE INFO hash_size: expected a size in KiB after it"),
    ] {
        assert_eq!(engine.hear(line), [remark]);
        engine.send(&["INFO thread_num 1"]);
    }
    assert!(engine.hear("yxblock")[0].starts_with("UNKNOWN "));
    engine.finish().well();
}

/// A cleared table: the same search visits the same nodes again.
#[test]
fn what_was_learnt_is_forgotten() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_depth 6"]);
    let board = ["BOARD", "7,7,2", "8,8,1", "8,7,2", "DONE"];
    let first = engine.ask_all(&board).timeless();
    assert_ne!(engine.ask_all(&board).timeless(), first, "what was learnt is of use");
    engine.send(&["yxhashclear"]);
    assert_eq!(engine.ask_all(&board).timeless(), first);
}

/// More than the machine has: as much as there is.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_does_not_fit() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 500", "INFO hash_size 34359738368"]);
    let answer = engine.ask_all(&["TURN 7,7"]);
    let remark = answer.lines.iter().find(|l| l.contains("no memory"));
    assert!(remark.is_some_and(|l| l.contains("33554432 MiB")), "{answer:#?}");
    point(answer.text(), 15);
    engine.finish().well();
}
