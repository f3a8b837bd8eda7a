//! What renju forbids Black: overlines, two fours, two threes.
//!
//! As the Renju International Federation puts it, in our words: a *four* is a
//! line that one more stone makes exactly five; a *straight four* is four in a
//! row that either end makes exactly five. A *three* is three stones that one
//! more stone, on a point where Black may play and does not make five, makes a
//! straight four. Two fours or two threes made by one stone are forbidden, so
//! are six or more in a row; five exactly always wins. That a point must be
//! playable for the straight four makes the definition recursive.

use std::fmt;

use crate::board::Board;
use crate::lines::{Direction, along};
use crate::pattern::{Pattern, REACH};
use crate::point::Point;
use crate::rule::Side;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl Forbidden {
    /// `overline`, `double-four` or `double-three`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why Black must not play on this vacant point, by renju's rule.
pub(crate) fn forbidden(board: &Board, point: Point) -> Option<Forbidden> {
    let patterns = Direction::ALL.map(|d| board.pattern(Side::Black, point, d));
    match suspicion(patterns) {
        Suspicion::None => None,
        Suspicion::Certain(why) => Some(why),
        Suspicion::Threes => {
            let mut after = board.clone();
            after.place(Side::Black, point);
            two_threes(&after, point, patterns).then_some(Forbidden::DoubleThree)
        }
    }
}

/// What the patterns of the four lines through a point say by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// Not forbidden.
    None,
    Certain(Forbidden),
    /// Two threes, if they are real ones.
    Threes,
}

pub(crate) fn suspicion(patterns: [Pattern; 4]) -> Suspicion {
    let count = |wanted: Pattern| patterns.iter().filter(|&&p| p == wanted).count();
    if count(Pattern::Five) > 0 {
        return Suspicion::None;
    }
    if count(Pattern::Overline) > 0 {
        return Suspicion::Certain(Forbidden::Overline);
    }
    let fours = count(Pattern::Four) + count(Pattern::OpenFour) + 2 * count(Pattern::DoubleFour);
    if fours >= 2 {
        return Suspicion::Certain(Forbidden::DoubleFour);
    }
    if count(Pattern::OpenThree) >= 2 { Suspicion::Threes } else { Suspicion::None }
}

/// Whether at least two of the threes that the stone on this point made are real.
fn two_threes(board: &Board, point: Point, patterns: [Pattern; 4]) -> bool {
    let mut real = 0;
    for (direction, pattern) in Direction::ALL.into_iter().zip(patterns) {
        if pattern == Pattern::OpenThree && is_real(board, point, direction) {
            real += 1;
        }
    }
    real >= 2
}

/// Whether Black may make a straight four of the three through this point.
fn is_real(board: &Board, point: Point, direction: Direction) -> bool {
    [-1, 1].into_iter().any(|sign| {
        // The straight four runs from the point to the stone that makes it.
        let near = (1..REACH as isize - 1)
            .map(|o| Point::of_cell(along(point.cell(), direction, sign * o)));
        let mut own = near.skip_while(|&p| board.lines(Side::Black).has(p));
        own.next().is_some_and(|p| {
            board.is_vacant(p)
                && board.pattern(Side::Black, p, direction) == Pattern::OpenFour
                && !board.wins(Side::Black, p)
                && forbidden(board, p).is_none()
        })
    })
}
