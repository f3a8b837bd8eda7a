//! Reductions, pruning and narrowing by opinion may miss things; what is told
//! as decided must be true all the same.

mod common;

use std::num::NonZeroU16;
use std::ops::ControlFlow;

use common::{ByNumber, DRAW, Edge, GraphGame, Numbered, RandomDag};
use search_core::reference::Search;
use search_core::{
    Engine, Heuristics, Limits, MoveSet, NoEvaluation, Options, Outcome, Params, Position, Stop,
};

/// A game whose engine looks at a part of the moves only.
#[derive(Clone, PartialEq)]
struct Opinionated(GraphGame<DRAW>);

impl Position for Opinionated {
    type Move = Edge;
    type Undo = u32;
    const NO_MOVES: Outcome = <GraphGame<DRAW> as Position>::NO_MOVES;

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Edge) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.generate(set, visit)
    }

    fn is_legal(&self, m: Edge) -> bool {
        self.0.is_legal(m)
    }

    fn make(&mut self, m: Edge) -> u32 {
        self.0.make(m)
    }

    fn unmake(&mut self, m: Edge, undo: u32) {
        self.0.unmake(m, undo);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn pack(&self, m: Edge) -> Option<NonZeroU16> {
        self.0.pack(m)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Edge> {
        self.0.unpack(bits)
    }
}

impl Heuristics for Opinionated {
    fn options() -> Options {
        let params = Params {
            reduction_divisor: 60,
            reduction_moves: 1,
            late_moves: 2,
            late_moves_growth: 0,
            futility_margin: 1,
            threat_extension: 1,
            quiescence_plies: 0,
            ..Params::default()
        };
        Options { hash_mb: 1, params, ..Options::default() }
    }

    /// Every other position has an opinion: its first legal move, and moves
    /// with an even number.
    fn candidates(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Edge) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let first = search_core::legal_moves(self).first().copied();
        let narrow = self.narrows_by_opinion();
        self.generate(set, |m| match !narrow || Some(m) == first || m.0.is_multiple_of(2) {
            true => visit(m),
            false => ControlFlow::Continue(()),
        })
    }

    fn narrows_by_opinion(&self) -> bool {
        self.0.key().is_multiple_of(2)
    }

    fn under_threat(&self) -> bool {
        self.0.key() % 5 == 1
    }
}

impl Numbered for Opinionated {
    fn number(&self) -> i32 {
        self.0.number()
    }
}

/// All that a game can ask for.
fn everything() -> Options {
    let params = Params {
        mate_distance: 1,
        quiescence_plies: 6,
        quiescence_table: 1,
        quiescence_checks: 1,
        quiescence_losing: 0,
        quiescence_margin: 1,
        continuation_weight: 100,
        noisy_history_weight: 100,
        correction_weight: 100,
        reverse_futility_margin: 1,
        razoring_margin: 1,
        null_move_depth: 1,
        probcut_margin: 1,
        probcut_depth: 2,
        internal_reduction_depth: 2,
        singular_depth: 2,
        singular_double: 1,
        reduction_root: 1,
        reduction_worse: 100,
        reduction_cut: 100,
        reduction_noisy: 100,
        prune_pv: 1,
        prune_reduced: 1,
        late_moves_worse: 50,
        history_pruning: 1,
        exchange_quiet: 1,
        exchange_noisy: 1,
        ..Opinionated::options().params
    };
    Options { hash_mb: 1, params, ..Options::default() }
}

#[test]
fn what_is_decided_is_true() {
    for options in [Opinionated::options(), everything()] {
        decided_is_true(&options);
    }
}

fn decided_is_true(options: &Options) {
    let mut seen = [0; 3];
    for seed in 0..1500 {
        let game = Opinionated(RandomDag::new(seed));
        let longest = game.0.longest().max(1);
        let truth = Search::new(longest, NoEvaluation).minimax(&game.0).value;
        let mut engine = Engine::new(ByNumber, options.clone()).unwrap();
        for depth in 1..=longest + 2 {
            let report = engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ());
            let told = (report.score.is_win(), report.score.is_loss());
            assert!(!told.0 || truth > 900_000_000, "seed {seed}, depth {depth}: {report:?}");
            assert!(!told.1 || truth < -900_000_000, "seed {seed}, depth {depth}: {report:?}");
            seen[0] += u32::from(told.0);
            seen[1] += u32::from(told.1);
            seen[2] += u32::from(!told.0 && !told.1);
        }
    }
    assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
}

/// Without opinion and pruning the same game is searched to the truth.
#[test]
fn switched_off_it_equals_minimax() {
    for seed in 0..200 {
        let game = Opinionated(RandomDag::new(seed));
        let mut engine = Engine::new(ByNumber, Options::exact()).unwrap();
        for depth in 1..=game.0.longest().max(1) {
            let minimax = Search::new(depth, ByNumber).minimax(&game).value;
            let report = engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ());
            assert_eq!(report.score.reference(), minimax, "seed {seed}, depth {depth}");
        }
    }
}
