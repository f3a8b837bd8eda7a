//! Input of any bytes and any length; output that nobody reads.

use std::time::Duration;

use crate::engine::{Engine, Search, number, script};
use crate::the_remark;

#[test]
fn a_closed_output_ends_it_quietly() {
    for lines in [
        &["#close_stdout", "go infinite"][..],
        &["#close_stdout", "uci", "uci", "uci"],
        &["go infinite", "#wait info", "#close_stdout", "isready", "isready", "#sleep 100", "d"],
        &["#close_stdout", "go perft 4"],
    ] {
        let ended = script(lines);
        assert_eq!((ended.code, &*ended.complaints), (Some(0), ""), "{lines:?}");
    }
}

#[test]
fn a_search_nobody_hears_is_stopped_while_the_input_stays_open() {
    let mut engine = Engine::with(&["position startpos", "go infinite"]);
    engine.wait("info");
    engine.close_output();
    // The next line that it says finds the pipe closed.
    engine.listen(Duration::from_millis(10));
    engine.send(&["isready", "isready", "isready"]);
    let ended = engine.finish();
    assert_eq!((ended.code, &*ended.complaints), (Some(0), ""));
}

#[test]
fn odd_bytes_are_words_like_others() {
    let mut engine = Engine::start();
    let odd: [&[u8]; 6] =
        [b"\0\0\0", b"\xFF\xFE go \xC3", b"\x1B[31m", b"go\0infinite", "将 帅".as_bytes(), b"\x07"];
    for bytes in odd {
        engine.bytes(bytes);
        engine.bytes(b"\n");
        let said = engine.sync();
        let remark = the_remark(&said);
        assert!(remark.chars().all(|c| !c.is_control()), "{remark:?}");
    }
    engine.finish().well();
}

/// Random words and bytes, the same on every machine.
#[test]
fn noise_is_survived() {
    let words = [
        "uci",
        "ucci",
        "go",
        "go depth 1",
        "position",
        "position startpos",
        "moves",
        "fen",
        "stop",
        "setoption",
        "name",
        "Hash",
        "value",
        "h2e2",
        "\0",
        "\u{FFFD}",
        "-1",
        "99999999999999999999",
        "w",
        "-",
        "/",
        "9/9",
        "isready",
        "d",
        "eval",
        "ponderhit",
        "banmoves",
        "probe",
        "ponder",
        "nodes 5",
        "perft 1",
        "ucinewgame",
        "searchmoves",
        "\t",
        "\r",
        "é",
        "time",
        "draw",
    ];
    let mut engine = Engine::start();
    let mut state: u64 = 1;
    let mut next = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for _ in 0..3000 {
        let mut line = String::new();
        for _ in 0..next(7) {
            line += words[next(words.len())];
            line.push(' ');
        }
        // A search without end would keep the others waiting: stop them all.
        engine.send(&[&line, "stop"]);
        while engine.listen(Duration::ZERO).len() == 1 {}
    }
    let bytes: Vec<u8> = (0..100_000).map(|_| next(256) as u8).collect();
    engine.bytes(&bytes);
    engine.send(&["", "stop", "uci"]);
    engine.wait("uciok");
    engine.finish().well();
}

#[test]
fn long_lines() {
    let mut engine = Engine::start();
    // Refused, whatever it begins with.
    engine.bytes(&[b"position startpos ".to_vec(), vec![b'x'; 1 << 20], b"\n".to_vec()].concat());
    assert!(the_remark(&engine.sync()).contains("262144 bytes"));
    // One long word, a hundred thousand short ones: the answers are short.
    for line in [
        "y".repeat(200_000),
        format!("position {}", "y".repeat(200_000)),
        format!("position fen {}", "9/".repeat(100_000)),
        format!("position fen 4k4/9/9/9/9/9/9/9/9/3K5 {}", "y".repeat(200_000)),
        format!("position startpos moves {}", "y".repeat(200_000)),
        format!("setoption name {}", "y ".repeat(100_000)),
        format!("setoption name Hash value {}", "9".repeat(200_000)),
    ] {
        let said = engine.ask(&line);
        assert!(the_remark(&said).len() < 1000, "{said:#?}");
    }
    let search = engine.go(&format!("go depth 1 {}", "z ".repeat(100_000)));
    assert!(search.lines.len() < 20 && search.lines.iter().map(String::len).sum::<usize>() < 5000);
    let search = engine.go(&format!("go depth 1 searchmoves {}", "h2e2 ".repeat(40_000)));
    assert_eq!(search.best(), "h2e2");
    engine.finish().well();
}

#[test]
fn ten_thousand_moves_at_every_move() {
    let mut engine = Engine::start();
    let line = format!("position startpos moves{}", " h0g2 h9g7 g2h0 g7h9".repeat(2500));
    // Quadratic work would be noticed.
    for _ in 0..20 {
        engine.send(&[&line]);
        let search = engine.go("go depth 2");
        assert_eq!(number(search.last(), "depth"), 2);
    }
    // One move of them is wrong.
    let said = engine.ask(&format!("{line} a0a9"));
    assert!(the_remark(&said).contains("move 10001: `a0a9`"), "{said:#?}");
    engine.finish().well();
}

#[test]
fn line_endings_and_spaces() {
    let mut engine = Engine::start();
    engine.bytes(
        b"uci\r\n\r\n  isready  \r\n\tposition\t startpos \t moves\th2e2\r\n go\tdepth 1\r\n",
    );
    engine.until("readyok");
    let search = Search { lines: engine.until("bestmove") };
    assert_eq!(number(search.last(), "depth"), 1);
    // The last line has no ending.
    engine.bytes(b"isready");
    engine.eof();
    engine.wait("readyok");
    engine.finish().well();
}

#[test]
fn a_flood_of_lines_during_a_search() {
    let mut engine = Engine::with(&["go infinite"]);
    engine.bytes("isready\nponderhit\nwhat\n".repeat(2000).as_bytes());
    engine.bytes("position startpos\n".repeat(5000).as_bytes());
    engine.send(&["stop"]);
    engine.wait("bestmove");
    let ready = engine.said.iter().filter(|line| *line == "readyok").count();
    assert_eq!(ready, 2000);
    engine.finish().well();
}

/// What is resident, in KiB; `None` where the system does not tell.
fn resident(id: u32) -> Option<u64> {
    cli::testing::memory(id).map(|memory| memory.now >> 10)
}

/// The first search would lose 20 ms and more otherwise, while the system looks for memory.
#[test]
fn the_table_is_there_before_the_clock_runs() {
    let mut engine = Engine::start();
    engine.ask("uci");
    engine.sync();
    let Some(first) = resident(engine.id()) else { return };
    assert!(first >= 16 << 10, "{first} KiB");
    engine.send(&["setoption name Hash value 80"]);
    engine.sync();
    let grown = resident(engine.id()).expect("it runs");
    assert!(grown >= 80 << 10, "{grown} KiB");
    engine.send(&["setoption name Hash value 1"]);
    engine.sync();
    let shrunk = resident(engine.id()).expect("it runs");
    assert!(shrunk < 40 << 10, "{shrunk} KiB");
    engine.finish().well();
}
