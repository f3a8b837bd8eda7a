//! Victory by continuous fours: the attacker makes fours until he makes five.
//!
//! Every four leaves the defender one reply, so the search is a walk of the
//! attacker alone: as many choices as he has fours, none for the defender.
//! It is exact, for these are all of the defender's choices:
//!
//! - He makes five, if he can: the attacker then never had the time for a
//!   four. Where the defender threatens five, the attacker's four must take
//!   that point.
//! - Else he takes the point where the attacker would make five. If there are
//!   two such points, or he is Black and forbidden to play there, he has lost.
//!
//! The walk is deepened four by four, so that the first win found is a shortest
//! one. A table keeps how far a position was searched in vain; this is a fact of
//! the position and stays true from one search to the next.

use search_core::{Position, Stop};

use super::sight::replies;
use super::{Found, Win};
use crate::point::Point;
use crate::points::Points;
use crate::position::Gomoku;
use crate::rule::Side;
use crate::shapes::Rank;

/// Searches for wins by continuous fours; keeps what it learns. One a thread.
#[derive(Clone, Debug)]
pub struct Vcf {
    /// Positions by the low bits of their keys.
    table: Vec<Failure>,
    nodes: u64,
    stones: u64,
    budget: u64,
    /// The deepest iteration was cut short somewhere: a longer win may exist.
    cut: bool,
    /// The moves of the win that was found, last first.
    line: Vec<Point>,
    /// The fours of all nodes on the path, one behind the other, with their ranks.
    fours: Vec<(i32, Point)>,
    /// Only fours that further another line are played: see [`glance`](Self::glance).
    selective: bool,
    stop: Stop,
}

/// A position without a win in this many stones of the attacker.
#[derive(Clone, Copy, Debug, Default)]
struct Failure {
    key: u64,
    stones: u16,
}

/// No win however many.
const NEVER: u16 = u16::MAX;
/// Of keys: only some of the fours were tried.
const SELECTIVE: u64 = 0x9e37_79b9_7f4a_7c15;
/// More fours than this no one plays: every one takes two points of at most 484.
const LONGEST: u16 = 256;

/// Room for the fours of all nodes on a path; more than any game has.
const FOURS: usize = 4096;

impl Vcf {
    /// With room for about this many positions; a power of two is taken.
    #[must_use]
    pub fn new(positions: usize) -> Self {
        let size = positions.clamp(1, 1 << 28).next_power_of_two();
        Self {
            table: vec![Failure::default(); size],
            nodes: 0,
            stones: 0,
            budget: 0,
            cut: false,
            line: Vec::with_capacity(2 * usize::from(LONGEST)),
            fours: Vec::with_capacity(FOURS),
            selective: false,
            stop: Stop::new(),
        }
    }

    /// Forgets the positions that earlier searches have met.
    pub fn clear(&mut self) {
        self.table.fill(Failure::default());
    }

    /// Stones that the attacker placed in the last search.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stones that both sides placed in the last search.
    #[must_use]
    pub const fn stones(&self) -> u64 {
        self.stones
    }

    /// Looks for the shortest win by continuous fours of the side to move, with
    /// at most `stones` stones of the attacker, the five included, and at most
    /// `budget` stones placed in all.
    ///
    /// [`Found::None`] is said only where no win by fours exists, however long.
    pub fn search(&mut self, pos: &mut Gomoku, stones: u16, budget: u64) -> Found {
        self.search_until(pos, stones, budget, &Stop::new())
    }

    /// The same, given up when `stop` is set.
    pub fn search_until(
        &mut self,
        pos: &mut Gomoku,
        stones: u16,
        budget: u64,
        stop: &Stop,
    ) -> Found {
        self.stop = stop.clone();
        match self.find(pos, stones, budget) {
            Some(true) => {
                let line: Vec<_> = self.line.iter().rev().copied().collect();
                Found::Win(Win { plies: line.len(), line })
            }
            Some(false) => Found::None,
            None => Found::Unknown,
        }
    }

    /// Whether the side to move wins, as [`search`](Self::search) finds it;
    /// `None`: a limit came first. Nothing is allocated.
    pub(crate) fn find(&mut self, pos: &mut Gomoku, stones: u16, budget: u64) -> Option<bool> {
        self.selective = false;
        self.deepen(pos, 1..=stones.min(LONGEST), budget)
    }

    /// A look for a win at small cost: fours that further no other line are left out, and the
    /// win that is found need not be a shortest one.
    ///
    /// A win needs a point where two lines make four, or one an open four. Some four must have
    /// put a stone on such a line, and unless two of them did, its own point then made three of
    /// five of it.
    pub(crate) fn glance(&mut self, pos: &mut Gomoku, stones: u16, budget: u64) -> bool {
        self.selective = true;
        self.deepen(pos, [4, stones], budget) == Some(true)
    }

    /// The same with all fours.
    pub(crate) fn look(&mut self, pos: &mut Gomoku, stones: u16, budget: u64) -> bool {
        self.selective = false;
        self.deepen(pos, [4, stones], budget) == Some(true)
    }

    fn deepen(
        &mut self,
        pos: &mut Gomoku,
        limits: impl IntoIterator<Item = u16>,
        budget: u64,
    ) -> Option<bool> {
        self.nodes = 0;
        self.stones = 0;
        self.budget = budget;
        self.line.clear();
        self.fours.clear();
        if pos.outcome().is_some() {
            return Some(false);
        }
        for limit in limits {
            self.cut = false;
            if self.attack(pos, limit) {
                return Some(true);
            }
            if self.nodes >= self.budget {
                return None;
            }
            if !self.cut {
                return Some(false);
            }
        }
        None
    }

    /// The length of the win that was found last, and its first move.
    pub(crate) fn win(&self) -> (usize, Option<Point>) {
        (self.line.len(), self.line.last().copied())
    }

    /// What might have helped against the win that was found last, had the other side played
    /// it before: see [`replies`].
    pub(crate) fn answers(&mut self, pos: &mut Gomoku) -> Points {
        self.line.reverse();
        let answers = replies(pos, &self.line);
        self.line.reverse();
        answers
    }

    /// Whether the side to move wins with so many stones.
    fn attack(&mut self, pos: &mut Gomoku, stones: u16) -> bool {
        let us = pos.side_to_move();
        let them = us.other();
        let shapes = pos.shapes();

        // A five.
        if let Some(five) = shapes.points_of(us, Rank::Five).first() {
            self.line.push(five);
            return true;
        }

        // Fours; where the other side threatens five, such as take that point.
        let forced = match shapes.count_of(them, Rank::Five) {
            0 => None,
            1 => shapes.points_of(them, Rank::Five).first(),
            _ => return false,
        };
        let fours = shapes.points_of(us, Rank::Four).or(shapes.points_of(us, Rank::FourThree));
        if stones < 2 {
            self.cut |= !fours.is_empty() || shapes.count_of(us, Rank::OpenFour) > 0;
            return false;
        }

        // An open four wins with the next stone.
        let mut winning = shapes.points_of(us, Rank::OpenFour).iter();
        let fits = |p: &Point| forced.is_none_or(|f| f == *p);
        if let Some(four) = winning.find(|p| fits(p) && pos.may_play(us, *p)) {
            self.finish(pos, four);
            return true;
        }
        if fours.is_empty() {
            return false;
        }
        if stones < 3 {
            self.cut = true;
            return false;
        }

        // Known in vain? With some of the fours only that is another question.
        let key = pos.key() ^ if self.selective { SELECTIVE } else { 0 };
        let slot = key as usize & (self.table.len() - 1);
        let known = self.table[slot];
        if known.key == key && known.stones >= stones {
            self.cut |= known.stones != NEVER;
            return false;
        }

        let before = std::mem::replace(&mut self.cut, false);
        let start = self.fours.len();
        let useful = |p: &Point| {
            !self.selective || forced.is_some() || pos.shapes().tally(us, *p).furthers()
        };
        for four in fours.iter().filter(fits).filter(useful) {
            self.fours.push((-order(pos, us, four), four));
        }
        self.fours[start..].sort_unstable();
        let won = self.each_four(pos, start, stones);
        self.fours.truncate(start);
        if won {
            return true;
        }
        if self.nodes < self.budget {
            let stones = if self.cut { stones } else { NEVER };
            self.table[slot] = Failure { key, stones };
        }
        self.cut |= before;
        false
    }

    /// Whether one of the fours from this place of the list on wins.
    fn each_four(&mut self, pos: &mut Gomoku, start: usize, stones: u16) -> bool {
        for i in start..self.fours.len() {
            let (_, four) = self.fours[i];
            if !pos.may_play(pos.side_to_move(), four) {
                continue;
            }
            // Whoever is asked to stop has used up his budget.
            if self.nodes.is_multiple_of(1024) && self.stop.is_set() {
                self.budget = self.nodes;
            }
            if self.nodes >= self.budget {
                self.cut = true;
                return false;
            }
            if self.four(pos, four, stones - 1) {
                return true;
            }
        }
        false
    }

    /// Whether a four wins, with so many stones after it.
    fn four(&mut self, pos: &mut Gomoku, four: Point, stones: u16) -> bool {
        let us = pos.side_to_move();
        self.nodes += 1;
        self.stones += 1;
        pos.make(four);
        // There is one: the rank of the point said so.
        let reply = pos.points_of(us, Rank::Five).first();
        let won = reply.is_some_and(|reply| {
            if !pos.may_play(us.other(), reply) {
                self.line.push(reply);
                // The defender may play anywhere else; the first legal point stands for all.
                self.line.extend(pos.legal_moves().first());
                return true;
            }
            self.stones += 1;
            pos.make(reply);
            let won = self.attack(pos, stones);
            pos.unmake(reply, ());
            if won {
                self.line.push(reply);
            }
            won
        });
        pos.unmake(four, ());
        if won {
            self.line.push(four);
        }
        won
    }

    /// Writes down an open four that cannot be stopped, a block, and the five.
    fn finish(&mut self, pos: &mut Gomoku, four: Point) {
        let us = pos.side_to_move();
        self.nodes += 1;
        self.stones += 1;
        pos.make(four);
        let mut fives = pos.points_of(us, Rank::Five).iter();
        let blocks = (fives.next(), fives.next());
        if let (Some(first), Some(second)) = blocks {
            // Black may be forbidden to block.
            let (block, five) =
                if pos.may_play(us.other(), first) { (first, second) } else { (second, first) };
            let block = if pos.may_play(us.other(), block) {
                Some(block)
            } else {
                pos.legal_moves().first().copied()
            };
            self.line.push(five);
            self.line.extend(block);
        }
        pos.unmake(four, ());
        self.line.push(four);
    }
}

/// Which four to try first: what it makes besides, and what it takes.
#[inline]
fn order(pos: &Gomoku, us: Side, four: Point) -> i32 {
    2 * pos.shapes().value(us, four) + pos.shapes().value(us.other(), four)
}
