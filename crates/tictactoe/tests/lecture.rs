//! The lecture's tic-tac-toe, number by number (`tests/data/lecture.json`).

use search_core::reference::{INFINITY, Search, WIN};
use search_core::trace::{End, Recorder};
use search_core::{NoEvaluation, Outcome, Position, final_outcome, legal_moves};
use serde_json::Value;
use tictactoe::{Board, Folded, OpenLines, Side, Square, TicTacToe};

fn lecture() -> Value {
    serde_json::from_str(include_str!("data/lecture.json")).expect("JSON")
}

fn board(text: &Value) -> TicTacToe {
    text.as_str().expect("a board").parse().expect("a position")
}

fn square(n: &Value) -> Square {
    Square::new(n.as_u64().expect("a number") as u8)
}

/// A key of a JSON object that is a square.
fn square_named(text: &str) -> Square {
    Square::new(text.parse().expect("a number"))
}

/// A value of the lecture: won and lost positions are infinite there,
/// whatever their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Worth {
    Lost,
    Finite(i32),
    Won,
}

fn worth(value: i32) -> Worth {
    match value {
        v if v < -WIN / 2 => Worth::Lost,
        v if v > WIN / 2 => Worth::Won,
        v => Worth::Finite(v),
    }
}

fn given(value: &Value) -> Worth {
    match value.as_str() {
        Some("-inf") => Worth::Lost,
        Some("+inf") => Worth::Won,
        Some(other) => panic!("{other}"),
        None => Worth::Finite(value.as_i64().expect("a number") as i32),
    }
}

/// The values of all moves by a search of this many plies in all, X at the root.
fn move_values(board: TicTacToe, depth: u32) -> Vec<(Square, Worth)> {
    legal_moves(&Folded(board))
        .into_iter()
        .map(|m| {
            let mut search = Search::new(depth, OpenLines);
            search.root_moves = Some(vec![m]);
            let minimax = search.minimax(&Folded(board)).value;
            assert_eq!(search.alpha_beta(&Folded(board)).value, minimax);
            assert_eq!(search.negamax(&Folded(board)).value, minimax);
            (m, worth(minimax))
        })
        .collect()
}

/// What a two-ply search may answer: the moves of the best value.
fn best_two_ply(board: TicTacToe) -> Vec<Square> {
    let rank = |w: &Worth| match *w {
        Worth::Lost => i64::MIN,
        Worth::Finite(v) => v.into(),
        Worth::Won => i64::MAX,
    };
    let values = move_values(board, 2);
    let best = values.iter().map(|(_, w)| rank(w)).max();
    values.iter().filter(|(_, w)| Some(rank(w)) == best).map(|(m, _)| *m).collect()
}

fn true_value(board: TicTacToe) -> Worth {
    let mut search = Search::new(9, NoEvaluation);
    if board.side_to_move() == Side::O {
        search.player = search_core::Player::Min;
    }
    let minimax = search.minimax(&board).value;
    assert_eq!(search.alpha_beta(&board).value, minimax);
    worth(minimax)
}

fn named(text: &Value) -> Worth {
    match text.as_str() {
        Some("win") => Worth::Won,
        Some("draw") => Worth::Finite(0),
        Some("loss") => Worth::Lost,
        other => panic!("{other:?}"),
    }
}

/// The evaluated leaves of a two-ply search, in order, for X.
fn leaves(root: TicTacToe, order: Option<Vec<Square>>, alpha_beta: bool) -> (i32, Vec<i32>) {
    let mut search =
        Search::new(2, OpenLines).traced(Recorder::<Folded<TicTacToe>>::new(1_000_000));
    search.root_moves = order;
    let root = Folded(root);
    let answer = if alpha_beta { search.alpha_beta(&root) } else { search.minimax(&root) };
    let mut nodes = search.trace.into_tree().nodes;
    nodes.retain(|node| node.children.is_empty());
    let mut visits: Vec<_> = nodes.into_iter().filter_map(|node| node.visit).collect();
    visits.sort_by_key(|visit| visit.order);
    assert!(visits.iter().all(|v| matches!(v.end, End::Leaf | End::Terminal)));
    assert_eq!(answer.counts.leaves, visits.len() as u64);
    (answer.value, visits.into_iter().map(|v| v.value).collect())
}

#[test]
fn open_lines_are_counted() {
    for example in lecture()["examples"].as_array().expect("a list") {
        let board = board(&example["board"]);
        assert_eq!(i64::from(OpenLines::e(&board)), example["e"]);
        assert_eq!(u64::from(board.open_lines(Side::X)), example["open_for_x"]);
        assert_eq!(u64::from(board.open_lines(Side::O)), example["open_for_o"]);
    }
}

#[test]
fn two_plies_from_the_empty_board() {
    let lecture = lecture();
    let summary = &lecture["two_ply_from_empty"];
    let stage = &lecture["stages"]["stage_1"];
    let empty = board(&stage["board"]);
    for name in ["corner", "edge", "centre"] {
        let first = square(&stage[name]["square"]);
        let after = empty.play(first).expect("empty");
        let replies = legal_moves(&Folded(after));
        assert_eq!(replies.len() as u64, summary["leaves_up_to_symmetry"][name]);
        let listed = stage[name]["replies"].as_object().expect("an object");
        assert_eq!(replies.len(), listed.len());
        for reply in replies {
            let e = OpenLines::e(&after.play(reply).expect("free"));
            assert_eq!(i64::from(e), listed[&reply.to_string()], "{first} {reply}");
        }
        let value = move_values(empty, 2).into_iter().find(|(m, _)| *m == first).map(|(_, w)| w);
        assert_eq!(value, Some(given(&stage[name]["value"])));
        assert_eq!(value, Some(given(&summary[name])));
    }
    assert_eq!(summary["best"], "centre");
    assert_eq!(best_two_ply(empty), [square(&stage["centre"]["square"])]);

    // O's best reply, as the same search sees it one ply deep.
    let centre = empty.play(Square::new(4)).expect("empty");
    let mut reply = Search::new(1, OpenLines);
    reply.player = search_core::Player::Min;
    let answer = reply.alpha_beta(&Folded(centre));
    let best = &stage["B_best_reply_to_centre"];
    assert_eq!(
        (answer.best, i64::from(answer.value)),
        (Some(square(&best["square"])), best["e"].as_i64().expect("a number"))
    );
}

#[test]
fn alpha_beta_evaluates_the_listed_leaves_in_order() {
    let lecture = lecture();
    let stage = &lecture["stages"]["stage_1"];
    let empty = TicTacToe::new();
    let (value, all) = leaves(empty, None, false);
    assert_eq!(all.len() as u64, stage["distinct_leaves"]);
    for case in stage["alpha_beta"].as_array().expect("a list") {
        let order: Vec<_> = case["order"].as_array().expect("a list").iter().map(square).collect();
        let (found, evaluated) = leaves(empty, Some(order), true);
        let listed: Vec<i64> =
            case["leaves"].as_array().expect("a list").iter().filter_map(Value::as_i64).collect();
        assert_eq!(evaluated.iter().map(|&v| i64::from(v)).collect::<Vec<_>>(), listed);
        assert_eq!(evaluated.len() as u64, case["evaluated"]);
        assert_eq!((i64::from(found), found), (case["value"].as_i64().expect("a number"), value));
    }
}

#[test]
fn later_stages_and_five_empty_squares() {
    let lecture = lecture();
    let stages = &lecture["stages"];
    for name in ["stage_2", "stage_3", "five_empty"] {
        let example = &stages[name];
        let position = board(&example["board"]);
        let values = move_values(position, 2);
        let listed = example["two_ply_values"].as_object().expect("an object");
        assert_eq!(values.len(), listed.len(), "{position}");
        for (name, value) in listed {
            let m = square_named(name);
            assert!(values.contains(&(m, given(value))), "{position} {m}: {values:?}");
        }
        let best: Vec<_> = example["best"].as_array().expect("a list").iter().map(square).collect();
        assert_eq!(best_two_ply(position), best);
        if let Some(leaves_listed) = example["distinct_leaves"].as_u64() {
            assert_eq!(leaves(position, None, false).1.len() as u64, leaves_listed);
        }
        if !example["true_value"].is_null() {
            assert_eq!(true_value(position), named(&example["true_value"]));
        }
        if !example["true_value_after_best"].is_null() {
            let after = position.play(best[0]).expect("free");
            assert_eq!(true_value(after), named(&example["true_value_after_best"]));
        }
    }
}

/// Three empty squares, X to move: A, B and C, and the replies in the order of
/// the remaining letters.
#[test]
fn the_endgame_finds_the_only_drawing_move() {
    let lecture = lecture();
    let endgame = &lecture["stages"]["endgame"];
    let plain = board(&endgame["board"]);
    for text in endgame["same_tree_boards"].as_array().expect("a list") {
        let text = text.as_str().expect("a board");
        let position: TicTacToe = text.replace(['A', 'B', 'C'], ".").parse().expect("a position");
        let letters: Vec<Square> = ['A', 'B', 'C']
            .into_iter()
            .map(|c| {
                let place = text.replace('/', "").find(c).expect("the letter");
                Square::new(place as u8)
            })
            .collect();
        if text == endgame["labelled_board"] {
            assert_eq!(position, plain);
            for (letter, m) in ["A", "B", "C"].iter().zip(&letters) {
                assert_eq!(square(&endgame["squares"][letter]), *m);
            }
        }
        for (i, &m) in letters.iter().enumerate() {
            let after = position.play(m).expect("free");
            let replies = letters.iter().filter(|&&r| r != m);
            for (reply, value) in replies.zip(endgame["tree"][i].as_array().expect("a list")) {
                let leaf = after.play(*reply).expect("free");
                let found = match final_outcome(&leaf) {
                    Some(Outcome::Loss) if leaf.winner() == Some(Side::O) => Worth::Lost,
                    _ => Worth::Finite(OpenLines::e(&leaf)),
                };
                assert_eq!(found, given(value), "{text} {m} {reply}");
            }
            let letter = ["A", "B", "C"][i];
            let truth = named(&endgame["true_values"][letter]);
            assert_eq!(true_value(after), truth, "{text} {letter}");
        }
        let mut search = Search::new(2, OpenLines);
        search.root_moves = Some(letters.clone());
        for answer in [search.minimax(&position), search.alpha_beta(&position)] {
            assert_eq!(i64::from(answer.value), endgame["value"]);
            assert_eq!(endgame["best"], "C");
            assert_eq!(answer.best, Some(letters[2]), "{text}");
        }
    }
}

/// All games of a player who repeats the two-ply search as X, whichever of
/// its best moves it takes, against every reply. Returns games won, drawn, lost.
fn games_of_x(start: TicTacToe) -> [u64; 3] {
    let mut ends = [0; 3];
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        if position.is_over() {
            let end = position.winner().map_or(1, |side| if side == Side::X { 0 } else { 2 });
            ends[end] += 1;
            continue;
        }
        let moves = match position.side_to_move() {
            // Folding would hide images of a best move; they are as good.
            Side::X => best_two_ply_unfolded(position),
            Side::O => legal_moves(&position),
        };
        assert!(!moves.is_empty(), "{position} is not over");
        open.extend(moves.into_iter().map(|m| position.after(m)));
    }
    ends
}

fn best_two_ply_unfolded(position: TicTacToe) -> Vec<Square> {
    let best: Vec<TicTacToe> =
        best_two_ply(position).into_iter().map(|m| position.after(m).canonical()).collect();
    legal_moves(&position)
        .into_iter()
        .filter(|&m| best.contains(&position.after(m).canonical()))
        .collect()
}

#[test]
fn a_two_ply_player_as_x_never_loses() {
    assert_eq!(lecture()["stages"]["two_ply_player_as_x_never_loses"], true);
    let [won, drawn, lost] = games_of_x(TicTacToe::new());
    assert_eq!(lost, 0, "{won} won, {drawn} drawn");
    assert!(won > 0 && drawn > 0);
    // Not for want of ways to lose.
    assert!(loses_somewhere(TicTacToe::new()));
}

/// Whether X can lose at all, by any moves.
fn loses_somewhere(position: TicTacToe) -> bool {
    match position.winner() {
        Some(side) => side == Side::O,
        None => legal_moves(&position).into_iter().any(|m| loses_somewhere(position.after(m))),
    }
}

/// The two-ply search by each algorithm gives one value and one move, over
/// all positions with X to move.
#[test]
fn algorithms_agree_on_two_plies_everywhere() {
    let mut stack = vec![TicTacToe::new()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = stack.pop() {
        if position.is_over() || !seen.insert(position) {
            continue;
        }
        let mut search = Search::new(2, OpenLines);
        let minimax = search.minimax(&position);
        let alpha_beta = search.alpha_beta(&position);
        assert_eq!((minimax.value, minimax.best), (alpha_beta.value, alpha_beta.best));
        assert!(alpha_beta.counts.leaves <= minimax.counts.leaves);
        assert!(minimax.value.abs() < INFINITY);
        stack.extend(legal_moves(&position).into_iter().map(|m| position.after(m)));
    }
}
