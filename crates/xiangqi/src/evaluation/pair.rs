//! A weight for the middle game and one for the ending, in one number.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values that are added at once: the one of the ending in the upper half, that
/// of the middle game, which may be negative and then borrows from it, in the lower.
/// Each must stay within an `i16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// Both values.
    #[must_use]
    pub const fn new(middle: i16, end: i16) -> Self {
        Self(((end as i32) << 16) + middle as i32)
    }

    /// The value in the middle game.
    #[inline]
    #[must_use]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the ending.
    #[inline]
    #[must_use]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

/// Wrapping throughout: boards from outside may hold more than the halves do, and
/// are then misjudged, no more.
impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, n: i32) -> Self {
        Self(self.0.wrapping_mul(n))
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        let pairs = [(0, 0), (1, -1), (-1, 1), (-300, -7), (920, 1050), (-32_000, 32_000)];
        for (a, b) in pairs {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middle(), pair.end()), (a.into(), b.into()));
            assert_eq!(((-pair).middle(), (-pair).end()), (-i32::from(a), -i32::from(b)));
        }
        let sum = Pair::new(-5, 9) * 3 - Pair::new(2, -40) + Pair::new(-1, -1);
        assert_eq!((sum.middle(), sum.end()), (-18, 66));
    }
}
