//! What a thread remembers from search to search, and its room to work in.

use crate::heuristics::Heuristics;
use crate::history::{Continuations, Corrections, CounterMoves, History, Killers};
use crate::score::{Ply, Score};

/// A move and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub m: M,
    pub rank: i32,
}

/// The moves of all nodes between the root and the current one, one behind the other.
pub(crate) type Buffer<M> = Vec<Ranked<M>>;

/// The slots of the moves one, two and four plies before.
pub(crate) type Before = [Option<usize>; 3];

/// What a node on the path leaves for those below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<M> {
    /// The history slot of the move that led on from here; none for a null move.
    pub slot: Option<usize>,
    /// The static evaluation; none under threat, or where nothing asked for it.
    pub judged: Option<Score>,
    /// Left out of the node's moves, to see whether the others come up to it.
    pub excluded: Option<M>,
    /// Whether a cut-off is expected: some move of the parent should have been better.
    pub cut: bool,
}

impl<M> Frame<M> {
    const fn new() -> Self {
        Self { slot: None, judged: None, excluded: None, cut: false }
    }
}

/// What a thread keeps.
#[derive(Debug)]
pub(crate) struct Memory<M> {
    pub history: History,
    /// Of noisy moves, by their own slots.
    pub noisy_history: History,
    pub continuations: Continuations,
    pub corrections: Corrections,
    pub killers: Killers<M>,
    pub counters: CounterMoves<M>,
    /// The moves of all nodes on the path, one behind the other.
    pub buffer: Buffer<M>,
    /// The quiet moves tried at the nodes on the path, to be punished at a cut-off.
    pub tried: Vec<M>,
    /// The noisy moves tried likewise.
    pub tried_noisy: Vec<M>,
    /// The moves that may help against a threat, of the nodes on the path that face one.
    pub answers: Vec<M>,
    /// The nodes of the path, by ply.
    pub frames: Vec<Frame<M>>,
    /// By ply, the best line from there on.
    pub pv: Vec<Vec<M>>,
}

/// Room for the moves of all nodes on a path; a tree that needs more takes it once.
const MOVES: usize = 1 << 14;

impl<M: Copy + Eq> Memory<M> {
    /// For a game; `selective` if it wants the tables of selective search.
    pub fn new<P: Heuristics<Move = M>>(selective: bool) -> Self {
        let slots = P::HISTORY_SLOTS;
        let some = |n| if selective { n } else { 0 };
        Self {
            history: History::new(slots),
            noisy_history: History::new(some(P::NOISY_SLOTS)),
            continuations: Continuations::new(some(slots)),
            corrections: Corrections::new(some(P::STRUCTURES)),
            killers: Killers::new(),
            counters: CounterMoves::new(slots),
            buffer: Vec::with_capacity(MOVES),
            tried: Vec::with_capacity(MOVES),
            tried_noisy: Vec::with_capacity(MOVES),
            answers: Vec::with_capacity(MOVES),
            frames: vec![Frame::new(); Ply::MAX.get() + 2],
            pv: Vec::new(),
        }
    }

    /// What one takes in bytes, once all of it was written to.
    pub const fn bytes<P: Heuristics<Move = M>>(selective: bool) -> usize {
        let slots = P::HISTORY_SLOTS;
        let plies = Ply::MAX.get() + 2;
        let learnt = if selective {
            slots * slots * size_of::<i16>()
                + P::NOISY_SLOTS * size_of::<i16>()
                + P::STRUCTURES * Corrections::SIZE * size_of::<i16>()
        } else {
            0
        };
        let counters = slots * (size_of::<i16>() + size_of::<Option<M>>());
        let path = plies * (size_of::<Frame<M>>() + size_of::<[Option<M>; 2]>());
        let moves = MOVES * (size_of::<Ranked<M>>() + 3 * size_of::<M>());
        learnt + counters + path + moves
    }

    /// Before a search: the word of earlier ones weighs less.
    pub fn begin(&mut self) {
        self.history.age();
        self.killers.clear();
        self.buffer.clear();
        self.tried.clear();
        self.tried_noisy.clear();
        self.answers.clear();
        self.frames.fill(Frame::new());
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.noisy_history.clear();
        self.continuations.clear();
        self.corrections.clear();
        self.killers.clear();
        self.counters.clear();
    }

    /// Room for lines of this many plies, and some of quiescence behind.
    pub fn reserve(&mut self, plies: usize) {
        let rows = (plies + 8).min(Ply::MAX.get()) + 1;
        while self.pv.len() < rows {
            self.pv.push(Vec::new());
        }
        for (ply, row) in self.pv.iter_mut().enumerate() {
            row.reserve((rows - ply.min(rows)).saturating_sub(row.len()));
        }
    }

    /// The slots of the moves one, two and four plies before a node, the latest first.
    #[inline]
    pub fn before(&self, ply: Ply) -> Before {
        [1, 2, 4].map(|back| ply.get().checked_sub(back).and_then(|p| self.frames[p].slot))
    }

    /// The ply has no line.
    #[inline]
    pub fn clear_pv(&mut self, ply: Ply) {
        if let Some(row) = self.pv.get_mut(ply.get()) {
            row.clear();
        }
    }

    /// The line of the ply is now this move and the line below.
    pub fn extend_pv(&mut self, ply: Ply, m: M) {
        let split = (ply.get() + 1).min(self.pv.len());
        let (above, below) = self.pv.split_at_mut(split);
        if let Some(row) = above.get_mut(ply.get()) {
            row.clear();
            row.push(m);
            if let Some(rest) = below.first() {
                row.extend_from_slice(rest);
            }
        }
    }

    /// Where the room of a node begins.
    pub const fn mark(&self) -> Mark {
        Mark {
            buffer: self.buffer.len(),
            tried: self.tried.len(),
            tried_noisy: self.tried_noisy.len(),
            answers: self.answers.len(),
        }
    }

    /// Gives the room of a node back.
    pub fn release(&mut self, mark: Mark) {
        self.buffer.truncate(mark.buffer);
        self.tried.truncate(mark.tried);
        self.tried_noisy.truncate(mark.tried_noisy);
        self.answers.truncate(mark.answers);
    }
}

/// Where the room of a node begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    buffer: usize,
    pub tried: usize,
    pub tried_noisy: usize,
    pub answers: usize,
}
