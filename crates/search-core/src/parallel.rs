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
use crate::report::{Info, Report, Stats};
use crate::root::{Deepened, worker};
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
        self.table.new_search();
        let shared = Shared::default();
        let meter = Meter::new(stop, &shared, budget, limits.nodes, true);
        let mind = &mut self.minds[0];
        let mut worker = worker((&self.options, &self.table), mind, meter, trace);
        let deepened = worker.deepen(&mut pos.clone(), limits, 1, |line, multipv, stats| {
            on_info(&Info { line, multipv, stats });
        });
        if limits.infinite {
            stop.wait();
        }
        (report(deepened, worker.snapshot()), worker.trace)
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
        self.table.new_search();
        let shared = Shared::default();
        let site = (&self.options, &self.table);
        let meter = || Meter::new(stop, &shared, budget, limits.nodes, false);
        let Some((main, helpers)) = self.minds.split_first_mut() else {
            return Report::over(Score::DRAW);
        };
        let theirs = Mutex::new(Stats::default());
        let (deepened, mut stats) = thread::scope(|scope| {
            for (i, mind) in helpers.iter_mut().enumerate() {
                let (mut pos, meter, theirs) = (pos.clone(), meter(), &theirs);
                let limits = Limits { multipv: 1, ..limits.clone() };
                let search = move || {
                    let mut worker = worker(site, mind, meter, NoTrace);
                    worker.deepen(&mut pos, &limits, 1 + (i as u32 + 1) % 3, |_, _, _| ());
                    if let Ok(mut sum) = theirs.lock() {
                        sum.add(&worker.stats);
                    }
                };
                // Where the system gives no more threads, fewer search.
                if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search).is_err() {
                    break;
                }
            }
            let mut worker = worker(site, main, meter(), NoTrace);
            let deepened = worker.deepen(&mut pos.clone(), limits, 1, |line, multipv, stats| {
                on_info(&Info { line, multipv, stats: Stats { nodes: shared.nodes(), ..stats } });
            });
            if limits.infinite {
                stop.wait();
            }
            shared.finish();
            (deepened, worker.snapshot())
        });
        if let Ok(sum) = theirs.lock() {
            stats.add(&sum);
        }
        report(deepened, stats)
    }
}

/// The report of a game that is over at the root.
fn game_over<P: Heuristics, M>(pos: &P) -> Option<Report<M>> {
    final_outcome(pos).map(|outcome: Outcome| Report::over(Score::terminal(outcome, Ply::ROOT)))
}

fn report<M>(deepened: Deepened<M>, stats: Stats) -> Report<M> {
    let Deepened { lines, complete } = deepened;
    let score = lines.first().map_or(Score::DRAW, |line| line.score);
    Report { lines, score, complete, stats }
}
