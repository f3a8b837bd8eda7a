//! Proofs that every smaller rare value is an option too.

use super::code::{code, common, rare};
use super::head::Head;
use super::level::Level;
use super::plan::{Plan, SETS};
use super::rares::RARE;
use super::window::Window;

/// Words and heaps of a long run.
pub(super) const WORDS: usize = 60;
pub(super) const RUN: usize = 64 * WORDS;

/// Rows that are worked on together, as far back as the halves.
const TILE: usize = 2;

/// A rare value v is an option of heap n where heaps a and n - a have common
/// values with g(a) ^ g(n - a) = v. There are thousands of such a for every n and v.
/// Some for each v are tried for all heaps of a run at once, as planned; what they leave,
/// about one value for each heap (of 34 to 40), is looked for among all a.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    level: Level<64, WORDS>,
    sets: Vec<[u64; WORDS]>,
    /// For each code, the heaps of the run that have it.
    heaps_of: Vec<[u64; WORDS]>,
    /// Heaps and codes of rare values that the sets leave.
    pending: Vec<(u16, u8)>,
    /// How far halves are tried heap by heap.
    depth: usize,
}

/// A smaller rare value of which nothing shows that it is an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    pub heap: u64,
    pub rare: u16,
}

impl Witnesses {
    pub fn new(plan: &Plan, depth: usize) -> Self {
        Self {
            level: Level::of_places(&plan.witnesses, TILE),
            sets: vec![[0; WORDS]; SETS],
            heaps_of: vec![[0; WORDS]; 256],
            pending: Vec::new(),
            depth,
        }
    }

    /// Looks for options of every rare value smaller than the value of each heap of a
    /// long run, whose values the window knows; doubts by heap.
    #[inline(always)]
    pub fn check(
        &mut self,
        head: &Head,
        window: &Window,
        heap: u64,
        late: &[(u64, u16)],
    ) -> Vec<Doubt> {
        self.sets.fill([0; WORDS]);
        self.level.add(window, heap, &mut self.sets);
        let at = window.at(heap);
        self.heaps_of.fill([0; WORDS]);
        let (mut greatest, mut last) = (0, 0);
        for (lane, &own) in window.codes()[at..at + RUN].iter().enumerate() {
            if own != RARE {
                self.heaps_of[usize::from(own)][lane / 64] |= 1 << (lane % 64);
                greatest = greatest.max(own);
            }
        }
        let late = || late.iter().filter(|(r, _)| (heap..heap + RUN as u64).contains(r));
        for &(_, value) in late() {
            last = last.max(code(value));
        }
        let last = greatest.max(last);
        let has_rare = window.has_rare(heap);
        // The heaps whose values are smaller need no proof.
        let (mut done, mut smaller) = ([0; WORDS], 0u16);
        for own in 0..=last {
            let value = rare(own);
            while smaller <= u16::from(greatest) && common(smaller as u8) < value {
                for (done, heaps) in done.iter_mut().zip(&self.heaps_of[usize::from(smaller)]) {
                    *done |= heaps;
                }
                smaller += 1;
            }
            for &(r, _) in late().filter(|late| late.1 <= value) {
                let lane = (r - heap) as usize;
                done[lane / 64] |= 1 << (lane % 64);
            }
            let set = self.sets.get(usize::from(own)).unwrap_or(&[0; WORDS]);
            for (word, (done, set)) in done.iter().zip(set).enumerate() {
                let mut left = !(done | set);
                while left != 0 {
                    let lane = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    self.pending.push((lane as u16, own));
                }
            }
        }
        if has_rare {
            let depth = self.depth;
            self.pending.retain(|&(lane, own)| {
                !head.has_option_between_rares(window.codes(), at + usize::from(lane), own, depth)
            });
        } else {
            head.retain_without(window.codes(), at, &mut self.pending, self.depth);
        }
        let doubt = |(lane, own)| Doubt { heap: heap + u64::from(lane), rare: rare(own) };
        let mut doubts: Vec<_> = self.pending.drain(..).map(doubt).collect();
        doubts.sort_by_key(|doubt| doubt.heap);
        doubts
    }
}
