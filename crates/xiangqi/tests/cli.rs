//! The program itself: its commands for people and scripts.

mod program;

use std::fs;

use serde_json::{Value, json};

use program::{ok, run};

fn json_line(args: &[&str]) -> Value {
    let out = ok(args);
    assert_eq!(out.lines().count(), 1, "{args:?}: {out}");
    serde_json::from_str(&out).unwrap()
}

fn data(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

const MATED: &str = "3k4R/8R/9/9/9/9/9/9/9/4K4 b - - 0 1";

/// Every verdict of the file with its reason, through the program.
#[test]
fn status_gives_every_verdict() {
    for case in data("repetition.json")["cases"].as_array().unwrap() {
        let fen = case["fen"].as_str().unwrap();
        let moves: Vec<_> =
            case["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let mut args = vec!["status", "--json", "--fen", fen];
        if !moves.is_empty() {
            args.push("--moves");
            args.extend(moves);
        }
        let status = json_line(&args);
        let winner = case["loser"].as_str().map(|side| if side == "red" { "black" } else { "red" });
        let outcome = match &case["reason"] {
            Value::Null => Value::Null,
            reason => json!({ "winner": winner, "reason": reason }),
        };
        assert_eq!(status["outcome"], outcome, "{}", case["name"]);
    }
}

#[test]
fn status_as_json() {
    let status = json_line(&["status", "--json"]);
    assert_eq!(status["side_to_move"], "red");
    assert_eq!(status["in_check"], false);
    assert_eq!(status["legal_moves"].as_array().unwrap().len(), 44);
    assert_eq!(status["outcome"], Value::Null);
    let status = json_line(&["status", "--json", "--fen", MATED]);
    assert_eq!(status["in_check"], true);
    assert_eq!(status["legal_moves"], json!([]));
    assert_eq!(status["outcome"], json!({"winner": "red", "reason": "mate"}));
}

/// A FEN may come in one word or in several, moves in any notation.
#[test]
fn positions_are_read_as_people_write_them() {
    let fen = |args: &[&str]| {
        let args: Vec<_> = ["status", "--json"].iter().chain(args).copied().collect();
        json_line(&args)["fen"].as_str().unwrap().to_owned()
    };
    let after = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
    for moves in [["h2e2", "h9g7"], ["H2-E2", "H9-G7"], ["C2.5", "H8+7"], ["炮二平五", "马8进7"]]
    {
        assert_eq!(fen(&["--moves", moves[0], moves[1]]), after, "{moves:?}");
    }
    assert_eq!(fen(&["--moves", "h2e2,h9g7"]), after);
    assert_eq!(fen(&["--moves", "h2e2 h9g7"]), after);
    assert_eq!(
        fen(&["--fen", "4k4/9/9/9/9/9/9/9/9/3K5", "b", "-", "-", "3", "9"]),
        "4k4/9/9/9/9/9/9/9/9/3K5 b - - 3 9"
    );
}

#[test]
fn boards_are_drawn() {
    let board = |args: &[&str]| {
        let args: Vec<_> = ["status", "--pieces", "letters"].iter().chain(args).copied().collect();
        ok(&args)
    };
    let text = board(&["--moves", "h2e2"]);
    let row = |text: &str, rank: &str| {
        text.lines().find(|line| line.starts_with(rank)).unwrap().trim_end().to_owned()
    };
    // The last move stands in brackets, where from and where to.
    assert_eq!(row(&text, "2 "), "2  +---C---+---+--[C ]-+---+--[+ ]-+");
    assert_eq!(row(&text, "9 "), "9  r---n---b---a---k---a---b---n---r");
    assert!(!text.contains('\x1b'), "colours only for terminals: {text:?}");
    let flipped = board(&["--flip", "--moves", "h2e2"]);
    assert_eq!(row(&flipped, "2 "), "2  +--[+ ]-+---+--[C ]-+---+---C---+");
    let lines: Vec<_> = flipped.lines().collect();
    assert!(lines[1].starts_with("0  R---N"), "{flipped}");
    let chinese = ok(&["status", "--pieces", "chinese"]);
    assert!(chinese.contains("9  车--马--象--士--将--士--象--马--车"), "{chinese}");
    assert!(chinese.contains("0  车--马--相--仕--帅--仕--相--马--车"), "{chinese}");
}

#[test]
fn perft_counts() {
    let total = |args: &[&str]| ok(args).lines().last().unwrap().to_owned();
    assert_eq!(total(&["perft", "4"]), "3290240");
    assert_eq!(total(&["perft", "3", "--threads", "2"]), "79666");
    assert_eq!(total(&["perft", "0"]), "1");
    let divided = ok(&["perft", "2", "--divide"]);
    assert!(divided.contains("h2e2: 45\n") && divided.contains("b0c2: 43\n"), "{divided}");
    // Repetition and move count end no line, as the published tables count.
    assert_eq!(total(&["perft", "1", "--fen", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 200 90"]), "14");
}

#[test]
fn search_finds_mates_and_says_so() {
    let search =
        |fen: &str, depth: &str| json_line(&["search", "--json", "--depth", depth, "--fen", fen]);
    let found = search("4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w - - 0 1", "4");
    assert_eq!((&found["best_move"], &found["score"]), (&json!("b7b9"), &json!({"mate_in": 1})));
    let found = search("9/9/5k3/2P6/9/9/9/9/9/1R2K4 w - - 0 1", "3");
    assert_eq!((&found["best_move"], &found["score"]), (&json!("b0b8"), &json!({"mate_in": 1})));
    let found = search("3a5/9/5k3/9/9/9/2N5R/9/4K4/9 b - - 0 1", "4");
    assert_eq!(found["score"], json!({"mate_in": -1}));
    assert!(["d9e8", "f7f8"].contains(&found["best_move"].as_str().unwrap()));
    // Not won, and not shown as won.
    let found = search("3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1", "12");
    assert!(found["score"]["cp"].is_i64(), "{found}");
    // The same position with colours exchanged is worth the same.
    let red = search("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "4");
    let black = search("4k4/r8/9/9/9/9/9/9/9/3K5 b - - 0 1", "4");
    assert_eq!(red["score"], black["score"]);
    let found = search(MATED, "4");
    assert_eq!((&found["best_move"], &found["score"]), (&Value::Null, &json!({"mate_in": 0})));
}

/// A cannon that gives up its perpetual check would lose: the rule decides,
/// and is no mate.
#[test]
fn verdicts_by_rule_are_no_mates() {
    let found = json_line(&[
        "search",
        "--json",
        "--depth",
        "6",
        "--fen",
        "R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "--moves",
        "a9a8",
        "d8d9",
        "a8a9",
        "d9d8",
        "a9a8",
        "d8d9",
        "a8a9",
    ]);
    // Black to move completes the third occurrence, and Red has lost.
    assert_eq!(
        (&found["best_move"], &found["score"]),
        (&json!("d9d8"), &json!({"by_rule": "win"}))
    );
    let draw = json_line(&[
        "search",
        "--json",
        "--rule",
        "none",
        "--depth",
        "6",
        "--fen",
        "R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "--moves",
        "a9a8",
        "d8d9",
        "a8a9",
        "d9d8",
        "a9a8",
        "d8d9",
        "a8a9",
    ]);
    assert_eq!((&draw["best_move"], &draw["score"]), (&json!("d9d8"), &json!({"outcome": "draw"})));
}

/// A game that is over by rule is not searched as if it went on.
#[test]
fn a_game_that_is_over_by_rule_has_no_best_move() {
    let rook = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 120 1";
    let checks = "a9a8,d8d9,a8a9,d9d8,a9a8,d8d9,a8a9,d9d8";
    let cases: [(&[&str], Value); 3] = [
        (&["--fen", rook], json!({"outcome": "draw"})),
        (&["--fen", "3k5/9/9/9/9/9/9/9/9/4KC3 w"], json!({"outcome": "draw"})),
        (&["--fen", "R8/3k5/9/9/9/9/9/9/9/4K4 w", "--moves", checks], json!({"by_rule": "loss"})),
    ];
    for (args, score) in cases {
        for algorithm in ["pvs", "alpha-beta"] {
            let search = ["search", "--json", "--algorithm", algorithm, "--depth", "2"];
            let found = json_line(&[&search[..], args].concat());
            assert_eq!((&found["best_move"], &found["score"]), (&Value::Null, &score), "{args:?}");
        }
    }
    let text = ok(&["search", "--fen", rook]);
    assert!(text.contains("The game is over: draw for red (sixty_moves)"), "{text}");
}

#[test]
fn compare_shows_one_value() {
    let out = ok(&["compare", "--depth", "2", "--json"]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() >= 4, "{out}");
    let nodes = |i: usize| lines[i]["nodes"].as_u64().unwrap();
    // All of minimax: the root, 44 and 1920 positions.
    assert_eq!(nodes(0), 1 + 44 + 1920);
    assert!(nodes(1) < nodes(0) / 3, "{out}");
    assert_eq!(lines[0]["score"], lines[1]["score"]);
}

#[test]
fn solve_proves_mates() {
    let solve = |fen: &str| json_line(&["solve", "--json", "--fen", fen]);
    let found = solve("9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1");
    assert_eq!((&found["value"], &found["score"]), (&json!("win"), &json!({"mate_in": 1})));
    assert_eq!(found["best_move"], "i2e2");
    // The two-rook ladder, for the side that mates and for the one that is mated.
    let found = solve("3k5/9/9/9/9/R8/1R7/9/9/5K3 w - - 0 1");
    assert_eq!(
        (&found["value"], &found["score"]["mate_in"]),
        (&json!("win"), &json!(2)),
        "{found}"
    );
    assert_eq!(found["pv"].as_array().unwrap().len(), 3);
    let found = solve("3a5/9/5k3/9/9/9/2N5R/9/4K4/9 b - - 0 1");
    assert_eq!((&found["value"], &found["score"]), (&json!("loss"), &json!({"mate_in": -1})));
    let found = solve(MATED);
    assert_eq!((&found["value"], &found["score"]), (&json!("loss"), &json!({"mate_in": 0})));
    // A stalemate at the last of the plies that are asked for.
    let args = ["solve", "--json", "--depth"];
    let found = json_line(&[&args[..], &["4", "--fen", "9/9/5k3/9/9/9/9/9/9/3K2n2 w"]].concat());
    assert_eq!(found["score"], json!({"mate_in": -2}));
    let found = json_line(&[&args[..], &["1", "--fen", "3k5/9/9/9/9/9/9/9/4R4/5K3 w"]].concat());
    assert_eq!((&found["best_move"], &found["score"]), (&json!("e1e8"), &json!({"mate_in": 1})));
    // Over by rule, though the pieces would mate.
    let args = ["solve", "--json", "--fen", "R8/3k5/9/9/9/9/9/9/9/4K4 w", "--moves"];
    let cycle = "a9a8,d8d9,a8a9,d9d8,a9a8,d8d9,a8a9,d9d8";
    let found = json_line(&[&args[..], &[cycle]].concat());
    assert_eq!((&found["value"], &found["score"]), (&json!("loss"), &json!({"by_rule": "loss"})));
    // The only move takes the last attacker: it is proved that there is no mate.
    let found = solve("4k4/9/9/9/9/9/9/9/3p5/3K5 w - - 0 1");
    assert_eq!((&found["value"], &found["score"]), (&json!("no_mate"), &Value::Null));
    // No mate in so few plies: one line, and status 1.
    let (status, out, err) = run(&["solve", "--depth", "3"], "");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("no forced mate found for or against red within 3 plies"), "{err}");
}

#[test]
fn trees_are_drawn() {
    let text = ok(&["tree", "--fen", "4k4/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "--depth", "2"]);
    assert!(text.contains("e6e7"), "{text}");
    assert!(
        ok(&["tree", "--depth", "2", "--format", "svg", "--lang", "zh"]).contains("MAX 为 red")
    );
    assert!(
        ok(&["tree", "--depth", "2", "--format", "html"])
            .contains("xiangqi: search tree, MAX is red")
    );
    let dot = ok(&["tree", "--depth", "1", "--format", "dot"]);
    assert!(dot.starts_with("digraph"), "{dot}");
}

#[test]
fn bench_is_the_same_every_time() {
    let nodes = || {
        let out = ok(&["bench"]);
        out.lines().last().unwrap().split(" nodes").next().unwrap().to_owned()
    };
    let first = nodes();
    assert_eq!(first, nodes());
    assert!(first.parse::<u64>().unwrap() > 100_000);
    let shallow = ok(&["bench", "--depth", "3"]);
    assert!(shallow.lines().take(40).all(|line| line.contains("depth  3")), "{shallow}");
}

/// A match, or a tuner, sets tunables when it starts the engine.
#[test]
fn tunables_reach_the_engine_that_guis_start() {
    let by_protocol = |args: &[&str]| {
        let (status, out, err) = run(args, "uci\nposition startpos\ngo depth 7\n");
        assert_eq!((status, &*err), (0, ""));
        let nodes = out.lines().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
        nodes.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let by_command = |args: &[&str]| {
        json_line(&[&["search", "--json", "--depth", "7"], args].concat())["nodes"]
            .as_u64()
            .unwrap()
    };
    let set = ["--set", "null_move_depth=0"];
    assert_eq!(by_protocol(&set), by_command(&set));
    assert_eq!(by_protocol(&[]), by_command(&[]));
    assert_ne!(by_protocol(&set), by_protocol(&[]));
    for bad in ["no_such=1", "null_move_depth=-1", "null_move_depth"] {
        let (status, out, err) = run(&["--set", bad], "uci\n");
        assert_eq!((status, &*out), (2, ""), "{bad}");
        assert_eq!(err.lines().count(), 1, "{bad}: {err}");
    }
}

#[test]
fn play_goes_on_after_bad_moves() {
    let script = "h2h8\nh2x2\nfoo\nh2e2\nmoves\nundo\nundo\nflip\nboard\nquit\n";
    let (status, out, err) = run(&["play", "--side", "both", "--pieces", "letters"], script);
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("`h2h8`"), "{out}");
    assert!(out.contains("`h2x2`") && out.contains("`foo`"), "{out}");
    assert!(out.contains("h9g7"), "{out}");
    assert!(out.contains("there is no move of yours to take back"), "{out}");
    assert!(out.contains("0  R---N---B---A---K---A---B---N---R"), "flipped: {out}");
}

#[test]
fn play_ends_by_the_rules() {
    let fen = "R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let script = "a9a8\nd8d9\na8a9\nd9d8\na9a8\nd8d9\na8a9\nd9d8\n";
    let (status, out, _) = run(&["play", "--side", "both", "--fen", fen], script);
    assert_eq!(status, 0);
    assert!(out.contains("Game over: black wins (perpetual check)."), "{out}");
    let (_, out, _) = run(&["play", "--side", "both", "--rule", "none", "--fen", fen], script);
    assert!(out.contains("Game over: draw (repetition)."), "{out}");
}

#[test]
fn the_engine_plays_a_won_ending_to_its_end() {
    let fen = "3k5/9/9/9/9/R8/1R7/9/9/5K3 w - - 0 1";
    let (status, out, err) = run(&["play", "--side", "none", "--depth", "4", "--fen", fen], "");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("Game over: red wins (mate)."), "{out}");
}

#[test]
fn games_are_saved_with_their_rules() {
    let path = std::env::temp_dir().join(format!("boyi-xiangqi-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    let fen = "R8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let script = format!("a9a8\nd8d9\na8a9\nd9d8\na9a8\nd8d9\nsave {name}\nquit\n");
    let args = ["play", "--side", "both", "--rule", "none", "--sixty-moves", "50", "--fen", fen];
    let (status, _, err) = run(&args, script);
    assert_eq!((status, &*err), (0, ""));
    let (_, out, _) = run(&["play", "--side", "both", "--load", name], "a8a9\nd9d8\n");
    fs::remove_file(path).unwrap();
    assert!(out.contains("Game over: draw (repetition)."), "{out}");
}

#[test]
fn bad_words_are_named_in_one_line() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["status", "--fen", "foobar"], 2, "`foobar` has 1 ranks"),
        (
            &["status", "--fen", "4k4/9/9/9/9/9/9/9/4R4/4K4 w"],
            2,
            "black is in check and not to move",
        ),
        (&["status", "--fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"], 2, "generals face each other"),
        (&["status", "--fen", ""], 2, "the FEN is empty"),
        (&["status", "--moves", "h2h8"], 2, "h2h8"),
        (&["status", "--moves", "h10h9"], 2, "h10h9"),
        (&["status", "--moves", "h2e2", "h2e2"], 2, "h2e2"),
        (&["status", "--rule", "chinese"], 2, "chinese"),
        (&["status", "--sixty-moves", "-1"], 2, "-1"),
        (&["status", "--sixty-moves", "70000"], 2, "70000"),
        (&["status", "--pieces", "wood"], 2, "wood"),
        (&["perft", "x"], 2, "x"),
        (&["search", "--evaluation", "nnue"], 2, "nnue"),
        (&["search", "--hash", "33554432", "--depth", "1"], 1, "no memory"),
        (&["dance"], 2, "dance"),
        // What would mean nothing is refused.
        (&["perft", "1", "--flip"], 2, "--flip"),
        (&["perft", "1", "--rule", "none"], 2, "--rule"),
        (&["tree", "--pieces", "letters"], 2, "--pieces"),
        (&["status", "--json", "--flip"], 2, "--flip"),
        (&["solve", "--json", "--flip"], 2, "--flip"),
        (&["play", "--load", "x", "--sixty-moves", "9"], 2, "--sixty-moves"),
        (&["play", "--side", "green"], 2, "green"),
        (&["solve", "--depth", "0"], 2, "0"),
        (&["eval", "--json", "--flip"], 2, "--flip"),
        (&["eval", "--rule", "none"], 2, "--rule"),
        (&["eval", "--fen", "foobar"], 2, "foobar"),
        (&["convert", "/no/such/file.pgn"], 1, "/no/such/file.pgn"),
    ];
    for (args, status, word) in cases {
        let (got, out, err) = run(args, "");
        assert_eq!((got, &*out), (*status, ""), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
        assert!(err.starts_with("xiangqi: ") && err.contains(word), "{args:?}: {err}");
    }
}

/// The terms add up to the score, which is that of a search of depth 0 seen from either side.
#[test]
fn terms_of_the_evaluation_are_shown() {
    let fen = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b";
    let value = json_line(&["eval", "--json", "--fen", fen]);
    let mut sum = [0, 0];
    for term in value["terms"].as_array().unwrap() {
        for (i, sum) in sum.iter_mut().enumerate() {
            *sum += term["red"][i].as_i64().unwrap() - term["black"][i].as_i64().unwrap();
        }
    }
    assert_eq!((&value["phase"], &value["scale"]), (&json!(16), &json!(64)));
    assert_eq!(value["score"]["cp"], json!(-sum[0]));
    let text = ok(&["eval", "--pieces", "letters", "--fen", fen]);
    assert!(text.contains(&format!("for black (to move) {:+}", -sum[0])), "{text}");
    for word in ["material", "rook_mobility", "middle", "end"] {
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn games_are_converted() {
    let pgn = "[Red \"Li\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n";
    let convert = |args: &[&str], input: &[u8]| {
        let args: Vec<_> = ["convert", "-"].iter().chain(args).copied().collect();
        run(&args, input)
    };
    let (status, out, _) = convert(&[], pgn.as_bytes());
    assert_eq!(status, 0);
    assert!(out.contains("[Red \"Li\"]") && out.contains("1. H2-E2 H9-G7 2. H0-G2 1-0"), "{out}");
    // The same in GBK.
    let gbk = encoding_rs::GBK.encode(pgn).0;
    assert_eq!(convert(&[], &gbk).1, out);
    // And back.
    let (_, chinese, _) = convert(&["--notation", "chinese"], out.as_bytes());
    assert!(chinese.contains("1. 炮二平五 马8进7 2. 马二进三 1-0"), "{chinese}");
    let (_, wxf, _) = convert(&["--notation", "wxf", "--json"], out.as_bytes());
    let game: Value = serde_json::from_str(&wxf).unwrap();
    assert_eq!(game["moves"], json!(["C2=5", "H8+7", "H2+3"]));
    // A bad game is named; those before it are not lost.
    let two = format!("{pgn}\n[Red \"Wu\"]\n\n1. 炮二平五 马9进7 *\n");
    let (status, out, err) = convert(&[], two.as_bytes());
    assert_eq!(status, 1);
    assert!(out.contains("Li") && !out.contains("Wu"), "{out}");
    assert!(err.contains("line 8") && err.contains("马9进7"), "{err}");
    // Nothing is made up of what stands behind a result.
    let (status, out, err) = convert(&[], b"[Event \"t\"]\n\n1. C2.5 1-0 h8+7 *\n");
    assert_eq!((status, out.matches("[Event").count()), (1, 1), "{out}");
    assert!(err.contains("line 3: `h8+7` stands behind the result"), "{err}");
    // Counters are kept.
    let fen = "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 5\"]\nd9d8 *";
    let (_, game, _) = convert(&["--json"], fen.as_bytes());
    assert!(game.contains("3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 5"), "{game}");
    assert_eq!(convert(&[], b"").0, 1);
    assert_eq!(convert(&[], b"\xFF\xFF\xFF").0, 1);
}
