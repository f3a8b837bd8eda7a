//! Sets of points: a word for each half of the board.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::Square;

/// Points in a word: Red's half in the first, Black's in the second.
///
/// A half has 45 points, so ranks never straddle words, a file is five bits
/// nine apart in each of them, and all arithmetic is on machine words.
const HALF: usize = Square::COUNT / 2;
const FULL: u64 = (1 << HALF) - 1;

/// A set of points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub(crate) [u64; 2]);

impl Bitboard {
    /// No point.
    pub const EMPTY: Self = Self([0, 0]);
    /// All points.
    pub const ALL: Self = Self([FULL, FULL]);

    /// One point.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        let i = square.index();
        if i < HALF { Self([1 << i, 0]) } else { Self([0, 1 << (i - HALF)]) }
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        let i = square.index();
        if i < HALF { self.0[0] >> i & 1 != 0 } else { self.0[1] >> (i - HALF) & 1 != 0 }
    }

    /// Whether there is no point.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Whether the sets share a point.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) != 0
    }

    /// How many points.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        // What `count_ones` does without an instruction for it, once for both
        // words: no group of four bits holds more than eight.
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let [red, black] = self.0;
        let (red, black) = (red - (red >> 1 & PAIRS), black - (black >> 1 & PAIRS));
        let fours = (red & FOURS) + (red >> 2 & FOURS) + (black & FOURS) + (black >> 2 & FOURS);
        let bytes = (fours & BYTES) + (fours >> 4 & BYTES);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// How many points, of at most two in each half: cheaper than [`count`](Self::count).
    #[inline]
    pub(crate) const fn few(self) -> usize {
        Self::few_of(self.0[0]) + Self::few_of(self.0[1])
    }

    /// 0, 1, or 2 for more.
    #[inline]
    pub(crate) const fn few_of(word: u64) -> usize {
        (word != 0) as usize + (word & word.wrapping_sub(1) != 0) as usize
    }

    /// Those in a side's half.
    #[inline]
    pub(crate) const fn half(self, side: crate::piece::Side) -> u64 {
        self.0[side.index()]
    }

    /// Calls `visit` with every point, from a0 on.
    #[inline(always)]
    pub(crate) fn each(self, mut visit: impl FnMut(Square)) {
        for (word, base) in [(self.0[0], 0), (self.0[1], HALF)] {
            let mut word = word;
            while word != 0 {
                visit(Square::at(base + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// The first point.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0[0] != 0 {
            Some(Square::at(self.0[0].trailing_zeros() as usize))
        } else if self.0[1] != 0 {
            Some(Square::at(HALF + self.0[1].trailing_zeros() as usize))
        } else {
            None
        }
    }

    /// The set without its first point.
    #[inline]
    #[must_use]
    pub const fn rest(self) -> Self {
        let [red, black] = self.0;
        if red != 0 {
            Self([red & (red - 1), black])
        } else {
            Self([0, black & black.wrapping_sub(1)])
        }
    }

    /// This set, or none.
    #[inline]
    #[must_use]
    pub const fn masked(self, condition: bool) -> Self {
        let mask = (condition as u64).wrapping_neg();
        Self([self.0[0] & mask, self.0[1] & mask])
    }

    /// The union; `|` for constants.
    pub(crate) const fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The nine bits of a rank.
    #[inline]
    pub(crate) const fn row(self, rank: usize) -> usize {
        let word = if rank < 5 { self.0[0] >> (9 * rank) } else { self.0[1] >> (9 * (rank - 5)) };
        word as usize & 0x1FF
    }

    /// The ten bits of a file, rank 0 first.
    #[inline]
    pub(crate) const fn column(self, file: usize) -> usize {
        Self::gather(self.0[0] >> file) | Self::gather(self.0[1] >> file) << 5
    }

    /// Bits 0, 9, 18, 27, 36 side by side. The product moves bit 9i to 36 + i;
    /// all its other terms land elsewhere, each on a bit of its own.
    #[inline]
    const fn gather(word: u64) -> usize {
        const FILE: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
        const MOVE: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
        ((word & FILE).wrapping_mul(MOVE) >> 36) as usize & 31
    }

    /// Calls `visit` with every point, from a0 on, until it breaks.
    #[inline]
    pub(crate) fn try_each<B>(
        self,
        mut visit: impl FnMut(Square) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        for (word, base) in [(self.0[0], 0), (self.0[1], HALF)] {
            let mut word = word;
            while word != 0 {
                visit(Square::at(base + word.trailing_zeros() as usize))?;
                word &= word - 1;
            }
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// The points of a set, from a0 to i9.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.rest();
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($trait:ident $function:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self {
                Self([self.0[0] $op other.0[0], self.0[1] $op other.0[1]])
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self([!self.0[0] & FULL, !self.0[1] & FULL])
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
