//! The tree of a library: what is grown.

use std::collections::{BTreeSet, HashMap};

use search_core::{Heuristics, MoveSet, Position, Score};

use crate::board::{Board, PlayError};
use crate::point::{Point, Size};
use crate::position::Gomoku;
use crate::rule::{Rule, Side};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// What a ply weighs against mistakes, in units of the evaluation: the next position is as near
/// to the beginning, and as well played, as any.
const PLY: i32 = 30;
/// What lies ahead of a position with stones on it, in plies: openings of swap2 are looked at
/// after the empty board.
const HEAD_START: i32 = 4;

/// Where a position of the tree comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is a beginning: its stones, Black's and White's in turns.
    Root(Vec<Point>),
    /// A move in an earlier position.
    Move { parent: usize, point: Point },
}

/// A position. Its moves are named as they are on the board that its origin leads to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub origin: Origin,
    /// How many stones there are.
    pub stones: usize,
    /// The best of the moves that lead to no position of the tree, and its value for the side to
    /// move; `None`: there is none, or it was not looked for yet.
    pub rest: Option<(Point, i32)>,
    /// Moves that lead to positions of the tree.
    pub children: Vec<(Point, usize)>,
    /// Keys of the eight images.
    keys: [u64; 8],
}

impl Node {
    /// The key that all images share, and a symmetry that leads to the image with that key.
    pub(super) fn folded(&self) -> (u64, Symmetry) {
        let images = self.keys.into_iter().zip(Symmetry::ALL);
        images.min_by_key(|(key, _)| *key).unwrap_or((self.keys[0], Symmetry::ALL[0]))
    }
}

/// The tree of a library: see [the module](super).
///
/// ```
/// use gomoku::library::Tree;
/// use gomoku::{Point, Rule, Size};
///
/// let mut tree = Tree::new(Rule::Freestyle, Size::FIFTEEN, 1000);
/// // An engine that likes the last of all moves best.
/// for _ in 0..5 {
///     let question = tree.question().unwrap();
///     let best = question.moves.last().map(|&m| (m, 0));
///     tree.answer(&question, best);
/// }
/// assert_eq!(tree.len(), 3);
/// assert_eq!(Tree::read(&tree.write())?, tree);
/// # Ok::<(), gomoku::library::LibraryError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) budget: u32,
    pub(super) nodes: Vec<Node>,
    index: HashMap<u64, usize>,
    /// Positions to be searched, or searched again.
    pub(super) pending: BTreeSet<usize>,
}

/// What is to be found next: the best of some moves.
#[derive(Clone, Debug)]
pub struct Question {
    node: usize,
    /// The position.
    pub game: Gomoku,
    /// The moves, the likeliest first; empty where all that are worth a look are in the tree.
    pub moves: Vec<Point>,
}

impl Tree {
    /// A tree that begins with the empty board, to be searched with a budget of so many nodes
    /// for each question.
    #[must_use]
    pub fn new(rule: Rule, size: Size, budget: u32) -> Self {
        let mut tree = Self::without_roots(rule, size, budget);
        tree.take(Origin::Root(Vec::new()));
        tree
    }

    pub(super) fn without_roots(rule: Rule, size: Size, budget: u32) -> Self {
        let (nodes, index, pending) = (Vec::new(), HashMap::new(), BTreeSet::new());
        Self { rule, size, budget, nodes, index, pending }
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Nodes of a search.
    #[must_use]
    pub const fn budget(&self) -> u32 {
        self.budget
    }

    /// From now on searches have another budget.
    pub const fn set_budget(&mut self, nodes: u32) {
        self.budget = nodes;
    }

    /// How many positions there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it never is")]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many of them are to be searched, or searched again.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Has every position searched again: for an engine that judges otherwise than the one
    /// that has grown the tree.
    pub fn search_again(&mut self) {
        self.pending.extend(0..self.nodes.len());
    }

    /// Adds a beginning: stones of Black and White in turns.
    ///
    /// # Errors
    /// [`PlayError`] if they are no position of a game that goes on.
    pub fn add_root(&mut self, stones: &[Point]) -> Result<(), PlayError> {
        let mut board = Board::new(self.rule, self.size);
        for &point in stones {
            board.check(point)?;
            board.make(point);
        }
        if let Some(side) = board.winner() {
            return Err(PlayError::Over(side));
        }
        if !self.knows(stones) {
            self.take(Origin::Root(stones.to_vec()));
        }
        Ok(())
    }

    /// The best line from the empty board, as far as the tree goes, and its value for Black.
    #[must_use]
    pub fn main_line(&self) -> (Vec<Point>, i32) {
        let values = self.values();
        let mut line = Vec::new();
        let mut game = Gomoku::new(self.rule, self.size);
        let mut node = 0;
        // The moves of a node are named as they are on its own board; the line is another.
        loop {
            let best = |&&(_, child): &&(Point, usize)| backed_up(values[child]) == values[node];
            let Some(&(point, child)) = self.nodes[node].children.iter().find(best) else { break };
            let (_, there) = self.nodes[node].folded();
            let (_, here) = game.board().folded();
            let point = here.inverse().image(self.size, there.image(self.size, point));
            if game.play(point).is_err() {
                break;
            }
            line.push(point);
            node = child;
        }
        (line, values.first().copied().unwrap_or(0))
    }

    /// The beginnings with so many stones, each with its value for the side to move.
    #[must_use]
    pub fn roots(&self, stones: usize) -> Vec<(Vec<Point>, i32)> {
        let values = self.values();
        let nodes = self.nodes.iter().zip(values);
        let root = |(node, value): (&Node, i32)| match &node.origin {
            Origin::Root(line) if line.len() == stones => Some((line.clone(), value)),
            _ => None,
        };
        nodes.filter_map(root).collect()
    }

    /// What is to be found next; `None` where nothing is left to be grown: all is decided.
    pub fn question(&mut self) -> Option<Question> {
        if self.pending.is_empty() {
            let node = self.choose()?;
            self.expand(node);
        }
        // The latest first: a new position before the one that it was the rest of.
        let node = *self.pending.last()?;
        let game = self.game(node);
        let moves = self.moves(&game, &self.nodes[node].children);
        Some(Question { node, game, moves })
    }

    /// The best of the moves of a question, with its value for the side to move; `None` for a
    /// question without moves.
    pub fn answer(&mut self, question: &Question, best: Option<(Point, i32)>) {
        if let Some(node) = self.nodes.get_mut(question.node) {
            node.rest = best.filter(|(point, _)| question.moves.contains(point));
            self.pending.remove(&question.node);
        }
    }

    /// The moves that are worth a look, but for those in the tree; the likeliest first.
    fn moves(&self, game: &Gomoku, children: &[(Point, usize)]) -> Vec<Point> {
        let mut moves = Vec::new();
        let _ = game.candidates(MoveSet::All, |m| {
            if game.is_legal(m) {
                moves.push(m);
            }
            std::ops::ControlFlow::Continue(())
        });
        moves.sort_by_key(|m| std::cmp::Reverse(game.static_order(*m)));
        // A move and its images lead to the same position.
        let key = |m: Point| game.board().after(m).folded_key();
        let known = |m: &Point| {
            self.index.get(&key(*m)).is_some_and(|node| children.iter().any(|(_, c)| c == node))
        };
        moves.retain(|m| !known(m));
        moves
    }

    /// A position as a game.
    pub(super) fn game(&self, node: usize) -> Gomoku {
        let mut game = Gomoku::new(self.rule, self.size);
        for point in self.line(node) {
            game.make(point);
        }
        game
    }

    /// The moves that lead to a position.
    pub(super) fn line(&self, mut node: usize) -> Vec<Point> {
        let mut line = Vec::new();
        loop {
            match &self.nodes[node].origin {
                Origin::Root(stones) => {
                    line.extend(stones.iter().rev());
                    line.reverse();
                    return line;
                }
                Origin::Move { parent, point } => {
                    line.push(*point);
                    node = *parent;
                }
            }
        }
    }

    /// Takes a position up; its number.
    pub(super) fn take(&mut self, origin: Origin) -> usize {
        let (keys, stones) = match &origin {
            Origin::Root(line) => (self.keys_of(line), line.len()),
            Origin::Move { parent, point } => {
                let parent = &self.nodes[*parent];
                (self.keys_after(parent.keys, parent.stones, *point), parent.stones + 1)
            }
        };
        let node = Node { origin, stones, rest: None, children: Vec::new(), keys };
        let number = self.nodes.len();
        self.index.insert(node.folded().0, number);
        self.nodes.push(node);
        self.pending.insert(number);
        number
    }

    /// Whether a position with these stones, in turns, is in the tree.
    pub(super) fn knows(&self, line: &[Point]) -> bool {
        let key = self.keys_of(line).into_iter().min();
        key.is_some_and(|key| self.index.contains_key(&key))
    }

    fn keys_of(&self, line: &[Point]) -> [u64; 8] {
        let empty = [Board::new(self.rule, self.size).key(); 8];
        let stones = line.iter().enumerate();
        stones.fold(empty, |keys, (i, point)| self.keys_after(keys, i, *point))
    }

    fn keys_after(&self, mut keys: [u64; 8], stones: usize, point: Point) -> [u64; 8] {
        let side = if stones.is_multiple_of(2) { Side::Black } else { Side::White };
        for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
            let image = symmetry.image(self.size, point);
            *key ^= zobrist::stone(side, image) ^ zobrist::WHITE_TO_MOVE;
        }
        keys
    }

    /// The node that a move leads to, if the tree has it.
    pub(super) fn find(&self, node: usize, point: Point) -> Option<usize> {
        let Node { keys, stones, .. } = self.nodes[node];
        let key = self.keys_after(keys, stones, point).into_iter().min()?;
        self.index.get(&key).copied()
    }

    /// The numbers of all positions, those with the most stones first: every position before
    /// those that lead to it.
    fn latest_first(&self) -> Vec<usize> {
        let mut all: Vec<_> = (0..self.nodes.len()).collect();
        all.sort_by_key(|&i| std::cmp::Reverse(self.nodes[i].stones));
        all
    }

    /// What every position is worth for the side to move; 0 while nothing is known.
    pub(super) fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        for i in self.latest_first() {
            let children = self.nodes[i].children.iter().filter(|(_, c)| self.is_known(*c));
            let children = children.map(|&(_, child)| backed_up(values[child]));
            let rest = self.nodes[i].rest.map(|(_, score)| score);
            values[i] = children.chain(rest).max().unwrap_or(0);
        }
        values
    }

    /// Whether anything was found out about a position.
    pub(super) fn is_known(&self, node: usize) -> bool {
        let Node { rest, children, .. } = &self.nodes[node];
        rest.is_some() || children.iter().any(|(_, child)| self.is_known(*child))
    }

    /// The position whose rest is to be looked at next.
    fn choose(&self) -> Option<usize> {
        /// How far the nearest is, and by which way.
        #[derive(Clone, Copy)]
        struct Way {
            far: i32,
            /// `None`: the rest of this position itself.
            child: Option<usize>,
        }
        let values = self.values();
        let mut ways: Vec<Option<Way>> = vec![None; self.nodes.len()];
        for i in self.latest_first() {
            let node = &self.nodes[i];
            if is_decided(values[i]) {
                continue;
            }
            let mistake = |score: i32| values[i].saturating_sub(score);
            let rest = node.rest.filter(|(_, score)| !is_decided(*score));
            let rest = rest.map(|(_, score)| Way { far: mistake(score), child: None });
            let children = node.children.iter().filter_map(|&(_, c)| {
                let Way { far, .. } = ways[c]?;
                let far = far + PLY + mistake(backed_up(values[c]));
                Some(Way { far, child: Some(c) })
            });
            ways[i] = rest.into_iter().chain(children).min_by_key(|way| way.far);
        }
        let roots =
            (0..self.nodes.len()).filter(|&i| matches!(self.nodes[i].origin, Origin::Root(_)));
        let far = |i: usize| {
            let head_start = if self.nodes[i].stones > 0 { HEAD_START * PLY } else { 0 };
            Some((ways[i]?.far + head_start, i))
        };
        let (_, mut node) = roots.filter_map(far).min()?;
        while let Some(child) = ways[node]?.child {
            node = child;
        }
        Some(node)
    }

    /// Takes the rest of a position into the tree.
    fn expand(&mut self, node: usize) {
        let Some((point, _)) = self.nodes[node].rest else { return };
        let child = match self.find(node, point) {
            Some(child) => child,
            None => self.take(Origin::Move { parent: node, point }),
        };
        self.nodes[node].children.push((point, child));
        self.pending.insert(node);
    }
}

/// The value of a position for the side that has moved there.
pub(super) const fn backed_up(value: i32) -> i32 {
    // A win is a ply further away.
    if is_decided(value) { -(value - value.signum()) } else { -value }
}

/// Whether the score is that of a game that is won or lost.
pub(super) const fn is_decided(score: i32) -> bool {
    score.abs() > Score::EVALUATION_MAX
}
