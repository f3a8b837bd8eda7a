//! Proof-number search against exhaustive search, and against the truth on graphs with cycles.

mod common;

#[allow(dead_code, reason = "an example has a `main`, and more than one user")]
#[path = "../examples/connect_four.rs"]
mod game;

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use allocation_counter::measure;
use common::{DRAW, GraphGame, LOSS, RandomCyclic, RandomDag, RandomTree, Rng, SEVEN, Shape, WIN};
use game::ConnectFour;
use search_core::conformance::Conformance;
use search_core::proof::{
    Decision, Goal, Judge, Judgement, Mobility, ProofReport, Prover, Unjudged,
};
use search_core::{
    Heuristics, MoveSet, Outcome, Ply, Position, Proof, ProofBound, Stop, Verdict, final_outcome,
    legal_moves,
};

const GOALS: [Goal; 2] = [Goal::Win, Goal::NotLose];

/// Exhaustive search of a game without cycles: whether the side to move
/// reaches its goal, and in how many plies if who has its way hurries and the
/// other does not.
fn oracle<P: Position>(
    pos: &P,
    goal: Goal,
    known: &mut HashMap<(u64, Goal), (bool, u32)>,
) -> (bool, u32) {
    if let Some(outcome) = final_outcome(pos) {
        return (goal.is_met(outcome), 0);
    }
    if let Some(&found) = known.get(&(pos.key(), goal)) {
        return found;
    }
    let children: Vec<_> =
        legal_moves(pos).into_iter().map(|m| oracle(&pos.after(m), goal.other(), known)).collect();
    let shortest = children.iter().filter(|(theirs, _)| !theirs).map(|c| c.1 + 1).min();
    let longest = children.iter().map(|c| c.1 + 1).max();
    let found = match shortest {
        Some(plies) => (true, plies),
        None => (false, longest.unwrap_or(0)),
    };
    known.insert((pos.key(), goal), found);
    found
}

const fn decided(yes: bool) -> Decision {
    if yes { Decision::Proved } else { Decision::Disproved }
}

fn ask<P: Position, J: Judge<P>>(
    prover: &mut Prover<P, J>,
    pos: &P,
    goal: Goal,
) -> ProofReport<P::Move> {
    prover.prove(pos, goal, None, &Stop::new())
}

/// The line is legal, ends the game if it says so, and then the way that was told.
fn check_line<P: Position>(start: &P, goal: Goal, report: &ProofReport<P::Move>) {
    let mut pos = start.clone();
    let mut goal = goal;
    for (i, &m) in report.line.iter().enumerate() {
        assert!(i == 0 || pos.adjudicate(Ply::new(i)).is_none(), "the game was over");
        assert!(legal_moves(&pos).contains(&m), "{m:?} is not legal in {:?}", report.line);
        pos.make(m);
        goal = goal.other();
    }
    if report.finished {
        let ply = Ply::new(report.line.len());
        let by_path = pos.adjudicate(ply).map(|verdict| match verdict {
            Verdict::Position(outcome) | Verdict::Path { outcome, .. } => outcome,
        });
        let end = pos.outcome().or(by_path).or_else(|| final_outcome(&pos));
        let met =
            goal.is_met(end.expect("the end of the game")) == report.line.len().is_multiple_of(2);
        assert_eq!(decided(met), report.decision, "{report:?}");
    }
    match report.decision {
        Decision::Unknown => assert!(report.line.is_empty() && !report.finished),
        Decision::Proved => assert_eq!((report.proof, report.disproof), (0, Prover::<P>::INFINITE)),
        Decision::Disproved => {
            assert_eq!((report.proof, report.disproof), (Prover::<P>::INFINITE, 0));
        }
    }
}

/// Both questions from every position of all lines of this many plies.
fn compare<P: Position, J: Judge<P>>(start: &P, mut prover: Prover<P, J>, depth: u32, whole: bool) {
    let mut known = HashMap::new();
    let mut stack = vec![(start.clone(), depth)];
    while let Some((pos, depth)) = stack.pop() {
        for goal in GOALS {
            let (yes, plies) = oracle(&pos, goal, &mut known);
            let report = ask(&mut prover, &pos, goal);
            assert_eq!(report.decision, decided(yes));
            assert!(!report.by_repetition);
            check_line(&pos, goal, &report);
            let told = report.plies.expect("a distance");
            assert!(told >= plies, "{told} plies told, {plies} needed");
            assert!(report.finished, "nothing but the end of the game ends a line");
            if whole {
                assert_eq!(report.line.len() as u32, told, "{report:?}");
            }
            // Who has its way keeps it on all of the line.
            let (mut on, mut yes, mut goal) = (pos.clone(), yes, goal);
            for &m in &report.line {
                on.make(m);
                (yes, goal) = (!yes, goal.other());
                assert_eq!(oracle(&on, goal, &mut known).0, yes);
            }
        }
        if depth > 0 {
            stack.extend(legal_moves(&pos).into_iter().map(|m| (pos.after(m), depth - 1)));
        }
    }
}

fn compare_all<P: Position>(start: &P, depth: u32) {
    for megabytes in [0, 1] {
        let whole = megabytes > 0;
        compare(start, Prover::new(megabytes).unwrap(), depth, whole);
        compare(start, Prover::with_judge(Unjudged, megabytes).unwrap(), depth, whole);
    }
}

#[test]
fn trees_are_solved() {
    for seed in 0..300 {
        compare_all(&RandomTree::<LOSS>::new(seed), 1);
        compare_all(&RandomTree::<DRAW>::new(seed), 1);
        compare_all(&RandomTree::<WIN>::new(seed), 1);
        compare_all(&RandomTree::<SEVEN>::new(seed), 1);
    }
}

#[test]
fn uniform_trees_are_solved() {
    for seed in 0..20 {
        for (moves, height) in [(2, 9), (4, 5), (6, 4)] {
            compare_all(&RandomTree::<LOSS>::uniform(seed, moves, height, 2), 0);
        }
    }
}

#[test]
fn graphs_without_cycles_are_solved() {
    for seed in 0..300 {
        compare_all(&RandomDag::<LOSS>::new(seed), 1);
        compare_all(&RandomDag::<DRAW>::new(seed), 1);
        compare_all(&RandomDag::<WIN>::new(seed), 1);
        compare_all(&RandomDag::<SEVEN>::new(seed), 1);
    }
}

/// Every position of a game with cycles, the table kept from one to the next.
fn compare_cyclic<const N: u8>(seed: u64, megabytes: usize, tally: &mut [usize; 3]) {
    let game = RandomCyclic::<N>::new(seed);
    let truth = game.truth();
    let mut prover = Prover::new(megabytes).unwrap();
    for start in game.everywhere() {
        let real = truth.of(&start);
        for goal in GOALS {
            let report = ask(&mut prover, &start, goal);
            assert_eq!(
                report.decision,
                decided(goal.is_met(real)),
                "seed {seed} {start:?} {goal:?}"
            );
            check_line(&start, goal, &report);
            let holds = (goal == Goal::Win) == (report.decision == Decision::Disproved);
            assert!(holds || !report.by_repetition, "no win rests on repetition");
            if !holds {
                let plies = truth.plies(&start).expect("decided");
                let told = report.plies.expect("a distance");
                assert!(told >= plies);
                if megabytes > 0 {
                    assert!(report.finished);
                    assert_eq!(report.line.len() as u32, told);
                }
            }
            tally[0] += usize::from(!holds);
            tally[1] += usize::from(report.by_repetition);
            tally[2] += usize::from(holds && !report.by_repetition);
        }
    }
}

#[test]
fn graphs_with_cycles_are_solved() {
    let mut tally = [0; 3];
    for seed in 0..600 {
        compare_cyclic::<LOSS>(seed, 1, &mut tally);
        compare_cyclic::<DRAW>(seed, 1, &mut tally);
    }
    assert!(tally.iter().all(|&n| n > 1000), "{tally:?}");
}

#[test]
fn graphs_with_cycles_are_solved_with_four_entries() {
    let mut tally = [0; 3];
    for seed in 0..150 {
        compare_cyclic::<LOSS>(seed, 0, &mut tally);
    }
    assert!(tally.iter().all(|&n| n > 300), "{tally:?}");
}

/// Many ways to each position: what was found on one path is asked for on many.
#[test]
fn larger_graphs_with_cycles_are_solved() {
    let (mut nodes, mut unknown) = (0, 0);
    for seed in 0..40 {
        let shape = Shape { width: 50, moves: 4, ends: 12, ..Shape::cyclic(seed) };
        let game = RandomCyclic::<LOSS>::shaped(seed, shape);
        let truth = game.truth();
        let mut prover = Prover::new(1).unwrap();
        for start in game.everywhere() {
            for goal in GOALS {
                let report = prover.prove(&start, goal, Some(20_000), &Stop::new());
                let wanted = decided(goal.is_met(truth.of(&start)));
                assert!([wanted, Decision::Unknown].contains(&report.decision), "seed {seed}");
                check_line(&start, goal, &report);
                nodes += report.nodes;
                unknown += u32::from(report.decision == Decision::Unknown);
            }
        }
    }
    assert_eq!(unknown, 0);
    assert!(nodes < 100_000, "{nodes}");
}

/// The draw by repetition of one path is no answer on another: the graph of
/// `a_score_that_leans_on_the_path_is_not_stored` in `engine.rs`.
#[test]
fn a_solution_that_leans_on_the_path_is_not_believed_elsewhere() {
    let arrows: &[&[u32]] = &[&[1, 2], &[0], &[3], &[4], &[5], &[6], &[], &[8, 1], &[]];
    let ends = [(6, Outcome::Loss), (8, Outcome::Draw)];
    let game = RandomCyclic::<LOSS>::from(GraphGame::drawn(arrows, &ends));
    let at = |vertex, second| RandomCyclic::from(game.memoryless().at(vertex, second));
    let mut prover = Prover::new(1).unwrap();
    let won = ask(&mut prover, &at(0, false), Goal::Win);
    assert_eq!((won.decision, won.plies, won.by_repetition), (Decision::Proved, Some(5), false));
    let won = ask(&mut prover, &at(7, false), Goal::Win);
    assert_eq!((won.decision, won.plies), (Decision::Proved, Some(7)));
    assert_eq!(won.line.len(), 7);

    // Two positions that lead to each other: who is there holds by repetition.
    let game = RandomCyclic::<LOSS>::from(GraphGame::drawn(&[&[1], &[0]], &[]));
    let mut prover = Prover::new(1).unwrap();
    for (goal, decision) in [(Goal::Win, Decision::Disproved), (Goal::NotLose, Decision::Proved)] {
        let report = ask(&mut prover, &game, goal);
        assert_eq!((report.decision, report.by_repetition), (decision, true));
        assert_eq!((report.plies, report.finished, report.line.len()), (None, true, 2));
    }
}

/// No rule speaks of cycles: wins are found, and nothing is disproved by going round.
#[test]
fn without_a_rule_of_repetition_only_what_ends_is_told() {
    let mut tally = [0; 3];
    for seed in 0..300 {
        let game = RandomCyclic::<LOSS>::new(seed);
        let truth = game.truth();
        let mut prover = Prover::new(1).unwrap();
        for start in game.memoryless().everywhere() {
            let real = truth.of(&RandomCyclic::from(start.clone()));
            for goal in GOALS {
                let report = prover.prove(&start, goal, Some(100_000), &Stop::new());
                check_line(&start, goal, &report);
                assert!(report.nodes < 100_000, "it ends by itself");
                let yes = goal.is_met(real);
                match (goal, yes, report.decision) {
                    (Goal::Win, true, decision) => assert_eq!(decision, Decision::Proved),
                    (Goal::NotLose, false, decision) => assert_eq!(decision, Decision::Disproved),
                    (_, _, Decision::Unknown) => {}
                    (_, _, decision) => assert_eq!(decision, decided(yes)),
                }
                tally[report.decision as usize] += 1;
            }
        }
    }
    assert!(tally.iter().all(|&n| n > 300), "{tally:?}");
}

/// The answer of a game with a past, by trying every line.
fn with_past<P: Position>(pos: &P, goal: Goal, ply: usize) -> bool {
    let by_path = match pos.adjudicate(Ply::new(ply)) {
        Some(Verdict::Position(outcome) | Verdict::Path { outcome, .. }) if ply > 0 => {
            Some(outcome)
        }
        _ => None,
    };
    match pos.outcome().or(by_path).or_else(|| final_outcome(pos)) {
        Some(outcome) => goal.is_met(outcome),
        None => {
            legal_moves(pos).into_iter().any(|m| !with_past(&pos.after(m), goal.other(), ply + 1))
        }
    }
}

fn small_cyclic(seed: u64) -> RandomCyclic<LOSS> {
    let shape = Shape { width: 5, moves: 3, ends: 20, ..Shape::cyclic(seed) };
    RandomCyclic::shaped(seed, shape)
}

/// A game that has been going on: coming back to what was before draws.
#[test]
fn the_past_of_the_root_counts() {
    let (mut by_past, mut asked) = (0, 0);
    for seed in 0..1500 {
        let game = small_cyclic(seed);
        let truth = game.truth();
        let mut rng = Rng::new(seed);
        let mut pos = game.clone();
        for _ in 0..4 {
            let moves = legal_moves(&pos);
            if moves.is_empty() || pos.adjudicate(Ply::ROOT).is_some() {
                break;
            }
            pos.make(moves[rng.below(moves.len() as u64) as usize]);
            if pos.adjudicate(Ply::ROOT).is_some() {
                break;
            }
            let mut prover = Prover::new(0).unwrap();
            for goal in GOALS {
                prover.clear();
                let report = ask(&mut prover, &pos, goal);
                let yes = with_past(&pos, goal, 0);
                assert_eq!(report.decision, decided(yes), "seed {seed}");
                check_line(&pos, goal, &report);
                asked += 1;
                by_past += usize::from(yes != goal.is_met(truth.of(&pos.fresh())));
                // Nothing of it is told of the position without that past.
                let fresh = ask(&mut prover, &pos.fresh(), goal);
                let real = goal.is_met(truth.of(&pos.fresh()));
                let win = (goal == Goal::Win) == (fresh.decision == Decision::Proved);
                assert!(win || fresh.decision == decided(real), "seed {seed}");
            }
        }
    }
    assert!(asked > 2000 && by_past > 10, "{by_past} of {asked}");
}

/// Coming back wins or loses: no draw, so that nothing can be told of it.
#[derive(Clone, Debug)]
struct Harsh {
    game: RandomCyclic<LOSS>,
    repeating: Outcome,
}

impl Position for Harsh {
    type Move = <RandomCyclic<LOSS> as Position>::Move;
    type Undo = <RandomCyclic<LOSS> as Position>::Undo;
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.game.generate(set, visit)
    }
    fn is_legal(&self, m: Self::Move) -> bool {
        self.game.is_legal(m)
    }
    fn make(&mut self, m: Self::Move) -> Self::Undo {
        self.game.make(m)
    }
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo) {
        self.game.unmake(m, undo);
    }
    fn key(&self) -> u64 {
        self.game.key()
    }
    fn pack(&self, m: Self::Move) -> Option<NonZeroU16> {
        self.game.pack(m)
    }
    fn unpack(&self, bits: NonZeroU16) -> Option<Self::Move> {
        self.game.unpack(bits)
    }
    fn adjudicate(&self, ply: Ply) -> Option<Verdict> {
        self.game.adjudicate(ply).map(|verdict| match verdict {
            Verdict::Path { plies_back, .. } => {
                // Drawn at some positions, so that both kinds meet.
                let drawn = self.game.key().is_multiple_of(3);
                let outcome = if drawn { Outcome::Draw } else { self.repeating };
                Verdict::Path { outcome, plies_back }
            }
            verdict => verdict,
        })
    }
}

#[test]
fn where_repetition_decides_only_what_stands_without_it_is_told() {
    let mut tally = [0; 3];
    let mut looped = [0; 2];
    for seed in 0..600 {
        for repeating in [Outcome::Win, Outcome::Loss] {
            let game = small_cyclic(seed);
            let mut prover = Prover::new(1).unwrap();
            for start in game.everywhere() {
                let start = Harsh { game: start, repeating };
                for goal in GOALS {
                    let report = ask(&mut prover, &start, goal);
                    tally[report.decision as usize] += 1;
                    let yes = with_past(&start, goal, 0);
                    if report.by_repetition {
                        looped[usize::from(report.decision == decided(yes))] += 1;
                    } else if report.decision != Decision::Unknown {
                        assert_eq!(report.decision, decided(yes), "seed {seed} {goal:?}");
                        check_line(&start, goal, &report);
                    }
                }
            }
        }
    }
    // Where it was met after all, hardly any answer leans on it.
    assert!(looped[0] < 5 && looped[1] > 300, "{looped:?}");
    assert!(tally.iter().all(|&n| n > 300), "{tally:?}");
}

/// Drawn after so many moves, which the key does not count.
#[derive(Clone, Debug)]
struct Counted {
    game: GraphGame<LOSS>,
    left: usize,
}

impl Position for Counted {
    type Move = <GraphGame<LOSS> as Position>::Move;
    type Undo = <GraphGame<LOSS> as Position>::Undo;
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        final_outcome(&self.game)
    }
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.game.generate(set, visit)
    }
    fn is_legal(&self, m: Self::Move) -> bool {
        self.game.is_legal(m)
    }
    fn make(&mut self, m: Self::Move) -> Self::Undo {
        self.left -= 1;
        self.game.make(m)
    }
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo) {
        self.left += 1;
        self.game.unmake(m, undo);
    }
    fn key(&self) -> u64 {
        self.game.key()
    }
    fn pack(&self, m: Self::Move) -> Option<NonZeroU16> {
        self.game.pack(m)
    }
    fn unpack(&self, bits: NonZeroU16) -> Option<Self::Move> {
        self.game.unpack(bits)
    }
    fn adjudicate(&self, _: Ply) -> Option<Verdict> {
        let verdict = Verdict::Path { outcome: Outcome::Draw, plies_back: usize::MAX };
        (self.left == 0).then_some(verdict)
    }
    fn plies_to_limit(&self) -> usize {
        self.left
    }
}

#[test]
fn a_win_of_the_table_that_comes_too_late_is_not_believed() {
    let mut late = 0;
    for seed in 0..200 {
        let game = RandomDag::<LOSS>::new(seed);
        for megabytes in [0, 1] {
            let mut prover = Prover::new(megabytes).unwrap();
            let mut last = None;
            for left in (1..=game.longest() as usize).rev().chain(1..=game.longest() as usize) {
                let start = Counted { game: game.clone(), left };
                for goal in GOALS {
                    let report = ask(&mut prover, &start, goal);
                    let yes = with_past(&start, goal, 0);
                    assert_eq!(report.decision, decided(yes), "seed {seed}, {left} left");
                    check_line(&start, goal, &report);
                    late += usize::from(goal == Goal::Win && last == Some(true) && !yes);
                    if goal == Goal::Win {
                        last = Some(yes);
                    }
                }
            }
        }
    }
    assert!(late > 30, "{late}");
}

/// Who may still take something takes one, and so on to the end.
#[derive(Clone, Debug)]
struct Chain(u64);

impl Position for Chain {
    type Move = u8;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.0 > 0 && set != MoveSet::Noisy { visit(1) } else { ControlFlow::Continue(()) }
    }
    fn make(&mut self, _: u8) {
        self.0 -= 1;
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.0 += 1;
    }
    fn key(&self) -> u64 {
        self.0
    }
    fn pack(&self, m: u8) -> Option<NonZeroU16> {
        NonZeroU16::new(m.into())
    }
    fn unpack(&self, bits: NonZeroU16) -> Option<u8> {
        (bits.get() == 1 && self.0 > 0).then_some(1)
    }
}

/// A key without the side to move: each position serves both, and both questions.
#[test]
fn long_lines_are_followed_as_far_as_lines_go() {
    for megabytes in [0, 1] {
        let mut prover = Prover::new(megabytes).unwrap();
        for coins in [511, 0, 1, 2, 40, 41, 510] {
            for goal in GOALS {
                let report = ask(&mut prover, &Chain(coins), goal);
                assert_eq!(report.decision, decided(coins % 2 == 1));
                assert_eq!((report.plies, report.finished), (Some(coins as u32), true));
                assert_eq!(report.line.len() as u64, coins);
            }
        }
        prover.clear();
        for goal in GOALS {
            let report = ask(&mut prover, &Chain(700), goal);
            assert_eq!(report.decision, Decision::Unknown);
            assert!(report.nodes < 10_000);
        }
        // From the end, what is known adds up beyond one search; the line ends at its length.
        prover.clear();
        let report = [300, 600, 900, 1200].map(|coins| ask(&mut prover, &Chain(coins), Goal::Win));
        if megabytes > 0 {
            assert!(report.iter().all(|r| r.decision == Decision::Disproved));
            assert_eq!(report[3].plies, Some(1200));
            assert_eq!((report[3].line.len(), report[3].finished), (512, false));
            let far = ask(&mut prover, &Chain(1201), Goal::NotLose);
            assert_eq!((far.decision, far.plies), (Decision::Proved, Some(1201)));
        }
    }
}

#[test]
fn limits_are_kept_and_work_is_resumed() {
    let mut resumed = 0;
    for seed in 0..60 {
        let dag = RandomDag::<DRAW>::new(seed);
        let mut known = HashMap::new();
        for goal in GOALS {
            let (yes, _) = oracle(&dag, goal, &mut known);
            let whole = ask(&mut Prover::new(1).unwrap(), &dag, goal);
            for nodes in 0..80 {
                let mut prover = Prover::new(1).unwrap();
                let report = prover.prove(&dag, goal, Some(nodes), &Stop::new());
                assert!(report.nodes <= nodes);
                assert!([decided(yes), Decision::Unknown].contains(&report.decision));
                check_line(&dag, goal, &report);
                // The same search, cut short.
                assert_eq!(report.decision == Decision::Unknown, nodes < whole.nodes);
                assert!(report.decision == Decision::Unknown || report.line == whole.line);
                if nodes < 60 || report.decision != Decision::Unknown {
                    continue;
                }
                // In pieces it ends too, if they are enough for one line.
                let mut pieces = 1;
                while prover.prove(&dag, goal, Some(nodes), &Stop::new()).decision != decided(yes) {
                    pieces += 1;
                    assert!(pieces < 200, "seed {seed}, {nodes} nodes");
                }
                resumed += 1;
            }
        }
    }
    assert!(resumed > 100);
}

#[test]
fn a_stop_is_heard() {
    let start = ConnectFour::default();
    let stop = Stop::new();
    stop.stop();
    let mut prover = Prover::new(1).unwrap();
    let report = prover.prove(&start, Goal::Win, None, &stop);
    assert_eq!((report.decision, report.nodes), (Decision::Unknown, 0));
    // In the midst of it.
    let stop = Stop::new();
    let mut asked = 0;
    let judge = |_: &mut ConnectFour, _: Goal, _: u64| {
        asked += 1;
        if asked == 1000 {
            stop.stop();
        }
        (Judgement::Open { phi: 1, delta: 1 }, 0)
    };
    let report = Prover::with_judge(judge, 1).unwrap().prove(&start, Goal::Win, None, &stop);
    assert_eq!(report.decision, Decision::Unknown);
    assert_eq!(asked, 1000, "and nothing is asked after it");
    assert!(report.proof > 0 && report.disproof > 0);
}

#[test]
fn a_search_repeats_itself() {
    let start = ConnectFour::after_columns("2346630135566363461").unwrap();
    let mut prover = Prover::new(1).unwrap();
    let mut last = None;
    for _ in 0..3 {
        prover.clear();
        let reports = GOALS.map(|goal| prover.prove(&start, goal, Some(200_000), &Stop::new()));
        assert!(last.as_ref().is_none_or(|l| *l == reports));
        last = Some(reports);
    }
    // And what is known is not searched again.
    let again = ask(&mut prover, &ConnectFour::after_columns("3333352222").unwrap(), Goal::Win);
    let known = ask(&mut prover, &ConnectFour::after_columns("3333352222").unwrap(), Goal::Win);
    assert!(again.nodes > 0);
    assert_eq!(known, ProofReport { nodes: 0, ..again });
}

/// The crosses and noughts of the side to move and the other.
#[derive(Clone, Debug, Default, PartialEq)]
struct TicTacToe {
    mine: u16,
    theirs: u16,
}

impl Heuristics for TicTacToe {}

impl Position for TicTacToe {
    type Move = u16;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Draw;

    fn outcome(&self) -> Option<Outcome> {
        let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        lines.iter().any(|l| self.theirs & l == *l).then_some(Outcome::Loss)
    }
    fn generate(&self, set: MoveSet, visit: impl FnMut(u16) -> ControlFlow<()>) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return ControlFlow::Continue(());
        }
        let free = |s: &u16| (self.mine | self.theirs) & s == 0;
        (0..9).map(|i| 1 << i).filter(free).try_for_each(visit)
    }
    fn make(&mut self, square: u16) {
        (self.mine, self.theirs) = (self.theirs, self.mine | square);
    }
    fn unmake(&mut self, square: u16, (): ()) {
        (self.mine, self.theirs) = (self.theirs & !square, self.mine);
    }
    fn key(&self) -> u64 {
        u64::from(self.mine) << 9 | u64::from(self.theirs)
    }
    fn pack(&self, m: u16) -> Option<NonZeroU16> {
        NonZeroU16::new(m)
    }
    fn unpack(&self, bits: NonZeroU16) -> Option<u16> {
        let m = bits.get();
        (m.is_power_of_two() && m < 512 && (self.mine | self.theirs) & m == 0).then_some(m)
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let start = TicTacToe::default();
    Conformance::new(&start).check().expect("conformance");
    let mut prover = Prover::new(1).unwrap();
    let wins = ask(&mut prover, &start, Goal::Win);
    let holds = ask(&mut prover, &start, Goal::NotLose);
    assert_eq!((wins.decision, holds.decision), (Decision::Disproved, Decision::Proved));
    assert_eq!((wins.plies, holds.plies), (Some(9), Some(9)));
    // Thresholds that are wrong cost nodes, not answers: 7,713 and 2,009 here.
    assert!(wins.nodes < 8_500 && holds.nodes < 2_500, "{} {}", wins.nodes, holds.nodes);
    compare_all(&start, 2);
}

/// Scores known from elsewhere, from the middle of the game on.
#[test]
fn connect_four_is_solved() {
    let mut prover = Prover::new(1).unwrap();
    let (mut count, mut nodes) = (0, 0);
    for line in include_str!("data/connect-four.txt").lines().filter(|l| !l.starts_with('#')) {
        let mut words = line.split_whitespace().skip(1);
        let columns = words.next().expect("columns");
        let score: i32 = words.next().expect("a score").parse().expect("a number");
        let pos = ConnectFour::after_columns(columns).expect("a legal game");
        if columns.len() < 18 {
            continue;
        }
        for goal in GOALS {
            let report = ask(&mut prover, &pos, goal);
            let yes = if goal == Goal::Win { score > 0 } else { score >= 0 };
            assert_eq!(report.decision, decided(yes), "{line}");
            check_line(&pos, goal, &report);
            nodes += report.nodes;
            count += 1;
            let wins = (goal == Goal::Win) == (score > 0);
            if wins && score != 0 {
                // The stones of the winner tell when the game ends, with his move.
                let stones = 2 * (22 - score.unsigned_abs());
                let shortest = stones - columns.len() as u32;
                let shortest = shortest - u32::from(shortest.is_multiple_of(2) == (score > 0));
                assert!(report.plies.is_some_and(|plies| plies >= shortest), "{line}");
            }
        }
    }
    assert_eq!(count, 294);
    // So does a table that keeps the wrong entries: 7.5 million here, in 65,536 of them.
    assert!(nodes < 9_000_000, "{nodes} nodes");
}

/// A judge that knows the truth of some positions, or a bound of it, and
/// says that this took nodes.
struct Knowing {
    known: HashMap<(u64, Goal), (bool, u32)>,
    work: u64,
    /// By position and goal, how often it was asked.
    asked: HashMap<(u64, Goal), u32>,
    /// With what budgets.
    budgets: Vec<u64>,
}

impl<P: Position> Judge<P> for Knowing {
    fn judge(&mut self, pos: &mut P, goal: Goal, budget: u64) -> (Judgement<P::Move>, u64) {
        *self.asked.entry((pos.key(), goal)).or_default() += 1;
        self.budgets.push(budget);
        let wins = oracle(pos, Goal::Win, &mut self.known);
        let holds = oracle(pos, Goal::NotLose, &mut self.known);
        let (outcome, plies) = match (wins.0, holds.0) {
            (true, _) => (Outcome::Win, wins.1),
            (_, true) => (Outcome::Draw, wins.1.max(holds.1)),
            _ => (Outcome::Loss, holds.1),
        };
        let plies = Some(Ply::new(plies as usize));
        let exact = Proof { plies, ..Proof::exact(outcome) };
        let proof = match pos.key() % 8 {
            0 => exact,
            1 => Proof { bound: ProofBound::AtLeast, ..exact },
            2 => Proof { bound: ProofBound::AtMost, ..exact },
            3 => Proof::at_least(Outcome::Draw),
            4 => Proof::at_most(Outcome::Draw),
            _ => return (Judgement::Open { phi: 1, delta: 2 }, self.work),
        };
        let true_here = match proof.bound {
            ProofBound::Exact => true,
            ProofBound::AtLeast => outcome == proof.outcome || outcome == Outcome::Win,
            ProofBound::AtMost => outcome == proof.outcome || outcome == Outcome::Loss,
        };
        let open = Judgement::Open { phi: 1, delta: 2 };
        (if true_here { Judgement::Known(proof) } else { open }, self.work)
    }
}

#[test]
fn a_judge_settles_what_it_knows_and_no_more() {
    let (mut cut, mut unknown) = (0, 0);
    for seed in 0..300 {
        let dag = RandomDag::<LOSS>::new(seed);
        for (work, goal) in [(0, GOALS[0]), (3, GOALS[1]), (3, GOALS[0]), (0, GOALS[1])] {
            let judge =
                Knowing { known: HashMap::new(), work, asked: HashMap::new(), budgets: Vec::new() };
            let mut prover = Prover::with_judge(judge, 1).unwrap();
            let report = prover.prove(&dag, goal, Some(100_000), &Stop::new());
            let (yes, plies) = oracle(&dag, goal, &mut HashMap::new());
            assert_eq!(report.decision, decided(yes), "seed {seed}");
            check_line(&dag, goal, &report);
            let line = report.line.len() as u32;
            match report.plies {
                Some(told) => assert!(told >= plies && line <= told),
                None => unknown += 1,
            }
            cut += usize::from(!report.finished);
            let judge = prover.judge();
            let asked: u32 = judge.asked.values().sum();
            assert!(report.nodes >= u64::from(asked) * work);
            assert!(judge.budgets.iter().all(|&budget| budget <= 100_000));
            assert!(judge.budgets.is_sorted_by(|a, b| a >= b), "what is left");
            if report.finished && work > 0 {
                assert!(judge.asked.values().all(|&n| n == 1), "once, for it took nodes");
            }
        }
    }
    assert!(cut > 50 && unknown > 50, "{cut} {unknown}");
}

/// The judge of the root may know all of it, and the first move.
#[test]
fn a_judge_may_answer_at_once() {
    let knows = |best| {
        move |_: &mut TicTacToe, goal: Goal, _: u64| {
            assert_eq!(goal, Goal::Win);
            // Not true, but who else should know.
            let proof = Proof { plies: Some(Ply::new(7)), best, ..Proof::exact(Outcome::Win) };
            (Judgement::Known(proof), 5)
        }
    };
    // A move that is not legal is not told.
    for (best, line) in [(Some(4), vec![4]), (Some(512), vec![]), (None, vec![])] {
        let mut prover = Prover::with_judge(knows(best), 0).unwrap();
        let report = prover.prove(&TicTacToe::default(), Goal::Win, Some(5), &Stop::new());
        assert_eq!((report.decision, report.plies), (Decision::Proved, Some(7)));
        assert_eq!((report.finished, &report.line), (false, &line));
    }
}

#[test]
fn mobility_knows_who_cannot_move() {
    for (coins, met) in [(0, false), (1, true)] {
        let (judgement, work) = Mobility.judge(&mut Chain(coins), Goal::Win, 0);
        assert_eq!(work, 0);
        match judgement {
            Judgement::Known(proof) => assert!(!met && proof.outcome == Outcome::Loss),
            open => assert!(met && open == Judgement::Open { phi: 1, delta: 1 }),
        }
    }
}

#[test]
fn a_node_allocates_nothing() {
    let start = ConnectFour::default();
    let mut prover = Prover::new(1).unwrap();
    let mut allocations = |nodes| {
        prover.clear();
        let search = || {
            prover.prove(&start, Goal::Win, Some(nodes), &Stop::new());
        };
        measure(search).count_total
    };
    assert_eq!(allocations(1000), allocations(300_000));
}
