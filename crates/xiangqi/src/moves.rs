//! Moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::square::Square;

/// A move: where from and where to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

/// A word that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// Not of the form.
    #[error("`{0}` is no move: expected two points such as h2e2 (files a to i, ranks 0 to 9)")]
    Form(String),
    /// A rank of 10: the programs that count so call every rank by another number.
    #[error("`{0}` counts ranks from 1 to 10: expected ranks from 0 to 9, such as h2e2")]
    RankTen(String),
    /// The same point twice.
    #[error("`{0}` is no move: it ends where it begins")]
    Nowhere(String),
}

impl Move {
    /// From one point to another; `None` where they are the same.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.index() == to.index() { None } else { Some(Self::between(from, to)) }
    }

    /// For points that are known to differ.
    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        match NonZeroU16::new((from.index() as u16) << 7 | to.index() as u16) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Where from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at((self.0.get() >> 7) as usize)
    }

    /// Where to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at((self.0.get() & 127) as usize)
    }

    /// What a table stores: `from * 128 + to`.
    #[inline]
    pub(crate) const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// The move of these bits, if they are any move's.
    #[inline]
    pub(crate) const fn from_bits(bits: NonZeroU16) -> Option<Self> {
        let (from, to) = ((bits.get() >> 7) as usize, (bits.get() & 127) as usize);
        if from < Square::COUNT && to < Square::COUNT && from != to {
            Some(Self(bits))
        } else {
            None
        }
    }
}

impl fmt::Display for Move {
    /// As UCI writes it: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads a move as UCI writes it: `h2e2`.
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let shown = || text.chars().take(30).collect::<String>();
        let point = |range| text.get(range).and_then(|t: &str| t.parse::<Square>().ok());
        if text.len() == 4
            && let (Some(from), Some(to)) = (point(0..2), point(2..4))
        {
            return Self::new(from, to).ok_or_else(|| MoveTextError::Nowhere(shown()));
        }
        // `a10a9`, `a9a10`, `a10b10`
        let bytes = text.as_bytes();
        let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
        let ten = matches!(bytes.len(), 5 | 6) && letters == 2 && text.contains("10");
        Err(if ten { MoveTextError::RankTen(shown()) } else { MoveTextError::Form(shown()) })
    }
}
