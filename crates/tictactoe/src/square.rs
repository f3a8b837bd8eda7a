//! Squares and sides.

use std::fmt;

/// A square by number, row by row from the top: 0 to 8 on the 3x3 board.
///
/// ```text
/// 0 1 2     a3 b3 c3
/// 3 4 5  =  a2 b2 c2
/// 6 7 8     a1 b1 c1
/// ```
///
/// It prints as that number; [`Rules::name`](crate::Rules::name) gives the
/// letter and number, which need the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of this number. Whether a board has it is for the board to say.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One of the players. X begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first.
    X,
    /// Moves second.
    O,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// The name that commands use: `x` or `o`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::O => "o",
        }
    }

    /// 0 for X, 1 for O.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}
