#![cfg(feature = "json")]
//! The games of the tests keep the promises that they are used to test.

mod common;

use common::{DRAW, LOSS, RandomCyclic, RandomDag, RandomTree, SEVEN, WIN};
use search_core::conformance::Conformance;
use search_core::numbers::NumberTree;

#[test]
fn random_games_conform() {
    for seed in 0..30 {
        Conformance::new(&RandomDag::<LOSS>::new(seed)).walks(10).seed(seed).check().unwrap();
        Conformance::new(&RandomTree::<DRAW>::new(seed)).walks(10).seed(seed).check().unwrap();
        Conformance::new(&RandomTree::<WIN>::new(seed)).walks(10).seed(seed).check().unwrap();
        Conformance::new(&RandomDag::<SEVEN>::new(seed)).walks(10).seed(seed).check().unwrap();
        let cyclic = RandomCyclic::<LOSS>::new(seed);
        Conformance::new(&cyclic).walks(5).plies(60).seed(seed).check().unwrap();
    }
}

#[test]
fn trees_of_numbers_conform() {
    for text in ["7", "[[3,5],[6,5]]", "[[[0,5],[-3,3]],[[3],[\"inf\",0]],[4,[2]]]"] {
        let tree: NumberTree = text.parse().unwrap();
        Conformance::new(&tree).check().unwrap();
    }
}
