//! A tree of numbers as a game: the nested lists of textbooks.
//!
//! A number is a leaf and a list an inner node. The numbers are MAX's; who
//! moves at the root is said by [`NumberTree::with_root`], and the players
//! move in turn from there.
//!
//! ```
//! use search_core::numbers::NumberTree;
//! use search_core::reference::Search;
//! use search_core::{NoEvaluation, Player};
//!
//! // MIN is to move: 6, or a MAX node that is worth 16 at least.
//! let tree = "[6, [16, null, null]]".parse::<NumberTree>()?.with_root(Player::Min);
//! let mut search = Search::new(tree.height(), NoEvaluation);
//! search.player = tree.player();
//! assert_eq!(search.alpha_beta(&tree).value, 6);
//! assert_eq!(tree.unknown_visits(), 0); // the null leaves were cut off
//! assert_eq!(search.minimax(&tree).counts.leaves, 4);
//! assert_eq!(tree.unknown_visits(), 2); // minimax asked for them: its value means nothing
//! # Ok::<(), search_core::numbers::NumberTreeError>(())
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::heuristics::Heuristics;
use crate::position::{MoveSet, Outcome, Position};
use crate::reference::VALUE_MAX;
use crate::score::Ply;
use crate::trace::Player;

/// What stands at the end of a branch. All of it is MAX's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// A number, within +-[`VALUE_MAX`].
    Number(i32),
    /// MAX has won: `"inf"` or `"+inf"`.
    Won,
    /// MAX has lost: `"-inf"`.
    Lost,
    /// `null`: a leaf that must never be evaluated. Its worth is a draw, for
    /// want of a better word, and every question for it is counted by
    /// [`NumberTree::unknown_visits`].
    Unknown,
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => n.fmt(f),
            Self::Won => f.write_str("+inf"),
            Self::Lost => f.write_str("-inf"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

/// A tree as nested lists, for building a [`NumberTree`] in code. Lists nested by the ten thousand
/// cannot be copied or dropped on a usual stack; a [`NumberTree`] has at most [`Ply::MAX`] levels.
///
/// ```
/// use search_core::numbers::{Nested, NumberTree};
/// let tree = NumberTree::new(&Nested::from(vec![vec![2, 7, 4], vec![-1], vec![1, 4]]))?;
/// assert_eq!(tree.to_string(), "[[2,7,4],[-1],[1,4]]");
/// # Ok::<(), search_core::numbers::NumberTreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    /// The end of a branch.
    Leaf(Leaf),
    /// A node and its children.
    List(Vec<Self>),
}

impl From<i32> for Nested {
    fn from(number: i32) -> Self {
        Self::Leaf(Leaf::Number(number))
    }
}

impl From<Leaf> for Nested {
    fn from(leaf: Leaf) -> Self {
        Self::Leaf(leaf)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Nested {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

/// Why a nested list is no tree of numbers. Paths are child numbers from the root, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberTreeError {
    /// The text is no JSON, or its lists are nested too deep for the reader
    /// (more than 127); what is wrong and where.
    Syntax(String),
    /// Neither a number, nor an infinity, nor `null`, nor a list.
    Element {
        /// Where it stands.
        path: Vec<u32>,
        /// What it is, shortened.
        found: String,
    },
    /// A number beyond +-[`VALUE_MAX`].
    Number {
        /// Where it stands.
        path: Vec<u32>,
        /// The number.
        number: i64,
    },
    /// A list without an element: a node has children, or it is a number.
    Empty {
        /// Where it stands.
        path: Vec<u32>,
    },
    /// More plies than [`Ply::MAX`].
    TooDeep,
    /// More nodes than can be counted in 32 bits.
    TooLarge,
}

/// A path, as messages and labels show it.
struct Path<'a>(&'a [u32]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("root");
        }
        for (i, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Display for NumberTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(why) => write!(f, "not a nested list: {why}"),
            Self::Element { path, found } => write!(
                f,
                "{found} at {}: expected a whole number, \"inf\", \"-inf\", null or a list",
                Path(path)
            ),
            Self::Number { path, number } => {
                write!(f, "{number} at {}: expected a number within +-{VALUE_MAX}", Path(path))
            }
            Self::Empty { path } => {
                write!(f, "empty list at {}: expected at least one element", Path(path))
            }
            Self::TooDeep => write!(f, "lists nested more than {} deep", Ply::MAX.get()),
            Self::TooLarge => write!(f, "more than {} nodes", u32::MAX),
        }
    }
}

impl std::error::Error for NumberTreeError {}

/// A node of the arena. The children of a node lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parent: u32,
    depth: u32,
    first: u32,
    count: u32,
    leaf: Option<Leaf>,
    /// Of all that is below, but not of who moves.
    hash: u64,
}

#[derive(Debug)]
struct Arena {
    /// Level by level: a parent stands before its children.
    nodes: Vec<Node>,
    unknown_visits: AtomicU64,
}

/// A position in a tree of numbers. A move is the number of a child, from 0.
///
/// Clones are cheap, and share the tree.
#[derive(Clone)]
pub struct NumberTree {
    arena: Arc<Arena>,
    node: u32,
    root: Player,
}

const fn mix(n: u64) -> u64 {
    // SplitMix64 (Steele, Lea and Flood 2014): one bit of input flips half of the output.
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// The path of a node among these.
fn path_of(nodes: &[Node], node: u32) -> Vec<u32> {
    let mut path = Vec::new();
    let mut here = node;
    while nodes[here as usize].depth > 0 {
        let parent = nodes[here as usize].parent;
        path.push(here - nodes[parent as usize].first);
        here = parent;
    }
    path.reverse();
    path
}

impl NumberTree {
    /// The root of a tree, MAX to move.
    ///
    /// # Errors
    /// An empty list, a number beyond +-[`VALUE_MAX`], more than [`Ply::MAX`] levels.
    pub fn new(tree: &Nested) -> Result<Self, NumberTreeError> {
        let mut nodes = vec![Node { parent: 0, depth: 0, first: 0, count: 0, leaf: None, hash: 0 }];
        let mut waiting = VecDeque::from([tree]);
        let mut here = 0;
        while let Some(nested) = waiting.pop_front() {
            let depth = nodes[here].depth;
            match nested {
                Nested::Leaf(Leaf::Number(n)) if n.unsigned_abs() > VALUE_MAX.unsigned_abs() => {
                    let path = path_of(&nodes, here as u32);
                    return Err(NumberTreeError::Number { path, number: i64::from(*n) });
                }
                Nested::Leaf(leaf) => nodes[here].leaf = Some(*leaf),
                Nested::List(list) if list.is_empty() => {
                    return Err(NumberTreeError::Empty { path: path_of(&nodes, here as u32) });
                }
                Nested::List(_) if depth as usize >= Ply::MAX.get() => {
                    return Err(NumberTreeError::TooDeep);
                }
                Nested::List(list) => {
                    let too_large = |_| NumberTreeError::TooLarge;
                    u32::try_from(nodes.len() + list.len()).map_err(too_large)?;
                    nodes[here].first = nodes.len() as u32;
                    nodes[here].count = list.len() as u32;
                    for child in list {
                        nodes.push(Node {
                            parent: here as u32,
                            depth: depth + 1,
                            first: 0,
                            count: 0,
                            leaf: None,
                            hash: 0,
                        });
                        waiting.push_back(child);
                    }
                }
            }
            here += 1;
        }
        // Children stand behind their parents: from the back, all are known in time.
        for here in (0..nodes.len()).rev() {
            let Node { first, count, .. } = nodes[here];
            nodes[here].hash = match nodes[here].leaf {
                Some(Leaf::Number(n)) => mix(u64::from(n as u32)),
                Some(Leaf::Won) => mix(1 << 32),
                Some(Leaf::Lost) => mix(2 << 32),
                Some(Leaf::Unknown) => mix(3 << 32),
                None => nodes[first as usize..][..count as usize]
                    .iter()
                    .fold(mix(4 << 32), |hash, child| mix(hash.rotate_left(5) ^ child.hash)),
            };
        }
        let arena = Arena { nodes, unknown_visits: AtomicU64::new(0) };
        Ok(Self { arena: Arc::new(arena), node: 0, root: Player::Max })
    }

    /// The same node, with this player to move at the root of the tree.
    #[must_use]
    pub fn with_root(self, player: Player) -> Self {
        Self { root: player, ..self }
    }

    fn here(&self) -> &Node {
        &self.arena.nodes[self.node as usize]
    }

    /// Who moves here (or would move, at a leaf).
    #[must_use]
    pub fn player(&self) -> Player {
        if self.here().depth.is_multiple_of(2) { self.root } else { self.root.other() }
    }

    /// Child numbers from the root to here.
    #[must_use]
    pub fn path(&self) -> Vec<u32> {
        path_of(&self.arena.nodes, self.node)
    }

    /// What stands here, if this is a leaf. Does not count as a visit.
    #[must_use]
    pub fn leaf(&self) -> Option<Leaf> {
        self.here().leaf
    }

    /// How many children this node has; none at a leaf.
    #[must_use]
    pub fn child_count(&self) -> u32 {
        self.here().count
    }

    /// A child by number.
    #[must_use]
    pub fn child(&self, index: u32) -> Option<Self> {
        let Node { first, count, .. } = *self.here();
        (index < count).then(|| Self { node: first + index, ..self.clone() })
    }

    /// The children, in order.
    pub fn children(&self) -> impl Iterator<Item = Self> + '_ {
        (0..self.child_count()).filter_map(|i| self.child(i))
    }

    /// The node at the end of this path, counted from here.
    #[must_use]
    pub fn at(&self, path: &[u32]) -> Option<Self> {
        path.iter().try_fold(self.clone(), |node, &step| node.child(step))
    }

    /// A short name: what stands at a leaf, or the path of an inner node
    /// (`root`, `0`, `0.1`).
    #[must_use]
    pub fn label(&self) -> String {
        self.leaf().map_or_else(|| Path(&self.path()).to_string(), |leaf| leaf.to_string())
    }

    /// Plies from here to the deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        let deepest = self.below().map(|n| n.depth).max().unwrap_or(0);
        deepest.saturating_sub(self.here().depth)
    }

    /// Whether a leaf here or below is `null`: minimax has no value then, and
    /// a search with cut-offs has one only if it never asks for those leaves.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.below().any(|n| n.leaf == Some(Leaf::Unknown))
    }

    /// How often a `null` leaf of this tree was asked for its outcome, by any
    /// clone, since the tree was made. If a search raises it, the value that
    /// it returned means nothing.
    #[must_use]
    pub fn unknown_visits(&self) -> u64 {
        self.arena.unknown_visits.load(Ordering::Relaxed)
    }

    /// This node and all below it, level by level: each level is one stretch of the arena.
    fn below(&self) -> impl Iterator<Item = &Node> {
        let mut level = self.node as usize..self.node as usize + 1;
        std::iter::from_fn(move || {
            let nodes = &self.arena.nodes[level.clone()];
            let lists = || nodes.iter().filter(|n| n.count > 0);
            let start = lists().next().map_or(0, |n| n.first as usize);
            let end = lists().next_back().map_or(0, |n| (n.first + n.count) as usize);
            level = start..end;
            (!nodes.is_empty()).then_some(nodes)
        })
        .flatten()
    }
}

impl Position for NumberTree {
    type Move = u32;
    type Undo = ();
    /// Never asked for: a node without children is a leaf.
    const NO_MOVES: Outcome = Outcome::Draw;

    fn outcome(&self) -> Option<Outcome> {
        let outcome = match self.here().leaf? {
            Leaf::Number(n) => Outcome::Value(n),
            Leaf::Won => Outcome::Win,
            Leaf::Lost => Outcome::Loss,
            Leaf::Unknown => {
                self.arena.unknown_visits.fetch_add(1, Ordering::Relaxed);
                Outcome::Draw
            }
        };
        Some(match self.player() {
            Player::Max => outcome,
            Player::Min => outcome.flip(),
        })
    }

    fn generate(&self, set: MoveSet, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match set {
            MoveSet::All | MoveSet::Quiet => (0..self.child_count()).try_for_each(visit),
            MoveSet::Noisy => ControlFlow::Continue(()),
        }
    }

    fn make(&mut self, m: u32) {
        debug_assert!(m < self.child_count(), "no child {m} at {}", Path(&self.path()));
        self.node = self.here().first + m;
    }

    fn unmake(&mut self, _: u32, (): ()) {
        self.node = self.here().parent;
    }

    fn key(&self) -> u64 {
        mix(self.here().hash ^ (self.player() as u64 + 1))
    }

    fn pack(&self, m: u32) -> Option<NonZeroU16> {
        NonZeroU16::new(u16::try_from(m.checked_add(1)?).ok()?)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<u32> {
        let m = u32::from(bits.get() - 1);
        (m < self.child_count()).then_some(m)
    }
}

impl Heuristics for NumberTree {}

impl PartialEq for NumberTree {
    fn eq(&self, other: &Self) -> bool {
        let same = Arc::ptr_eq(&self.arena, &other.arena) || self.arena.nodes == other.arena.nodes;
        (self.node, self.root) == (other.node, other.root) && same
    }
}

impl Eq for NumberTree {}

impl Hash for NumberTree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
        state.write_u32(self.node);
    }
}

/// The nested list from here down, as [`FromStr`](std::str::FromStr) reads it.
impl fmt::Display for NumberTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.leaf() {
            Some(leaf @ (Leaf::Won | Leaf::Lost)) => return write!(f, "\"{leaf}\""),
            Some(Leaf::Unknown) => return f.write_str("null"),
            Some(Leaf::Number(n)) => return n.fmt(f),
            None => {}
        }
        for (i, child) in self.children().enumerate() {
            f.write_str(if i == 0 { "[" } else { "," })?;
            child.fmt(f)?;
        }
        f.write_str("]")
    }
}

impl fmt::Debug for NumberTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NumberTree({}, {:?}: {self})", Path(&self.path()), self.player())
    }
}

#[cfg(feature = "json")]
mod json {
    use std::str::FromStr;

    use serde_json::Value;

    use super::{Leaf, Nested, NumberTree, NumberTreeError};

    /// Long elements are cut off in messages after this many characters.
    const SHOWN: usize = 40;

    impl FromStr for NumberTree {
        type Err = NumberTreeError;

        fn from_str(text: &str) -> Result<Self, NumberTreeError> {
            let value: Value =
                serde_json::from_str(text).map_err(|e| NumberTreeError::Syntax(e.to_string()))?;
            Self::new(&nested(&value, &mut Vec::new())?)
        }
    }

    /// No deeper than the reader, which stops at 127 lists.
    fn nested(value: &Value, path: &mut Vec<u32>) -> Result<Nested, NumberTreeError> {
        let leaf = match value {
            Value::Array(list) => {
                let mut children = Vec::with_capacity(list.len());
                for (i, element) in list.iter().enumerate() {
                    path.push(i as u32);
                    children.push(nested(element, path)?);
                    path.pop();
                }
                return Ok(Nested::List(children));
            }
            Value::Null => Leaf::Unknown,
            Value::String(s) if s == "inf" || s == "+inf" => Leaf::Won,
            Value::String(s) if s == "-inf" => Leaf::Lost,
            Value::Number(n) if n.is_i64() => {
                let number = n.as_i64().unwrap_or_default();
                let small = i32::try_from(number)
                    .map_err(|_| NumberTreeError::Number { path: path.clone(), number })?;
                Leaf::Number(small)
            }
            _ => {
                let text = value.to_string();
                let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
                let mut found: String = text.chars().take(SHOWN).map(plain).collect();
                if text.chars().nth(SHOWN).is_some() {
                    found.push_str("...");
                }
                return Err(NumberTreeError::Element { path: path.clone(), found });
            }
        };
        Ok(Nested::Leaf(leaf))
    }
}

#[cfg(all(test, feature = "json"))]
mod tests;
