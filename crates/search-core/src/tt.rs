//! The transposition table: shared by all threads without locks.
//!
//! ```text
//! cluster (64 bytes, one cache line)   slot (16 bytes)
//! +------+------+------+------+        +----------------+----------------+
//! | slot | slot | slot | slot |        |   key ^ data   |      data      |
//! +------+------+------+------+        +----------------+----------------+
//!
//! data, from the low end:  move 16 | score 16 | evaluation 16 | depth 8 | bound 2 | age 6
//! ```
//!
//! Two threads may write one slot at the same time and leave the key of one
//! with the data of the other. As the key is stored xor the data, such a slot
//! matches neither position and is passed over (R. Hyatt and T. Mann, "A
//! lockless transposition table implementation for parallel search", 2002).
//! Only atomics are used, so there is no data race to begin with; `tests/loom.rs` runs the
//! slots through every order in which threads can see each other's writes.

use std::fmt;
use std::num::NonZeroU16;
use std::sync::atomic::Ordering::Relaxed;

use prefetch_index::prefetch_index;

use crate::pages::make_great;
use crate::report::Bound;
use crate::score::{Depth, Ply, Score};
use crate::sync::{AtomicU8, AtomicU64, write_again, zeroed};

const SLOTS: usize = 4;
/// Words of 8 bytes in a cluster.
const WORDS: usize = SLOTS * 2;
const CLUSTER_BYTES: usize = WORDS * 8;
const AGES: u8 = 64;

/// How far an entry looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draft(u8);

impl Draft {
    /// To the end of the game: good for a search of any depth.
    pub const COMPLETE: Self = Self(255);

    /// So many plies; more than 254 count as 254, quiescence as 0.
    #[must_use]
    pub const fn plies(depth: Depth) -> Self {
        let d = depth.get();
        Self(if d < 0 {
            0
        } else if d > 254 {
            254
        } else {
            d as u8
        })
    }

    /// In plies; `None`: to the end of the game.
    #[must_use]
    pub fn depth(self) -> Option<u32> {
        (self != Self::COMPLETE).then_some(u32::from(self.0))
    }

    /// Whether it serves a search of this depth.
    #[must_use]
    pub fn serves(self, depth: Depth) -> bool {
        self == Self::COMPLETE || i32::from(self.0) >= depth.get()
    }

    /// Whether it is a search of exactly this depth.
    #[must_use]
    pub fn equals(self, depth: Depth) -> bool {
        self != Self::COMPLETE && i32::from(self.0) == depth.get()
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, packed; check it before playing it.
    pub best: Option<NonZeroU16>,
    /// For the side to move, distances from this node; see [`Entry::score`].
    stored: i16,
    /// The static evaluation for the side to move, if it was made.
    pub evaluation: Option<i16>,
    /// How far the search looked.
    pub draft: Draft,
    /// How to read the score; `None`: there is only a move.
    pub bound: Option<Bound>,
}

const NO_EVALUATION: i16 = i16::MIN;

impl Entry {
    /// An entry to store for a node at `ply`.
    #[must_use]
    pub fn new(
        best: Option<NonZeroU16>,
        score: Score,
        bound: Option<Bound>,
        draft: Draft,
        ply: Ply,
    ) -> Self {
        Self { best, stored: score.to_table(ply), evaluation: None, draft, bound }
    }

    /// The same entry with a static evaluation.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: Option<i16>) -> Self {
        Self { evaluation, ..self }
    }

    /// The score for a node at `ply`, if there is one.
    #[must_use]
    pub fn score(&self, ply: Ply) -> Option<Score> {
        self.bound.and_then(|_| Score::from_table(self.stored, ply))
    }

    fn pack(self, age: u8) -> u64 {
        let best = self.best.map_or(0, NonZeroU16::get);
        let bound: u8 = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(best)
            | u64::from(self.stored as u16) << 16
            | u64::from(self.evaluation.unwrap_or(NO_EVALUATION) as u16) << 32
            | u64::from(self.draft.0) << 48
            | u64::from(bound) << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Self {
        let evaluation = (data >> 32) as i16;
        Self {
            best: NonZeroU16::new(data as u16),
            stored: (data >> 16) as i16,
            evaluation: (evaluation != NO_EVALUATION).then_some(evaluation),
            draft: Draft((data >> 48) as u8),
            bound: match (data >> 56) & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
        }
    }
}

/// What a complete entry is worth against a draft in plies, when one of them
/// must go. Most of them are of small subtrees: ranked above all others they
/// fill the table and stay. Connect Four to depth 20 with 64 MiB, all moves,
/// no killers: 662 million nodes so, 302 with 12, 34 with 6 (and 31 with a
/// table that has room for everything).
const COMPLETE_WORTH: i32 = 6;

const fn worth_of(data: u64) -> i32 {
    let draft = (data >> 48) as u8;
    if draft == Draft::COMPLETE.0 { COMPLETE_WORTH } else { draft as i32 }
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// How many mebibytes were asked for.
    pub megabytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.megabytes)
    }
}

impl std::error::Error for TableError {}

/// A transposition table, of no game in particular.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word on a cache line.
    start: usize,
    clusters: usize,
    age: AtomicU8,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("clusters", &self.clusters).finish_non_exhaustive()
    }
}

impl Table {
    /// A table of this many MiB; 0 makes the smallest, of one cluster.
    ///
    /// # Errors
    /// [`TableError`] if the system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let clusters = (bytes / CLUSTER_BYTES).max(1);
        let words = clusters.checked_mul(WORDS).and_then(|n| n.checked_add(WORDS)).ok_or(error)?;
        let words = zeroed(words).ok_or(error)?;
        make_great(&words);
        let start = words.as_ptr().align_offset(CLUSTER_BYTES);
        // `align_offset` may decline to answer; alignment is only for speed.
        let start = if start < WORDS { start } else { 0 };
        Ok(Self { words, start, clusters, age: AtomicU8::new(0) })
    }

    /// The first word of a key's cluster.
    #[inline]
    fn place(&self, key: u64) -> usize {
        // Keys of simple games are often not mixed; the product is, in its
        // high half, which the second product scales to the table.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = mixed ^ (mixed >> 32);
        let mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let index = ((u128::from(mixed) * self.clusters as u128) >> 64) as usize;
        self.start + index * WORDS
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let from = self.place(key);
        &self.words[from..from + WORDS]
    }

    /// Brings what is known of a position into the processor's cache, to be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.words, self.place(key));
    }

    /// What is known of this position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (data != 0 && slot[0].load(Relaxed) ^ data == key).then(|| Entry::unpack(data))
        })
    }

    /// Remembers an entry. It takes the place of the same position's unless
    /// that looked further, or of the entry in its cluster that is worth
    /// least: shallow and old.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, slot) in cluster.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                // Slots fill from the front: the position is not behind this one.
                place = i;
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                let old = Entry::unpack(data);
                if !replaces(&entry, &old, age_of(data) == age) {
                    return;
                }
                entry.best = entry.best.or(old.best);
                place = i;
                break;
            }
            let years = age.wrapping_sub(age_of(data)) % AGES;
            let worth = worth_of(data) - 8 * i32::from(years);
            if worth < least {
                least = worth;
                place = i;
            }
        }
        let data = entry.pack(age);
        cluster[place * 2].store(key ^ data, Relaxed);
        cluster[place * 2 + 1].store(data, Relaxed);
    }

    /// Begins a new search: what older ones stored is replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Writes to every page, so that the system finds the memory now and not in the middle of a
    /// search: 16 MiB have taken 20 ms, most of it in search of great pages.
    pub fn touch(&mut self) {
        const PAGE_WORDS: usize = 4096 / size_of::<AtomicU64>();
        self.words.iter_mut().step_by(PAGE_WORDS).for_each(write_again);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words {
            // Reading first leaves pages that were never written unmapped.
            if word.load(Relaxed) != 0 {
                word.store(0, Relaxed);
            }
        }
        self.age.store(0, Relaxed);
    }

    /// Thousandths of the table that this search has filled, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.min(250);
        let used = self.words[self.start..self.start + sample * WORDS]
            .chunks_exact(2)
            .map(|slot| slot[1].load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (sample * SLOTS)) as u32
    }

    /// The size in MiB, rounded down.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        (self.clusters * CLUSTER_BYTES) >> 20
    }
}

/// Whether a new entry of a position is worth more than the one it has.
fn replaces(new: &Entry, old: &Entry, same_search: bool) -> bool {
    if new.draft == Draft::COMPLETE {
        return true;
    }
    if old.draft == Draft::COMPLETE {
        return new.bound == Some(Bound::Exact);
    }
    // A little shallower but of this window and this moment: the newer one
    // answers the questions that are asked now.
    new.bound == Some(Bound::Exact) || !same_search || new.draft.0.saturating_add(3) > old.draft.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: i32, bound: Bound) -> Entry {
        let draft = Draft::plies(Depth::new(depth));
        Entry::new(NonZeroU16::new(7), Score::evaluation(score), Some(bound), draft, Ply::ROOT)
    }

    #[test]
    fn an_entry_comes_back_whole() {
        let table = Table::new(1).unwrap();
        for (score, depth, bound) in
            [(0, 0, Bound::Exact), (-27_000, 254, Bound::Lower), (31, 9, Bound::Upper)]
        {
            let mut e = entry(score, depth, bound);
            e.evaluation = Some(-3);
            table.store(0xDEAD_BEEF, e);
            assert_eq!(table.probe(0xDEAD_BEEF), Some(e));
            table.clear();
            assert_eq!(table.probe(0xDEAD_BEEF), None);
        }
    }

    #[test]
    fn a_foreign_key_is_not_answered() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(5, 3, Bound::Exact));
        assert!((2..1000).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_torn_slot_is_passed_over() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(5, 3, Bound::Exact));
        let slot = table.cluster(1);
        slot[1].store(entry(6, 3, Bound::Exact).pack(0), Relaxed);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_old_ones_go_first() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(1, 20, Bound::Exact));
        for key in 2..100 {
            table.store(key, entry(1, 2, Bound::Exact));
        }
        assert!(table.probe(1).is_some());
        for _ in 0..5 {
            table.new_search();
        }
        for key in 100..104 {
            table.store(key, entry(1, 2, Bound::Exact));
        }
        assert!(table.probe(1).is_none());
    }

    #[test]
    fn a_move_survives_an_entry_without_one() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(1, 5, Bound::Lower));
        let mut later = entry(0, 5, Bound::Upper);
        later.best = None;
        table.store(1, later);
        assert_eq!(table.probe(1).unwrap().best, NonZeroU16::new(7));
        assert_eq!(table.probe(1).unwrap().bound, Some(Bound::Upper));
    }

    #[test]
    fn the_deepest_drafts_are_kept() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(1, 300, Bound::Lower));
        table.store(1, entry(2, 254, Bound::Lower));
        let found = table.probe(1).unwrap();
        assert_eq!(
            (found.score(Ply::ROOT), found.draft.serves(Depth::new(254))),
            (Some(Score::evaluation(2)), true)
        );
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert_eq!(Table::new(usize::MAX).unwrap_err().megabytes, usize::MAX);
        assert!(Table::new(1 << 40).is_err());
    }
}
