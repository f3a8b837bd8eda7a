//! What renju forbids, as its definition says it, on a grid.
//!
//! A *four* are four black stones that one more makes exactly five in a row; a *straight
//! four* stands in a row, and either end makes it five. A *three* are three stones that one
//! more, where Black may play and makes no five, makes a straight four.

use std::collections::BTreeSet;

use gomoku::{Board, Forbidden, Side};

/// `x` is black, `o` white, `.` empty.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    size: i8,
    cells: Vec<u8>,
}

type Point = (i8, i8);

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Grid {
    pub fn of(board: &Board) -> Self {
        let size = board.size().get();
        let mut cells = vec![b'.'; size * size];
        for (point, side) in board.occupied() {
            cells[point.y() * size + point.x()] = if side == Side::Black { b'x' } else { b'o' };
        }
        Self { size: size as i8, cells }
    }

    fn place(&self, point: Point) -> Option<usize> {
        let inside = |n: i8| (0..self.size).contains(&n);
        let (x, y) = point;
        (inside(x) && inside(y)).then(|| y as usize * self.size as usize + x as usize)
    }

    /// What stands there; what lies off the board is `#`.
    fn at(&self, point: Point) -> u8 {
        self.place(point).map_or(b'#', |place| self.cells[place])
    }

    fn with(&self, point: Point, stone: u8) -> Self {
        let mut grid = self.clone();
        if let Some(place) = grid.place(point) {
            grid.cells[place] = stone;
        }
        grid
    }

    /// The stones in a row with the one on this point, itself among them.
    fn row(&self, point: Point, direction: Point) -> BTreeSet<Point> {
        let stone = self.at(point);
        let walk = |sign: i8| {
            (1..self.size)
                .map(move |n| step(point, direction, sign * n))
                .take_while(move |&p| self.at(p) == stone)
        };
        walk(-1).chain([point]).chain(walk(1)).collect()
    }

    /// The longest row through a stone, and whether one is of exactly five.
    fn rows(&self, point: Point) -> (usize, bool) {
        let lengths = DIRECTIONS.map(|d| self.row(point, d).len());
        (lengths.into_iter().max().unwrap_or(0), lengths.contains(&5))
    }

    /// Whether a stone has won, by the rule that `overlines` win or not.
    pub fn is_won(&self, x: usize, y: usize, overlines: bool) -> bool {
        let (longest, five) = self.rows((x as i8, y as i8));
        five || (overlines && longest > 5)
    }

    /// Why Black must not play on an empty point.
    pub fn forbidden(&self, x: usize, y: usize) -> Option<Forbidden> {
        self.forbids((x as i8, y as i8))
    }

    fn forbids(&self, point: Point) -> Option<Forbidden> {
        let after = self.with(point, b'x');
        let (longest, five) = after.rows(point);
        if five {
            return None;
        }
        if longest > 5 {
            return Some(Forbidden::Overline);
        }
        let fours: usize = DIRECTIONS.map(|d| after.fours(point, d)).into_iter().sum();
        if fours >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let threes = DIRECTIONS.into_iter().filter(|&d| after.is_three(point, d)).count();
        (threes >= 2).then_some(Forbidden::DoubleThree)
    }

    /// The fours on a line that the stone on this point belongs to.
    fn fours(&self, point: Point, direction: Point) -> usize {
        let mut fours = BTreeSet::new();
        for n in -4..=4 {
            let empty = step(point, direction, n);
            if self.at(empty) != b'.' {
                continue;
            }
            let mut five = self.with(empty, b'x').row(empty, direction);
            if five.len() == 5 && five.contains(&point) {
                five.remove(&empty);
                fours.insert(five);
            }
        }
        fours.len()
    }

    /// Whether the stone on this point belongs to a three on a line.
    fn is_three(&self, point: Point, direction: Point) -> bool {
        (-3..=3).map(|n| step(point, direction, n)).any(|empty| {
            if self.at(empty) != b'.' {
                return false;
            }
            let after = self.with(empty, b'x');
            after.is_straight_four(point, empty, direction)
                && !after.rows(empty).1
                && self.forbids(empty).is_none()
        })
    }

    fn is_straight_four(&self, point: Point, last: Point, direction: Point) -> bool {
        let row = self.row(last, direction);
        if row.len() != 4 || !row.contains(&point) {
            return false;
        }
        let ends = (1..=4).flat_map(|n| [step(last, direction, n), step(last, direction, -n)]);
        let makes_five = |&end: &Point| {
            self.at(end) == b'.' && {
                let five = self.with(end, b'x').row(end, direction);
                five.len() == 5 && five.is_superset(&row)
            }
        };
        ends.filter(makes_five).count() == 2
    }
}

const fn step((x, y): Point, (dx, dy): Point, n: i8) -> Point {
    (x + n * dx, y + n * dy)
}
