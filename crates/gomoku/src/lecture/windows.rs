//! The second player: windows of five, and one look at the board.
//!
//! A window is five points in a row, where a five may come to stand. A window
//! that both sides have touched is of use to nobody. One that a side has to
//! itself counts for it at each of its empty points, the more the more stones
//! the side has in it:
//!
//! | own stones | 0 | 1 | 2 | 3 | 4 |
//! |---|--:|--:|--:|--:|--:|
//! | weight | 1 | 32 | 1,024 | 32,768 | 1,048,576 |
//!
//! The sums make two tables, the player's own and the opponent's. The greater of
//! their maxima says whether to attack or to defend, and there the stone is
//! played: a point that is good for the opponent is as good a point to take
//! from him.
//!
//! The lecture lets the weight grow with one to four stones. Chosen here:
//!
//! - **The weights.** A point lies in 20 windows at most, so with a ratio of 32
//!   one window with a stone more outweighs all windows with fewer: a five goes
//!   before fours, and fours before threes. The window without stones gets a
//!   weight, too, or every point of an empty board would be worth nothing.
//! - **A five is a five.** A sum is cut to the weight of four stones; no sum of
//!   lesser ones reaches it. Otherwise two fives of the opponent on one point
//!   would be more than the five that wins at once.
//! - **Ties.** If the maxima are equal it attacks: it is on move. Of equal points
//!   it plays the first, row by row from above, as the other player would.
//! - **Legal moves only.** Points that renju forbids Black are left out of both
//!   of his tables. Apart from that the rule does not matter: where six in a row
//!   win nothing, the player may make them, and learn.
//!
//! ```
//! use gomoku::{Board, Point, Rule, Side, Size, lecture::windows};
//! let points = |names: &[&str]| {
//!     names.iter().map(|name| Point::parse(name, Size::FIFTEEN)).collect::<Result<Vec<_>, _>>()
//! };
//! // Four black stones, closed at one end: White must take the other.
//! let (black, white) = (points(&["d4", "e5", "f6", "g7"])?, points(&["c3", "d5", "e6"])?);
//! let board = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, &black, &white)?;
//! let look = windows::look(&board).expect("there are moves");
//! assert!(!look.attacks());
//! assert_eq!(look.point().to_string(), "h8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use search_core::legal_moves;

use crate::board::Board;
use crate::point::{Point, Size};
use crate::rule::Side;

/// What a window that the opponent has not touched adds to its empty points,
/// by the number of own stones in it.
pub const WEIGHTS: [u32; 5] = [1, 1 << 5, 1 << 10, 1 << 15, 1 << 20];

/// A table: points in the order of the rows, from above, with their scores.
pub type Table = Vec<(Point, u32)>;

/// Which windows a board has, which of them hold a point, and how many stones
/// each side has in each.
///
/// ```
/// use gomoku::{Size, lecture::windows::Windows};
/// let count = |n| Windows::new(Size::new(n).unwrap()).all().len();
/// assert_eq!([10, 15, 20].map(count), [192, 572, 1152]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    size: Size,
    all: Vec<[Point; 5]>,
    /// By point, row by row from below.
    through: Vec<Vec<usize>>,
    stones: Vec<[u8; 2]>,
}

impl Windows {
    /// The windows of an empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let n = size.get() as isize;
        let mut all = Vec::new();
        for first in size.each() {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let at = |step: isize| {
                    let (x, y) = (first.x() as isize + dx * step, first.y() as isize + dy * step);
                    Point::new(x as usize, y as usize)
                };
                let (last_x, last_y) = (first.x() as isize + 4 * dx, first.y() as isize + 4 * dy);
                if (0..n).contains(&last_x) && (0..n).contains(&last_y) {
                    // All five lie on the board, between the first and the last.
                    all.push([0, 1, 2, 3, 4].map(|step| at(step).unwrap_or(first)));
                }
            }
        }
        let mut through = vec![Vec::new(); size.points()];
        for (window, points) in all.iter().enumerate() {
            for &point in points {
                through[index(size, point)].push(window);
            }
        }
        let stones = vec![[0; 2]; all.len()];
        Self { size, all, through, stones }
    }

    /// The windows of a board with its stones.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut windows = Self::new(board.size());
        for point in board.size().each() {
            if let Some(side) = board.at(point) {
                windows.place(side, point);
            }
        }
        windows
    }

    /// Every window: its five points in a row.
    #[must_use]
    pub fn all(&self) -> &[[Point; 5]] {
        &self.all
    }

    /// The windows that hold a point, as indices into [`all`](Self::all); none
    /// off the board.
    #[must_use]
    pub fn through(&self, point: Point) -> &[usize] {
        if self.size.contains(point) { &self.through[index(self.size, point)] } else { &[] }
    }

    /// How many stones each side, Black first, has in a window of
    /// [`all`](Self::all).
    #[must_use]
    pub fn stones(&self, window: usize) -> [u8; 2] {
        self.stones.get(window).copied().unwrap_or_default()
    }

    /// A stone is placed on an empty point.
    pub fn place(&mut self, side: Side, point: Point) {
        self.each_count(side, point, |count| *count = count.saturating_add(1));
    }

    /// A stone that was placed is taken up again.
    pub fn lift(&mut self, side: Side, point: Point) {
        self.each_count(side, point, |count| *count = count.saturating_sub(1));
    }

    fn each_count(&mut self, side: Side, point: Point, change: impl Fn(&mut u8)) {
        if self.size.contains(point) {
            for &window in &self.through[index(self.size, point)] {
                change(&mut self.stones[window][side.index()]);
            }
        }
    }

    /// What an empty point is worth to a side: the weights of the windows
    /// through it that the other side has not touched, but never more than a five.
    #[must_use]
    pub fn score(&self, side: Side, point: Point) -> u32 {
        let weight = |&window: &usize| {
            let stones = self.stones[window];
            match stones[side.other().index()] {
                // A full window holds no empty point.
                0 => WEIGHTS.get(usize::from(stones[side.index()])).copied().unwrap_or(0),
                _ => 0,
            }
        };
        let sum: u32 = self.through(point).iter().map(weight).sum();
        sum.min(WEIGHTS[4])
    }
}

fn index(size: Size, point: Point) -> usize {
    point.y() * size.get() + point.x()
}

/// What the player sees at one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The best point of the player's own table, and its score.
    pub attack: (Point, u32),
    /// The best point of the opponent's table, and its score.
    pub defence: (Point, u32),
}

impl Look {
    /// Whether the player attacks; otherwise it defends.
    #[must_use]
    pub const fn attacks(self) -> bool {
        self.attack.1 >= self.defence.1
    }

    /// Where it plays.
    #[must_use]
    pub const fn point(self) -> Point {
        if self.attacks() { self.attack.0 } else { self.defence.0 }
    }
}

/// The two tables of the side to move, its own and the opponent's: what every
/// point where it may play is worth to either. Empty where the game is over.
#[must_use]
pub fn tables(board: &Board) -> [Table; 2] {
    let windows = Windows::of(board);
    let (points, side) = (legal_moves(board), board.side_to_move());
    [side, side.other()].map(|side| points.iter().map(|&p| (p, windows.score(side, p))).collect())
}

/// What the side to move sees; `None` where there is no move.
#[must_use]
pub fn look(board: &Board) -> Option<Look> {
    let [own, opponents] = tables(board);
    Some(Look { attack: best(&own)?, defence: best(&opponents)? })
}

/// What the player plays for the side to move; `None` where there is no move.
#[must_use]
pub fn choose(board: &Board) -> Option<Point> {
    look(board).map(Look::point)
}

/// The first entry of the greatest score.
fn best(table: &[(Point, u32)]) -> Option<(Point, u32)> {
    table.iter().copied().reduce(|best, entry| if entry.1 > best.1 { entry } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn every_window_is_five_points_in_a_row() {
        for n in 5..=22 {
            let size = Size::new(n).unwrap();
            let windows = Windows::new(size);
            let wide = n - 4;
            assert_eq!(windows.all().len(), 2 * n * wide + 2 * wide * wide);
            for points in windows.all() {
                let step = |i: usize| {
                    let (a, b) = (points[i], points[i + 1]);
                    let differ = |a: usize, b: usize| b as isize - a as isize;
                    (differ(a.x(), b.x()), differ(a.y(), b.y()))
                };
                assert!([(1, 0), (0, 1), (1, 1), (1, -1)].contains(&step(0)), "{points:?}");
                assert!((1..4).all(|i| step(i) == step(0)), "{points:?}");
                assert!(points.iter().all(|&p| size.contains(p)));
            }
            for point in size.each() {
                let holding = |w: &usize| windows.all()[*w].contains(&point);
                let all: Vec<usize> = (0..windows.all().len()).filter(holding).collect();
                assert_eq!(windows.through(point), all);
                assert!((2..=20).contains(&all.len()));
            }
        }
    }

    #[test]
    fn one_stone_more_outweighs_all_windows_with_fewer() {
        assert!(WEIGHTS.windows(2).all(|pair| pair[1] > 20 * pair[0]));
    }

    #[test]
    fn stones_are_counted() {
        let size = Size::FIFTEEN;
        let empty = Windows::new(size);
        let mut windows = empty.clone();
        let (h8, i8, a1) = (Point::at(7, 7), Point::at(8, 7), Point::at(0, 0));
        windows.place(Side::Black, h8);
        // Each of 20 windows; and to White it is lost.
        assert_eq!((empty.score(Side::Black, i8), empty.score(Side::Black, a1)), (20, 3));
        assert_eq!(windows.score(Side::Black, i8), 16 + 4 * 32);
        assert_eq!(windows.score(Side::White, i8), 16);
        windows.place(Side::White, i8);
        let row: Vec<_> = windows.through(h8).iter().map(|&w| windows.stones(w)).collect();
        assert_eq!(row.iter().filter(|&&s| s == [1, 1]).count(), 4);
        assert_eq!(row.iter().filter(|&&s| s == [1, 0]).count(), 16);
        windows.lift(Side::White, i8);
        windows.lift(Side::Black, h8);
        assert_eq!(windows, empty);
        // Off the board nothing happens.
        let far = Point::at(20, 20);
        windows.place(Side::Black, far);
        assert_eq!((&windows, windows.score(Side::Black, far)), (&empty, 0));
    }

    #[test]
    fn an_over_game_has_no_move() {
        let points = |y| (0..5).map(|x| Point::at(x, y)).collect::<Vec<_>>();
        let (black, white) = (points(0), points(2)[..4].to_vec());
        let board = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, &black, &white).unwrap();
        assert_eq!((choose(&board), tables(&board)), (None, [vec![], vec![]]));
    }
}
