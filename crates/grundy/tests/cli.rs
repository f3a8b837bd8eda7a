//! The program itself: its commands.

mod program;

use std::io::{BufRead, BufReader, Read};

use serde_json::{Value, json};

use program::{command, ok, run};

fn json_lines(args: &[&str]) -> Vec<Value> {
    ok(args).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn json_line(args: &[&str]) -> Value {
    let lines = json_lines(args);
    assert_eq!(lines.len(), 1, "{args:?}");
    lines[0].clone()
}

#[test]
fn status_as_json() {
    assert_eq!(
        ok(&["status", "7", "4", "--json"]),
        "{\"side_to_move\":\"first\",\"legal_moves\":[\"7=6+1\",\"7=5+2\",\"7=4+3\",\"4=3+1\"],\
         \"outcome\":null,\"nim_value\":0}\n"
    );
    let outcome =
        |args: &[&str]| json_line(&[&["status", "--json"], args].concat())["outcome"].clone();
    assert_eq!(outcome(&["2", "1"]), json!({"winner": "second", "reason": "no_moves"}));
    assert_eq!(outcome(&["2", "1", "--misere"]), json!({"winner": "first", "reason": "no_moves"}));
    assert_eq!(outcome(&["1", "--to-move", "second"])["winner"], json!("first"));
    assert_eq!(outcome(&["3", "--moves", "3=2+1"])["winner"], json!("first"));
    let value =
        |heaps: &[&str]| json_line(&[&["status", "--json"], heaps].concat())["nim_value"].clone();
    assert_eq!((value(&["5", "10", "20"]), value(&["2"])), (json!(2), json!(0)));
    assert_eq!(value(&["1000"]), json!(17));
    assert_eq!(value(&["7,4,2"]), json!(0));
    assert!(json_line(&["status", "5", "--misere", "--json"]).get("nim_value").is_none());
}

#[test]
fn status_for_people() {
    let text = ok(&["status", "7", "3", "3", "1"]);
    for part in [" 7  o o o o o o o\n", " 3  o o o   2 of them\n", "first to move, 4 legal moves"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.contains("nim value: 0") && !text.contains('\x1b'), "{text:?}");
    assert!(ok(&["status", "2"]).contains("second has won (no moves)"));
    // The lecture's start is the default.
    assert_eq!(ok(&["status"]), ok(&["status", "7"]));
    assert!(ok(&["status", "2000", "100"]).contains("o o o ..."));
}

#[test]
fn search_by_every_algorithm() {
    // Four plies to the end of the lecture's game, which the first player loses.
    for algorithm in ["alpha-beta", "minimax", "negamax"] {
        let found = json_line(&["search", "7", "--algorithm", algorithm, "--json"]);
        assert_eq!(found["score"], json!({"mate_in": -2}), "{algorithm}");
        let found = json_line(&["search", "5", "--algorithm", algorithm, "--json"]);
        assert_eq!(found["best_move"], json!("5=4+1"), "{algorithm}");
    }
    let found = json_line(&["search", "7", "--evaluation", "none", "--json"]);
    assert_eq!(found["score"], json!({"mate_in": -2}));
    // The nim-sum needs no search, and does not know how long it takes.
    let found = json_line(&["search", "5", "10", "20", "--json"]);
    assert_eq!(found["score"], json!({"outcome": "win"}));
    assert!(["5=4+1", "10=8+2"].contains(&found["best_move"].as_str().expect("a move")));
    let found = json_line(&["search", "2", "--json"]);
    assert_eq!((&found["best_move"], &found["score"]), (&Value::Null, &json!({"mate_in": 0})));
    // In misère play 3 is lost and 4 is won.
    assert_eq!(json_line(&["search", "3", "--misere", "--json"])["score"], json!({"mate_in": -1}));
    let found = json_line(&["search", "4", "--misere", "--json"]);
    assert_eq!((&found["best_move"], &found["score"]), (&json!("4=3+1"), &json!({"mate_in": 1})));
}

#[test]
fn compare_shows_one_value() {
    let rows = json_lines(&["compare", "10", "--evaluation", "none", "--json"]);
    assert!(rows.len() == 5 && rows.iter().all(|row| row["score"] == rows[0]["score"]), "{rows:?}");
    // All lines of 10 coins to their ends (tests/data/perft.json).
    let lines = 1 + 4 + 14 + 38 + 77 + 101 + 93 + 35 + 1;
    assert_eq!(rows[0]["nodes"], json!(lines));
}

#[test]
fn perft_counts() {
    for (depth, count) in [4, 12, 27, 50, 60, 53, 14, 0].into_iter().enumerate() {
        let depth = (depth + 1).to_string();
        for heaps in [&["--heaps", "7", "4"][..], &["7", "4"], &["--heaps", "4,7"]] {
            for more in [&[][..], &["--divide"], &["--threads", "2"]] {
                let text = ok(&[&["perft", &depth], heaps, more].concat());
                assert_eq!(text.lines().last(), Some(&*count.to_string()));
            }
        }
    }
    assert_eq!(ok(&["perft", "0", "2"]), "1\n");
    let divided = ok(&["perft", "2", "--heaps", "7", "--divide"]);
    assert!(divided.starts_with("7=6+1: 2\n7=5+2: 2\n7=4+3: 2\n"), "{divided}");
}

#[test]
fn solve_tells_values_winner_and_all_winning_moves() {
    let solved = json_line(&["solve", "5", "10", "20", "--json"]);
    assert_eq!(
        solved,
        json!({
            "heaps": [20, 10, 5], "nim_values": [0, 0, 2], "nim_sum": 2, "winner": "first",
            "winning_moves": ["10=8+2", "5=4+1"],
        })
    );
    let text = ok(&["solve", "7", "4", "2"]);
    for part in ["nim values    0 0 0\n", "nim sum       0\n", "winner        second\n"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.ends_with("winning moves none: every move loses\n"), "{text}");
    assert!(ok(&["solve", "2"]).ends_with("winning moves none: the game is over\n"));
    assert!(ok(&["solve", "5", "--to-move", "second"]).contains("winner        second\n"));
    // Larger than what is searched; few moves are shown unless all are wanted.
    let (few, all) = (ok(&["solve", "12345"]), ok(&["solve", "12345", "--all"]));
    let shown = |text: &str| text.matches("12345=").count();
    assert_eq!(shown(&few), 100, "{few}");
    let more = format!("and {} more: --all shows them", shown(&all) - 100);
    assert!(few.contains(&more) && !all.contains("more"), "{few}");
}

/// g(262,200) by the plain method (`compute --verify`).
#[test]
fn values_of_great_heaps_are_kept() {
    let file = std::env::temp_dir().join(format!("grundy-values-{}", std::process::id()));
    let history = grundy::record::history_file(&file);
    let file = file.to_str().unwrap();
    let solved = json_line(&["solve", "262200", "5", "--values", file, "--json"]);
    assert_eq!(solved["nim_values"], json!([65, 2]));
    let kept = std::fs::read(file).unwrap();
    assert_eq!(json_line(&["solve", "262200", "5", "--values", file, "--json"]), solved);
    assert_eq!(std::fs::read(file).unwrap(), kept);

    std::fs::write(file, &kept[..1000]).unwrap();
    let damaged = run(&["solve", "262200", "--values", file], "");
    assert_eq!((damaged.0, damaged.2.contains("a damaged checkpoint")), (1, true), "{damaged:?}");
    assert_eq!(std::fs::read(file).unwrap(), kept[..1000]);
    std::fs::remove_file(file).unwrap();
    std::fs::remove_file(history).unwrap();
}

#[test]
fn solve_misere() {
    for (heap, winner) in [("3", "second"), ("4", "first"), ("38", "first"), ("39", "second")] {
        let solved = json_line(&["solve", heap, "--misere", "--json"]);
        assert_eq!(solved["winner"], json!(winner), "{heap}");
        assert_eq!(solved["winning_moves"] == json!([]), winner == "second", "{heap}");
    }
    assert!(ok(&["solve", "2", "--misere"]).contains("winner        first\n"));
    let (status, out, err) = run(&["solve", "255", "254", "--misere"], "");
    assert!(status == 1 && out.is_empty(), "{out}");
    assert!(err.contains("more than 1000000 positions") && err.lines().count() == 1, "{err}");
}

#[test]
fn the_tree_of_the_lecture() {
    let text = ok(&["tree", "7"]);
    for part in [
        "from 7, MIN to move: 14 positions, 17 edges, by levels 1 3 4 3 2 1\n",
        "MAX wins, whatever MIN does. There are 2 solution graphs",
        "OR nodes: MAX to move",
        "AND nodes: MIN to move",
        "The lecture uses the words OR and AND the other way round",
        "\nlevel 0, MIN to move: AND nodes\n* + (7)   -> *(6,1)  *(5,2)  *(4,3)\n",
        "\nlevel 1, MAX to move: OR nodes\n",
        "* + (2,2,1,1,1)   A, MAX's goal\n",
        "  - (2,2,2,1)   B, MIN's goal\n",
        "  - (2,1,1,1,1,1)   C, MIN's goal\n",
        "\n2: (7) (6,1) (5,2) (4,3) (4,2,1) (3,2,1,1) (2,2,1,1,1)\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // The other solution does without (3,3,1).
    assert!(text.contains("* + (3,3,1)"), "{text}");
    assert!(ok(&["tree", "7", "--solution", "2"]).contains("  + (3,3,1)"));
    let turned = ok(&["tree", "7", "--first", "max"]);
    assert!(turned.contains("MIN wins, whatever MAX does") && turned.contains("OR nodes: MIN"));
    // A won start: MIN begins and wins.
    assert!(ok(&["tree", "5", "2"]).contains("MIN wins, whatever MAX does"));
    // A graph with too many solutions to count them all.
    assert!(ok(&["tree", "20"]).contains("solution graphs; one is marked"));
}

#[test]
fn the_tree_as_dot() {
    let path = std::env::temp_dir().join(format!("grundy-tree-{}.dot", std::process::id()));
    let name = path.to_str().expect("UTF-8");
    assert_eq!(ok(&["tree", "7", "--format", "dot", "-o", name]), "");
    let dot = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(dot, ok(&["tree", "7", "--format", "dot"]));
    assert!(dot.starts_with("digraph grundy {\n") && dot.ends_with("}\n"));
    // 17 moves, 14 positions: 6 where MIN moves (AND) and 8 where MAX does (OR).
    assert_eq!((dot.matches(" -> ").count(), dot.matches("shape=").count()), (17, 14));
    assert_eq!(dot.matches("shape=box").count(), 1 + 4 + 2, "levels 0, 2 and 4");
    assert_eq!(dot.matches("shape=ellipse").count(), 3 + 3 + 1, "levels 1, 3 and 5");
    assert_eq!(dot.matches("peripheries=2").count(), 3, "ends");
    assert_eq!(dot.matches("style=filled").count(), 8, "where MAX wins");
    let bold = |line: &&str| line.contains("penwidth=3");
    let (edges, nodes): (Vec<_>, Vec<_>) =
        dot.lines().filter(bold).partition(|line| line.contains(" -> "));
    assert_eq!((edges.len(), nodes.len()), (3 + 3 + 2 + 1, 8));
    assert_eq!(dot.matches("rank=same").count(), 6);
    assert_eq!(dot.matches('"').count() % 2, 0);
}

#[test]
fn the_tree_as_a_picture() {
    let svg = ok(&["tree", "7", "--format", "svg"]);
    assert_eq!(svg, include_str!("../../../docs/pictures/grundy-7.svg"));
    for text in [
        "(2,2,1,1,1)",
        "A, MAX's goal",
        "B, MIN's goal",
        "C, MIN's goal",
        "There are 2 solution graphs",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    // Nodes and edges of the solution graph are thick: 7 or 8 nodes, A with two borders.
    let thick = |svg: &str| svg.matches("stroke-width=\"2.8\"").count();
    let other = ok(&["tree", "7", "--solution", "2", "--format", "svg"]);
    assert_eq!(thick(&svg).abs_diff(thick(&other)), 2, "one node and one edge more");
    // Six AND nodes of MIN, of which two have a choice.
    assert_eq!(svg.matches("<path").count(), 2);
    let exercise = ok(&["tree", "7", "--format", "svg", "--exercise"]);
    assert_eq!((thick(&exercise), exercise.matches("<path").count()), (0, 0));
    assert!(
        !exercise.contains("MAX wins")
            && !exercise.contains("goal")
            && ok(&["tree", "7", "--format", "svg", "--lang", "zh"]).contains("解图共有 2 个")
    );
    let html = ok(&["tree", "7", "--format", "html"]);
    assert!(html.contains(r#""sketch":{"kind":"heaps","of":["7","6+1","5+1+1""#), "{html}");
    let (status, _, err) = run(&["tree", "7", "--first", "max", "--format", "html"], "");
    assert!(status == 2 && err.contains("--first"), "{err}");
    assert_eq!(run(&["tree", "25", "--format", "svg"], "").0, 1);
}

#[test]
fn the_tree_of_a_search() {
    let text = ok(&["tree", "7", "--algorithm", "minimax", "--depth", "5", "--root", "min"]);
    // As many nodes as lines of up to five plies, and the value of the lecture's game.
    assert!(text.contains("value +W4 (MAX is second)"), "{text}");
    assert!(text.contains(&format!("{} nodes", 1 + 3 + 6 + 7 + 6 + 1)), "{text}");
    let dot = ok(&["tree", "7", "--depth", "2", "--format", "dot"]);
    assert!(dot.starts_with("digraph tree {\n"));
    assert!(ok(&["tree", "4", "--misere", "--algorithm", "minimax"]).contains("4=3+1"));
}

#[test]
fn trees_have_an_end() {
    for args in
        [&["tree", "60"][..], &["tree", "7", "--limit", "13"], &["tree", "7", "--nodes", "13"]]
    {
        let (status, out, err) = run(args, "");
        assert_eq!((status, &*out, err.lines().count()), (1, "", 1), "{args:?}: {err}");
        assert!(err.contains("positions: expected fewer coins, or a greater --limit"), "{err}");
    }
    assert!(ok(&["tree", "7", "--limit", "14"]).contains("14 positions"));
    let (status, _, err) = run(&["tree", "7", "-o", "/nonexistent/x.dot"], "");
    assert!(status == 1 && err.contains("/nonexistent/x.dot"), "{err}");
}

#[test]
fn bench_is_the_same_every_time() {
    let nodes = || {
        let text = ok(&["bench"]);
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<_> = last.split(' ').map(str::to_owned).collect();
        assert_eq!((words.len(), &*words[1], &*words[3]), (4, "nodes", "nps"), "{last}");
        words[0].parse::<u64>().expect("a number")
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    for args in [
        &["perft", "9", "15", "--divide"][..],
        &["tree", "25"],
        &["play", "--side", "none"],
        &["solve", "20000", "--all"],
    ] {
        let mut child = command(args).spawn().expect("a process");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        let status = child.wait().expect("an end");
        assert_eq!((status.code(), &*err), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn bad_words_are_named_in_one_line() {
    let long = "9".repeat(5000);
    let many = vec!["3"; 1001];
    let cases: &[(&[&str], &[&str])] = &[
        (&["frob"], &["frob", "play, search"]),
        (&["solve", "--bogus"], &["--bogus"]),
        (&["solve", "-1"], &["`-1` is no heap", "from 1 to 100000000"]),
        (&["solve", "7", "-1"], &["`-1` is no heap"]),
        (&["solve", "7", "0"], &["`0` is no heap"]),
        (&["solve", ""], &["`` is no heap"]),
        (&["solve", "7,,4"], &["`` is no heap"]),
        (&["solve", "abc"], &["`abc` is no heap"]),
        (&["solve", "3.5"], &["`3.5` is no heap"]),
        (&["solve", "a\nb"], &["`a\\nb` is no heap"]),
        (&["solve", "100000001"], &["`100000001` is too large", "at most 100000000"]),
        (&["solve", &long], &["999...` is too large"]),
        (&["solve", "256", "--misere"], &["a heap of 256 is too large", "at most 255"]),
        (&["status", "10001"], &["10001 coins are too many", "at most 10000", "solve"]),
        (&["play", "100000000"], &["100000000 coins are too many"]),
        (&["perft", "2", "--heaps", "7", "x"], &["`x` is no heap"]),
        (&["perft", "2", "--heaps", "-7"], &["`-7` is no heap"]),
        (&["perft", "-1"], &["'-1'", "from 0 to 512"]),
        (&["perft", "2", "7", "--heaps", "4"], &["`7` and --heaps", "one of them"]),
        (&["search", "7", "--moves", "7=4+2"], &["--moves", "two unequal parts that make 7"]),
        (&["search", "7", "--moves", "6=5+1"], &["--moves", "no heap of 6", "one of 7"]),
        (&["search", "7", "--moves", "-1"], &["--moves", "`-1` is no move"]),
        (&["search", "7", "--order", "7=6+1,7=6+1"], &["7=6+1", "twice"]),
        (&["search", "--depth", "0"], &["'0'", "--depth", "from 1 to 512"]),
        (&["search", "--evaluation", "foo"], &["foo", "nim-sum or none"]),
        (&["search", "--misere", "--evaluation", "nim-sum"], &["nim-sum", "none"]),
        (&["status", "--to-move", "third"], &["third", "first, second"]),
        (&["play", "--side", "z"], &["`z`", "first, second, both or none"]),
        (&["tree", "7", "--first", "x"], &["'x'", "max, min"]),
        (&["tree", "7", "--first", "max", "--depth", "2"], &["--depth", "--first", "one of them"]),
        (&["tree", "7", "--misere"], &["--misere", "--algorithm"]),
        (&["tree", "7", "--solution", "0"], &["'0'", "--solution"]),
        (&["tree", "7", "--solution", "3"], &["--solution 3", "at most 2"]),
        (&["tree", "7", "--format", "png"], &["png", "text, dot"]),
        (&["bench", "5"], &["5"]),
    ];
    let too_many = [&["solve"][..], &many].concat();
    let cases = cases.iter().copied().chain([(&too_many[..], &["1001 heaps are too many"][..])]);
    for (args, parts) in cases {
        let (status, out, err) = run(args, "");
        assert_eq!((status, &*out), (2, ""), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
        assert!(err.starts_with("grundy: ") && err.len() < 600, "{args:?}: {err}");
        for part in parts {
            assert!(err.contains(part), "{part:?} is not in {err:?}");
        }
    }
}

#[test]
fn help_and_version() {
    for command in ["play", "search", "compare", "status", "perft", "solve", "bench", "tree"] {
        assert!(ok(&["--help"]).contains(command));
        assert!(ok(&[command, "--help"]).contains("Usage: grundy"));
    }
    assert!(ok(&["--version"]).starts_with("grundy "));
}
