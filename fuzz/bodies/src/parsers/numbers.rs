//! Trees of numbers in JSON: what is read comes back as it went, and the textbook's
//! algorithms agree on what it is worth.

use search_core::numbers::NumberTree;
use search_core::reference::Search;
use search_core::{NoEvaluation, Player};

use crate::input::{Input, check_message};
use crate::programs::tree_names;

/// Larger trees take long, and show nothing else.
const MANY_LEAVES: usize = 2000;

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    // The names of nodes stand on the first line, as the option of `gametree` has them.
    let names = String::from_utf8_lossy(input.line());
    let text = String::from_utf8_lossy(input.rest());
    let named = tree_names::read(&text);
    if let Err(e) = &named {
        check_message(e);
    }
    if let Ok((tree, mut found)) = named {
        if let Err(e) = found.add(&names, &tree) {
            check_message(&e);
        }
        let _ = (found.of(&tree.path()), found.is_empty());
        check(&tree);
    }
    match text.parse::<NumberTree>() {
        Ok(tree) => check(&tree),
        Err(e) => check_message(&e.to_string()),
    }
}

fn check(tree: &NumberTree) {
    let again: NumberTree = tree.to_string().parse().expect("what was written is read");
    assert_eq!(&again, tree);
    assert_eq!(again.to_string(), tree.to_string());
    if tree.has_unknown() || tree.to_string().matches(',').count() > MANY_LEAVES {
        return;
    }
    for player in [Player::Max, Player::Min] {
        let tree = tree.clone().with_root(player);
        let search = || {
            let mut search = Search::new(tree.height(), NoEvaluation);
            search.player = player;
            search
        };
        let plain = search().minimax(&tree);
        let cut = search().alpha_beta(&tree);
        let negated = search().negamax(&tree);
        assert_eq!((cut.value, cut.best), (plain.value, plain.best), "{tree}");
        assert_eq!((negated.value, negated.best), (plain.value, plain.best), "{tree}");
    }
}
