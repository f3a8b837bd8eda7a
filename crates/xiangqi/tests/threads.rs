//! Mates that one thread proves, two prove as well, in as many moves.

use search_core::{Engine, Heuristics, Limits, Options, Stop};
use xiangqi::{Evaluation, Mate, MateLimits, Xiangqi, find_mate};

/// A position, and the plies in which the side to move mates (or is mated, below 0).
const MATES: [(&str, i32); 3] = [
    ("9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1", 1),
    // The ladder of two rooks.
    ("3k5/9/9/9/9/R8/1R7/9/9/5K3 w - - 0 1", 3),
    ("3a5/9/5k3/9/9/9/2N5R/9/4K4/9 b - - 0 1", -2),
];

fn engine(threads: usize) -> Engine<Xiangqi, Evaluation> {
    let options = Options { hash_mb: 1, threads, ..Xiangqi::options() };
    Engine::new(Evaluation::default(), options).expect("a small table")
}

#[test]
fn mates_are_proved_in_as_many_moves() {
    for (fen, expected) in MATES {
        let pos: Xiangqi = fen.parse().expect("a position");
        for threads in [1, 2] {
            let mut engine = engine(threads);
            let ask = |pos: &Xiangqi, limits: &Limits<_>| {
                engine.search(pos, limits, &Stop::new(), |_| ())
            };
            let (found, _) = find_mate(&pos, &MateLimits::default(), ask);
            let plies = match found {
                Mate::Gives { plies, .. } => plies as i32,
                Mate::Suffers { plies, .. } => -(plies as i32),
                _ => 0,
            };
            assert_eq!(plies, expected, "{fen}, {threads} threads: {found:?}");
        }
    }
}

/// The search for the best move, deep enough for the mate.
#[test]
fn a_mate_within_the_depth_is_seen_by_both() {
    for (fen, expected) in MATES {
        let pos: Xiangqi = fen.parse().expect("a position");
        for threads in [1, 2] {
            let limits = Limits::depth(expected.unsigned_abs() + 3);
            let score = engine(threads).search(&pos, &limits, &Stop::new(), |_| ()).score;
            let sign = i32::from(score.is_win()) - i32::from(score.is_loss());
            assert_eq!(sign, expected.signum(), "{fen}, {threads} threads: {score}");
        }
    }
}
