//! The rules, as the search knows them.

use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use search_core::{Heuristics, MoveSet, Outcome, Ply, Position};

use crate::heaps::{Heaps, Split, ways};

/// Who cannot move has lost.
///
/// The key leaves out whose turn it is, and the heaps that cannot be split: the
/// game is *impartial*, so neither changes what the position is worth to the
/// side to move. Every move changes the key, since it takes a heap that can be
/// split.
impl Position for Heaps {
    type Move = Split;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Loss;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Self::NO_MOVES)
    }

    /// Heaps from the greatest on, the smaller part growing. No move is noisy.
    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Split) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return Continue(());
        }
        for heap in self.live() {
            for small in 1..=ways(heap) {
                visit(Split { heap, small })?;
            }
        }
        Continue(())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.live().map(|h| u64::from(ways(h))).sum()
    }

    #[inline]
    fn make(&mut self, split: Split) {
        self.split(split);
    }

    #[inline]
    fn unmake(&mut self, split: Split, (): ()) {
        self.join(split);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash()
    }

    /// The number of the move in the order of generation, from 1: the pair of
    /// numbers itself has too many bits. Moves after the 65535th cannot be stored.
    fn pack(&self, split: Split) -> Option<NonZeroU16> {
        let before: u64 =
            self.live().take_while(|&h| h > split.heap).map(|h| u64::from(ways(h))).sum();
        NonZeroU16::new(u16::try_from(before + u64::from(split.small)).ok()?)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Split> {
        let mut number = u32::from(bits.get());
        for heap in self.live() {
            if number <= ways(heap) {
                return Some(Split { heap, small: number });
            }
            number -= ways(heap);
        }
        None
    }

    fn reserve(&mut self, plies: usize) {
        // A move makes one heap more.
        self.make_room(plies.min(Ply::MAX.get() + 1));
    }
}

impl Heuristics for Heaps {
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

/// Heaps below 64 have a slot for every split; larger ones share them.
pub(crate) const SLOTS: usize = 64 * 32;

#[inline]
pub(crate) const fn slot(split: Split) -> usize {
    (split.heap as usize % 64) * 32 + split.small as usize % 32
}
