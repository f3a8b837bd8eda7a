//! A second opinion by a method that shares nothing with the fast one but the rule.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Computation;
use super::code::is_common;

/// What has been checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many heaps.
    pub heaps: u64,
    /// The greatest smaller half that was needed to show a rare option.
    pub deepest: u64,
}

/// The plain method says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("heap {heap}: {fast} by the fast method, {plain} by the plain one")]
pub struct Disagreement {
    /// The heap.
    pub heap: u64,
    /// Its value by the fast method.
    pub fast: u16,
    /// And by the plain one.
    pub plain: u16,
}

impl Computation {
    /// Checks the values of the heaps from `from` to `to`, as far as they are known, one by
    /// one until told to stop: from the smaller halves on until every smaller rare value
    /// has turned up, if need be through all of them, and from all rare heaps.
    ///
    /// `progress` gets each heap.
    ///
    /// # Errors
    /// The first heap whose value is another.
    pub fn verify(
        &self,
        from: u64,
        to: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Checked, Disagreement> {
        let rares = self.rares();
        let mut checked = Checked::default();
        for heap in from.max(1)..=to.min(self.heap()) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let (plain, deepest) = self.plain_value(heap, &rares);
            let fast = self.past.of(heap);
            if plain != fast {
                return Err(Disagreement { heap, fast, plain });
            }
            checked.heaps += 1;
            checked.deepest = checked.deepest.max(deepest);
            progress(heap);
        }
        Ok(checked)
    }

    /// The value of a heap from those below, and the greatest smaller half that was needed.
    fn plain_value(&self, n: u64, rares: &[(u64, u16)]) -> (u16, u64) {
        let mut is_option = [false; 1024];
        for &(r, rare) in rares.iter().filter(|&&(r, _)| r < n && 2 * r != n) {
            is_option[usize::from(rare ^ self.past.of(n - r))] = true;
        }
        let mut value = 0;
        while !is_common(value) || is_option[usize::from(value)] {
            value += 1;
        }
        let is_missing = |v: &u16| !is_common(*v) && !is_option[usize::from(*v)];
        let mut missing: Vec<u16> = (0..value).filter(is_missing).collect();
        let mut deepest = 0;
        for a in 1..n.div_ceil(2) {
            if missing.is_empty() {
                break;
            }
            let option = self.past.of(a) ^ self.past.of(n - a);
            if let Some(i) = missing.iter().position(|&v| v == option) {
                missing.swap_remove(i);
                deepest = a;
            }
        }
        (missing.into_iter().min().unwrap_or(value), deepest)
    }
}
