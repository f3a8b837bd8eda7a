//! The machine words that serve as bitboards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, ControlFlow, Not, Shl, Shr,
};

use crate::geometry::{self, Geometry};
use crate::rules::Rules;
use crate::square::Square;

/// A set of squares: `u64` for boards of up to 64 squares (8x8), `u128` for
/// up to 128 (11x11, 16x8).
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + sealed::Sealed
    + 'static
{
    /// Squares that fit.
    const BITS: u32;
    /// No square.
    const NONE: Self;

    /// The set of one square; the index must be below [`BITS`](Self::BITS)
    /// (it is taken modulo that).
    fn bit(index: usize) -> Self;

    /// Squares in the set.
    fn len(self) -> u32;

    /// The square with the lowest number; [`BITS`](Self::BITS) if there is none.
    fn first(self) -> u32;

    /// The set without the square of the lowest number.
    #[must_use]
    fn without_first(self) -> Self;

    /// Whether there is no square.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether there are two squares or more.
    fn has_two(self) -> bool {
        !self.without_first().is_empty()
    }

    /// Whether the square belongs to the set.
    fn has(self, square: Square) -> bool {
        square.index() < Self::BITS as usize && !(self & Self::bit(square.index())).is_empty()
    }

    /// Hands every square to `visit`, in ascending order, until it breaks.
    #[inline]
    fn each(self, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut rest = self;
        while !rest.is_empty() {
            visit(Square::new(rest.first() as u8))?;
            rest = rest.without_first();
        }
        ControlFlow::Continue(())
    }

    /// The tables of these rules, made once.
    #[doc(hidden)]
    fn geometry(rules: Rules) -> &'static Geometry<Self>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = Self::BITS;
            const NONE: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << (index as u32 & (Self::BITS - 1))
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn geometry(rules: Rules) -> &'static Geometry<Self> {
                static MADE: geometry::Made<$word> = geometry::Made::new();
                MADE.get(rules)
            }
        }
    };
}

word!(u64);
word!(u128);
