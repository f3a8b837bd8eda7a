//! The engine: a table, one worker a thread, and their options.

use std::time::Duration;

use crate::heuristics::{Evaluate, Heuristics};
use crate::limits::{Limits, Stop};
use crate::memory::Memory;
use crate::params::Params;
use crate::prune::Reductions;
use crate::report::{Info, Known, Report};
use crate::score::Ply;
use crate::skill::Skill;
use crate::trace::{NoTrace, Trace};
use crate::tt::{Table, TableError};

/// How the engine searches. The switches are for tests, lessons and measurements: each
/// part can be left out to see what it brings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
    /// Threads that search; 0 counts as 1, more than [`MAX_THREADS`](Self::MAX_THREADS) as that.
    pub threads: usize,
    /// Time lost between the engine's answer and the clock's being stopped.
    pub overhead: Duration,
    /// The tunables; values beyond their bounds count as the nearest ones within.
    pub params: Params,
    /// Principal variation search: later moves are first shown to be no
    /// better, with a null window.
    pub pvs: bool,
    /// Use the transposition table.
    pub table: bool,
    /// A table entry serves its own depth alone; then values are those of minimax.
    pub exact_draft: bool,
    /// Search noisy moves below the horizon.
    pub quiescence: bool,
    /// Begin iterations with a narrow window around the last score.
    pub aspiration: bool,
    /// Order quiet moves by killers and counter moves.
    pub killers: bool,
    /// Order quiet moves by history.
    pub history: bool,
    /// Let the game narrow the moves ([`Heuristics::candidates`]).
    pub narrow: bool,
    /// Ask the evaluation for proofs ([`Evaluate::probe`]).
    pub probe: bool,
    /// Play below full strength; `None`: at full strength.
    pub skill: Option<Skill>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 16,
            threads: 1,
            overhead: Duration::from_millis(10),
            params: Params::default(),
            pvs: true,
            table: true,
            exact_draft: false,
            quiescence: true,
            aspiration: true,
            killers: true,
            history: true,
            narrow: true,
            probe: true,
            skill: None,
        }
    }
}

impl Options {
    /// More threads than this would do nothing but wait for each other on any machine of today,
    /// and each takes memory.
    pub const MAX_THREADS: usize = 512;

    /// What makes the value of a search equal to that of minimax at the same
    /// depth: exact drafts, no quiescence, no narrowing, no proofs.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            exact_draft: true,
            quiescence: false,
            narrow: false,
            probe: false,
            ..Self::default()
        }
    }
}

/// A searcher that remembers from one search to the next.
///
/// ```
/// use search_core::numbers::NumberTree;
/// use search_core::{Engine, Limits, NoEvaluation, Options, Score, Stop};
///
/// let tree: NumberTree = "[[[3,5],[6,5]],[[2,1],[6,4]]]".parse()?;
/// let mut engine = Engine::new(NoEvaluation, Options::default())?;
/// let report = engine.search(&tree, &Limits::depth(3), &Stop::new(), |_| ());
/// assert_eq!(report.score, Score::evaluation(5));
/// assert!(report.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<P: Heuristics, E> {
    pub(crate) options: Options,
    pub(crate) table: Table,
    pub(crate) reductions: Reductions,
    /// One a thread; the first is the main one.
    pub(crate) minds: Vec<(E, Memory<P::Move>)>,
}

impl<P, E> Engine<P, E>
where
    P: Heuristics,
    E: Evaluate<P> + Clone,
{
    /// An engine with this evaluation, copied for every thread.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for the table.
    pub fn new(evaluation: E, options: Options) -> Result<Self, TableError> {
        let options = Options { params: options.params.within_bounds(), ..options };
        let table = Table::new(if options.table { options.hash_mb } else { 0 })?;
        let mind = (evaluation, Memory::new::<P>(options.params.remembers()));
        let reductions = Reductions::new(&options.params);
        let mut engine = Self { options: options.clone(), table, reductions, minds: vec![mind] };
        engine.set_options(options)?;
        Ok(engine)
    }

    /// The options in force.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. A new table size empties the table; after a change of skill nothing
    /// is remembered that another skill has judged.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for the table; nothing changes then.
    pub fn set_options(&mut self, options: Options) -> Result<(), TableError> {
        let options = Options { params: options.params.within_bounds(), ..options };
        let size = |o: &Options| if o.table { o.hash_mb } else { 0 };
        if size(&options) != size(&self.options) {
            self.table = Table::new(size(&options))?;
        }
        let threads = options.threads.clamp(1, Options::MAX_THREADS);
        let remembers = options.params.remembers();
        self.minds.truncate(threads);
        if remembers != self.options.params.remembers() {
            for (_, memory) in &mut self.minds {
                *memory = Memory::new::<P>(remembers);
            }
        }
        while self.minds.len() < threads {
            let evaluation = self.minds[0].0.clone();
            self.minds.push((evaluation, Memory::new::<P>(remembers)));
        }
        self.reductions = Reductions::new(&options.params);
        let forgets = options.skill != self.options.skill;
        self.options = options;
        if forgets {
            self.clear();
        }
        Ok(())
    }

    /// What each thread takes in bytes besides the table, at most, with these options: what it
    /// remembers, and a mebibyte for its stack and its position. Larger evaluations, and
    /// positions, take more.
    #[must_use]
    pub fn thread_bytes(options: &Options) -> usize {
        Memory::<P::Move>::bytes::<P>(options.params.remembers()) + (1 << 20)
    }

    /// Forgets everything learnt in earlier searches: for a new game, or to
    /// repeat a search exactly.
    pub fn clear(&mut self) {
        self.table.clear();
        for (evaluation, memory) in &mut self.minds {
            evaluation.clear();
            memory.clear();
        }
    }

    /// Has the system find the memory of the table, which it otherwise does when the first
    /// searches write there: 16 MiB take some 20 ms. For those who play by a clock, before it runs.
    pub fn warm_up(&mut self) {
        self.table.touch();
    }

    /// What the table remembers of a position, if anything.
    pub fn recall(&self, pos: &P) -> Option<Known<P::Move>> {
        let entry = if self.options.table { self.table.probe(pos.key()) } else { None }?;
        Some(Known {
            best: entry.best.and_then(|bits| pos.unpack(bits)),
            score: entry.score(Ply::ROOT).zip(entry.bound),
            depth: entry.draft.depth(),
        })
    }

    /// The evaluation of the main thread.
    pub fn evaluation(&mut self) -> &mut E {
        &mut self.minds[0].0
    }
}

impl<P, E> Engine<P, E>
where
    P: Heuristics,
    E: Evaluate<P>,
{
    /// Searches with one thread, watched. Only the last iteration stays with
    /// a watcher that heeds [`Trace::restart`].
    pub fn search_traced<T: Trace<P>>(
        &mut self,
        pos: &P,
        limits: &Limits<P::Move>,
        stop: &Stop,
        trace: T,
    ) -> (Report<P::Move>, T) {
        self.search_main(pos, limits, stop, trace, |_| ())
    }
}

impl<P, E> Engine<P, E>
where
    P: Heuristics + Send,
    P::Move: Send,
    E: Evaluate<P> + Send,
{
    /// Searches until a limit is reached, `stop` is set, or all is known.
    ///
    /// `on_info` hears of every line as it is found. The answer always holds a
    /// legal move if there is one, however short the limits. With one thread
    /// and no time limit the same search visits the same nodes every time. One thread searches
    /// on the stack of the caller, once deeper a ply: for deep searches of large positions it
    /// should have some MiB, as the threads that the engine starts.
    pub fn search(
        &mut self,
        pos: &P,
        limits: &Limits<P::Move>,
        stop: &Stop,
        on_info: impl FnMut(&Info<'_, P::Move>),
    ) -> Report<P::Move> {
        if self.minds.len() > 1 {
            self.search_parallel(pos, limits, stop, on_info)
        } else {
            self.search_main(pos, limits, stop, NoTrace, on_info).0
        }
    }
}
