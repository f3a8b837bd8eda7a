//! What earlier cut-offs say about moves: history, killers, counter moves.

use crate::pages::make_great;
use crate::score::{Depth, Ply};

/// The history heuristic (J. Schaeffer, 1983): moves that were good elsewhere
/// in the tree are tried early here. Values saturate instead of being halved
/// from time to time: `h += bonus - h * |bonus| / MAX`, so that the latest
/// searches weigh most and no value leaves +-MAX.
#[derive(Clone, Debug)]
pub struct History {
    slots: Vec<i16>,
}

impl History {
    /// No value is greater than this.
    pub const MAX: i32 = 8192;

    /// A table of so many slots, all 0.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self { slots: vec![0; slots.max(1)] }
    }

    /// The value of a slot, within +-[`Self::MAX`].
    #[inline]
    #[must_use]
    pub fn get(&self, slot: usize) -> i32 {
        self.slots.get(slot).map_or(0, |&h| i32::from(h))
    }

    /// Rewards (or, below zero, punishes) a slot.
    #[inline]
    pub fn update(&mut self, slot: usize, bonus: i32) {
        if let Some(h) = self.slots.get_mut(slot) {
            saturate(h, bonus);
        }
    }

    /// Halves everything: an older search's word weighs less.
    pub fn age(&mut self) {
        for h in &mut self.slots {
            *h /= 2;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }
}

/// Moves a value of a history by a bonus, within +-[`History::MAX`].
#[inline]
fn saturate(h: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-History::MAX, History::MAX);
    let old = i32::from(*h);
    *h = (old + bonus - old * bonus.abs() / History::MAX) as i16;
}

/// Continuation history (counter-move history generalised; Stockfish, 2016): what a move
/// was worth as the answer to, or the follow-up of, another one. The square of a history.
#[derive(Clone, Debug)]
pub struct Continuations {
    slots: usize,
    pairs: Vec<i16>,
}

impl Continuations {
    /// A table for so many slots; none for 0 or 1, which would mix all moves.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        let slots = if slots > 1 { slots } else { 0 };
        let pairs = vec![0; slots * slots];
        make_great(&pairs);
        Self { slots, pairs }
    }

    /// The row of an earlier move: what followed it.
    #[inline]
    #[must_use]
    pub fn row(&self, before: Option<usize>) -> &[i16] {
        let row = before.and_then(|b| self.pairs.get(b * self.slots..(b + 1) * self.slots));
        row.unwrap_or(&[])
    }

    /// Rewards (or, below zero, punishes) a slot after an earlier move.
    #[inline]
    pub fn update(&mut self, before: Option<usize>, slot: usize, bonus: i32) {
        if let Some(before) = before
            && slot < self.slots
            && let Some(h) = self.pairs.get_mut(before * self.slots + slot)
        {
            saturate(h, bonus);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill(0);
    }
}

/// Correction history (known from the chess engine Caissa, 2023): by how much searches of
/// positions of a structure came out above or below their static evaluation, lately.
#[derive(Clone, Debug)]
pub struct Corrections {
    /// One table a structure, and side.
    tables: Vec<i16>,
}

impl Corrections {
    /// Entries a structure.
    pub(crate) const SIZE: usize = 1 << 14;
    /// Entries are in this part of a unit of the evaluation.
    const GRAIN: i32 = 32;
    /// No entry is greater than this.
    const MAX: i32 = 128 * Self::GRAIN;

    /// Tables for so many structures.
    #[must_use]
    pub fn new(structures: usize) -> Self {
        Self { tables: vec![0; structures * Self::SIZE] }
    }

    const fn place(i: usize, key: u64) -> usize {
        i * Self::SIZE + (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as usize
    }

    /// What to add to an evaluation, by structure and its key, in units of the evaluation.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize, key: u64) -> i32 {
        self.tables.get(Self::place(i, key)).map_or(0, |&c| i32::from(c)) / Self::GRAIN
    }

    /// A search came out `error` above the evaluation; `weight` of 256 of what is known is replaced.
    #[inline]
    pub fn update(&mut self, i: usize, key: u64, error: i32, weight: i32) {
        if let Some(c) = self.tables.get_mut(Self::place(i, key)) {
            let (old, weight) = (i32::from(*c), weight.clamp(0, 256));
            let new = error.clamp(-4096, 4096) * Self::GRAIN;
            let mixed = (old * (256 - weight) + new * weight) / 256;
            *c = mixed.clamp(-Self::MAX, Self::MAX) as i16;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tables.fill(0);
    }
}

/// Two quiet moves a ply that cut off there last.
#[derive(Clone, Debug)]
pub struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    /// Room for every ply.
    #[must_use]
    pub fn new() -> Self {
        Self { plies: vec![[None; 2]; Ply::MAX.get() + 1] }
    }

    /// The killers of a ply, the latest first.
    #[inline]
    #[must_use]
    pub fn get(&self, ply: Ply) -> [Option<M>; 2] {
        self.plies[ply.get()]
    }

    /// A quiet move cut off.
    #[inline]
    pub fn insert(&mut self, ply: Ply, m: M) {
        let pair = &mut self.plies[ply.get()];
        if pair[0] != Some(m) {
            *pair = [Some(m), pair[0]];
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.plies.fill([None; 2]);
    }
}

impl<M: Copy + Eq> Default for Killers<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// The quiet move that refuted a move last (J. Uiterwijk, 1992), by the history slot of the
/// move refuted.
#[derive(Clone, Debug)]
pub struct CounterMoves<M> {
    slots: Vec<Option<M>>,
}

impl<M: Copy> CounterMoves<M> {
    /// A table of so many slots. A single one would mix all moves: it stays empty.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self { slots: if slots > 1 { vec![None; slots] } else { Vec::new() } }
    }

    /// The answer that refuted a move of this slot last.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: Option<usize>) -> Option<M> {
        slot.and_then(|s| self.slots.get(s).copied().flatten())
    }

    /// `m` refuted a move of this slot.
    #[inline]
    pub fn insert(&mut self, slot: Option<usize>, m: M) {
        if let Some(place) = slot.and_then(|s| self.slots.get_mut(s)) {
            *place = Some(m);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }
}

/// The bonus of a cut-off at this depth.
#[inline]
#[must_use]
pub(crate) fn bonus(depth: Depth, per_depth: i32, most: i32) -> i32 {
    let d = depth.get().clamp(1, 1000);
    (per_depth * d * d).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_saturates_and_turns_quickly() {
        let mut h = History::new(4);
        for _ in 0..10_000 {
            h.update(1, 1600);
        }
        // The fixed point of the update is MAX, less what integer division loses.
        assert!((History::MAX - 10..=History::MAX).contains(&h.get(1)));
        for _ in 0..5 {
            h.update(1, -1600);
        }
        assert!(h.get(1) < 0);
        h.update(99, 5);
        assert_eq!((h.get(99), h.get(0)), (0, 0));
    }
}
