//! The program itself: its commands.

mod program;

use std::io::{BufRead, BufReader, Read};

use serde_json::{Value, json};

use program::{command, ok, run};

fn json_lines(args: &[&str]) -> Vec<Value> {
    ok(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn json_line(args: &[&str]) -> Value {
    let lines = json_lines(args);
    assert_eq!(lines.len(), 1, "{args:?}");
    lines[0].clone()
}

#[test]
fn status_as_json() {
    assert_eq!(
        ok(&["status", "--board", "XO./.X./..O", "--json"]),
        "{\"side_to_move\":\"x\",\"legal_moves\":[\"2\",\"3\",\"5\",\"6\",\"7\"],\"outcome\":null}\n"
    );
    let outcome = |board: &str, mnk: &str| {
        json_line(&["status", "--mnk", mnk, "--board", board, "--json"])["outcome"].clone()
    };
    assert_eq!(outcome("XOO/XOX/XXO", "3,3,3"), json!({"winner": "x", "reason": "line"}));
    assert_eq!(outcome("OOO/XX./X..", "3,3,3"), json!({"winner": "o", "reason": "line"}));
    assert_eq!(outcome("XOX/OXX/OXO", "3,3,3"), json!({"winner": null, "reason": "full_board"}));
}

#[test]
fn status_for_people() {
    let text = ok(&["status", "--moves", "b2,0"]);
    assert!(text.contains(" O | 1 | 2 ") && text.contains("x to move, 7 legal moves"), "{text}");
    assert!(!text.contains('\x1b'), "colours only for terminals: {text:?}");
    assert!(ok(&["status", "--board", "XXX/OO./..."]).contains("x has won (line)"));
}

#[test]
fn search_plays_the_shortest_win_and_the_longest_loss() {
    for algorithm in ["pvs", "alpha-beta", "minimax", "negamax"] {
        let search =
            |board| json_line(&["search", "--board", board, "--algorithm", algorithm, "--json"]);
        // O wins at once with 7, and could also win later.
        let found = search("XOX/.O./X..");
        assert_eq!(
            (&found["best_move"], &found["score"]),
            (&json!("7"), &json!({"mate_in": 1})),
            "{algorithm}"
        );
        // X threatens 8 and 6 to come: O loses, but not before X's second move.
        let found = search("XO./.X./...");
        assert_eq!(
            (&found["best_move"], &found["score"]),
            (&json!("8"), &json!({"mate_in": -2})),
            "{algorithm}"
        );
        assert_eq!(found["pv"].as_array().unwrap().len(), 4, "{algorithm}");
        let found = search(".../.../...");
        assert_eq!(found["score"], json!({"outcome": "draw"}), "{algorithm}");
        assert_eq!(found["pv"].as_array().unwrap().len(), 9, "{algorithm}");
        // Over: no move, and the score says how.
        let found = search("XXX/OO./...");
        assert_eq!((&found["best_move"], &found["score"]), (&Value::Null, &json!({"mate_in": 0})));
        assert_eq!(search("XOX/OXX/OXO")["score"], json!({"outcome": "draw"}));
    }
}

#[test]
fn search_options() {
    let found =
        json_line(&["search", "--depth", "2", "--algorithm", "minimax", "--fold", "--json"]);
    assert_eq!((&found["best_move"], &found["score"]), (&json!("4"), &json!({"cp": 1})));
    let keys: Vec<_> = found.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["best_move", "score", "depth", "seldepth", "nodes", "time_ms", "nps", "pv"]);
    let ranked = json_lines(&["search", "--multipv", "3", "--json"]);
    assert_eq!(ranked.len(), 3);
    assert_eq!(ranked[2]["multipv"], json!(3));
    let all = json_lines(&["search", "--multipv", "9", "--json"]);
    assert!(all.len() == 9 && all.iter().all(|l| l["score"] == json!({"outcome": "draw"})));
    let found = json_line(&["search", "--order", "1", "--json"]);
    assert_eq!(found["best_move"], json!("1"));
    let found =
        json_line(&["search", "--mnk", "8,8,5", "--nodes", "1000", "--threads", "2", "--json"]);
    assert!(found["best_move"].is_string());
    let text = ok(&["search", "--evaluation", "none", "--set", "history_bonus=8", "--hash", "1"]);
    assert!(text.contains("score     draw for x"), "{text}");
}

#[test]
fn compare_shows_one_value_and_less_and_less_work() {
    let rows = json_lines(&["compare", "--json"]);
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row["score"] == json!({"outcome": "draw"})), "{rows:?}");
    assert_eq!((&rows[0]["nodes"], &rows[0]["leaves"]), (&json!(549_946), &json!(255_168)));
    assert_eq!(rows[1]["nodes"], rows[2]["nodes"], "two forms of one algorithm");
    let nodes: Vec<_> = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).collect();
    assert!(nodes[0] > nodes[1] && nodes[1] > nodes[3] && nodes[3] > nodes[4], "{nodes:?}");
    let rows = json_lines(&["compare", "--depth", "4", "--mnk", "4,4,4", "--json"]);
    assert!(rows.iter().all(|row| row["score"] == rows[0]["score"]), "{rows:?}");
    let rows = json_lines(&["compare", "--board", "XXX/OO./...", "--json"]);
    assert!(rows.len() == 5 && rows.iter().all(|row| row["saved_percent"].is_null()), "{rows:?}");
    let text = ok(&["compare", "--depth", "3", "--algorithm", "minimax,pvs"]);
    assert_eq!(
        text.lines().filter(|l| l.starts_with("pvs") || l.starts_with("minimax")).count(),
        3
    );
}

#[test]
fn perft_counts() {
    assert_eq!(ok(&["perft", "0", "--divide"]), "1\n");
    assert_eq!(ok(&["perft", "0", "--board", "XXX/OO./..."]), "1\n");
    let counts = [9u32, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (depth, count) in counts.iter().enumerate() {
        let depth = (depth + 1).to_string();
        for more in [&[][..], &["--divide"], &["--threads", "3"]] {
            let text = ok(&[&["perft", &depth], more].concat());
            assert_eq!(text.lines().last(), Some(&*count.to_string()));
        }
    }
    let divided = ok(&["perft", "2", "--divide", "--threads", "2"]);
    assert!(divided.starts_with("0: 8\n1: 8\n2: 8\n"), "{divided}");
    assert!(ok(&["perft", "3", "--board", "XXX/OO./..."]).ends_with("\n0\n"));
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    for args in
        [&["perft", "9", "--divide"][..], &["tree", "--depth", "5"], &["play", "--side", "none"]]
    {
        let mut child = command(args).spawn().unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        drop(reader);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), &*err), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn trees_of_the_lecture() {
    // The leaves of the two-ply search in the order of their visit.
    let leaves = |order: &str| -> Vec<String> {
        let text = ok(&["tree", "--fold", "--order", order]);
        let leaf = |l: &str| Some(l.strip_suffix("  leaf")?.rsplit_once("= ")?.1.to_owned());
        text.lines().filter_map(leaf).collect()
    };
    assert_eq!(leaves("0,1,4"), ["1", "0", "-1", "1", "0", "-1", "1", "2"]);
    assert_eq!(leaves("1,0,4"), ["-1", "0", "-2", "-1", "0", "1", "0", "-1", "1", "0", "1", "2"]);
    assert_eq!(leaves("4,0,1"), ["1", "2", "1", "-1"]);
    let text = ok(&["tree", "--fold", "--order", "4,0,1"]);
    assert_eq!(text.matches("alpha cut\n").count(), 2, "{text}");
    assert_eq!(text.matches("not visited").count(), 8, "{text}");
    assert!(text.contains("* 4 MIN #1 [-inf, +inf] = 1\n"), "{text}");
    // O to move: the root is a MIN node, and values stay those of X.
    let text = ok(&["tree", "--fold", "--depth", "1", "--algorithm", "minimax", "--moves", "0"]);
    assert!(text.contains("\n* MIN #0 [-inf, +inf] = -1\n"), "{text}");
}

#[test]
fn tree_files() {
    let path = std::env::temp_dir().join(format!("tictactoe-tree-{}.dot", std::process::id()));
    let name = path.to_str().unwrap();
    for algorithm in ["minimax", "alpha-beta", "negamax", "pvs"] {
        assert_eq!(ok(&["tree", "--format", "dot", "--algorithm", algorithm, "-o", name]), "");
        let dot = std::fs::read_to_string(&path).unwrap();
        assert!(dot.starts_with("digraph tree {\n") && dot.ends_with("}\n"));
        assert_eq!(dot.matches("style=dashed").count() > 0, algorithm != "minimax", "{algorithm}");
    }
    std::fs::remove_file(&path).unwrap();
    let text = ok(&["tree", "--depth", "4", "--limit", "10"]);
    assert!(text.contains("more nodes were visited and are not drawn"), "{text}");
    let (status, _, err) = run(&["tree", "-o", "/nonexistent/x.dot"], "");
    assert_eq!(status, 1);
    assert!(err.contains("/nonexistent/x.dot"), "{err}");
}

#[test]
fn trees_as_pictures() {
    // The lecture's two plies: 12 leaves, of which alpha-beta cuts 4 off, all with their boards.
    let svg = ok(&["tree", "--fold", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && svg.contains("value 1 (MAX is x)"), "{svg}");
    // An X is two strokes of this width, an O a circle without filling; no position has another X.
    assert_eq!(svg.matches("fill=\"none\"").count(), 12);
    assert_eq!(svg.matches("stroke-dasharray").count(), 4 + 4 + 1, "branches, boxes, the legend");
    let zh = ok(&["tree", "--format", "svg", "--lang", "zh", "--exercise"]);
    assert!(zh.contains("练习") && !zh.contains("\u{221e}"));
    let html = ok(&["tree", "--depth", "3", "--format", "html"]);
    assert!(
        html.contains(r#""sketch":{"kind":"grid","of":[".../.../...","X../.../...","#),
        "{html}"
    );
    // Too many nodes for a page: the search that was recorded.
    let part = ok(&["tree", "--depth", "3", "--format", "html", "--limit", "400"]);
    assert!(!html.contains(r#""recorded":{"#) && part.contains(r#""recorded":{"#));
    let engine = ok(&["tree", "--algorithm", "pvs", "--format", "html"]);
    assert!(engine.contains(r#""engine":true"#));
    let (status, _, err) = run(&["tree", "--algorithm", "pvs", "--exercise"], "");
    assert!(status == 2 && err.contains("--exercise"), "{err}");
}

#[test]
fn trees_have_an_end() {
    for algorithm in ["minimax", "alpha-beta", "negamax", "pvs"] {
        let tree = ["tree", "--depth", "512", "--mnk", "8,8,5", "--algorithm", algorithm];
        // The nodes allowed by default, once; they are many.
        let few: &[&str] = if algorithm == "alpha-beta" { &[] } else { &["--nodes", "20000"] };
        let nodes = few.last().unwrap_or(&"10000000");
        let (status, out, err) = run(&[&tree, few].concat(), "");
        assert_eq!((status, &*out, err.lines().count()), (1, "", 1), "{algorithm}: {err}");
        assert!(err.contains(&format!("more than {nodes} nodes")), "{err}");
        assert!(err.contains("--depth") && err.contains("--nodes"), "{err}");
    }
    // Exactly as many as there are.
    let tree = ["tree", "--fold", "--depth", "1", "--algorithm", "minimax", "--nodes"];
    assert!(ok(&[&tree[..], &["4"]].concat()).contains("4 nodes"));
    assert_eq!(run(&[&tree[..], &["3"]].concat(), "").0, 1);
}

#[test]
fn solve_proves_and_counts() {
    let solved = json_line(&["solve", "3", "3", "3", "--count", "--json"]);
    for (key, value) in [
        ("value", json!("draw")),
        ("positions", json!(5478)),
        ("positions_up_to_symmetry", json!(765)),
        ("games", json!(255_168)),
        ("nodes", json!(549_946)),
        ("terminal", json!(958)),
        ("won_by_x", json!(626)),
        ("won_by_o", json!(316)),
        ("drawn", json!(16)),
    ] {
        assert_eq!(solved[key], value, "{key}");
    }
    let text = ok(&["solve"]);
    for part in
        ["draw", "5478 (765 up to symmetry)", "255168", "549946", "958 (626 won by X, 316 won by O"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let value = |args: &[&str]| json_line(&[&["solve", "--json"], args].concat())["value"].clone();
    for (mnk, expected) in [
        ("4,3,3", "win"),
        ("3,4,3", "win"),
        ("3,2,3", "draw"),
        ("2,2,2", "win"),
        ("5,1,3", "draw"),
        ("1,1,1", "win"),
        ("4,4,4", "draw"),
        ("5,4,4", "draw"),
        ("5,5,4", "draw"),
        ("6,5,4", "win"),
    ] {
        assert_eq!(value(&["--mnk", mnk]), json!(expected), "{mnk}");
    }
    assert_eq!(value(&["--board", "XO./.X./..."]), json!("loss"));
    assert_eq!(value(&["--board", "XXX/OO./..."]), json!("loss"));
    // As `search` says it.
    let over = json_line(&["solve", "--board", "XXX/OO./...", "--json"]);
    assert_eq!((&over["score"], &over["best_move"]), (&json!({"mate_in": 0}), &Value::Null));
    assert_eq!(value(&["--board", "XOX/OXX/OXO"]), json!("draw"));
}

#[test]
fn a_game_too_large_to_solve_is_told_in_time() {
    let (status, out, err) = run(&["solve", "11", "11", "5", "--movetime", "50"], "");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("11,11,5 is not solved within these limits"), "{err}");
    let (status, _, err) = run(&["solve", "15", "15", "5", "--movetime", "1000"], "");
    assert_eq!(status, 2);
    assert!(err.contains("15x15 is too large"), "{err}");
}

#[test]
fn the_value_is_told_before_the_game_is_counted() {
    // Won in one move, with more positions behind it than can be counted.
    let board = "XXXX..../OOOO..../......../......../......../......../......../........";
    let solve = ["solve", "8", "8", "5", "--board", board, "--count"];
    let (status, out, err) = run(&solve, "");
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    assert!(out.contains("value       win\n") && err.contains("too many to count"), "{out}{err}");
    let (status, out, err) = run(&[&solve[..], &["--json", "--movetime", "1000"]].concat(), "");
    let solved: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &solved["value"], solved.get("games")), (1, &json!("win"), None));
    assert!(err.contains("too many to count") || err.contains("--movetime"), "{err}");
}

#[test]
fn bench_is_the_same_every_time() {
    let nodes = || {
        let text = ok(&["bench"]);
        let last = text.lines().last().unwrap().to_owned();
        let words: Vec<_> = last.split(' ').map(str::to_owned).collect();
        assert_eq!((words.len(), &*words[1], &*words[3]), (4, "nodes", "nps"), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn bad_words_are_named_in_one_line() {
    let long = "X".repeat(5000);
    let cases: &[(&[&str], &[&str])] = &[
        (&["frob"], &["frob", "play, search"]),
        (&["search", "--bogus"], &["--bogus"]),
        (&["search", "--depth"], &["--depth", "value"]),
        (&["search", "--depth", "0"], &["'0'", "--depth", "from 1 to 512"]),
        (&["search", "--depth", "-1"], &["'-1'", "--depth", "from 1 to 512"]),
        (
            &["search", "--depth", "99999999999999999999"],
            &["99999999999999999999", "from 1 to 512"],
        ),
        (&["search", "--depth", "NaN"], &["NaN", "whole number"]),
        (&["search", "--depth", ""], &["''", "whole number"]),
        (&["search", "--depth", "a\nb\0"], &[]),
        (&["search", "--nodes", "1e9"], &["1e9", "whole number"]),
        (&["search", "--movetime", "-5"], &["'-5'", "whole number"]),
        (&["search", "--threads", "0"], &["'0'", "--threads"]),
        (&["search", "--threads", "100000"], &["100000", "--threads"]),
        (&["search", "--multipv", "0"], &["'0'", "--multipv"]),
        (&["search", "--hash", "0"], &["'0'", "--hash"]),
        (&["search", "--hash", "99999999999"], &["99999999999", "--hash"]),
        (&["search", "--algorithm", "foo"], &["foo", "minimax, alpha-beta, negamax, pvs"]),
        (&["search", "--evaluation", "foo"], &["foo", "open-lines or potential or none"]),
        (&["search", "--set", "foo=1"], &["foo", "aspiration"]),
        (&["search", "--skill", "21"], &["21", "--skill", "0 to 20"]),
        (&["play", "--skill", "-1"], &["-1", "--skill", "0 to 20"]),
        (&["search", "--algorithm", "minimax", "--skill", "3"], &["--skill", "pvs"]),
        (&["search", "--set", "history_bonus=0"], &["history_bonus", "not 0"]),
        (&["search", "--set", "history_bonus"], &["history_bonus", "NAME=VALUE"]),
        (&["search", "--order", "9"], &["`9`", "0 to 8"]),
        (&["search", "--order", "4,4"], &["4", "twice"]),
        (&["search", "--algorithm", "minimax", "--movetime", "5"], &["--movetime", "--depth"]),
        (&["search", "--algorithm", "minimax", "--hash", "16"], &["--hash", "pvs"]),
        (&["search", "--algorithm", "negamax", "--threads", "1"], &["--threads", "pvs"]),
        (&["search", "--algorithm", "alpha-beta", "--set", "history_bonus=8"], &["--set", "pvs"]),
        (&["search", "--algorithm", "minimax", "--set", "x=3"], &["x", "aspiration"]),
        (&["compare", "--algorithm", "minimax", "--set", "x=3"], &["x", "aspiration"]),
        (&["compare", "--algorithm", "minimax", "--hash", "16"], &["--hash", "pvs"]),
        (&["status", "--fold"], &["--fold", "status", "perft"]),
        (&["play", "--fold"], &["--fold", "play"]),
        (&["solve", "--fold"], &["--fold", "solve"]),
        (&["compare", "--depth", "0"], &["'0'", "--depth"]),
        (&["tree", "--depth", "0"], &["'0'", "--depth"]),
        (&["tree", "--format", "svgz"], &["svgz", "text, dot"]),
        (&["perft"], &["<D>"]),
        (&["perft", "-3"], &["'-3'", "from 0 to 512"]),
        (&["perft", "x"], &["'x'", "from 0"]),
        (&["status", "--board", ""], &["empty", "expected 3 rows"]),
        (&["status", "--board", "XO"], &["`XO`", "1 row:", "expected 3"]),
        (&["status", "--board", "-"], &["`-`", "1 row:"]),
        (&["status", "--board", "XO/.../..."], &["row 1", "expected 3"]),
        (&["status", "--board", "XQ./.../..."], &["`Q`", "X, O or ."]),
        (&["status", "--board", "XXX/.../..."], &["3 X and 0 O"]),
        (&["status", "--board", "OO./.X./..."], &["1 X and 2 O"]),
        (&["status", "--board", "XXX/OOO/..."], &["both"]),
        (&["status", "--board", &long], &["XXX..."]),
        (&["status", "--moves", "4,4"], &["square 4 is taken by X"]),
        (&["status", "--moves", "4,x"], &["`x`", "0 to 8"]),
        (&["status", "--mnk", "3,3,9"], &["3,3,9", "no line of 9 fits on 3x3"]),
        (&["status", "--mnk", "0,3,3"], &["m (columns)", "not 0"]),
        (&["status", "--mnk", "3,3"], &["3,3", "three numbers"]),
        (&["status", "--mnk", "-1,3,3"], &["-1,3,3", "three numbers"]),
        (
            &["status", "--mnk", "99999999999999999999,3,3"],
            &[": 99999999999999999999 is too large", "at most 128"],
        ),
        (
            &["status", "--mnk", "3,3,99999999999999999999"],
            &[": 99999999999999999999 is too large", "at most 128"],
        ),
        (&["status", "--moves", "-1"], &["`-1`", "0 to 8"]),
        (&["search", "--order", "-1,4"], &["`-1`", "0 to 8"]),
        (&["solve", "3", "3"], &["expected three"]),
        (&["solve", "-1", "3", "3"], &["-1,3,3", "three numbers"]),
        (&["solve", "3", "3", "3", "--mnk", "4,4,4"], &["`3 3 3`", "--mnk"]),
        (&["solve", "3", "x", "3"], &["3,x,3", "three numbers"]),
        (&["solve", "--depth", "0"], &["'0'", "--depth"]),
        (&["play", "--side", "z"], &["`z`", "x, o, both or none"]),
        (&["bench", "5"], &["5"]),
    ];
    for (args, parts) in cases {
        // A NUL cannot be passed to a program.
        let args: Vec<_> = args.iter().map(|a| a.replace('\0', "")).collect();
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let (status, out, err) = run(&args, "");
        assert_eq!((status, &*out), (2, ""), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
        assert!(err.starts_with("tictactoe: ") && err.len() < 600, "{args:?}: {err}");
        for part in *parts {
            assert!(err.contains(part), "{part:?} is not in {err:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn bytes_that_are_no_text_are_named() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"caf\xE9");
    for args in [["search", "--board"], ["play", "--side"]] {
        let (status, _, err) = run(&[args[0].as_ref(), args[1].as_ref(), odd], "");
        assert_eq!((status, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains("`caf\u{FFFD}`") && err.contains("UTF-8"), "{err}");
    }
    // The name of a file may be any bytes.
    let (status, _, err) = run(&["play".as_ref(), "--load".as_ref(), odd], "");
    assert!(status == 1 && err.contains("cannot load `caf\u{FFFD}`"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    for args in [&["--help"][..], &["--version"], &["search", "--help"], &["status"], &["play"]] {
        let mut command = command(args);
        command.stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let output = command.output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
        assert!(err.lines().count() == 1 && err.contains("cannot write"), "{args:?}: {err}");
    }
}

#[test]
fn only_moves_that_are_generated_can_be_ordered() {
    for (command, order, expected) in [
        ("search", "8", "among 0 1 4"),
        ("search", "0,a1", "`6`"),
        ("compare", "8,0", "among 0 1 4"),
        ("tree", "4,7", "`7`"),
        ("tree", "4,b2", "twice"),
    ] {
        let (status, out, err) = run(&[command, "--fold", "--order", order], "");
        assert_eq!((status, &*out, err.lines().count()), (2, "", 1), "{command} {order}: {err}");
        assert!(err.contains("--order") && err.contains(expected), "{command} {order}: {err}");
    }
    // The position is not as symmetric as the board.
    assert!(ok(&["search", "--fold", "--moves", "0", "--order", "8"]).contains("best move 8"));
}

#[test]
fn memory_that_is_not_there_is_refused() {
    for args in [&["search"][..], &["solve"], &["bench"], &["play"], &["compare"]] {
        let (status, out, err) = run(&[args, &["--hash", "33554432"]].concat(), "");
        assert!(status == 1 && (out.is_empty() || args == ["compare"]), "{args:?}: {out}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains("33554432 MiB"), "{err}");
    }
}

#[test]
fn help_and_version() {
    for command in ["play", "search", "compare", "status", "perft", "solve", "bench", "tree"] {
        assert!(ok(&["--help"]).contains(command));
        assert!(ok(&[command, "--help"]).contains("Usage: tictactoe"));
    }
    for (command, time) in [("search", "2 seconds"), ("play", "1 second")] {
        assert!(ok(&[command, "--help"]).contains(time));
    }
    assert!(ok(&["--version"]).starts_with("tictactoe "));
}
