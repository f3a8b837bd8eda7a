//! The textbook algorithms held against each other on small random games.

mod common;

use std::ops::ControlFlow::Continue;

use common::{
    ByNumber, DRAW, GraphGame, LOSS, Numbered, RandomCyclic, RandomDag, RandomTree, Rng, SEVEN, WIN,
};
use search_core::reference::Search;
use search_core::{MoveSet, Outcome, Player, Position, legal_moves};

/// The three algorithms, from both players' side, to several depths.
fn compare<P: Position + Numbered>(game: &P, deepest: u32, rng: &mut Rng) {
    for depth in 0..=deepest {
        for player in [Player::Max, Player::Min] {
            let mut search = Search::new(depth, ByNumber);
            search.player = player;
            let minimax = search.minimax(game);
            let alpha_beta = search.alpha_beta(game);
            let negamax = search.negamax(game);
            assert_eq!(alpha_beta.value, minimax.value);
            assert_eq!(negamax.value, minimax.value);
            // The first best move is the same: an equal one later on is cut off or no better.
            assert_eq!(alpha_beta.best, minimax.best);
            assert_eq!(negamax.best, minimax.best);
            assert_eq!((minimax.counts.alpha_cuts, minimax.counts.beta_cuts), (0, 0));
            assert!(alpha_beta.counts.nodes <= minimax.counts.nodes);
            assert_eq!(alpha_beta.counts, negamax.counts);

            // For the side to move, and narrow windows round and beside it.
            let value = player.signed(minimax.value);
            for _ in 0..4 {
                let alpha = value + rng.number(20);
                let beta = alpha + 1 + rng.below(20) as i32;
                let within = search.negamax_within(game, alpha, beta);
                assert_eq!(player.signed(within.value), value.clamp(alpha, beta));
                assert!(within.counts.nodes <= minimax.counts.nodes);
                if alpha < value && value < beta {
                    assert_eq!(within.best, minimax.best);
                }
            }
        }
    }
}

fn compare_all<const N: u8>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let dag = RandomDag::<N>::new(seed);
        compare(&dag, dag.longest(), &mut rng);
        let tree = RandomTree::<N>::new(seed);
        compare(&tree, tree.height(), &mut rng);
        compare(RandomCyclic::<N>::new(seed).memoryless(), 5, &mut rng);
    }
}

#[test]
fn all_algorithms_agree_where_no_move_loses() {
    compare_all::<LOSS>(0..150);
}

#[test]
fn all_algorithms_agree_where_no_move_draws() {
    compare_all::<DRAW>(1000..1100);
}

#[test]
fn all_algorithms_agree_where_no_move_wins() {
    compare_all::<WIN>(2000..2100);
}

#[test]
fn all_algorithms_agree_where_no_move_is_a_number() {
    compare_all::<SEVEN>(3000..3100);
}

/// Walks at random; the promises of `Position` hold at every step.
fn walk<P: Position + Numbered + PartialEq + std::fmt::Debug>(start: &P, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut pos = start.clone();
    for _ in 0..20 {
        if pos.outcome().is_some() {
            break;
        }
        let mut sets = [Vec::new(), Vec::new(), Vec::new()];
        for (list, set) in sets.iter_mut().zip([MoveSet::All, MoveSet::Noisy, MoveSet::Quiet]) {
            let _ = pos.generate(set, |m| {
                list.push(m);
                Continue(())
            });
        }
        let [all, noisy, quiet] = sets;
        assert_eq!(all.len(), noisy.len() + quiet.len());
        assert!(all.iter().all(|m| noisy.contains(m) != quiet.contains(m)));
        let moves = legal_moves(&pos);
        for &m in &all {
            let bits = pos.pack(m).expect("every move can be stored");
            assert_eq!(pos.unpack(bits), moves.contains(&m).then_some(m));
        }
        for &m in &moves {
            let mut child = pos.clone();
            let undo = child.make(m);
            assert_eq!(child, pos.after(m));
            assert_ne!(child.key(), pos.key());
            child.unmake(m, undo);
            assert_eq!(child, pos);
        }
        if moves.is_empty() {
            break;
        }
        pos.make(moves[rng.below(moves.len() as u64) as usize]);
    }
}

#[test]
fn the_random_games_are_sound() {
    for seed in 0..200 {
        walk(&RandomDag::<LOSS>::new(seed), seed);
        walk(&RandomTree::<LOSS>::new(seed), seed);
        walk(&RandomCyclic::<LOSS>::new(seed), seed);
    }
}

#[test]
fn random_graphs_are_of_every_kind() {
    let (mut won, mut lost, mut drawn, mut meeting) = (0, 0, 0, 0);
    for seed in 0..200 {
        let game = RandomCyclic::<LOSS>::new(seed);
        match game.truth().of(&game) {
            Outcome::Win => won += 1,
            Outcome::Loss => lost += 1,
            _ => drawn += 1,
        }
        // Fewer positions than paths.
        let dag = RandomDag::<LOSS>::new(seed);
        let paths = Search::new(dag.longest(), ByNumber).minimax(&dag).counts.nodes;
        meeting += i32::from(paths > 2 * dag.everywhere().count() as u64);
    }
    assert!(won >= 15 && lost >= 15 && drawn >= 15, "{won} won, {lost} lost, {drawn} drawn");
    assert!(meeting > 40, "{meeting}");
}

/// The truth of a cyclic graph by a search that is too simple to be wrong:
/// who can force the end within so many plies, with no memory at all.
fn forced<const N: u8>(pos: &GraphGame<N>, plies: u32) -> Option<Outcome> {
    if let Some(outcome) = search_core::final_outcome(pos) {
        return Some(outcome);
    }
    if plies == 0 {
        return None;
    }
    let replies: Vec<_> =
        legal_moves(pos).into_iter().map(|m| forced(&pos.after(m), plies - 1)).collect();
    if replies.contains(&Some(Outcome::Loss)) {
        Some(Outcome::Win)
    } else if replies.iter().all(|&r| r == Some(Outcome::Win)) {
        Some(Outcome::Loss)
    } else {
        None
    }
}

#[test]
fn the_truth_of_cyclic_games_is_true() {
    for seed in 0..60 {
        let game = RandomCyclic::<LOSS>::new(seed);
        let truth = game.truth();
        for pos in game.everywhere() {
            let plies = truth.plies(&pos);
            if let Some(plies) = plies.filter(|&p| p <= 8) {
                assert_eq!(forced(pos.memoryless(), plies), Some(truth.of(&pos)));
                if plies > 0 {
                    assert!(matches!(
                        forced(pos.memoryless(), plies - 1),
                        None | Some(Outcome::Draw)
                    ));
                }
            } else if plies.is_none() {
                let found = forced(pos.memoryless(), 7);
                assert!(matches!(found, None | Some(Outcome::Draw)), "{found:?}");
            }
        }
    }
}
