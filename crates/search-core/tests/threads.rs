//! Two threads search other trees than one, and more of them; what is proved is the same.
//! `docs/threads.md` says how the same tests run under ThreadSanitizer.

mod common;

#[allow(dead_code, reason = "an example has a `main`, and more than one user")]
#[path = "../examples/connect_four.rs"]
mod connect_four;

use common::{ByNumber, DRAW, LOSS, Numbered, RandomCyclic, RandomDag, Rng, WIN};
use connect_four::ConnectFour;
use search_core::{
    Engine, Evaluate, Heuristics, Limits, NoEvaluation, Options, Report, ScoreKind, Stop,
};

/// A search by one thread, and one by two.
fn both<P, E>(
    pos: &P,
    evaluation: &E,
    limits: &Limits<P::Move>,
    options: &Options,
) -> [Report<P::Move>; 2]
where
    P: Heuristics + Send,
    P::Move: Send,
    E: Evaluate<P> + Clone + Send,
{
    [1, 2].map(|threads| {
        let options = Options { threads, ..options.clone() };
        let mut engine = Engine::new(evaluation.clone(), options).expect("memory for a table");
        engine.search(pos, limits, &Stop::new(), |_| ())
    })
}

/// Everything of a finite game is known in the end, and both know the same. A table of one
/// cluster has both threads write the same slots all the time.
fn agree<P>(game: &P, hash_mb: usize)
where
    P: Heuristics + Numbered + Send,
    P::Move: Send,
{
    let options = Options { hash_mb, ..Options::default() };
    let [one, two] = both(game, &ByNumber, &Limits::default(), &options);
    assert!(one.complete && two.complete);
    assert_eq!(one.score, two.score);
}

#[test]
fn finite_games_have_the_value_that_they_have() {
    for seed in 1000..1040 {
        for hash_mb in [0, 1] {
            agree(&RandomDag::<LOSS>::new(seed), hash_mb);
            agree(&RandomDag::<DRAW>::new(seed), hash_mb);
            agree(&RandomDag::<WIN>::new(seed), hash_mb);
        }
    }
}

/// With repetitions, too, neither proves what the other has disproved.
#[test]
fn no_proof_contradicts_another() {
    let mut proved = 0;
    for seed in 1000..1060 {
        let game = RandomCyclic::<LOSS>::new(seed);
        let options = Options { hash_mb: 0, ..Options::default() };
        let [one, two] = both(&game, &ByNumber, &Limits::depth(12), &options);
        if (one.complete || one.score.is_decided()) && (two.complete || two.score.is_decided()) {
            assert_eq!(one.score.is_win(), two.score.is_win(), "{seed}: {one:?} {two:?}");
            assert_eq!(one.score.is_loss(), two.score.is_loss(), "{seed}: {one:?} {two:?}");
            proved += 1;
        }
    }
    assert!(proved > 20, "{proved}");
}

/// Positions of Connect Four with their exact scores: who wins, and how soon.
#[test]
fn connect_four() {
    let lines = include_str!("data/connect-four.txt").lines().filter(|l| !l.starts_with('#'));
    let mut count = 0;
    for line in lines.step_by(5) {
        let mut words = line.split_whitespace().skip(1);
        let columns = words.next().expect("columns");
        let score: i32 = words.next().expect("a score").parse().expect("a number");
        let pos = ConnectFour::after_columns(columns).expect("a legal game");
        let stones = pos.all.count_ones();
        let options = Options { hash_mb: 4, killers: false, ..Options::default() };
        for report in both(&pos, &NoEvaluation, &Limits::depth(42 - stones), &options) {
            let last = |plies: usize| 22 - (stones as usize + plies).div_ceil(2) as i32;
            let found = match report.score.kind() {
                ScoreKind::Win { plies } => last(plies.get()),
                ScoreKind::Loss { plies } => -last(plies.get()),
                _ => 0,
            };
            assert_eq!(found, score, "{line}");
        }
        count += 1;
    }
    assert_eq!(count, 48);
}

/// A stop in the midst of a search of two threads ends both, and leaves the engine whole.
#[test]
fn a_search_that_is_stopped_from_outside_leaves_the_engine_whole() {
    let options = Options { hash_mb: 1, threads: 2, ..Options::default() };
    let mut engine = Engine::new(NoEvaluation, options).expect("memory for a table");
    let start = ConnectFour::default();
    let mut rng = Rng::new(7);
    for _ in 0..20 {
        let stop = Stop::new();
        let lines = rng.below(12);
        let limits = Limits { infinite: true, ..Limits::default() };
        let mut told = 0;
        let report = engine.search(&start, &limits, &stop, |_| {
            told += 1;
            if told > lines {
                stop.stop();
            }
        });
        assert!(report.best().is_some());
    }
    engine.clear();
    assert!(engine.recall(&start).is_none());
}
