//! Which moves are worth a look, and in which order.
//!
//! Forced replies narrow the moves without loss. Let the side to move be A and
//! its opponent B.
//!
//! 1. *A has a five.* Playing it wins; nothing can be better.
//! 2. *B has a five.* Whatever A plays elsewhere, B completes it. A must take
//!    the point; if there are two, or the point is forbidden to A, A has lost.
//! 3. *A has an open four (two points to make five after it) and B no five.*
//!    Playing it wins: B has one move, which takes one of the two points and
//!    makes no five, and A plays the other.
//! 4. *B could make an open four at p, A has neither five nor open four.* Let
//!    A play x. If x makes no four, B plays p unless x stopped it, and wins by
//!    3 with the colours changed: A has no five then, for x made no four. So x
//!    must make a four, or stop p: be p itself, or leave p with fewer than two
//!    points to make five. Which points do that is looked up: a line code with
//!    x blocked is one more line code. If B has several such p, x must stop
//!    each of them, so the sets are intersected. A p that two lines make an open
//!    four is a condition for either line; a p with two fours of different lines
//!    (no open four) is stopped by whatever breaks either.
//!
//!    In renju, White's x could make a p of Black forbidden without touching
//!    its line: a point becomes playable for Black by White's stone, a three
//!    becomes real by that, and p two threes. Such a p, which makes two threes
//!    by its lines, is left out of account. A White p never is.
//!
//! Where the position is its own image, as early ones are, one move of each set
//! of images is enough.
//!
//! Everything else is opinion: points near stones, and fours anywhere.

use std::ops::ControlFlow;

use search_core::{Heuristics, MoveSet, Options, Params, Position};

use crate::lines::{Direction, along};
use crate::pattern::{Pattern, REACH};
use crate::point::{CELLS, Point};
use crate::points::Points;
use crate::position::Gomoku;
use crate::renju::Suspicion;
use crate::rule::Side;
use crate::shapes::Rank;

/// What the rules of forced replies leave to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replies {
    /// One move wins, or one is forced; it may be forbidden.
    One(Point),
    /// These, and every four.
    Some(Points),
    /// All.
    All,
}

impl Gomoku {
    /// The moves among which a best one is, as the head of this file proves.
    #[inline]
    pub(crate) fn replies(&self) -> Replies {
        let (us, them) = (self.side_to_move(), self.side_to_move().other());
        let shapes = self.shapes();
        for (side, rank) in [(us, Rank::Five), (them, Rank::Five), (us, Rank::OpenFour)] {
            if shapes.count_of(side, rank) > 0 {
                let mut points = shapes.points_of(side, rank).iter();
                // An open four may be forbidden; a five never is, and another
                // is as good as the first.
                let legal = |p: &Point| rank == Rank::Five || self.may_play(us, *p);
                if let Some(point) = points.find(legal) {
                    return Replies::One(point);
                }
            }
        }
        if shapes.count_of(them, Rank::OpenFour) > 0
            && let Some(points) = self.defences(them)
        {
            if points.is_empty() && !self.has_fours(us) {
                // Lost in two moves whatever is played: one move is as good as another.
                return Replies::Some(*shapes.points_of(them, Rank::OpenFour));
            }
            return Replies::Some(points);
        }
        Replies::All
    }

    /// Points that stop every open four that `them` could make; `None` if
    /// there is none to be stopped for certain.
    pub(crate) fn defences(&self, them: Side) -> Option<Points> {
        let mut left: Option<Points> = None;
        for point in self.points_of(them, Rank::OpenFour).iter() {
            if self.rule().forbids(them) && self.shapes().suspicion(point) != Suspicion::None {
                continue;
            }
            let stops = self.stops(them, point);
            left = Some(left.map_or(stops, |left| left.and(&stops)));
        }
        left
    }

    /// Points that stop the open four that `them` could make at a point.
    pub(crate) fn stops(&self, them: Side, point: Point) -> Points {
        let patterns = self.shapes().patterns(them, point);
        let mut all: Option<Points> = None;
        for (direction, pattern) in Direction::ALL.into_iter().zip(patterns) {
            if pattern == Pattern::OpenFour {
                let breaks = self.breaks(them, point, direction, Pattern::OpenFour);
                all = Some(all.map_or(breaks, |all| all.and(&breaks)));
            }
        }
        if let Some(all) = all {
            return all;
        }
        // Two fours. Three are stopped by taking the point alone, which the
        // union of any two allows as well.
        let mut fours =
            Direction::ALL.into_iter().zip(patterns).filter(|(_, p)| *p == Pattern::Four);
        let mut either = Points::from_iter([point]);
        for (direction, _) in fours.by_ref().take(2) {
            either = either.or(&self.breaks(them, point, direction, Pattern::Four));
        }
        either
    }

    /// The point, and those of the line that would make it less than `pattern`.
    fn breaks(&self, them: Side, point: Point, direction: Direction, pattern: Pattern) -> Points {
        let mut points = Points::from_iter([point]);
        for offset in -(REACH as isize)..=REACH as isize {
            let other = Point::of_cell(along(point.cell(), direction, offset));
            if offset != 0
                && self.shapes().vacant().contains(other)
                && self.shapes().pattern_if_blocked(them, point, direction, offset) < pattern
            {
                points.insert(other);
            }
        }
        points
    }

    /// Empty points near a stone; the middle of an empty board.
    fn neighbourhood(&self) -> Points {
        if self.board().stones() == 0 {
            return Points::from_iter([self.size().center()]);
        }
        self.shapes().near()
    }

    /// What a point promises to a side, for the order of moves.
    #[inline]
    fn order(&self, side: Side, point: Point) -> i32 {
        let shapes = self.shapes();
        let threat = match shapes.rank(side, point) {
            Rank::Five => 4000,
            Rank::OpenFour => 2000,
            Rank::FourThree => 1200,
            Rank::DoubleThree => 800,
            Rank::Four | Rank::OpenThree | Rank::None => 0,
        };
        threat + 8 * shapes.value(side, point)
    }

    /// Whether a stone of this side would make a four or more anywhere.
    #[inline]
    pub(crate) fn has_fours(&self, side: Side) -> bool {
        [Rank::Four, Rank::FourThree, Rank::OpenFour, Rank::Five]
            .into_iter()
            .any(|rank| self.shapes().count_of(side, rank) > 0)
    }

    /// The empty points where a stone of this side makes a four or more.
    pub(crate) fn fours(&self, side: Side) -> Points {
        let of = |rank| self.points_of(side, rank);
        of(Rank::Four).or(of(Rank::FourThree)).or(of(Rank::OpenFour)).or(of(Rank::Five))
    }

    /// The empty points where a stone of this side makes an open three, and no four.
    pub(crate) fn threes(&self, side: Side) -> Points {
        self.points_of(side, Rank::OpenThree).or(self.points_of(side, Rank::DoubleThree))
    }

    /// Whether one of the moves that are left is legal.
    fn any_legal(&self, replies: &Replies) -> bool {
        let any = |points: &Points| points.iter().any(|p| self.is_legal(p));
        let fours = || any(&self.fours(self.side_to_move()));
        match replies {
            Replies::One(point) => self.is_legal(*point),
            Replies::Some(points) => any(points) || fours(),
            Replies::All => any(&self.neighbourhood()) || fours(),
        }
    }
}

impl Heuristics for Gomoku {
    /// Sides times points.
    const HISTORY_SLOTS: usize = 2 * CELLS;

    /// What each brought, in games of 8,000 to 15,000 nodes a move (15x15,
    /// freestyle, balanced openings with both colours; 95 % intervals), or in
    /// nodes to a fixed depth:
    ///
    /// - answers to fours searched a ply deeper, in place of fours below the
    ///   horizon: +183 Elo (+110 to +275), 60 games;
    /// - futility: +83 (-2 to +178), 60 games; a margin of 50 a ply in place of
    ///   80 +20, 70 -35, 30 -12 (each within its error), two plies deeper -47;
    /// - late move reductions, divisor 150 in place of 220: +58 (+7 to +112),
    ///   120 games; 110 is no weaker (-14, error 50) and three times as fast to
    ///   depth 12 from the one-stone board; 90 in place of 110, when reverse futility was there, +33
    ///   (error 31, 160 games), from a base of 60 in place of 30 +20 (28), two moves unreduced in
    ///   place of three +24 (47);
    /// - late move pruning from 8 + 2 d^2 moves in place of 12 + 3 d^2: +32
    ///   (-26 to +91);
    /// - without killers: 18 % fewer nodes to depth 8 in ten middlegames;
    /// - a budget of 20 stones for a win by fours at a leaf in place of 60: +42 at
    ///   25 ms a move (-18 to +105), 150 stones -17;
    /// - reverse futility, 80 a ply up to depth 6: +49 (+7 to +92), 200 games of 5,000 nodes, a ply
    ///   deeper in the same nodes;
    /// - none of it where the other side threatens a win by fours: +55 (+5 to +105), 160 games of
    ///   5,000 nodes;
    /// - under such a threat only moves that may help: +31 (-5 to +66), 160 games, in a tenth less
    ///   time; with a closer look before a node is lost for good -5 (error 29, 200 games), but 54
    ///   and 46 of `tactics.json` are announced;
    /// - the margins as 400 iterations of SPSA left them (8 games of 2,500 nodes each), in place of
    ///   round numbers: +51 (+5 to +97), 200 games of 5,000 nodes;
    /// - moves left out in the principal variation, too (+47, error 42), nodes without table move a
    ///   ply less from depth 5 on (+42, 37), futility to depth 5 (+28, 36) and late move pruning to
    ///   depth 7 (+17, 40), all four together +72 (+26 to +119), 200 games of 5,000 nodes each;
    /// - little heed of history, bonuses of 3 and at most 300 in place of 20 and 1,600: the value
    ///   of the patterns orders better: +92 (+45 to +140) for next to none (1, 100), and 3 and 300
    ///   are no worse (+16, error 41); at 30,000 nodes a move +47 (error 53, 120 games).
    ///
    /// What was tried in vain stands in `docs/results.md`.
    fn options() -> Options {
        let params = Params {
            aspiration_delta: 40,
            history_bonus: 3,
            history_bonus_max: 300,
            probe_budget: 30,
            quiescence_plies: 0,
            threat_extension: 1,
            threat_budget: 30,
            threat_answers: 1,
            futility_margin: 20,
            futility_base: 12,
            futility_depth: 5,
            internal_reduction_depth: 5,
            prune_pv: 1,
            reduction_base: 55,
            reduction_divisor: 114,
            reduction_moves: 2,
            reduction_worse: 77,
            late_moves: 12,
            late_moves_growth: 0,
            late_moves_depth: 7,
            reverse_futility_margin: 34,
            reverse_futility_depth: 6,
            ..Params::default()
        };
        Options { params, killers: false, ..Options::default() }
    }

    #[inline]
    fn history_slot(&self, m: Point) -> usize {
        self.side_to_move().index() * CELLS + m.cell()
    }

    fn candidates(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.side_to_move();
        let fours = self.fours(us);
        let replies = self.replies();
        // Where all that is left is forbidden, Black has lost, and may do so anywhere.
        if self.rule().forbids(us) && !self.any_legal(&replies) {
            return self.generate(set, visit);
        }
        let points = match replies {
            Replies::One(point) => Points::from_iter([point]),
            Replies::Some(points) => points.or(&fours),
            Replies::All => match set {
                MoveSet::Noisy => self.folded(fours),
                MoveSet::Quiet => self.folded(self.neighbourhood()),
                MoveSet::All => self.folded(self.neighbourhood().or(&fours)),
            },
        };
        let asked = match set {
            MoveSet::All => points,
            MoveSet::Noisy => points.and(&fours),
            MoveSet::Quiet => points.without(&fours),
        };
        asked.iter().try_for_each(&mut visit)
    }

    #[inline]
    fn static_order(&self, m: Point) -> i32 {
        let us = self.side_to_move();
        let (own, other) = (self.order(us, m), self.order(us.other(), m));
        own + other
    }

    #[inline]
    fn is_noisy(&self, m: Point) -> bool {
        self.shapes().rank(self.side_to_move(), m) >= Rank::Four
    }

    #[inline]
    fn narrows_by_opinion(&self) -> bool {
        self.replies() == Replies::All
    }

    /// A stone betters the lines of its side as much as it spoils the other's.
    #[inline]
    fn gain(&self, m: Point) -> i32 {
        let us = self.side_to_move();
        self.shapes().value(us, m) + self.shapes().value(us.other(), m)
    }

    /// A four or an open three.
    #[inline]
    fn is_forcing(&self, m: Point) -> bool {
        self.shapes().rank(self.side_to_move(), m) >= Rank::OpenThree
    }

    #[inline]
    fn under_threat(&self) -> bool {
        self.shapes().count_of(self.side_to_move().other(), Rank::Five) > 0
    }
}
