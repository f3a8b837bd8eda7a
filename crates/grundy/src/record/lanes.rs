//! The values themselves, one heap after the other.

use super::level::Sets;
use super::plan::Head;
use super::rares::{LateOptions, RARE};
use super::window::Window;

/// Words and heaps of a short run.
pub(super) const WORDS: usize = 15;
pub(super) const RUN: usize = 64 * WORDS;

/// Values that are looked into further for each heap: the least that the sets leave.
const CANDIDATES: usize = 4;

/// Heaps that are looked into together.
const GROUP: usize = 32;

/// By the rare heaps nearer than a run.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// Nearer than a group: the codes that they have, nearest last, and which
    /// heaps are rare.
    near: [u8; GROUP],
    is_near: [u8; GROUP],
    /// From a group to a run.
    middle: Vec<(u32, u8)>,
    all: Vec<(u32, u8)>,
    candidates: [[u8; RUN]; CANDIDATES],
    counts: [u8; RUN],
    /// A heap whose value is above what codes can tell.
    pub beyond: Option<u64>,
}

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
        let (mut near, mut is_near) = ([0; GROUP], [0; GROUP]);
        for (r, code) in head.rares_in(1, GROUP as u32) {
            let i = GROUP - r as usize;
            (near[i], is_near[i]) = (code, u8::MAX);
        }
        Self {
            near,
            is_near,
            middle: head.rares_in(GROUP as u32, RUN as u32),
            all: head.rares.clone(),
            candidates: [[0; RUN]; CANDIDATES],
            counts: [0; RUN],
            beyond: None,
        }
    }

    /// Adds the values of a run of heaps, whose sets know the options by rare
    /// heaps no nearer than a run.
    #[inline(always)]
    pub fn settle(&mut self, window: &mut Window, heap: u64, sets: &Sets<WORDS>, late: Late<'_>) {
        self.choose(sets);
        let has_rare = late.heaps.iter().any(|(r, _)| (heap..heap + RUN as u64).contains(r));
        for first in (0..RUN).step_by(GROUP) {
            let ruled_out = self.rule_out(window, heap + first as u64, first);
            for i in 0..GROUP {
                let code = self.value(window, heap, first, i, &ruled_out);
                let code = code.unwrap_or_else(|| self.by_all(window, heap, first + i, late));
                let is_rare = has_rare && {
                    let n = heap + (first + i) as u64;
                    late.heaps.iter().any(|&(r, _)| r == n)
                };
                window.push(if is_rare { RARE } else { code });
            }
        }
    }

    /// The least values that the sets leave, for each heap.
    #[inline(always)]
    fn choose(&mut self, sets: &Sets<WORDS>) {
        self.counts = [0; RUN];
        let mut wanting = [u64::MAX; WORDS];
        for (code, set) in sets.iter().enumerate() {
            for (word, (set, wanting)) in set.iter().zip(&mut wanting).enumerate() {
                let mut left = !set & *wanting;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let lane = 64 * word + bit as usize;
                    let count = usize::from(self.counts[lane]);
                    self.candidates[count][lane] = code as u8;
                    self.counts[lane] += 1;
                    if count + 1 == CANDIDATES {
                        *wanting &= !(1 << bit);
                    }
                }
            }
        }
    }

    /// Which candidates are options after all, by rare heaps from a group to a run.
    #[inline(always)]
    fn rule_out(&self, window: &Window, heap: u64, first: usize) -> [[u8; GROUP]; CANDIDATES] {
        let at = window.at(heap);
        let mine = |k: usize| -> [u8; GROUP] {
            self.candidates[k][first..first + GROUP].try_into().unwrap_or([0; GROUP])
        };
        let candidates: [_; CANDIDATES] = std::array::from_fn(mine);
        let mut ruled_out = [[0; GROUP]; CANDIDATES];
        // One by one: the compiler would loop over them, and keep them in memory.
        let [first_out, second_out, third_out, fourth_out] = &mut ruled_out;
        for &(r, rare) in &self.middle {
            let from = at - r as usize;
            let Some(others) = window.codes()[from..].first_chunk::<GROUP>() else { break };
            let options = others.map(|other| other ^ rare);
            mark(first_out, &options, &candidates[0]);
            mark(second_out, &options, &candidates[1]);
            mark(third_out, &options, &candidates[2]);
            mark(fourth_out, &options, &candidates[3]);
        }
        ruled_out
    }

    /// The value of one heap: the first candidate that no near rare heap rules out.
    #[inline(always)]
    fn value(
        &self,
        window: &Window,
        heap: u64,
        first: usize,
        i: usize,
        ruled_out: &[[u8; GROUP]; CANDIDATES],
    ) -> Option<u8> {
        let lane = first + i;
        let at = window.at(heap + lane as u64);
        let others = &window.codes()[at - GROUP..at];
        let count = usize::from(self.counts[lane]);
        for (candidates, ruled_out) in self.candidates[..count].iter().zip(ruled_out) {
            let code = candidates[lane];
            if ruled_out[i] != 0 {
                continue;
            }
            let mut is_option = 0;
            for ((&other, &near), &is_near) in others.iter().zip(&self.near).zip(&self.is_near) {
                is_option |= if other ^ near == code { is_near } else { 0 };
            }
            if is_option == 0 {
                return Some(code);
            }
        }
        None
    }

    /// The same where every candidate is an option: by all rare heaps.
    #[cold]
    #[inline(never)]
    fn by_all(&mut self, window: &Window, heap: u64, lane: usize, late: Late<'_>) -> u8 {
        let at = window.at(heap + lane as u64);
        let mut is_option = [false; 256];
        for &(r, rare) in &self.all {
            let other = window.codes()[at - r as usize];
            if other != RARE {
                is_option[usize::from(other ^ rare)] = true;
            }
        }
        for options in late.options {
            if let Some(option) = options.get(late.first + lane) {
                is_option[usize::from(option)] = true;
            }
        }
        let least = is_option.iter().position(|&is| !is).map_or(RARE, |code| code as u8);
        if least == RARE {
            self.beyond = Some(heap + lane as u64);
        }
        least
    }
}

/// Marks the candidates that are options.
#[inline(always)]
fn mark(ruled_out: &mut [u8; GROUP], options: &[u8; GROUP], candidates: &[u8; GROUP]) {
    for ((out, option), candidate) in ruled_out.iter_mut().zip(options).zip(candidates) {
        *out |= if option == candidate { u8::MAX } else { 0 };
    }
}
