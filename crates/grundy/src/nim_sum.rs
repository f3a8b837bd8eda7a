//! Perfect play by nim-values.

use std::sync::Arc;

use search_core::{Evaluate, Outcome, Position, Proof};

use crate::heaps::{Heaps, Split};
use crate::misere::Misere;
use crate::odd_heaps::OddHeaps;
use crate::values::Values;

/// The theory of R. Sprague (1935) and P. M. Grundy (1939), as an evaluation.
///
/// A heap is worth as much as a heap of its *nim-value* in nim, and heaps that
/// stand together as much as the exclusive or of their values, the *nim-sum*. The
/// side to move loses where the nim-sum is 0, and wins otherwise; the winning
/// moves are those that make it 0.
///
/// [`Evaluate::probe`] proves that, and [`Evaluate::evaluate`] is +-100. Heaps
/// beyond the bound are not judged (0), and neither is misère play, where the
/// theory does not hold.
///
/// ```
/// use grundy::{Heaps, NimSum};
/// let nim = NimSum::up_to(20);
/// let heaps: Heaps = "5 10 20".parse()?;
/// assert_eq!(nim.of(&heaps), Some(2));
/// let winning: Vec<_> = nim.winning_splits(&heaps).map(|m| m.to_string()).collect();
/// assert_eq!(winning, ["10=8+2", "5=4+1"]);
/// # Ok::<(), grundy::HeapsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NimSum(Arc<Values>);

impl NimSum {
    /// With the values of all heaps up to a bound, computed here.
    #[must_use]
    pub fn up_to(bound: u32) -> Self {
        Values::up_to(bound).into()
    }

    /// The nim-value of a heap, `None` beyond the bound.
    #[inline]
    #[must_use]
    pub fn of_heap(&self, heap: u32) -> Option<u16> {
        (heap <= self.0.bound()).then(|| self.0.get(heap))
    }

    /// The nim-sum, `None` if a heap is beyond the bound.
    #[must_use]
    pub fn of(&self, heaps: &Heaps) -> Option<u16> {
        self.sum(heaps.sizes().iter().copied())
    }

    /// The nim-sum, `None` if a heap is beyond the bound.
    #[must_use]
    pub fn of_odd(&self, heaps: OddHeaps) -> Option<u16> {
        self.sum(heaps.sizes())
    }

    #[inline]
    fn sum(&self, mut heaps: impl Iterator<Item = u32>) -> Option<u16> {
        heaps.try_fold(0, |sum, heap| Some(sum ^ self.of_heap(heap)?))
    }

    /// All moves that win, in the order of generation: none where the nim-sum
    /// is 0, or where a heap is beyond the bound.
    pub fn winning_splits<'a>(&'a self, heaps: &'a Heaps) -> impl Iterator<Item = Split> + 'a {
        let sum = self.of(heaps).filter(|&sum| sum != 0);
        sum.into_iter().flat_map(move |sum| heaps.live().flat_map(move |h| self.winning(h, sum)))
    }

    /// The splits of a heap that make this nim-sum 0. (Its value is below the bound.)
    fn winning(&self, heap: u32, sum: u16) -> impl Iterator<Item = Split> + '_ {
        let wanted = sum ^ self.0.get(heap);
        Split::of(heap).filter(move |&m| self.0.get(m.small) ^ self.0.get(m.large()) == wanted)
    }

    fn prove(
        &self,
        mut heaps: impl Iterator<Item = u32>,
        sum: Option<u16>,
    ) -> Option<Proof<Split>> {
        match sum? {
            0 => Some(Proof::exact(Outcome::Loss)),
            sum => {
                let best = heaps.find_map(|h| self.winning(h, sum).next());
                Some(Proof { best, ..Proof::exact(Outcome::Win) })
            }
        }
    }
}

/// With these values.
impl From<Values> for NimSum {
    fn from(values: Values) -> Self {
        Self(Arc::new(values))
    }
}

const fn worth(sum: Option<u16>) -> i32 {
    match sum {
        None => 0,
        Some(0) => -100,
        Some(_) => 100,
    }
}

impl Evaluate<Heaps> for NimSum {
    fn evaluate(&mut self, heaps: &Heaps) -> i32 {
        worth(self.of(heaps))
    }

    fn probe(&mut self, heaps: &mut Heaps, _: u64) -> (Option<Proof<Split>>, u64) {
        (self.prove(heaps.live(), self.of(heaps)), 0)
    }
}

impl Evaluate<OddHeaps> for NimSum {
    fn evaluate(&mut self, heaps: &OddHeaps) -> i32 {
        worth(self.of_odd(*heaps))
    }

    fn probe(&mut self, heaps: &mut OddHeaps, _: u64) -> (Option<Proof<Split>>, u64) {
        (self.prove(heaps.sizes(), self.of_odd(*heaps)), 0)
    }
}

impl Evaluate<Misere> for NimSum {
    fn evaluate(&mut self, heaps: &Misere) -> i32 {
        // Only the end is known.
        match heaps.outcome() {
            Some(_) => 100,
            None => 0,
        }
    }
}

/// The nim-value of a position by its definition: the least number that is the
/// value of none of its children. For tests and small positions; it visits them all.
///
/// ```
/// use grundy::{Heaps, OddHeaps, nim_value_by_search};
/// let heaps: Heaps = "8 8 5".parse()?;
/// assert_eq!(nim_value_by_search(&heaps), 2);
/// assert_eq!(nim_value_by_search(&OddHeaps::from_bits(1 << 5)), 2);
/// # Ok::<(), grundy::HeapsError>(())
/// ```
#[must_use]
pub fn nim_value_by_search<P: Position>(position: &P) -> u16 {
    use std::collections::HashMap;
    use std::ops::ControlFlow::Continue;

    fn value<P: Position>(position: &P, known: &mut HashMap<u64, u16>) -> u16 {
        if let Some(&value) = known.get(&position.key()) {
            return value;
        }
        let mut options = Vec::new();
        if position.outcome().is_none() {
            let _ = position.generate(search_core::MoveSet::All, |m| {
                options.push(value(&position.after(m), known));
                Continue(())
            });
        }
        let mex = (0..).find(|v| !options.contains(v)).unwrap_or(u16::MAX);
        known.insert(position.key(), mex);
        mex
    }
    value(position, &mut HashMap::new())
}
