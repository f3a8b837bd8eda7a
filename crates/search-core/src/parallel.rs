//! Running a search: alone, or with helpers on the same table.
//!
//! Lazy SMP: every thread searches the same root with a position, an
//! evaluation and a memory of its own; what they share is the table. Helpers
//! start at different depths so that they do not all do the same work at the
//! same time, and what one finds cuts the others' trees. The answer is the
//! main thread's.

use std::sync::Mutex;
use std::thread;

use crate::engine::Engine;
use crate::heuristics::{Evaluate, Heuristics};
use crate::limits::{Budget, Limits, Stop};
use crate::meter::{Meter, Shared};
use crate::position::{Outcome, final_outcome};
use crate::report::{Info, Line, Report, Stats};
use crate::root::worker;
use crate::score::{Ply, Score};
use crate::trace::{NoTrace, Trace};

/// Recursion to the greatest ply, with room for large moves and undo records.
const STACK: usize = 16 << 20;

impl<P, E> Engine<P, E>
where
    P: Heuristics,
    E: Evaluate<P>,
{
    /// One thread: the calling one.
    pub(crate) fn search_main<T: Trace<P>>(
        &mut self,
        pos: &P,
        limits: &Limits<P::Move>,
        stop: &Stop,
        trace: T,
        mut on_info: impl FnMut(&Info<'_, P::Move>),
    ) -> (Report<P::Move>, T) {
        let budget = Budget::new(limits, &self.options.params, self.options.overhead);
        if let Some(over) = game_over(pos) {
            return (over, trace);
        }
        let nodes = limits.nodes_for(self.options.skill);
        self.table.new_search();
        let shared = Shared::default();
        let meter = Meter::new(stop, &shared, budget, nodes, true);
        let mind = &mut self.minds[0];
        let mut worker = worker((&self.options, &self.table, &self.reductions), mind, meter, trace);
        let lines = worker.deepen(&mut pos.clone(), limits, 1, |line, multipv, stats| {
            on_info(&Info { line, multipv, stats });
        });
        if limits.infinite {
            stop.wait();
        }
        (report(lines, worker.snapshot()), worker.trace)
    }
}

impl<P, E> Engine<P, E>
where
    P: Heuristics + Send,
    P::Move: Send,
    E: Evaluate<P> + Send,
{
    /// One thread a mind.
    pub(crate) fn search_parallel(
        &mut self,
        pos: &P,
        limits: &Limits<P::Move>,
        stop: &Stop,
        mut on_info: impl FnMut(&Info<'_, P::Move>),
    ) -> Report<P::Move> {
        let budget = Budget::new(limits, &self.options.params, self.options.overhead);
        if let Some(over) = game_over(pos) {
            return over;
        }
        let nodes = limits.nodes_for(self.options.skill);
        self.table.new_search();
        let shared = Shared::default();
        let site = (&self.options, &self.table, &self.reductions);
        let meter = || Meter::new(stop, &shared, budget, nodes, false);
        let Some((main, helpers)) = self.minds.split_first_mut() else {
            return Report::over(Score::DRAW);
        };
        // The first ply alone, before more threads than the machine has can
        // keep this one from an answer.
        let mut on_line = |line: &Line<_>, multipv, stats: Stats| {
            let nodes = stats.nodes.max(shared.nodes());
            on_info(&Info { line, multipv, stats: Stats { nodes, ..stats } });
        };
        let mut worker = worker(site, main, meter(), NoTrace);
        let mut root = pos.clone();
        let first = Limits { depth: Some(1), infinite: false, ..limits.clone() };
        let mut lines = worker.deepen(&mut root, &first, 1, &mut on_line);

        let known = lines.iter().all(|line| line.complete) && !limits.infinite;
        let theirs = Mutex::new(Stats::default());
        if !known && limits.depth.is_none_or(|depth| depth > 1) {
            thread::scope(|scope| {
                for (i, mind) in helpers.iter_mut().enumerate() {
                    let (mut pos, meter, theirs) = (pos.clone(), meter(), &theirs);
                    let limits = Limits { multipv: 1, ..limits.clone() };
                    let search = move || {
                        let mut helper = self::worker(site, mind, meter, NoTrace);
                        helper.deepen(&mut pos, &limits, 1 + (i as u32 + 1) % 3, |_, _, _| ());
                        if let Ok(mut sum) = theirs.lock() {
                            sum.add(&helper.stats);
                        }
                    };
                    // Where the system gives no more threads, fewer search.
                    let thread = thread::Builder::new().stack_size(STACK);
                    if thread.spawn_scoped(scope, search).is_err() {
                        break;
                    }
                }
                let deeper = worker.deepen(&mut root, limits, 2, &mut on_line);
                shared.finish();
                if deeper.first().is_some_and(|line| line.depth > 0) {
                    lines = deeper;
                }
            });
        }
        if limits.infinite {
            stop.wait();
        }
        let mut stats = worker.snapshot();
        if let Ok(sum) = theirs.lock() {
            stats.add(&sum);
        }
        report(lines, stats)
    }
}

/// The report of a game that is over at the root.
fn game_over<P: Heuristics, M>(pos: &P) -> Option<Report<M>> {
    final_outcome(pos).map(|outcome: Outcome| Report::over(Score::terminal(outcome, Ply::ROOT)))
}

fn report<M>(lines: Vec<Line<M>>, stats: Stats) -> Report<M> {
    let score = lines.first().map_or(Score::DRAW, |line| line.score);
    let complete = lines.first().is_some_and(|line| line.complete);
    Report { lines, score, complete, stats }
}
