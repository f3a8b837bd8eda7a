//! Which rows of bits are worth reading, learned from the last values.
//!
//! Whether heap n - a has the value that makes v an option of heap n by the half a is a
//! bit of a row. Over the heaps of a sample, halves are taken one after the other, each
//! time the one that shows most of what is still to be shown, until none shows
//! enough (the greedy cover; evaluated lazily after Minoux 1978). The choice has no
//! influence on any value, only on the time: what the rows leave is looked for
//! otherwise. Of 44,000 rows 8,900 leave 2.6 false candidates a heap, 13,900 leave 1.7,
//! and all of them 1.3 (near heap 3 * 10^7): the values occur in waves along the sequence
//! (a quarter of all g(n) is g(n - 119)), so that halves show what others show too.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::thread;

use super::code::{common, rare};
use super::head::Head;
use super::level::Place;
use super::window::WINDOW;
use super::{FAR, MIDDLE, NEAR};

/// Heaps of the sample, the last ones.
const SAMPLE: usize = 1 << 15;
const WORDS: usize = SAMPLE / 64;

/// Values whose options are looked for in rows: codes below this. A candidate
/// is told from [`RARE`](super::rares::RARE) in every lane so.
pub(super) const SETS: usize = 128;

/// Heaps of the sample for which a row must show something new: so many that reading
/// it (3 to 5 ps a value) takes less time than what it spares.
const LEAST_FAR: u32 = 3;
const LEAST_NEARER: u32 = 1;
const LEAST_WITNESSES: u32 = 3;

/// Halves for rare options are multiples of this, below so many heaps: multiples of 8
/// need no shift, and neighbours show the same.
const STEP: usize = 56;
const REACH: usize = 6 << 14;

/// What is read from rows, until the next plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub rows: Rows,
    /// For common options.
    pub far: Vec<Place>,
    pub middle: Vec<Place>,
    pub near: Vec<Place>,
    /// For rare options.
    pub witnesses: Vec<Place>,
}

/// The codes that have rows of bits.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    len: usize,
    of: [u8; 256],
}

impl Default for Rows {
    fn default() -> Self {
        Self { len: 0, of: [u8::MAX; 256] }
    }
}

impl Rows {
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The row of a code.
    #[inline(always)]
    pub fn of(&self, code: u8) -> Option<usize> {
        let row = self.of[usize::from(code)];
        (row != u8::MAX).then_some(usize::from(row))
    }

    /// The row of a code, which has one from now on. (The code 255 is none of a value.)
    fn with(&mut self, code: u8) -> u8 {
        let row = &mut self.of[usize::from(code)];
        if *row == u8::MAX {
            *row = self.len as u8;
            self.len += 1;
        }
        *row
    }
}

/// A heap, and the code that makes an option of it the wanted one.
type Offer = (u32, u8);

impl Plan {
    /// From the last [`WINDOW`] codes.
    pub fn of_codes(head: &Head, codes: &[u8]) -> Self {
        let sample = Sample::of_codes(codes);
        let (options, witnesses) = thread::scope(|scope| {
            let witnesses = scope.spawn(|| sample.witnesses(head));
            let options = sample.options(head);
            (options, witnesses.join().unwrap_or_default())
        });
        let mut plan = Self::default();
        for (set, picks) in options.iter().enumerate() {
            for &(distance, code) in picks {
                let place = Place { set: set as u8, row: plan.rows.with(code), distance };
                match distance {
                    FAR.. => plan.far.push(place),
                    MIDDLE.. => plan.middle.push(place),
                    _ => plan.near.push(place),
                }
            }
        }
        for (set, picks) in witnesses.iter().enumerate() {
            for &(distance, code) in picks {
                let place = Place { set: set as u8, row: plan.rows.with(code), distance };
                plan.witnesses.push(place);
            }
        }
        plan
    }
}

struct Sample<'a> {
    /// For each code, a bit for each heap of the window.
    bits: Vec<[u64; WINDOW / 64 + 1]>,
    /// The codes of the sample.
    own: &'a [u8],
}

impl<'a> Sample<'a> {
    fn of_codes(codes: &'a [u8]) -> Self {
        let mut bits = vec![[0; WINDOW / 64 + 1]; 256];
        for (i, &code) in codes.iter().enumerate() {
            bits[usize::from(code)][i / 64] |= 1 << (i % 64);
        }
        Self { bits, own: &codes[WINDOW - SAMPLE..] }
    }

    /// Whose own value is of this kind.
    fn heaps(&self, is: impl Fn(u8) -> bool) -> [u64; WORDS] {
        let mut heaps = [0; WORDS];
        for (i, _) in self.own.iter().enumerate().filter(|(_, own)| is(**own)) {
            heaps[i / 64] |= 1 << (i % 64);
        }
        heaps
    }

    /// For each common value that heaps of the sample exceed, the rare heaps
    /// that show it to be an option.
    fn options(&self, head: &Head) -> Vec<Vec<Offer>> {
        let choose = |set: u8| {
            let mut left = self.heaps(|own| own > set);
            let offers = |from: u32, to: u32| {
                let rares = head.rares_in(from, to).into_iter();
                rares.map(move |(r, code)| (r, set ^ code))
            };
            let mut picks = self.cover(offers(FAR, u32::MAX), &mut left, LEAST_FAR);
            for (from, to) in [(MIDDLE, FAR), (NEAR, MIDDLE)] {
                picks.extend(self.cover(offers(from, to), &mut left, LEAST_NEARER));
            }
            picks
        };
        (0..SETS as u8).map(choose).collect()
    }

    /// For each rare value that heaps of the sample exceed, the halves that show
    /// it to be an option.
    fn witnesses(&self, head: &Head) -> Vec<Vec<Offer>> {
        let choose = |set: u8| {
            let mut left = self.heaps(|own| common(own) > rare(set));
            let halves = (STEP..REACH).step_by(STEP);
            let offers = halves.filter_map(|a| Some((a as u32, set ^ head.common(a)?)));
            self.cover(offers, &mut left, LEAST_WITNESSES)
        };
        (0..SETS as u8).map(choose).collect()
    }

    /// The offers that together show most of what is left, which they take away.
    fn cover(
        &self,
        offers: impl Iterator<Item = Offer>,
        left: &mut [u64; WORDS],
        least: u32,
    ) -> Vec<Offer> {
        let mut picks = Vec::new();
        let gains = offers.map(|offer| (self.gain(offer, left), Reverse(offer)));
        let mut queue: BinaryHeap<_> = gains.filter(|(gain, _)| *gain >= least).collect();
        // A gain can but become less: the first whose gain is still as it was is best.
        while let Some((known, Reverse(offer))) = queue.pop() {
            let gain = self.gain(offer, left);
            if gain == known {
                left.iter_mut().zip(self.shown_by(offer)).for_each(|(left, shown)| *left &= !shown);
                picks.push(offer);
            } else if gain >= least {
                queue.push((gain, Reverse(offer)));
            }
        }
        picks
    }

    fn gain(&self, offer: Offer, left: &[u64; WORDS]) -> u32 {
        left.iter().zip(self.shown_by(offer)).map(|(left, shown)| (left & shown).count_ones()).sum()
    }

    /// The heaps of the sample that have the option.
    #[inline]
    fn shown_by(&self, (distance, code): Offer) -> impl Iterator<Item = u64> {
        let first = WINDOW - SAMPLE - distance as usize;
        let (word, shift) = (first / 64, first % 64);
        let words = self.bits[usize::from(code)][word..].array_windows();
        // Shifted twice: a shift by 64 would be one by nothing.
        words.map(move |&[low, high]| low >> shift | high << 1 << (63 - shift))
    }
}
