//! Stones as lines: every row, column and diagonal is a word.

use std::ops::Range;

use crate::pattern::REACH;
use crate::point::{CELLS, MARGIN, Point, STRIDE, Size};

/// The four directions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
    /// From below left to above right.
    Rising,
    /// From above left to below right.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Rising, Self::Falling];

    /// 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// From a cell to the next.
    pub(crate) const fn step(self) -> usize {
        match self {
            Self::Row => 1,
            Self::Column => STRIDE,
            Self::Rising => STRIDE + 1,
            // Towards below right, so that columns grow along it.
            Self::Falling => 1usize.wrapping_sub(STRIDE),
        }
    }
}

/// The cell so many steps away; cells of a point within reach are cells of the array.
#[inline]
pub(crate) const fn along(cell: usize, direction: Direction, offset: isize) -> usize {
    cell.wrapping_add(direction.step().wrapping_mul(offset as usize)) % CELLS
}

/// Rows and columns: 32 each; diagonals: 64 each.
const LINES: usize = 32 + 32 + 64 + 64;

/// The line through a cell in a direction, and the cell's bit on it: its
/// column, or for columns its row, with the margin counted.
#[inline]
pub(crate) const fn line_of(cell: usize, direction: Direction) -> (usize, usize) {
    let (x, y) = (cell % STRIDE, cell / STRIDE % STRIDE);
    match direction {
        Direction::Row => (y, x),
        Direction::Column => (32 + x, y),
        Direction::Rising => (64 + x + 31 - y, x),
        Direction::Falling => (128 + x + y, x),
    }
}

/// One side's stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lines([u32; LINES]);

impl Lines {
    pub const EMPTY: Self = Self([0; LINES]);

    /// All points of a board.
    pub fn full(size: Size) -> Self {
        let mut lines = Self::EMPTY;
        for point in size.each() {
            lines.toggle(point);
        }
        lines
    }

    #[inline]
    pub fn toggle(&mut self, point: Point) {
        for direction in Direction::ALL {
            let (line, bit) = line_of(point.cell(), direction);
            self.0[line] ^= 1 << bit;
        }
    }

    #[inline]
    pub fn has(&self, point: Point) -> bool {
        let (row, bit) = line_of(point.cell(), Direction::Row);
        self.0[row] >> bit & 1 == 1
    }

    /// The words of the lines that lie at these places, as [`line_of`] counts.
    #[inline]
    pub fn words(&self, places: Range<usize>) -> &[u32] {
        &self.0[places]
    }

    /// The stones of a row of cells, by column with the margin counted.
    #[inline]
    pub fn row(&self, y: usize) -> u32 {
        self.0[(y + MARGIN) % 32]
    }

    /// The eleven points around one, itself bit 5.
    #[inline]
    pub fn window(&self, point: Point, direction: Direction) -> u32 {
        let (line, bit) = line_of(point.cell(), direction);
        self.0[line] >> (bit - REACH) & 0x7ff
    }

    /// How many stones stand in a row through a point, were one placed there;
    /// at most 11.
    #[inline]
    pub fn run(&self, point: Point, direction: Direction) -> u32 {
        let window = self.window(point, direction);
        let right = (window >> (REACH + 1)).trailing_ones();
        let left = (window << (32 - REACH)).leading_ones();
        left + 1 + right
    }
}
