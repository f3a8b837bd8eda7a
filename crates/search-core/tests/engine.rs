//! The engine search held against minimax, and against the truth.

mod common;

use std::time::Duration;

use common::{
    ByNumber, DRAW, GraphGame, LOSS, Numbered, RandomCyclic, RandomDag, RandomTree, Rng, SEVEN, WIN,
};
use search_core::reference::Search;
use search_core::{
    Bound, Engine, Heuristics, Limits, Line, NoEvaluation, Options, Outcome, Position, Report,
    Score, ScoreKind, Stop, final_outcome, legal_moves,
};

/// Every combination of the switches that must not change a value.
fn combinations() -> impl Iterator<Item = Options> {
    (0..32).map(|bits: u32| {
        let on = |i: u32| bits >> i & 1 == 1;
        let mut options = Options {
            hash_mb: 0, // one cluster, always full: replacement is tested too
            pvs: on(0),
            table: on(1),
            aspiration: on(2),
            killers: on(3),
            history: on(4),
            ..Options::exact()
        };
        options.params.set("aspiration_delta", 1 + i64::from(bits % 7)).unwrap();
        options.params.set("aspiration_depth", 1).unwrap();
        options
    })
}

fn engine<P: Heuristics + Numbered>(options: Options) -> Engine<P, ByNumber> {
    Engine::new(ByNumber, options).unwrap()
}

fn check_lines<P: Position>(game: &P, report: &Report<P::Move>) {
    report.lines.iter().for_each(|line| check_line(game, line));
}

/// The line is legal, and where the value is the end of a game it leads there.
fn check_line<P: Position>(game: &P, line: &Line<P::Move>) {
    let mut pos = game.clone();
    for &m in &line.pv {
        assert!(legal_moves(&pos).contains(&m), "{m:?} is not legal in {:?}", line.pv);
        pos.make(m);
    }
    if line.bound == Bound::Exact
        && let ScoreKind::Win { plies } | ScoreKind::Loss { plies } = line.score.kind()
    {
        assert_eq!(line.pv.len(), plies.get(), "{line:?}");
        assert!(matches!(final_outcome(&pos), Some(Outcome::Win | Outcome::Loss)));
    }
}

fn compare<P>(game: &P, deepest: u32, options: &Options, rng: &mut Rng)
where
    P: Heuristics + Numbered + Send,
    P::Move: Send,
{
    let mut engine = engine::<P>(options.clone());
    for depth in 1..=deepest.max(1) {
        let minimax = Search::new(depth, ByNumber).minimax(game);
        let report = engine.search(game, &Limits::depth(depth), &Stop::new(), |info| {
            check_line(game, info.line);
        });
        assert_eq!(report.score.reference(), minimax.value, "depth {depth}: {report:?}");
        assert_eq!(report.best().is_none(), final_outcome(game).is_some());
        check_lines(game, &report);
        if let Some(best) = report.best() {
            // The move is worth what is said of it.
            let mut child = Search::new(depth - 1, ByNumber);
            child.player = search_core::Player::Min;
            let value = child.minimax(&game.after(best)).value;
            let nearer = |v: i32| if v.abs() > 900_000_000 { v - v.signum() } else { v };
            assert_eq!(nearer(value), minimax.value);

            // A window beside the value is told as a bound that is true.
            let low = report.score + rng.number(15);
            let high = low + 1 + rng.below(6) as i32;
            let limits = Limits { window: Some((low, high)), ..Limits::depth(depth) };
            let within = engine.search(game, &limits, &Stop::new(), |_| ());
            check_lines(game, &within);
            let within = within.score;
            if report.score <= low {
                assert!(report.score <= within && within <= low);
            } else if report.score >= high {
                assert!(high <= within && within <= report.score);
            } else {
                assert_eq!(within, report.score);
            }
        }
    }
}

/// On games in which few positions are reached by many paths.
fn compare_dags<const N: u8>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let dag = RandomDag::<N>::new(seed);
        for options in combinations() {
            compare(&dag, dag.longest(), &options, &mut rng);
        }
    }
}

#[test]
fn equals_minimax_where_no_move_loses() {
    compare_dags::<LOSS>(0..60);
}

#[test]
fn equals_minimax_on_trees() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let tree = RandomTree::<LOSS>::new(seed);
        for options in combinations() {
            compare(&tree, tree.height().min(4), &options, &mut rng);
        }
    }
}

/// A cycle is no harm while no rule speaks of it: values are those of a depth.
#[test]
fn equals_minimax_where_lines_return() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let cyclic = RandomCyclic::<LOSS>::new(seed);
        for options in combinations() {
            compare(cyclic.memoryless(), 5, &options, &mut rng);
        }
    }
}

#[test]
fn equals_minimax_where_no_move_draws() {
    compare_dags::<DRAW>(1000..1040);
}

#[test]
fn equals_minimax_where_no_move_wins() {
    compare_dags::<WIN>(2000..2040);
}

#[test]
fn equals_minimax_where_no_move_is_a_number() {
    compare_dags::<SEVEN>(3000..3040);
}

/// Deeper entries, quiescence and narrowing allowed: what is called complete
/// or decided is the truth, on games without cycles...
#[test]
fn what_is_proved_is_true_without_cycles() {
    for seed in 0..400 {
        let dag = RandomDag::<LOSS>::new(seed);
        let truth = Search::new(dag.longest(), NoEvaluation).minimax(&dag).value;
        let mut engine = engine(Options { hash_mb: 1, narrow: false, ..Options::default() });
        for depth in 1..=dag.longest().max(1) {
            let report = engine.search(&dag, &Limits::depth(depth), &Stop::new(), |_| ());
            check_lines(&dag, &report);
            if report.complete {
                assert_eq!(report.score.reference(), truth, "seed {seed}");
            } else if report.score.is_decided() {
                assert_eq!(report.score.is_win(), truth > 900_000_000, "seed {seed}");
                assert_eq!(report.score.is_loss(), truth < -900_000_000, "seed {seed}");
            }
        }
        let report = engine.search(&dag, &Limits::default(), &Stop::new(), |_| ());
        assert!(report.complete, "a search without limits ends when all is known");
        assert_eq!(report.score.reference(), truth);
    }
}

/// ... and on games with cycles, from every position, the table kept between
/// searches from different pasts.
#[test]
fn what_is_proved_is_true_with_cycles() {
    let (mut decided, mut drawn) = (0, 0);
    for seed in 0..300 {
        let game = RandomCyclic::<LOSS>::new(seed);
        let truth = game.truth();
        let options = Options { hash_mb: 1, narrow: false, ..Options::default() };
        let mut engine = engine(options);
        for start in game.everywhere() {
            let report = engine.search(&start, &Limits::depth(14), &Stop::new(), |_| ());
            let real = truth.of(&start);
            check_lines(&start, &report);
            if report.score.is_decided() {
                decided += 1;
                assert_eq!(report.score.is_win(), real == Outcome::Win, "seed {seed}");
                assert_eq!(report.score.is_loss(), real == Outcome::Loss, "seed {seed}");
            } else if report.complete {
                drawn += 1;
                assert_eq!(real, Outcome::Draw, "seed {seed}");
            }
            // And nothing that is won within the depth is missed.
            if let Some(plies) = truth.plies(&start)
                && plies <= 14
            {
                assert!(report.score.is_decided(), "seed {seed}: {real:?} in {plies}");
            }
        }
    }
    assert!(decided > 1000 && drawn > 100, "{decided} decided, {drawn} drawn");
}

/// The draw by repetition of one path is no value on another.
///
/// ```text
/// 0 -> 1 -> 0              from 0, the way over 1 repeats, and 2 wins;
/// 0 -> 2 -> 3 -> 4 -> 5 -> 6 lost
/// 7 -> 8 drawn             from 7, the way over 1 comes to 0 for the first
/// 7 -> 1                   time, and wins
/// ```
#[test]
fn a_score_that_leans_on_the_path_is_not_stored() {
    let arrows: &[&[u32]] = &[&[1, 2], &[0], &[3], &[4], &[5], &[6], &[], &[8, 1], &[]];
    let ends = [(6, Outcome::Loss), (8, Outcome::Draw)];
    let game = RandomCyclic::<LOSS>::from(GraphGame::drawn(arrows, &ends));
    let mut engine = Engine::new(ByNumber, Options::default()).unwrap();
    let mut value = |vertex, depth| {
        let start = RandomCyclic::from(game.memoryless().at(vertex, false));
        engine.search(&start, &Limits::depth(depth), &Stop::new(), |_| ()).score.kind()
    };
    assert_eq!(value(0, 8), ScoreKind::Win { plies: search_core::Ply::new(5) });
    assert_eq!(value(7, 10), ScoreKind::Win { plies: search_core::Ply::new(7) });
}

/// A search that is stopped anywhere answers with a legal move and leaves
/// nothing false in the table.
#[test]
fn a_stopped_search_leaves_no_false_score() {
    for seed in 0..100 {
        let dag = RandomDag::<DRAW>::new(seed);
        let depth = dag.longest().max(1);
        let truth = Search::new(depth, NoEvaluation).minimax(&dag).value;
        let mut engine = engine(Options { hash_mb: 1, ..Options::exact() });
        for nodes in 0..60 {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
            let report = engine.search(&dag, &limits, &Stop::new(), |_| ());
            assert_eq!(report.best().is_none(), legal_moves(&dag).is_empty());
            assert!(report.stats.nodes <= nodes);
            check_lines(&dag, &report);
            // Nor is it told as proved what was only looked at in part.
            assert!(!report.score.is_win() || truth > 900_000_000, "seed {seed}, {nodes} nodes");
            assert!(!report.score.is_loss() || truth < -900_000_000, "seed {seed}, {nodes} nodes");
        }
        let minimax = Search::new(depth, ByNumber).minimax(&dag);
        let report = engine.search(&dag, &Limits::depth(depth), &Stop::new(), |_| ());
        assert_eq!(report.score.reference(), minimax.value);
    }
}

/// Every line that was searched to the end says so, not only the first.
#[test]
fn every_line_that_is_proved_says_so() {
    for seed in 0..60 {
        let game = RandomTree::<DRAW>::new(seed);
        let mut engine = engine(Options { hash_mb: 1, narrow: false, ..Options::default() });
        let limits = Limits { multipv: 9, ..Limits::default() };
        let report = engine.search(&game, &limits, &Stop::new(), |_| ());
        assert_eq!(report.lines.len(), legal_moves(&game).len());
        assert!(report.lines.iter().all(|line| line.complete), "seed {seed}: {report:?}");
    }
}

/// The best `n` lines are the first `n` moves by their minimax values.
#[test]
fn several_lines_are_the_best_ones() {
    for seed in 0..200 {
        let game = RandomTree::<LOSS>::new(seed);
        let depth = game.height().clamp(1, 4);
        let mut values: Vec<i32> = legal_moves(&game)
            .into_iter()
            .map(|m| {
                let mut search = Search::new(depth, ByNumber);
                search.root_moves = Some(vec![m]);
                search.minimax(&game).value
            })
            .collect();
        values.sort_unstable_by_key(|v| std::cmp::Reverse(*v));
        for multipv in 0..=values.len() + 1 {
            let mut engine = engine(Options { hash_mb: 1, ..Options::exact() });
            let limits = Limits { multipv, ..Limits::depth(depth) };
            let report = engine.search(&game, &limits, &Stop::new(), |_| ());
            let found: Vec<i32> = report.lines.iter().map(|l| l.score.reference()).collect();
            assert_eq!(found, values[..multipv.max(1).min(values.len())], "seed {seed}");
            check_lines(&game, &report);
        }
    }
}

/// Neither the worse lines of a search nor a search of a few moves is what the
/// table remembers of a position.
#[test]
fn the_table_remembers_the_best_line() {
    let mut several = 0;
    for seed in 0..60 {
        let game = RandomTree::<DRAW>::new(seed);
        let mut engine = engine(Options { hash_mb: 1, narrow: false, ..Options::exact() });
        let stop = Stop::new();
        let all = Limits { multipv: 99, ..Limits::depth(3) };
        let lines = engine.search(&game, &all, &stop, |_| ()).lines;
        let (Some(best), Some(worst)) = (lines.first(), lines.last()) else { continue };
        several += u32::from(best.score > worst.score);
        let few = Limits { moves: Some(vec![worst.pv[0]]), ..Limits::depth(3) };
        engine.search(&game, &few, &stop, |_| ());
        // No time to find anything new.
        let known = engine.search(&game, &Limits::nodes(1), &stop, |_| ()).best();
        let known = lines.iter().find(|line| Some(line.pv[0]) == known);
        assert_eq!(known.map(|line| line.score), Some(best.score), "seed {seed}");
    }
    assert!(several > 20);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    for seed in 0..100 {
        let game = RandomTree::<LOSS>::new(seed);
        for m in legal_moves(&game) {
            let limits = Limits { moves: Some(vec![m]), ..Limits::depth(3) };
            let mut engine = engine(Options { hash_mb: 1, ..Options::exact() });
            let report = engine.search(&game, &limits, &Stop::new(), |_| ());
            assert_eq!(report.best(), Some(m));
            let mut search = Search::new(3, ByNumber);
            search.root_moves = Some(vec![m]);
            assert_eq!(report.score.reference(), search.minimax(&game).value);
        }
    }
}

/// Same binary, position, depth, one thread: same nodes; and helpers never
/// change a value that is proved.
#[test]
fn one_thread_is_deterministic_and_two_agree_with_it() {
    for seed in 0..50 {
        let dag = RandomDag::<LOSS>::new(seed);
        let search = |threads| {
            let mut engine = engine(Options { hash_mb: 1, threads, ..Options::default() });
            engine.search(&dag, &Limits::default(), &Stop::new(), |_| ())
        };
        let (first, second, pair) = (search(1), search(1), search(2));
        assert_eq!(first.stats.nodes, second.stats.nodes);
        assert_eq!(first.lines, second.lines);
        assert!(pair.complete);
        assert_eq!(pair.score, first.score);
        check_lines(&dag, &pair);
    }
}

/// A mate that is there to be found ends the search by itself.
#[test]
fn a_search_for_a_mate_ends_with_it() {
    let mut found = 0;
    for seed in 0..200 {
        let game = RandomTree::<LOSS>::new(seed);
        let truth = Search::new(3, ByNumber).minimax(&game).value;
        let mut engine = engine(Options { narrow: false, ..Options::default() });
        let limits = Limits { mate: Some(2), ..Limits::default() };
        let report = engine.search(&game, &limits, &Stop::new(), |_| ());
        if truth > 900_000_000 {
            found += 1;
            assert!(report.score >= Score::win_at(search_core::Ply::new(3)));
        }
    }
    assert!(found > 10);
}

#[test]
fn a_stop_that_is_set_is_heard() {
    let game = RandomCyclic::<LOSS>::new(7);
    let stop = Stop::new();
    stop.stop();
    let mut engine = engine(Options::default());
    let limits = Limits { infinite: true, ..Limits::default() };
    let report = engine.search(&game, &limits, &stop, |_| ());
    assert_eq!(report.best().is_none(), legal_moves(&game).is_empty());
}

/// Who stops a search in the same breath still gets a move that was looked at.
#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_the_moves() {
    let stop = Stop::new();
    stop.stop();
    let mut chosen = 0;
    for seed in 0..60 {
        let game = RandomTree::<LOSS>::new(seed);
        let limits = Limits { infinite: true, ..Limits::default() };
        let first = engine(Options::exact()).search(&game, &Limits::depth(1), &Stop::new(), |_| ());
        let report = engine(Options::exact()).search(&game, &limits, &stop, |_| ());
        let nodes = report.stats.nodes;
        assert!(nodes <= 130, "seed {seed}: {nodes} nodes");
        if first.stats.nodes < 128 && first.best().is_some() {
            assert!(report.depth() >= 1, "seed {seed}");
            chosen += 1;
        }
    }
    assert!(chosen > 20);
}

/// Pondering does not end by its time before the expected move was played.
#[test]
fn pondering_waits_for_the_expected_move() {
    let game = RandomTree::<LOSS>::new(1);
    let options = Options::exact();
    let depth = |ponder: bool, hit: bool| {
        let limits = Limits { depth: Some(3), ponder, ..Limits::movetime(Duration::ZERO) };
        let stop = Stop::new();
        if hit {
            stop.hit();
        }
        engine(options.clone()).search(&game, &limits, &stop, |_| ()).depth()
    };
    assert_eq!([depth(false, false), depth(true, true)], [0, 0]);
    assert!(depth(true, false) > 0);
}
