//! Random trees.

use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use search_core::{Heuristics, MoveSet, Outcome, Position};

use super::{Edge, LOSS, MOST_MOVES, Numbered, Rng, mix, no_moves, wanted};

/// A tree in which no two paths meet; it is never held in memory.
///
/// `N` is the verdict without a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RandomTree<const N: u8 = LOSS> {
    /// Of the path from the root.
    hash: u64,
    ply: u8,
    height: u8,
    most: u8,
    ends: u8,
    numbers: i32,
}

impl<const N: u8> RandomTree<N> {
    /// The tree of this seed: at most 7 plies high.
    pub const fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Self {
            ply: 0,
            height: 1 + rng.below(7) as u8,
            most: 1 + rng.below(5) as u8,
            ends: rng.below(20) as u8,
            numbers: [2, 15, 1000][rng.below(3) as usize],
            hash: rng.next(),
        }
    }

    /// `moves` moves everywhere, and numbers at `height` plies.
    pub const fn uniform(seed: u64, moves: u8, height: u8, numbers: i32) -> Self {
        // `ends` above 100 stands for "none, and every node has all its moves".
        Self { hash: mix(seed), ply: 0, height, most: moves, ends: u8::MAX, numbers }
    }

    /// No line is longer, in plies.
    pub const fn height(&self) -> u32 {
        self.height as u32
    }

    const fn is_uniform(&self) -> bool {
        self.ends == u8::MAX
    }

    /// A random number that belongs to this node and this use.
    const fn dice(&self, salt: u64) -> Rng {
        Rng::new(self.hash ^ mix(salt))
    }

    const fn moves(&self) -> u8 {
        if self.is_uniform() {
            self.most
        } else if self.ply == 0 {
            1 + self.dice(1).below(self.most as u64) as u8
        } else {
            self.dice(1).below(self.most as u64 + 1) as u8
        }
    }

    const fn of_move(&self, m: Edge) -> Rng {
        self.dice(100 + m.0 as u64)
    }
}

impl<const N: u8> Position for RandomTree<N> {
    type Move = Edge;
    type Undo = u64;
    const NO_MOVES: Outcome = no_moves(N);

    fn outcome(&self) -> Option<Outcome> {
        let mut rng = self.dice(2);
        if self.is_uniform() {
            return (self.ply == self.height).then(|| Outcome::Value(rng.number(self.numbers)));
        }
        let over = self.ply == self.height || (self.ply > 0 && rng.chance(u64::from(self.ends)));
        over.then(|| match rng.below(6) {
            0 => Outcome::Win,
            1 => Outcome::Loss,
            2 => Outcome::Draw,
            _ => Outcome::Value(rng.number(self.numbers)),
        })
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Edge) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for m in (0..self.moves()).map(Edge) {
            if wanted(set, self.of_move(m).chance(30)) {
                visit(m)?;
            }
        }
        Continue(())
    }

    fn is_legal(&self, m: Edge) -> bool {
        self.is_uniform() || !self.of_move(m).next().is_multiple_of(11)
    }

    fn make(&mut self, m: Edge) -> u64 {
        let undo = self.hash;
        self.hash = mix(self.hash.rotate_left(17) ^ mix(u64::from(m.0)));
        self.ply += 1;
        undo
    }

    fn unmake(&mut self, _: Edge, undo: u64) {
        self.hash = undo;
        self.ply -= 1;
    }

    fn key(&self) -> u64 {
        // A path is walked by the sides in turn: its hash tells who moves.
        mix(self.hash)
    }

    fn pack(&self, m: Edge) -> Option<NonZeroU16> {
        m.pack()
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Edge> {
        let m = Edge::unpack(bits)?;
        (m.0 < self.moves() && self.is_legal(m)).then_some(m)
    }
}

impl<const N: u8> Heuristics for RandomTree<N> {
    const HISTORY_SLOTS: usize = MOST_MOVES;

    fn history_slot(&self, m: Edge) -> usize {
        usize::from(m.0) % MOST_MOVES
    }

    fn static_order(&self, m: Edge) -> i32 {
        self.of_move(m).number(3)
    }

    fn loses_exchange(&self, m: Edge, _: i32) -> bool {
        self.of_move(m).next().is_multiple_of(3)
    }

    fn under_threat(&self) -> bool {
        self.dice(3).chance(15)
    }
}

impl<const N: u8> Numbered for RandomTree<N> {
    fn number(&self) -> i32 {
        self.dice(4).number(self.numbers)
    }
}
