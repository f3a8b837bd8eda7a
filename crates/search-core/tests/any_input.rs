//! Whatever the types allow: nothing panics, and answers keep their promises.

use std::time::Duration;

use proptest::prelude::*;
use search_core::numbers::{Leaf, Nested, NumberTree};
use search_core::perft::{divide, levels, perft, perft_until};
use search_core::proof::{Decision, Goal, Prover};
use search_core::reference::and_or::StateGraph;
use search_core::reference::{INFINITY, Search};
use search_core::trace::{Cut, End, Recorder, Trace, Window};
use search_core::tt::{Draft, Entry, Table};
use search_core::{
    Bound, Clock, Depth, Engine, Evaluate, Limits, NoEvaluation, Options, Outcome, PARAMS, Params,
    Player, Ply, Position, Score, Skill, Stop,
};

/// Numbers of which many lie at the ends.
fn number() -> impl Strategy<Value = i32> {
    prop_oneof![
        any::<i32>(),
        Just(i32::MIN),
        Just(i32::MAX),
        -40_000..40_000,
        Just(0),
        Just(-INFINITY)
    ]
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(1), 0..2000usize, Just(usize::MAX), any::<usize>()]
}

fn time() -> impl Strategy<Value = Duration> {
    let part = prop_oneof![Just(0), Just(u64::MAX), any::<u64>(), 0..1000u64];
    (part, 0..1_000_000_000u32)
        .prop_map(|(s, n)| Duration::from_secs(s).saturating_add(Duration::from_nanos(n.into())))
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Win),
        Just(Outcome::Loss),
        Just(Outcome::Draw),
        number().prop_map(Outcome::Value)
    ]
}

fn leaf() -> impl Strategy<Value = Nested> {
    prop_oneof![
        6 => number().prop_map(|n| Nested::from(n.clamp(-1_000, 1_000))),
        1 => number().prop_map(Nested::from),
        2 => Just(Nested::from(Leaf::Won)),
        2 => Just(Nested::from(Leaf::Lost)),
        1 => Just(Nested::from(Leaf::Unknown)),
    ]
}

fn nested() -> impl Strategy<Value = Nested> {
    leaf()
        .prop_recursive(5, 40, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Nested::List))
}

/// A tree that is one.
fn tree() -> impl Strategy<Value = NumberTree> {
    nested().prop_filter_map("no tree", |nested| NumberTree::new(&nested).ok())
}

/// Tunables of any value: the fields are open.
fn params() -> impl Strategy<Value = Params> {
    prop::collection::vec(number(), PARAMS.len()).prop_map(|values| {
        let mut params = Params::default();
        macro_rules! all {
            ($($name:ident)*) => {
                let mut values = values.into_iter();
                $(params.$name = values.next().unwrap_or_default();)*
            };
        }
        // Those that something is divided by or counted with.
        all!(aspiration_delta aspiration_depth aspiration_growth history_bonus history_bonus_max
            continuation_weight noisy_history_weight correction_weight probe_budget
            quiescence_plies quiescence_margin reverse_futility_margin reverse_futility_depth
            razoring_margin razoring_depth null_move_depth null_move_base null_move_growth
            null_move_margin null_move_verified probcut_margin probcut_depth
            internal_reduction_depth singular_depth singular_margin singular_double
            threat_extension reduction_base reduction_divisor reduction_moves reduction_root
            reduction_pv reduction_cut reduction_worse reduction_history reduction_threat
            reduction_noisy late_moves late_moves_growth late_moves_worse late_moves_depth
            futility_margin futility_base futility_depth history_pruning history_pruning_depth
            exchange_quiet exchange_noisy exchange_depth clock_moves clock_increment clock_doubt
            clock_stretch clock_fraction);
        params
    })
}

/// Says what a number says, whatever it is.
#[derive(Clone)]
struct Rash(i32);

impl<P: Position> Evaluate<P> for Rash {
    fn evaluate(&mut self, pos: &P) -> i32 {
        self.0.wrapping_mul(pos.key() as i32 | 1)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn scores(n in number(), m in number(), at in size(), more in size(), out in outcome(), stored in any::<i16>()) {
        let (ply, plies) = (Ply::new(at), Ply::new(more));
        prop_assert!(ply <= Ply::MAX && ply.next() <= Ply::MAX);
        let scores = [
            Score::evaluation(n),
            Score::terminal(out, ply),
            Score::by_rule(out, ply),
            Score::proved(out, ply, None),
            Score::proved(out, ply, Some(plies)),
            Score::win_at(ply),
            Score::loss_at(ply),
        ];
        for score in scores.into_iter().chain(Score::from_table(stored, ply)) {
            let _ = (score.to_string(), score.kind(), score.reference(), score.is_decided());
            let _ = (score + m, score - m, -score, Score::from_table(score.to_table(ply), plies));
        }
        let depth = Depth::new(n);
        let _ = (depth + m, depth - m, (depth + m) - n, Draft::plies(depth + m).depth());
        prop_assert_eq!(out.flip().flip() == out, out != Outcome::Value(i32::MIN));
        prop_assert_eq!(Player::Min.signed(Player::Max.signed(n)), n.saturating_neg());
    }

    #[test]
    fn the_table(mb in 0..3usize, keys in prop::collection::vec(any::<u64>(), 1..60), best in any::<u16>(), n in number(), at in size(), evaluation in any::<Option<i16>>()) {
        let mut table = Table::new(mb).unwrap();
        for (i, &key) in keys.iter().enumerate() {
            let bound = [None, Some(Bound::Lower), Some(Bound::Upper), Some(Bound::Exact)][i % 4];
            let draft = if i % 7 == 0 { Draft::COMPLETE } else { Draft::plies(Depth::new(n) + i as i32) };
            let entry = Entry::new(best.try_into().ok(), Score::evaluation(n), bound, draft, Ply::new(at));
            table.store(key, entry.with_evaluation(evaluation));
            table.prefetch(!key);
            let _ = table.probe(key).map(|found| found.score(Ply::new(at)));
            table.new_search();
        }
        table.touch();
        prop_assert!(table.hashfull() <= 1000 && table.megabytes() == mb);
        table.clear();
        prop_assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn trees_of_numbers(nested in nested(), path in prop::collection::vec(any::<u32>(), 0..5), bits in 1..=u16::MAX) {
        let Ok(tree) = NumberTree::new(&nested) else { return Ok(()) };
        let tree = tree.with_root(Player::Min);
        let _ = (tree.at(&path), tree.child(bits.into()), tree.pack(u32::MAX), tree.unpack(bits.try_into().unwrap()));
        prop_assert_eq!(tree.to_string().parse::<NumberTree>().map(|t| t.to_string()), Ok(tree.to_string()));
        let _ = (tree.label(), tree.height(), tree.has_unknown(), format!("{tree:?}"));
        let _ = (perft(&tree, 9), perft_until(&tree, 9, || true), divide(&tree, 9), levels(&tree, 9));
        if let Ok(graph) = StateGraph::build(&tree, Player::Max, 100) {
            let win = graph.forced_win(Player::Min);
            let _ = (win.is_won(usize::MAX), win.is_or_node(usize::MAX), win.plies(99), win.solution());
            let _ = (win.solutions().take(3).count(), graph.level_sizes(), graph.edge_count());
        }
    }

    #[test]
    fn trees_of_any_text(text in "\\PC{0,40}|[\\[\\],0-9 \"inful.+e-]{0,60}") {
        let _ = text.parse::<NumberTree>().map_err(|e| e.to_string());
    }

    #[test]
    fn textbook_searches(tree in tree(), depth in 0..9u32, n in number(), (alpha, beta) in (number(), number()), moves in prop::option::of(prop::collection::vec(any::<u32>(), 0..4))) {
        let mut search = Search::new(depth, Rash(n));
        search.root_moves = moves;
        let value = search.minimax(&tree).value;
        prop_assert_eq!(search.alpha_beta(&tree).value, value);
        prop_assert_eq!(search.negamax(&tree).value, value);
        let within = search.negamax_within(&tree, alpha, beta).value;
        let low = alpha.max(-INFINITY);
        prop_assert_eq!(within, value.max(low).min(beta.max(low)));
    }

    #[test]
    fn recorders(limit in size(), steps in prop::collection::vec((0..5u8, number()), 0..30), tree in tree()) {
        let mut recorder = Recorder::new(limit);
        for (step, n) in steps {
            match step {
                0 => recorder.enter(&tree, None, Ply::MAX, Player::Max, Window { alpha: n, beta: n }),
                1 => Trace::<NumberTree>::update(&mut recorder, n),
                2 => recorder.skip(&tree, n as u32),
                3 => Trace::<NumberTree>::leave(&mut recorder, n, End::Cut(Cut::Alpha)),
                _ => Trace::<NumberTree>::restart(&mut recorder),
            }
        }
        prop_assert!(recorder.into_tree().nodes.iter().all(|node| node.bounds().is_some() || node.visit.is_none()));
    }

    #[test]
    fn skills(hundredths in any::<u32>(), seed in any::<u64>()) {
        let _ = Skill::new(hundredths, seed).map(|skill| skill.with_seed(!seed).nodes());
    }

    #[test]
    fn names_of_tunables(name in "[a-z_]{0,12}|\\PC*", value in any::<i64>()) {
        let mut params = Params::default();
        let _ = (params.get(&name), params.set(&name, value).map_err(|e| e.to_string()));
        for param in PARAMS {
            let set = params.set(param.name, value).map_err(|e| e.to_string());
            prop_assert_eq!(set.is_ok(), (i64::from(param.min)..=i64::from(param.max)).contains(&value));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Every limit and every option at once, one of the limits being soon reached.
    #[test]
    fn engines(
        tree in tree(),
        params in params(),
        switches in any::<u16>(),
        (nodes, depth, mate, multipv) in (0..3000u64, any::<Option<u32>>(), any::<Option<u32>>(), size()),
        (movetime, clock, overhead) in (prop::option::of(time()), prop::option::of((time(), time(), any::<Option<u32>>())), time()),
        (low, high, n) in (number(), number(), number()),
        skill in prop::option::of((any::<u32>(), any::<u64>())),
    ) {
        let on = |i: u16| switches >> i & 1 == 1;
        let options = Options {
            hash_mb: usize::from(on(0)),
            threads: usize::from(switches >> 14),
            overhead,
            params,
            pvs: on(1),
            table: on(2),
            exact_draft: on(3),
            quiescence: on(4),
            aspiration: on(5),
            killers: on(6),
            history: on(7),
            narrow: on(8),
            probe: on(9),
            skill: skill.and_then(|(level, seed)| Skill::new(level, seed)),
        };
        let limits = Limits {
            depth,
            nodes: Some(nodes),
            movetime,
            clock: clock.map(|(remaining, increment, moves_to_go)| Clock { remaining, increment, moves_to_go }),
            mate,
            forced_at_once: on(13),
            infinite: false,
            ponder: on(10),
            moves: on(11).then(|| vec![0, u32::MAX, 1, 0]),
            multipv,
            window: on(12).then(|| (Score::evaluation(low), Score::INFINITE + high)),
        };
        let mut engine = Engine::new(Rash(n), options.clone()).unwrap();
        engine.warm_up();
        let stop = Stop::new();
        stop.hit();
        let report = engine.search(&tree, &limits, &stop, |info| assert!(info.stats.nps() < u64::MAX));
        let legal = search_core::legal_moves(&tree);
        prop_assert!(report.best().is_none_or(|m| legal.contains(&m)));
        let _ = (report.ponder(), report.depth(), report.seldepth(), engine.recall(&tree));
        // For another time, with everything else changed.
        engine.set_options(Options { threads: 1, table: !options.table, ..options }).unwrap();
        engine.clear();
        engine.search(&tree, &Limits::nodes(500), &Stop::new(), |_| ());
    }

    #[test]
    fn provers(tree in tree(), nodes in prop::option::of(0..2000u64), win in any::<bool>()) {
        let goal = if win { Goal::Win } else { Goal::NotLose };
        let mut prover = Prover::new(1).unwrap();
        let report = prover.prove(&tree, goal, nodes, &Stop::new());
        prop_assert!(nodes.is_some() || report.decision != Decision::Unknown);
        prover.clear();
    }
}

#[test]
fn what_cannot_be_had_is_refused() {
    let huge = Options { hash_mb: usize::MAX, ..Options::default() };
    assert!(Engine::<NumberTree, _>::new(NoEvaluation, huge.clone()).is_err());
    assert!(Prover::<NumberTree>::new(usize::MAX).is_err());
    let mut engine = Engine::<NumberTree, _>::new(NoEvaluation, Options::default()).unwrap();
    assert!(engine.set_options(huge).is_err());
    assert_eq!(engine.options(), &Options::default());
}

/// Threads without number are as many as there may be.
#[test]
fn threads_without_number() {
    let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse().unwrap();
    let options = Options { threads: usize::MAX, hash_mb: 0, ..Options::default() };
    let mut engine = Engine::new(NoEvaluation, options).unwrap();
    let report = engine.search(&tree, &Limits::depth(3), &Stop::new(), |_| ());
    assert_eq!(report.score, Score::evaluation(5));
}
