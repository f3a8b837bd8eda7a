//! AND/OR graphs of random games, with cycles too, against what is known of them.
#![cfg(feature = "json")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{DRAW, GraphGame, LOSS, RandomCyclic, RandomDag, SEVEN, Shape, Truth};
use search_core::numbers::NumberTree;
use search_core::reference::and_or::{ForcedWin, SolutionGraph, StateGraph};
use search_core::{Outcome, Player, Position, perft::levels};

const PLAYERS: [Player; 2] = [Player::Max, Player::Min];

fn graph<P: Position + Eq>(game: &P) -> StateGraph<P> {
    StateGraph::build(game, Player::Max, 10_000).expect("a small graph")
}

/// Checks a solution graph by the definition alone.
fn check<P: Position>(graph: &StateGraph<P>, win: &ForcedWin<'_, P>, found: &SolutionGraph) {
    assert!(found.nodes.contains(&0));
    let mut reached = BTreeSet::from([0]);
    for &(from, to) in &found.edges {
        assert!(found.nodes.contains(&from) && found.nodes.contains(&to));
        reached.insert(to);
    }
    assert_eq!(reached, found.nodes, "nothing that cannot come up");
    for &id in &found.nodes {
        let node = &graph.nodes()[id];
        let next: Vec<_> = found.edges.iter().filter(|e| e.0 == id).map(|e| e.1).collect();
        let all: BTreeSet<_> = node.edges.iter().map(|e| e.to).collect();
        assert!(next.iter().all(|n| all.contains(n)));
        if node.end.is_some() {
            assert_eq!(win.plies(id), Some(0), "a goal");
        } else if win.is_or_node(id) {
            assert_eq!(next.len(), 1, "one reply");
        } else {
            assert_eq!(next.len(), all.len(), "all replies");
        }
    }
    assert!(is_acyclic(found));
}

fn is_acyclic(graph: &SolutionGraph) -> bool {
    let (mut nodes, mut edges) = (graph.nodes.clone(), graph.edges.clone());
    loop {
        // Take away what nothing leads out of.
        let from: BTreeSet<_> = edges.iter().map(|e| e.0).collect();
        let before = nodes.len();
        nodes.retain(|n| from.contains(n));
        edges.retain(|e| nodes.contains(&e.1));
        if nodes.len() == before {
            return nodes.is_empty();
        }
    }
}

/// Every solution graph, by trying every reply at every OR node that comes up.
fn all_solutions<P: Position>(
    graph: &StateGraph<P>,
    win: &ForcedWin<'_, P>,
) -> BTreeSet<SolutionGraph> {
    let mut found = BTreeSet::new();
    let mut stack = vec![BTreeMap::<usize, usize>::new()];
    while let Some(replies) = stack.pop() {
        let mut part = SolutionGraph { nodes: BTreeSet::from([0]), edges: BTreeSet::new() };
        let (mut todo, mut open, mut lost) = (vec![0], None, false);
        while let Some(id) = todo.pop() {
            let node = &graph.nodes()[id];
            if node.end.is_some() {
                lost |= win.plies(id) != Some(0);
            } else if win.is_or_node(id) && !replies.contains_key(&id) {
                open = Some(id);
            }
            for edge in &node.edges {
                if !win.is_or_node(id) || replies.get(&id) == Some(&edge.to) {
                    part.edges.insert((id, edge.to));
                    if part.nodes.insert(edge.to) {
                        todo.push(edge.to);
                    }
                }
            }
        }
        if lost || !is_acyclic(&part) {
            continue;
        }
        match open {
            None => drop(found.insert(part)),
            Some(id) => {
                for edge in &graph.nodes()[id].edges {
                    let mut more = replies.clone();
                    more.insert(id, edge.to);
                    stack.push(more);
                }
            }
        }
    }
    found
}

fn compare<const N: u8>(game: &GraphGame<N>, truth: &Truth) -> usize {
    let graph = graph(game);
    for solver in PLAYERS {
        let win = graph.forced_win(solver);
        for (id, node) in graph.nodes().iter().enumerate() {
            let pos = RandomCyclic::from(node.position.clone());
            let wanted = if node.player == solver { Outcome::Win } else { Outcome::Loss };
            assert_eq!(win.is_won(id), truth.of(&pos) == wanted);
            if win.is_won(id) {
                assert_eq!(win.plies(id), truth.plies(&pos));
            }
        }
        let one = win.solution();
        assert_eq!(one.is_some(), win.is_won(0));
        assert_eq!(win.solutions().next().is_some(), win.is_won(0));
        for found in one.iter().cloned().chain(win.solutions().take(200)) {
            check(&graph, &win, &found);
        }
    }
    graph.nodes().len()
}

#[test]
fn wins_are_true_on_graphs_with_cycles() {
    let mut nodes = 0;
    for seed in 0..400 {
        let game = RandomCyclic::<LOSS>::new(seed);
        nodes += compare(game.memoryless(), &game.truth());
        let game = RandomCyclic::<DRAW>::new(seed);
        nodes += compare(game.memoryless(), &game.truth());
    }
    assert!(nodes > 5_000, "{nodes}");
}

#[test]
fn all_solution_graphs_are_found_once() {
    let (mut several, mut roundabout) = (0, 0);
    for seed in 0..1000 {
        let shape = Shape { width: 7, moves: 3, ends: 25, ..Shape::cyclic(seed) };
        let game = RandomCyclic::<LOSS>::shaped(seed, shape);
        let graph = graph(game.memoryless());
        for solver in PLAYERS {
            let win = graph.forced_win(solver);
            let found: Vec<_> = win.solutions().collect();
            let set: BTreeSet<_> = found.iter().cloned().collect();
            assert_eq!(found.len(), set.len(), "each once");
            assert_eq!(set, all_solutions(&graph, &win));
            if let Some(one) = win.solution() {
                assert!(set.contains(&one));
                let quick =
                    |s: &SolutionGraph| s.edges.iter().all(|&(a, b)| win.plies(a) > win.plies(b));
                assert!(quick(&one));
                roundabout += usize::from(set.iter().any(|s| !quick(s)));
            }
            several += usize::from(set.len() > 1);
        }
    }
    assert!(several > 40 && roundabout > 12, "{several} with several, {roundabout} roundabout");
}

#[test]
fn equal_positions_are_one_node_with_a_level() {
    for seed in 0..100 {
        let dag = RandomDag::<SEVEN>::new(seed);
        let graph = graph(&dag);
        let sizes = graph.level_sizes();
        assert_eq!(sizes.iter().sum::<usize>(), graph.nodes().len());
        // Never more positions at a level than paths that reach it.
        for (size, level) in sizes.iter().zip(levels(&dag, 12)) {
            assert!(*size as u64 <= level.nodes);
        }
        for (id, node) in graph.nodes().iter().enumerate() {
            assert_eq!(graph.find(&node.position, node.player), Some(id));
            assert_eq!(graph.find(&node.position, node.player.other()), None);
            for edge in &node.edges {
                let next = &graph.nodes()[edge.to];
                assert!(next.ply <= node.ply + 1 && next.player == node.player.other());
                assert_eq!(next.position, node.position.after(edge.by));
            }
        }
    }
}

#[test]
fn a_history_makes_a_tree_without_end() {
    // A position that remembers its past never meets itself again.
    let endless = (0..200).find(|&seed| {
        let game = RandomCyclic::<LOSS>::new(seed);
        StateGraph::build(&game, Player::Max, 2_000).is_err()
    });
    assert!(endless.is_some());
}

#[test]
fn numbers_and_draws_are_wins_only_if_the_caller_says_so() {
    let tree: NumberTree = "[[5,7],[9,-1]]".parse().expect("a tree");
    let graph = graph(&tree);
    assert!(!graph.forced_win(Player::Max).is_won(0));
    // MAX to move at the leaves: the number is his.
    let at_least = |limit| move |n: &search_core::reference::and_or::StateNode<NumberTree>| matches!(n.end, Some(Outcome::Value(v)) if v >= limit);
    assert!(graph.forced(Player::Max, at_least(5)).is_won(0));
    assert!(!graph.forced(Player::Max, at_least(6)).is_won(0));
}
