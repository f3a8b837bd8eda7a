//! Misère play: who cannot move has won.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use search_core::{Heuristics, MoveSet, Outcome, Position};
use smallvec::SmallVec;

use crate::heaps::{Heaps, Split, ways};
use crate::rules::{SLOTS, slot};

/// The same heaps and moves, but whoever makes the last move loses.
///
/// No sum of values decides this; only search does ([`MisereSolver`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Misere(pub Heaps);

impl Position for Misere {
    type Move = Split;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Win;
    const CHEAP_COPY: bool = Heaps::CHEAP_COPY;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.is_over().then_some(Self::NO_MOVES)
    }

    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Split) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.generate(set, visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    #[inline]
    fn make(&mut self, split: Split) {
        self.0.make(split);
    }

    #[inline]
    fn unmake(&mut self, split: Split, (): ()) {
        self.0.unmake(split, ());
    }

    /// Without the heaps that cannot be split, which is right here too: the
    /// moves are the same without them, and so is everything that follows.
    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn pack(&self, split: Split) -> Option<NonZeroU16> {
        self.0.pack(split)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Split> {
        self.0.unpack(bits)
    }

    fn reserve(&mut self, plies: usize) {
        self.0.reserve(plies);
    }
}

impl Heuristics for Misere {
    const HISTORY_SLOTS: usize = SLOTS;

    #[inline]
    fn history_slot(&self, split: Split) -> usize {
        slot(split)
    }

    #[inline]
    fn is_noisy(&self, _: Split) -> bool {
        false
    }
}

impl fmt::Display for Misere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a misère position is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisereError {
    /// A heap is larger than any that is searched.
    #[error("a heap of {0} is too large for misère play: expected at most {max}", max = MisereSolver::MAX_HEAP)]
    TooLarge(u32),
    /// The search met too many positions.
    #[error(
        "more than {0} positions are to be searched for misère play: expected smaller or fewer heaps"
    )]
    TooManyPositions(usize),
}

/// Solves misère positions, and remembers all that it met.
///
/// Positions are *normalised* before they are looked up. Let o(G) be the
/// outcome of a position G, N if the side to move wins and P if the other
/// does. The position without moves is N. These parts can be dropped:
///
/// - *Heaps of 1 and 2.* They have no moves: G with them is the same game as G.
/// - *A heap of 4, and a pair of heaps of 3.* Let X be either. Every move in X
///   leads to something that a further move can turn into nothing (4 to 3, 3+3
///   to 3, and 3 has a move to dead heaps), and X alone is N: the opponent makes
///   the last move. Then o(G + X) = o(G), by induction on G. If G has no moves,
///   both are N. If G is N with a move to a P position G', then G' + X is P, so
///   G + X is N. If G is P, it has moves; each leads to an N position G', and
///   G' + X is N as well; a move in X is answered by the one that makes the
///   rest of X nothing, which leaves the P position G to whoever moved in X. So
///   every move from G + X leads to N, and it is P. (J. H. Conway, On Numbers
///   and Games, 1976, ch. 12: X is reversible, with the proviso that misère
///   play demands.)
///
/// Other equal heaps do not cancel in misère play.
///
/// ```
/// use grundy::{Heaps, MisereSolver};
/// let mut solver = MisereSolver::new();
/// let losing: Vec<u32> = (1..=12)
///     .filter(|&n| solver.wins(&Heaps::new(&[n]).unwrap()) == Ok(false))
///     .collect();
/// assert_eq!(losing, [3, 6, 9, 12]);
/// ```
#[derive(Clone, Debug)]
pub struct MisereSolver {
    /// Whether the side to move wins, by normalised heaps.
    known: HashMap<Normal, bool>,
    limit: usize,
}

/// Heaps in ascending order, without those that decide nothing.
type Normal = SmallVec<[u8; 24]>;

/// A position on the line of play that is looked at, and the move that is tried there.
struct Node {
    heaps: Normal,
    /// The heap, by place.
    place: usize,
    /// The smaller part.
    small: u8,
}

impl Node {
    const fn new(heaps: Normal) -> Self {
        Self { heaps, place: 0, small: 1 }
    }

    /// What the move leaves; `None` when all were tried.
    fn child(&mut self) -> Option<Normal> {
        loop {
            let heap = *self.heaps.get(self.place)?;
            let again = self.heaps[..self.place].last() == Some(&heap);
            if !again && u32::from(self.small) <= ways(heap.into()) {
                let mut child = self.heaps.clone();
                child.remove(self.place);
                child.extend([self.small, heap - self.small]);
                return Some(normal(child));
            }
            (self.place, self.small) = (self.place + 1, 1);
        }
    }

    /// On to the next move.
    const fn next(&mut self) {
        self.small += 1;
    }
}

impl Default for MisereSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl MisereSolver {
    /// The greatest heap.
    pub const MAX_HEAP: u32 = 255;
    /// How many positions are remembered at most, unless told otherwise: about 150 MB,
    /// and some seconds.
    pub const MAX_POSITIONS: usize = 1_000_000;

    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(Self::MAX_POSITIONS)
    }

    /// A solver that remembers at most this many positions, and fails where it
    /// would meet more.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self { known: HashMap::new(), limit }
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Whether the side to move wins.
    ///
    /// # Errors
    /// [`MisereError`] for heaps that are too large, or too many positions.
    pub fn wins(&mut self, heaps: &Heaps) -> Result<bool, MisereError> {
        let mut sizes = Normal::new();
        for &heap in heaps.sizes() {
            sizes.push(u8::try_from(heap).map_err(|_| MisereError::TooLarge(heap))?);
        }
        self.solve(normal(sizes))
    }

    /// All winning moves, in the order of generation.
    ///
    /// # Errors
    /// As for [`wins`](Self::wins).
    pub fn winning_splits(&mut self, heaps: &Heaps) -> Result<Vec<Split>, MisereError> {
        let mut winning = Vec::new();
        // Each heap size fits a byte where the greatest does.
        self.wins(heaps)?;
        for split in heaps.live().flat_map(Split::of) {
            if !self.wins(&heaps.after(split))? {
                winning.push(split);
            }
        }
        Ok(winning)
    }

    /// Whether who moves wins. The line of play that is looked at stands in a list, not on the
    /// stack: it is as long as there are coins.
    fn solve(&mut self, heaps: Normal) -> Result<bool, MisereError> {
        if let Some(wins) = self.look_up(&heaps) {
            return Ok(wins);
        }
        let mut path = vec![Node::new(heaps)];
        // What came of the node that was left last.
        let mut last = None;
        while let Some(node) = path.last_mut() {
            // Whoever leaves a lost position wins.
            let mut wins = false;
            let mut open = None;
            loop {
                let known = last.take();
                let Some(child) = node.child() else { break };
                match known.or_else(|| self.look_up(&child)) {
                    Some(true) => node.next(),
                    Some(false) => wins = true,
                    None => open = Some(child),
                }
                if wins || open.is_some() {
                    break;
                }
            }
            let full = self.known.len() >= self.limit || path.len() > self.limit;
            if let Some(child) = open {
                path.push(Node::new(child));
            } else if full {
                return Err(MisereError::TooManyPositions(self.limit));
            } else if let Some(node) = path.pop() {
                self.known.insert(node.heaps, wins);
                last = Some(wins);
            }
        }
        Ok(last.unwrap_or(false))
    }

    fn look_up(&self, heaps: &Normal) -> Option<bool> {
        if heaps.is_empty() { Some(true) } else { self.known.get(heaps).copied() }
    }
}

/// Drops what decides nothing; see [`MisereSolver`].
fn normal(mut heaps: Normal) -> Normal {
    heaps.sort_unstable();
    let threes = heaps.iter().filter(|&&h| h == 3).count();
    let mut drop = threes - threes % 2;
    heaps.retain(|h| match *h {
        0..=2 | 4 => false,
        3 if drop > 0 => {
            drop -= 1;
            false
        }
        _ => true,
    });
    heaps
}
