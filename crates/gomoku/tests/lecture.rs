//! The lecture's two players, number by number.

mod common;
mod program;

use common::{Random, played, random_game};
use gomoku::lecture::{lines, windows};
use gomoku::{Board, Evaluation, Gomoku, Point, Rule, Side, Size};
use program::{ok, run};
use search_core::reference::{Answer, Search};
use search_core::{Position, legal_moves};
use serde_json::{Value, json};

fn point(name: &str, size: Size) -> Point {
    Point::parse(name, size).expect("a point")
}

/// A board of Black's and White's stones, filled up with stones that count for
/// nothing: three in a row at an end of the uppermost row, away from its middle.
fn board(black: &[Point], white: &[Point]) -> Board {
    let fill = |names: [&str; 6], n: usize| {
        names.into_iter().take(n).map(|name| point(name, Size::FIFTEEN)).collect::<Vec<_>>()
    };
    let blacks = fill(
        ["a15", "b15", "c15", "o15", "n15", "m15"],
        white.len() - black.len().min(white.len()),
    );
    let whites = fill(
        ["a15", "b15", "c15", "o15", "n15", "m15"],
        black.len() - white.len().min(black.len()),
    );
    let (black, white) = ([black, &blacks].concat(), [white, &whites].concat());
    Board::with_stones(Rule::Freestyle, Size::FIFTEEN, &black, &white).expect("a position")
}

/// A line such as `o****+` in the lowest row, `*` Black. There no other line of
/// a stone counts: it stands at their edge.
fn lowest_row(text: &str) -> Board {
    let of = |wanted: char| -> Vec<Point> {
        let places = text.chars().enumerate().filter(|&(_, c)| c == wanted);
        places.filter_map(|(x, _)| Point::new(x, 0)).collect()
    };
    board(&of('*'), &of('o'))
}

/// All lines of at least five points, each as its points.
fn all_lines(size: Size) -> Vec<Vec<Point>> {
    let n = size.get() as isize;
    let on = |(x, y): (isize, isize)| (0..n).contains(&x) && (0..n).contains(&y);
    let mut all = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for p in size.each() {
            let first = (p.x() as isize, p.y() as isize);
            if on((first.0 - dx, first.1 - dy)) {
                continue;
            }
            let at = |i: isize| (first.0 + i * dx, first.1 + i * dy);
            let line = (0..n).map(at).take_while(|&p| on(p));
            let line: Vec<_> =
                line.filter_map(|(x, y)| Point::new(x as usize, y as usize)).collect();
            if line.len() >= 5 {
                all.push(line);
            }
        }
    }
    all
}

const TABLE: [(&str, i32); 6] = [
    ("*****", 100_000),
    ("+****+", 50_000),
    ("o****+", 10_000),
    ("+***++", 1_000),
    ("++**++", 100),
    ("+++*++", 10),
];

/// The value by the letter: patterns looked for in the text of every line.
fn value_by_text(board: &Board, side: Side) -> i32 {
    let h = |line: &[Point], side: Side| {
        let letter = |&p: &Point| match board.at(p) {
            None => '+',
            Some(stone) if stone == side => '*',
            Some(_) => 'o',
        };
        let text: String = line.iter().map(letter).collect();
        let text = format!("o{text}o");
        let mirror: String = text.chars().rev().collect();
        let holds = |pattern: &str| {
            let mut here = text.contains(pattern) || mirror.contains(pattern);
            if pattern == "*****" && !board.rule().overline_wins(side) {
                let runs = text.split(|c| c != '*').map(str::len);
                here &= runs.into_iter().any(|run| run == 5);
            }
            here
        };
        TABLE.into_iter().find(|(pattern, _)| holds(pattern)).map_or(0, |(_, h)| h)
    };
    all_lines(board.size()).iter().map(|line| h(line, side) - h(line, side.other())).sum()
}

#[test]
fn lines_and_windows_are_counted() {
    assert_eq!(lines::count(Size::FIFTEEN), 72);
    for n in 5..=22 {
        let size = Size::new(n).unwrap();
        assert_eq!(lines::count(size), all_lines(size).len(), "{n}");
        // A line holds a window for each of its points but the last four.
        let windows: usize = all_lines(size).iter().map(|line| line.len() - 4).sum();
        assert_eq!(windows::Windows::new(size).all().len(), windows, "{n}");
    }
    let count = |n| windows::Windows::new(Size::new(n).unwrap()).all().len();
    assert_eq!([10, 15, 20].map(count), [192, 572, 1152]);
}

#[test]
fn every_pattern_has_its_score() {
    for (pattern, h) in TABLE {
        let mirror: String = pattern.chars().rev().collect();
        // In the middle of the row: no edge plays a part.
        for text in [format!("++++{pattern}"), format!("++++{mirror}")] {
            let board = lowest_row(&text);
            assert_eq!(lines::value(&board, Side::Black), h, "{text}");
            assert_eq!(lines::value(&board, Side::White), -h, "{text}");
        }
    }
}

#[test]
fn what_the_lecture_leaves_open() {
    let value = |text: &str| lines::value(&lowest_row(text), Side::Black);
    // The edge is a stone of the opponent's.
    assert_eq!((value("****+"), value("+***+++"), value("***++")), (10_000, 1_000, 0));
    assert_eq!(value("+++++++++++****"), 10_000);
    // The best pattern of a line, once.
    assert_eq!((value("+++*++*+++"), value("++**+++***++")), (10, 1_000));
    // Both sides in one line.
    assert_eq!((value("+++*+++o+++"), value("++**+++++o+++")), (0, 90));
    // What the table does not list.
    for text in ["+o***+++", "+o**++++", "+++*+**++", "+o****o+", "++***o"] {
        assert_eq!(value(text), 0, "{text}");
    }
    // Six in a row, where they win and where they do not.
    let six: Vec<_> = (4..10).filter_map(|x| Point::new(x, 0)).collect();
    let white: Vec<_> = ["a15", "b15", "c15", "o15", "n15"].map(|p| point(p, Size::FIFTEEN)).into();
    for (rule, h) in [(Rule::Freestyle, 100_000), (Rule::Standard, 0), (Rule::Renju, 0)] {
        let board = Board::with_stones(rule, Size::FIFTEEN, &six, &white).unwrap();
        assert_eq!(lines::value(&board, Side::Black), h, "{rule}");
    }
}

#[test]
fn values_by_the_letter() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for (rule, size) in [(Rule::Freestyle, 15), (Rule::Standard, 9), (Rule::Renju, 22)] {
        random_game(rule, size, &mut random, |game| {
            let board = game.board();
            let value = lines::value(board, Side::Black);
            assert_eq!(value, value_by_text(board, Side::Black), "{board:?}");
            assert_eq!(lines::value(board, Side::White), -value);
        });
    }
}

/// For a search of boards alone, which are cheaper to play on than whole games.
fn evaluate(board: &Board) -> i32 {
    lines::value(board, board.side_to_move())
}

fn both(board: &Board, depth: u32) -> [Answer<Point>; 2] {
    let mut search = Search::new(depth, evaluate);
    [search.minimax(board), search.alpha_beta(board)]
}

#[test]
fn minimax_visits_every_point() {
    let empty = Board::new(Rule::Freestyle, Size::FIFTEEN);
    for (depth, leaves, nodes, alpha_beta) in [(1, 225, 226, 226), (2, 50_400, 50_626, 7_059)] {
        let [minimax, pruned] = both(&empty, depth);
        assert_eq!((minimax.counts.leaves, minimax.counts.nodes), (leaves, nodes));
        assert_eq!(pruned.counts.nodes, alpha_beta);
        assert_eq!((minimax.value, minimax.best), (pruned.value, pruned.best));
        // The same through the game that the program plays on.
        let game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
        assert_eq!(Search::new(depth, Evaluation::Lines).minimax(&game), minimax);
        assert_eq!(Search::new(depth, Evaluation::Lines).alpha_beta(&game), pruned);
    }
}

/// Eleven million leaves: seconds in a release build, longer with checks.
#[test]
fn three_plies() {
    let empty = Board::new(Rule::Freestyle, Size::FIFTEEN);
    let mut search = Search::new(3, evaluate);
    let pruned = search.alpha_beta(&empty);
    assert_eq!((pruned.counts.nodes, pruned.counts.leaves), (562_476, 556_008));
    if !cfg!(debug_assertions) {
        let minimax = search.minimax(&empty);
        assert_eq!((minimax.counts.nodes, minimax.counts.leaves), (11_289_826, 11_239_200));
        assert_eq!((minimax.value, minimax.best), (pruned.value, pruned.best));
    }
    // A small board, in any build.
    let [minimax, pruned] = both(&Board::new(Rule::Freestyle, Size::MIN), 3);
    assert_eq!(minimax.counts.leaves, 25 * 24 * 23);
    assert_eq!((minimax.value, minimax.best), (pruned.value, pruned.best));
}

#[test]
fn alpha_beta_is_minimax_with_less_work() {
    let check = |board: &Board, depth| {
        let [minimax, pruned] = both(board, depth);
        assert_eq!((minimax.value, minimax.best), (pruned.value, pruned.best), "{board:?}");
        assert!(pruned.counts.nodes <= minimax.counts.nodes, "{board:?}");
        (minimax.counts.nodes, pruned.counts.nodes)
    };
    // The positions of docs/results.md.
    for (moves, full, cut) in
        [("h8i9i8g8h9h7", 47_962, 18_226), ("f10d6f4e7f8f6g5e6g6e5e4d7", 45_370, 24_306)]
    {
        let game = played(Rule::Freestyle, Size::FIFTEEN, moves);
        let points = 1 + game.legal_moves().len() as u64;
        assert_eq!(check(game.board(), 1), (points, points));
        assert_eq!(check(game.board(), 2), (full, cut), "{moves}");
    }
    for rule in Rule::ALL {
        for moves in ["j9f5j5f8e9k8k6f7f9", "g3h2c3d3g2g5f6g7g6"] {
            let game = played(rule, Size::FIFTEEN, moves);
            check(game.board(), 1);
            check(game.board(), 2);
        }
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for rule in Rule::ALL {
        for size in [5, 6] {
            random_game(rule, size, &mut random, |game| {
                // Later the trees are small; some of the earlier ones will do.
                if game.moves().len() > 4 && game.outcome().is_none() {
                    check(game.board(), 3);
                }
            });
        }
    }
}

#[test]
fn the_lines_player_takes_a_five_and_stops_an_open_four() {
    let best = |moves: &str, depth| {
        let game = played(Rule::Freestyle, Size::FIFTEEN, moves);
        Search::new(depth, evaluate).alpha_beta(game.board()).best.map(|p| p.to_string())
    };
    // Black has four in a row, White too.
    assert_eq!(best("h8h10i8i10j8j10k8k10", 1).as_deref(), Some("g8"));
    // White must take an end of Black's three: one point away Black makes his open four.
    let stops = best("h8a1i8a15j8", 2).expect("a move");
    assert!(["g8", "k8"].contains(&&*stops), "{stops}");
}

/// Every table by a look at every window of every point.
fn table_by_hand(board: &Board, side: Side) -> windows::Table {
    let size = board.size();
    let all: Vec<Vec<Point>> = all_lines(size)
        .iter()
        .flat_map(|line| line.windows(5).map(<[Point]>::to_vec).collect::<Vec<_>>())
        .collect();
    let score = |point: Point| {
        let mut sum = 0;
        for window in all.iter().filter(|window| window.contains(&point)) {
            let of = |side| window.iter().filter(|&&p| board.at(p) == Some(side)).count();
            if of(side.other()) == 0 {
                sum += windows::WEIGHTS[of(side)];
            }
        }
        sum.min(windows::WEIGHTS[4])
    };
    legal_moves(board).into_iter().map(|p| (p, score(p))).collect()
}

#[test]
fn tables_by_hand() {
    let mut random = Random(0x1357_9bdf_0246_8ace);
    for (rule, size) in [(Rule::Freestyle, 15), (Rule::Renju, 12), (Rule::Standard, 7)] {
        random_game(rule, size, &mut random, |game| {
            let board = game.board();
            let side = board.side_to_move();
            let [own, opponents] = windows::tables(board);
            assert_eq!(own, table_by_hand(board, side), "{board:?}");
            assert_eq!(opponents, table_by_hand(board, side.other()), "{board:?}");
            // The first of the best, and who attacks where both are as good.
            let best = |table: &windows::Table| table.iter().map(|(_, score)| *score).max();
            let Some(look) = windows::look(board) else {
                assert!(own.is_empty());
                return;
            };
            assert_eq!((best(&own), best(&opponents)), (Some(look.attack.1), Some(look.defence.1)));
            assert_eq!(look.attacks(), best(&own) >= best(&opponents));
            let table = if look.attacks() { own } else { opponents };
            let first = table.iter().find(|entry| Some(entry.1) == best(&table));
            assert_eq!(first.map(|entry| entry.0), Some(look.point()));
            assert_eq!(windows::choose(board), Some(look.point()));
        });
    }
}

#[test]
fn the_windows_player_attacks_and_defends() {
    let look = |moves: &str| {
        let game = played(Rule::Freestyle, Size::FIFTEEN, moves);
        let look = windows::look(game.board()).expect("a move");
        (look.attacks(), look.point().to_string())
    };
    // It takes a five, also where the opponent has one, or two on one point.
    assert_eq!(look("h8a1h9a3h10a5h11a7"), (true, "h12".into()));
    assert_eq!(look("h8g10h9g11h10g12h11g13"), (true, "h12".into()));
    let points =
        |text: &str| text.split(' ').map(|name| point(name, Size::FIFTEEN)).collect::<Vec<_>>();
    let (black, white) = (points("d1 e1 f1 g1 b8"), points("c8 d8 e8 f8 h8"));
    let board = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, &black, &white).unwrap();
    assert_eq!(windows::choose(&board), Some(point("c1", Size::FIFTEEN)));
    // It takes the point of the opponent's five, whatever it has itself.
    assert_eq!(look("h8h7h9a1h10a2h11"), (false, "h12".into()));
    assert_eq!(look("d4c3e5j1f6j2g7j3"), (true, "h8".into()));
    assert_eq!(look("d4c3e5j2f6j3g7"), (false, "h8".into()));
    // An open three is stopped next to it, unless there is a three of its own.
    assert!(["g8", "k8"].contains(&&*look("h8a1i8o1j8").1));
    // A tie: it attacks. The boards are images of each other but for the turn.
    assert_eq!(look("h8h10i8i10"), (true, "g8".into()));
    assert_eq!(look(""), (true, "e11".into()));
    // The stones are each other's image, and so are the tables.
    let game = played(Rule::Freestyle, Size::FIFTEEN, "d4l12");
    let look = windows::look(game.board()).expect("a move");
    assert_eq!(look.attack.1, look.defence.1);
    assert_ne!(look.attack.0, look.defence.0);
    assert_eq!((look.attacks(), look.point()), (true, look.attack.0));
}

/// The winner of a game between the windows player and random legal moves.
fn against_random(rule: Rule, size: Size, player: Side, random: &mut Random) -> Option<Side> {
    let mut board = Board::new(rule, size);
    loop {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            return board.winner();
        }
        let m = match board.side_to_move() == player {
            true => windows::choose(&board).expect("there are moves"),
            false => moves[random.below(moves.len())],
        };
        board.check(m).expect("legal moves alone");
        board.make(m);
    }
}

#[test]
fn the_windows_player_always_beats_a_random_one() {
    for seed in 1..=50 {
        for player in Side::ALL {
            let mut random = Random(seed * 0x9e37_79b9);
            let winner = against_random(Rule::Freestyle, Size::FIFTEEN, player, &mut random);
            assert_eq!(winner, Some(player), "seed {seed}");
        }
    }
    for rule in Rule::ALL {
        for (seed, size) in [(1, 10), (2, 15), (3, 20)] {
            for player in Side::ALL {
                let mut random = Random(seed);
                let winner = against_random(rule, Size::new(size).unwrap(), player, &mut random);
                assert_eq!(winner, Some(player), "{rule}, {size}");
            }
        }
    }
}

/// Renju's Black, whose best point is forbidden.
#[test]
fn the_windows_player_keeps_off_forbidden_points() {
    let size = Size::FIFTEEN;
    let points = |names: &[&str]| names.iter().map(|n| point(n, size)).collect::<Vec<_>>();
    // h8 would make two threes.
    let black = points(&["g8", "i8", "h7", "h9"]);
    let white = points(&["a1", "o1", "a15", "o15"]);
    let free = Board::with_stones(Rule::Freestyle, size, &black, &white).unwrap();
    assert_eq!(windows::choose(&free), Some(point("h8", size)));
    let renju = Board::with_stones(Rule::Renju, size, &black, &white).unwrap();
    assert!(renju.forbidden(point("h8", size)).is_some());
    let chosen = windows::choose(&renju).expect("a move");
    renju.check(chosen).expect("a legal move");
    for table in windows::tables(&renju) {
        assert!(table.iter().all(|(p, _)| renju.check(*p).is_ok()));
    }
}

fn json_lines(args: &[&str]) -> Vec<Value> {
    ok(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn on_the_command_line() {
    let lines = ["--evaluation", "lines", "--depth", "2", "--json"];
    for algorithm in ["minimax", "alpha-beta", "negamax"] {
        let found = json_lines(&[&["search", "--algorithm", algorithm], &lines[..]].concat());
        assert_eq!(
            (&found[0]["best_move"], &found[0]["score"]),
            (&json!("d12"), &json!({"cp": 0}))
        );
    }
    // Without being asked for, the engine stays away.
    let rows = json_lines(&[&["compare"], &lines[..]].concat());
    let nodes: Vec<_> = rows.iter().map(|row| (&row["algorithm"], &row["nodes"])).collect();
    let expected = [("minimax", 50_626), ("alpha-beta", 7_059), ("negamax", 7_059)];
    assert_eq!(nodes.len(), 3);
    for (found, (algorithm, nodes)) in nodes.into_iter().zip(expected) {
        assert_eq!(found, (&json!(algorithm), &json!(nodes)));
    }
    let text = ok(&["compare", "--evaluation", "lines", "--depth", "1"]);
    assert!(text.contains("Left out: pvs"), "{text}");

    let windows = ["search", "--algorithm", "windows"];
    let found = json_lines(&[&windows[..], &["--moves", "h8", "--json"]].concat());
    assert_eq!(found[0]["best_move"], json!("g9"));
    let keys: Vec<_> = found[0].as_object().unwrap().keys().collect();
    assert!(["depth", "nodes", "score", "pv"].iter().all(|k| !keys.contains(&&(*k).to_owned())));
    assert!(ok(&[&windows[..], &["--moves", "h8"]].concat()).contains("best move g9"));
    let over = [&windows[..], &["--moves", "h8a1h9a2h10a3h11a4h12"]].concat();
    assert!(ok(&over).contains("black won (line)"));
    assert_eq!(json_lines(&[&over[..], &["--json"]].concat()), [json!({"best_move": null})]);
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (args, words) in [
        (&["search", "--evaluation", "lines"][..], &["lines", "minimax", "patterns"][..]),
        (&["play", "--evaluation", "lines"], &["lines", "patterns"]),
        (&["bench", "--evaluation", "lines"], &["lines", "patterns"]),
        (&["tree", "--evaluation", "lines", "--algorithm", "pvs"], &["lines", "patterns"]),
        (&["compare", "--evaluation", "lines", "--algorithm", "pvs"], &["lines", "patterns"]),
        (&["compare", "--evaluation", "lines", "--hash", "1"], &["--hash", "lines"]),
        (&["search", "--algorithm", "windows", "--depth", "2"], &["--depth", "windows"]),
        (&["search", "--algorithm", "windows", "--movetime", "9"], &["--movetime", "windows"]),
        (&["search", "--algorithm", "windows", "--hash", "2"], &["--hash", "windows"]),
        (&["search", "--algorithm", "windows", "--evaluation", "lines"], &["--evaluation"]),
        (&["search", "--algorithm", "windows", "--multipv", "2"], &["--multipv", "windows"]),
        (&["search", "--algorithm", "windows", "--order", "h8"], &["--order", "windows"]),
        (&["search", "--algorithm", "glass"], &["glass", "negamax", "pvs", "windows"]),
        (&["compare", "--algorithm", "windows"], &["windows", "minimax"]),
    ] {
        let (status, out, err) = run(args, "");
        assert_eq!((status, &*out, err.lines().count()), (2, "", 1), "{args:?}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{args:?}: {err}");
    }
}
