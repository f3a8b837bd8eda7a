//! The split of all values into a few rare ones and many common ones.

/// Values are rare if they have an even number of ones among the bits of a mask, and
/// common otherwise.
///
/// The rare ones are a subgroup of index 2: of two values with their exclusive or,
/// none or two are common. So an option of common value that leaves two heaps leaves
/// a rare heap and a common one, and where rare heaps are few, a few halves show all
/// of them (Winning Ways, chapter 4, "sparse spaces"). This holds for any mask; a good
/// one only makes rare heaps few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    mask: u16,
}

impl Split {
    /// By the mask, other than 0.
    pub(super) const fn new(mask: u16) -> Self {
        Self { mask }
    }

    /// The bits that count, never none.
    #[must_use]
    pub const fn mask(self) -> u16 {
        self.mask
    }

    /// Whether a value is rare; 0 always is.
    ///
    /// ```
    /// let mut values = grundy::octal::OctalValues::new(".6".parse()?);
    /// values.advance(25_000)?;
    /// let split = values.split().expect("few rare values");
    /// let (a, b) = (values.values()[24_999], values.values()[25_000]);
    /// assert!(split.is_rare(0) && !split.is_rare(a) && !split.is_rare(b));
    /// assert!(split.is_rare(a ^ b));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_rare(self, value: u16) -> bool {
        (value & self.mask).count_ones() & 1 == 0
    }

    /// The split that makes the fewest of the counted values rare; of several, the one
    /// with the least mask.
    ///
    /// The sum of the counts, those of common values taken off, is for all
    /// masks at once the Walsh-Hadamard transform of the counts.
    pub(super) fn best(counts: &[u64]) -> Option<Self> {
        let mut sums: Vec<i64> = counts.iter().map(|&count| count as i64).collect();
        sums.resize(counts.len().next_power_of_two(), 0);
        let mut step = 1;
        while step < sums.len() {
            for pair in sums.chunks_exact_mut(2 * step) {
                let (low, high) = pair.split_at_mut(step);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            step *= 2;
        }
        let (mask, _) = sums.iter().enumerate().skip(1).min_by_key(|&(_, &sum)| sum)?;
        Some(Self::new(mask as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_split_is_the_best() {
        let counts = [7, 1, 9, 30, 2, 2, 8, 1, 40, 3, 5];
        let rare = |split: Split| -> u64 {
            (0..).zip(counts).filter(|&(v, _)| split.is_rare(v)).map(|(_, count)| count).sum()
        };
        let best = Split::best(&counts).unwrap();
        assert_eq!(Some(rare(best)), (1..16).map(|mask| rare(Split::new(mask))).min());
        assert_eq!(Split::best(&[5]), None);
    }
}
