//! A node allocates nothing: not in the engine, not in the textbook algorithms.

#[allow(dead_code, reason = "an example has a `main`, and more than one user")]
#[path = "../examples/connect_four.rs"]
mod game;

use allocation_counter::measure;
use game::ConnectFour;
use search_core::reference::Search;
use search_core::{Engine, Limits, Options, Position, Report, Stop};

/// Any number will do.
fn evaluate(pos: &ConnectFour) -> i32 {
    (pos.key() % 21) as i32 - 10
}

#[test]
fn the_engine_allocates_per_iteration_not_per_node() {
    let start = ConnectFour::default();
    let evaluation = evaluate as fn(&ConnectFour) -> i32;
    let mut engine = Engine::new(evaluation, Options::default()).expect("memory");
    let mut search = |depth| {
        engine.clear();
        let mut report: Option<Report<_>> = None;
        let limits = Limits::depth(depth);
        let counted = measure(|| {
            report = Some(engine.search(&start, &limits, &Stop::new(), |_| ()));
        });
        (report.expect("a report").stats.nodes, counted.count_total)
    };
    // The first search makes room for its lines; the others find it made.
    search(13);
    let (few_nodes, few) = search(5);
    let (many_nodes, many) = search(13);
    assert!(many_nodes > 50 * few_nodes, "{few_nodes} and {many_nodes} nodes");
    // The root copies the lines of its seven moves in every iteration.
    assert!(many - few < 8 * 30, "{few} allocations in 5 iterations, {many} in 13");
}

#[test]
fn the_textbook_algorithms_allocate_nothing() {
    let start = ConnectFour::default();
    let counted = measure(|| {
        let mut search = Search::new(7, evaluate);
        let values = [search.alpha_beta(&start), search.negamax(&start)].map(|a| a.value);
        assert_eq!(values[0], values[1]);
        search.depth = 5;
        search.minimax(&start);
    });
    assert_eq!(counted.count_total, 0);
}
