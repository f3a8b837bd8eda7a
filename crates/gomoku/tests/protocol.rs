//! The program through a pipe, as managers talk to it.
//!
//! No test rests on the speed of the machine: what is to come is waited for,
//! and times are compared with much room to spare.

#[path = "protocol/dialect.rs"]
mod dialect;
#[path = "protocol/engine.rs"]
mod engine;
#[path = "protocol/games.rs"]
mod games;
#[path = "protocol/library.rs"]
mod library;
#[path = "protocol/reports.rs"]
mod reports;
#[path = "protocol/robustness.rs"]
mod robustness;
#[path = "protocol/sessions.rs"]
mod sessions;

use std::time::Instant;

use gomoku::{Point, Rule};

use engine::{Engine, behind, empty, number, point, pv, script};

/// The points of a `FORBID` line.
fn forbidden_points(line: &str, size: usize) -> Vec<Point> {
    let digits = line.strip_prefix("FORBID ").and_then(|l| l.strip_suffix('.'));
    let digits = digits.unwrap_or_else(|| panic!("{line}"));
    assert_eq!(digits.len() % 4, 0, "{line}");
    let place = |four: &[u8]| {
        let four = std::str::from_utf8(four).expect("digits");
        let number = |text: &str| text.parse::<usize>().expect("digits");
        point(&format!("{},{}", number(&four[..2]), number(&four[2..])), size)
    };
    digits.as_bytes().chunks(4).map(place).collect()
}

#[test]
fn about_is_one_line() {
    let mut engine = Engine::start();
    let about = engine.ask("ABOUT");
    for field in ["name=\"", "version=\"", "author=\"", "country=\"", "www=\""] {
        assert!(about.contains(field), "{about}");
    }
    assert_eq!(about.matches('"').count(), 10, "{about}");
}

#[test]
fn boards_that_are_played() {
    let mut engine = Engine::start();
    for n in 5..=22 {
        assert_eq!(engine.ask(&format!("START {n}")), "OK");
        assert_eq!(engine.ask(&format!("RECTSTART {n},{n}")), "OK");
        point(&engine.ask("BEGIN"), n);
    }
    // What is not played changes nothing: the board is still there.
    for (line, word) in [
        ("START 4", "`4`"),
        ("START 23", "`23`"),
        ("START 0", "`0`"),
        ("START -3", "`-3`"),
        ("START 100", "`100`"),
        ("START 99999999999999999999", "`99999999999999999999`"),
        ("START abc", "`abc`"),
        ("START", "expected a size"),
        ("START 15 15", "`15 15`"),
        ("START 15,15", "`15,15`"),
        ("START +15", "`+15`"),
        ("RECTSTART 15,20", "15,20"),
        ("RECTSTART 15", "`15`"),
        ("RECTSTART 4,4", "`4`"),
        ("RECTSTART", "expected W,H"),
        ("BEGIN", "stones"),
    ] {
        let said = engine.hear(line);
        assert!(said.len() == 1 && said[0].starts_with("ERROR "), "{line}: {said:#?}");
        assert!(said[0].contains(word), "{line}: {said:#?}");
    }
    assert_eq!(engine.ask("RESTART"), "OK");
    assert_eq!(engine.ask("BEGIN"), "10,11");
}

/// Commands that need a board, before there is one.
#[test]
fn before_start() {
    let mut engine = Engine::start();
    let commands = [
        &["TURN 7,7"][..],
        &["BEGIN"],
        &["RESTART"],
        &["TAKEBACK 7,7"],
        &["PLAY 7,7"],
        &["BOARD", "7,7,2", "DONE"],
        &["BOARD", "DONE"],
        &["YXBOARD", "DONE"],
        &["SWAP2BOARD", "DONE"],
        &["YXSHOWFORBID"],
        &["YXNBEST 2"],
        &["DONE"],
    ];
    for lines in commands {
        engine.send(lines);
        let said = engine.sync();
        assert!(said.len() == 1 && said[0].starts_with("ERROR "), "{lines:?}: {said:#?}");
    }
    for silent in ["INFO rule 1", "YXSTOP", "YXHASHCLEAR", "", "  "] {
        assert!(engine.hear(silent).is_empty(), "{silent}");
    }
    assert_eq!(engine.ask("START 15"), "OK");
    assert_eq!(engine.ask("BEGIN"), "7,7");
}

#[test]
fn bad_moves_are_named_and_change_nothing() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 300"]);
    let ours = engine.ask("TURN 7,7");
    // Our stone is there still, and can be put there again.
    let unchanged = |engine: &mut Engine, line: &str| {
        assert_eq!(engine.ask(&format!("TAKEBACK {ours}")), "OK", "{line}");
        assert_eq!(engine.ask(&format!("PLAY {ours}")), ours, "{line}");
    };
    for (line, word) in [
        ("TURN 7,7", "7,7 is occupied"),
        ("TURN x", "`x`: expected X,Y"),
        ("TURN 3", "`3`: expected X,Y"),
        ("TURN 99,99", "99,99 is off the board of 15x15"),
        ("TURN 1,2,3", "`1,2,3`: expected X,Y"),
        ("TURN -99999999999999999999,-1", "off the board"),
        ("turn 4294967303,7", "off the board"),
        ("TURN 18446744073709551616,7", "off the board"),
        ("TURN 7, -0x8", "`-0x8`"),
        ("SWAP2BOARD 7,7\nDONE", "`7,7`"),
        ("RECTSTART 15", "`15`"),
        ("START 100", "`100`"),
        ("TURN 15,0", "15,0 is off the board of 15x15"),
        ("TURN 0,15", "0,15 is off the board of 15x15"),
        ("TURN -1,3", "-1,3 is off the board"),
        ("TURN 99999999999999999999,0", "off the board"),
        ("TURN", "expected X,Y"),
        ("TURN 7", "`7`: expected X,Y"),
        ("TURN 7,", "`` in `7,`"),
        ("TURN ,7", "`` in `,7`"),
        ("TURN 7,8,1", "`7,8,1`"),
        ("TURN 7 8", "`7 8`"),
        ("TURN a,b", "`a` in `a,b`"),
        ("TURN h8", "`h8`"),
        ("TURN 7.0,8", "`7.0`"),
        ("TURN 7,8x", "`8x`"),
        ("TAKEBACK 0,0", "no stone on 0,0"),
        ("TAKEBACK 99,0", "off the board"),
        ("TAKEBACK", "expected X,Y"),
        ("PLAY 7,7", "7,7 is occupied"),
        ("PLAY", "expected X,Y"),
        ("BEGIN", "stones on the board"),
        ("DONE", "no BOARD"),
    ] {
        let said = engine.hear(line);
        assert!(said.len() == 1 && said[0].starts_with("ERROR "), "{line}: {said:#?}");
        assert!(said[0].contains(word), "{line}: {said:#?}");
        unchanged(&mut engine, line);
    }
    for line in ["FOO", "SUGGEST 3,3", "TURN7,7", "7,7", "OK", "é", "START15"] {
        let said = engine.hear(line);
        assert!(said.len() == 1 && said[0].starts_with("UNKNOWN "), "{line}: {said:#?}");
        unchanged(&mut engine, line);
    }
    // Two stones still, and the game goes on.
    let next = point(&engine.ask("TURN 0,0"), 15);
    assert!(![&*ours, "7,7", "0,0"].map(|p| point(p, 15)).contains(&next));
    engine.finish().well();
}

#[test]
fn positions_and_whose_stones_they_are() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 2000"]);
    // As many of either: we are Black, and make five; of the opponent one
    // more: we are White, and stop four.
    let five = ["BOARD", "0,0,2", "7,7,1", "8,7,1", "0,4,2", "9,7,1", "0,8,2", "10,7,1", "0,12,2"];
    let answer = engine.ask_all(&[&five[..], &["DONE"]].concat());
    assert!(["6,7", "11,7"].contains(&answer.text()), "{answer:#?}");
    assert_eq!(behind(answer.last(), "ev"), Some("+M1"));
    let stop = ["BOARD", "7,7,2", "8,7,2", "9,7,2", "10,7,2", "6,7,1", "0,0,1", "0,4,1", "DONE"];
    assert_eq!(engine.ask_all(&stop).text(), "11,7");
    assert_eq!(engine.ask_all(&["BOARD", "DONE"]).text(), "7,7");
    assert_ne!(engine.ask_all(&["BOARD", "7,7,2", "DONE"]).text(), "7,7");

    for (lines, word) in [
        (&["7,7,1", "DONE"][..], "1 own stones and 0 of the opponent"),
        (&["7,7,2", "8,8,2", "DONE"], "0 own stones and 2 of the opponent"),
        (&["7,7,1", "7,7,2", "DONE"], "7,7 is occupied"),
        (&["7,7,2", "7,15,1", "8,8,2", "DONE"], "7,15 is off the board"),
        (&["7,7,0", "DONE"], "7,7,0"),
        (&["7,7,4", "DONE"], "7,7,4"),
        (&["7,7,3", "DONE"], "7,7,3"),
        (&["7,7", "DONE"], "`7,7`: expected X,Y,F or DONE"),
        (&["foo", "7,7,2", "DONE"], "`foo`"),
        (&["7,7,2", "8,8,x", "bar", "DONE"], "`x` in `8,8,x`"),
        (
            &[
                "0,0,2", "1,0,2", "2,0,2", "3,0,2", "4,0,2", "0,2,1", "2,2,1", "4,2,1", "6,2,1",
                "DONE",
            ],
            "black has made five",
        ),
        (&["7,7,2", "TURN 8,8"], "expected DONE before `TURN`"),
        (&["START"], "expected DONE before `START`"),
        (&["BOARD", "DONE"], "expected DONE before `BOARD`"),
    ] {
        let lines = [&["BOARD"][..], lines].concat();
        engine.send(&lines);
        let answer = engine.answer();
        let text = answer.text();
        assert!(text.starts_with("ERROR BOARD: ") && text.contains(word), "{lines:?}: {text}");
        engine.sync();
    }
    assert!(engine.ask_all(&["BOARD 7,7,2", "DONE"]).text().starts_with("ERROR BOARD: `7,7,2`"));
    // An INFO in the middle disturbs nothing.
    let answer = engine.ask_all(&["BOARD", "7,7,2", "INFO max_node 100", "DONE"]);
    point(answer.text(), 15);
    engine.finish().well();
}

/// After an error the position is the one before.
#[test]
fn a_bad_position_leaves_the_old_one() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 300"]);
    assert_eq!(engine.ask("BEGIN"), "7,7");
    assert!(engine.ask_all(&["BOARD", "1,1,1", "2,2", "DONE"]).text().starts_with("ERROR"));
    assert!(engine.ask("START 3").starts_with("ERROR"));
    assert!(engine.ask("TURN 7,7").contains("7,7 is occupied"));
    // Not those of the bad position.
    point(&engine.ask("TURN 1,1"), 15);
    engine.finish().well();
}

#[test]
fn a_game_that_is_over() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 500"]);
    let four = ["BOARD", "7,7,1", "8,7,1", "9,7,1", "10,7,1", "6,7,2", "0,0,2", "0,4,2", "0,8,2"];
    assert_eq!(engine.ask_all(&[&four[..], &["DONE"]].concat()).text(), "11,7");
    for line in ["TURN 3,3", "YXNBEST 2"] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("ERROR ") && answer.contains("black has made five"), "{answer}");
    }
    // Taken back, it goes on.
    assert_eq!(engine.ask("TAKEBACK 11,7"), "OK");
    assert_eq!(engine.ask("TAKEBACK 10,7"), "OK");
    assert_eq!(engine.ask("TAKEBACK 0,8"), "OK");
    point(&engine.ask("YXNBEST 1"), 15);
    // A five of the opponent's, by TURN: nothing is left to be answered.
    assert_eq!(engine.ask("RESTART"), "OK");
    let four = ["7,7,2", "8,7,2", "9,7,2", "10,7,2", "6,7,1", "0,0,1", "0,4,1", "0,8,1", "0,12,1"];
    engine.send(&[&["YXBOARD"][..], &four, &["DONE"]].concat());
    let answer = engine.ask("TURN 11,7");
    assert!(answer.contains("white has made five"), "{answer}");
    // A full board: the last point is taken by us.
    let mut engine = Engine::on(5);
    let mut lines = vec!["BOARD".to_owned()];
    for (y, row) in ["12121", "12121", "21212", "21212", "1212"].into_iter().enumerate() {
        lines.extend(row.chars().enumerate().map(|(x, field)| format!("{x},{y},{field}")));
    }
    lines.push("DONE".to_owned());
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    assert_eq!(engine.ask_all(&lines).text(), "4,4");
    let answer = engine.ask("TURN 4,4");
    assert!(answer.contains("the board is full"), "{answer}");
}

#[test]
fn moves_are_taken_back_in_any_order() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 300"]);
    let first = engine.ask("TURN 7,7");
    let second = engine.ask("TURN 3,3");
    // Ours, then theirs, as managers do it.
    assert_eq!(engine.ask(&format!("TAKEBACK {second}")), "OK");
    assert_eq!(engine.ask("TAKEBACK 3,3"), "OK");
    let second = engine.ask("TURN 11,11");
    // The other way round: White has one too many for a moment.
    assert_eq!(engine.ask("TAKEBACK 11,11"), "OK");
    let answer = engine.ask("TURN 4,4");
    assert!(answer.starts_with("ERROR TURN: 1 black and 2 white stones"), "{answer}");
    assert_eq!(engine.ask(&format!("TAKEBACK {second}")), "OK");
    point(&engine.ask("TURN 4,4"), 15);
    assert!(engine.ask(&format!("TAKEBACK {second}")).starts_with("ERROR") || second != first);
    engine.finish().well();
}

#[test]
fn a_move_that_was_chosen_for_us() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 300", "INFO rule 4"]);
    assert_eq!(engine.ask("PLAY 3, 4"), "3,4");
    point(&engine.ask("TURN 7,7"), 15);
    assert_eq!(engine.ask("PLAY 9,9"), "9,9");
    for stone in ["TURN 3,4", "TURN 9,9", "PLAY 7,7"] {
        assert!(engine.ask(stone).contains("is occupied"), "{stone}");
    }
    let threes = ["7,8,1", "7,9,1", "5,7,1", "6,7,1", "0,0,2", "2,0,2", "4,0,2", "6,0,2", "DONE"];
    engine.send(&[&["YXBOARD"][..], &threes].concat());
    let answer = engine.ask("PLAY 7,7");
    assert_eq!(answer, "ERROR PLAY: 7,7 is forbidden for black: double-three");
    engine.finish().well();
}

#[test]
fn rules_by_their_mask() {
    // Six in a row by the last stone: a win or nothing.
    let six = |rule: &str, dialect: bool| {
        let mut engine = Engine::on(15);
        if dialect {
            engine.send(&["yxhashclear"]);
        }
        engine.send(&[&format!("INFO rule {rule}"), "INFO timeout_turn 20", "YXBOARD"]);
        for (x, field) in [(7, 1), (8, 1), (9, 1), (11, 1), (12, 1), (10, 1)] {
            engine.send(&[&format!("{x},7,{field}")]);
        }
        for x in 0..5 {
            engine.send(&[&format!("{},0,2", 3 * x)]);
        }
        engine.send(&["DONE"]);
        engine.ask("YXNBEST 1").contains("black has made five")
    };
    assert!(six("0", false));
    assert!(!six("1", false));
    assert!(!six("4", false));
    assert!(!six("3", false));
    // By the time it matters the dialect is spoken.
    assert!(!six("2", true));

    // Caro is told, once at any command, and whenever a move is wanted.
    let mut engine = Engine::start();
    engine.send(&["INFO rule 8"]);
    assert!(engine.ask("START 15").starts_with("ERROR START: INFO rule 8: caro"));
    assert_eq!(engine.ask("START 15"), "OK");
    for _ in 0..2 {
        assert!(engine.ask("BEGIN").starts_with("ERROR BEGIN: INFO rule 8: caro"));
        assert!(engine.ask_all(&["BOARD", "7,7,2", "DONE"]).text().contains("caro"));
    }
    for bad in ["5", "16", "-1", "99999999999999999999"] {
        engine.send(&[&format!("INFO rule {bad}")]);
        assert!(engine.ask("BEGIN").contains(&format!("INFO rule {}", &bad[..1])), "{bad}");
    }
    engine.send(&["INFO rule 0"]);
    assert_eq!(engine.ask("BEGIN"), "7,7");
    engine.finish().well();
}

/// The engine plays White where Black stands on a forbidden point, and Black
/// where the strongest point is forbidden.
#[test]
fn renju_forbids() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO rule 4", "INFO max_node 3000"]);
    let threes = ["7,8,1", "7,9,1", "5,7,1", "6,7,1", "0,0,2", "2,0,2", "4,0,2", "6,0,2", "DONE"];
    let answer = engine.ask_all(&[&["BOARD"][..], &threes].concat());
    assert_ne!(answer.text(), "7,7");
    let mut game = empty(Rule::Renju, 15);
    for stone in ["7,8", "0,0", "7,9", "2,0", "5,7", "4,0", "6,7", "6,0", answer.text()] {
        game.play(point(stone, 15)).expect("a move");
    }
    // A manager that does not enforce the rule waits for a move.
    engine.send(&[&["YXBOARD"][..], &threes].concat());
    let answer = engine.ask_all(&["TURN 7,7"]);
    let remark = answer.lines.iter().find(|l| l.contains("forbidden"));
    let remark = remark.unwrap_or_else(|| panic!("{answer:#?}"));
    assert_eq!(remark, "MESSAGE 7,7 is forbidden for black: double-three");
    assert_ne!(point(answer.text(), 15), point("7,7", 15));
    engine.finish().well();
}

#[test]
fn a_search_tells_what_people_want_to_know() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_depth 6", "INFO max_node 100000"]);
    let answer = engine.ask_all(&["TURN 7,7"]);
    let infos = answer.infos();
    // One line an iteration, and the last one once more with all the counts.
    assert!((2..=7).contains(&infos.len()), "{answer:#?}");
    let mut depths = Vec::new();
    for info in &infos {
        let depth = behind(info, "depth").expect("a depth");
        let (depth, deepest) = depth.split_once('-').expect("two numbers");
        let [depth, deepest] = [depth, deepest].map(|n| n.parse::<u32>().expect("a number"));
        assert!(deepest >= depth, "{info}");
        depths.push(depth);
        for word in ["ev", "n", "n/ms", "tm"] {
            number(info, word);
        }
        // The line can be played.
        let mut game = empty(Rule::Freestyle, 15);
        game.play(point("7,7", 15)).expect("a move");
        for name in pv(info) {
            game.play(Point::parse(name, game.size()).expect(info)).expect(info);
        }
    }
    assert!(depths.is_sorted() && depths.last() <= Some(&6), "{depths:?}");
    let best = Point::parse(pv(answer.last())[0], empty(Rule::Freestyle, 15).size()).expect("best");
    assert_eq!(best, point(answer.text(), 15));
    // Nothing but these two kinds of lines.
    assert_eq!(infos.len() + 1, answer.lines.len(), "{answer:#?}");
}

#[test]
fn wins_and_losses_are_told_in_moves() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 5000"]);
    // An open four next.
    let three = ["BOARD", "7,7,1", "8,7,1", "9,7,1", "0,0,2", "0,4,2", "0,8,2", "DONE"];
    let answer = engine.ask_all(&three);
    assert_eq!(behind(answer.last(), "ev"), Some("+M2"), "{answer:#?}");
    // Two points for the opponent's five.
    let lost = ["BOARD", "7,7,2", "8,7,2", "9,7,2", "10,7,2", "0,0,1", "0,4,1", "0,8,1", "DONE"];
    let answer = engine.ask_all(&lost);
    assert_eq!(behind(answer.last(), "ev"), Some("-M1"), "{answer:#?}");
    // Hopeless, and still no move into the corner.
    assert!(["6,7", "11,7"].contains(&answer.text()), "{answer:#?}");
}

#[test]
fn a_new_game_is_searched_as_the_first_one() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 20000"]);
    let first = engine.ask_all(&["TURN 7,7"]).timeless();
    engine.ask("TURN 3,3");
    assert_eq!(engine.ask("RESTART"), "OK");
    assert_eq!(engine.ask_all(&["TURN 7,7"]).timeless(), first);
    // A size that is no other comes with a new game as well.
    assert_eq!(engine.ask("START 15"), "OK");
    assert_eq!(engine.ask_all(&["TURN 7,7"]).timeless(), first);
    // Another process.
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 20000"]);
    assert_eq!(engine.ask_all(&["TURN 7,7"]).timeless(), first);
}

/// Each line shortens a turn that would take longer than anybody waits.
#[test]
fn times_are_kept() {
    let limits: [&[&str]; 8] = [
        &["INFO timeout_turn 0"],
        &["INFO timeout_turn 50"],
        &["INFO timeout_turn 300", "INFO timeout_match 0", "INFO time_left 2147483647"],
        &["INFO timeout_turn 300", "INFO timeout_match 0", "INFO time_left 0"],
        &["INFO timeout_match 60000", "INFO time_left -500"],
        &["INFO timeout_match 1000"],
        &["INFO time_left 900"],
        &["INFO timeout_turn -99999999999999999999"],
    ];
    for lines in limits {
        let mut engine = Engine::on(15);
        engine.send(&["INFO library off", "INFO timeout_turn 600000"]);
        engine.send(lines);
        let began = Instant::now();
        let answer = engine.ask_all(&["TURN 7,7"]);
        let took = began.elapsed();
        assert!(took <= reports::PATIENCE, "{lines:?}: {took:?}");
        point(answer.text(), 15);
    }
    // What is no time is told, and no time was set.
    let mut engine = Engine::on(15);
    engine.send(&["INFO library off"]);
    engine.send(&["INFO timeout_turn 20", "INFO timeout_turn soon", "INFO time_left"]);
    let answer = engine.ask_all(&["TURN 7,7"]);
    assert_eq!(answer.lines[0], "MESSAGE INFO timeout_turn: `soon` is not a time in ms: ignored");
    assert_eq!(answer.lines[1], "MESSAGE INFO time_left: expected a time in ms after it");
    assert!(number(answer.last(), "tm") < 10_000);
}

/// What comes during a search is for the next one.
#[test]
fn an_info_during_a_search_waits() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO timeout_turn 2147483647", "TURN 7,7"]);
    engine.until("MESSAGE depth 2");
    engine.send(&["INFO rule 8", "INFO max_node 10", "yxstop"]);
    point(engine.answer().text(), 15);
    assert!(engine.ask("TURN 0,0").contains("caro"));
    engine.send(&["INFO rule 0"]);
    let answer = engine.ask_all(&["TURN 0,0"]);
    assert!(number(answer.last(), "n") < 1000, "{answer:#?}");
    engine.finish().well();
}

#[test]
fn memory_is_kept() {
    let limit = 40 << 20;
    let mut engine = Engine::on(20);
    engine.send(&[&format!("INFO max_memory {limit}"), "INFO max_node 400000"]);
    engine.ask("TURN 9,9");
    if let Some(peak) = reports::peak(engine.id()) {
        assert!(peak <= limit, "{peak}");
    }
    // Too little for any engine is told once; the game goes on all the same.
    engine.send(&["INFO max_memory 1000", "INFO max_node 500"]);
    let answer = engine.ask("TURN 0,0");
    assert!(answer.starts_with("ERROR TURN: INFO max_memory 1000: at least"), "{answer}");
    point(&engine.ask("TURN 0,0"), 20);
    // No limit again.
    engine.send(&["INFO max_memory 0"]);
    point(&engine.ask("TURN 19,19"), 20);
    engine.finish().well();
}

#[test]
fn leaving() {
    for lines in [
        &["END"][..],
        &["START 15", "END"],
        &["START 15", "end"],
        &["START 15", "BOARD", "7,7,1", "END"],
        &["START 15", "INFO timeout_turn 2147483647", "TURN 7,7", "END"],
    ] {
        let mut engine = Engine::start();
        engine.send(lines);
        // The input stays open.
        let ended = engine.wait();
        assert!(ended.took <= reports::PATIENCE, "{lines:?}: {:?}", ended.took);
        let said = ended.answers();
        if lines.len() == 4 && lines[2].starts_with("TURN") {
            point(&said[1], 15);
        }
    }
    // Lines behind it are not obeyed.
    assert_eq!(script(&["ABOUT", "END", "ABOUT"]).answers().len(), 1);
}

#[test]
fn swap2() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO timeout_turn 400"]);
    let stones = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    // Three of ours.
    let three = stones(engine.ask_all(&["SWAP2BOARD", "DONE"]).text());
    assert_eq!(three.len(), 3, "{three:?}");
    let mut game = empty(Rule::Freestyle, 15);
    three.iter().for_each(|p| game.play(point(p, 15)).expect("a move"));
    // Three of the opponent's: our choice, whatever it is, fits the rule.
    let put = |engine: &mut Engine, points: &[String]| {
        let lines: Vec<_> = points.iter().map(String::as_str).collect();
        let answer = engine.ask_all(&[&["SWAP2BOARD"][..], &lines, &["DONE"]].concat());
        (answer.text().to_owned(), lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>())
    };
    for points in [
        &["7,7", "7,8", "8,8"][..],
        &["0,0", "14,14", "0,14"],
        &["9,9", "10,8", "11,11"],
        &["7,7,1", "7,8,2", "8,6,1"],
    ] {
        let points: Vec<_> = points.iter().map(|p| (*p).to_owned()).collect();
        let (answer, _) = put(&mut engine, &points);
        let choice = stones(&answer);
        let mut game = empty(Rule::Freestyle, 15);
        let place = |p: &String| point(&p.split(',').take(2).collect::<Vec<_>>().join(","), 15);
        points.iter().for_each(|p| game.play(place(p)).expect("a move"));
        if answer == "SWAP" {
            // We are Black; White moves.
            point(&engine.ask("TURN 3,11"), 15);
            continue;
        }
        assert!((1..=2).contains(&choice.len()), "{answer}");
        choice.iter().for_each(|p| game.play(place(p)).expect("a move"));
        if let [_, _] = &choice[..] {
            let five: Vec<_> = points.iter().chain(&choice).cloned().collect();
            let (answer, _) = put(&mut engine, &five);
            if answer != "SWAP" {
                game.play(point(&answer, 15)).expect("a move");
            }
        }
        // Whoever moves next, an answer comes.
        let free = game.legal_moves()[0];
        point(&engine.ask(&format!("TURN {}", engine::text(free, 15))), 15);
    }
    // White has an open three and moves: nobody would give that away. Black
    // has one and White moves elsewhere: neither is Black's.
    let white = ["3,3", "7,7", "3,11", "8,7", "11,3"].map(str::to_owned);
    assert_ne!(put(&mut engine, &white).0, "SWAP");
    let black = ["7,7", "0,0", "7,8", "14,14", "7,9"].map(str::to_owned);
    assert_eq!(put(&mut engine, &black).0, "SWAP");

    for (points, word) in [
        (&["7,7"][..], "1 stones"),
        (&["7,7", "7,8"], "2 stones"),
        (&["7,7", "7,8", "8,8", "9,9"], "4 stones"),
        (&["7,7", "7,8", "7,7"], "7,7 is occupied"),
        (&["7,7", "7,8", "15,7"], "off the board"),
        (&["7,7", "x", "1,7"], "`x`"),
    ] {
        let points: Vec<_> = points.iter().map(|p| (*p).to_owned()).collect();
        let (answer, _) = put(&mut engine, &points);
        assert!(answer.starts_with("ERROR SWAP2BOARD: ") && answer.contains(word), "{answer}");
    }
    // Small boards have room for an opening as well.
    assert_eq!(engine.ask("START 5"), "OK");
    assert_eq!(stones(engine.ask_all(&["SWAP2BOARD", "DONE"]).text()).len(), 3);
    engine.finish().well();
}
