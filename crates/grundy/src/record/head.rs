//! The beginning of the sequence.

use super::code::{code, is_common};
use super::rares::RARE;
use super::window::WINDOW;

/// Halves that are compared between two looks at the result.
const STEP: usize = 128;

/// From these to the next ones: an odd number of steps, so that all have their turn.
const LEAP: usize = 37 * STEP;

/// Halves of a vector.
const VECTOR: usize = 32;

/// The beginning of the sequence: all rare heaps are in it.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// The codes of the heaps below [`WINDOW`].
    codes: Vec<u8>,
    is_common: Vec<bool>,
    /// The heaps of rare value, with their codes.
    pub rares: Vec<(u32, u8)>,
    /// The codes from the last to the first, [`RARE`] where they are rare: to be compared
    /// with a window, whose halves run the other way.
    backward: Vec<u8>,
    /// The other way about: [`RARE`] where they are common.
    rares_backward: Vec<u8>,
}

impl Head {
    /// Of these values, from heap 0 on.
    pub fn of_values(values: &[u16]) -> Self {
        let values = &values[..WINDOW];
        let rare = values.iter().enumerate().skip(1).filter(|(_, v)| !is_common(**v));
        let backward = values.iter().rev();
        let mut rares_backward: Vec<_> =
            backward.clone().map(|&v| if is_common(v) { RARE } else { code(v) }).collect();
        // Heap 0 is no half.
        rares_backward[WINDOW - 1] = RARE;
        Self {
            codes: values.iter().map(|&v| code(v)).collect(),
            is_common: values.iter().map(|&v| is_common(v)).collect(),
            rares: rare.map(|(heap, &v)| (heap as u32, code(v))).collect(),
            backward: backward.map(|&v| if is_common(v) { code(v) } else { RARE }).collect(),
            rares_backward,
        }
    }

    /// Of heaps, as places from one in a window on, and codes of rare values, keeps those
    /// of which the value is not an option of the heap by a half below `depth` (a
    /// multiple of 128) and a common other half.
    ///
    /// All are tried with some halves before the next ones are read, so that what is
    /// read is in the cache. Neighbouring halves show the same: hence the leaps.
    #[inline(always)]
    pub fn retain_without(
        &self,
        codes: &[u8],
        at: usize,
        pending: &mut Vec<(u16, u8)>,
        depth: usize,
    ) {
        let mut half = 0;
        for _ in 0..depth / STEP {
            let heads = self.backward[..WINDOW - half].last_chunk::<STEP>();
            let Some(heads) = heads.filter(|_| !pending.is_empty()) else { return };
            let codes = &codes[at + 1 - half - STEP..];
            let mut kept = 0;
            for i in 0..pending.len() {
                let (lane, rare) = pending[i];
                let codes = codes[usize::from(lane)..].first_chunk().unwrap_or(&[0; STEP]);
                pending[kept] = (lane, rare);
                kept += usize::from(!has_half(heads, codes, rare));
            }
            pending.truncate(kept);
            half += LEAP;
            half -= if half >= depth { depth } else { 0 };
        }
    }

    /// Whether a common value is an option of the heap at a place of a window, by a rare
    /// half below `depth` (to the next multiple of 128).
    #[inline(always)]
    pub fn has_common_option(&self, codes: &[u8], at: usize, common: u8, depth: usize) -> bool {
        for half in (0..depth).step_by(STEP) {
            let codes = codes[..at - half + 1].last_chunk::<STEP>();
            let heads = self.rares_backward[..WINDOW - half].last_chunk::<STEP>();
            let (Some(codes), Some(heads)) = (codes, heads) else {
                return false;
            };
            if has_half(heads, codes, common) {
                return true;
            }
        }
        false
    }

    /// The same where rare values are in the window.
    #[cold]
    pub fn has_option_between_rares(
        &self,
        codes: &[u8],
        at: usize,
        rare: u8,
        depth: usize,
    ) -> bool {
        (1..depth.min(WINDOW)).any(|a| {
            let other = codes[at - a];
            other != RARE && self.common(a).is_some_and(|half| half ^ other == rare)
        })
    }

    /// The code of a heap below [`WINDOW`], if its value is common.
    #[inline]
    pub fn common(&self, heap: usize) -> Option<u8> {
        self.is_common[heap].then(|| self.codes[heap])
    }

    /// The rare heaps from `from` to below `to`.
    pub fn rares_in(&self, from: u32, to: u32) -> Vec<(u32, u8)> {
        self.rares.iter().copied().filter(|(r, _)| (from..to).contains(r)).collect()
    }
}

/// Whether an option is there by these halves and others.
#[inline(always)]
fn has_half(heads: &[u8; STEP], codes: &[u8; STEP], option: u8) -> bool {
    // Into one vector, without a branch on the way. The mark has to be left out: it,
    // too, makes an option with some others.
    let mut found = [0; VECTOR];
    for (codes, heads) in codes.as_chunks().0.iter().zip(heads.as_chunks().0) {
        mark_options(&mut found, codes, heads, option);
    }
    let words = found.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    words.fold(0, |all, word| all | word) != 0
}

#[inline(always)]
fn mark_options(found: &mut [u8; VECTOR], codes: &[u8; VECTOR], heads: &[u8; VECTOR], option: u8) {
    for ((found, code), head) in found.iter_mut().zip(codes).zip(heads) {
        *found |= if (code ^ head == option) & (*head != RARE) { u8::MAX } else { 0 };
    }
}
