//! The example game against known scores.

#[allow(dead_code, reason = "an example has a `main`, and more than one user")]
#[path = "../examples/connect_four.rs"]
mod game;

use game::ConnectFour;
use search_core::conformance::Conformance;

/// 240 positions, from openings to full boards, with the exact score: who
/// wins, and when. The answer must be true, not only good.
#[test]
fn all_scores() {
    let mut count = 0;
    for line in include_str!("data/connect-four.txt").lines().filter(|l| !l.starts_with('#')) {
        let mut words = line.split_whitespace().skip(1);
        let columns = words.next().expect("columns");
        let score: i32 = words.next().expect("a score").parse().expect("a number");
        let pos = ConnectFour::after_columns(columns).expect("a legal game");
        assert_eq!(game::score(&pos), score, "{line}");
        count += 1;
    }
    assert_eq!(count, 240);
}

/// What engine authors copy must keep the promises that it makes.
#[test]
fn the_example_conforms() {
    let start = ConnectFour::default();
    let rebuild = |pos: &ConnectFour| ConnectFour { mine: pos.mine, all: pos.all };
    let seen = Conformance::new(&start).walks(60).rebuild(rebuild).check();
    assert!(seen.expect("conformance").positions > 1000);
}
