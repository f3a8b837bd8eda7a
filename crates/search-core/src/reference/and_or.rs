//! The AND/OR graph of a game, and the graphs that prove a forced win.
//!
//! A game is drawn as a graph of positions, level by level. To ask whether
//! one player, the *solver*, can force a win makes it an AND/OR graph:
//!
//! - **OR nodes** have the solver to move: one good reply is enough.
//! - **AND nodes** have the other player to move: every reply must be good.
//!
//! The answer is not a line of play but a *solution graph*: the root, one
//! reply at every OR node that can come up, all replies at every AND node,
//! and nothing but won ends.
//!
//! These are the words of the textbooks. The lecture on Grundy's game swaps
//! them: it names a node after the player who has just moved, so that the
//! positions where MAX chooses are its AND nodes and those where MIN chooses
//! its OR nodes. The graph is the same.
//!
//! ```
//! use search_core::numbers::NumberTree;
//! use search_core::reference::and_or::StateGraph;
//! use search_core::Player;
//!
//! let tree: NumberTree = r#"[["-inf", "inf"], ["inf", ["-inf", "inf"]]]"#.parse()?;
//! let graph = StateGraph::build(&tree, Player::Max, 100)?;
//! let win = graph.forced_win(Player::Max);
//! let solution = win.solution().expect("MAX goes right");
//! let labels: Vec<_> = solution.nodes.iter().map(|&n| graph.nodes()[n].position.label()).collect();
//! assert_eq!(labels, ["root", "1", "+inf", "1.1", "+inf"]);
//! assert_eq!(win.solutions().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use crate::position::{MoveSet, Outcome, Position, Verdict, final_outcome, for_each_legal};
use crate::score::Ply;
use crate::trace::Player;

/// The graph would have more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyNodes {
    /// How many were allowed.
    pub limit: usize,
}

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the graph of the game has more than {} positions", self.limit)
    }
}

impl std::error::Error for TooManyNodes {}

/// A way from a node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<M> {
    /// The move; of several that lead to equal positions, the first.
    pub by: M,
    /// The node that it leads to.
    pub to: usize,
}

/// A position of the game with a player to move.
#[derive(Clone, Debug)]
pub struct StateNode<P: Position> {
    /// The position.
    pub position: P,
    /// The level: the fewest plies from the root to here.
    pub ply: u32,
    /// Who moves, or would move if the game were not over.
    pub player: Player,
    /// The end of the game for the side to move, if it is over.
    pub end: Option<Outcome>,
    /// What can come next, in the order of the moves; nothing if the game is over.
    pub edges: Vec<Edge<P::Move>>,
}

/// All positions that a game can reach from one of them.
///
/// Equal positions with the same player to move are one node, on whatever
/// paths they are reached; the level of a node is the length of the shortest.
/// (In Grundy's game all paths to a position are of one length, so there this
/// is the lecture's picture, with its levels.) Equality is that of the type:
/// a position that carries its history never meets itself again, and its
/// graph is a tree. Verdicts that lean on the path have no place in a graph
/// and are not asked for.
#[derive(Clone, Debug)]
pub struct StateGraph<P: Position> {
    nodes: Vec<StateNode<P>>,
    /// For each node, where one can come from.
    parents: Vec<Vec<usize>>,
    index: HashMap<(u64, Player), Vec<usize>>,
}

impl<P: Position + Eq> StateGraph<P> {
    /// The graph of everything that can follow `root`, with this player to
    /// move there. Node 0 is the root; nodes stand in the order of their levels.
    ///
    /// # Errors
    /// More than `limit` nodes.
    pub fn build(root: &P, player: Player, limit: usize) -> Result<Self, TooManyNodes> {
        let mut graph = Self { nodes: Vec::new(), parents: Vec::new(), index: HashMap::new() };
        if limit == 0 {
            return Err(TooManyNodes { limit });
        }
        graph.add(root.clone(), player, 0);
        // New nodes are put at the end: this walks level by level.
        let mut here = 0;
        while here < graph.nodes.len() {
            graph.expand(here, limit)?;
            here += 1;
        }
        Ok(graph)
    }

    fn add(&mut self, position: P, player: Player, ply: u32) -> usize {
        let id = self.nodes.len();
        let at_ply = Ply::new(ply as usize);
        let end = final_outcome(&position).or_else(|| match position.adjudicate(at_ply) {
            Some(Verdict::Position(outcome)) if ply > 0 => Some(outcome),
            _ => None,
        });
        self.index.entry((position.key(), player)).or_default().push(id);
        self.nodes.push(StateNode { position, ply, player, end, edges: Vec::new() });
        self.parents.push(Vec::new());
        id
    }

    fn expand(&mut self, here: usize, limit: usize) -> Result<(), TooManyNodes> {
        if self.nodes[here].end.is_some() {
            return Ok(());
        }
        let position = self.nodes[here].position.clone();
        let (ply, player) = (self.nodes[here].ply + 1, self.nodes[here].player.other());
        let full = for_each_legal(&position, MoveSet::All, |m| {
            let child = position.after(m);
            let to = match self.find(&child, player) {
                Some(known) => known,
                None if self.nodes.len() == limit => return Break(()),
                None => self.add(child, player, ply),
            };
            if self.nodes[here].edges.iter().all(|e| e.to != to) {
                self.nodes[here].edges.push(Edge { by: m, to });
                self.parents[to].push(here);
            }
            Continue(())
        });
        if full.is_break() { Err(TooManyNodes { limit }) } else { Ok(()) }
    }

    /// The node of a position with this player to move.
    #[must_use]
    pub fn find(&self, position: &P, player: Player) -> Option<usize> {
        let same_key = self.index.get(&(position.key(), player))?;
        same_key.iter().copied().find(|&id| self.nodes[id].position == *position)
    }
}

impl<P: Position> StateGraph<P> {
    /// All nodes; the number of a node is its place here.
    #[must_use]
    pub fn nodes(&self) -> &[StateNode<P>] {
        &self.nodes
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.nodes.iter().map(|n| n.edges.len()).sum()
    }

    /// How many nodes each level has, from the root down.
    #[must_use]
    pub fn level_sizes(&self) -> Vec<usize> {
        let mut sizes = Vec::new();
        for node in &self.nodes {
            let level = node.ply as usize;
            sizes.resize(sizes.len().max(level + 1), 0);
            sizes[level] += 1;
        }
        sizes
    }

    /// Where this player, the solver, can force a won end of the game.
    ///
    /// A draw is not a win, and neither is a number, whatever its sign: a game
    /// that ends in numbers has to say which of them will do
    /// ([`forced`](Self::forced)).
    #[must_use]
    pub fn forced_win(&self, solver: Player) -> ForcedWin<'_, P> {
        self.forced(solver, |node| {
            let won = if node.player == solver { Outcome::Win } else { Outcome::Loss };
            node.end == Some(won)
        })
    }

    /// Where this player can force the game into one of his goals, given as a
    /// test of nodes where it is over.
    #[must_use]
    pub fn forced(&self, solver: Player, goal: impl Fn(&StateNode<P>) -> bool) -> ForcedWin<'_, P> {
        let goals = self.nodes.iter().map(|n| n.end.is_some() && goal(n)).collect();
        let mut win = ForcedWin { graph: self, solver, goals, plies: Vec::new() };
        win.plies = win.plies_with(&BTreeMap::new());
        win
    }
}

/// Where one player can force his goal.
#[derive(Clone, Debug)]
pub struct ForcedWin<'a, P: Position> {
    graph: &'a StateGraph<P>,
    solver: Player,
    goals: Vec<bool>,
    plies: Vec<Option<u32>>,
}

/// A proof that the solver wins: whatever the other player does, following
/// the edges leads to a goal, without ever coming back to a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionGraph {
    /// Its nodes: the root, and all that can come up.
    pub nodes: BTreeSet<usize>,
    /// Its edges, as pairs of nodes: one from each OR node, all from each AND node.
    pub edges: BTreeSet<(usize, usize)>,
}

/// Replies settled so far, by OR node.
type Replies = BTreeMap<usize, usize>;

impl<'a, P: Position> ForcedWin<'a, P> {
    /// Whether the solver wins from this node. Unknown nodes are not won.
    #[must_use]
    pub fn is_won(&self, node: usize) -> bool {
        self.plies(node).is_some()
    }

    /// In how many plies the solver forces the win, if he plays to be quick and
    /// the other to be slow.
    #[must_use]
    pub fn plies(&self, node: usize) -> Option<u32> {
        self.plies.get(node).copied().flatten()
    }

    /// Whether the solver chooses here (an OR node) or the other player (an AND node).
    #[must_use]
    pub fn is_or_node(&self, node: usize) -> bool {
        self.graph.nodes.get(node).is_some_and(|n| n.player == self.solver)
    }

    /// The quickest solution graph; of equally quick replies it takes the
    /// first. `None` if the solver cannot force a win from the root.
    #[must_use]
    pub fn solution(&self) -> Option<SolutionGraph> {
        self.plies(0)?;
        let mut solution = SolutionGraph { nodes: BTreeSet::from([0]), edges: BTreeSet::new() };
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            // The quickest reply leads nearer to a goal: no circle can close.
            let quickest = self.successors(node).filter(|&n| self.is_won(n));
            let quickest = quickest.min_by_key(|&n| self.plies(n));
            let choice = self.is_or_node(node);
            for to in self.successors(node).filter(|&n| !choice || Some(n) == quickest) {
                solution.edges.insert((node, to));
                if solution.nodes.insert(to) {
                    stack.push(to);
                }
            }
        }
        Some(solution)
    }

    /// Every solution graph, each once. There can be exponentially many; each
    /// takes polynomial time, so `take` what is wanted.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_, 'a, P> {
        let stack = if self.is_won(0) { vec![Replies::new()] } else { Vec::new() };
        Solutions { win: self, stack }
    }

    fn successors(&self, node: usize) -> impl DoubleEndedIterator<Item = usize> {
        self.graph.nodes[node].edges.iter().map(|e| e.to)
    }

    /// Backwards from the goals, nearest first: an OR node is won as soon as
    /// one successor is, an AND node when the last one is. A node that only
    /// waits for itself is never reached, so no win goes round in a circle.
    /// At nodes with a settled reply, only that one counts.
    fn plies_with(&self, settled: &Replies) -> Vec<Option<u32>> {
        let nodes = &self.graph.nodes;
        let mut plies = vec![None; nodes.len()];
        let mut missing: Vec<_> = nodes.iter().map(|n| n.edges.len()).collect();
        let mut queue = VecDeque::new();
        for (node, _) in self.goals.iter().enumerate().filter(|&(_, &goal)| goal) {
            plies[node] = Some(0);
            queue.push_back((node, 0));
        }
        while let Some((node, distance)) = queue.pop_front() {
            for &parent in &self.graph.parents[node] {
                missing[parent] -= 1;
                let won = if self.is_or_node(parent) {
                    settled.get(&parent).is_none_or(|&reply| reply == node)
                } else {
                    missing[parent] == 0
                };
                if won && plies[parent].is_none() {
                    plies[parent] = Some(distance + 1);
                    queue.push_back((parent, distance + 1));
                }
            }
        }
        plies
    }

    /// What can come up under these replies, and the first OR node without one.
    fn reach(&self, replies: &Replies) -> (SolutionGraph, Option<usize>) {
        let mut graph = SolutionGraph { nodes: BTreeSet::from([0]), edges: BTreeSet::new() };
        let (mut stack, mut open) = (vec![0], None);
        while let Some(node) = stack.pop() {
            let reply = replies.get(&node).copied();
            if self.is_or_node(node) && reply.is_none() {
                // An end is an answer, not a choice.
                if !self.goals[node] {
                    open = Some(open.map_or(node, |n: usize| n.min(node)));
                }
                continue;
            }
            for to in self.successors(node).filter(|&n| reply.is_none_or(|r| r == n)) {
                graph.edges.insert((node, to));
                if graph.nodes.insert(to) {
                    stack.push(to);
                }
            }
        }
        (graph, open)
    }
}

/// The solution graphs of a [`ForcedWin`].
#[derive(Clone, Debug)]
pub struct Solutions<'s, 'a, P: Position> {
    win: &'s ForcedWin<'a, P>,
    /// Sets of replies, each of which can be completed to a solution.
    stack: Vec<Replies>,
}

impl<P: Position> Iterator for Solutions<'_, '_, P> {
    type Item = SolutionGraph;

    fn next(&mut self) -> Option<SolutionGraph> {
        while let Some(replies) = self.stack.pop() {
            let (graph, open) = self.win.reach(&replies);
            let Some(node) = open else { return Some(graph) };
            for to in self.win.successors(node).rev() {
                let mut more = replies.clone();
                more.insert(node, to);
                // While the root stays won with these replies settled, some
                // choice of the others completes them: no branch is a dead end.
                if self.win.plies_with(&more)[0].is_some() {
                    self.stack.push(more);
                }
            }
        }
        None
    }
}
