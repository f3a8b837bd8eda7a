//! What a thread remembers from search to search, and its room to work in.

use crate::history::{CounterMoves, History, Killers};
use crate::score::Ply;

/// A move and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub m: M,
    pub rank: i32,
}

/// The moves of all nodes between the root and the current one, one behind the other.
pub(crate) type Buffer<M> = Vec<Ranked<M>>;

/// What a thread keeps.
#[derive(Debug)]
pub(crate) struct Memory<M> {
    pub history: History,
    pub killers: Killers<M>,
    pub counters: CounterMoves<M>,
    /// The moves of all nodes on the path, one behind the other.
    pub buffer: Buffer<M>,
    /// The quiet moves tried at the nodes on the path, to be punished at a cut-off.
    pub tried: Vec<M>,
    /// By ply, the history slot of the move that led on from there.
    pub slots: Vec<Option<usize>>,
    /// By ply, the best line from there on.
    pub pv: Vec<Vec<M>>,
}

/// Room for the moves of all nodes on a path; a tree that needs more takes it once.
const MOVES: usize = 1 << 14;

impl<M: Copy + Eq> Memory<M> {
    pub fn new(slots: usize) -> Self {
        Self {
            history: History::new(slots),
            killers: Killers::new(),
            counters: CounterMoves::new(slots),
            buffer: Vec::with_capacity(MOVES),
            tried: Vec::with_capacity(MOVES),
            slots: vec![None; Ply::MAX.get() + 1],
            pv: Vec::new(),
        }
    }

    /// Before a search: the word of earlier ones weighs less.
    pub fn begin(&mut self) {
        self.history.age();
        self.killers.clear();
        self.buffer.clear();
        self.tried.clear();
    }

    pub fn clear(&mut self) {
        self.history.clear();
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
        Mark { buffer: self.buffer.len(), tried: self.tried.len() }
    }

    /// Gives the room of a node back.
    pub fn release(&mut self, mark: Mark) {
        self.buffer.truncate(mark.buffer);
        self.tried.truncate(mark.tried);
    }
}

/// Where the room of a node begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    buffer: usize,
    pub tried: usize,
}
