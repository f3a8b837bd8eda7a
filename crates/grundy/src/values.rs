//! Nim-values of single heaps.

use std::sync::atomic::AtomicBool;

use crate::record::{Computation, Sparse, Vectors};

/// The nim-values of all heaps up to a bound.
///
/// A move splits a heap of n into a and n - a, a < n - a, and the value of
/// two heaps is the exclusive or of theirs (Sprague and Grundy), so
/// g(n) = mex { g(a) ^ g(n - a) : 0 < a < n - a }. How they are computed, some
/// millions a second, is told in [`record`](crate::record).
///
/// ```
/// let values = grundy::Values::up_to(20);
/// assert_eq!((values.get(7), values.get(18), values.get(20)), (0, 4, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Values(Vec<u16>);

impl Values {
    /// The values of heaps from 0 (no heap) to `bound`; two bytes are kept for each.
    #[must_use]
    pub fn up_to(bound: u32) -> Self {
        if u64::from(bound) < Computation::FIRST {
            return Self(Sparse::up_to(bound).values().to_vec());
        }
        let (wanted, mut computation) = (bound as usize + 1, Computation::start());
        let mut values = computation.beginning().values().to_vec();
        values.reserve(wanted - values.len());
        let mut keep = |run: &[u16]| {
            values.extend(run.iter().take(wanted - values.len()));
        };
        let more = u64::from(bound) + 1 - Computation::FIRST;
        let end =
            computation.advance(more, Vectors::detected(), &AtomicBool::new(false), &mut keep);
        // No heap below 7 * 10^8 ends it; if one did, the plain method would go on.
        if end.is_err() {
            values = Sparse::up_to(bound).values().to_vec();
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
