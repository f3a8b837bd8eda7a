//! The values themselves, one heap after the other.

use super::head::Head;
use super::rares::{LateOptions, RARE};
use super::window::{WINDOW, Window};

/// Words and heaps of a short run.
pub(super) const WORDS: usize = 15;
pub(super) const RUN: usize = 64 * WORDS;

/// Values that are looked into further for each heap: the least that the sets leave.
const CANDIDATES: usize = 4;

/// Heaps that are looked into together, with the rare heaps from here on; and with
/// those that are further than a run.
const GROUP: usize = 32;
const WIDE: usize = 64;

/// Rare heaps are dense up to here: seven out of eight are nearer.
const DENSE: usize = 15_360;

/// The lowest bit of each byte.
const ONES: u128 = u128::from_ne_bytes([1; 16]);

/// The values by the candidates and all rare heaps.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// Rare heaps nearer than a group, by distance from 1 on: their codes, and all
    /// bits set where none is.
    near: [u128; 2],
    none: [u128; 2],
    /// From a group on.
    middle: Rares,
    /// From a run on: with what is near, each fits the nearest cache.
    far: [Rares; 2],
    all: Rares,
    /// The least first; [`RARE`] where no more are left.
    candidates: Aligned,
    /// Which of them are options after all.
    ruled_out: Aligned,
    /// The values that the sets leave after these, a bit for each.
    left: [u128; RUN],
    /// A heap whose value is above what codes can tell.
    pub beyond: Option<u64>,
}

/// At the beginning of a line of the cache: vectors that span two take twice the time.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Aligned([[u8; RUN]; CANDIDATES]);

/// What late rare heaps do to a short run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late<'a> {
    /// The options by each, for the long run, and where the short one begins.
    pub options: &'a [LateOptions],
    pub first: usize,
    /// The late rare heaps themselves.
    pub heaps: &'a [(u64, u16)],
}

impl Lanes {
    pub fn new(head: &Head) -> Self {
        let (mut near, mut none) = ([0; 2], [u128::MAX; 2]);
        for (r, code) in head.rares_in(1, GROUP as u32) {
            let (word, shift) = ((r - 1) / 16, (r - 1) % 16 * 8);
            near[word as usize] |= u128::from(code) << shift;
            none[word as usize] &= !(0xff << shift);
        }
        Self {
            near,
            none,
            middle: Rares::new(head, GROUP, RUN),
            far: [Rares::new(head, RUN, DENSE), Rares::new(head, DENSE, WINDOW)],
            all: Rares::new(head, 1, WINDOW),
            candidates: Aligned([[0; RUN]; CANDIDATES]),
            ruled_out: Aligned([[0; RUN]; CANDIDATES]),
            left: [0; RUN],
            beyond: None,
        }
    }

    /// Adds the values of a run of heaps, of which the sets know some of the options.
    #[inline(always)]
    pub fn settle(
        &mut self,
        head: &Head,
        window: &mut Window,
        heap: u64,
        sets: &[[u64; WORDS]],
        late: Late<'_>,
    ) {
        self.choose(sets);
        self.rule_out_by_far(window, heap, late);
        let has_rare = late.heaps.iter().any(|(r, _)| (heap..heap + RUN as u64).contains(r));
        let mut recent = [0; 2];
        for &code in window.before(heap, GROUP) {
            push(&mut recent, code);
        }
        for first in (0..RUN).step_by(GROUP) {
            let ruled_out = self.rule_out_by_middle(window, heap, first);
            for (lane, &ruled_out) in (first..).zip(&ruled_out) {
                // No closures: they would not be compiled for wide vectors.
                let code = match self.value(lane, ruled_out, &recent) {
                    Some(code) => code,
                    None => match self.next(head, window, heap, lane, late) {
                        Some(code) => code,
                        None => self.by_all(window, heap, lane, late),
                    },
                };
                let is_rare = has_rare && late.heaps.iter().any(|&(r, _)| r == heap + lane as u64);
                let code = if is_rare { RARE } else { code };
                push(&mut recent, code);
                window.push(code);
            }
        }
    }

    /// The least values that the sets leave, for each heap.
    #[inline(always)]
    fn choose(&mut self, sets: &[[u64; WORDS]]) {
        for word in 0..WORDS {
            let mut halves = [[0; 64]; 2];
            for (half, sets) in halves.iter_mut().zip(sets.as_chunks::<64>().0) {
                half.iter_mut().zip(sets).for_each(|(row, set)| *row = !set[word]);
                transpose(half);
            }
            let first = 64 * word;
            for (i, (&low, &high)) in halves[0].iter().zip(&halves[1]).enumerate() {
                let mut left = u128::from(high) << 64 | u128::from(low);
                for candidates in &mut self.candidates.0 {
                    candidates[first + i] =
                        if left == 0 { RARE } else { left.trailing_zeros() as u8 };
                    left &= left.wrapping_sub(1);
                }
                self.left[first + i] = left;
            }
        }
    }

    /// Which candidates are options after all, by rare heaps from a run on.
    #[inline(always)]
    fn rule_out_by_far(&mut self, window: &Window, heap: u64, late: Late<'_>) {
        let Self { candidates: Aligned(candidates), ruled_out: Aligned(ruled_out), .. } = self;
        *ruled_out = [[0; RUN]; CANDIDATES];
        let at = window.at(heap);
        for rares in &self.far {
            for first in (0..RUN).step_by(WIDE) {
                let codes = &window.codes()[..at + first + WIDE];
                rares.rule_out::<WIDE>(codes, candidates, ruled_out, first);
            }
        }
        for options in late.options {
            let options = &options.0[late.first..];
            for (ruled_out, candidates) in ruled_out.iter_mut().zip(candidates.iter()) {
                mark(ruled_out, chunk(options, 0), candidates);
            }
        }
    }

    /// The same by nearer ones, for a group; a bit for each candidate.
    #[inline(always)]
    fn rule_out_by_middle(&mut self, window: &Window, heap: u64, first: usize) -> [u8; GROUP] {
        let Self { candidates: Aligned(candidates), ruled_out: Aligned(ruled_out), .. } = self;
        let codes = &window.codes()[..window.at(heap) + first + GROUP];
        self.middle.rule_out::<GROUP>(codes, candidates, ruled_out, first);
        let [one, two, three, four] = ruled_out.each_ref().map(|c| chunk::<GROUP>(c, first));
        std::array::from_fn(|i| one[i] & 1 | two[i] & 2 | three[i] & 4 | four[i] & 8)
    }

    /// The value of one heap: the first candidate that no rare heap rules out.
    #[inline(always)]
    fn value(&self, lane: usize, mut ruled_out: u8, recent: &[u128; 2]) -> Option<u8> {
        loop {
            let code = self.candidates.0.get(ruled_out.trailing_ones() as usize)?[lane];
            if code == RARE {
                return None;
            }
            let every = ONES * u128::from(code);
            let mut found = 0;
            for ((recent, near), none) in recent.iter().zip(&self.near).zip(&self.none) {
                let option = recent ^ near ^ every | none;
                found |= option.wrapping_sub(ONES) & !option;
            }
            if found & ONES << 7 == 0 {
                return Some(code);
            }
            ruled_out |= ruled_out + 1;
        }
    }

    /// The same where every candidate is an option: the values that the sets leave after
    /// these, one by one.
    #[inline(always)]
    fn next(
        &self,
        head: &Head,
        window: &Window,
        heap: u64,
        lane: usize,
        late: Late<'_>,
    ) -> Option<u8> {
        if window.has_rare(heap + lane as u64) {
            return None;
        }
        let at = window.at(heap + lane as u64);
        let mut left = self.left[lane];
        while left != 0 {
            let code = left.trailing_zeros() as u8;
            left &= left - 1;
            if !head.has_common_option(window.codes(), at, code, DENSE)
                && !self.far[1].have(window.codes(), at, code)
                && !late.options.iter().any(|options| options.0[late.first + lane] == code)
            {
                return Some(code);
            }
        }
        None
    }

    /// The same by all rare heaps.
    #[cold]
    #[inline(never)]
    fn by_all(&mut self, window: &Window, heap: u64, lane: usize, late: Late<'_>) -> u8 {
        let at = window.at(heap + lane as u64);
        let mut is_option = [false; 256];
        for (&distance, &rare) in self.all.distances.iter().zip(&self.all.codes) {
            let other = window.codes()[at - distance as usize];
            // The mark of a rare value is put where it does no harm.
            let option = if other == RARE { RARE } else { other ^ rare };
            is_option[usize::from(option)] = true;
        }
        for options in late.options {
            is_option[usize::from(options.0[late.first + lane])] = true;
        }
        let least = is_option[..usize::from(RARE)].iter().position(|&is| !is);
        let least = least.map_or(RARE, |code| code as u8);
        if least == RARE {
            self.beyond = Some(heap + lane as u64);
        }
        least
    }
}

/// Rare heaps as distances, and their codes.
#[derive(Clone, Debug)]
struct Rares {
    distances: Vec<u32>,
    codes: Vec<u8>,
}

impl Rares {
    fn new(head: &Head, from: usize, to: usize) -> Self {
        let (distances, codes) = head.rares_in(from as u32, to as u32).into_iter().unzip();
        Self { distances, codes }
    }

    /// Which candidates of a group are options by one of these. The codes end with the
    /// group's.
    #[inline(always)]
    fn rule_out<const GROUP: usize>(
        &self,
        codes: &[u8],
        candidates: &[[u8; RUN]; CANDIDATES],
        ruled_out: &mut [[u8; RUN]; CANDIDATES],
        first: usize,
    ) {
        let candidates = candidates.each_ref().map(|c| chunk::<GROUP>(c, first));
        let mut out = ruled_out.each_ref().map(|c| *chunk::<GROUP>(c, first));
        // One by one: the compiler would loop over them, and keep them in memory.
        let [one, two, three, four] = &mut out;
        for (&distance, &rare) in self.distances.iter().zip(&self.codes) {
            let others = codes[..codes.len() - distance as usize].last_chunk::<GROUP>();
            let Some(others) = others else { break };
            let options = others.map(|other| other ^ rare);
            mark(one, &options, candidates[0]);
            mark(two, &options, candidates[1]);
            mark(three, &options, candidates[2]);
            mark(four, &options, candidates[3]);
        }
        for (ruled_out, out) in ruled_out.iter_mut().zip(&out) {
            ruled_out[first..first + GROUP].copy_from_slice(out);
        }
    }

    /// Whether a code is an option by one of these.
    #[inline(always)]
    fn have(&self, codes: &[u8], at: usize, code: u8) -> bool {
        let mut is = false;
        for (&distance, &rare) in self.distances.iter().zip(&self.codes) {
            is |= codes[at - distance as usize] ^ rare == code;
        }
        is
    }
}

/// Makes rows of columns (Warren, Hacker's Delight, chapter 7).
#[inline(always)]
fn transpose(rows: &mut [u64; 64]) {
    swap::<32>(rows, 0x0000_0000_ffff_ffff);
    swap::<16>(rows, 0x0000_ffff_0000_ffff);
    swap::<8>(rows, 0x00ff_00ff_00ff_00ff);
    swap::<4>(rows, 0x0f0f_0f0f_0f0f_0f0f);
    swap::<2>(rows, 0x3333_3333_3333_3333);
    swap::<1>(rows, 0x5555_5555_5555_5555);
}

/// Swaps the upper right and the lower left of squares.
#[inline(always)]
fn swap<const SIDE: usize>(rows: &mut [u64; 64], mask: u64) {
    for square in rows.chunks_exact_mut(2 * SIDE) {
        let (upper, lower) = square.split_at_mut(SIDE);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let other = (*upper >> SIDE ^ *lower) & mask;
            *lower ^= other;
            *upper ^= other << SIDE;
        }
    }
}

/// Adds a code before those of the last heaps.
#[inline(always)]
const fn push(recent: &mut [u128; 2], code: u8) {
    recent[1] = recent[1] << 8 | recent[0] >> 120;
    recent[0] = recent[0] << 8 | code as u128;
}

#[inline(always)]
fn chunk<const GROUP: usize>(bytes: &[u8], first: usize) -> &[u8; GROUP] {
    bytes[first..].first_chunk().unwrap_or(&[0; GROUP])
}

/// Marks the candidates that are options.
#[inline(always)]
fn mark<const GROUP: usize>(
    ruled_out: &mut [u8; GROUP],
    options: &[u8; GROUP],
    candidates: &[u8; GROUP],
) {
    for ((out, option), candidate) in ruled_out.iter_mut().zip(options).zip(candidates) {
        *out |= if option == candidate { u8::MAX } else { 0 };
    }
}
