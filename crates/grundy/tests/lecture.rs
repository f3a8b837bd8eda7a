//! The lecture's graph of seven coins (`tests/data/lecture.json`).

use std::collections::BTreeSet;

use grundy::{Heaps, Lecture};
use search_core::Player;
use serde_json::Value;

fn lecture() -> Value {
    serde_json::from_str(include_str!("data/lecture.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<u32> {
    let number = |n: &Value| n.as_u64().expect("a number") as u32;
    value.as_array().expect("a list").iter().map(number).collect()
}

/// A list of positions, in its order.
fn list(value: &Value) -> Vec<Vec<u32>> {
    value.as_array().expect("a list").iter().map(numbers).collect()
}

fn sorted(mut list: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    list.sort();
    list
}

fn seven(first: Player) -> Lecture {
    Lecture::new(&"7".parse::<Heaps>().expect("a heap"), first, 100).expect("a small graph")
}

fn sizes(lecture: &Lecture, nodes: impl IntoIterator<Item = usize>) -> Vec<Vec<u32>> {
    nodes.into_iter().map(|n| lecture.graph().nodes()[n].position.sizes().to_vec()).collect()
}

#[test]
fn the_graph_is_the_one_drawn_level_by_level() {
    let (drawn, seven) = (&lecture()["seven"], seven(Player::Min));
    let graph = seven.graph();
    assert_eq!(drawn["first_player"], "MIN");
    let levels: Vec<_> = graph.level_sizes().into_iter().map(|n| n as u32).collect();
    assert_eq!(levels, numbers(&drawn["distinct_positions_by_ply"]));
    assert_eq!(graph.nodes().len() as u64, drawn["distinct_positions"].as_u64().expect("14"));
    assert_eq!(graph.edge_count() as u64, drawn["edges"].as_u64().expect("17"));
    for (ply, level) in drawn["positions"].as_array().expect("levels").iter().enumerate() {
        let nodes = graph.nodes().iter().enumerate().filter(|(_, n)| n.ply as usize == ply);
        let nodes = nodes.inspect(|(_, n)| {
            assert_eq!(n.player == Player::Min, ply % 2 == 0, "they take turns");
        });
        // From left to right as in the figure.
        assert_eq!(sizes(&seven, nodes.map(|(id, _)| id)), list(level), "level {ply}");
    }
}

#[test]
fn terminals_have_the_lecture_s_names() {
    let (drawn, seven) = (&lecture()["seven"]["terminals"], seven(Player::Min));
    let named = |letters: &[&str], goal| -> Vec<Vec<u32>> {
        let nodes = seven.graph().nodes();
        let id = |letter: &&str| {
            let id = (0..nodes.len()).find(|&n| seven.name(n) == Some(*letter)).expect("a name");
            assert_eq!(Lecture::goal_of(&nodes[id]), Some(goal), "{letter}");
            id
        };
        sizes(&seven, letters.iter().map(id))
    };
    assert_eq!(named(&["A"], Player::Max), list(&drawn["A (MIN to move: MAX's goal)"]));
    assert_eq!(named(&["B", "C"], Player::Min), list(&drawn["B, C (MAX to move: MIN's goals)"]));
    let ends = seven.graph().nodes().iter().filter(|n| n.end.is_some()).count();
    assert_eq!((0..14).filter_map(|n| seven.name(n)).count(), ends);
    assert_eq!((seven.name(0), seven.name(99)), (None, None));
}

#[test]
fn who_wins_where() {
    let drawn = &lecture()["seven"];
    let seven = seven(Player::Min);
    assert_eq!((seven.winner(), &drawn["forced_winner"]), (Player::Max, &Value::from("MAX")));
    for (solver, key) in [(Player::Max, "max_wins_at"), (Player::Min, "min_wins_at")] {
        let win = seven.graph().forced_win(solver);
        for (player, to_move) in [(Player::Max, "MAX_to_move"), (Player::Min, "MIN_to_move")] {
            let nodes = seven.graph().nodes().iter().enumerate();
            let won =
                nodes.filter(|&(id, n)| n.player == player && win.is_won(id)).map(|(id, _)| id);
            let (found, listed) = (sizes(&seven, won), list(&drawn[key][to_move]));
            assert_eq!(sorted(found), sorted(listed), "{key}, {to_move}");
        }
    }
    // OR nodes in the textbook's words: MAX, who wins, moves there.
    assert!(!seven.win().is_or_node(0) && seven.win().is_or_node(1));
}

#[test]
fn exactly_two_solution_graphs() {
    let (drawn, seven) = (&lecture()["seven"], seven(Player::Min));
    let found: BTreeSet<_> =
        seven.win().solutions().map(|s| sorted(sizes(&seven, s.nodes.iter().copied()))).collect();
    let listed = drawn["solution_graphs"].as_array().expect("two");
    let expected: BTreeSet<_> = listed.iter().map(|s| sorted(list(s))).collect();
    assert_eq!(found, expected);
    assert_eq!(seven.win().solutions().count(), 2);
    let one = seven.win().solution().expect("MAX wins");
    assert!(seven.win().solutions().any(|s| s == one));
}

#[test]
fn any_start_and_either_player() {
    // With MAX to begin all is the other way round, and MIN wins.
    let turned = seven(Player::Max);
    assert_eq!(turned.winner(), Player::Min);
    assert_eq!(turned.win().solutions().count(), 2);
    let names: Vec<_> = (0..14).filter_map(|n| turned.name(n)).collect();
    assert_eq!(names, ["A", "C", "B"], "MAX's goals are B and C of the lecture, and come first");

    // The winner is the one whom the nim-sum names, from any start.
    let nim = grundy::NimSum::up_to(14);
    for text in ["1", "2 2", "3", "8", "10", "14", "5 5", "6 5 2", "7 7 3"] {
        let start: Heaps = text.parse().expect("heaps");
        for first in [Player::Max, Player::Min] {
            let lecture = Lecture::new(&start, first, 10_000).expect("a small graph");
            let winner = if nim.of(&start) == Some(0) { first.other() } else { first };
            assert_eq!(lecture.winner(), winner, "{text}");
            assert!(lecture.win().solution().is_some());
        }
    }
}

#[test]
fn graphs_have_a_limit() {
    let start: Heaps = "7".parse().expect("a heap");
    assert!(Lecture::new(&start, Player::Min, 14).is_ok());
    let error = Lecture::new(&start, Player::Min, 13).expect_err("14 positions");
    assert_eq!(error.to_string(), "the graph of the game has more than 13 positions");
}
