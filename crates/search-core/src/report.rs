//! What a search tells the outside.

use std::time::Duration;

use crate::score::Score;

/// Whether a score is the value or a bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// At least the score (a cut, or a failure high).
    Lower,
    /// At most the score (a failure low).
    Upper,
    /// The score.
    Exact,
}

/// One line of play and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// For the side to move at the root.
    pub score: Score,
    /// How to read `score`.
    pub bound: Bound,
    /// The moves, all legal, best first; goes to the end of the game or to
    /// where the search knows no further.
    pub pv: Vec<M>,
    /// The iteration that found it, in plies.
    pub depth: u32,
    /// The deepest ply visited, quiescence included.
    pub seldepth: u32,
    /// Whether the score is the true value (or, as `bound` says, truly a bound
    /// of it): all that it rests on was searched to the end of the game, or proved.
    pub complete: bool,
}

/// Progress: one line of an iteration.
#[derive(Clone, Debug)]
pub struct Info<'a, M> {
    /// The line.
    pub line: &'a Line<M>,
    /// Its rank, from 1, when several are asked for.
    pub multipv: usize,
    /// What was counted so far.
    pub stats: Stats,
}

/// What the table remembers of a position: see [`Engine::recall`](crate::Engine::recall).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// The best move, legal.
    pub best: Option<M>,
    /// For the side to move, with its bound.
    pub score: Option<(Score, Bound)>,
    /// How far the search looked, in plies; `None`: to the end of the game.
    pub depth: Option<u32>,
}

/// What a search counted. All threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions visited, the root and quiescence included.
    pub nodes: u64,
    /// Of these, positions of quiescence.
    pub quiescence: u64,
    /// Of all nodes, the ends of the game and the positions evaluated without
    /// a search below them.
    pub leaves: u64,
    /// Evaluations.
    pub evaluations: u64,
    /// Nodes of probes (threat searches, tables).
    pub probes: u64,
    /// Cut-offs.
    pub cuts: u64,
    /// Cut-offs by the first move searched. `first_cuts / cuts` measures ordering.
    pub first_cuts: u64,
    /// Nodes answered by the transposition table.
    pub table_cuts: u64,
    /// Since the search began.
    pub time: Duration,
    /// Thousandths of the table in use.
    pub hashfull: u32,
}

impl Stats {
    /// Nodes per second of wall-clock time.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    /// Adds another thread's counts; time and hashfull stay.
    pub(crate) const fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.quiescence += other.quiescence;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.probes += other.probes;
        self.cuts += other.cuts;
        self.first_cuts += other.first_cuts;
        self.table_cuts += other.table_cuts;
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best lines, best first; empty where the game is over or no move was allowed.
    pub lines: Vec<Line<M>>,
    /// The value where there is no line: the outcome of a game that is over.
    /// With lines, the score of the first.
    pub score: Score,
    /// Whether the score is the true value of the position: that of the first
    /// line, or of the end of the game.
    pub complete: bool,
    /// What was counted.
    pub stats: Stats,
}

impl<M> Report<M> {
    /// Of a game that is over, with this score.
    pub(crate) fn over(score: Score) -> Self {
        Self { lines: Vec::new(), score, complete: true, stats: Stats::default() }
    }
}

impl<M: Copy> Report<M> {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|l| l.pv.first().copied())
    }

    /// The answer expected to it.
    #[must_use]
    pub fn ponder(&self) -> Option<M> {
        self.lines.first().and_then(|l| l.pv.get(1).copied())
    }

    /// The last full iteration, in plies; 0 without a line.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |l| l.depth)
    }

    /// The deepest ply visited.
    #[must_use]
    pub fn seldepth(&self) -> u32 {
        self.lines.first().map_or(0, |l| l.seldepth)
    }
}
