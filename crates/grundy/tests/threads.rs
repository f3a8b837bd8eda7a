//! What two threads prove of a position is what the nim-sum says of it.

use grundy::{Heaps, NimSum};
use search_core::{Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Stop};

/// Whether the side to move wins, by an engine of so many threads.
fn wins<P, E>(pos: &P, evaluation: E, threads: usize) -> bool
where
    P: Heuristics + Send,
    P::Move: Send,
    E: Evaluate<P> + Clone + Send,
{
    let options = Options { hash_mb: 0, threads, ..Options::default() };
    let mut engine = Engine::new(evaluation, options).expect("a small table");
    let report = engine.search(pos, &Limits::default(), &Stop::new(), |_| ());
    assert!(report.complete && report.score.is_decided());
    report.score.is_win()
}

/// The first values as P. Grundy printed them (1939), from a heap of 0 on.
const VALUES: [u8; 21] = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];

#[test]
fn heaps_are_won_where_the_nim_sum_says_so() {
    let nim = NimSum::up_to(20);
    for a in 3..=12u32 {
        for b in (0..=a.min(5)).filter(|&b| b != 1 && b != 2) {
            let sizes: Vec<u32> = [a, b].into_iter().filter(|&size| size > 0).collect();
            let pos = Heaps::new(&sizes).expect("heaps");
            let won = VALUES[a as usize] ^ VALUES[b as usize] != 0;
            for threads in [1, 2] {
                assert_eq!(wins(&pos, NoEvaluation, threads), won, "{pos}, {threads} threads");
                assert_eq!(wins(&pos, nim.clone(), threads), won, "{pos}, {threads} threads");
            }
        }
    }
}
