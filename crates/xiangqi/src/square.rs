//! The ninety points of the board.
//!
//! ```text
//!  9  81 82 83 84 85 86 87 88 89   Black's home
//!  ...
//!  5  45 46 47 48 49 50 51 52 53
//!     -------- the river -------
//!  4  36 37 38 39 40 41 42 43 44
//!  ...
//!  0   0  1  2  3  4  5  6  7  8   Red's home
//!      a  b  c  d  e  f  g  h  i
//! ```

use std::fmt;
use std::str::FromStr;

use crate::notation::clip;

/// A point of the board: `rank * 9 + file`, both counted from 0, seen by Red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A word that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no point of the board: expected a file from a to i and a rank from 0 to 9")]
pub struct SquareError(pub String);

impl Square {
    /// Files.
    pub const FILES: usize = 9;
    /// Ranks.
    pub const RANKS: usize = 10;
    /// Points.
    pub const COUNT: usize = Self::FILES * Self::RANKS;

    /// A point by file (0 to 8, from Red's left) and rank (0 to 9, from Red's
    /// side); `None` beyond the board.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self((rank * Self::FILES + file) as u8))
        } else {
            None
        }
    }

    /// The point of this index, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// For indices that are known to be points.
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        // Never beyond the board, whatever happens: tables are indexed by it.
        Self((if index < Self::COUNT { index } else { Self::COUNT - 1 }) as u8)
    }

    /// `rank * 9 + file`, below [`COUNT`](Self::COUNT).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// From 0, Red's leftmost.
    #[inline]
    #[must_use]
    pub const fn file(self) -> usize {
        self.0 as usize % Self::FILES
    }

    /// From 0, Red's home.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> usize {
        self.0 as usize / Self::FILES
    }

    /// The point as the other player counts: the board turned by half a turn.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self((Self::COUNT - 1) as u8 - self.0)
    }

    /// The point with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self((self.rank() * Self::FILES + Self::FILES - 1 - self.file()) as u8)
    }

    /// All points, from a0 to i9.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `e0`, or `E0`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let read = || match *text.as_bytes() {
            [file, rank] => {
                let file = file.to_ascii_lowercase().checked_sub(b'a')?;
                Self::new(file.into(), rank.checked_sub(b'0')?.into())
            }
            _ => None,
        };
        read().ok_or_else(|| SquareError(clip(text)))
    }
}
