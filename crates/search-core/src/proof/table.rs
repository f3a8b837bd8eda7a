//! The transposition table of the proof-number search.
//!
//! ```text
//! cluster (64 bytes, one cache line)   slot (16 bytes)
//! +------+------+------+------+        +----------------+----------------+
//! | slot | slot | slot | slot |        |      key       |      data      |
//! +------+------+------+------+        +----------------+----------------+
//!
//! data, from the low end:  phi 26 | delta 26 | work 8 | age 4
//! ```
//!
//! Of a solved position one number is 0 and the other infinite: the field of
//! the infinite one holds what the solution is like instead.

use crate::score::Ply;
use crate::tt::TableError;

const SLOTS: usize = 4;
/// Words of 8 bytes in a cluster.
const WORDS: usize = SLOTS * 2;
const CLUSTER_BYTES: usize = WORDS * 8;

const NUMBER_BITS: u32 = 26;
const FIELD: u64 = (1 << NUMBER_BITS) - 1;
/// Cannot be reached: the number of who has lost.
pub(super) const INFINITE: u32 = FIELD as u32;
/// What greater sums are cut to: still a number that can be reached.
pub(super) const GREATEST: u32 = INFINITE - 1;

/// The distance of a solution whose end nobody has told.
pub(super) const NO_PLIES: u16 = (1 << PLIES_BITS) - 1;
const PLIES_BITS: u32 = 11;

const AGES: u8 = 16;

/// What a solution leans on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lean(i16);

impl Lean {
    /// On nothing that may be doubted here; it is good for this path alone.
    pub const DOUBT: Self = Self(-2);
    /// On moves before the root.
    pub const PAST: Self = Self(-1);
    /// On no path: it stands for itself.
    pub const FREE: Self = Self(i16::MAX);

    /// A verdict at `ply` that leans on what happened `plies_back` before.
    pub fn by_path(ply: Ply, plies_back: usize) -> Self {
        ply.get().checked_sub(plies_back).map_or(Self::PAST, |p| Self(p as i16))
    }

    /// Whether it holds for the position at `ply`, whatever the path above it.
    pub const fn is_own(self, ply: Ply) -> bool {
        self.0 >= ply.get() as i16
    }

    /// 0 to 1023.
    const fn code(self) -> u64 {
        if self.0 == Self::FREE.0 { 1023 } else { (self.0 + 2) as u64 }
    }

    const fn from_code(code: u64) -> Self {
        if code == 1023 { Self::FREE } else { Self(code as i16 - 2) }
    }
}

/// What is known of the question whether the side to move gets its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// The least number of leaves to settle until it does; 0: it does.
    pub phi: u32,
    /// The least number of leaves to settle until it does not; 0: it does not.
    pub delta: u32,
    /// Of a solution: plies to the end of its longest line, or [`NO_PLIES`].
    pub plies: u16,
    /// Of a solution: what it leans on.
    pub lean: Lean,
    /// Of a solution: whether it rests on draws by repetition.
    pub looped: bool,
}

impl Effort {
    /// Unsolved; both numbers are taken as 1 to [`GREATEST`].
    pub fn open(phi: u32, delta: u32) -> Self {
        let [phi, delta] = [phi, delta].map(|n| n.clamp(1, GREATEST));
        Self { phi, delta, plies: 0, lean: Lean::FREE, looped: false }
    }

    /// Solved: the side to move gets its way, or does not.
    pub const fn solved(wins: bool, plies: u16) -> Self {
        let (phi, delta) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
        Self { phi, delta, plies, lean: Lean::FREE, looped: false }
    }

    pub const fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    fn pack(&self) -> u64 {
        // The highest bit of the three keeps the data of a solution from being 0.
        let solution = u64::from(self.plies.min(NO_PLIES))
            | self.lean.code() << PLIES_BITS
            | u64::from(self.looped) << (PLIES_BITS + 10)
            | 1 << (PLIES_BITS + 11);
        let (phi, delta) = if self.phi == 0 {
            (0, solution)
        } else if self.delta == 0 {
            (solution, 0)
        } else {
            (u64::from(self.phi), u64::from(self.delta))
        };
        phi | delta << NUMBER_BITS
    }

    fn unpack(data: u64) -> Self {
        let (phi, delta) = (data & FIELD, data >> NUMBER_BITS & FIELD);
        if phi != 0 && delta != 0 {
            return Self::open(phi as u32, delta as u32);
        }
        let solution = phi | delta;
        Self {
            lean: Lean::from_code(solution >> PLIES_BITS & 1023),
            looped: solution >> (PLIES_BITS + 10) & 1 == 1,
            ..Self::solved(phi == 0, (solution & u64::from(NO_PLIES)) as u16)
        }
    }
}

/// A work of nodes as 4 log2 of it, rounded down: 0 to 255.
const fn to_log(work: u64) -> u64 {
    let work = if work < 4 { 4 } else { work };
    let log = work.ilog2() as u64;
    log << 2 | (work >> (log - 2) & 3)
}

const fn from_log(log: u64) -> u64 {
    let (exponent, rest) = (log >> 2, log & 3);
    if exponent < 2 { 0 } else { (4 | rest) << (exponent - 2) }
}

/// What a solution is worth more than an unsolved position of the same work,
/// when one of them must go: as much as one of four times the work.
const SOLVED_WORTH: i32 = 8;
/// What a search makes older entries lose: they count as of a 16th of the work.
const AGE_LOSS: i32 = 16;

/// Slots for numbers and solutions by key.
#[derive(Debug)]
pub(super) struct Table {
    /// Zeroed by the system page by page, so that an unused table costs nothing.
    words: Box<[u64]>,
    /// The first word on a cache line.
    start: usize,
    clusters: usize,
    age: u8,
}

impl Table {
    /// A table of this many MiB; 0 makes the smallest, of one cluster.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let clusters = (bytes / CLUSTER_BYTES).max(1);
        let words = clusters.checked_mul(WORDS).and_then(|n| n.checked_add(WORDS)).ok_or(error)?;
        let words: Box<[u64]> = bytemuck::try_zeroed_slice_box(words).map_err(|()| error)?;
        let start = words.as_ptr().align_offset(CLUSTER_BYTES);
        // `align_offset` may decline to answer; alignment is only for speed.
        let start = if start < WORDS { start } else { 0 };
        Ok(Self { words, start, clusters, age: 0 })
    }

    #[inline]
    fn cluster(&self, key: u64) -> usize {
        // Keys of simple games are often not mixed; the product is, in its
        // high half, which the second product scales to the table.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = mixed ^ (mixed >> 32);
        let mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let index = ((u128::from(mixed) * self.clusters as u128) >> 64) as usize;
        self.start + index * WORDS
    }

    /// What is known of this key, and the nodes that it took.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<(Effort, u64)> {
        let from = self.cluster(key);
        self.words[from..from + WORDS].chunks_exact(2).find_map(|slot| {
            (slot[0] == key && slot[1] != 0)
                .then(|| (Effort::unpack(slot[1]), from_log(slot[1] >> 52 & 255)))
        })
    }

    /// Remembers an effort that took `work` nodes. It takes the place of the
    /// same key's, or of the entry in its cluster that is worth least: of
    /// little work, unsolved, old. What is solved is not made unsolved.
    #[inline]
    pub fn store(&mut self, key: u64, effort: &Effort, work: u64) {
        let from = self.cluster(key);
        let age = self.age;
        let cluster = &mut self.words[from..from + WORDS];
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, slot) in cluster.chunks_exact(2).enumerate() {
            if slot[1] == 0 {
                // Slots fill from the front: the key is not behind this one.
                place = i;
                break;
            }
            if slot[0] == key {
                if !effort.is_solved() && is_solved(slot[1]) {
                    return;
                }
                place = i;
                break;
            }
            let years = age.wrapping_sub((slot[1] >> 60) as u8) % AGES;
            let worth = (slot[1] >> 52 & 255) as i32 - AGE_LOSS * i32::from(years)
                + if is_solved(slot[1]) { SOLVED_WORTH } else { 0 };
            if worth < least {
                least = worth;
                place = i;
            }
        }
        cluster[place * 2] = key;
        cluster[place * 2 + 1] = effort.pack() | to_log(work) << 52 | u64::from(age) << 60;
    }

    /// Begins a new search: what older ones stored is replaced first.
    pub fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            // Reading first leaves pages that were never written unmapped.
            if *word != 0 {
                *word = 0;
            }
        }
        self.age = 0;
    }
}

const fn is_solved(data: u64) -> bool {
    data & FIELD == 0 || data >> NUMBER_BITS & FIELD == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effort_comes_back_whole() {
        let mut table = Table::new(1).unwrap();
        let mut efforts = Vec::new();
        for (phi, delta) in [(1, 1), (1, GREATEST), (GREATEST, 1), (123_456, 7)] {
            efforts.push(Effort::open(phi, delta));
        }
        let leans = [Lean::DOUBT, Lean::PAST, Lean(0), Lean(17), Lean(512), Lean::FREE];
        for lean in leans {
            for (wins, looped) in [(true, true), (true, false), (false, true), (false, false)] {
                for plies in [0, 1, 512, NO_PLIES - 1, NO_PLIES] {
                    efforts.push(Effort { lean, looped, ..Effort::solved(wins, plies) });
                }
            }
        }
        for (key, effort) in efforts.iter().enumerate() {
            let key = key as u64 ^ 0xDEAD_BEEF;
            assert_eq!(table.probe(key), None);
            table.store(key, effort, 1 << 40);
            assert_eq!(table.probe(key), Some((*effort, 1 << 40)));
        }
        table.clear();
        assert_eq!(table.probe(0xDEAD_BEEF), None);
    }

    #[test]
    fn numbers_are_kept_within_what_can_be_stored() {
        assert_eq!(Effort::open(0, u32::MAX), Effort::open(1, GREATEST));
        let far = Effort::solved(true, u16::MAX);
        let mut table = Table::new(0).unwrap();
        table.store(1, &far, 0);
        assert_eq!(table.probe(1).unwrap().0.plies, NO_PLIES);
    }

    #[test]
    fn a_foreign_key_is_not_answered() {
        let mut table = Table::new(0).unwrap();
        table.store(0, &Effort::solved(true, 1), 1);
        assert!((1..1000).all(|key| table.probe(key).is_none()));
        assert!(table.probe(0).is_some());
    }

    #[test]
    fn the_logarithm_of_work_is_close() {
        assert_eq!([0, 1, 3].map(|w| from_log(to_log(w))), [4, 4, 4]);
        for work in (4..100_000).chain([u64::MAX / 2, u64::MAX]) {
            let back = from_log(to_log(work));
            assert!(back <= work && work - back <= work / 4, "{work} {back}");
        }
        assert_eq!(to_log(u64::MAX), 255);
    }

    #[test]
    fn much_work_outlives_little_and_solutions_count_for_more() {
        let mut table = Table::new(0).unwrap();
        table.store(1, &Effort::open(3, 4), 1_000_000);
        table.store(2, &Effort::solved(false, 9), 500_000);
        table.store(3, &Effort::open(5, 6), 900_000);
        for key in 4..100 {
            table.store(key, &Effort::open(1, 1), 1000);
            assert!(table.probe(key).is_some(), "what was stored last is there");
        }
        assert!((1..4).all(|key| table.probe(key).is_some()));
        // The next to go is not the solution, though it took least.
        table.store(200, &Effort::open(1, 1), 1_000_000);
        table.store(201, &Effort::open(1, 1), 1_000_000);
        assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, true, false]);
        // Old ones go first.
        for _ in 0..3 {
            table.new_search();
        }
        for key in 300..304 {
            table.store(key, &Effort::open(1, 1), 10_000);
        }
        assert!((300..304).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn a_solution_is_not_forgotten_for_numbers() {
        let mut table = Table::new(0).unwrap();
        table.store(1, &Effort::open(2, 3), 10);
        table.store(1, &Effort::open(4, 3), 20);
        assert_eq!(table.probe(1).unwrap().0, Effort::open(4, 3));
        table.store(1, &Effort::solved(true, 7), 10);
        table.store(1, &Effort::open(2, 3), 1000);
        assert_eq!(table.probe(1).unwrap().0, Effort::solved(true, 7));
        table.store(1, &Effort::solved(true, 5), 10);
        assert_eq!(table.probe(1).unwrap().0, Effort::solved(true, 5));
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert_eq!(Table::new(usize::MAX).unwrap_err().megabytes, usize::MAX);
        assert!(Table::new(1 << 40).is_err());
    }
}
