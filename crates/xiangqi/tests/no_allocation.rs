//! A node allocates nothing: neither where cycles are judged nor where
//! material might be a draw.

use allocation_counter::measure;
use search_core::{Engine, Limits, Options, Stop};
use xiangqi::{Evaluation, START, Xiangqi};

#[test]
fn the_engine_allocates_per_iteration_not_per_node() {
    for (fen, few, many) in [
        (START, 3, 6),
        // A rook that chases, and shuffles of all kinds.
        ("r2ak4/4a4/9/c8/1R7/9/9/9/9/5K3 w - - 0 1", 4, 8),
        // Drawn unless there is a mate at once.
        ("3k1a3/4a4/9/9/9/9/9/9/9/C1B1K1B2 w - - 0 1", 4, 10),
        ("4ka3/9/9/9/9/9/9/4c4/9/C1B1K1B2 w - - 0 1", 4, 9),
    ] {
        let game = Xiangqi::from_fen(fen).unwrap();
        let mut engine = Engine::new(Evaluation::default(), Options::default()).unwrap();
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
        search(many);
        let ((few_nodes, few), (many_nodes, many)) = (search(few), search(many));
        assert!(many_nodes > 10 * few_nodes, "{fen}: {few_nodes} and {many_nodes} nodes");
        // The root copies the lines of its moves in every iteration.
        assert!(many - few < 6 * 45 * 4, "{fen}: {few} and {many} allocations");
        assert!(many < many_nodes / 10, "{fen}: {many} allocations, {many_nodes} nodes");
    }
}
