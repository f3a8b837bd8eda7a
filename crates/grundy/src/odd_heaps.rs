//! Heaps for solving: a bit for every size.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use search_core::{Heuristics, MoveSet, Outcome, Position};

use crate::heaps::{Heaps, Split, mix, ways};
use crate::rules::{SLOTS, slot};

/// Heaps as far as they decide the game: bit `h` is set where an odd number of
/// heaps of `h` coins stands.
///
/// ```text
/// bit    127 ... 9 8 7 6 5 4 3   2 1 0
///          heaps that can be     never
///          split                 set
/// ```
///
/// Two equal heaps are worth nothing in normal play: whatever one player does
/// to one of them, the other does to the other one (their nim-values cancel).
/// Heaps of 1 and 2 have no moves. So the word decides who wins, and its
/// nim-value is that of the heaps; a move flips three bits at most. What is lost is
/// how long the game lasts, and moves in pairs of equal heaps: they never win
/// where no other move does, as the answer in the twin takes them back.
///
/// In misère play equal heaps do not cancel.
///
/// ```
/// use grundy::{Heaps, OddHeaps};
/// use search_core::Position;
/// let heaps: Heaps = "9 7 7 4 2 1".parse()?;
/// let odd = OddHeaps::try_from(&heaps)?;
/// assert_eq!(odd.bits(), 1 << 9 | 1 << 4);
/// assert_eq!(odd.after("9=5+4".parse()?).bits(), 1 << 5); // the 4 has found its twin
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OddHeaps(u128);

/// A heap is too large for the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a heap of {0} is too large for a bitboard: expected at most {max}", max = OddHeaps::MAX_HEAP)]
pub struct TooLarge(pub u32);

impl OddHeaps {
    /// The greatest heap that has a bit.
    pub const MAX_HEAP: u32 = 127;
    /// The bits of heaps that can be split.
    const LIVE: u128 = !0b111;

    /// The position of these bits; those of sizes 0, 1 and 2 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::LIVE)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The sizes whose bits are set, the greatest first.
    #[inline]
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let heap = rest.checked_ilog2()?;
            rest ^= 1 << heap;
            Some(heap)
        })
    }

    /// The same heaps in a list, the first player to move; `None` where none is left.
    #[must_use]
    pub fn to_heaps(self) -> Option<Heaps> {
        Heaps::new(&self.sizes().collect::<Vec<_>>()).ok()
    }

    /// The bits that a move flips.
    #[inline]
    const fn flips(split: Split) -> u128 {
        (1 << split.heap ^ 1 << split.small ^ 1 << split.large()) & Self::LIVE
    }
}

impl TryFrom<&Heaps> for OddHeaps {
    type Error = TooLarge;

    fn try_from(heaps: &Heaps) -> Result<Self, TooLarge> {
        match heaps.sizes().first() {
            Some(&h) if h > Self::MAX_HEAP => Err(TooLarge(h)),
            _ => Ok(Self::from_bits(heaps.sizes().iter().fold(0, |bits, &h| bits ^ 1 << h))),
        }
    }
}

impl Position for OddHeaps {
    type Move = Split;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Loss;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Self::NO_MOVES)
    }

    /// As those of [`Heaps`]: from the greatest heap on, the smaller part growing.
    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Split) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return Continue(());
        }
        for heap in self.sizes() {
            for small in 1..=ways(heap) {
                visit(Split { heap, small })?;
            }
        }
        Continue(())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.sizes().map(|h| u64::from(ways(h))).sum()
    }

    #[inline]
    fn make(&mut self, split: Split) {
        self.0 ^= Self::flips(split);
    }

    /// The same three bits again.
    #[inline]
    fn unmake(&mut self, split: Split, (): ()) {
        self.0 ^= Self::flips(split);
    }

    #[inline]
    fn after(&self, split: Split) -> Self {
        Self(self.0 ^ Self::flips(split))
    }

    #[inline]
    fn key(&self) -> u64 {
        // The halves are mixed one after the other: as a sum of two hashes,
        // equal halves would be told apart no better than unequal ones.
        mix(mix(self.0 as u64) ^ (self.0 >> 64) as u64)
    }

    fn pack(&self, split: Split) -> Option<NonZeroU16> {
        NonZeroU16::new((split.heap << 6 | split.small) as u16)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Split> {
        let (heap, small) = (u32::from(bits.get() >> 6), u32::from(bits.get() & 63));
        let stands = heap <= Self::MAX_HEAP && self.0 & (1 << heap) != 0;
        (stands && (1..=ways(heap)).contains(&small)).then_some(Split { heap, small })
    }
}

impl Heuristics for OddHeaps {
    const HISTORY_SLOTS: usize = SLOTS;

    #[inline]
    fn history_slot(&self, split: Split) -> usize {
        slot(split)
    }

    #[inline]
    fn is_noisy(&self, _: Split) -> bool {
        false
    }
}

impl fmt::Display for OddHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        let sizes: Vec<_> = self.sizes().map(|h| h.to_string()).collect();
        f.write_str(&sizes.join(" "))
    }
}

impl fmt::Debug for OddHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OddHeaps({self})")
    }
}
