//! The library in a game: what is asked.

use std::collections::HashMap;
use std::sync::OnceLock;

use search_core::{Ply, Position, Score};

use super::file::LibraryError;
use super::tree::{Tree, backed_up};
use crate::board::Board;
use crate::point::{Point, Size};
use crate::rule::Rule;

/// What the library says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The best move, where a position behind it was searched as well and no other move looks
    /// better.
    pub best: Option<Point>,
    /// The value for the side to move.
    pub value: Score,
}

/// Openings and what is to be played in them.
#[derive(Clone, Debug)]
pub struct Library {
    rule: Rule,
    size: Size,
    /// By folded keys; moves are those of the image with that key.
    known: HashMap<u64, Known>,
    openings: Vec<[Point; 3]>,
    /// Openings with two stones more.
    longer: Vec<[Point; 5]>,
}

impl Library {
    /// The library of a file.
    ///
    /// # Errors
    /// [`LibraryError`] if it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, LibraryError> {
        Ok(Self::of(&Tree::read(bytes)?))
    }

    /// The library that is part of the program, if there is one for this rule and size. It is
    /// read when it is first asked for.
    #[must_use]
    pub fn embedded(rule: Rule, size: Size) -> Option<&'static Self> {
        static READ: [OnceLock<Option<Library>>; 4] = [const { OnceLock::new() }; 4];
        let bytes = super::embedded(rule, size)?;
        let slot = rule as usize + if size == Size::TWENTY { 3 } else { 0 };
        // A test holds that they can be read.
        READ.get(slot)?.get_or_init(|| Self::read(bytes).ok()).as_ref()
    }

    /// What a tree says.
    #[must_use]
    pub fn of(tree: &Tree) -> Self {
        let values = tree.values();
        let mut known = HashMap::new();
        for (i, node) in tree.nodes.iter().enumerate() {
            if !tree.is_known(i) {
                continue;
            }
            let value = values[i];
            let best = |&&(_, child): &&(Point, usize)| backed_up(values[child]) == value;
            let children = node.children.iter().filter(|(_, child)| tree.is_known(*child));
            let (key, symmetry) = node.folded();
            let image = |&(point, _): &(Point, usize)| symmetry.image(tree.size, point);
            let best = children.filter(best).map(image).min();
            known.insert(key, Known { best, value: score(value) });
        }
        let roots = |stones| tree.roots(stones).into_iter().map(|(line, _)| line);
        let openings = roots(3).filter_map(|line| line.try_into().ok()).collect();
        let longer = roots(5).filter_map(|line| line.try_into().ok()).collect();
        Self { rule: tree.rule, size: tree.size, known, openings, longer }
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What it says of a position.
    #[must_use]
    pub fn look_up(&self, board: &Board) -> Option<Known> {
        if (board.rule(), board.size()) != (self.rule, self.size) || board.winner().is_some() {
            return None;
        }
        let (key, symmetry) = board.folded();
        let Known { best, value } = *self.known.get(&key)?;
        let back = symmetry.inverse();
        let best = best.map(|point| back.image(self.size, point));
        Some(Known { best: best.filter(|&point| board.check(point).is_ok()), value })
    }

    /// The moves of a position that lead to one that it knows, the best first, with their
    /// values for the side to move.
    #[must_use]
    pub fn moves(&self, board: &Board) -> Vec<(Point, Score)> {
        let legal = board.vacant().filter(|&p| board.check(p).is_ok());
        let known = legal.filter_map(|p| {
            let value = self.look_up(&board.after(p))?.value;
            Some((p, score(backed_up(value.get()))))
        });
        let mut moves: Vec<_> = known.collect();
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        moves
    }

    /// Three stones each, with which a game of swap2 begins: Black's, White's, Black's. Neither
    /// side is much better.
    #[must_use]
    pub fn openings(&self) -> &[[Point; 3]] {
        &self.openings
    }

    /// The two stones, White's and Black's, that the library would put to three of an
    /// [opening](Self::openings), after which neither side is much better; if there are
    /// several pairs, the most even one.
    #[must_use]
    pub fn pair(&self, board: &Board) -> Option<[Point; 2]> {
        let three = |line: &[Point; 5]| {
            let black = [line[0], line[2]];
            Board::with_stones(self.rule, self.size, &black, &[line[1]]).ok()
        };
        let (key, to_shared) = board.folded();
        let back = to_shared.inverse();
        let fitting = self.longer.iter().filter_map(|line| {
            let (theirs, symmetry) = three(line)?.folded();
            let pair = [line[3], line[4]];
            let pair = pair.map(|p| back.image(self.size, symmetry.image(self.size, p)));
            let mut next = board.clone();
            for point in pair.into_iter().filter(|_| theirs == key) {
                next.check(point).ok()?;
                next.make(point);
            }
            let value = self.look_up(&next).filter(|_| theirs == key)?.value;
            Some((value.get().abs(), pair))
        });
        fitting.min().map(|(_, pair)| pair)
    }
}

/// The score of a number of the tree.
fn score(value: i32) -> Score {
    Score::from_table(value as i16, Ply::ROOT).unwrap_or(Score::DRAW)
}
