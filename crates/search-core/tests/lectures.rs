//! The worked examples of the lecture, as data in `data/lectures.json`.
#![cfg(feature = "json")]

mod common;

use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use common::{ByNumber, RandomTree, mix};
use search_core::numbers::{Leaf, Nested, NumberTree};
use search_core::reference::and_or::StateGraph;
use search_core::reference::improve::{Improvements, NoKnowledge};
use search_core::reference::{Answer, Search, VALUE_MAX};
use search_core::trace::{Cut, End, Recorder, Trace, Tree, Window};
use search_core::{Heuristics, MoveSet, NoEvaluation, Outcome, Player, Position};
use serde_json::Value;

fn lectures() -> Value {
    serde_json::from_str(include_str!("data/lectures.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|n| n.as_i64().expect("a number")).collect()
}

/// The trees, with their names and expectations.
fn trees() -> Vec<(String, NumberTree, Value)> {
    let all = lectures()["trees"].as_array().expect("trees").clone();
    let read = |entry: Value| {
        let id = entry["id"].as_str().expect("a name").to_owned();
        let root = if entry["root"] == "MIN" { Player::Min } else { Player::Max };
        let tree: NumberTree = entry["tree"].to_string().parse().expect("a tree");
        (id, tree.with_root(root), entry)
    };
    all.into_iter().map(read).collect()
}

fn tree(id: &str) -> (NumberTree, Value) {
    let (_, tree, entry) = trees().into_iter().find(|(name, ..)| name == id).expect(id);
    (tree, entry)
}

fn search(tree: &NumberTree) -> Search<u32, NoEvaluation> {
    let mut search = Search::new(tree.height(), NoEvaluation);
    search.player = tree.player();
    search
}

fn record(tree: &NumberTree) -> Tree<NumberTree> {
    let mut search = search(tree).traced(Recorder::new(10_000));
    search.alpha_beta(tree);
    search.trace.into_tree()
}

/// The labels of the leaves that a recorded search evaluated, in order.
fn leaves(tree: &Tree<NumberTree>) -> Vec<String> {
    let mut leaves: Vec<_> = tree
        .nodes
        .iter()
        .filter_map(|n| Some((n.visit.as_ref()?.order, n.position.leaf()?)))
        .collect();
    leaves.sort_by_key(|&(order, _)| order);
    leaves.into_iter().map(|(_, leaf)| leaf.to_string()).collect()
}

fn labels(list: &Value) -> Vec<String> {
    numbers(list).into_iter().map(|n| n.to_string()).collect()
}

#[test]
fn every_tree_has_its_value() {
    let trees = trees();
    assert_eq!(trees.len(), 11);
    for (id, tree, entry) in trees {
        let value = entry["value"].as_i64().expect("a value") as i32;
        let best = entry["best_child"].as_u64().map(|n| n as u32);
        let mut search = search(&tree);
        let mut answers: Vec<(&str, Answer<u32>)> = vec![
            ("alpha-beta", search.alpha_beta(&tree)),
            ("negamax", search.negamax(&tree)),
            ("improved", search.improved(&tree, Improvements::default(), &mut NoKnowledge).answer),
        ];
        assert_eq!(tree.unknown_visits(), 0, "{id}: a leaf without a value was evaluated");
        if !tree.has_unknown() {
            answers.push(("minimax", search.minimax(&tree)));
        }
        for (name, answer) in answers {
            assert_eq!(answer.value, value, "{id} by {name}");
            assert!(best.is_none_or(|b| answer.best == Some(b)), "{id} by {name}");
        }
    }
}

#[test]
fn alpha_beta_evaluates_the_leaves_listed() {
    let mut compared = 0;
    for (id, tree, entry) in trees() {
        let recorded = record(&tree);
        if let Some(list) = entry.get("alpha_beta_leaves_in_order") {
            assert_eq!(leaves(&recorded), labels(list), "{id}");
            compared += 1;
        }
        // The negamax form evaluates the same ones.
        let mut negamax = search(&tree).traced(Recorder::new(10_000));
        negamax.negamax(&tree);
        assert_eq!(leaves(&negamax.trace.into_tree()), leaves(&recorded), "{id}");
    }
    assert_eq!(compared, 10);
}

/// The path from the root, as a list of child numbers.
fn node_at<'t>(
    tree: &'t Tree<NumberTree>,
    path: &[i64],
) -> &'t search_core::trace::TreeNode<NumberTree> {
    path.iter().fold(&tree.nodes[0], |node, &i| &tree.nodes[node.children[i as usize]])
}

/// Notes every value written to a node, in the order of writing.
#[derive(Default)]
struct Written(Vec<i64>);

impl Trace<NumberTree> for Written {
    const ACTIVE: bool = true;
    fn update(&mut self, value: i32) {
        self.0.push(i64::from(value));
    }
}

#[test]
fn the_four_ply_tree_is_searched_as_drawn() {
    let (tree, entry) = tree("lecture-4-ply");
    let mut watched = search(&tree).traced(Written::default());
    watched.alpha_beta(&tree);
    assert_eq!(watched.trace.0, numbers(&entry["alpha_beta_values_written_in_order"]));

    let recorded = record(&tree);
    let inner = recorded.nodes.iter().filter(|n| n.position.leaf().is_none());
    let visited = inner.filter(|n| n.visit.is_some()).count() as u64;
    assert_eq!(Some(visited), entry["inner_nodes_visited"].as_u64());
    let everything = search(&tree).minimax(&tree).counts;
    assert_eq!(Some(everything.nodes - everything.leaves), entry["inner_nodes_total"].as_u64());

    // What was never evaluated: the leaves below the nodes that were skipped.
    let mut unseen = Vec::new();
    for node in recorded.nodes.iter().filter(|n| n.visit.is_none()) {
        let mut stack = vec![node.position.clone()];
        while let Some(pos) = stack.pop() {
            unseen.extend(pos.leaf().map(|leaf| (pos.path(), leaf.to_string())));
            stack.extend(pos.children());
        }
    }
    unseen.sort();
    let unseen: Vec<_> = unseen.into_iter().map(|(_, label)| label).collect();
    assert_eq!(unseen, labels(&entry["leaves_not_evaluated"]));
}

#[test]
fn the_four_ply_tree_has_the_bounds_and_cuts_drawn() {
    let (tree, entry) = tree("lecture-4-ply");
    let recorded = record(&tree);
    let letters = entry["node_letters"].as_object().expect("letters");
    let node = |letter: &str| node_at(&recorded, &numbers(&letters[letter]));
    for (letter, bound) in entry["final_bounds"].as_object().expect("bounds") {
        let visit = node(letter).visit.as_ref().expect("visited");
        let sign = match (visit.end, node(letter).player) {
            (End::Cut(Cut::Alpha), _) => "<=",
            (End::Cut(Cut::Beta), _) => ">=",
            // The figure leaves j at the bound that its first child gave it; its
            // other child, m, is no less, and j is exactly 1.
            (_, Player::Min) if letter == "j" => "<=",
            _ => "=",
        };
        assert_eq!(bound, &format!("{sign}{}", visit.value), "{letter}");
    }
    let cuts = entry["cuts"].as_array().expect("cuts");
    for cut in cuts {
        let letter = cut["at"].as_str().expect("a letter");
        let at = node(letter);
        let kind = if cut["kind"] == "alpha" { Cut::Alpha } else { Cut::Beta };
        assert_eq!(at.visit.as_ref().map(|v| v.end), Some(End::Cut(kind)), "{letter}");
        let children = at.children.iter().map(|&c| &recorded.nodes[c]);
        let skipped = children.filter(|c| c.visit.is_none()).map(|c| c.position.to_string());
        let expected = cut["skipped"].as_array().expect("a list").iter().map(Value::to_string);
        assert!(skipped.eq(expected), "{letter}");
    }
    let is_cut = |n: &&search_core::trace::TreeNode<NumberTree>| matches!(n.visit, Some(ref v) if matches!(v.end, End::Cut(_)));
    assert_eq!(recorded.nodes.iter().filter(is_cut).count(), cuts.len());
    let counts = search(&tree).alpha_beta(&tree).counts;
    assert_eq!((counts.alpha_cuts, counts.beta_cuts), (2, 2));
}

#[test]
fn minimax_backs_up_the_values_drawn() {
    let mut compared = 0;
    for (id, tree, entry) in trees() {
        let Some(levels) = entry.get("backed_up_by_level").and_then(Value::as_array) else {
            continue;
        };
        let mut watched = search(&tree).traced(Recorder::new(10_000));
        watched.minimax(&tree);
        let recorded = watched.trace.into_tree();
        for (ply, expected) in levels.iter().enumerate() {
            let level = recorded.nodes.iter().filter(|n| n.ply.get() == ply);
            let values: Vec<_> = level
                .filter(|n| n.position.leaf().is_none())
                .filter_map(|n| Some(i64::from(n.visit.as_ref()?.value)))
                .collect();
            assert_eq!(values, numbers(expected), "{id}, ply {ply}");
        }
        compared += 1;
    }
    assert_eq!(compared, 5);
}

#[test]
fn the_tree_from_a_to_o_shows_fail_soft_bounds() {
    let (tree, entry) = tree("alpha-beta-A-to-O");
    let recorded = record(&tree);
    let path = |letter: &str| match letter {
        "A" => vec![],
        "B" => vec![0],
        "C" => vec![1],
        "D" => vec![0, 0],
        "E" => vec![0, 1],
        "F" => vec![1, 0],
        _ => vec![1, 1],
    };
    let bounds = entry["bounds_fail_soft"].as_object().expect("bounds");
    assert_eq!(bounds.len(), 6);
    for (letter, expected) in bounds {
        let found = node_at(&recorded, &path(letter)).bounds().expect("visited");
        let read = |v: &Value| v.as_i64().map(|n| n as i32);
        assert_eq!(found, (read(&expected[0]), read(&expected[1])), "{letter}");
    }
    // Leaves H to O; the ones never evaluated are K, N and O, with all of G.
    let leaf = |i: i64| vec![i / 4, i / 2 % 2, i % 2];
    let unseen: Vec<_> = ["H", "I", "J", "K", "L", "M", "N", "O"]
        .into_iter()
        .zip(0..)
        .filter(|&(_, i)| {
            let path: Vec<_> = leaf(i).into_iter().map(|n| n as u32).collect();
            !recorded.nodes.iter().any(|n| n.visit.is_some() && n.position.path() == path)
        })
        .map(|(letter, _)| letter)
        .collect();
    assert_eq!(Value::from(unseen), entry["pruned_leaves"]);
    assert_eq!(node_at(&recorded, &path("G")).visit, None);
    assert_eq!(
        node_at(&recorded, &path("E")).visit.as_ref().map(|v| v.end),
        Some(End::Cut(Cut::Beta))
    );
    assert_eq!(
        node_at(&recorded, &path("C")).visit.as_ref().map(|v| v.end),
        Some(End::Cut(Cut::Alpha))
    );

    // The negamax form is fail-hard: 5 at every inner node that it visits.
    let mut negamax = search(&tree).traced(Recorder::new(100));
    negamax.negamax(&tree);
    let recorded = negamax.trace.into_tree();
    for letter in ["D", "E", "B", "F", "C", "A"] {
        let visit = node_at(&recorded, &path(letter)).visit.as_ref().expect("visited");
        assert_eq!(visit.value, 5, "{letter}");
    }
}

#[test]
fn a_deep_cut_comes_from_the_root() {
    let (tree, _) = tree("deep-cut");
    let recorded = record(&tree);
    // [0,-2] hangs three plies below the root, whose alpha of 0 cuts it at equality.
    let node = node_at(&recorded, &[1, 0, 0]);
    let visit = node.visit.as_ref().expect("visited");
    assert_eq!(visit.window, Window { alpha: 0, beta: i32::MAX });
    assert_eq!((visit.end, visit.value), (End::Cut(Cut::Alpha), 0));
    assert_eq!(recorded.nodes[node.children[1]].visit, None);
}

#[test]
fn infinite_leaves_and_one_child_nodes_are_searched() {
    // The endgame with three empty squares: only the third move does not lose.
    let tree: NumberTree = r#"[[-1, "-inf"], [0, "-inf"], [[[1]], 0]]"#.parse().expect("a tree");
    for player in [Player::Max, Player::Min] {
        let tree = tree.clone().with_root(player);
        let mut search = search(&tree);
        let answer = search.alpha_beta(&tree);
        assert_eq!(answer, Answer { counts: answer.counts, ..search.minimax(&tree) });
        assert_eq!(search.negamax(&tree).value, answer.value);
        if player == Player::Max {
            assert_eq!((answer.value, answer.best), (0, Some(2)));
        }
    }
    let won: NumberTree = r#"[[5], ["inf", "inf"]]"#.parse().expect("a tree");
    assert!(search(&won).alpha_beta(&won).value > VALUE_MAX);
}

#[test]
fn minimax_notices_that_it_has_no_value() {
    let (tree, _) = tree("gomoku-alpha-cut");
    assert!(tree.has_unknown());
    search(&tree).minimax(&tree);
    assert_eq!(tree.unknown_visits(), 2);
}

// ---------------------------------------------------------------- order of moves

/// The tree with the children of every node sorted by their minimax values,
/// the best for its player first or last; and the value.
fn sorted(tree: &NumberTree, best_first: bool) -> (Nested, i32) {
    if let Some(leaf) = tree.leaf() {
        let Leaf::Number(n) = leaf else { unreachable!("all leaves are numbers") };
        return (Nested::Leaf(leaf), n);
    }
    let mut children: Vec<_> = tree.children().map(|c| sorted(&c, best_first)).collect();
    children.sort_by_key(|&(_, v)| {
        if best_first { -tree.player().signed(v) } else { tree.player().signed(v) }
    });
    let best = if best_first { children.first() } else { children.last() };
    let value = best.map_or(0, |&(_, v)| v);
    (Nested::List(children.into_iter().map(|(c, _)| c).collect()), value)
}

/// A tree whose numbers are those from `low` on, once each, every node's share
/// cut into one stretch per child, in random order: whatever lies below a
/// better move is better.
fn separated(seed: u64, moves: u32, height: u32, low: i32) -> Nested {
    if height == 0 {
        return Nested::from(low);
    }
    let share = moves.pow(height - 1) as i32;
    let mut stretches: Vec<_> = (0..moves as i32).map(|i| low + i * share).collect();
    stretches.sort_by_key(|&n| mix(seed ^ mix(n as u64 ^ u64::from(height))));
    Nested::List(stretches.iter().map(|&n| separated(seed, moves, height - 1, n)).collect())
}

/// A tree with the same numbers all over the place.
fn scattered(seed: u64, moves: u32, height: u32) -> Nested {
    let mut order: Vec<_> = (0..moves.pow(height) as i32).collect();
    order.sort_by_key(|&n| mix(seed ^ mix(n as u64)));
    let mut level: Vec<Nested> = order.into_iter().map(Nested::from).collect();
    for _ in 0..height {
        level = level.chunks(moves as usize).map(|c| Nested::List(c.to_vec())).collect();
    }
    level.remove(0)
}

/// Leaves evaluated worst first, as it comes, and best first; of how many.
fn leaves_by_order(nested: &Nested, player: Player) -> ([u64; 3], u64) {
    let new = |n: &Nested| NumberTree::new(n).expect("a tree").with_root(player);
    let tree = new(nested);
    let all = search(&tree).minimax(&tree);
    let orders = [new(&sorted(&tree, false).0), tree.clone(), new(&sorted(&tree, true).0)];
    let leaves = orders.map(|tree| {
        let answer = search(&tree).alpha_beta(&tree);
        assert_eq!(answer.value, all.value);
        answer.counts.leaves
    });
    (leaves, all.counts.leaves)
}

const SIZES: [(u32, u32); 8] = [(2, 1), (2, 5), (3, 4), (4, 3), (5, 4), (6, 2), (2, 8), (1, 5)];

/// Knuth and Moore (1975): the fewest leaves that prove a value.
fn fewest((moves, height): (u32, u32)) -> u64 {
    let b = u64::from(moves);
    b.pow(height.div_ceil(2)) + b.pow(height / 2) - 1
}

#[test]
fn worst_first_order_saves_nothing_and_best_first_all_that_can_be_saved() {
    for (size, seed) in SIZES.into_iter().flat_map(|s| (0..5).map(move |seed| (s, seed))) {
        for player in [Player::Max, Player::Min] {
            let ([worst, found, best], all) =
                leaves_by_order(&separated(seed, size.0, size.1, 0), player);
            assert_eq!(all, u64::from(size.0).pow(size.1));
            assert_eq!((worst, best), (all, fewest(size)), "{size:?}");
            assert!((best..=worst).contains(&found));
        }
    }
}

/// Where the numbers lie anywhere, a reply of a reply may be worse than what
/// the root already has, and deep cuts save a little even from the worst
/// order. Below four plies there is no room for that. The best order is as
/// good as anywhere.
#[test]
fn worst_first_order_saves_next_to_nothing_in_any_tree() {
    let (mut worst_sum, mut all_sum) = (0, 0);
    for (size, seed) in SIZES.into_iter().flat_map(|s| (0..5).map(move |seed| (s, seed))) {
        for player in [Player::Max, Player::Min] {
            let ([worst, found, best], all) =
                leaves_by_order(&scattered(seed, size.0, size.1), player);
            assert_eq!(best, fewest(size), "{size:?}");
            assert!(found >= best && worst >= found);
            assert!(worst == all || size.1 > 3, "{size:?}");
            worst_sum += worst;
            all_sum += all;
        }
    }
    assert!(100 * worst_sum > 90 * all_sum, "{worst_sum} of {all_sum}");
}

#[test]
fn random_order_lies_between() {
    let (mut least, mut most, mut found) = (0, 0, 0);
    for seed in 0..50 {
        let tree = RandomTree::<0>::uniform(seed, 4, 6, 10_000);
        found += Search::new(6, ByNumber).alpha_beta(&tree).counts.leaves;
        least += 2 * 4_u64.pow(3) - 1;
        most += 4_u64.pow(6);
    }
    assert!(3 * least < found && 3 * found < most, "{least} {found} {most}");
}

// ---------------------------------------------------------------- Grundy's game

/// Heaps, greatest first. A move takes the first heap of its size and splits
/// off a smaller part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Grundy {
    heaps: Vec<u8>,
    second: bool,
}

/// The heap, and its smaller part.
type Split = (u8, u8);

impl Position for Grundy {
    type Move = Split;
    type Undo = Self;
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Split) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return Continue(());
        }
        // Each heap, also equal ones: the graph merges what leads to one position.
        for &heap in &self.heaps {
            for part in 1..heap.div_ceil(2) {
                visit((heap, part))?;
            }
        }
        Continue(())
    }

    fn make(&mut self, (heap, part): Split) -> Self {
        let undo = self.clone();
        self.heaps.retain({
            let mut taken = false;
            move |&h| h != heap || std::mem::replace(&mut taken, true)
        });
        self.heaps.extend([part, heap - part]);
        self.heaps.sort_unstable_by(|a, b| b.cmp(a));
        self.second = !self.second;
        undo
    }

    fn unmake(&mut self, _: Split, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.heaps.iter().fold(u64::from(self.second), |key, &h| mix(key ^ mix(u64::from(h))))
    }

    fn pack(&self, (heap, part): Split) -> Option<NonZeroU16> {
        NonZeroU16::new(u16::from_be_bytes([heap, part]))
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Split> {
        let [heap, part] = bits.get().to_be_bytes();
        let legal = self.heaps.contains(&heap) && part > 0 && part < heap.div_ceil(2);
        legal.then_some((heap, part))
    }
}

impl Heuristics for Grundy {}

fn heaps(value: &Value) -> Vec<u8> {
    numbers(value).into_iter().map(|n| n as u8).collect()
}

/// A list of positions, sorted.
fn positions(value: &Value) -> Vec<Vec<u8>> {
    let mut list: Vec<_> = value.as_array().expect("a list").iter().map(heaps).collect();
    list.sort();
    list
}

fn seven() -> (StateGraph<Grundy>, Value) {
    let entry = lectures()["grundy_game"]["seven"].clone();
    let start = Grundy { heaps: heaps(&entry["start"]), second: false };
    let graph = StateGraph::build(&start, Player::Min, 1000).expect("a small graph");
    (graph, entry)
}

#[test]
fn the_graph_of_seven_coins_is_the_one_drawn() {
    let (graph, entry) = seven();
    let sizes: Vec<_> = graph.level_sizes().into_iter().map(|n| n as i64).collect();
    assert_eq!(sizes, numbers(&entry["distinct_positions_by_ply"]));
    assert_eq!(sizes, [1, 3, 4, 3, 2, 1]);
    assert_eq!((graph.nodes().len(), graph.edge_count()), (14, 17));
    for (ply, level) in entry["positions"].as_array().expect("levels").iter().enumerate() {
        let nodes = graph.nodes().iter().filter(|n| n.ply as usize == ply);
        let mut found: Vec<_> = nodes.map(|n| n.position.heaps.clone()).collect();
        found.sort();
        assert_eq!(found, positions(level));
    }
    let ends = |player| {
        let nodes = graph.nodes().iter().filter(|n| n.end.is_some() && n.player == player);
        let mut found: Vec<_> = nodes.map(|n| n.position.heaps.clone()).collect();
        found.sort();
        found
    };
    let terminals = &entry["terminals"];
    assert_eq!(ends(Player::Min), positions(&terminals["A (MIN to move: MAX's goal)"]));
    assert_eq!(ends(Player::Max), positions(&terminals["B, C (MAX to move: MIN's goals)"]));
}

#[test]
fn seven_coins_are_won_where_the_lecture_says() {
    let (graph, entry) = seven();
    for (solver, key) in [(Player::Max, "max_wins_at"), (Player::Min, "min_wins_at")] {
        let win = graph.forced_win(solver);
        for (player, key2) in [(Player::Max, "MAX_to_move"), (Player::Min, "MIN_to_move")] {
            let nodes = graph.nodes().iter().enumerate();
            let mut found: Vec<_> = nodes
                .filter(|&(id, n)| n.player == player && win.is_won(id))
                .map(|(_, n)| n.position.heaps.clone())
                .collect();
            found.sort();
            assert_eq!(found, positions(&entry[key][key2]), "{key} {key2}");
        }
        assert_eq!(win.is_or_node(0), solver == Player::Min);
    }
    assert_eq!(graph.forced_win(Player::Min).solution(), None);
    assert_eq!(graph.forced_win(Player::Min).solutions().count(), 0);
}

#[test]
fn seven_coins_have_exactly_two_solution_graphs() {
    let (graph, entry) = seven();
    let win = graph.forced_win(Player::Max);
    let name = |nodes: &std::collections::BTreeSet<usize>| {
        let mut list: Vec<_> =
            nodes.iter().map(|&n| graph.nodes()[n].position.heaps.clone()).collect();
        list.sort();
        list
    };
    let mut found: Vec<_> = win.solutions().map(|s| name(&s.nodes)).collect();
    found.sort();
    let mut expected: Vec<_> =
        entry["solution_graphs"].as_array().expect("two").iter().map(positions).collect();
    expected.sort();
    assert_eq!(found, expected);
    let one = win.solution().expect("MAX wins");
    assert!(win.solutions().any(|s| s == one));
    assert_eq!(win.plies(0), Some(4));

    // Minimax agrees: MIN to move, MAX wins after four plies.
    let mut search = Search::new(20, NoEvaluation);
    search.player = Player::Min;
    let answer = search.minimax(&graph.nodes()[0].position);
    assert_eq!(answer.value, search_core::reference::WIN - 4);
}

#[test]
fn a_graph_too_large_is_refused() {
    let start = Grundy { heaps: vec![7], second: false };
    assert!(StateGraph::build(&start, Player::Min, 14).is_ok());
    for limit in [0, 1, 13] {
        let error = StateGraph::build(&start, Player::Min, limit).expect_err("too small");
        assert_eq!(
            error.to_string(),
            format!("the graph of the game has more than {limit} positions")
        );
    }
}
