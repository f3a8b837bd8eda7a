//! What the improvements on alpha-beta do, and what they may lose.
#![cfg(feature = "json")]

mod common;

use std::collections::HashMap;

use common::{ByNumber, Edge, Numbered, RandomCyclic, RandomDag, RandomTree, Rng, mix};
use search_core::numbers::NumberTree;
use search_core::reference::improve::{Improvements, Knowledge, NoKnowledge};
use search_core::reference::{self, Search};
use search_core::trace::{End, Recorder};
use search_core::{
    Heuristics, MoveSet, NoEvaluation, Outcome, Player, Ply, Position, Proof, ProofBound,
    final_outcome, for_each_legal, legal_moves,
};

fn search<M, E>(depth: u32, player: Player, evaluation: E) -> Search<M, E> {
    let mut search = Search::new(depth, evaluation);
    search.player = player;
    search
}

/// The worth for the side to move of a game that is over.
fn worth(outcome: Outcome, ply: usize) -> i32 {
    match outcome {
        Outcome::Win => reference::WIN - ply as i32,
        Outcome::Loss => ply as i32 - reference::WIN,
        Outcome::Draw => 0,
        Outcome::Value(v) => v,
    }
}

const PLAYERS: [Player; 2] = [Player::Max, Player::Min];

// ---------------------------------------------------------------- nothing on

fn plain<P: Heuristics + Numbered>(game: &P, depth: u32) {
    for player in PLAYERS {
        let mut search = search(depth, player, ByNumber);
        let plain = search.alpha_beta(game);
        let line = search.principal_line(game);
        let reply = search.improved(game, Improvements::default(), &mut NoKnowledge);
        assert_eq!(reply.answer, plain);
        assert_eq!(reply.line, line);
        assert_eq!(line.first().copied(), plain.best);
        // The line leads to the value.
        let end = line.iter().fold(game.clone(), |pos, &m| pos.after(m));
        let here = match final_outcome(&end) {
            Some(outcome) => worth(outcome, line.len()),
            None => {
                assert_eq!(line.len(), depth as usize);
                end.number()
            }
        };
        let mover = if line.len() % 2 == 0 { player } else { player.other() };
        assert_eq!(mover.signed(here), plain.value);
    }
}

#[test]
fn without_improvements_it_is_alpha_beta() {
    for seed in 0..100 {
        for depth in 0..6 {
            plain(&RandomDag::<0>::new(seed), depth);
            plain(&RandomTree::<1>::new(seed), depth);
        }
    }
}

// ---------------------------------------------------------------- margin

fn margin(margin: i32) -> Improvements {
    Improvements { margin, ..Improvements::default() }
}

/// How far a value may lie below and above what a margin search finds.
fn slack(height: u32, player: Player, e: i32) -> (i32, i32) {
    // Levels that may cut: plies 1 to height - 1; the player who does not
    // move at the root has as many of them as the other, or one more.
    let below = height.saturating_sub(1) as i32;
    let (other, own) = ((below + 1) / 2, below / 2);
    let (max, min) = if player == Player::Max { (own, other) } else { (other, own) };
    (e * max, e * min)
}

#[test]
fn with_leaves_at_one_depth_one_margin_is_lost_at_most() {
    let (mut plain_nodes, mut nodes, mut most) = (0, 0, 0);
    for seed in 0..4000 {
        let mut rng = Rng::new(seed);
        let height = 2 + rng.below(5) as u8;
        let moves = if height > 4 { 2 } else { 2 + rng.below(3) as u8 };
        let tree = RandomTree::<0>::uniform(seed, moves, height, 12);
        for player in PLAYERS {
            let mut search = search(u32::from(height), player, ByNumber);
            let plain = search.alpha_beta(&tree);
            for m in [i32::MIN, 0, 1] {
                let reply = search.improved(&tree, margin(m), &mut NoKnowledge);
                assert_eq!((reply.answer, reply.extra.margin_cuts), (plain, 0));
            }
            let m = 2 + rng.below(8) as i32;
            let reply = search.improved(&tree, margin(m), &mut NoKnowledge);
            let error = (plain.value - reply.answer.value).abs();
            assert!(error < m);
            most = most.max(100 * error / (m - 1));
            plain_nodes += plain.counts.nodes;
            nodes += reply.answer.counts.nodes;
        }
    }
    assert_eq!(most, 100, "the bound is reached");
    assert!(nodes * 10 < plain_nodes * 9, "{nodes} of {plain_nodes} nodes");
}

#[test]
fn with_leaves_anywhere_one_margin_is_lost_for_each_move_of_a_player() {
    let mut most = 0;
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed);
        let tree = RandomTree::<3>::new(seed);
        let m = 2 + rng.below(12) as i32;
        for player in PLAYERS {
            let mut search = search(tree.height(), player, ByNumber);
            let value = search.alpha_beta(&tree).value;
            let found = search.improved(&tree, margin(m), &mut NoKnowledge).answer.value;
            let (below, above) = slack(tree.height(), player, m - 1);
            assert!(found - below <= value && value <= found + above, "seed {seed}");
            most = most.max(100 * (found - value).abs() / (m - 1));
        }
    }
    assert!(most > 100, "more than one margin in all: {most}");
}

#[test]
fn errors_do_not_add_up_over_siblings() {
    let tree: NumberTree = "[[0,0],[4,-9],[8,-9],[12,-9]]".parse().expect("a tree");
    let mut search = Search::new(2, NoEvaluation);
    let reply = search.improved(&tree, margin(5), &mut NoKnowledge);
    assert_eq!((reply.answer.value, reply.answer.best), (0, Some(0)));
    assert_eq!((reply.extra.margin_cuts, reply.answer.counts.leaves), (1, 7));
}

// ---------------------------------------------------------------- until quiet

/// What a search until quiet should find, by visiting everything; for the side to move.
fn quiet_value<P: Heuristics + Numbered>(pos: &P, depth: u32, quiet: u32, ply: usize) -> i32 {
    if let Some(outcome) = final_outcome(pos) {
        return worth(outcome, ply);
    }
    if depth + quiet == 0 {
        return pos.number();
    }
    let (mut best, mut set) = (None, MoveSet::All);
    let below = if depth > 0 { (depth - 1, quiet) } else { (0, quiet - 1) };
    if depth == 0 && !pos.under_threat() {
        (best, set) = (Some(pos.number()), MoveSet::Noisy);
    }
    let _ = for_each_legal(pos, set, |m| {
        let v = -quiet_value(&pos.after(m), below.0, below.1, ply + 1);
        best = best.max(Some(v));
        std::ops::ControlFlow::Continue(())
    });
    best.expect("there is a move, or a number to stand on")
}

fn until_quiet<P: Heuristics + Numbered>(game: &P, deeper: &mut u64, other: &mut u64) {
    for depth in 0..4 {
        for player in PLAYERS {
            let mut search = search(depth, player, ByNumber);
            let plain = search.alpha_beta(game);
            for quiet in 1..5 {
                let with = Improvements { quiet, ..Improvements::default() };
                let reply = search.improved(game, with, &mut NoKnowledge);
                let expected = player.signed(quiet_value(game, depth, quiet, 0));
                assert_eq!(reply.answer.value, expected);
                // Where no noisy move was tried, nothing changed (but a noisy move
                // left out because standing pat was enough counts as a cut-off).
                if reply.extra.quiet_nodes == 0 {
                    let (a, b) = (reply.answer, plain);
                    assert_eq!(
                        (a.value, a.best, a.counts.nodes),
                        (b.value, b.best, b.counts.nodes)
                    );
                }
                *deeper += reply.extra.quiet_nodes;
                *other += u64::from(expected != plain.value);
            }
        }
    }
}

#[test]
fn exchanges_are_played_out() {
    let (mut deeper, mut other) = (0, 0);
    for seed in 0..150 {
        until_quiet(&RandomDag::<0>::new(seed), &mut deeper, &mut other);
        until_quiet(&RandomTree::<1>::new(seed), &mut deeper, &mut other);
        until_quiet(RandomCyclic::<0>::new(seed).memoryless(), &mut deeper, &mut other);
    }
    assert!(deeper > 10_000 && other > 500, "{deeper} nodes, {other} other values");
}

// ---------------------------------------------------------------- verification

/// Evaluates inner nodes by their labels; numbers are MAX's.
fn by_label(values: &[(&str, i32)]) -> impl FnMut(&NumberTree) -> i32 {
    let values: HashMap<_, _> = values.iter().map(|&(l, v)| (l.to_owned(), v)).collect();
    move |pos| pos.player().signed(values.get(&pos.label()).copied().unwrap_or(0))
}

const VERIFY: Improvements = Improvements { margin: 0, quiet: 0, verify: 1 };

#[test]
fn a_refuted_line_gives_way_to_the_next_best() {
    let tree: NumberTree = "[[[-50,-60]],[[3,4]]]".parse().expect("a tree");
    let mut search = Search::new(2, by_label(&[("0.0", 9), ("1.0", 2)]));
    assert_eq!(search.alpha_beta(&tree).best, Some(0));
    let reply = search.improved(&tree, VERIFY, &mut NoKnowledge);
    // What is better than promised proves nothing: the value stays.
    assert_eq!((reply.answer.best, reply.answer.value), (Some(1), 2));
    assert_eq!((reply.line, reply.refuted), (vec![1, 0], vec![(0, 9, -50)]));
    // Two searches of 5 and 3 nodes, two verifications of 3.
    assert_eq!(reply.answer.counts.nodes, 14);
}

#[test]
fn a_minimiser_verifies_too() {
    let tree: NumberTree = "[[[50,60]],[[-3,-4]]]".parse().expect("a tree");
    let mut search = Search::new(2, by_label(&[("0.0", -9), ("1.0", -2)]));
    search.player = Player::Min;
    let tree = tree.with_root(Player::Min);
    let reply = search.improved(&tree, VERIFY, &mut NoKnowledge);
    assert_eq!((reply.answer.best, reply.answer.value), (Some(1), -2));
    assert_eq!(reply.refuted, [(0, -9, 50)]);
}

#[test]
fn of_fallen_moves_the_best_is_played() {
    let tree: NumberTree = "[[[-60]],[[-50]],[[-55]]]".parse().expect("a tree");
    let mut search = Search::new(2, by_label(&[("0.0", 9), ("1.0", 5), ("2.0", 7)]));
    let reply = search.improved(&tree, VERIFY, &mut NoKnowledge);
    assert_eq!((reply.answer.best, reply.answer.value), (Some(1), -50));
    assert_eq!(reply.refuted, [(0, 9, -60), (2, 7, -55), (1, 5, -50)]);
}

#[test]
fn a_line_that_falls_a_little_may_still_be_the_best() {
    let tree: NumberTree = "[[[5]],[[100]]]".parse().expect("a tree");
    let mut search = Search::new(2, by_label(&[("0.0", 9), ("1.0", 3)]));
    let reply = search.improved(&tree, VERIFY, &mut NoKnowledge);
    assert_eq!((reply.answer.best, reply.answer.value), (Some(0), 5));
    assert_eq!(reply.refuted, [(0, 9, 5)]);
}

#[test]
fn ends_of_the_game_need_no_verification() {
    for text in ["7", "[3,5]", "[[3,5],[\"inf\"]]"] {
        let tree: NumberTree = text.parse().expect("a tree");
        let mut search = Search::new(2, NoEvaluation);
        let plain = search.alpha_beta(&tree);
        let reply = search.improved(&tree, VERIFY, &mut NoKnowledge);
        assert_eq!((reply.answer.value, reply.answer.best), (plain.value, plain.best));
        assert_eq!(reply.refuted, []);
    }
}

// ---------------------------------------------------------------- tables

/// The real values of the positions of a game, some of them, as proofs.
struct Tables {
    /// For the side to move, wins and losses with their distance.
    values: HashMap<u64, i32>,
    /// Proofs give bounds that are off by a little in the safe direction.
    bounds: bool,
    book: Option<(Edge, i32)>,
}

impl Tables {
    fn of(game: &RandomDag, keep: impl Fn(u64) -> bool) -> Self {
        let mut values = HashMap::new();
        for pos in game.everywhere() {
            if final_outcome(&pos).is_none() && keep(pos.key()) {
                let full = Search::new(pos.longest(), ByNumber).alpha_beta(&pos);
                values.insert(pos.key(), full.value);
            }
        }
        Self { values, bounds: false, book: None }
    }
}

impl Knowledge<RandomDag> for Tables {
    fn book(&mut self, _: &RandomDag) -> Option<(Edge, i32)> {
        self.book
    }

    fn table(&mut self, pos: &RandomDag) -> Option<Proof<Edge>> {
        let &value = self.values.get(&pos.key())?;
        let plies = Some(Ply::new((reference::WIN - value.abs()) as usize));
        if value > reference::VALUE_MAX {
            Some(Proof { plies, ..Proof::exact(Outcome::Win) })
        } else if value < -reference::VALUE_MAX {
            Some(Proof { plies, ..Proof::exact(Outcome::Loss) })
        } else if !self.bounds {
            Some(Proof::exact(Outcome::Value(value)))
        } else if mix(pos.key()).is_multiple_of(2) {
            let proof = Proof::at_least(Outcome::Value(value - 1));
            assert_eq!(proof.bound, ProofBound::AtLeast);
            Some(proof)
        } else {
            Some(Proof::at_most(Outcome::Value(value + 1)))
        }
    }
}

#[test]
fn endgame_tables_shorten_the_search_and_keep_the_value() {
    let (mut plain_nodes, mut nodes, mut bound_nodes, mut answers) = (0, 0, 0, 0);
    for seed in 0..150 {
        let game = RandomDag::<0>::new(seed);
        let mut tables = Tables::of(&game, |key| key % 3 == 0);
        for player in PLAYERS {
            let mut search = search(game.longest(), player, ByNumber);
            let plain = search.alpha_beta(&game);
            tables.bounds = false;
            let reply = search.improved(&game, Improvements::default(), &mut tables);
            assert_eq!(reply.answer.value, plain.value);
            assert_eq!(reply.answer.best, plain.best);
            assert!(reply.answer.counts.nodes <= plain.counts.nodes);
            nodes += reply.answer.counts.nodes;
            answers += reply.extra.table_answers;
            tables.bounds = true;
            let reply = search.improved(&game, Improvements::default(), &mut tables);
            assert_eq!(reply.answer.value, plain.value);
            bound_nodes += reply.answer.counts.nodes;
            plain_nodes += plain.counts.nodes;
        }
    }
    assert!(answers > 500, "{answers}");
    assert!(
        nodes < bound_nodes && bound_nodes < plain_nodes,
        "{nodes} {bound_nodes} {plain_nodes}"
    );
}

#[test]
fn with_full_tables_one_ply_is_enough() {
    for seed in 0..150 {
        let game = RandomDag::<0>::new(seed);
        let mut tables = Tables::of(&game, |_| true);
        let full = Search::new(game.longest(), ByNumber).alpha_beta(&game);
        let mut search = Search::new(1, ByNumber);
        let reply = search.improved(&game, Improvements::default(), &mut tables);
        assert_eq!(reply.answer.value, full.value);
        assert_eq!(reply.line.len(), usize::from(final_outcome(&game).is_none()));
    }
}

#[test]
fn a_book_answers_at_once_unless_it_is_wrong() {
    let game = RandomDag::<0>::new(3);
    let moves = legal_moves(&game);
    let mut tables = Tables::of(&game, |_| false);
    let mut search = Search::new(3, ByNumber);
    search.player = Player::Min;
    for &m in &moves {
        tables.book = Some((m, 20));
        let reply = search.improved(&game, Improvements::default(), &mut tables);
        assert!(reply.from_book);
        assert_eq!((reply.answer.best, reply.answer.value), (Some(m), -20));
        assert_eq!((reply.answer.counts.nodes, reply.line), (0, vec![m]));
    }
    tables.book = Some((Edge(77), 20));
    let reply = search.improved(&game, Improvements::default(), &mut tables);
    assert!(!reply.from_book && reply.answer.counts.nodes > 0);
    assert_eq!(reply.answer, search.alpha_beta(&game));
}

// ---------------------------------------------------------------- all of it, watched

#[test]
fn a_watcher_sees_it_all() {
    let with = Improvements { margin: 4, quiet: 3, verify: 2 };
    let mut seen = [0; 5];
    for seed in 0..300 {
        let game = RandomDag::<0>::new(seed);
        let mut tables = Tables::of(&game, |key| key % 9 == 0);
        let unwatched = Search::new(3, ByNumber).improved(&game, with, &mut tables);
        let mut search = Search::new(3, ByNumber).traced(Recorder::new(100_000));
        let reply = search.improved(&game, with, &mut tables);
        assert_eq!(reply, unwatched);
        let tree = search.trace.into_tree();
        let visits: Vec<_> = tree.nodes.iter().filter_map(|n| n.visit.as_ref()).collect();
        let ends = |f: fn(&End) -> bool| visits.iter().filter(|v| f(&v.end)).count() as u64;
        let counts = reply.answer.counts;
        assert_eq!((visits.len() as u64, tree.unrecorded), (counts.nodes, 0));
        assert_eq!(ends(|e| matches!(e, End::Cut(_))), counts.alpha_cuts + counts.beta_cuts);
        assert_eq!(ends(|e| *e == End::Known), reply.extra.table_answers);
        let skipped = tree.nodes.len() - visits.len();
        let roots = tree.nodes.iter().filter(|n| n.parent.is_none()).count();
        seen[0] += reply.extra.margin_cuts as usize;
        seen[1] += reply.extra.quiet_nodes as usize;
        seen[2] += reply.refuted.len();
        seen[3] += skipped;
        seen[4] += roots - 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}
