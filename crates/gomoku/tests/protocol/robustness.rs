//! Input of any bytes and any length; output that nobody reads.

use crate::engine::{Engine, is_remark, script};

#[test]
fn a_closed_output_ends_it_quietly() {
    let search = &["START 15", "INFO timeout_turn 2147483647", "TURN 7,7"];
    for lines in [&["START 15", "ABOUT", "ABOUT", "ABOUT"][..], search] {
        let mut engine = Engine::start();
        engine.close_output();
        engine.send(lines);
        let ended = engine.finish();
        assert_eq!((ended.code, &*ended.complaints), (Some(0), ""), "{lines:?}");
    }
}

#[test]
fn odd_bytes_are_words_like_others() {
    let mut engine = Engine::on(15);
    let odd: [&[u8]; 7] = [
        b"\0\0\0",
        b"\xFF\xFE TURN \xC3",
        b"\x1B[31m",
        b"TURN\x007,7",
        "黑 白".as_bytes(),
        b"\x07",
        b"7,7,1",
    ];
    for bytes in odd {
        engine.bytes(bytes);
        engine.bytes(b"\n");
        let said = engine.sync();
        assert_eq!(said.len(), 1, "{said:#?}");
        assert!(said[0].starts_with("UNKNOWN "), "{said:#?}");
        assert!(said[0].chars().all(|c| !c.is_control()), "{said:?}");
    }
    // Within a command that is known, and within a position.
    engine.send(&["INFO max_node 200"]);
    for bytes in [&b"TURN 7,\xFF8"[..], b"TURN 7\x00,8", b"TURN \xC3,\xC3", b"TAKEBACK 7,7\xF0"] {
        engine.bytes(bytes);
        engine.bytes(b"\n");
        let said = engine.sync();
        assert!(said.len() == 1 && said[0].starts_with("ERROR "), "{said:#?}");
        assert!(said[0].chars().all(|c| !c.is_control()), "{said:?}");
    }
    engine.bytes(b"BOARD\n7,7,2\n8,8,\xFF\nDONE\n");
    assert!(engine.answer().text().starts_with("ERROR BOARD: "));
    // The board is empty still.
    assert_eq!(engine.ask("BEGIN"), "7,7");
    engine.finish().well();
}

/// A random number generator of one line (a linear congruence).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Random words and bytes, the same on every machine. Whatever comes is one of
/// the protocol's lines, and one for each command that has an answer.
#[test]
fn noise_is_survived() {
    let words = [
        "START",
        "START 15",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "TURN 7,7",
        "BOARD",
        "DONE",
        "TAKEBACK",
        "PLAY",
        "SUGGEST",
        "SWAP2BOARD",
        "INFO",
        "ABOUT",
        "yxboard",
        "yxstop",
        "yxshowforbid",
        "yxnbest",
        "yxshowinfo",
        "yxhashclear",
        "7,7",
        "7,7,1",
        "8,8,2",
        "0,0,3",
        "-1,4",
        ",",
        ",,",
        "15",
        "99999999999999999999",
        "rule 4",
        "rule 8",
        "max_memory 1",
        "hash_size 1024",
        "max_node 50",
        "time_left -1",
        "timeout_turn 10",
        "\t",
        "é",
        "\u{FFFD}",
    ];
    let mut random = Random(1);
    let mut engine = Engine::on(15);
    engine.send(&["INFO max_node 100"]);
    for _ in 0..4000 {
        let mut line = String::new();
        for _ in 0..=random.below(3) {
            line += words[random.below(words.len())];
            line.push(' ');
        }
        engine.send(&[&line]);
    }
    // Out of a position that is being sent, if there is one.
    engine.send(&["DONE"]);
    for line in engine.sync() {
        let known = ["OK", "ERROR ", "UNKNOWN ", "FORBID ", "SWAP", "name=\""];
        let point = line.split([',', ' ']).all(|n| n.parse::<usize>().is_ok());
        let fits = is_remark(&line) || point || known.iter().any(|k| line.starts_with(k));
        assert!(fits, "{line}");
    }
    let bytes: Vec<u8> = (0..100_000).map(|_| random.below(256) as u8).collect();
    engine.bytes(&bytes);
    engine.send(&["", "START 15"]);
    engine.until("OK");
    engine.finish().well();
}

#[test]
fn long_lines() {
    let mut engine = Engine::on(15);
    // Skipped, whatever it begins with.
    engine.bytes(&[b"TURN 7,7 ".to_vec(), vec![b'x'; 1 << 20], b"\n".to_vec()].concat());
    let said = engine.sync();
    assert!(said.len() == 1 && said[0].starts_with("UNKNOWN "), "{said:#?}");
    assert!(said[0].contains("262144 bytes"), "{said:#?}");
    // One long word, a hundred thousand short ones: the answers are short.
    for (line, answer) in [
        ("y".repeat(200_000), "UNKNOWN "),
        (format!("START {}", "9".repeat(200_000)), "ERROR START: "),
        (format!("TURN {}", "7,".repeat(100_000)), "ERROR TURN: "),
        (format!("TURN {}", "y".repeat(200_000)), "ERROR TURN: "),
        (format!("TURN {}", "y ".repeat(100_000)), "ERROR TURN: "),
        (format!("TURN 7,{}", "9".repeat(200_000)), "ERROR TURN: "),
        (format!("PLAY {}", "y".repeat(200_000)), "ERROR PLAY: "),
    ] {
        let said = engine.hear(&line);
        assert!(said.len() == 1 && said[0].starts_with(answer), "{said:#?}");
        assert!(said[0].len() < 500, "{said:#?}");
    }
    assert!(engine.hear(&format!("INFO {}", "y".repeat(200_000))).is_empty());
    assert!(engine.hear(&format!("INFO rule {}", "y".repeat(200_000)))[0].len() < 500);
    // In the middle of a position.
    engine.send(&["BOARD"]);
    engine.bytes(&[vec![b'x'; 1 << 20], b"\n".to_vec()].concat());
    let answer = engine.ask("DONE");
    assert!(answer.starts_with("ERROR BOARD: a line of more than"), "{answer}");
    // More stones than there are points.
    engine.send(&["BOARD"]);
    engine.bytes("7,7,1\n".repeat(5000).as_bytes());
    let answer = engine.ask("DONE");
    assert!(answer.starts_with("ERROR BOARD: more than 1000 stones"), "{answer}");
    engine.finish().well();
}

#[test]
fn line_endings_and_spaces() {
    let mut engine = Engine::start();
    engine.bytes(b"\r\nSTART 15\r\n\r\n  about  \r");
    let lines = engine.until("name=\"");
    assert_eq!(lines[0], "OK");
    engine.bytes(b"info max_node 200\rtUrN\t7 , 7\r");
    assert!(!engine.answer().text().starts_with("ERROR"));
    engine.bytes(b"\tBoard \r\n 7 ,\t7 , 2\r\r\n done\n");
    assert!(!engine.answer().text().starts_with("ERROR"));
    // The last line has no ending.
    engine.bytes(b"RESTART");
    engine.eof();
    assert_eq!(engine.finish().answers().last().expect("a line"), "OK");
}

#[test]
fn a_flood_of_lines_during_a_search() {
    let mut engine = Engine::on(15);
    engine.send(&["INFO timeout_turn 2147483647", "TURN 7,7"]);
    engine.until("MESSAGE depth");
    engine.bytes("INFO timeout_turn 10\nABOUT\nwhat\n".repeat(3000).as_bytes());
    engine.send(&["yxstop"]);
    let answer = engine.answer();
    assert!(answer.text().contains(','), "{:?}", answer.text());
    let lines = engine.sync();
    assert_eq!(lines.iter().filter(|l| l.starts_with("UNKNOWN")).count(), 0, "{}", lines.len());
    for _ in 0..2999 {
        engine.until("name=\"");
    }
    engine.finish().well();
}

#[test]
fn the_end_of_input_anywhere() {
    let ends: [(&[&str], &str); 5] = [
        (&[], ""),
        (&["START 15", "BOARD"], "ERROR BOARD: the input ends before DONE"),
        (&["START 15", "BOARD", "7,7,2"], "ERROR BOARD: the input ends before DONE"),
        (&["START 15", "SWAP2BOARD"], "ERROR SWAP2BOARD: the input ends before DONE"),
        (&["START 15", "INFO"], "OK"),
    ];
    for (lines, last) in ends {
        let said = script(lines).answers();
        assert_eq!(said.last().map_or("", String::as_str), last, "{lines:?}");
    }
    // A search that is limited finishes; one that is not answers at once.
    for limit in ["INFO max_node 300", "INFO timeout_turn 2147483647"] {
        let said = script(&["START 15", limit, "TURN 7,7"]).answers();
        assert_eq!(said.len(), 2, "{said:#?}");
        assert!(said[1].contains(','), "{said:#?}");
    }
}
