//! What patterns are worth, alone and together, and what it is worth to be on move.
//!
//! The numbers are fitted to games of the engine against itself (`texel`), for each rule apart.
//! They stand in `freestyle.rs`, `standard.rs` and `renju.rs`, three tables for both sides, or
//! for each where the rule treats them unlike:
//!
//! - `pattern`: what a line adds to the value of a vacant point, by the [`Pattern`] that a stone
//!   there would make of it;
//! - `point`: what the four lines of a point are worth more together than one by one, by their
//!   patterns in whatever order;
//! - `threats`: what it is worth to be on move, by the threats of both sides ([`Situation`]).
//!
//! The first two are added up before the first game, and looked up by pairs of lines. The first
//! fit, for freestyle, brought +99 Elo (+-39, 300 games of 5,000 nodes a move) over a sum of
//! values by hand, line by line; keeping up sums of pairs costs a sixth of the time of a node.

mod freestyle;
mod renju;
mod standard;

use std::sync::{Arc, LazyLock};

use crate::pattern::Pattern;
use crate::position::Gomoku;
use crate::rule::{Rule, Side};
use crate::shapes::Rank;

const PATTERNS: usize = Pattern::ALL.len();
/// Pairs of patterns, in whatever order.
const PAIRS: usize = PATTERNS * (PATTERNS + 1) / 2;
/// Four patterns, in whatever order.
const FOURS: usize = PATTERNS * (PATTERNS + 1) * (PATTERNS + 2) * (PATTERNS + 3) / 24;
/// Not less than the square of [`PAIRS`], and a power of two.
const ROOM: usize = 1 << 13;

/// Names and lengths of the tables of a side, in their order.
const TABLES: [(&str, usize); 3] =
    [("pattern", PATTERNS), ("point", FOURS), ("threats", Situation::COUNT)];

/// The weights of one rule, ready for use.
pub(crate) struct Values {
    /// By the pairs of the first two lines and of the last two.
    points: [Arc<[i16; ROOM]>; 2],
    /// By [`Situation`].
    threats: [Vec<i16>; 2],
}

static ALL: LazyLock<[Values; 3]> = LazyLock::new(|| Rule::ALL.map(Values::new));

impl Values {
    /// Of a rule.
    pub fn of(rule: Rule) -> &'static Self {
        &ALL[rule as usize]
    }

    fn new(rule: Rule) -> Self {
        let of = |side| {
            let weights = weights_of(rule, side);
            let (pattern, rest) = weights.split_at(PATTERNS);
            let (point, threats) = rest.split_at(FOURS);
            let mut points = vec![0; ROOM];
            for i in 0..PATTERNS.pow(4) {
                let digits = [1, 12, 144, 1728].map(|n| i / n % PATTERNS);
                let [a, b, c, d] = digits;
                let sum = digits.iter().map(|&p| pattern[p]).sum::<i16>();
                points[usize::from(ROWS[a | b << 4]) + usize::from(COLUMNS[c | d << 4])] =
                    sum + point[NUMBERS[i] as usize];
            }
            let points: Box<[i16; ROOM]> =
                points.try_into().unwrap_or_else(|_| Box::new([0; ROOM]));
            (Arc::from(points), threats.to_vec())
        };
        let [black, mut white] = Side::ALL.map(of);
        if black.0 == white.0 {
            // One table in the fastest cache is better than two.
            white.0 = Arc::clone(&black.0);
        }
        Self { points: [black.0, white.0], threats: [black.1, white.1] }
    }

    /// What a vacant point is worth to a side, by the patterns of its lines, half a byte each.
    #[inline]
    pub fn point(&self, side: Side, patterns: u16) -> i16 {
        let row = ROWS[usize::from(patterns & 0xff)];
        let column = COLUMNS[usize::from(patterns >> 8)];
        self.points[side.index()][usize::from(row + column) % ROOM]
    }

    /// What it is worth to a side to be on move.
    #[inline]
    pub fn threats(&self, side: Side, situation: Situation) -> i16 {
        self.threats[side.index()][usize::from(situation.0) % Situation::COUNT]
    }
}

/// By two patterns, half a byte each: the number of their pair.
const COLUMNS: [u16; 256] = {
    let mut numbers = [0; 256];
    let (mut a, mut n) = (0, 0);
    while a < PATTERNS {
        let mut b = a;
        while b < PATTERNS {
            numbers[a | b << 4] = n;
            numbers[b | a << 4] = n;
            n += 1;
            b += 1;
        }
        a += 1;
    }
    numbers
};

/// The same, times the number of pairs.
const ROWS: [u16; 256] = {
    let mut rows = COLUMNS;
    let mut i = 0;
    while i < rows.len() {
        rows[i] *= PAIRS as u16;
        i += 1;
    }
    rows
};

/// By four patterns, digits of a number to the base 12: the number of the four in whatever order.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let sorted = |i: usize| {
        let mut digits = [1, 12, 144, 1728].map(|n| i / n % PATTERNS);
        digits.sort_unstable();
        digits
    };
    let mut all: Vec<_> = (0..PATTERNS.pow(4)).map(sorted).collect();
    let fours = all.clone();
    all.sort_unstable();
    all.dedup();
    let number = |four| all.binary_search(four).unwrap_or_default() as u16;
    fours.iter().map(number).collect()
});

/// The threats of both sides, as a number: a bit for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Situation(u16);

impl Situation {
    /// How many there are.
    pub const COUNT: usize = 1 << 9;

    /// Whose threats count, and which.
    const BITS: [(bool, Rank); 9] = [
        (true, Rank::FourThree),
        (true, Rank::Four),
        (true, Rank::DoubleThree),
        (true, Rank::OpenThree),
        (false, Rank::OpenFour),
        (false, Rank::FourThree),
        (false, Rank::Four),
        (false, Rank::DoubleThree),
        (false, Rank::OpenThree),
    ];

    /// Of the side to move.
    #[inline]
    pub fn of(pos: &Gomoku) -> Self {
        let us = pos.side_to_move();
        let mut bits = 0;
        for (i, (ours, rank)) in Self::BITS.into_iter().enumerate() {
            let side = if ours { us } else { us.other() };
            bits |= u16::from(pos.shapes().count_of(side, rank) > 0) << i;
        }
        Self(bits)
    }
}

/// The weights of a side, table behind table.
fn weights_of(rule: Rule, side: Side) -> Vec<i16> {
    let all = tuning::weights(rule);
    let length: usize = TABLES.iter().map(|(_, n)| n).sum();
    let sets = all.len() / length;
    all[(side.index() % sets) * length..][..length].to_vec()
}

/// What a tuner needs to know.
pub mod tuning {
    use super::{FOURS, NUMBERS, PATTERNS, Situation, TABLES, freestyle, renju, standard};
    use crate::position::Gomoku;
    use crate::rule::{Rule, Side};

    /// Names of the tables of a rule's weights, and how many weights each has.
    #[must_use]
    pub fn tables(rule: Rule) -> Vec<(&'static str, usize)> {
        file(rule).iter().map(|(name, weights)| (*name, weights.len())).collect()
    }

    /// The weights in force, table behind table.
    #[must_use]
    pub fn weights(rule: Rule) -> Vec<i16> {
        file(rule).iter().flat_map(|(_, weights)| weights.iter().copied()).collect()
    }

    const fn file(rule: Rule) -> &'static [(&'static str, &'static [i16])] {
        match rule {
            Rule::Freestyle => freestyle::WEIGHTS,
            Rule::Standard => standard::WEIGHTS,
            Rule::Renju => renju::WEIGHTS,
        }
    }

    /// The evaluation of a position as a function of the weights: numbers of
    /// weights, and how often each counts for Black, less White.
    #[must_use]
    pub fn features(pos: &Gomoku) -> Vec<(u16, i16)> {
        let length: usize = TABLES.iter().map(|(_, n)| n).sum();
        let sets = file(pos.rule()).len() / TABLES.len();
        let mut counts = vec![0i16; sets * length];
        for side in Side::ALL {
            let sign = if side == Side::Black { 1 } else { -1 };
            let counts = &mut counts[(side.index() % sets) * length..][..length];
            for point in pos.shapes().vacant().iter() {
                let patterns = pos.shapes().patterns(side, point).map(|p| p as usize);
                for pattern in patterns {
                    counts[pattern] += sign;
                }
                let four = patterns.iter().fold(0, |sum, p| sum * PATTERNS + p);
                counts[PATTERNS + usize::from(NUMBERS[four])] += sign;
            }
            if side == pos.side_to_move() {
                counts[PATTERNS + FOURS + usize::from(Situation::of(pos).0)] += sign;
            }
        }
        let counts = counts.into_iter().zip(0..);
        counts.filter(|&(n, _)| n != 0).map(|(n, i)| (i, n)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_their_lengths() {
        for rule in Rule::ALL {
            let tables = tuning::tables(rule);
            assert_eq!(tables.len(), if rule == Rule::Renju { 6 } else { 3 });
            for ((name, length), (expected, n)) in tables.iter().zip(TABLES.iter().cycle()) {
                assert!(name.ends_with(expected), "{name}");
                assert_eq!(length, n, "{name}");
            }
        }
    }

    /// The sum that is kept up move by move is what the tuner is told.
    #[test]
    fn features_make_the_evaluation() {
        for (rule, moves) in [
            (Rule::Freestyle, "h8 h9 i9 g7 j10 k11 j8 i8 g10"),
            (Rule::Standard, "h8 i8 h9 i9 h10 i10 j7 g11"),
            (Rule::Renju, "h8 h9 j8 j9 i7 i9 g9 k9 i10"),
        ] {
            let mut game = Gomoku::new(rule, crate::Size::FIFTEEN);
            let weights = tuning::weights(rule);
            for name in moves.split(' ') {
                game.play(crate::Point::parse(name, game.size()).unwrap()).unwrap();
                let of = |&(i, n): &(u16, i16)| i32::from(n) * i32::from(weights[usize::from(i)]);
                let black: i32 = tuning::features(&game).iter().map(of).sum();
                let mover = if game.side_to_move() == Side::Black { black } else { -black };
                assert_eq!(game.worth(), mover, "{rule} {name}");
                // Each side's for itself, too: what both have in excess would not be seen above.
                for side in Side::ALL {
                    let points = game.shapes().vacant().iter();
                    let sum: i32 = points.map(|p| game.shapes().value(side, p)).sum();
                    assert_eq!(game.shapes().score(side), sum, "{rule} {name}: {side}");
                }
            }
        }
    }
}
