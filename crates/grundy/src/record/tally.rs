//! What is told of a stretch of values.

use super::code::LIMIT;

/// Odd, so that every value before counts: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Counts, maxima and a checksum of the values g(1), g(2), ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    values: u64,
    checksum: u64,
    counts: Vec<u64>,
    maxima: Vec<(u64, u16)>,
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Of no values.
    #[must_use]
    pub fn new() -> Self {
        let counts = vec![0; usize::from(LIMIT)];
        Self { values: 0, checksum: 0, counts, maxima: Vec::new() }
    }

    pub(super) const fn of_parts(
        values: u64,
        checksum: u64,
        counts: Vec<u64>,
        maxima: Vec<(u64, u16)>,
    ) -> Self {
        Self { values, checksum, counts, maxima }
    }

    /// Adds the next value.
    #[inline(always)]
    pub(super) fn add(&mut self, value: u16) {
        self.values += 1;
        self.checksum = self.checksum.wrapping_mul(FACTOR).wrapping_add(u64::from(value));
        if let Some(count) = self.counts.get_mut(usize::from(value)) {
            *count += 1;
        }
        if self.maxima.last().is_none_or(|&(_, greatest)| value > greatest) {
            self.maxima.push((self.values, value));
        }
    }

    /// How many values, which is the greatest heap.
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.values
    }

    /// With c(0) = 0: c(n) = c(n - 1) * 0x9e3779b97f4a7c15 + g(n) modulo 2^64.
    #[must_use]
    pub const fn checksum(&self) -> u64 {
        self.checksum
    }

    /// How often each value occurs, from 0 to 511.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Each value greater than all before, and the heap where it comes first.
    #[must_use]
    pub fn maxima(&self) -> &[(u64, u16)] {
        &self.maxima
    }
}

/// The tally of values from g(1) on.
impl FromIterator<u16> for Tally {
    fn from_iter<T: IntoIterator<Item = u16>>(values: T) -> Self {
        let mut tally = Self::new();
        values.into_iter().for_each(|value| tally.add(value));
        tally
    }
}
