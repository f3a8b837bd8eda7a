//! Moves.

use std::fmt;
use std::num::NonZeroU16;

use crate::square::Square;

/// A move: where from and where to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// From one point to another; `None` where they are the same.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.index() == to.index() { None } else { Some(Self::between(from, to)) }
    }

    /// For points that are known to differ.
    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        debug_assert!(from.index() != to.index());
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
