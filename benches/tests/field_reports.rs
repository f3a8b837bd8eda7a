//! Field reports: inputs on which other programs failed in public. `data/field-reports.tsv` says of
//! each where it is held, most of them as sessions and data of the games; what must hold in several
//! games, or of the search alone, is held here.

use std::collections::BTreeSet;
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::path::Path;

use grundy::{Heaps, NimSum};
use search_core::reference::Search;
use search_core::{
    Engine, Heuristics, Limits, MoveSet, NoEvaluation, Options, Outcome, Ply, Position, ScoreKind,
    Stop, legal_moves,
};
use xiangqi::{Evaluation, Xiangqi};

const INDEX: &str = include_str!("data/field-reports.tsv");

#[test]
fn every_report_is_held_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = BTreeSet::new();
    for line in INDEX.lines() {
        let [id, file, mark] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(seen.insert(id), "{id} stands twice");
        let text =
            std::fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(text.contains(mark), "{id}: `{mark}` is not in {file}");
    }
    assert_eq!(seen.len(), 81);
    // And each game runs all that its data hold.
    let here = |file: &str| INDEX.lines().filter(|line| line.contains(file)).count();
    assert_eq!(here("xiangqi/tests/data/field-reports.json"), 49);
    assert_eq!(here("gomoku/tests/data/field-reports.json"), 12);
}

/// Mates in one and two of either side.
const MATES: [&str; 4] = [
    "4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w - - 0 1",
    "9/9/5k3/2P6/9/9/9/9/9/1R2K4 w - - 0 1",
    "3a5/9/5k3/9/9/9/2N5R/9/4K4/9 b - - 0 1",
    "9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1",
];

fn xiangqi(table: bool) -> Engine<Xiangqi, Evaluation> {
    let options = Options { table, hash_mb: 1, ..Xiangqi::options() };
    Engine::new(Evaluation::default(), options).expect("memory")
}

/// S03: distances to mate stay right through a table that is kept, and the mate is played.
#[test]
fn a_mate_is_played_to_its_end() {
    for fen in MATES {
        let mut engine = xiangqi(true);
        let mut game = Xiangqi::from_fen(fen).expect(fen);
        for depth in 1..=12 {
            engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ());
        }
        let mut expected = None;
        while let Some(m) = {
            let report = engine.search(&game, &Limits::depth(12), &Stop::new(), |_| ());
            let plies = match report.score.kind() {
                ScoreKind::Win { plies } | ScoreKind::Loss { plies } => plies.get(),
                other => panic!("{fen}: {other:?}"),
            };
            assert!(expected.is_none_or(|expected| plies == expected), "{fen}: {plies}");
            expected = plies.checked_sub(1);
            report.best()
        } {
            game.play(m).expect("a legal move");
        }
        assert!(game.legal_moves().is_empty() && expected.is_none(), "{fen}");
    }
}

/// S04: neither with a table that remembers other searches nor without one is a drawn ending a mate.
#[test]
fn a_warm_table_finds_no_mate_that_is_none() {
    let fen = "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1";
    let game = Xiangqi::from_fen(fen).expect(fen);
    let decided = |engine: &mut Engine<_, _>, depth| {
        let report = engine.search(&game, &Limits::depth(depth), &Stop::new(), |_| ());
        assert!(game.legal_moves().contains(&report.best().expect("a move")));
        matches!(report.score.kind(), ScoreKind::Win { .. } | ScoreKind::Loss { .. })
    };
    let (mut warm, mut without) = (xiangqi(true), xiangqi(false));
    for m in game.legal_moves() {
        let mut next = game.clone();
        next.play(m).expect("legal");
        warm.search(&next, &Limits::depth(5), &Stop::new(), |_| ());
    }
    for depth in 1..=8 {
        assert!(!decided(&mut warm, depth), "{depth}");
        assert!(depth > 6 || !decided(&mut without, depth), "{depth}");
    }
}

/// S13: stopped anywhere, a search leaves nothing false behind.
#[test]
fn a_search_that_is_stopped_spoils_nothing() {
    for fen in MATES {
        let game = Xiangqi::from_fen(fen).expect(fen);
        let truth = xiangqi(true).search(&game, &Limits::depth(6), &Stop::new(), |_| ()).score;
        let mut engine = xiangqi(true);
        for nodes in (1..300).chain((300..5000).step_by(47)) {
            let report = engine.search(&game, &Limits::nodes(nodes), &Stop::new(), |_| ());
            let best = report.best().expect("a move");
            assert!(game.legal_moves().contains(&best), "{fen}: {best} after {nodes} nodes");
        }
        let report = engine.search(&game, &Limits::depth(6), &Stop::new(), |_| ());
        assert_eq!(report.score, truth, "{fen}");
    }
}

/// One pile, of which any number is taken; who takes the last one wins, or loses in misère play.
/// Won at once, or with one move before the end: a program whose key leaves out who moves, or how
/// the game is played, mixes them up.
#[derive(Clone, Debug, PartialEq)]
struct Pile {
    coins: u16,
    second: bool,
    misere: bool,
}

impl Position for Pile {
    type Move = u16;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        (self.coins == 0).then_some(if self.misere { Outcome::Win } else { Outcome::Loss })
    }

    fn generate(&self, set: MoveSet, visit: impl FnMut(u16) -> ControlFlow<()>) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return ControlFlow::Continue(());
        }
        (1..=self.coins).try_for_each(visit)
    }

    fn make(&mut self, m: u16) {
        self.coins -= m;
        self.second = !self.second;
    }

    fn unmake(&mut self, m: u16, (): ()) {
        self.coins += m;
        self.second = !self.second;
    }

    fn key(&self) -> u64 {
        u64::from(self.coins) << 2 | u64::from(self.second) << 1 | u64::from(self.misere)
    }

    fn pack(&self, m: u16) -> Option<NonZeroU16> {
        NonZeroU16::new(m)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<u16> {
        Some(bits.get()).filter(|&m| m <= self.coins)
    }
}

impl Heuristics for Pile {}

/// S11
#[test]
fn who_is_to_move_is_part_of_the_key() {
    let mut engine = Engine::new(NoEvaluation, Options::default()).expect("memory");
    // One engine for all of them, its table kept.
    for coins in [100, 1, 2, 3, 100, 99] {
        for (misere, second) in [(false, false), (true, true), (true, false), (false, true)] {
            let pile = Pile { coins, second, misere };
            search_core::conformance::Conformance::new(&pile).check().expect("a position");
            let report = engine.search(&pile, &Limits::depth(4), &Stop::new(), |_| ());
            let (best, score) = match (misere, coins) {
                // All but one; the last one is taken by the other.
                (true, 1) => (1, ScoreKind::Loss { plies: Ply::new(1) }),
                (true, _) => (coins - 1, ScoreKind::Win { plies: Ply::new(2) }),
                (false, _) => (coins, ScoreKind::Win { plies: Ply::new(1) }),
            };
            assert_eq!((report.best(), report.score.kind()), (Some(best), score), "{pile:?}");
        }
    }
}

/// S12: where every move loses, one is given, by the engine and by the textbook.
#[test]
fn a_move_is_given_where_all_lose() {
    let pile = Pile { coins: 1, second: false, misere: true };
    for options in
        [Options::default(), Options::exact(), Options { table: false, ..Options::default() }]
    {
        let mut engine = Engine::new(NoEvaluation, options).expect("memory");
        for limits in [Limits::depth(1), Limits::depth(9), Limits::nodes(1)] {
            assert_eq!(engine.search(&pile, &limits, &Stop::new(), |_| ()).best(), Some(1));
        }
    }
    let mut search = Search::new(9, NoEvaluation);
    assert_eq!(search.minimax(&pile).best, Some(1));
    assert_eq!(search.alpha_beta(&pile).best, Some(1));
    assert_eq!(search.negamax(&pile).best, Some(1));
    // Values as low as they come.
    let tree: search_core::numbers::NumberTree =
        "[-1000,[1000,-1000],-1000]".parse().expect("a tree");
    let mut search = Search::new(9, NoEvaluation);
    assert!(search.minimax(&tree).best.is_some() && search.alpha_beta(&tree).best.is_some());
    let mut engine = Engine::new(NoEvaluation, Options::default()).expect("memory");
    assert!(engine.search(&tree, &Limits::depth(3), &Stop::new(), |_| ()).best().is_some());
}

/// S16: at the end of a game there is no move, and with one move it is that.
#[test]
fn the_end_of_a_game_has_no_move() {
    let over = Pile { coins: 0, second: false, misere: false };
    let last = Pile { coins: 1, ..over.clone() };
    for depth in [1, 5] {
        let mut search = Search::new(depth, NoEvaluation);
        assert_eq!(search.minimax(&over).best, None);
        assert_eq!(search.alpha_beta(&over).best, None);
        assert_eq!(search.negamax(&over).best, None);
        assert_eq!(search.minimax(&last).best, Some(1));
        assert_eq!(search.alpha_beta(&last).best, Some(1));
        assert_eq!(search.negamax(&last).best, Some(1));
        for options in [Options::default(), Options::exact()] {
            for threads in [1, 2] {
                let options = Options { threads, ..options.clone() };
                let mut engine = Engine::new(NoEvaluation, options).expect("memory");
                let mut best = |pos: &Pile| {
                    engine.search(pos, &Limits::depth(depth), &Stop::new(), |_| ()).best()
                };
                assert_eq!((best(&over), best(&last)), (None, Some(1)));
            }
        }
    }
}

/// N04
#[test]
fn every_split_that_is_suggested_is_legal() {
    let nim = NimSum::up_to(60);
    let mut engine =
        Engine::new(nim, Options { hash_mb: 1, ..Options::default() }).expect("memory");
    for first in 1..=40 {
        for second in [1, 4, 7, 20] {
            let heaps = Heaps::new(&[first, second]).expect("heaps");
            let legal = legal_moves(&heaps);
            let best = engine.search(&heaps, &Limits::depth(3), &Stop::new(), |_| ()).best();
            assert_eq!(best.is_none(), legal.is_empty(), "{heaps}");
            assert!(best.is_none_or(|m| legal.contains(&m)), "{heaps}: {best:?}");
        }
    }
}
