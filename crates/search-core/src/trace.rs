//! Watching a search: an observer that compiles away, and one that records the tree.
//!
//! Values and windows are those of the player at the root, called MAX in the
//! textbooks, or MIN when the root is a MIN node; they are counted as the
//! [`reference`](crate::reference) algorithms count, with
//! [`WIN`](crate::reference::WIN) for a won game.

use crate::position::Position;
use crate::score::Ply;

/// Who moves at a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Chooses the greatest value.
    Max,
    /// Chooses the least value.
    Min,
}

impl Player {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// Turns a value for the side to move into one for MAX, and back. `i32::MIN` becomes `i32::MAX`.
    #[must_use]
    pub const fn signed(self, value: i32) -> i32 {
        match self {
            Self::Max => value,
            Self::Min => value.saturating_neg(),
        }
    }
}

/// Bounds inherited from the ancestors, for MAX: values at or outside them
/// cannot matter at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The best that a MAX ancestor is sure of.
    pub alpha: i32,
    /// The best that a MIN ancestor is sure of.
    pub beta: i32,
}

/// Which bound cut the rest of a node off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// At a MIN node: its value fell to the alpha of a MAX ancestor.
    Alpha,
    /// At a MAX node: its value rose to the beta of a MIN ancestor.
    Beta,
}

/// How a node got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The game is over there.
    Terminal,
    /// The depth limit: evaluated.
    Leaf,
    /// From its children, all searched or rightly left out.
    Searched,
    /// From its children, the rest cut off.
    Cut(Cut),
    /// Known without search: a table, a proof, a draw by rule.
    Known,
}

/// An observer of a search. Every method does nothing unless overridden.
pub trait Trace<P: Position> {
    /// Whether anybody watches. `false` removes the calls, and the work that
    /// is done for them alone, from the compiled search.
    const ACTIVE: bool;

    /// A new search of the root begins: a deeper iteration, a wider window.
    fn restart(&mut self) {}

    /// A node is entered; `m` led to it (`None` at the root).
    fn enter(&mut self, pos: &P, m: Option<P::Move>, ply: Ply, player: Player, window: Window) {
        let _ = (pos, m, ply, player, window);
    }

    /// The value backed up to the node entered last changed.
    fn update(&mut self, value: i32) {
        let _ = value;
    }

    /// A child of the node entered last was cut off.
    fn skip(&mut self, child: &P, m: P::Move) {
        let _ = (child, m);
    }

    /// The node entered last is left.
    fn leave(&mut self, value: i32, end: End) {
        let _ = (value, end);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<P: Position> Trace<P> for NoTrace {
    const ACTIVE: bool = false;
}

/// A node of a recorded [`Tree`].
#[derive(Clone, Debug)]
pub struct TreeNode<P: Position> {
    /// The position.
    pub position: P,
    /// The move that led here; `None` at the root.
    pub by: Option<P::Move>,
    /// The node above; `None` at the root.
    pub parent: Option<usize>,
    /// The nodes below, in the order of the moves.
    pub children: Vec<usize>,
    /// Distance from the root.
    pub ply: Ply,
    /// Who moves here.
    pub player: Player,
    /// What happened here; `None` if the node was cut off and never visited.
    pub visit: Option<Visit>,
}

/// What a search did at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// When the node was entered: 0 for the root, counting up.
    pub order: usize,
    /// The window at entry.
    pub window: Window,
    /// Every value backed up to the node, in order.
    pub updates: Vec<i32>,
    /// The value it returned.
    pub value: i32,
    /// How it came by it.
    pub end: End,
}

impl<P: Position> TreeNode<P> {
    /// The interval that a fail-soft search has shown to hold the node's own
    /// value so far as it was looked at, as the lecture prints it: `[value, +inf]` at a
    /// MAX node, `[-inf, value]` at a MIN node (`None` stands for infinity).
    #[must_use]
    pub fn bounds(&self) -> Option<(Option<i32>, Option<i32>)> {
        let value = self.visit.as_ref()?.value;
        Some(match self.player {
            Player::Max => (Some(value), None),
            Player::Min => (None, Some(value)),
        })
    }
}

/// A recorded search tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub struct Tree<P: Position> {
    /// All nodes; a child always stands behind its parent.
    pub nodes: Vec<TreeNode<P>>,
    /// Nodes that were visited but not recorded, for want of room.
    pub unrecorded: u64,
}

/// Records the tree of a search, up to a number of nodes.
#[derive(Clone, Debug)]
pub struct Recorder<P: Position> {
    tree: Tree<P>,
    path: Vec<usize>,
    /// How deep below the last recorded node the search stands.
    hidden: usize,
    visits: usize,
    limit: usize,
}

impl<P: Position> Recorder<P> {
    /// A recorder for at most `limit` nodes; what does not fit is counted.
    #[must_use]
    pub const fn new(limit: usize) -> Self {
        let tree = Tree { nodes: Vec::new(), unrecorded: 0 };
        Self { tree, path: Vec::new(), hidden: 0, visits: 0, limit }
    }

    /// The tree. Empty if nothing was searched.
    #[must_use]
    pub fn into_tree(self) -> Tree<P> {
        self.tree
    }

    fn push(&mut self, node: TreeNode<P>) -> usize {
        let id = self.tree.nodes.len();
        if let Some(parent) = node.parent {
            self.tree.nodes[parent].children.push(id);
        }
        self.tree.nodes.push(node);
        id
    }
}

impl<P: Position> Trace<P> for Recorder<P> {
    const ACTIVE: bool = true;

    fn restart(&mut self) {
        *self = Self::new(self.limit);
    }

    fn enter(&mut self, pos: &P, m: Option<P::Move>, ply: Ply, player: Player, window: Window) {
        let order = self.visits;
        self.visits += 1;
        if self.hidden > 0 || self.tree.nodes.len() >= self.limit {
            self.hidden += 1;
            self.tree.unrecorded += 1;
            return;
        }
        let visit = Visit { order, window, updates: Vec::new(), value: 0, end: End::Searched };
        let id = self.push(TreeNode {
            position: pos.clone(),
            by: m,
            parent: self.path.last().copied(),
            children: Vec::new(),
            ply,
            player,
            visit: Some(visit),
        });
        self.path.push(id);
    }

    fn update(&mut self, value: i32) {
        if self.hidden == 0
            && let Some(&id) = self.path.last()
            && let Some(visit) = &mut self.tree.nodes[id].visit
        {
            visit.updates.push(value);
        }
    }

    fn skip(&mut self, child: &P, m: P::Move) {
        if self.hidden > 0 || self.tree.nodes.len() >= self.limit {
            return;
        }
        if let Some(&id) = self.path.last() {
            let (ply, player) =
                (self.tree.nodes[id].ply.next(), self.tree.nodes[id].player.other());
            self.push(TreeNode {
                position: child.clone(),
                by: Some(m),
                parent: Some(id),
                children: Vec::new(),
                ply,
                player,
                visit: None,
            });
        }
    }

    fn leave(&mut self, value: i32, end: End) {
        if self.hidden > 0 {
            self.hidden -= 1;
        } else if let Some(id) = self.path.pop()
            && let Some(visit) = &mut self.tree.nodes[id].visit
        {
            visit.value = value;
            visit.end = end;
        }
    }
}
