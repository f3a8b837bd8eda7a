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
use crate::values::Values;

/// What a stone on a point would make at best, all four lines together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// No threat; or what Black must not play, as far as the lines tell.
    None,
    /// An open three: it threatens an open four.
    OpenThree,
    /// Two open threes or more (in renju, Black may have to leave it).
    DoubleThree,
    /// One four: the opponent must answer on one point.
    Four,
    /// One four, and an open three: the answer does not stop it.
    FourThree,
    /// Two points to make five: an open four, or two fours. Only a five, or a
    /// four that takes one of the points, helps against it.
    OpenFour,
    /// A five.
    Five,
}

impl Rank {
    const ALL: [Self; 7] = [
        Self::None,
        Self::OpenThree,
        Self::DoubleThree,
        Self::Four,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];
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

/// The nibbles on which a rank depends.
const THREATS: u32 = 0xff00_ffff;
/// Of both sides' tallies.
const BOTH_THREATS: u64 = 0xff00_ffff_ff00_ffff;

/// By a byte of two patterns, what both sides' tallies have of it: Black's in
/// the low half. Sums and differences of such pairs need no taking apart.
static TALLIES: [u64; 256] = {
    let mut pairs = [0; 256];
    let mut i = 0;
    while i < 256 {
        pairs[i] = NIBBLES[i & 15] as u64 | (NIBBLES[i >> 4] as u64) << 32;
        i += 1;
    }
    pairs
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
        self.0 & THREATS == 0
    }

    /// Whether one of the lines would have three stones of five.
    #[inline]
    pub const fn furthers(self) -> bool {
        self.0 & 0xf_f000 != 0
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
        } else {
            match (fours, self.count(Pattern::OpenThree)) {
                (0, 0) => Rank::None,
                (0, 1) => Rank::OpenThree,
                (0, _) => Rank::DoubleThree,
                (_, 0) => Rank::Four,
                _ => Rank::FourThree,
            }
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
    /// Black's in the low half.
    tallies: u64,
    /// Black's, White's.
    values: [i16; 2],
}

/// The patterns of both sides, half a byte a line, from a byte a line.
#[inline]
const fn fours(both: u32) -> [u16; 2] {
    const LOW: u32 = 0x0f0f_0f0f;
    const fn pairs(lines: u32) -> u16 {
        let pairs = lines | lines >> 4;
        (pairs & 0xff | pairs >> 8 & 0xff00) as u16
    }
    [pairs(both & LOW), pairs(both >> 4 & LOW)]
}

/// A line code fits 16 bits: no index is out of bounds.
type Patterns = [u8; 1 << 16];

/// Both sides' patterns by line code, White's in the high nibble.
struct Pair {
    black: Box<Patterns>,
    white: Box<Patterns>,
    values: &'static Values,
}

static PAIRS: LazyLock<[Pair; 3]> = LazyLock::new(|| {
    let widen = |rule, side, shift: u32| -> Box<Patterns> {
        let mut wide = vec![0; 1 << 16];
        for (wide, &pattern) in wide[..CODES].iter_mut().zip(Table::of(rule, side).all()) {
            *wide = (pattern as u8) << shift;
        }
        wide.try_into().unwrap_or_else(|_| Box::new([0; 1 << 16]))
    };
    Rule::ALL.map(|rule| Pair {
        black: widen(rule, Side::Black, 0),
        white: widen(rule, Side::White, 4),
        values: Values::of(rule),
    })
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
    /// By cell: 0 vacant, bit 0 Black's stone, bit 1 White's, both beyond the edge.
    holds: Box<[u8; CELLS]>,
    /// What the stones changed, to be taken back.
    marks: Vec<Mark>,
    changes: Vec<Change>,
    toggles: Vec<Toggle>,
    pair: &'static Pair,
    rule: Rule,
}

/// Seen past stones of both colours, or past the edge.
const BOTH: u8 = 3;

/// The lengths of the lists, and the scores, before a stone came.
#[derive(Clone, Copy, Debug)]
struct Mark {
    changes: usize,
    toggles: usize,
    scores: [i32; 2],
}

/// A point before one of its patterns changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    tallies: u64,
    values: [i16; 2],
    patterns: [u8; 4],
    cell: u16,
}

/// A point entered the set of a rank, or left it.
#[derive(Clone, Copy, Debug)]
struct Toggle {
    cell: u16,
    side: Side,
    rank: Rank,
    added: bool,
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
            holds: Box::new([BOTH; CELLS]),
            marks: Vec::new(),
            changes: Vec::new(),
            toggles: Vec::new(),
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
            shapes.holds[point.cell()] = 0;
        }
        for point in size.each() {
            // What no line has made yet is worth something, too.
            let here = &mut shapes.cells[point.cell()];
            let fours = fours(u32::from_le_bytes(here.patterns));
            here.values = Side::ALL.map(|side| shapes.pair.values.point(side, fours[side.index()]));
            for direction in Direction::ALL {
                shapes.refresh(point.cell(), direction.index());
            }
        }
        // What was gained above began with values that were never counted.
        shapes.scores = Side::ALL.map(|s| size.each().map(|p| shapes.value(s, p)).sum());
        shapes.changes.clear();
        shapes.toggles.clear();
        shapes
    }

    /// Makes room for so many more stones.
    pub fn reserve(&mut self, stones: usize) {
        self.marks.reserve(stones);
        // More than any stone changes.
        self.changes.reserve(8 * REACH * stones);
        self.toggles.reserve(16 * REACH * stones);
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
        let cell = point.cell();
        self.marks.push(Mark {
            changes: self.changes.len(),
            toggles: self.toggles.len(),
            scores: self.scores,
        });
        self.vacant.remove(point);
        self.holds[cell] = 1 << side.index();
        let here = self.cells[cell];
        for side in Side::ALL {
            self.scores[side.index()] -= i32::from(here.values[side.index()]);
            let rank = half(here.tallies, side).rank(self.rule.forbids(side));
            self.log_toggle(side, rank, cell, false);
        }
        match self.rule {
            Rule::Freestyle => self.touch::<{ REACH - 1 }, true>(side, cell),
            Rule::Standard | Rule::Renju => self.touch::<REACH, true>(side, cell),
        }
    }

    /// The stone that came last goes.
    #[inline]
    pub fn lift(&mut self, side: Side, point: Point) {
        let cell = point.cell();
        match self.rule {
            Rule::Freestyle => self.touch::<{ REACH - 1 }, false>(side, cell),
            Rule::Standard | Rule::Renju => self.touch::<REACH, false>(side, cell),
        }
        self.vacant.insert(point);
        self.holds[cell] = 0;
        let Some(mark) = self.marks.pop() else { return };
        // A point that changed on several lines is put right by its first change.
        while self.changes.len() > mark.changes {
            let Some(change) = self.changes.pop() else { break };
            let here = &mut self.cells[usize::from(change.cell) % CELLS];
            here.patterns = change.patterns;
            here.tallies = change.tallies;
            here.values = change.values;
        }
        while self.toggles.len() > mark.toggles {
            let Some(toggle) = self.toggles.pop() else { break };
            self.toggle(toggle.side, toggle.rank, usize::from(toggle.cell), !toggle.added);
        }
        self.scores = mark.scores;
    }

    /// Adds a stone to the codes of the points around it, or takes it away.
    ///
    /// Nothing is seen past the edge, nor past stones of both colours: each
    /// side's lines end there. Codes beyond are left alone; they are right
    /// again before any of these stones goes.
    #[inline]
    fn touch<const R: usize, const ADD: bool>(&mut self, side: Side, cell: usize) {
        for direction in Direction::ALL {
            for sign in [-1, 1] {
                let step = direction.step().wrapping_mul(sign as usize);
                let (mut other, mut seen) = (cell, 0);
                for distance in 1..=R as isize {
                    other = other.wrapping_add(step) % CELLS;
                    // Seen from there the stone lies at the opposite offset.
                    let weight = const { weights() }[(REACH as isize - sign * distance) as usize];
                    let delta = match side {
                        Side::Black => weight | weight << 17,
                        Side::White => weight << 1 | weight << 16,
                    };
                    let code = &mut self.cells[other].codes[direction.index()];
                    *code = if ADD { code.wrapping_add(delta) } else { code.wrapping_sub(delta) };
                    let holds = self.holds[other];
                    if holds == 0 {
                        if ADD {
                            self.refresh(other, direction.index());
                        }
                    } else {
                        seen |= holds;
                        if seen == BOTH {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Looks up what the codes of a vacant point stand for.
    #[inline(always)]
    fn refresh(&mut self, cell: usize, direction: usize) {
        let here = &mut self.cells[cell % CELLS];
        let code = here.codes[direction];
        let new = self.pair.black[code as usize & 0xffff] | self.pair.white[code as usize >> 16];
        if new != here.patterns[direction] {
            self.change(cell, direction, new);
        }
    }

    /// A line of a vacant point makes something else than before.
    #[inline]
    fn change(&mut self, cell: usize, direction: usize, new: u8) {
        let here = &mut self.cells[cell % CELLS];
        let Cell { patterns, tallies: before, values, .. } = *here;
        self.changes.push(Change { tallies: before, values, patterns, cell: cell as u16 });
        let old = patterns[direction];
        // All four at once: to read four bytes of which one was just written costs a third of all.
        let shift = 8 * direction as u32;
        let both = u32::from_le_bytes(patterns) & !(0xff << shift) | u32::from(new) << shift;
        here.patterns = both.to_le_bytes();
        let [black, white] = fours(both);
        let worth = self.pair.values;
        here.values = [worth.point(Side::Black, black), worth.point(Side::White, white)];
        for (score, (new, old)) in self.scores.iter_mut().zip(here.values.iter().zip(values)) {
            *score += i32::from(*new) - i32::from(old);
        }
        let (new, old) = (usize::from(new), usize::from(old));
        let after = before.wrapping_add(TALLIES[new]).wrapping_sub(TALLIES[old]);
        here.tallies = after;
        if (before ^ after) & BOTH_THREATS != 0 {
            self.rank_again(cell, before, after);
        }
    }

    /// The tallies of a point changed.
    fn rank_again(&mut self, cell: usize, before: u64, after: u64) {
        for side in Side::ALL {
            let forbids = self.rule.forbids(side);
            let of = |tallies: u64| half(tallies, side).rank(forbids);
            let (before, after) = (of(before), of(after));
            if before != after {
                self.log_toggle(side, before, cell, false);
                self.log_toggle(side, after, cell, true);
            }
        }
    }

    /// A point enters the set of a rank, or leaves it; to be taken back.
    #[inline]
    fn log_toggle(&mut self, side: Side, rank: Rank, cell: usize, added: bool) {
        if rank != Rank::None {
            self.toggles.push(Toggle { cell: cell as u16, side, rank, added });
            self.toggle(side, rank, cell, added);
        }
    }

    #[inline]
    fn toggle(&mut self, side: Side, rank: Rank, cell: usize, added: bool) {
        self.sets[side.index()][rank as usize].toggle(cell);
        let count = &mut self.counts[side.index()][rank as usize];
        *count = if added { count.wrapping_add(1) } else { count.wrapping_sub(1) };
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
        half(self.cells[point.cell()].tallies, side)
    }

    /// The rank of a vacant point.
    #[inline]
    pub fn rank(&self, side: Side, point: Point) -> Rank {
        self.tally(side, point).rank(self.rule.forbids(side))
    }

    /// What a vacant point is worth to a side, by the patterns of its lines.
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

/// One side's of a pair of tallies.
#[inline]
const fn half(tallies: u64, side: Side) -> Tally {
    Tally((tallies >> (32 * side.index())) as u32)
}

impl PartialEq for Shapes {
    /// Of what is seen from outside: occupied points have no patterns, and the
    /// way back does not count.
    fn eq(&self, other: &Self) -> bool {
        let same = |p: Point| {
            let (a, b) = (&self.cells[p.cell()], &other.cells[p.cell()]);
            (a.patterns, a.tallies, a.values) == (b.patterns, b.tallies, b.values)
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
