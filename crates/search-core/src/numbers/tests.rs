//! Walking trees, reading them, and what is no tree.

use super::*;
use crate::position::{final_outcome, legal_moves};

fn tree(text: &str) -> NumberTree {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn error(text: &str) -> String {
    text.parse::<NumberTree>().expect_err(text).to_string()
}

#[test]
fn a_tree_is_walked() {
    let t = tree("[[1, [2, -3]], \"-inf\", [null]]");
    assert_eq!((t.child_count(), t.height(), t.player()), (3, 3, Player::Max));
    let three = t.at(&[0, 1, 1]).expect("there");
    assert_eq!((three.path(), three.label()), (vec![0, 1, 1], "-3".to_owned()));
    assert_eq!((three.player(), three.outcome()), (Player::Min, Some(Outcome::Value(3))));
    let lost = t.after(1);
    assert_eq!((lost.outcome(), lost.label()), (Some(Outcome::Win), "-inf".to_owned()));
    assert_eq!(lost.with_root(Player::Min).outcome(), Some(Outcome::Loss));
    assert_eq!(t.at(&[0, 1]).map(|n| (n.label(), n.height())), Some(("0.1".to_owned(), 1)));
    assert_eq!(t.label(), "root");
    assert_eq!(t.at(&[3]), None);
    assert_eq!(legal_moves(&t), [0, 1, 2]);
    assert_eq!(t.to_string(), "[[1,[2,-3]],\"-inf\",[null]]");
}

#[test]
fn heights_and_unknown_leaves_are_those_of_the_part_below() {
    let t = tree("[[1, [2, [3, [4]]]], [[null, 5]], 6]");
    assert_eq!((t.height(), t.has_unknown()), (5, true));
    assert_eq!((t.after(0).height(), t.after(0).has_unknown()), (4, false));
    assert_eq!((t.after(1).height(), t.after(1).has_unknown()), (2, true));
    assert_eq!((t.after(2).height(), t.after(2).has_unknown()), (0, false));
}

#[test]
fn asking_for_an_unknown_leaf_is_noticed() {
    let t = tree("[1, null]");
    assert!(t.after(1).leaf() == Some(Leaf::Unknown) && t.unknown_visits() == 0);
    assert_eq!(final_outcome(&t.after(0)), Some(Outcome::Value(-1)));
    assert_eq!(t.unknown_visits(), 0);
    assert!(final_outcome(&t.after(1)).is_some());
    assert_eq!(t.unknown_visits(), 1);
}

#[test]
fn a_bare_number_is_a_leaf() {
    let t = tree(" 7 ");
    assert_eq!((t.height(), t.outcome(), t.to_string()), (0, Some(Outcome::Value(7)), "7".into()));
    assert!(tree("null").has_unknown());
}

#[test]
fn equal_parts_share_a_key_only_with_the_same_player() {
    let t = tree("[[1,2],[1,2],[[1,2]],[2,1]]");
    assert_eq!(t.after(0).key(), t.after(1).key());
    assert_ne!(t.after(0), t.after(1));
    assert_ne!(t.after(0).key(), t.after(2).after(0).key());
    assert_ne!(t.after(0).key(), t.after(3).key());
    assert_ne!(t.key(), t.clone().with_root(Player::Min).key());
}

#[test]
fn moves_are_taken_back_and_stored() {
    let mut t = tree("[[1,2],[3]]");
    let before = t.clone();
    t.make(1);
    t.make(0);
    t.unmake(0, ());
    t.unmake(1, ());
    assert_eq!(t, before);
    let bits = t.pack(1).expect("small");
    assert_eq!((t.unpack(bits), t.after(1).unpack(bits)), (Some(1), None));
    assert_eq!((t.pack(65_535), t.pack(u32::MAX)), (None, None));
}

#[test]
fn bad_trees_are_named_in_one_line() {
    let cases = [
        ("[1, [2, []]]", "empty list at 1.1: expected at least one element"),
        ("[]", "empty list at root: expected at least one element"),
        (
            "[1, \"x\\ny\"]",
            "\"x\\ny\" at 1: expected a whole number, \"inf\", \"-inf\", null or a list",
        ),
        ("[[1.5]]", "1.5 at 0.0: expected a whole number, \"inf\", \"-inf\", null or a list"),
        ("true", "true at root: expected a whole number, \"inf\", \"-inf\", null or a list"),
        ("[3000000000]", "3000000000 at 0: expected a number within +-999999000"),
        ("[0, -2147483648]", "-2147483648 at 1: expected a number within +-999999000"),
        ("", "not a nested list: EOF while parsing a value at line 1 column 0"),
        ("[1, 2", "not a nested list: EOF while parsing a list at line 1 column 5"),
        ("[1] 2", "not a nested list: trailing characters at line 1 column 5"),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message);
    }
    let long = error(&format!("[{{\"a\": \"{}\"}}]", "b".repeat(1_000_000)));
    assert!(long.starts_with("{\"a\":\"bbb") && long.len() < 150, "{long}");
    assert!(error("[18446744073709551615]").contains("at 0"));
    // JSON leaves it as it is, a terminal does not.
    assert!(error("[\"\u{9b}2J\"]").starts_with("\"\u{fffd}2J\" at 0"));
}

#[test]
fn deep_nesting_is_an_error() {
    assert!(error(&"[".repeat(1_000_000)).contains("recursion limit"));
    let mut nested = Nested::from(1);
    for _ in 0..Ply::MAX.get() {
        nested = Nested::List(vec![nested]);
    }
    assert_eq!(NumberTree::new(&nested).map(|t| t.height()), Ok(512));
    let deeper = Nested::List(vec![nested]);
    assert_eq!(NumberTree::new(&deeper), Err(NumberTreeError::TooDeep));
}
