//! Each check finds the fault that it is for.

use std::ops::ControlFlow;

use super::*;
use crate::{Outcome, Position};

/// Take 1 to 3 from a heap; who takes the last wins. `FAULT` breaks a promise.
#[derive(Clone, Debug, PartialEq)]
struct Heap<const FAULT: u8> {
    left: u8,
    second: bool,
    /// Kept up move by move.
    taken: u8,
}

const NONE: u8 = 0;
const UNMAKE: u8 = 1;
const KEY: u8 = 2;
const TWICE: u8 = 3;
const NEITHER: u8 = 4;
const DEAF: u8 = 5;
const FOREIGN: u8 = 6;
const LOST_BITS: u8 = 7;
const SLOT: u8 = 8;
const EMPTY: u8 = 9;
const INVENTED: u8 = 10;
const KEPT: u8 = 11;
const NOISY: u8 = 12;
const AFTER: u8 = 13;
const NOISY_SLOT: u8 = 14;
const PASS: u8 = 15;
const PASS_KEY: u8 = 16;
const KEY_AFTER: u8 = 17;

impl<const FAULT: u8> Position for Heap<FAULT> {
    type Move = u8;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for m in 1..=self.left.min(3) {
            let noisy = m == 3;
            let wanted = match set {
                MoveSet::All => true,
                MoveSet::Noisy => noisy && FAULT != NEITHER,
                MoveSet::Quiet => !noisy,
            };
            if wanted && visit(m).is_break() && FAULT != DEAF {
                return Break(());
            }
            if FAULT == TWICE && set == MoveSet::All && m == 1 {
                visit(m)?;
            }
        }
        Continue(())
    }

    fn make(&mut self, m: u8) {
        self.left -= m;
        self.second ^= FAULT != KEY;
        self.taken += m - u8::from(FAULT == KEPT);
    }

    fn unmake(&mut self, m: u8, (): ()) {
        self.left += m;
        self.second ^= FAULT != KEY && FAULT != UNMAKE;
        self.taken -= m - u8::from(FAULT == KEPT);
    }

    fn after(&self, m: u8) -> Self {
        let mut child = self.clone();
        child.make(m);
        child.taken += u8::from(FAULT == AFTER);
        child
    }

    fn key(&self) -> u64 {
        if FAULT == KEY { 0 } else { u64::from(self.left) * 2 + u64::from(self.second) }
    }

    fn pack(&self, m: u8) -> Option<NonZeroU16> {
        NonZeroU16::new(u16::from(if FAULT == LOST_BITS { m.min(2) } else { m }))
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<u8> {
        let m = u8::try_from(bits.get()).ok()?;
        (FAULT == FOREIGN || m <= self.left.min(3)).then_some(m)
    }
}

impl<const FAULT: u8> Heuristics for Heap<FAULT> {
    const HISTORY_SLOTS: usize = 4;

    fn history_slot(&self, m: u8) -> usize {
        usize::from(m) + usize::from(FAULT == SLOT)
    }

    fn candidates(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match FAULT {
            EMPTY => Continue(()),
            INVENTED if set != MoveSet::Quiet => visit(9),
            _ => self.generate(set, visit),
        }
    }

    fn is_noisy(&self, m: u8) -> bool {
        m == 3 && FAULT != NOISY
    }

    fn noisy_slot(&self, _: u8) -> usize {
        usize::from(FAULT == NOISY_SLOT)
    }

    fn key_after(&self, m: u8) -> Option<u64> {
        (FAULT == NONE || FAULT == KEY_AFTER)
            .then(|| (u64::from(self.left - m) * 2 + u64::from(!self.second)) ^ u64::from(FAULT))
    }

    fn make_null(&mut self) -> Option<()> {
        // A key that forgets the side is another fault's.
        self.second ^= FAULT != PASS_KEY && FAULT != KEY;
        (FAULT != KEY).then_some(())
    }

    fn unmake_null(&mut self, (): ()) {
        self.second ^= FAULT != PASS_KEY && FAULT != PASS;
    }
}

fn verdict<const FAULT: u8>() -> Result<Seen, Violation> {
    fn rebuild<const FAULT: u8>(heap: &Heap<FAULT>) -> Heap<FAULT> {
        Heap { taken: 20 - heap.left, ..heap.clone() }
    }
    let start = Heap::<FAULT> { left: 20, second: false, taken: 0 };
    Conformance::new(&start).rebuild(rebuild::<FAULT>).check()
}

#[test]
fn a_good_game_passes() {
    let seen = verdict::<NONE>().unwrap();
    assert!(seen.positions > 300 && seen.moves > 900, "{seen:?}");
}

#[test]
fn every_fault_is_named() {
    let cases = [
        (verdict::<UNMAKE>(), "unmake does not take 1 back"),
        (verdict::<KEY>(), "the side is missing"),
        (verdict::<TWICE>(), "perft 1: 4 by generator, 3 by picker"),
        (verdict::<NEITHER>(), "perft 1: 3 by generator, 2 by picker"),
        (verdict::<DEAF>(), "does not heed a break"),
        (verdict::<FOREIGN>(), "are unpacked as illegal"),
        (verdict::<LOST_BITS>(), "3 is unpacked as Some(2)"),
        (verdict::<SLOT>(), "history_slot(3) is not below HISTORY_SLOTS"),
        (verdict::<EMPTY>(), "no candidate is left"),
        (verdict::<INVENTED>(), "candidates: "),
        (verdict::<KEPT>(), "built anew is another"),
        (verdict::<NOISY>(), "is_noisy(3) contradicts generate"),
        (verdict::<AFTER>(), "after(1) differs from make"),
        (verdict::<NOISY_SLOT>(), "noisy_slot(3) is not below NOISY_SLOTS"),
        (verdict::<PASS>(), "unmake_null does not take a pass back"),
        (verdict::<KEY_AFTER>(), "key_after(1) is not the key after it"),
        (verdict::<PASS_KEY>(), "the key is the same after a pass"),
    ];
    for (verdict, words) in cases {
        let violation = verdict.expect_err(words).to_string();
        assert!(violation.contains(words), "{violation:?} does not say {words:?}");
    }
}
