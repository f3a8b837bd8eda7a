//! Which values have rows, and the rare heaps by distance.

use super::code::{code, is_common};
use super::rares::RARE;
use super::window::WINDOW;

/// A code is worth a row where one value in so many has it.
///
/// A row costs about 1 ns a value; a value without costs about 1.5 ns for each of
/// the 1,274 rare heaps.
const SELDOM: usize = 1000;

/// Halves that are compared between two looks at the result.
const STEP: usize = 256;

/// The lowest bit of each byte.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The codes that have rows of bits, the most frequent first.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    codes: Vec<u8>,
    of: [u8; 256],
    /// For each row, one value in how many has its code, times 64.
    rarities: Vec<usize>,
}

impl Rows {
    /// By how often each code occurs among these.
    pub fn of_codes(codes: &[u8]) -> Self {
        let mut counts = [0usize; 256];
        codes.iter().for_each(|&code| counts[usize::from(code)] += 1);
        let mut frequent: Vec<u8> =
            (0..=255).filter(|&c| counts[usize::from(c)] * SELDOM > codes.len()).collect();
        frequent.sort_by_key(|&c| std::cmp::Reverse(counts[usize::from(c)]));
        frequent.truncate(255);
        let mut of = [u8::MAX; 256];
        for (row, &code) in frequent.iter().enumerate() {
            of[usize::from(code)] = row as u8;
        }
        let rarities =
            frequent.iter().map(|&c| 64 * codes.len() / counts[usize::from(c)]).collect();
        Self { codes: frequent, of, rarities }
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    pub fn rarity(&self, row: u8) -> usize {
        self.rarities[usize::from(row)]
    }

    /// The row of a code.
    #[inline(always)]
    pub fn of(&self, code: u8) -> Option<usize> {
        let row = self.of[usize::from(code)];
        (row != u8::MAX).then_some(usize::from(row))
    }
}

/// The beginning of the sequence: all rare heaps are in it.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// The codes of the heaps below [`WINDOW`].
    codes: Vec<u8>,
    is_common: Vec<bool>,
    /// The heaps of rare value, with their codes.
    pub rares: Vec<(u32, u8)>,
    /// The codes from the last to the first, and all bits set where they are
    /// rare: to be compared with a window, whose halves run the other way.
    backward: Vec<u8>,
    is_rare_backward: Vec<u8>,
}

impl Head {
    /// Of these values, from heap 0 on.
    pub fn of_values(values: &[u16]) -> Self {
        let values = &values[..WINDOW];
        let rare = values.iter().enumerate().skip(1).filter(|(_, v)| !is_common(**v));
        Self {
            codes: values.iter().map(|&v| code(v)).collect(),
            is_common: values.iter().map(|&v| is_common(v)).collect(),
            rares: rare.map(|(heap, &v)| (heap as u32, code(v))).collect(),
            backward: values.iter().rev().map(|&v| code(v)).collect(),
            is_rare_backward: values
                .iter()
                .rev()
                .map(|&v| if is_common(v) { 0 } else { u8::MAX })
                .collect(),
        }
    }

    /// Whether a rare value is an option of the heap at a place of a window, by a half
    /// below `depth` (to the next multiple of 256) and a common other half.
    #[inline(always)]
    pub fn has_option(&self, codes: &[u8], at: usize, rare: u8, depth: usize) -> bool {
        let every = ONES * u64::from(rare);
        for first in (0..depth).step_by(STEP) {
            let (window, head) = (at - first + 1, WINDOW - first);
            let codes = codes[..window].last_chunk::<STEP>();
            let heads = self.backward[..head].last_chunk::<STEP>();
            let are_rare = self.is_rare_backward[..head].last_chunk::<STEP>();
            let (Some(codes), Some(heads), Some(are_rare)) = (codes, heads, are_rare) else {
                return false;
            };
            // A byte is zero where the option is the rare value; words of eight show
            // whether any is (after Mycroft 1987) without a branch that would keep
            // the compiler from vectors.
            let mut found = 0;
            for i in (0..STEP).step_by(8) {
                let word = |bytes: &[u8; STEP]| {
                    u64::from_le_bytes(bytes[i..i + 8].try_into().unwrap_or_default())
                };
                let option = word(codes) ^ word(heads) ^ every | word(are_rare);
                found |= option.wrapping_sub(ONES) & !option;
            }
            let found = found & ONES << 7;
            if found != 0 {
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
