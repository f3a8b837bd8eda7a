//! Where pieces go: tables worked out by the compiler.
//!
//! Sliding pieces are looked up by the occupancy of their rank (seven inner
//! bits) and of their file (eight inner bits). For both the table tells the
//! points up to the first blocker (`near`: where a rook goes) and those behind
//! it up to the second (`far`: where a cannon captures). 15 KB for all: they
//! stay in the first-level cache, where a table by point and occupancy of
//! rank and file together (magic multiplication) would take megabytes.

use crate::bitboard::Bitboard;
use crate::piece::Side;
use crate::square::Square;

const N: usize = Square::COUNT;

/// One line, as seen from a point of it.
#[derive(Clone, Copy)]
struct Line {
    near: u16,
    far: u16,
    /// Points of `near` that are empty.
    steps: u16,
}

/// The line of `length` points, seen from `at`, with these points occupied.
const fn line(at: usize, length: usize, occupied: usize) -> Line {
    let (mut near, mut far) = (0, 0);
    let mut steps = 0;
    let mut up = 0;
    while up < 2 {
        let mut i = at;
        let mut blockers = 0;
        while blockers < 2 {
            if up == 1 {
                i += 1;
            } else if i > 0 {
                i -= 1;
            } else {
                break;
            }
            if i >= length {
                break;
            }
            if blockers == 0 {
                near |= 1 << i;
                steps += 1 - (occupied >> i & 1) as u16;
            } else {
                far |= 1 << i;
            }
            blockers += occupied >> i & 1;
        }
        up += 1;
    }
    Line { near, far, steps }
}

/// By file and by the rank's bits 1 to 7; the edges block nothing.
static ROW: [[Line; 128]; 9] = {
    let mut table = [[Line { near: 0, far: 0, steps: 0 }; 128]; 9];
    let mut at = 0;
    while at < 9 {
        let mut bits = 0;
        while bits < 128 {
            table[at][bits] = line(at, 9, bits << 1);
            bits += 1;
        }
        at += 1;
    }
    table
};

/// By rank and by the file's bits 1 to 8.
static COLUMN: [[Line; 256]; 10] = {
    let mut table = [[Line { near: 0, far: 0, steps: 0 }; 256]; 10];
    let mut at = 0;
    while at < 10 {
        let mut bits = 0;
        while bits < 256 {
            table[at][bits] = line(at, 10, bits << 1);
            bits += 1;
        }
        at += 1;
    }
    table
};

/// Five bits, nine apart.
static SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut i = 0;
        while i < 5 {
            table[bits] |= (bits as u64 >> i & 1) << (9 * i);
            i += 1;
        }
        bits += 1;
    }
    table
};

const fn on_row(bits: u16, rank: usize) -> Bitboard {
    if rank < 5 {
        Bitboard([(bits as u64) << (9 * rank), 0])
    } else {
        Bitboard([0, (bits as u64) << (9 * (rank - 5))])
    }
}

#[inline]
fn on_column(bits: u16, file: usize) -> Bitboard {
    let bits = usize::from(bits);
    Bitboard([SPREAD[bits & 31] << file, SPREAD[bits >> 5 & 31] << file])
}

/// What the four lines from a point meet.
#[derive(Clone, Copy, Debug)]
pub struct Rays {
    /// Up to the first piece of each direction, that piece included.
    pub near: Bitboard,
    /// From behind the first piece up to the second, that one included.
    pub far: Bitboard,
    /// How many points are empty up to the first pieces, or the last point of a
    /// line: that one counts as empty, since an edge blocks nothing.
    pub(crate) steps: usize,
}

/// The lines from a point over a board with these points occupied.
#[inline]
#[must_use]
pub fn rays(square: Square, occupied: Bitboard) -> Rays {
    let (file, rank) = (square.file(), square.rank());
    let row = ROW[file][occupied.row(rank) >> 1 & 127];
    let column = COLUMN[rank][occupied.column(file) >> 1 & 255];
    Rays {
        near: on_row(row.near, rank) | on_column(column.near, file),
        far: on_row(row.far, rank) | on_column(column.far, file),
        steps: usize::from(row.steps + column.steps),
    }
}

/// A point in the way of a leap, and the destinations that it blocks when occupied.
#[derive(Clone, Copy)]
struct Leap {
    /// The leg of a horse, the eye of an elephant.
    over: Bitboard,
    to: Bitboard,
}

const NO_LEAP: Leap = Leap { over: Bitboard::EMPTY, to: Bitboard::EMPTY };

/// The point so many files and ranks away.
const fn step(from: usize, file: isize, rank: isize) -> Option<Square> {
    let (f, r) = ((from % 9) as isize + file, (from / 9) as isize + rank);
    if f < 0 || r < 0 { None } else { Square::new(f as usize, r as usize) }
}

const fn with(set: Bitboard, square: Option<Square>) -> Bitboard {
    match square {
        Some(square) => set.union(Bitboard::of(square)),
        None => set,
    }
}

const DIAGONAL: [(isize, isize); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHT: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// From a horse: over each leg, two points.
const HORSE: [[Leap; 4]; N] = {
    let mut table = [[NO_LEAP; 4]; N];
    let mut from = 0;
    while from < N {
        let mut i = 0;
        while i < 4 {
            let (f, r) = STRAIGHT[i];
            if let Some(leg) = step(from, f, r) {
                let leap = &mut table[from][i];
                leap.over = Bitboard::of(leg);
                // One further and one aside: the pairs (2f +- r, 2r +- f).
                leap.to = with(leap.to, step(from, 2 * f + r, 2 * r + f));
                leap.to = with(leap.to, step(from, 2 * f - r, 2 * r - f));
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// Onto a point: over each diagonal neighbour, which is the leg, from two points.
static HORSE_ONTO: [[Leap; 4]; N] = HORSE_ONTO_TABLE;

const HORSE_ONTO_TABLE: [[Leap; 4]; N] = {
    let mut table = [[NO_LEAP; 4]; N];
    let mut to = 0;
    while to < N {
        let mut i = 0;
        while i < 4 {
            let (f, r) = DIAGONAL[i];
            if let Some(leg) = step(to, f, r) {
                let leap = &mut table[to][i];
                leap.over = Bitboard::of(leg);
                leap.to = with(leap.to, step(to, 2 * f, r));
                leap.to = with(leap.to, step(to, f, 2 * r));
            }
            i += 1;
        }
        to += 1;
    }
    table
};

/// Whether two points lie on the same side of the river.
const fn same_bank(a: usize, b: Square) -> bool {
    (a < N / 2) == (b.index() < N / 2)
}

/// Wherever elephants could stand on either side, over the eye.
const ELEPHANT: [[Leap; 4]; N] = {
    let mut table = [[NO_LEAP; 4]; N];
    let mut from = 0;
    while from < N {
        let mut i = 0;
        while i < 4 {
            let (f, r) = DIAGONAL[i];
            if let (Some(eye), Some(to)) = (step(from, f, r), step(from, 2 * f, 2 * r))
                && same_bank(from, to)
            {
                table[from][i] = Leap { over: Bitboard::of(eye), to: Bitboard::of(to) };
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// Both palaces.
pub const PALACES: Bitboard = {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < N {
        let (file, rank) = (i % 9, i / 9);
        if file >= 3 && file <= 5 && (rank <= 2 || rank >= 7) {
            set = set.union(Bitboard::of(Square::at(i)));
        }
        i += 1;
    }
    set
};

/// One step in these directions, within the palaces.
const fn palace_steps(directions: [(isize, isize); 4]) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    let mut from = 0;
    while from < N {
        let mut i = 0;
        while i < 4 && PALACES.contains(Square::at(from)) {
            if let Some(to) = step(from, directions[i].0, directions[i].1)
                && PALACES.contains(to)
            {
                table[from] = with(table[from], Some(to));
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static GENERAL: [Bitboard; N] = palace_steps(STRAIGHT);
static ADVISOR: [Bitboard; N] = palace_steps(DIAGONAL);

/// Steps of a side's pawns, or, `reversed`, the points from which they step.
const fn pawn_steps(side: Side, reversed: bool) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    let ahead = match side {
        Side::Red => 1,
        Side::Black => -1,
    };
    let mut from = 0;
    while from < N {
        let mut steps = [step(from, 0, ahead), None, None];
        let crossed = match side {
            Side::Red => from >= N / 2,
            Side::Black => from < N / 2,
        };
        if crossed {
            steps[1] = step(from, -1, 0);
            steps[2] = step(from, 1, 0);
        }
        let mut i = 0;
        while i < 3 {
            if let Some(to) = steps[i] {
                if reversed {
                    table[to.index()] = with(table[to.index()], Some(Square::at(from)));
                } else {
                    table[from] = with(table[from], Some(to));
                }
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static PAWN: [[Bitboard; N]; 2] = [pawn_steps(Side::Red, false), pawn_steps(Side::Black, false)];
static PAWN_ONTO: [[Bitboard; N]; 2] = [pawn_steps(Side::Red, true), pawn_steps(Side::Black, true)];

/// The points between two of one line, by both.
static BETWEEN: [[Bitboard; N]; N] = {
    let mut table = [[Bitboard::EMPTY; N]; N];
    let mut from = 0;
    while from < N {
        let mut i = 0;
        while i < 4 {
            let (f, r) = STRAIGHT[i];
            let mut passed = Bitboard::EMPTY;
            let mut n = 1;
            while let Some(to) = step(from, f * n, r * n) {
                table[from][to.index()] = passed;
                passed = passed.union(Bitboard::of(to));
                n += 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// Where leaps lead, by which of the four points in their way are occupied.
type Leaps = [[Bitboard; 16]; N];

/// `bits[i]` is the bit that [`pattern`] gives the point in the way of leap i.
const fn by_pattern(leaps: &[[Leap; 4]; N], bits: [usize; 4]) -> Leaps {
    let mut table = [[Bitboard::EMPTY; 16]; N];
    let mut from = 0;
    while from < N {
        let mut pattern = 0;
        while pattern < 16 {
            let mut i = 0;
            while i < 4 {
                if pattern >> bits[i] & 1 == 0 {
                    table[from][pattern] = table[from][pattern].union(leaps[from][i].to);
                }
                i += 1;
            }
            pattern += 1;
        }
        from += 1;
    }
    table
}

/// Of the points 9 and 1 before another and 1 and 9 behind it: bits 0, 2, 1 and 3.
const STRAIGHT_POINTS: u64 = 1 << 1 | 1 << 9 | 1 << 11 | 1 << 19;
const GATHER_STRAIGHT: u64 = 1 << 59 | 1 << 53 | 1 << 50 | 1 << 44;
const STRAIGHT_BITS: [usize; 4] = [2, 1, 0, 3];

/// Of those 10 and 8 before it and 8 and 10 behind it: bits 2, 0, 3 and 1.
const DIAGONAL_POINTS: u64 = 1 | 1 << 2 | 1 << 18 | 1 << 20;
const GATHER_DIAGONAL: u64 = 1 << 62 | 1 << 58 | 1 << 45 | 1 << 41;
const DIAGONAL_BITS: [usize; 4] = [2, 0, 3, 1];

static HORSE_LEAPS: Leaps = by_pattern(&HORSE, STRAIGHT_BITS);
static HORSE_ONTO_LEAPS: Leaps = by_pattern(&HORSE_ONTO_TABLE, DIAGONAL_BITS);
static ELEPHANT_LEAPS: Leaps = by_pattern(&ELEPHANT, DIAGONAL_BITS);

/// Which of four points around another are occupied. The product moves each to the
/// top of the word; its other terms land lower, or beyond it.
#[inline]
fn pattern(around: Square, occupied: Bitboard, points: u64, gather: u64) -> usize {
    let [red, black] = occupied.0;
    let all = u128::from(red) | u128::from(black) << (N / 2);
    // From ten points before it on.
    let window = ((all << 10) >> around.index()) as u64;
    ((window & points).wrapping_mul(gather) >> 60) as usize
}

/// Where a general may step: within its palace, also to where it would be taken.
#[inline]
#[must_use]
pub fn general(from: Square) -> Bitboard {
    GENERAL[from.index()]
}

/// Where an advisor may step.
#[inline]
#[must_use]
pub fn advisor(from: Square) -> Bitboard {
    ADVISOR[from.index()]
}

/// Where an elephant may go: two steps along a diagonal, on its own side of
/// the river, if the eye in between is empty.
#[inline]
#[must_use]
pub fn elephant(from: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT_LEAPS[from.index()][pattern(from, occupied, DIAGONAL_POINTS, GATHER_DIAGONAL)]
}

/// Where a horse may go: over each leg that is empty.
#[inline]
#[must_use]
pub fn horse(from: Square, occupied: Bitboard) -> Bitboard {
    HORSE_LEAPS[from.index()][pattern(from, occupied, STRAIGHT_POINTS, GATHER_STRAIGHT)]
}

/// From where a horse attacks a point. Not the same as [`horse`]: the leg
/// stands beside the horse, not beside its victim.
#[inline]
#[must_use]
pub fn horse_onto(to: Square, occupied: Bitboard) -> Bitboard {
    HORSE_ONTO_LEAPS[to.index()][pattern(to, occupied, DIAGONAL_POINTS, GATHER_DIAGONAL)]
}

/// For each of four legs around a point: the leg, and the two points from
/// where a horse attacks over it.
#[inline]
pub(crate) fn horse_legs(to: Square) -> impl Iterator<Item = (Bitboard, Bitboard)> {
    HORSE_ONTO[to.index()].iter().map(|leap| (leap.over, leap.to))
}

/// Where a side's pawn may step.
#[inline]
#[must_use]
pub fn pawn(side: Side, from: Square) -> Bitboard {
    PAWN[side.index()][from.index()]
}

/// From where a side's pawns attack a point.
#[inline]
#[must_use]
pub fn pawn_onto(side: Side, to: Square) -> Bitboard {
    PAWN_ONTO[side.index()][to.index()]
}

/// The points strictly between two that share a rank or file; none otherwise.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// A side's half of the board.
#[must_use]
pub const fn home(side: Side) -> Bitboard {
    match side {
        Side::Red => Bitboard([Bitboard::ALL.0[0], 0]),
        Side::Black => Bitboard([0, Bitboard::ALL.0[1]]),
    }
}

/// The points at which a side's piece of this kind can ever stand.
#[must_use]
pub fn reachable(side: Side, kind: crate::piece::Kind) -> Bitboard {
    use crate::piece::Kind;
    let home = home(side);
    let start = Square::at(match (side, kind) {
        (Side::Red, Kind::Advisor) => 3,
        (Side::Black, Kind::Advisor) => N - 4,
        (Side::Red, Kind::Elephant) => 2,
        (Side::Black, _) => N - 3,
        (Side::Red, _) => 0,
    });
    match kind {
        Kind::General => PALACES & home,
        Kind::Advisor => closure(start, advisor),
        Kind::Elephant => closure(start, |from| elephant(from, Bitboard::EMPTY)),
        // A pawn starts on every second file of the fourth rank, and steps
        // aside only beyond the river.
        Kind::Pawn => {
            let starts = (0..9).step_by(2).map(|file| match side {
                Side::Red => Square::at(3 * 9 + file),
                Side::Black => Square::at(6 * 9 + file),
            });
            starts.fold(Bitboard::EMPTY, |set, start| set | closure(start, |s| pawn(side, s)))
        }
        Kind::Horse | Kind::Rook | Kind::Cannon => Bitboard::ALL,
    }
}

/// All points that steps lead to.
fn closure(start: Square, steps: impl Fn(Square) -> Bitboard) -> Bitboard {
    let mut set = Bitboard::of(start);
    loop {
        let more = set.into_iter().fold(set, |more, square| more | steps(square));
        if more == set {
            return set;
        }
        set = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Kind;

    fn at(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn set(text: &str) -> Bitboard {
        text.split_whitespace().map(at).collect()
    }

    #[test]
    fn rays_of_rook_and_cannon() {
        let occupied = set("e2 e5 e7 b2 g2 h2 i2");
        let seen = rays(at("e2"), occupied);
        assert_eq!(seen.near, set("e0 e1 e3 e4 e5 b2 c2 d2 f2 g2"));
        assert_eq!(seen.far, set("e6 e7 a2 h2"));
    }

    #[test]
    fn horse_and_its_leg() {
        assert_eq!(horse(at("b0"), set("c0")), set("a2 c2"));
        assert_eq!(horse(at("e4"), set("e5 d4")), set("g3 g5 d2 f2"));
        // Only the horse's own leg hinders it.
        for from in Square::all() {
            for leg in Square::all().filter(|&leg| leg != from) {
                for to in horse(from, Bitboard::of(leg)) {
                    assert!(horse_onto(to, Bitboard::of(leg)).contains(from));
                }
            }
        }
    }

    #[test]
    fn elephants_do_not_swim() {
        assert_eq!(elephant(at("g4"), Bitboard::EMPTY), set("e2 i2"));
        assert_eq!(elephant(at("e2"), set("d3")), set("c0 g0 g4"));
    }

    #[test]
    fn haunts_are_counted() {
        let sizes = Side::BOTH.map(|side| Kind::ALL.map(|kind| reachable(side, kind).count()));
        assert_eq!(sizes, [[9, 5, 7, 90, 90, 90, 55]; 2]);
    }

    #[test]
    fn between_is_open() {
        assert_eq!(between(at("e0"), at("e9")).count(), 8);
        assert_eq!(between(at("a3"), at("d3")), set("b3 c3"));
        assert!(between(at("a3"), at("b4")).is_empty());
    }
}
