//! Common and rare values, and their codes of eight bits.
//!
//! Leave out the lowest bit of a value and count the ones: an odd count makes it
//! *common*, an even one *rare* (Berlekamp, Conway and Guy, Winning Ways, chapter 4:
//! the sparse space of Grundy's game). Whether the count is odd adds up under
//! exclusive or, so
//!
//! - common ^ common is rare, rare ^ rare is rare, rare ^ common is common;
//! - bit 1 follows from the others in each class, and can be left out: the code
//!   of a value is what remains. Codes add up under exclusive or as values do, and
//!   within a class they stand in the order of the values.

/// Values below this have a code. The greatest of the first 7 * 10^8 is 280.
pub const LIMIT: u16 = 512;

/// Whether a value is common.
#[inline]
#[must_use]
pub const fn is_common(value: u16) -> bool {
    (value >> 1).count_ones() & 1 == 1
}

/// The code of a value below [`LIMIT`], of either class.
#[inline]
pub(super) const fn code(value: u16) -> u8 {
    (value >> 2 << 1 | value & 1) as u8
}

/// The common value of this code.
#[inline]
pub(super) const fn common(code: u8) -> u16 {
    let high = code as u16 >> 1;
    high << 2 | (high.count_ones() as u16 & 1 ^ 1) << 1 | code as u16 & 1
}

/// The rare value of this code.
#[inline]
pub(super) const fn rare(code: u8) -> u16 {
    common(code) ^ 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_linear_and_keep_the_order_of_a_class() {
        for value in 0..LIMIT {
            let back = if is_common(value) { common(code(value)) } else { rare(code(value)) };
            assert_eq!(back, value);
        }
        for (a, b) in (0..LIMIT).zip((0..LIMIT).map(|v| v * 37 % LIMIT)) {
            assert_eq!(code(a ^ b), code(a) ^ code(b));
            assert_eq!(is_common(a ^ b), is_common(a) ^ is_common(b));
        }
        assert!((1..=255).all(|c| common(c - 1) < common(c) && rare(c - 1) < rare(c)));
        assert_eq!([0, 1, 2, 3, 4, 6].map(is_common), [false, false, true, true, true, false]);
    }
}
