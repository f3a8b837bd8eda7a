//! Periods, and why they never end.

use super::OctalCode;

/// Values that repeat for ever: g(n + period) = g(n) for all n from `start` on.
///
/// # Why finitely many values prove it
///
/// Let k be the last place of the code, n0 >= 1, p >= 1, and g(n + p) = g(n) for
/// n0 <= n < 2 n0 + p + k. Then it holds for all n >= n0 (Guy and Smith 1956; the
/// proof holds for splits without taking, place 0, as well).
///
/// Let n >= 2 n0 + p + k, and the claim hold from n0 up to n - 1. The heaps n and n + p
/// have options of the same values:
///
/// - Taking the whole heap: neither is possible, n > k.
/// - Leaving one heap: j are taken, j <= k, and n - j >= n0; g(n + p - j) = g(n - j),
///   by the claim for n - j < n (a heap is not left as it is: j >= 1).
/// - Leaving two, from n + p: a + b = n + p - j, a <= b < n + p. So
///   2b >= n + p - k >= 2 (n0 + p), which makes b - p >= n0 >= 1. The heaps a, b - p
///   are left of n by taking j, neither is empty, and g(b) = g(b - p) by the claim for
///   b - p < n.
/// - Leaving two, from n: a + b = n - j, a <= b < n, 2b >= n - k >= 2 n0 + p. So
///   b >= n0, and g(b + p) = g(b) by the claim; a, b + p are left of n + p by taking j.
///
/// So g(n + p) = g(n). Values up to n0 + p + (n0 + p + k) - 1 prove the period.
///
/// Where no move leaves two heaps, n0 <= n < n0 + k is enough, by the first two points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The period p, the least there is.
    pub period: usize,
    /// The pre-period: the least heap from which on all values repeat.
    pub start: usize,
    /// The heaps below `start` whose value is not the one that the period, carried on
    /// to them, would give; growing.
    pub exceptions: Vec<usize>,
    /// The greatest heap whose value the proof takes.
    pub proved_by: usize,
}

impl Periodicity {
    /// The least period that is proved by the values of heaps from 0 on, if any is.
    /// Steps grow in proportion to their number.
    ///
    /// ```
    /// use grundy::octal::{OctalCode, Periodicity, plain};
    /// let dawson: OctalCode = ".137".parse()?;
    /// let values = plain(&dawson, 250)?;
    /// let found = Periodicity::find(&dawson, &values).expect("a period");
    /// assert_eq!((found.period, found.start, found.proved_by), (34, 52, 174));
    /// assert_eq!(found.exceptions, [0, 14, 16, 17, 31, 34, 51]);
    /// assert_eq!(Periodicity::find(&dawson, &values[..174]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find(code: &OctalCode, values: &[u16]) -> Option<Self> {
        let (count, turned) = (values.len(), values.iter().rev().copied().collect::<Vec<_>>());
        // How far back from the end values equal those one period before. A period
        // that is eventually one is one from `start` on of any multiple of it: so
        // the least is proved first.
        let agreeing = prefixes(&turned, count / 2 + 1);
        (1..agreeing.len()).find_map(|period| {
            let start = count - period - agreeing[period] as usize;
            let proved_by = needed(code, start, period);
            (proved_by < count).then(|| Self {
                period,
                start,
                exceptions: (0..start)
                    .filter(|&n| values[n] != values[n + (start - n).next_multiple_of(period)])
                    .collect(),
                proved_by,
            })
        })
    }

    /// The greatest exception.
    #[must_use]
    pub const fn last_exception(&self) -> Option<usize> {
        self.start.checked_sub(1)
    }
}

/// The greatest heap whose value the proof takes.
fn needed(code: &OctalCode, start: usize, period: usize) -> usize {
    let splits = (0..=code.last_place()).any(|place| code.may_leave(place, 2));
    // No heap, n = 0, is no heap of the proof.
    let from = start.max(1);
    let to = if splits { 2 * from + period } else { from } + code.last_place();
    to - 1 + period
}

/// For each of the first indices, how many items from there on equal those from 0 on
/// (the Z-function; Gusfield 1997).
fn prefixes(items: &[u16], indices: usize) -> Vec<u32> {
    let mut found = vec![0u32; indices.min(items.len())];
    // The stretch that ends last of those known to equal a prefix.
    let (mut left, mut right) = (0, 0);
    for i in 1..found.len() {
        let mut length = if i < right { (found[i - left] as usize).min(right - i) } else { 0 };
        while i + length < items.len() && items[length] == items[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        found[i] = length as u32;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_those_of_the_definition() {
        let mut state = 1u32;
        for length in 0..200 {
            let items: Vec<u16> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 30) as u16 & 1
                })
                .collect();
            for (i, &found) in prefixes(&items, 60).iter().enumerate().skip(1) {
                let equal = items.iter().zip(&items[i..]).take_while(|(a, b)| a == b).count();
                assert_eq!(found as usize, equal);
            }
        }
    }
}
