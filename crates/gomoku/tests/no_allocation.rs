//! A node allocates nothing: neither in the search nor in that for wins by fours.

mod common;

use allocation_counter::measure;
use common::played;
use gomoku::{Evaluation, Gomoku, Rule, Size};
use search_core::{Engine, Heuristics, Limits, Stop};

#[test]
fn the_engine_allocates_per_iteration_not_per_node() {
    for (rule, moves) in [
        (Rule::Freestyle, "l9h9g8g9i9h10h8j10i11i8"),
        (Rule::Standard, "g3h2c3d3g2f5e4f3f6e5h5g4c5c6"),
        // Black looks for forbidden points, which takes copies of the board.
        (Rule::Renju, "h8i9i10k8j9"),
    ] {
        let game = played(rule, Size::FIFTEEN, moves);
        let mut engine = Engine::new(Evaluation::default(), Gomoku::options()).unwrap();
        let mut search = |depth| {
            engine.clear();
            let mut nodes = 0;
            let counted = measure(|| {
                let report = engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ());
                nodes = report.stats.nodes;
            });
            (nodes, counted.count_total)
        };
        // The first search makes room for its lines; the others find it made.
        search(9);
        let ((few_nodes, few), (many_nodes, many)) = (search(4), search(9));
        assert!(many_nodes > 5 * few_nodes, "{rule}: {few_nodes} and {many_nodes} nodes");
        // The root copies the lines of its moves in every iteration.
        assert!(many < many_nodes / 20, "{rule}: {few} and {many} allocations, {many_nodes} nodes");
    }
}
