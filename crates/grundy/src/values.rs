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
pub struct Values {
    known: Known,
    bound: u32,
}

#[derive(Clone, Debug)]
enum Known {
    Few(Sparse),
    Many(Box<Computation>),
}

impl Values {
    /// The values of heaps from 0 (no heap) to `bound`; about a byte is kept for each.
    #[must_use]
    pub fn up_to(bound: u32) -> Self {
        let few = || Self { known: Known::Few(Sparse::up_to(bound)), bound };
        let Some(more) = (u64::from(bound) + 1).checked_sub(Computation::FIRST) else {
            return few();
        };
        let mut computation = Computation::start();
        let never = AtomicBool::new(false);
        match computation.advance(more, Vectors::detected(), &never, &mut |_| ()) {
            Ok(()) => Self { known: Known::Many(Box::new(computation)), bound },
            // No heap below 2^30 ends it; if one did, the plain method would go on.
            Err(_) => few(),
        }
    }

    /// The greatest heap.
    #[must_use]
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    /// The nim-value of one heap of `n`, at most [`bound`](Self::bound).
    ///
    /// # Panics
    /// If `n` is greater, as an index beyond a list: whoever chose the bound knows it.
    /// [`NimSum::of_heap`](crate::NimSum::of_heap) answers `None` instead.
    #[must_use]
    pub fn get(&self, n: u32) -> u16 {
        let value = match &self.known {
            Known::Few(sparse) => sparse.values().get(n as usize).copied(),
            Known::Many(computation) => computation.value(u64::from(n)),
        };
        value.filter(|_| n <= self.bound).expect("a heap within the bound")
    }
}

/// The values that a computation has, of heaps up to 2^32 - 1.
impl From<Computation> for Values {
    fn from(computation: Computation) -> Self {
        let bound = u32::try_from(computation.heap()).unwrap_or(u32::MAX);
        Self { known: Known::Many(Box::new(computation)), bound }
    }
}
