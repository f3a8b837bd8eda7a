//! Heaps of coins, how they are written, and the ways to split one.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

/// Whose turn it is. The rules are the same for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who begins.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A move: the heap that is split, and the smaller of its two parts.
///
/// Written as a sum, `7=4+3`. It is also read with the parts the other way
/// round, as three numbers (`7 4 3`), or as the heap and one part (`7 3`).
///
/// ```
/// use grundy::Split;
/// let split: Split = "7=4+3".parse()?;
/// assert_eq!((split.heap, split.small, split.large()), (7, 3, 4));
/// assert_eq!("7 3 4".parse(), Ok(split));
/// assert!("4=2+2".parse::<Split>().is_err()); // the parts must differ
/// # Ok::<(), grundy::SplitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    /// The heap, at least 3.
    pub heap: u32,
    /// The smaller part: at least 1, and less than half of the heap.
    pub small: u32,
}

impl Split {
    /// The larger part.
    #[must_use]
    pub const fn large(self) -> u32 {
        self.heap.saturating_sub(self.small)
    }

    /// All splits of a heap, the smaller part growing.
    pub fn of(heap: u32) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=ways(heap)).map(move |small| Self { heap, small })
    }
}

/// In how many ways a heap can be split.
#[inline]
#[must_use]
pub const fn ways(heap: u32) -> u32 {
    heap.saturating_sub(1) / 2
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}+{}", self.heap, self.large(), self.small)
    }
}

/// Why a text is no move, here or anywhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    /// It is not written like one.
    #[error("`{}` is no move: expected one such as 7=4+3", shown(.0))]
    Text(String),
    /// Equal parts, or an empty one, or parts that do not make the heap.
    #[error("{heap} into {a} and {b} is no move: expected two unequal parts that make {heap}")]
    Parts {
        /// The heap.
        heap: u32,
        /// One part.
        a: u32,
        /// The other.
        b: u32,
    },
    /// Heaps of 1 and 2 have no two unequal parts.
    #[error("a heap of {0} cannot be split: expected one of at least 3")]
    Dead(u32),
    /// No such heap stands.
    #[error("there is no heap of {heap}: expected {expected}")]
    NoHeap {
        /// The heap that was named.
        heap: u32,
        /// The heaps that can be split.
        expected: String,
    },
}

impl FromStr for Split {
    type Err = SplitError;

    fn from_str(text: &str) -> Result<Self, SplitError> {
        let no_move = || SplitError::Text(text.to_owned());
        let words = text.split(|c: char| c.is_whitespace() || "=+,".contains(c));
        let numbers = words.filter(|w| !w.is_empty()).map(number).collect::<Option<Vec<_>>>();
        let (heap, a, b) = match numbers.ok_or_else(no_move)?[..] {
            [heap, part] => (heap, part, heap.saturating_sub(part)),
            [heap, a, b] => (heap, a, b),
            _ => return Err(no_move()),
        };
        if heap < 3 {
            return Err(SplitError::Dead(heap));
        }
        let small = a.min(b);
        if small == 0 || a == b || u64::from(a) + u64::from(b) != u64::from(heap) {
            return Err(SplitError::Parts { heap, a, b });
        }
        Ok(Self { heap, small })
    }
}

/// A number without a sign; `parse` would take a plus.
fn number(word: &str) -> Option<u32> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// A word as messages show it: control characters escaped, a long one cut.
fn shown(word: &str) -> String {
    let cut: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() { cut + "..." } else { cut }
}

/// Why heaps are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapsError {
    /// A word that is no number, or zero, or negative.
    #[error("`{}` is no heap: expected a whole number from 1 to {max}", shown(.0), max = Heaps::MAX_HEAP)]
    NoHeap(String),
    /// A number greater than any heap here.
    #[error("`{}` is too large: a heap has at most {max} coins", shown(.0), max = Heaps::MAX_HEAP)]
    TooLarge(String),
    /// More heaps than are taken.
    #[error("{0} heaps are too many: expected at most {max}", max = Heaps::MAX_HEAPS)]
    TooMany(usize),
    /// No heap at all.
    #[error("no heap is given: expected numbers such as 7 4 2")]
    None,
}

/// A position: the exact multiset of heaps, and whose turn it is.
///
/// The heaps stand in one order, the greatest first, so equal multisets are
/// equal. Heaps of 1 and 2 cannot be split any more; they are kept, because the
/// players see them, but count neither for the [key](search_core::Position::key)
/// nor for the moves.
///
/// Moves come in the order of the lecture's figure: heaps from the greatest to
/// the least, of equal ones the first alone, and of each heap the splits from
/// the most uneven on. Two moves never lead to the same position: if {h, a', b'}
/// = {h', a, b} for splits of different heaps h = a + b and h' = a' + b', then h
/// is a' or b', less than h', and h' is a or b, less than h.
///
/// ```
/// use grundy::{Heaps, Side};
/// use search_core::{Position, legal_moves};
/// let start: Heaps = "7".parse()?;
/// let moves: Vec<_> = legal_moves(&start).iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["7=6+1", "7=5+2", "7=4+3"]);
/// let next = start.after("7=4+3".parse()?);
/// assert_eq!((next.to_string().as_str(), next.side_to_move()), ("4 3", Side::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// The greatest first.
    sizes: SmallVec<[u32; 16]>,
    side: Side,
    /// The sum of the shares of the heaps that can be split: of any order, and
    /// kept up by additions.
    key: u64,
}

impl Clone for Heaps {
    #[inline]
    fn clone(&self) -> Self {
        // `SmallVec::clone` goes element by element.
        Self { sizes: SmallVec::from_slice(&self.sizes), side: self.side, key: self.key }
    }
}

impl Heaps {
    /// The greatest heap, in coins. The nim-values of all heaps up to here are
    /// a matter of 200 MB.
    pub const MAX_HEAP: u32 = 100_000_000;
    /// The most heaps that a position may begin with. (A game makes more of them.)
    pub const MAX_HEAPS: usize = 1000;

    /// These heaps, in any order, the first player to move.
    ///
    /// # Errors
    /// [`HeapsError`] for no heap, too many, an empty or a too large one.
    pub fn new(sizes: &[u32]) -> Result<Self, HeapsError> {
        if sizes.is_empty() {
            return Err(HeapsError::None);
        }
        if sizes.len() > Self::MAX_HEAPS {
            return Err(HeapsError::TooMany(sizes.len()));
        }
        for &size in sizes {
            match size {
                0 => return Err(HeapsError::NoHeap("0".to_owned())),
                1..=Self::MAX_HEAP => {}
                _ => return Err(HeapsError::TooLarge(size.to_string())),
            }
        }
        let mut sizes: SmallVec<[u32; 16]> = SmallVec::from_slice(sizes);
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let key = sizes.iter().fold(0, |key: u64, &h| key.wrapping_add(share(h)));
        Ok(Self { sizes, side: Side::First, key })
    }

    /// Reads heaps, a word each.
    ///
    /// # Errors
    /// [`HeapsError`] names the bad word.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, HeapsError> {
        let mut sizes = Vec::new();
        for word in words {
            // Digits that make no u32 are too many of them.
            let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
            let size = number(word).filter(|&n| n <= Self::MAX_HEAP);
            match size {
                Some(size @ 1..) => sizes.push(size),
                None if digits => return Err(HeapsError::TooLarge(word.to_owned())),
                _ => return Err(HeapsError::NoHeap(word.to_owned())),
            }
        }
        Self::new(&sizes)
    }

    /// The same heaps with this side to move.
    #[must_use]
    pub fn with_side(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// The heaps, the greatest first.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Each size of a heap that can be split, once, the greatest first.
    #[inline]
    pub fn live(&self) -> impl Iterator<Item = u32> + '_ {
        let live = self.sizes.iter().copied().take_while(|&h| h >= 3);
        live.scan(0, |last, h| Some((std::mem::replace(last, h) != h).then_some(h))).flatten()
    }

    /// All coins.
    #[must_use]
    pub fn coins(&self) -> u64 {
        self.sizes.iter().map(|&h| u64::from(h)).sum()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Whether no heap can be split.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.sizes.first().is_none_or(|&h| h < 3)
    }

    /// The move, if it can be made here.
    ///
    /// # Errors
    /// [`SplitError`] says why not.
    pub fn check(&self, split: Split) -> Result<Split, SplitError> {
        let Split { heap, small } = split;
        if heap < 3 {
            return Err(SplitError::Dead(heap));
        }
        if small == 0 || small > ways(heap) {
            let b = heap.saturating_sub(small);
            return Err(SplitError::Parts { heap, a: small, b });
        }
        if self.has(heap) {
            return Ok(split);
        }
        let mut live: Vec<_> = self.live().take(11).map(|h| h.to_string()).collect();
        if live.len() == 11 {
            live[10] = "...".to_owned();
        }
        let expected = if live.is_empty() {
            "no move, the game is over".to_owned()
        } else {
            format!("one of {}", live.join(" "))
        };
        Err(SplitError::NoHeap { heap, expected })
    }

    #[inline]
    pub(crate) fn has(&self, heap: u32) -> bool {
        self.sizes.binary_search_by(|h| heap.cmp(h)).is_ok()
    }

    #[inline]
    pub(crate) const fn hash(&self) -> u64 {
        self.key
    }

    pub(crate) fn make_room(&mut self, more: usize) {
        self.sizes.reserve(more);
    }

    /// Splits a heap that stands.
    #[inline]
    pub(crate) fn split(&mut self, split: Split) {
        self.take(split.heap);
        self.put(split.large());
        self.put(split.small);
        self.side = self.side.other();
    }

    /// Joins the two parts again.
    #[inline]
    pub(crate) fn join(&mut self, split: Split) {
        self.take(split.small);
        self.take(split.large());
        self.put(split.heap);
        self.side = self.side.other();
    }

    /// Takes the last of the heaps of this size: fewer are moved.
    #[inline]
    fn take(&mut self, heap: u32) {
        self.key = self.key.wrapping_sub(share(heap));
        let after = self.sizes.partition_point(|&h| h >= heap);
        self.sizes.remove(after - 1);
    }

    #[inline]
    fn put(&mut self, heap: u32) {
        self.key = self.key.wrapping_add(share(heap));
        let after = self.sizes.partition_point(|&h| h >= heap);
        self.sizes.insert(after, heap);
    }
}

/// What a heap adds to the key; nothing where it has no moves.
#[inline]
const fn share(heap: u32) -> u64 {
    if heap < 3 { 0 } else { mix(heap as u64) }
}

/// The finaliser of SplitMix64 (S. Steele, D. Lea, C. Flood, 2014): one-to-one,
/// every bit of the result hangs on every bit of the number.
#[inline]
pub(crate) const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Numbers between spaces or commas; the first player is to move.
impl FromStr for Heaps {
    type Err = HeapsError;

    fn from_str(text: &str) -> Result<Self, HeapsError> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        Self::from_words(words.filter(|w| !w.is_empty()))
    }
}
