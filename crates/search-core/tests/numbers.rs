//! Trees of numbers from any text.
#![cfg(feature = "json")]

mod common;

use common::Rng;
use proptest::prelude::*;
use search_core::NoEvaluation;
use search_core::numbers::{Leaf, Nested, NumberTree};
use search_core::perft::{divide, levels, perft};
use search_core::reference::Search;
use search_core::{Player, Position, legal_moves};

fn nested() -> impl Strategy<Value = Nested> {
    let leaf = prop_oneof![
        8 => (-999_999_000..=999_999_000).prop_map(Nested::from),
        4 => (-3..=3).prop_map(Nested::from),
        1 => Just(Nested::from(Leaf::Won)),
        1 => Just(Nested::from(Leaf::Lost)),
    ];
    leaf.prop_recursive(6, 60, 4, |inner| prop::collection::vec(inner, 1..5).prop_map(Nested::List))
}

proptest! {
    #[test]
    fn what_is_written_is_read(nested in nested()) {
        let tree = NumberTree::new(&nested).expect("a tree");
        let read: NumberTree = tree.to_string().parse().expect("its own notation");
        prop_assert_eq!(&read, &tree);
        prop_assert_eq!(read.key(), tree.key());
    }

    #[test]
    fn no_text_is_too_bad(text in "[\\[\\]0-9,.\"infnul{}: e+-]{0,40}") {
        if let Err(error) = text.parse::<NumberTree>() {
            let line = error.to_string();
            prop_assert!(!line.is_empty() && !line.contains('\n'));
        }
    }

    #[test]
    fn moves_are_taken_back(nested in nested(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut pos = NumberTree::new(&nested).expect("a tree");
        let start = pos.clone();
        let mut line = Vec::new();
        loop {
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            let m = moves[rng.below(moves.len() as u64) as usize];
            let before = pos.key();
            pos.make(m);
            prop_assert_ne!(pos.key(), before);
            line.push(m);
        }
        prop_assert_eq!(&pos.path(), &line);
        prop_assert_eq!(start.at(&line), Some(pos.clone()));
        while let Some(m) = line.pop() {
            pos.unmake(m, ());
        }
        prop_assert_eq!(pos, start);
    }

    #[test]
    fn all_algorithms_agree(nested in nested(), max: bool, alpha in -5..5, width in 1..5) {
        let player = if max { Player::Max } else { Player::Min };
        let tree = NumberTree::new(&nested).expect("a tree").with_root(player);
        let mut search = Search::new(tree.height(), NoEvaluation);
        search.player = player;
        let minimax = search.minimax(&tree);
        prop_assert_eq!(search.alpha_beta(&tree).value, minimax.value);
        prop_assert_eq!(search.negamax(&tree).value, minimax.value);
        let within = player.signed(search.negamax_within(&tree, alpha, alpha + width).value);
        prop_assert_eq!(within, player.signed(minimax.value).clamp(alpha, alpha + width));
    }

    #[test]
    fn perft_counts_the_nodes_of_each_ply(nested in nested()) {
        let tree = NumberTree::new(&nested).expect("a tree");
        let levels = levels(&tree, tree.height());
        prop_assert_eq!(levels.len() as u32, tree.height() + 1);
        for (depth, level) in (0..).zip(&levels) {
            prop_assert_eq!(perft(&tree, depth), level.nodes);
            if depth > 0 {
                let parts = divide(&tree, depth);
                prop_assert_eq!(parts.iter().map(|p| p.1).sum::<u64>(), level.nodes);
                prop_assert_eq!(parts.len(), legal_moves(&tree).len());
            }
        }
        let all = Search::new(tree.height(), NoEvaluation).minimax(&tree).counts;
        prop_assert_eq!(levels.iter().map(|l| l.nodes).sum::<u64>(), all.nodes);
        prop_assert_eq!(levels.iter().map(|l| l.ends).sum::<u64>(), all.leaves);
    }
}
