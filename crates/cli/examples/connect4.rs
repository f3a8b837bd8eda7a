//! Connect Four, from an empty crate: `docs/guide/write-your-own-game.md` tells how it comes about.
#![allow(missing_docs, reason = "an example that is explained elsewhere")]
use cli::Game;
use search_core::*;
use std::{num::NonZeroU16, ops::ControlFlow, process::ExitCode};

/// The stones of the side to move, and all stones. Seven bits a column, from the left
/// and from below: the seventh stays empty, so that no line runs into the next column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    pub mine: u64,
    pub all: u64,
}
const COLUMN: u64 = 0b11_1111;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// From the middle outwards: there most lines cross.
const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
type Flow = ControlFlow<()>;

impl Position for ConnectFour {
    type Move = u64; // the square that the stone falls on, as its bit
    type Undo = Self;
    const NO_MOVES: Outcome = Outcome::Draw;
    fn outcome(&self) -> Option<Outcome> {
        let theirs = self.mine ^ self.all;
        let pairs = |d: u32| theirs & theirs >> d;
        let four = |d: u32| pairs(d) & pairs(d) >> (2 * d) != 0;
        [1, 6, 7, 8].into_iter().any(four).then_some(Outcome::Loss)
    }
    fn generate(&self, set: MoveSet, visit: impl FnMut(u64) -> Flow) -> Flow {
        each(self.free(), set, visit)
    }
    fn make(&mut self, square: u64) -> Self {
        std::mem::replace(self, Self { mine: self.mine ^ self.all, all: self.all | square })
    }
    fn unmake(&mut self, _: u64, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        self.mine + self.all + BOTTOM // in each column, the sum tells its height
    }
    fn pack(&self, square: u64) -> Option<NonZeroU16> {
        NonZeroU16::new(square.trailing_zeros() as u16 + 1)
    }
    fn unpack(&self, bits: NonZeroU16) -> Option<u64> {
        1u64.checked_shl(u32::from(bits.get()) - 1).filter(|square| (square & self.free()) != 0)
    }
}

/// Hands out the squares, the middle column first. No move is noisy.
fn each(squares: u64, set: MoveSet, visit: impl FnMut(u64) -> Flow) -> Flow {
    let squares = if set == MoveSet::Noisy { 0 } else { squares };
    COLUMNS.iter().map(|c| squares & COLUMN << (7 * c)).filter(|&s| s != 0).try_for_each(visit)
}

impl ConnectFour {
    /// Where a stone can fall.
    fn free(&self) -> u64 {
        (self.all + BOTTOM) & (BOTTOM * COLUMN)
    }
    /// The empty squares that would complete a line of these stones.
    fn threats(&self, s: u64) -> u64 {
        let gaps = |d: u32| {
            let (low, high) = (s << d & s << (2 * d), s >> d & s >> (2 * d));
            low & (s << (3 * d) | s >> d) | high & (s >> (3 * d) | s << d)
        };
        (gaps(1) | gaps(6) | gaps(7) | gaps(8)) & (BOTTOM * COLUMN) & !self.all
    }
    /// How many more threats the side to move has than the other.
    fn balance(&self) -> i32 {
        let count = |stones| self.threats(stones).count_ones() as i32;
        count(self.mine) - count(self.mine ^ self.all)
    }
}

impl Heuristics for ConnectFour {
    /// Win; or block; or at least give no win on top. What is left out is no better.
    fn candidates(&self, set: MoveSet, visit: impl FnMut(u64) -> Flow) -> Flow {
        let (wins, theirs) = (self.threats(self.mine), self.threats(self.mine ^ self.all));
        let wise = [wins, theirs & !(theirs >> 1), theirs, !(theirs >> 1)].map(|s| s & self.free());
        each(wise.into_iter().find(|&s| s != 0).unwrap_or(self.free()), set, visit)
    }
    fn static_order(&self, square: u64) -> i32 {
        self.threats(self.mine | square).count_ones() as i32
    }
    /// Threats order the moves better than killers do, and a small table stays in the cache.
    fn options() -> Options {
        Options { hash_mb: 4, killers: false, ..Options::default() }
    }
}

impl Game for ConnectFour {
    type Position = Self;
    type Evaluation = fn(&Self) -> i32; // for the side to move
    const NAME: &'static str = "connect4";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[("threats", "more threats")];
    fn evaluation(name: &str) -> Option<Self::Evaluation> {
        (name == "threats").then_some(Self::balance)
    }
    fn side_to_move(pos: &Self) -> usize {
        pos.all.count_ones() as usize % 2
    }
    fn move_text(_: &Self, square: u64) -> String {
        (square.trailing_zeros() / 7).to_string()
    }
    fn rows(pos: &Self) -> Vec<String> {
        let x = if Self::side_to_move(pos) == 0 { pos.mine } else { pos.mine ^ pos.all };
        let at = |s| ['.', 'O', 'X'][usize::from(pos.all & s != 0) + usize::from(x & s != 0)];
        (0..6).rev().map(|y| (0..7).map(|x| at(1 << (7 * x + y))).collect()).collect()
    }
    fn bench() -> Vec<(Self, u32)> {
        vec![(Self::default(), 12)]
    }
}

fn main() -> ExitCode {
    cli::program::main::<ConnectFour>(&ConnectFour::default())
}
