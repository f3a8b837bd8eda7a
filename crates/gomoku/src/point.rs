//! Points of the board and their names.

use std::fmt;
use std::num::NonZeroU16;

use thiserror::Error;

use crate::formats::clip;

/// A board's width and height, 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The smallest board: one line of five.
    pub const MIN: Self = Self(5);
    /// The largest board.
    pub const MAX: Self = Self(22);
    /// The board of renju.
    pub const FIFTEEN: Self = Self(15);
    /// The board of Gomocup's freestyle league.
    pub const TWENTY: Self = Self(20);

    /// A size, if a board of it is played here.
    #[must_use]
    pub const fn new(n: usize) -> Option<Self> {
        if n >= Self::MIN.0 as usize && n <= Self::MAX.0 as usize {
            Some(Self(n as u8))
        } else {
            None
        }
    }

    /// Columns, and rows.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// How many points the board has.
    #[must_use]
    pub const fn points(self) -> usize {
        self.get() * self.get()
    }

    /// The middle point; of the four in the middle of an even board the one
    /// below and to the left.
    #[must_use]
    pub const fn center(self) -> Point {
        let middle = (self.get() - 1) / 2;
        Point::at(middle, middle)
    }

    /// Every point, row by row from above, each from the left.
    pub fn each(self) -> impl Iterator<Item = Point> {
        let n = self.get();
        (0..n).rev().flat_map(move |y| (0..n).map(move |x| Point::at(x, y)))
    }

    /// Whether the point lies on the board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.get() && point.y() < self.get()
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::FIFTEEN
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A point of a board of any size: a column from the left and a row from
/// below, both from 0. `h8`, the middle of a 15x15 board, is column 7, row 7.
///
/// ```
/// use gomoku::{Point, Size};
/// let h8: Point = Point::parse("h8", Size::FIFTEEN)?;
/// assert_eq!((h8.x(), h8.y(), h8.to_string()), (7, 7, "h8".into()));
/// assert!(Point::parse("h16", Size::FIFTEEN).is_err());
/// # Ok::<(), gomoku::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

/// Cells around the board on every side, as far as a line of play looks. With
/// them a row of the largest board takes 32 cells.
pub(crate) const MARGIN: usize = 5;
/// From a cell to the one above.
pub(crate) const STRIDE: usize = 32;
/// Cells of the largest board, margin included.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

impl Point {
    /// The point at a column and row that lie on the largest board.
    #[must_use]
    pub const fn new(x: usize, y: usize) -> Option<Self> {
        if x < Size::MAX.get() && y < Size::MAX.get() { Some(Self::at(x, y)) } else { None }
    }

    pub(crate) const fn at(x: usize, y: usize) -> Self {
        Self::of_cell((y + MARGIN) * STRIDE + x + MARGIN)
    }

    pub(crate) const fn of_cell(cell: usize) -> Self {
        match NonZeroU16::new((cell % CELLS) as u16) {
            Some(cell) => Self(cell),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The cell of the arrays that hold a board with its margin.
    #[must_use]
    pub(crate) const fn cell(self) -> usize {
        self.0.get() as usize % CELLS
    }

    /// The point of what the transposition table stores; its cell may lie in the margin.
    pub(crate) fn of_bits(bits: NonZeroU16) -> Option<Self> {
        (usize::from(bits.get()) < CELLS).then_some(Self(bits))
    }

    pub(crate) const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// The column, from 0 at the left.
    #[must_use]
    pub const fn x(self) -> usize {
        (self.cell() % STRIDE).wrapping_sub(MARGIN)
    }

    /// The row, from 0 at the bottom.
    #[must_use]
    pub const fn y(self) -> usize {
        (self.cell() / STRIDE).wrapping_sub(MARGIN)
    }

    /// Reads a name such as `h8`, in either case.
    ///
    /// # Errors
    /// [`PointError`] if it is none, or off the board.
    pub fn parse(text: &str, size: Size) -> Result<Self, PointError> {
        let bad = || PointError::NoPoint(clip(text));
        let mut chars = text.chars();
        let column = chars.next().filter(char::is_ascii_alphabetic).ok_or_else(bad)?;
        let digits = chars.as_str();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let x = usize::from(column.to_ascii_lowercase() as u8 - b'a');
        let off = || PointError::OffBoard { point: clip(text), size };
        let row: usize = digits.parse().map_err(|_| off())?;
        let y = row.checked_sub(1).ok_or_else(off)?;
        Self::new(x, y).filter(|&p| size.contains(p)).ok_or_else(off)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a'.wrapping_add(self.x() as u8));
        write!(f, "{column}{}", self.y().wrapping_add(1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointError {
    /// It is no name of a point.
    #[error("{0:?} is no point: expected a column letter and a row number, such as h8")]
    NoPoint(String),
    /// The board has no such point.
    #[error("{point:?} is off the board of {size}x{size}")]
    OffBoard {
        /// The name.
        point: String,
        /// The board's size.
        size: Size,
    },
}
