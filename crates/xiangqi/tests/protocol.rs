//! The program through a pipe, as GUIs talk to it.
//!
//! No test rests on the speed of the machine: what is to come is waited for,
//! and times are compared as the program tells them, with room to spare.

#[path = "protocol/engine.rs"]
mod engine;
#[path = "protocol/pondering.rs"]
mod pondering;
#[path = "protocol/reports.rs"]
mod reports;
#[path = "protocol/robustness.rs"]
mod robustness;
#[path = "protocol/sessions.rs"]
mod sessions;
#[path = "protocol/ucci.rs"]
mod ucci;

use std::collections::HashSet;

use engine::{Engine, Search, behind, number, pv};

/// No legal move: mated.
const MATED: &str = "position fen 3k4R/8R/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// No legal move: not even in check.
const STALEMATED: &str = "position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// A rook mates at once.
const MATES: &str = "position fen 4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w - - 0 1";

/// The one line that names what was wrong, and nothing else.
fn the_remark(lines: &[String]) -> &str {
    match lines {
        [line] if line.starts_with("info string ") || line.starts_with("info message ") => line,
        _ => panic!("one remark was expected: {lines:#?}"),
    }
}

/// Whether an `option` line of UCI is of the right form.
fn check_option(line: &str) {
    let words: Vec<_> = line.split(' ').collect();
    let at = |word| words.iter().position(|w| *w == word);
    let kind = at("type").unwrap_or_else(|| panic!("{line}"));
    assert!(words[..2] == ["option", "name"] && kind > 2, "{line}");
    assert!(words.iter().all(|w| !w.is_empty()), "{line}");
    let rest = &words[kind + 2..];
    match words[kind + 1] {
        "check" => assert!(matches!(rest, ["default", "true" | "false"]), "{line}"),
        "spin" => {
            let ["default", default, "min", min, "max", max] = rest else { panic!("{line}") };
            let number = |text: &str| text.parse::<i64>().expect(line);
            assert!((number(min)..=number(max)).contains(&number(default)), "{line}");
        }
        "combo" => {
            let ["default", default, vars @ ..] = rest else { panic!("{line}") };
            assert!(vars.chunks(2).all(|pair| pair[0] == "var" && pair.len() == 2), "{line}");
            assert!(vars.chunks(2).any(|pair| pair[1] == *default), "{line}");
        }
        "button" => assert!(rest.is_empty(), "{line}"),
        "string" => assert_eq!(rest, ["default", "<empty>"]),
        other => panic!("{other} is no type: {line}"),
    }
}

#[test]
fn uci_introduces_itself() {
    let mut engine = Engine::with(&["uci"]);
    let said = engine.until("uciok");
    assert!(said[0].starts_with("id name Boyi Xiangqi "), "{said:#?}");
    assert_eq!((&*said[1], &*said[said.len() - 1]), ("id author the Boyi developers", "uciok"));
    said[2..said.len() - 1].iter().for_each(|line| check_option(line));
    for option in [
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Threads type spin default 1 min 1 max 512",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Ponder type check default false",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 300 min 300 max 3300",
        "option name Clear Hash type button",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Repetition Rule type combo default asian var asian var none",
        "option name Sixty Move Rule type spin default 120 min 0 max 65535",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
        "option name Debug Log File type string default <empty>",
    ] {
        assert!(said.iter().any(|line| line == option), "{option}");
    }
    engine.finish().well();
}

#[test]
fn every_search_is_answered_once() {
    let searches = [
        "go depth 3",
        "go depth 0",
        "go depth -7",
        "go depth",
        "go nodes 500",
        "go nodes 0",
        "go nodes 1",
        "go nodes -1",
        "go mate 1 depth 3",
        "go movetime 20",
        "go movetime 0",
        "go movetime -1",
        "go wtime 300 btime 300",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 0",
        "go btime 300",
        "go depth 2 movetime 99999999999999999999999999 nodes 18446744073709551616",
        "go wtime 99999999999999999999 winc 99999999999999999999 movestogo 99999999999 depth 1",
        "go searchmoves h2e2 depth 2",
        "go searchmoves depth 2",
        "go searchmoves a0a9 depth 2",
        "go depth x",
    ];
    for position in ["position startpos", MATES, MATED, STALEMATED] {
        let mut engine = Engine::with(&[position]);
        engine.send(&searches);
        for go in searches {
            let search = Search { lines: engine.until("bestmove") };
            assert!(search.lines[..search.lines.len() - 1].iter().all(|l| l.starts_with("info")));
            let over = position == MATED || position == STALEMATED;
            let none = over
                || go.contains("a0a9")
                || (go.contains("h2e2") && position != "position startpos");
            assert_eq!(search.answer() == "bestmove (none)", none, "{position} {go}");
            assert!(!search.infos().is_empty(), "{position} {go}");
            if !none {
                assert_eq!(pv(search.last())[0], search.best());
            }
        }
        let more = engine.sync();
        assert!(more.is_empty(), "{more:#?}");
        engine.finish().well();
    }
}

#[test]
fn a_search_tells_what_guis_show() {
    let mut engine = Engine::with(&["position startpos"]);
    let search = engine.go("go depth 5");
    for info in search.infos() {
        for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
            assert!(number(info, word) >= 0, "{info}");
        }
        assert_eq!(behind(info, "score"), Some("cp"), "{info}");
        assert_eq!(behind(info, "wdl"), None);
    }
    assert_eq!((number(search.last(), "depth"), search.infos().len() >= 5), (5, true));
    assert!(number(search.last(), "seldepth") >= 5);
    // The answer that is expected goes with the move.
    let line = pv(search.last());
    assert_eq!(search.answer(), format!("bestmove {} ponder {}", line[0], line[1]));

    engine.send(&["setoption name UCI_ShowWDL value true"]);
    for (position, wins) in [("position startpos", None), (MATES, Some("1000"))] {
        engine.send(&[position]);
        let search = engine.go("go depth 3");
        for info in search.infos() {
            let words = info.split(' ').skip_while(|w| *w != "wdl").skip(1).take(3);
            let chances: Vec<i64> = words.map(|w| w.parse().expect(info)).collect();
            assert!(chances.len() == 3 && chances.iter().sum::<i64>() == 1000, "{info}");
        }
        if wins.is_some() {
            assert_eq!(behind(search.last(), "wdl"), wins);
        }
    }
}

#[test]
fn mates_are_told_as_mates_and_nothing_else_is() {
    let mut engine = Engine::with(&[MATED]);
    assert_eq!(engine.go("go depth 4").lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.send(&[STALEMATED]);
    assert_eq!(engine.go("go depth 4").lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.send(&[MATES]);
    assert_eq!(engine.go("go mate 1 depth 9").score(), "mate 1");
    // With this move Red has chased a horse for ever: decided, and no mate.
    let game = "position fen 3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1 \
                moves h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0";
    engine.send(&[game]);
    let search = engine.go("go depth 1");
    assert_eq!((search.best(), &*search.score()), ("h7i9", "cp 28000"));
    assert!(search.infos().iter().all(|info| !info.contains("mate")), "{search:#?}");
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::with(&["position startpos"]);
    assert!(number(engine.go("go nodes 1000").last(), "nodes") <= 1100);
    let search = engine.go("go nodes 20000");
    let nodes = number(search.last(), "nodes");
    assert!((19_000..=20_100).contains(&nodes), "the whole number is told: {nodes}");
    assert_eq!(number(engine.go("go depth 4").last(), "depth"), 4);
    // `depth` and an unknown word in one line.
    engine.send(&["go what depth 2 ever"]);
    let search = Search { lines: engine.until("bestmove") };
    assert_eq!(number(search.last(), "depth"), 2);
    let remarks = search.lines.iter().filter(|l| l.starts_with("info string"));
    assert_eq!(remarks.filter(|l| l.contains("`what`") || l.contains("`ever`")).count(), 2);
    let search = engine.go("go depth wtime 5000 depth 1");
    assert!(search.lines[0].starts_with("info string depth: "), "{search:#?}");
    assert_eq!(number(search.last(), "depth"), 1);
    // Both sides' clocks: the one of the side to move counts.
    engine.send(&["position startpos moves h2e2"]);
    let search = engine.go("go wtime 100000000 btime 20");
    assert!(number(search.last(), "time") <= 2000, "{search:#?}");
    engine.send(&["position startpos"]);
    let search = engine.go("go wtime 20 btime 100000000");
    assert!(number(search.last(), "time") <= 2000, "{search:#?}");
}

#[test]
fn searchmoves_restricts_the_root() {
    let mut engine = Engine::with(&["position startpos", "setoption name MultiPV value 5"]);
    let search = engine.go("go depth 3 searchmoves a0a1 i0i1");
    assert!(["a0a1", "i0i1"].contains(&search.best()), "{search:#?}");
    assert!(search.infos().iter().all(|info| behind(info, "multipv") <= Some("2")));
    let search = engine.go("go searchmoves a0a1 a0a9 zz depth 3");
    let remarks = search.lines.iter().filter(|l| l.starts_with("info string searchmoves: "));
    assert_eq!((remarks.count(), search.best()), (2, "a0a1"));
    assert_eq!(engine.go("go searchmoves a0a9 depth 3").answer(), "bestmove (none)");
}

#[test]
fn perft_counts_and_heeds_stop() {
    let mut engine = Engine::with(&["position startpos", "go perft 2"]);
    let said = engine.until("Nodes searched");
    assert_eq!((said.len(), &*said[44], &*said[45]), (46, "", "Nodes searched: 1920"));
    assert!(said.contains(&"h2e2: 45".to_owned()));
    engine.send(&["perft 3"]);
    assert_eq!(engine.wait("Nodes searched"), "Nodes searched: 79666");
    engine.send(&["perft 0"]);
    assert_eq!(engine.until("Nodes searched"), ["", "Nodes searched: 1"]);
    engine.send(&["perft x", "perft"]);
    assert!(engine.wait("info string perft: ").contains("`x`"));
    engine.wait("info string perft: ");
    engine.send(&["go perft 500", "stop"]);
    engine.wait("info string perft was stopped");
    engine.send(&["bench", "stop"]);
    engine.wait("info string bench was stopped");
    assert_eq!(engine.go("go depth 1").infos().len(), 2);
    engine.finish().well();
}

#[test]
fn several_lines_are_ranked() {
    let mut engine = Engine::with(&["setoption name MultiPV value 4", "position startpos"]);
    let search = engine.go("go depth 4");
    let infos = search.infos();
    let last: Vec<_> = infos[infos.len() - 4..].to_vec();
    let ranks: Vec<_> = last.iter().map(|info| number(info, "multipv")).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    let scores: Vec<_> = last.iter().map(|info| number(info, "cp")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let moves: HashSet<_> = last.iter().map(|info| pv(info)[0]).collect();
    assert_eq!((moves.len(), pv(last[0])[0]), (4, search.best()));
    // More than there are moves.
    engine.send(&["setoption name MultiPV value 500", MATES]);
    assert_eq!(engine.go("go depth 2").best(), "b7b9");
    engine.send(&["setoption name MultiPV value 1", "position startpos"]);
    let search = engine.go("go depth 3");
    assert!(search.infos().iter().all(|info| number(info, "multipv") == 1));
}

#[test]
fn a_new_game_is_searched_as_the_first_one() {
    let mut engine = Engine::with(&["position startpos"]);
    let first = engine.go("go depth 6").timeless();
    engine.send(&["position startpos moves b2e2 h9g7"]);
    engine.go("go depth 5");
    engine.send(&["position startpos"]);
    let warm = engine.go("go depth 6").timeless();
    assert_ne!(warm, first, "what was learnt is of use");
    for forget in ["ucinewgame", "setoption name Clear Hash"] {
        engine.send(&[forget, "position startpos"]);
        assert_eq!(engine.go("go depth 6").timeless(), first, "{forget}");
    }
    // Another process.
    let mut engine = Engine::with(&["position startpos"]);
    assert_eq!(engine.go("go depth 6").timeless(), first);
}

#[test]
fn options_change_the_search() {
    let mut engine = Engine::with(&["position startpos", "setoption name threads value 2"]);
    let search = engine.go("go depth 5");
    assert_eq!(number(search.last(), "depth"), 5);
    // Names and choices in any case, values with spaces around.
    let silent = [
        "setoption name hash value 4",
        "setoption  name   move  OVERHEAD  value  0 ",
        "setoption name Ponder value true",
        "setoption name Ponder value FALSE",
        "setoption name UCI_Variant value xiangqi",
        "setoption name Threads value 1",
        "setoption name repetition rule value None",
        "setoption name Repetition Rule value asian",
        "setoption name Debug Log File value <empty>",
        "debug on",
        "debug off",
        "register later",
        "",
        "   ",
        "\t",
        "ponderhit",
        "stop",
    ];
    engine.send(&silent);
    let said = engine.sync();
    assert!(said.is_empty(), "{said:#?}");
}

/// Who plays below full strength searches little, whatever he is asked, and knows the other
/// options' meaning; the rating goes before the level.
#[test]
fn strength_is_limited() {
    let nodes = |engine: &mut Engine| number(engine.go("go nodes 20000").last(), "nodes");
    let mut engine = Engine::with(&["position startpos moves h2e2"]);
    let full = nodes(&mut engine);
    assert!(full > 15_000, "{full}");
    engine.send(&["setoption name Skill Level value 0"]);
    let weakest = nodes(&mut engine);
    assert!(weakest < 200, "{weakest}");
    engine.send(&["setoption name Skill Level value 8"]);
    let middling = nodes(&mut engine);
    assert!((200..2000).contains(&middling), "{middling}");
    engine.send(&["setoption name UCI_LimitStrength value true"]);
    let limited = nodes(&mut engine);
    assert!(limited < 200, "{limited}");
    engine.send(&[
        "setoption name UCI_LimitStrength value false",
        "setoption name Skill Level value 20",
    ]);
    assert!(nodes(&mut engine) > 15_000);
    engine.finish().well();
}

/// Each game has errors of its own.
#[test]
fn weak_games_differ() {
    let mut engine = Engine::with(&["setoption name Skill Level value 1"]);
    let mut answers = HashSet::new();
    for _ in 0..30 {
        engine.send(&["ucinewgame", "position startpos"]);
        answers.insert(engine.go("go depth 3").best().to_owned());
    }
    assert!(answers.len() > 3, "{answers:?}");
    engine.finish().well();
}

#[test]
fn bad_options_are_named_and_change_nothing() {
    let mut engine = Engine::with(&["position startpos", "setoption name MultiPV value 2"]);
    for (line, words) in [
        ("setoption name Foo Bar value 3", ["`Foo Bar`", "Hash"]),
        ("setoption name", ["no name", "Hash"]),
        ("setoption", ["setoption", "`name`"]),
        ("setoption Hash value 3", ["`Hash`", "`name`"]),
        ("setoption name Hash value 0", ["`0`", "from 1 to 33554432"]),
        ("setoption name Hash value -1", ["`-1`", "from 1 to 33554432"]),
        ("setoption name Hash value 33554433", ["`33554433`", "from 1 to 33554432"]),
        ("setoption name Hash value", ["Hash", "from 1 to 33554432"]),
        ("setoption name Hash", ["Hash", "no value"]),
        ("setoption name Threads value x", ["`x`", "from 1 to 512"]),
        ("setoption name Threads value +1", ["`+1`", "from 1 to 512"]),
        ("setoption name MultiPV value 1.5", ["`1.5`", "from 1 to 500"]),
        ("setoption name MultiPV value 99999999999999999999", ["`99999999", "from 1 to 500"]),
        ("setoption name Ponder value maybe", ["`maybe`", "true or false"]),
        ("setoption name Repetition Rule value sometimes", ["`sometimes`", "asian or none"]),
        ("setoption name UCI_Variant value chess", ["`chess`", "xiangqi"]),
        ("setoption name Skill Level value 21", ["`21`", "from 0 to 20"]),
        ("setoption name Skill Level value -1", ["`-1`", "from 0 to 20"]),
        ("setoption name UCI_Elo value 9999", ["`9999`", "UCI_Elo"]),
        ("setoption name Sixty Move Rule value 65536", ["`65536`", "65535"]),
        ("setoption name Debug Log File value /no/such/place", ["/no/such/place", "cannot open"]),
        // No machine has that much.
        ("setoption name Hash value 33554432", ["no memory", "33554432 MiB"]),
    ] {
        let said = engine.ask(line);
        let remark = the_remark(&said);
        assert!(words.iter().all(|word| remark.contains(word)), "{line}: {remark}");
    }
    let search = engine.go("go depth 2");
    assert!(search.infos().iter().any(|info| number(info, "multipv") == 2), "{search:#?}");
    engine.finish().well();
}

#[test]
fn an_option_waits_for_the_search() {
    let mut engine = Engine::with(&["position startpos", "go infinite"]);
    engine.send(&["setoption name MultiPV value 3", "setoption name Hash value x"]);
    assert!(!engine.sync().iter().any(|line| line.contains("Hash")));
    engine.send(&["stop"]);
    let search = Search { lines: engine.until("bestmove") };
    assert!(search.infos().iter().all(|info| number(info, "multipv") == 1));
    engine.wait("info string Hash");
    let search = engine.go("go depth 2");
    assert!(search.infos().iter().any(|info| number(info, "multipv") == 3));
}

/// What `d` says behind a word.
fn shown(engine: &mut Engine, word: &str) -> String {
    let said = engine.ask("d");
    let line = said.iter().find_map(|line| line.strip_prefix(word));
    line.unwrap_or_else(|| panic!("{word}: {said:#?}")).to_owned()
}

#[test]
fn the_rules_can_be_chosen() {
    let knights = " h0g2 h9g7 g2h0 g7h9".repeat(2);
    let checks = "position fen 4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1 moves \
                  i8i9 e9e8 i9i8 e8e9 i8i9 e9e8 i9i8 e8e9";
    let mut engine = Engine::with(&[checks]);
    assert_eq!(shown(&mut engine, "Ending: "), "black wins (perpetual_check)");
    // They hold for the present position, too.
    engine.send(&["setoption name Repetition Rule value none"]);
    assert_eq!(shown(&mut engine, "Ending: "), "draw (repetition)");
    engine.send(&["position startpos", "setoption name Sixty Move Rule value 3"]);
    engine.send(&["position startpos moves h0g2 h9g7"]);
    assert_eq!(shown(&mut engine, "Ending: "), "none");
    engine.send(&["position startpos moves h0g2 h9g7 g2h0"]);
    assert_eq!(shown(&mut engine, "Ending: "), "draw (sixty_moves)");
    engine.send(&["setoption name Sixty Move Rule value 0"]);
    assert_eq!(shown(&mut engine, "Ending: "), "none");
    engine.send(&[&format!("position startpos moves{knights}")]);
    assert_eq!(shown(&mut engine, "Ending: "), "draw (repetition)");
    // Over or not, whoever asks for a move gets one.
    assert_ne!(engine.go("go depth 3").best(), "(none)");
    engine.send(&[MATED]);
    assert_eq!(shown(&mut engine, "Ending: "), "red wins (mate)");
}

#[test]
fn other_rules_are_searched_otherwise() {
    // Red is far behind, and can check for ever: a draw, or forbidden.
    let game = "position fen 4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1";
    let mut engine = Engine::with(&[game]);
    let asian = number(engine.go("go depth 8").last(), "cp");
    // Without a word about the table, which holds what is not true any more.
    engine.send(&["setoption name Repetition Rule value none"]);
    let search = engine.go("go depth 8");
    let none = number(search.last(), "cp");
    assert!(asian < -100 && none == 0, "{asian} {none}");
    let mut fresh = Engine::with(&["setoption name Repetition Rule value none", game]);
    assert_eq!(search.timeless(), fresh.go("go depth 8").timeless());
}

#[test]
fn positions_are_read_or_named() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mut engine = Engine::with(&["position startpos moves h2e2"]);
    let kept = shown(&mut engine, "Fen: ");
    for (line, word) in [
        ("position", "`startpos` or `fen`"),
        ("position foo", "`foo`"),
        (&format!("position {start} w"), "`rnbakabnr"),
        ("position fen", "empty"),
        ("position fen foobar w", "`foobar`"),
        (&format!("position fen {start} x"), "`x`"),
        (&format!("position fen {start} w - - a 1"), "`a`"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("position startpos h2e2", "`h2e2`"),
        ("position startpos moves h2e2 h2e2", "move 2: `h2e2`"),
        ("position startpos moves h2", "`h2`"),
        ("position startpos moves h3h11", "`h3h11`"),
        ("position startpos moves b9c7", "black"),
        ("position moves h2e2", "`startpos` or `fen`"),
    ] {
        let said = engine.ask(line);
        assert!(the_remark(&said).contains(word), "{line}: {said:#?}");
        assert_eq!(shown(&mut engine, "Fen: "), kept, "{line}");
    }
    for (line, fen) in [
        ("position startpos", &*format!("{start} w - - 0 1")),
        ("position startpos moves", &format!("{start} w - - 0 1")),
        (&format!("position fen {start}"), &format!("{start} w - - 0 1")),
        (
            &format!("position fen {start} b moves h7e7"),
            "rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 1 2",
        ),
        (&format!("position\tfen  {start}  r - - 7 9  moves  "), &format!("{start} w - - 7 9")),
        ("position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - moves", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"),
    ] {
        assert!(engine.ask(line).is_empty(), "{line}");
        assert_eq!(shown(&mut engine, "Fen: "), fen, "{line}");
    }
}

#[test]
fn people_can_look_at_a_position() {
    let mut engine = Engine::with(&["position fen 4k4/9/9/9/4R4/9/9/9/4a4/3K5 b - - 0 1"]);
    engine.send(&["position fen 4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1"]);
    assert_eq!(shown(&mut engine, "Checkers: "), "e5");
    assert_eq!(shown(&mut engine, "Legal moves: "), "1");
    assert_eq!(shown(&mut engine, "Key: ").len(), 16);
    let board = engine.ask("d");
    assert!(board.iter().any(|line| line.contains('R')), "{board:#?}");
    let said = engine.ask("eval").join("\n");
    let total = |text: &str, word: &str| -> i32 {
        let line = text.lines().find(|l| l.contains(word)).expect(word).to_owned();
        line.rsplit(' ').next().expect("a number").parse().expect(&line)
    };
    let (black, red) = (total(&said, "for black (to move)"), total(&said, "Total for red"));
    assert!(red == -black && red > 500, "{said}");
    assert!(said.contains("Mobility"));
    let help = engine.ask("help").join("\n");
    for word in ["d ", "eval", "perft N", "bench", "quit"] {
        assert!(help.contains(word), "{word}");
    }
    for line in ["joho", "UCI", "go2"] {
        let word = line.split(' ').next().expect("a word");
        assert!(the_remark(&engine.ask(line)).contains(&format!("`{word}`")), "{line}");
    }
}

#[test]
fn everything_can_be_logged() {
    let path = std::env::temp_dir().join(format!("xiangqi-protocol-{}.log", std::process::id()));
    let name = path.to_str().expect("a name");
    let mut engine = Engine::start();
    // In one piece: lines behind the option are logged, however early they come.
    let lines = ["isready", &format!("setoption name Debug Log File value {name}"), "uci"];
    engine.bytes((lines.join("\n") + "\nposition startpos\ngo depth 1\n").as_bytes());
    engine.wait("bestmove");
    engine.send(&["setoption name Debug Log File value", "isready"]);
    engine.wait("readyok");
    engine.finish().well();
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("it is ours");
    let log: Vec<_> = log.lines().collect();
    assert_eq!(log[0], "> uci", "{log:#?}");
    assert!(log[1].starts_with("< id name "), "{log:#?}");
    for line in ["< uciok", "> position startpos", "> go depth 1"] {
        assert_eq!(log.iter().filter(|l| **l == line).count(), 1, "{line}");
    }
    assert!(log.iter().any(|line| line.starts_with("< bestmove ")));
    assert_eq!(log[log.len() - 1], "> setoption name Debug Log File value");
}

/// A win that the table knows from a time when there were plies enough.
#[test]
fn a_mate_that_comes_too_late_is_none() {
    for (fen, score) in [
        // Mated in two moves, but the sixty moves are up before.
        ("4k4/7C1/1c7/9/9/r8/9/3K5/9/9 w - -", "mate -2"),
        ("3k1P3/9/3a5/4NCn2/5P3/5R3/9/9/9/3K1A3 b - -", "mate -2"),
    ] {
        let mut engine = Engine::start();
        let mut search = |counter: u32| {
            engine.send(&[&format!("position fen {fen} {counter} 1"), "go depth 12"]);
            Search { lines: engine.until("bestmove") }.score()
        };
        assert_eq!(search(0), score);
        assert!(search(118).starts_with("cp "));
        assert_eq!(search(0), score);
        // Time enough, just.
        assert_eq!(search(116), score);
        engine.finish().well();
    }
}

/// As uci2wb speaks it to xiangqi engines.
#[test]
fn the_cyclone_dialect_leaves_a_word_out() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2";
    for line in [&*format!("fen {fen}"), "startpos moves h2e2"] {
        let mut engine = Engine::with(&[line, "d"]);
        let said = engine.until("Ending");
        let fen = "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
        assert!(said.iter().any(|line| line == fen), "{said:#?}");
        engine.finish().well();
    }
}

/// Whoever has read the last line of a count finds the engine at leisure:
/// what he says next is not held back behind `isready`.
#[test]
fn a_count_has_ended_when_its_last_line_is_said() {
    let mut engine = Engine::with(&["position startpos"]);
    for _ in 0..200 {
        engine.send(&["perft 1"]);
        engine.until("Nodes searched: 44");
        engine.send(&["eval", "isready"]);
        let said = engine.until("readyok");
        assert!(said.len() > 1, "{said:#?}");
    }
    engine.finish().well();
}
