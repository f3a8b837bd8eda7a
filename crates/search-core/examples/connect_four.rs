//! Connect Four, 7x6: a whole game for the search in one short file.
//!
//! Seven bits a column, the lowest first; the seventh, above the top row, is
//! always empty, so that no line of four runs from one column into the next:
//!
//! ```text
//!   6 13 20 27 34 41 48   <- never filled
//!   5 12 19 26 33 40 47
//!   .  .  .  .  .  .  .
//!   0  7 14 21 28 35 42
//! ```
//!
//! `cargo run --release --example connect_four 3323` judges the position
//! after the columns 3, 3, 2, 3.

use std::num::NonZeroU16;
use std::ops::BitOr;
use std::ops::ControlFlow::{self, Continue};

use search_core::{MoveSet, Outcome, Position};

/// The lowest square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All 42 squares.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The columns from the middle outwards: there most lines cross.
const COLUMNS: [u64; 7] = {
    let order = [3, 2, 4, 1, 5, 0, 6];
    let mut columns = [0; 7];
    let mut i = 0;
    while i < 7 {
        columns[i] = 0b11_1111 << (7 * order[i]);
        i += 1;
    }
    columns
};
/// The stones of the side to move, and all stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    mine: u64,
    all: u64,
}

impl Position for ConnectFour {
    /// The square that the stone falls on, as its bit.
    type Move = u64;
    /// Two words: cheaper to keep than to take a stone back.
    type Undo = Self;
    const NO_MOVES: Outcome = Outcome::Draw;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let four = lines(self.mine ^ self.all).into_iter().fold(0, BitOr::bitor) != 0;
        four.then_some(Outcome::Loss)
    }

    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if set != MoveSet::Noisy {
            let free = (self.all + BOTTOM) & BOARD;
            for &column in &COLUMNS {
                if free & column != 0 {
                    visit(free & column)?;
                }
            }
        }
        Continue(())
    }

    #[inline]
    fn make(&mut self, square: u64) -> Self {
        let before = *self;
        self.mine ^= self.all;
        self.all |= square;
        before
    }

    #[inline]
    fn unmake(&mut self, _: u64, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        // All stones plus the bottom row mark the height of every column.
        let exact = self.mine + self.all + BOTTOM;
        (exact ^ exact >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn pack(&self, square: u64) -> Option<NonZeroU16> {
        NonZeroU16::new(square.trailing_zeros() as u16 + 1)
    }

    #[inline]
    fn unpack(&self, bits: NonZeroU16) -> Option<u64> {
        let square = 1u64.checked_shl(u32::from(bits.get()) - 1)?;
        (square & (self.all + BOTTOM) & BOARD != 0).then_some(square)
    }
}

/// Lines still open to the side to move, less those open to the other.
#[inline]
pub fn evaluate(pos: &ConnectFour) -> i32 {
    open_lines(BOARD & !(pos.mine ^ pos.all)) - open_lines(BOARD & !pos.mine)
}

/// The lines of four within these squares, by direction: each as the bit of
/// its lowest or leftmost square.
#[inline]
fn lines(squares: u64) -> [u64; 4] {
    // Upwards, along the row, along both diagonals.
    [1, 7, 6, 8].map(|d| {
        let pairs = squares & squares >> d;
        pairs & pairs >> (2 * d)
    })
}

/// How many lines of four there are within these squares.
#[inline]
fn open_lines(squares: u64) -> i32 {
    let [up, row, falling, rising] = lines(squares);
    // Rows and diagonals begin in the four columns on the left, falling ones
    // above rising ones, so that one count does for three of them.
    (up.count_ones() + (row | (falling | rising) << 28).count_ones()) as i32
}

fn main() {}
