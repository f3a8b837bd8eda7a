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

/// Black has made five.
const WON: &str = "h8,a1,i8,a2,j8,a3,k8,a4,l8";
/// Five by five, and nobody has a line.
const FULL: [&str; 2] =
    ["a5,c5,e5,a4,c4,e4,b3,d3,b2,d2,a1,c1,e1", "b5,d5,b4,d4,a3,c3,e3,a2,c2,e2,b1,d1"];

#[test]
fn status_as_json() {
    let status = json_line(&["status", "--json"]);
    assert_eq!((&status["side_to_move"], &status["outcome"]), (&json!("black"), &Value::Null));
    assert_eq!(status["legal_moves"].as_array().unwrap().len(), 225);
    assert_eq!(status["forbidden"], json!([]));
    assert_eq!((&status["rule"], &status["size"]), (&json!("freestyle"), &json!(15)));
    let status = json_line(&["status", "--json", "--size", "20", "--moves", "h8", "t20"]);
    assert_eq!((&status["side_to_move"], &status["size"]), (&json!("black"), &json!(20)));
    let status = json_line(&["status", "--json", "--moves", WON]);
    assert_eq!(status["outcome"], json!({"winner": "black", "reason": "line"}));
    assert_eq!(status["legal_moves"], json!([]));
    let [black, white] = FULL;
    let full = ["status", "--json", "--size", "5", "--black", black, "--white", white];
    assert_eq!(json_line(&full)["outcome"], json!({"winner": null, "reason": "full_board"}));
}

/// Six in a row under each rule, for either side.
#[test]
fn what_wins_is_the_rules_to_say() {
    let reason = |rule: &str, moves: &str| {
        let status = json_line(&["status", "--json", "--rule", rule, "--moves", moves]);
        status["outcome"]["winner"].as_str().unwrap_or("nobody").to_owned()
    };
    let black = "h8,a1,i8,b1,j8,c1,l8,e1,m8,f1";
    let white = format!("{black},o15,d1");
    let black = format!("{black},k8");
    assert_eq!(reason("freestyle", &black), "black");
    assert_eq!(reason("standard", &black), "nobody");
    assert_eq!(reason("freestyle", &white), "white");
    assert_eq!(reason("standard", &white), "nobody");
    assert_eq!(reason("renju", &white), "white");
    let (status, _, err) = run(&["status", "--rule", "renju", "--moves", &black], "");
    assert_eq!(status, 2);
    assert!(err.contains("--moves: k8 is forbidden for Black: overline"), "{err}");
}

/// Black, in renju, with nothing left but a forbidden point.
#[test]
fn forbidden_points_alone_are_no_moves() {
    // e3 would make six.
    let black = "d1,g1,c2,d2,g2,a3,b3,c3,d3,f3,c4,d4,g4,a5,b5,e5,f5,c6,d6,g6,a7,b7,e7,f7";
    let white = "a1,b1,c1,e1,f1,a2,b2,e2,f2,g3,a4,b4,e4,f4,c5,d5,g5,a6,b6,e6,f6,c7,d7,g7";
    let args = ["status", "--json", "--size", "7", "--rule", "renju", "--black"];
    let status = json_line(&[&args[..], &[black, "--white", white]].concat());
    assert_eq!(status["forbidden"], json!(["e3"]), "{status}");
    assert_eq!(status["outcome"], json!({"winner": null, "reason": "no_moves"}));
    assert_eq!(status["legal_moves"], json!([]));
}

#[test]
fn positions_are_read_as_people_write_them() {
    let after = |args: &[&str]| {
        let args: Vec<_> = ["status", "--json"].iter().chain(args).copied().collect();
        let status = json_line(&args);
        let moves: Vec<String> = serde_json::from_value(status["legal_moves"].clone()).unwrap();
        let stones: Vec<_> =
            ["h8", "i9", "g10"].into_iter().filter(|p| !moves.contains(&(*p).to_owned())).collect();
        (status["side_to_move"].as_str().unwrap().to_owned(), stones.len())
    };
    let three = ("white".to_owned(), 3);
    for words in [
        &["--moves", "h8", "i9", "g10"][..],
        &["--moves", "h8,i9,g10"],
        &["--moves", "h8i9g10"],
        &["--moves", "H8 I9", "g10"],
        &["--black", "h8,g10", "--white", "i9"],
        &["--black", "g10", "h8", "--white", "i9"],
        &["--black", "h8", "--white", "i9", "--moves", "g10"],
    ] {
        assert_eq!(after(words), three, "{words:?}");
    }
}

#[test]
fn boards_are_drawn() {
    let board = |args: &[&str]| {
        let args: Vec<_> = ["status"].iter().chain(args).copied().collect();
        ok(&args)
    };
    let row = |text: &str, n: &str| {
        text.lines().find(|line| line.starts_with(n)).unwrap().trim_end().to_owned()
    };
    let text = board(&["--stones", "letters", "--moves", "h8,i9,o8"]);
    assert_eq!(row(&text, " 9 "), " 9  . . . . . . . . O . . . . . .");
    assert_eq!(row(&text, " 8 "), " 8  . . . . . . . X . . . . . .[X]");
    assert_eq!(row(&text, "12 "), "12  . . . + . . . . . . . + . . .");
    assert!(text.contains("\n    a b c d e f g h i j k l m n o\n"), "{text}");
    assert!(!text.contains('\x1b'), "colours only for terminals: {text:?}");
    let text = board(&["--stones", "discs", "--moves", "h8,a8"]);
    assert_eq!(row(&text, " 8 "), " 8 [○]· · · · · · ● · · · · · · ·");
    // Where Black must not play is shown when he is to move, and only then.
    let threes =
        ["--rule", "renju", "--black", "h6,h7,f8,g8", "--white", "a15,c15,e15,g15", "--stones"];
    let text = board(&[&threes[..], &["discs"]].concat());
    assert_eq!(row(&text, " 8 "), " 8  · · · · · ● ● × · · · · · · ·");
    let text = board(&[&threes[..], &["letters", "--moves", "o1"]].concat());
    assert_eq!(row(&text, " 8 "), " 8  . . . . . X X + . . . . . . .");
    let text = board(&["--size", "22", "--stones", "letters"]);
    assert_eq!(row(&text, "22 ").split_whitespace().count(), 23);
    assert!(text.contains("\n    a b c d e f g h i j k l m n o p q r s t u v\n"), "{text}");
}

/// Of the data of the rules, through the program.
#[test]
fn forbidden_points_and_why() {
    for case in data("renju-forbidden.json")["cases"].as_array().unwrap() {
        let name = |p: &Value| {
            let column = char::from(b'a' + p[0].as_u64().unwrap() as u8);
            format!("{column}{}", p[1].as_u64().unwrap() + 1)
        };
        let list = |points: &Value| {
            points.as_array().unwrap().iter().map(name).collect::<Vec<_>>().join(",")
        };
        let (black, white) = (list(&case["black"]), list(&case["white"]));
        let found = json_line(&["forbidden", "--json", "--black", &black, "--white", &white]);
        assert_eq!(found["rule"], "renju");
        let point = &case["point_name"];
        let here = found["forbidden"].as_array().unwrap().iter().find(|f| f["point"] == *point);
        assert_eq!(here.map_or(&Value::Null, |f| &f["reason"]), &case["kind"], "{case}");
    }
    // The three through g8 is none: g8 makes five.
    let stones =
        ["--black", "f8,i8,h9,h10,g4,g5,g6,g7", "--white", "a15,c15,e15,g15,i15,k15,m15,o15"];
    let args = [&["forbidden", "--rule", "renju", "--stones", "letters"][..], &stones].concat();
    let text = ok(&args);
    assert!(text.ends_with("\n\nh7  double-three\n"), "{text}");
    assert!(text.contains(" 7  . . . . . . X ! . ."), "{text}");
    // Nothing is forbidden by other rules, and in a game that is over.
    let text = ok(&[&["forbidden", "--rule", "freestyle"][..], &stones].concat());
    assert!(text.ends_with("none: freestyle forbids nothing\n"), "{text}");
    assert!(ok(&["forbidden"]).ends_with("no point is forbidden\n"));
    let text = ok(&["forbidden", "--moves", WON]);
    assert!(text.ends_with("none: the game is over, black has won\n"), "{text}");
    let none = json_line(&["forbidden", "--json", "--rule", "standard"]);
    assert_eq!(none["forbidden"], json!([]));
}

#[test]
fn perft_counts() {
    let total = |args: &[&str]| ok(args).lines().last().unwrap().to_owned();
    assert_eq!(total(&["perft", "2"]), "50400");
    assert_eq!(total(&["perft", "3", "--size", "9", "--threads", "2"]), "511920");
    assert_eq!(total(&["perft", "0"]), "1");
    assert!(ok(&["perft", "2", "--divide", "--size", "5"]).contains("c3: 24\n"));
    assert_eq!(total(&["perft", "1", "--moves", WON]), "0");
}

#[test]
fn search_finds_wins_and_says_so() {
    let search =
        |args: &[&str]| json_line(&[&["search", "--json", "--depth", "4"][..], args].concat());
    let found = search(&["--moves", "h8,a1,i8,a2,j8,a3,k8,a5"]);
    assert_eq!(found["score"], json!({"mate_in": 1}), "{found}");
    assert!(["g8", "l8"].contains(&found["best_move"].as_str().unwrap()));
    // An open four next, whatever comes.
    let found = search(&["--moves", "h8,a1,i8,a2,j8,o1"]);
    assert_eq!(found["score"], json!({"mate_in": 2}), "{found}");
    // Two points to make five, and one move to stop them.
    let found = search(&["--moves", "h8,a1,i8,a3,j8,a5,k8"]);
    assert_eq!(found["score"], json!({"mate_in": -1}), "{found}");
    let over = search(&["--moves", WON]);
    assert_eq!((&over["best_move"], &over["score"]), (&Value::Null, &json!({"mate_in": 0})));
    // The lecture's player without a search completes a four.
    let four = ["search", "--json", "--algorithm", "windows", "--moves", "h8,a1,i8,a2,j8,a3,k8,a5"];
    let found = json_line(&four);
    assert!(["g8", "l8"].contains(&found["best_move"].as_str().unwrap()), "{found}");
    // A forbidden point is no move.
    let args = ["--rule", "renju", "--black", "h6,h7,f8,g8", "--white", "a15,c15,e15,g15"];
    let found = search(&args);
    assert_ne!(found["best_move"], "h8");
    let (status, _, err) =
        run(&[&["search", "--order", "h8", "--depth", "1"][..], &args].concat(), "");
    assert_eq!(status, 2);
    assert!(err.contains("--order: h8 is forbidden for Black: double-three"), "{err}");
}

#[test]
fn solve_finds_what_is_forced() {
    let solve = |args: &[&str]| json_line(&[&["solve", "--json"][..], args].concat());
    for (id, by) in [(0, "vcf"), (32, "vct")] {
        let cases = data("tactics.json");
        let case = cases["cases"].as_array().unwrap().iter().find(|c| c["id"] == id).unwrap();
        let moves = case["moves"].as_str().unwrap();
        let found = solve(&["--moves", moves]);
        assert_eq!(found["side_to_move"], case["side_to_move"]);
        assert_eq!((&found["value"], &found["by"]), (&json!("win"), &json!(by)), "{found}");
        assert!(case["best_moves"].as_array().unwrap().contains(&found["best_move"]), "{found}");
        assert_eq!(found["best_move"], found["pv"][0]);
        let plies = case["win_plies"].as_u64().unwrap();
        let mate_in = found["score"]["mate_in"].as_u64().unwrap();
        match by {
            // The shortest, and no longer one.
            "vcf" => {
                assert_eq!((mate_in, found["pv"].as_array().unwrap().len()), (2, 3), "{found}");
                assert_eq!(plies, 3);
            }
            // Fours alone do not win.
            _ => {
                assert!((3..=plies.div_ceil(2)).contains(&mate_in), "{found}");
                let none = solve(&["--by", "vcf", "--moves", moves]);
                assert_eq!(
                    (&none["value"], &none["score"]),
                    (&json!("no_forced_win"), &Value::Null)
                );
                assert_eq!((&none["best_move"], &none["pv"]), (&Value::Null, &json!([])));
            }
        }
        let text = ok(&["solve", "--moves", moves]);
        let how = if by == "vcf" { "fours in 2 moves" } else { "threats in at most 3 moves" };
        let best = found["best_move"].as_str().unwrap();
        assert!(text.contains(&format!("white wins by {how}\nbest move   {best}\n")), "{text}");
    }
    let text = ok(&["solve", "--by", "vcf", "--moves", "h8"]);
    assert!(text.contains("white has no win by fours\n"), "{text}");
    let over = solve(&["--moves", WON]);
    assert_eq!((&over["value"], &over["best_move"]), (&json!("loss"), &Value::Null));
    // Neither found nor shown that there is none: one line, and status 1.
    let (status, out, err) =
        run(&["solve", "--by", "vct", "--nodes", "1", "--moves", "h8,a1,i9,b1,j8,c5,g9"], "");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("no win by threats found for white (1 nodes"), "{err}");
}

/// A double four of Black's wins where it is allowed.
#[test]
fn solve_keeps_to_the_rule() {
    let stones = ["--black", "e8,f8,g8,h5,h6,h7", "--white", "d8,h4,a1,c1,m1,o1"];
    let best = |rule: &str| {
        let args = ["solve", "--json", "--by", "vcf", "--rule", rule];
        let found = json_line(&[&args[..], &stones].concat());
        (found["best_move"].clone(), found["score"]["mate_in"].clone())
    };
    assert_eq!(best("freestyle"), (json!("h8"), json!(2)));
    assert_eq!(best("standard"), (json!("h8"), json!(2)));
    assert_ne!(best("renju").0, "h8");
    let forbidden = json_line(&[&["forbidden", "--json"][..], &stones].concat());
    assert_eq!(forbidden["forbidden"], json!([{"point": "h8", "reason": "double-four"}]));
}

fn file(name: &str) -> String {
    format!("{}/tests/data/formats/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// From piskvork's format to SGF and back: points, size, rule and names stay.
#[test]
fn games_are_converted_there_and_back() {
    let psq = file("tournament.psq");
    let sgf = ok(&["convert", &psq]);
    assert!(sgf.starts_with("(;FF[4]GM[4]CA[UTF-8]SZ[20]RU[freestyle]"), "{sgf}");
    assert!(
        sgf.replace('\n', "").ends_with("B[kj];W[li];B[ji];W[lk];B[lj];W[jj];B[ki];W[kk];B[mi])")
    );
    let object = |out: &str| -> Value { serde_json::from_str(out).unwrap() };
    let first = object(&ok(&["convert", "--json", &psq]));
    let names = "k11 l12 j12 l10 l11 j11 k12 k10 m12".split(' ').collect::<Vec<_>>();
    assert_eq!((&first["size"], &first["moves"]), (&json!(20), &json!(names)));
    assert_eq!(first["times_ms"][3], 1530);
    // What is read from standard input is told by its content.
    let (status, back, err) = run(&["convert", "--to", "psq", "-"], &sgf);
    assert_eq!((status, &*err), (0, ""));
    assert!(back.starts_with("Piskvorky 20x20, 11:11, 0\n11,10,0\n12,9,0\n"), "{back}");
    let (_, again, _) = run(&["convert", "--json", "-"], &back);
    let again = object(&again);
    for key in ["size", "rule", "black", "white", "moves", "first", "setup"] {
        assert_eq!(again[key], first[key], "{key}");
    }
    let (_, third, _) = run(&["convert", "-"], &back);
    assert_eq!(third, sgf);
    // The moves are those of the other commands.
    let line = ok(&["convert", "--to", "moves", &psq]);
    assert_eq!(line, names.concat() + "\n");
    let status = json_line(&["status", "--json", "--size", "20", "--moves", line.trim()]);
    assert_eq!(status["legal_moves"].as_array().unwrap().len(), 400 - 9);
}

#[test]
fn games_that_cannot_be_converted_leave_the_others() {
    let (status, out, err) =
        run(&["convert", "--to", "moves", &file("go.sgf"), &file("openings.txt"), "/no/file"], "");
    assert_eq!((status, &*out), (1, "h8i9i7\nh8i9g7\nh8i9h10\n"));
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(
        err.contains("go.sgf`: line 1: GM[1] is go") && err.ends_with("; and 1 more error\n"),
        "{err}"
    );
    // No file is lost to an error, or to being read and written at once.
    let directory =
        std::env::temp_dir().join(format!("boyi-gomoku-convert-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let game = directory.join("game.psq");
    let text = fs::read(file("short.psq")).unwrap();
    fs::write(&game, &text).unwrap();
    let game = game.to_str().unwrap();
    let (status, ..) = run(&["convert", &file("go.sgf"), "-o", game], "");
    assert_eq!((status, fs::read(game).unwrap()), (1, text.clone()));
    let other = format!("{}/./game.psq", directory.to_str().unwrap());
    for output in [game, &other] {
        let (status, _, err) = run(&["convert", game, "-o", output], "");
        assert_eq!(status, 2, "{output}: {err}");
        assert!(err.contains(output) && err.contains("is read as well"), "{err}");
        assert_eq!(fs::read(game).unwrap(), text);
    }
    let sgf = directory.join("game.sgf");
    let sgf = sgf.to_str().unwrap();
    assert_eq!(ok(&["convert", game, "-o", sgf]), "");
    assert_eq!(fs::read_to_string(sgf).unwrap(), ok(&["convert", game]));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn compare_shows_one_value() {
    let args = ["compare", "--depth", "2", "--size", "7", "--moves", "d4,e5", "--json"];
    let out = ok(&args);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() >= 3, "{out}");
    let nodes = |i: usize| lines[i]["nodes"].as_u64().unwrap();
    assert_eq!(nodes(0), 1 + 47 + 47 * 46);
    assert!(nodes(1) < nodes(0), "{out}");
    assert_eq!(lines[0]["score"], lines[1]["score"]);
}

#[test]
fn trees_are_drawn() {
    let text = ok(&["tree", "--size", "5", "--depth", "1"]);
    assert!(text.contains("c3"), "{text}");
    assert!(ok(&["tree", "--size", "5", "--format", "dot"]).starts_with("digraph"));
    let svg = ok(&["tree", "--size", "5", "--format", "svg", "--depth", "2"]);
    assert!(svg.contains(">c3</text>") || svg.contains("\nc3\n"), "{svg}");
    assert!(ok(&["tree", "--size", "5", "--format", "html"]).contains("gomoku: search tree"));
}

#[test]
fn bench_is_the_same_every_time() {
    let nodes = || {
        let out = ok(&["bench"]);
        assert!(out.lines().count() > 10, "{out}");
        out.lines().last().unwrap().split(" nodes").next().unwrap().to_owned()
    };
    let first = nodes();
    assert_eq!(first, nodes());
    assert!(first.parse::<u64>().unwrap() > 10_000);
}

#[test]
fn play_goes_on_after_bad_moves() {
    let script = "h8\nh8\nz9\nfoo\nh16\ni9\nmoves\nundo\nundo\nundo\nboard\nquit\n";
    let args = ["play", "--side", "both", "--stones", "letters"];
    let (status, out, err) = run(&args, script);
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("h8 is occupied"), "{out}");
    assert!(out.contains("\"foo\" is no point") && out.contains("\"h16\" is off"), "{out}");
    assert!(out.contains("there is no move of yours to take back"), "{out}");
}

#[test]
fn play_ends_by_the_rules() {
    let script = WON.replace(',', "\n") + "\n";
    let (status, out, _) = run(&["play", "--side", "both"], script);
    assert_eq!(status, 0);
    assert!(out.contains("Game over: black wins (line)."), "{out}");
    let [black, white] = FULL;
    let black = black.strip_suffix(",e1").unwrap();
    let args = ["play", "--side", "both", "--size", "5", "--black", black, "--white", white];
    let (_, out, _) = run(&args, "e1\n");
    assert!(out.contains("Game over: draw (full board)."), "{out}");
}

#[test]
fn the_engine_plays_a_won_game_to_its_end() {
    let args = ["play", "--side", "none", "--depth", "4", "--moves", "h8,a1,i8,a2,j8,o1"];
    let (status, out, err) = run(&args, "");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("Game over: black wins (line)."), "{out}");
}

#[test]
fn games_are_saved_with_their_rules() {
    let path = std::env::temp_dir().join(format!("boyi-gomoku-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    let args = [
        "play",
        "--side",
        "both",
        "--rule",
        "renju",
        "--black",
        "h6,h7,f8,g8",
        "--white",
        "a15,c15,e15,g15",
        "--moves",
        "a1,b1",
    ];
    let (status, _, err) = run(&args, format!("c1\nd1\nsave {name}\nquit\n"));
    assert_eq!((status, &*err), (0, ""));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\nmoves c1 d1\n") && text.contains("--rule renju"), "{text}");
    let (_, out, _) = run(&["play", "--side", "both", "--load", name], "h8\nundo\nundo\nquit\n");
    assert!(out.contains("h8 is forbidden for Black: double-three"), "{out}");
    // A position of its own goes with no other.
    let (status, _, err) = run(&["play", "--load", name, "--rule", "renju"], "");
    assert_eq!(status, 2);
    assert!(err.contains("--rule does not go with --load"), "{err}");
    fs::write(&path, text.replace("c1 d1", "c1 c1")).unwrap();
    let (status, _, err) = run(&["play", "--load", name], "");
    assert_eq!(status, 1);
    assert!(err.contains("move 2: c1 is occupied") && err.contains(name), "{err}");
    fs::remove_file(path).unwrap();
}

#[test]
fn bad_words_are_named_in_one_line() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["status", "--moves", "foobar"], 2, "\"f\" is no point"),
        (&["status", "--moves", "h8,h99"], 2, "\"h99\" is off the board of 15x15"),
        (&["status", "--moves", "h0"], 2, "\"h0\" is off the board"),
        (&["status", "--moves", "8h"], 2, "\"8\" is no point"),
        (&["status", "--moves", "h8h8"], 2, "--moves: h8 is occupied"),
        (&["status", "--moves", WON, "m8"], 2, "--moves: the game is over: black has made five"),
        (&["status", "--black", "h8,i8"], 2, "2 black and 0 white stones"),
        (&["status", "--white", "h8"], 2, "0 black and 1 white stones"),
        (&["status", "--black", "h8", "--white", "h8"], 2, "h8 is occupied"),
        (&["status", "--black", "x1"], 2, "--black: \"x1\" is off"),
        (&["status", "--size", "4"], 2, "'4' for '--size"),
        (&["status", "--size", "23"], 2, "'23' for '--size"),
        (&["status", "--size", "-1"], 2, "-1"),
        (&["status", "--size", "big"], 2, "big"),
        (&["status", "--rule", "caro"], 2, "caro"),
        (&["status", "--stones", "wood"], 2, "wood"),
        (&["perft", "x"], 2, "x"),
        (&["search", "--evaluation", "nnue"], 2, "nnue"),
        (&["search", "--hash", "33554432", "--depth", "1"], 1, "no memory"),
        (&["dance"], 2, "dance"),
        // What would mean nothing is refused.
        (&["perft", "1", "--stones", "letters"], 2, "--stones"),
        (&["tree", "--stones", "letters"], 2, "--stones"),
        (&["status", "--json", "--stones", "discs"], 2, "--stones"),
        (&["forbidden", "--json", "--stones", "discs"], 2, "--stones"),
        (&["bench", "--rule", "renju"], 2, "--rule"),
        (&["play", "--load", "x", "--size", "9"], 2, "--size"),
        (&["play", "--load", "x", "--white", "h8"], 2, "--white"),
        (&["play", "--load", "/no/such/game"], 1, "/no/such/game"),
        (&["play", "--side", "red"], 2, "red"),
        (&["forbidden", "--depth", "3"], 2, "--depth"),
        (&["solve", "--by", "fours"], 2, "fours"),
        (&["solve", "--nodes", "0"], 2, "'0'"),
        (&["solve", "--movetime", "-5"], 2, "-5"),
        (&["solve", "--json", "--stones", "discs"], 2, "--stones"),
        (&["solve", "--hash", "33554432", "--moves", "h8"], 1, "no memory"),
        (&["search", "--evaluation", "lines"], 2, "lines"),
        (&["search", "--algorithm", "glass"], 2, "glass"),
        (&["convert"], 2, "<FILE>"),
        (&["convert", "x", "--to", "pgn"], 2, "pgn"),
        (&["convert", "x", "--to", "renlib"], 2, "renlib"),
        (&["convert", "x", "--size", "4"], 2, "'4'"),
        (&["convert", "x", "--json", "--to", "sgf"], 2, "--to"),
        (&["convert", "/no/such/game.psq"], 1, "/no/such/game.psq"),
    ];
    for (args, status, word) in cases {
        let (got, out, err) = run(args, "");
        assert_eq!((got, &*out), (*status, ""), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
        assert!(err.starts_with("gomoku: ") && err.contains(word), "{args:?}: {err}");
    }
}

/// A library is begun, goes on, and is what it would be without the break.
#[test]
fn libraries_are_built_and_shown() {
    let folder = std::env::temp_dir().join(format!("boyi-library-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (whole, halves, bad) = (path("whole"), path("halves"), path("bad"));
    let build = |file: &str, positions: &str| {
        ok(&["library", "build", file, "--nodes", "1000", "--positions", positions])
    };
    assert!(build(&whole, "9").contains("9 positions, 0 to be searched"));
    build(&halves, "4");
    build(&halves, "9");
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&halves).unwrap());
    let again = ok(&["library", "build", &halves, "--positions", "9", "--again"]);
    assert!(again.contains("9 positions, 0 to be searched"), "{again}");
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&halves).unwrap());

    let shown = json_line(&["library", "show", "--json", "--file", &whole]);
    assert_eq!((&shown["known"], &shown["best_move"]), (&json!(true), &json!("h8")));
    assert_eq!(shown["positions"], 9);
    let far = json_line(&["library", "show", "--json", "--file", &whole, "--moves", "a1"]);
    assert_eq!((&far["known"], &far["best_move"]), (&json!(false), &Value::Null));
    let replies = ok(&["library", "show", "--file", &whole, "--moves", "h8"]);
    assert!(replies.starts_with("best "), "{replies}");

    fs::write(&bad, &fs::read(&whole).unwrap()[..40]).unwrap();
    for (args, status, word) in [
        (&["library", "show", "--file", &bad][..], 1, "damaged"),
        (&["library", "build", &bad, "--positions", "9"], 1, "damaged"),
        (&["library", "build", &whole, "--rule", "renju", "--positions", "9"], 1, "freestyle"),
        (&["library", "build", &whole, "--size", "20", "--positions", "9"], 1, "boards of 15"),
        (&["library", "show", "--size", "9"], 1, "no library"),
        (&["library", "show", "--file", "/nowhere/at/all"], 1, "/nowhere/at/all"),
        (&["library", "build", &whole, "--nodes", "none"], 2, "none"),
        (&["search", "--library", "on"], 2, "--library"),
        (&["play", "--library", "perhaps"], 2, "perhaps"),
    ] {
        let (code, out, err) = run(args, "");
        assert_eq!((code, &*out, err.lines().count()), (status, "", 1), "{args:?}: {err}");
        assert!(err.contains(word), "{args:?}: {err}");
    }
    // A file that was refused is left as it was.
    assert_eq!(fs::read(&bad).unwrap().len(), 40);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn play_has_a_library() {
    let opening = |args: &[&str]| {
        let mut words = vec!["play", "--side", "white", "--movetime", "1"];
        words.extend(args);
        run(&words, "quit\n").1
    };
    assert!(opening(&[]).contains("black plays h8 (library, "), "{}", opening(&[]));
    for args in [&["--library", "off"][..], &["--skill", "3"], &["--nodes", "50"]] {
        let said = opening(args);
        assert!(said.contains("black plays h8 (") && !said.contains("library"), "{said}");
    }
}
