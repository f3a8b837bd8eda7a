//! Connect Four, solved: `cargo run --release --example connect_four 3323`
//! gives the score after the columns 3, 3, 2, 3.
//!
//! Seven bits a column, from the left and from below: 0 to 5 are the first column,
//! 6 stays empty, so that no line runs from one column into the next.
#![allow(missing_docs, clippy::print_stdout, reason = "an example that prints")]
use search_core::*;
use std::{num::NonZeroU16, ops::ControlFlow};

pub const BOTTOM: u64 = 0x0000_0408_1020_4081;
pub const BOARD: u64 = BOTTOM * COLUMN;
const COLUMN: u64 = 0b11_1111;
/// From the middle outwards: there most lines cross.
const COLUMNS: [u64; 7] =
    [COLUMN << 21, COLUMN << 14, COLUMN << 28, COLUMN << 7, COLUMN << 35, COLUMN, COLUMN << 42];
type Flow = ControlFlow<()>;

/// The stones of the side to move, and all stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    pub mine: u64,
    pub all: u64,
}

impl Position for ConnectFour {
    type Move = u64; // the square that the stone falls on, as its bit
    type Undo = Self;
    const NO_MOVES: Outcome = Outcome::Draw;

    fn outcome(&self) -> Option<Outcome> {
        let pairs = |d: u32| (self.mine ^ self.all) & (self.mine ^ self.all) >> d;
        let fours = |d: u32| pairs(d) & pairs(d) >> (2 * d);
        (fours(1) | fours(6) | fours(7) | fours(8) != 0).then_some(Outcome::Loss)
    }
    fn generate(&self, set: MoveSet, visit: impl FnMut(u64) -> Flow) -> Flow {
        each(if set == MoveSet::Noisy { 0 } else { self.free() }, visit)
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

fn each(squares: u64, mut visit: impl FnMut(u64) -> Flow) -> Flow {
    for &column in &COLUMNS {
        if squares & column != 0 {
            visit(squares & column)?;
        }
    }
    ControlFlow::Continue(())
}

impl ConnectFour {
    /// The position after these columns, 0 to 6, were played from the empty board.
    pub fn after_columns(columns: &str) -> Option<Self> {
        columns.chars().try_fold(Self::default(), |pos, digit| {
            let square = pos.free() & COLUMN << (7 * digit.to_digit(7)?);
            (square != 0 && pos.outcome().is_none()).then(|| pos.after(square))
        })
    }
    /// Where a stone can fall.
    fn free(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }
    /// The empty squares that would complete a line of these stones.
    fn threats(&self, s: u64) -> u64 {
        let gaps = |d: u32| {
            let (low, high) = (s << d & s << (2 * d), s >> d & s >> (2 * d));
            low & (s << (3 * d) | s >> d) | high & (s >> (3 * d) | s << d)
        };
        (gaps(1) | gaps(6) | gaps(7) | gaps(8)) & BOARD & !self.all
    }
    /// Where a stone wins; must block; or at least gives no win on top of it.
    fn choices(&self) -> [u64; 3] {
        let theirs = self.threats(self.mine ^ self.all);
        [self.threats(self.mine), theirs, !(theirs >> 1)].map(|squares| squares & self.free())
    }
}

impl Heuristics for ConnectFour {
    /// Only what is as good as any other move, and loses no sooner.
    fn candidates(&self, set: MoveSet, visit: impl FnMut(u64) -> Flow) -> Flow {
        let [win, block, safe] = self.choices();
        let wise = [win, block & safe, block, safe].into_iter().find(|&squares| squares != 0);
        each(if set == MoveSet::Noisy { 0 } else { wise.unwrap_or(self.free()) }, visit)
    }
    fn static_order(&self, square: u64) -> i32 {
        self.threats(self.mine | square).count_ones() as i32
    }
}

/// 22 less the number of stones with which the side to move wins, less than 0 if the other does.
///
/// # Panics
/// Where there are no 4 MiB for a table.
pub fn score(pos: &ConnectFour) -> i32 {
    // Threats order the moves better than killers, and a table within the cache is fastest.
    let options = Options { hash_mb: 4, killers: false, ..Options::default() };
    let mut engine = Engine::new(NoEvaluation, options).expect("4 MiB");
    let limits = Limits::depth(42 - pos.all.count_ones());
    let kind = engine.search(pos, &limits, &Stop::new(), |_| ()).score.kind();
    let (ScoreKind::Win { plies } | ScoreKind::Loss { plies }) = kind else { return 0 };
    let stones = (pos.all.count_ones() as usize + plies.get()).div_ceil(2);
    if matches!(kind, ScoreKind::Win { .. }) { 22 - stones as i32 } else { stones as i32 - 22 }
}

fn main() {
    let columns = std::env::args().nth(1).unwrap_or_default();
    let score = ConnectFour::after_columns(&columns).map(|pos| score(&pos).to_string());
    println!("{}", score.unwrap_or("columns 0 to 6, please, none above the top".to_owned()));
}
