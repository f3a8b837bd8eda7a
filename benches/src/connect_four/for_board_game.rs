//! The same evaluation on the board of the crate `board-game`.
//!
//! That crate plays its own rules on its own board, whose columns go from left to
//! right; so does the example game in [`LeftToRight`]. Both then visit the same
//! nodes. What is not the same: a board there finds out when a stone is placed
//! whether the game is over, and keeps the answer.

use std::cell::Cell;
use std::cmp::Ordering;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{Board, BoardSymmetry, Outcome as Ending};
use board_game::games::connect4::Connect4;
use search_core::{Evaluate, MoveSet, Outcome, Position};

use super::game::{BOARD, BOTTOM, ConnectFour};

const WIN: i32 = 1_000_000_000;
/// The squares, eight bits a column.
const SQUARES: u64 = 0x003f_3f3f_3f3f_3f3f;

/// The crate's alpha-beta, counting nodes.
#[derive(Debug)]
pub struct Lines {
    depth: u32,
    nodes: Cell<u64>,
}

impl Lines {
    /// A search of this many plies, at least one.
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        Self { depth, nodes: Cell::new(0) }
    }

    /// The value of the empty board for the first player.
    pub fn solve(&mut self) -> i32 {
        self.nodes.set(0);
        minimax_value(&Connect4::default(), &*self, self.depth)
    }

    /// Positions visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes.get()
    }
}

impl Heuristic<Connect4> for Lines {
    type V = i32;

    /// Asked at every node; only below a leaf is the answer used, and only there
    /// are lines counted.
    fn value(&self, board: &Connect4, ply: u32) -> i32 {
        self.nodes.set(self.nodes.get() + 1);
        match board.outcome() {
            // Only who has just moved has a line.
            Some(Ending::WonBy(_)) => ply as i32 - WIN,
            Some(Ending::Draw) => 0,
            None if ply < self.depth => 0,
            None => evaluate(board),
        }
    }

    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

fn evaluate(board: &Connect4) -> i32 {
    // The stones are private; the key that symmetric boards are compared by is both sets.
    let (mine, all) = board.canonical_key();
    open_lines(SQUARES & !(mine ^ all)) - open_lines(SQUARES & !mine)
}

fn open_lines(squares: u64) -> i32 {
    let lines = [1, 7, 8, 9].map(|d: u32| {
        let pairs = squares & squares >> d;
        (pairs & pairs >> (2 * d)).count_ones()
    });
    lines.iter().sum::<u32>() as i32
}

/// The example game with its columns from left to right.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftToRight(pub ConnectFour);

impl Position for LeftToRight {
    type Move = u64;
    type Undo = ConnectFour;
    const NO_MOVES: Outcome = ConnectFour::NO_MOVES;

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut free = if set == MoveSet::Noisy { 0 } else { (self.0.all + BOTTOM) & BOARD };
        while free != 0 {
            visit(free & free.wrapping_neg())?;
            free &= free - 1;
        }
        Continue(())
    }

    fn make(&mut self, square: u64) -> ConnectFour {
        self.0.make(square)
    }

    fn unmake(&mut self, square: u64, before: ConnectFour) {
        self.0.unmake(square, before);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn pack(&self, square: u64) -> Option<NonZeroU16> {
        self.0.pack(square)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<u64> {
        self.0.unpack(bits)
    }
}

/// The evaluation of all contestants.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

impl Evaluate<LeftToRight> for OpenLines {
    fn evaluate(&mut self, pos: &LeftToRight) -> i32 {
        super::evaluate(&pos.0)
    }
}
