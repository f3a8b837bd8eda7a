//! Nim-values of single heaps.

/// The nim-values of all heaps up to a bound.
///
/// A move splits a heap of n into a and n - a, a < n - a, and the value of
/// two heaps is the exclusive or of theirs (Sprague and Grundy), so
/// g(n) = mex { g(a) ^ g(n - a) : 0 < a < n - a }.
///
/// ```
/// let values = grundy::Values::up_to(20);
/// assert_eq!((values.get(7), values.get(18), values.get(20)), (0, 4, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Values(Vec<u16>);

impl Values {
    /// The values of heaps from 0 (no heap) to `bound`.
    #[must_use]
    pub fn up_to(bound: u32) -> Self {
        let bound = bound as usize;
        let mut values = vec![0; bound + 1];
        // When value v was last seen, as an option of which heap.
        let mut seen = vec![0; 1 << 16];
        for n in 3..=bound {
            for a in 1..n.div_ceil(2) {
                seen[usize::from(values[a] ^ values[n - a])] = n;
            }
            // A heap of n has fewer than n options; a window of 2^16 values is
            // never full.
            values[n] = (0..u16::MAX).find(|&v| seen[usize::from(v)] != n).unwrap_or(u16::MAX);
        }
        Self(values)
    }

    /// The greatest heap.
    #[must_use]
    pub fn bound(&self) -> u32 {
        (self.0.len() - 1) as u32
    }

    /// The nim-value of one heap of `n`, at most [`bound`](Self::bound).
    ///
    /// # Panics
    /// If `n` is greater.
    #[must_use]
    pub fn get(&self, n: u32) -> u16 {
        self.0[n as usize]
    }
}
