//! What every empty point is worth to either side, kept up move by move.
//!
//! For each point and direction a line code for either side is kept (see
//! [`pattern`](crate::pattern)). A stone adds a constant to the codes of at
//! most 40 points; where the pattern that a code stands for changes, so do the
//! tally of the point, its value, and the set of the points of its rank. Nothing
//! is ever scanned.

use std::sync::LazyLock;

use crate::lines::{Direction, along};
use crate::pattern::{CODES, Pattern, REACH, Table, weight};
use crate::point::{CELLS, Point, Size};
use crate::points::Points;
use crate::renju::{Suspicion, suspicion};
use crate::rule::{Rule, Side};
use crate::values;

/// What a stone on a point would make at best, all four lines together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// No threat; or what Black must not play, as far as the lines tell.
    None,
    /// An open three: it threatens an open four.
    OpenThree,
    /// One four: the opponent must answer on one point.
    Four,
    /// Two points to make five: an open four, or two fours. Only a five, or a
    /// four that takes one of the points, helps against it.
    OpenFour,
    /// A five.
    Five,
}

impl Rank {
    const ALL: [Self; 5] = [Self::None, Self::OpenThree, Self::Four, Self::OpenFour, Self::Five];
}

/// How often each pattern occurs among the four lines of a point: a nibble each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally(u32);

/// The nibble of a pattern; ones and twos are only valued.
const NIBBLES: [u32; 16] = {
    let mut nibbles = [0; 16];
    nibbles[Pattern::Five as usize] = 1;
    nibbles[Pattern::OpenFour as usize] = 1 << 4;
    nibbles[Pattern::Four as usize] = 1 << 8;
    nibbles[Pattern::OpenThree as usize] = 1 << 12;
    nibbles[Pattern::Three as usize] = 1 << 16;
    nibbles[Pattern::OpenTwo as usize] = 1 << 20;
    nibbles[Pattern::DoubleFour as usize] = 1 << 24;
    nibbles[Pattern::Overline as usize] = 1 << 28;
    nibbles
};

impl Tally {
    /// How many lines make this pattern (0 for those that are not counted).
    #[inline]
    pub const fn count(self, pattern: Pattern) -> u32 {
        match NIBBLES[pattern as usize] {
            0 => 0,
            one => self.0 >> one.trailing_zeros() & 15,
        }
    }

    /// Whether no threat is among them.
    #[inline]
    const fn is_quiet(self) -> bool {
        self.0 & 0xff00_ffff == 0
    }

    /// Whether Black must look twice: an overline, two fours, or two threes,
    /// and no five.
    #[inline]
    pub fn is_suspect(self) -> bool {
        if self.0 & 15 != 0 || self.0 & 0xff00_fff0 == 0 {
            return false;
        }
        self.is_wrong() || self.count(Pattern::OpenThree) >= 2
    }

    /// Whether Black must not play there, whatever his threes are.
    #[inline]
    fn is_wrong(self) -> bool {
        let fours = self.count(Pattern::Four) + self.count(Pattern::OpenFour);
        fours >= 2 || self.0 >> 24 != 0
    }

    #[inline]
    fn rank(self, forbids: bool) -> Rank {
        if self.is_quiet() {
            return Rank::None;
        }
        if self.count(Pattern::Five) > 0 {
            return Rank::Five;
        }
        if forbids && self.is_wrong() {
            return Rank::None;
        }
        let fours = self.count(Pattern::Four);
        if self.count(Pattern::OpenFour) > 0 || fours >= 2 {
            Rank::OpenFour
        } else if fours == 1 {
            Rank::Four
        } else if self.count(Pattern::OpenThree) > 0 {
            Rank::OpenThree
        } else {
            Rank::None
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
struct Cell {
    /// By direction: Black's line code in the low half, White's in the high one.
    codes: [u32; 4],
    /// By direction: Black's pattern in the low nibble, White's in the high one.
    /// On occupied points these are what they were when the stone came.
    patterns: [u8; 4],
    tallies: [Tally; 2],
    values: [i16; 2],
}

/// A line code fits 16 bits: no index is out of bounds.
type Patterns = [u8; 1 << 16];

/// Both sides' patterns by line code, White's in the high nibble.
struct Pair {
    black: Box<Patterns>,
    white: Box<Patterns>,
}

static PAIRS: LazyLock<[Pair; 3]> = LazyLock::new(|| {
    let widen = |rule, side, shift: u32| -> Box<Patterns> {
        let mut wide = vec![0; 1 << 16];
        for (wide, &pattern) in wide[..CODES].iter_mut().zip(Table::of(rule, side).all()) {
            *wide = (pattern as u8) << shift;
        }
        wide.try_into().unwrap_or_else(|_| Box::new([0; 1 << 16]))
    };
    Rule::ALL
        .map(|rule| Pair { black: widen(rule, Side::Black, 0), white: widen(rule, Side::White, 4) })
});

/// The patterns, tallies and values of all empty points.
#[derive(Clone)]
pub(crate) struct Shapes {
    cells: Box<[Cell; CELLS]>,
    /// All points, and the vacant ones.
    board: Points,
    vacant: Points,
    sets: [[Points; Rank::ALL.len()]; 2],
    counts: [[u16; Rank::ALL.len()]; 2],
    scores: [i32; 2],
    pair: &'static Pair,
    rule: Rule,
}

impl Shapes {
    /// Of an empty board.
    pub fn new(rule: Rule, size: Size) -> Self {
        let mut shapes = Self {
            cells: Box::new([Cell::default(); CELLS]),
            board: size.each().collect(),
            vacant: Points::EMPTY,
            sets: [[Points::EMPTY; Rank::ALL.len()]; 2],
            counts: [[0; Rank::ALL.len()]; 2],
            scores: [0; 2],
            pair: &PAIRS[rule as usize],
            rule,
        };
        let reach = Self::reach(rule);
        for point in size.each() {
            for direction in Direction::ALL {
                let off = |&o: &isize| {
                    let cell = along(point.cell(), direction, o);
                    !size.contains(Point::of_cell(cell))
                };
                let wall: usize = (-reach..=reach).filter(off).map(weight).sum();
                let code = 2 * wall as u32;
                shapes.cells[point.cell()].codes[direction.index()] = code | code << 16;
            }
            shapes.vacant.insert(point);
        }
        for point in size.each() {
            for direction in Direction::ALL {
                shapes.refresh(point.cell(), direction.index());
            }
        }
        shapes
    }

    /// How far a stone is felt along a line.
    const fn reach(rule: Rule) -> isize {
        match rule {
            Rule::Freestyle => REACH as isize - 1,
            Rule::Standard | Rule::Renju => REACH as isize,
        }
    }

    /// A stone comes to an empty point.
    #[inline]
    pub fn place(&mut self, side: Side, point: Point) {
        self.vacant.remove(point);
        self.count_point::<false>(point.cell());
        match self.rule {
            Rule::Freestyle => self.touch::<{ REACH - 1 }, true>(side, point.cell()),
            Rule::Standard | Rule::Renju => self.touch::<REACH, true>(side, point.cell()),
        }
    }

    /// The stone that came last goes.
    #[inline]
    pub fn lift(&mut self, side: Side, point: Point) {
        match self.rule {
            Rule::Freestyle => self.touch::<{ REACH - 1 }, false>(side, point.cell()),
            Rule::Standard | Rule::Renju => self.touch::<REACH, false>(side, point.cell()),
        }
        self.count_point::<true>(point.cell());
        self.vacant.insert(point);
    }

    /// Adds a stone to the codes of the points around it, or takes it away.
    #[inline]
    fn touch<const R: usize, const ADD: bool>(&mut self, side: Side, cell: usize) {
        for direction in Direction::ALL {
            for distance in 1..=R as isize {
                for offset in [-distance, distance] {
                    // Seen from there the stone lies at the opposite offset.
                    let weight = const { weights() }[(REACH as isize - offset) as usize];
                    let delta = match side {
                        Side::Black => weight | weight << 17,
                        Side::White => weight << 1 | weight << 16,
                    };
                    let other = along(cell, direction, offset);
                    let code = &mut self.cells[other].codes[direction.index()];
                    *code = if ADD { code.wrapping_add(delta) } else { code.wrapping_sub(delta) };
                    if self.vacant.has(other) {
                        self.refresh(other, direction.index());
                    }
                }
            }
        }
    }

    /// Looks up what the codes of a vacant point stand for.
    #[inline]
    fn refresh(&mut self, cell: usize, direction: usize) {
        let here = &self.cells[cell % CELLS];
        let code = here.codes[direction];
        let new = self.pair.black[code as usize & 0xffff] | self.pair.white[code as usize >> 16];
        let old = here.patterns[direction];
        if new != old {
            self.change(cell, direction, old, new);
        }
    }

    #[inline]
    fn change(&mut self, cell: usize, direction: usize, old: u8, new: u8) {
        self.cells[cell % CELLS].patterns[direction] = new;
        for side in Side::ALL {
            let i = side.index();
            let (old, new) = (old >> (4 * i) & 15, new >> (4 * i) & 15);
            if old == new {
                continue;
            }
            let here = &mut self.cells[cell % CELLS];
            let gain = values::PATTERN[new as usize] - values::PATTERN[old as usize];
            here.values[i] += gain;
            self.scores[i] += i32::from(gain);
            let before = here.tallies[i];
            let after = before.0.wrapping_add(NIBBLES[new as usize]);
            let after = Tally(after.wrapping_sub(NIBBLES[old as usize]));
            here.tallies[i] = after;
            if before != after {
                let forbids = self.rule.forbids(side);
                let (before, after) = (before.rank(forbids), after.rank(forbids));
                if before != after {
                    self.count::<false>(side, before, cell);
                    self.count::<true>(side, after, cell);
                }
            }
        }
    }

    /// A point becomes vacant, or occupied: what it is worth counts, or no longer does.
    #[inline]
    fn count_point<const ADD: bool>(&mut self, cell: usize) {
        for side in Side::ALL {
            let here = &self.cells[cell % CELLS];
            let value = i32::from(here.values[side.index()]);
            self.scores[side.index()] += if ADD { value } else { -value };
            let rank = here.tallies[side.index()].rank(self.rule.forbids(side));
            self.count::<ADD>(side, rank, cell);
        }
    }

    #[inline]
    fn count<const ADD: bool>(&mut self, side: Side, rank: Rank, cell: usize) {
        if rank == Rank::None {
            return;
        }
        self.sets[side.index()][rank as usize].toggle(cell);
        let count = &mut self.counts[side.index()][rank as usize];
        *count = if ADD { count.wrapping_add(1) } else { count.wrapping_sub(1) };
    }

    /// The vacant points.
    #[inline]
    pub const fn vacant(&self) -> &Points {
        &self.vacant
    }

    /// The vacant points at most two columns and two rows from a stone.
    pub fn near(&self) -> Points {
        let stones = self.board.without(&self.vacant);
        stones.spread().and(&self.vacant)
    }

    /// How many vacant points have this rank (not [`Rank::None`]) for a side.
    #[inline]
    pub const fn count_of(&self, side: Side, rank: Rank) -> u16 {
        self.counts[side.index()][rank as usize]
    }

    /// The vacant points of this rank (not [`Rank::None`]) for a side.
    #[inline]
    pub const fn points_of(&self, side: Side, rank: Rank) -> &Points {
        &self.sets[side.index()][rank as usize]
    }

    /// What a stone of this side on a vacant point would make of a line.
    #[inline]
    pub fn pattern(&self, side: Side, point: Point, direction: Direction) -> Pattern {
        let both = self.cells[point.cell()].patterns[direction.index()];
        Pattern::of_bits(both >> (4 * side.index()))
    }

    /// Of all four lines.
    #[inline]
    pub fn patterns(&self, side: Side, point: Point) -> [Pattern; 4] {
        Direction::ALL.map(|d| self.pattern(side, point, d))
    }

    /// How often each pattern occurs at a vacant point.
    #[inline]
    pub fn tally(&self, side: Side, point: Point) -> Tally {
        self.cells[point.cell()].tallies[side.index()]
    }

    /// The rank of a vacant point.
    #[inline]
    pub fn rank(&self, side: Side, point: Point) -> Rank {
        self.tally(side, point).rank(self.rule.forbids(side))
    }

    /// What a vacant point is worth to a side: the sum of its patterns.
    #[inline]
    pub fn value(&self, side: Side, point: Point) -> i32 {
        i32::from(self.cells[point.cell()].values[side.index()])
    }

    /// The sum of the values of all vacant points.
    #[inline]
    pub const fn score(&self, side: Side) -> i32 {
        self.scores[side.index()]
    }

    /// The pattern of a line if one more point of it, at this offset, were
    /// taken by the opponent of `side`.
    #[inline]
    pub fn pattern_if_blocked(
        &self,
        side: Side,
        point: Point,
        direction: Direction,
        offset: isize,
    ) -> Pattern {
        let code = self.cells[point.cell()].codes[direction.index()] as usize;
        let code = if side == Side::Black { code & 0xffff } else { code >> 16 };
        Table::of(self.rule, side).get(code + 2 * weight(offset))
    }

    /// Whether Black must look twice at a vacant point.
    #[inline]
    pub fn suspicion(&self, point: Point) -> Suspicion {
        if self.tally(Side::Black, point).is_suspect() {
            suspicion(self.patterns(Side::Black, point))
        } else {
            Suspicion::None
        }
    }
}

impl PartialEq for Shapes {
    /// Of what is seen from outside: occupied points have no patterns.
    fn eq(&self, other: &Self) -> bool {
        let same = |p: Point| {
            let (a, b) = (&self.cells[p.cell()], &other.cells[p.cell()]);
            a == b
        };
        self.vacant == other.vacant
            && self.sets == other.sets
            && self.counts == other.counts
            && self.scores == other.scores
            && self.rule == other.rule
            && self.vacant.iter().all(same)
    }
}

/// [`weight`] by offset from -5 to 5.
const fn weights() -> [u32; 2 * REACH + 1] {
    let mut weights = [0; 2 * REACH + 1];
    let mut i = 0;
    while i < weights.len() {
        weights[i] = weight(i as isize - REACH as isize) as u32;
        i += 1;
    }
    weights
}
