//! What a stone would make of a line: patterns, looked up by line code.
//!
//! A line is seen from one of its points, five points to either side:
//!
//! ```text
//!   offset   -5 -4 -3 -2 -1  0 +1 +2 +3 +4 +5
//!   digit     9  7  5  3  1  .  0  2  4  6  8     0 empty, 1 own, 2 blocked
//! ```
//!
//! The digits make a number to the base 3, the line code: a stone placed on the
//! line adds a constant to the code of each point near it, and a table tells
//! for each code which pattern an own stone on the point would make. Freestyle
//! needs four points to either side, whose digits are the low ones: its codes
//! stay below 6561, and what is used of the table fits the fastest cache.
//!
//! Patterns are defined by what they lead to, not by lists of shapes. A stone
//! makes a *five* if it completes one; an *open four* if two points complete a
//! five, a *four* if one does; an *open three* if a further stone makes an
//! open four, a *three* if one makes a four; and so on for twos and ones. Only
//! lines through the stone itself count.

use std::sync::LazyLock;

use crate::rule::{Rule, Side};

/// How far a line is seen to either side.
pub(crate) const REACH: usize = 5;
/// Codes of a line.
pub(crate) const CODES: usize = 3usize.pow(2 * REACH as u32);

/// What a stone makes of one line through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pattern {
    /// No five can come of it.
    #[default]
    Dead,
    /// Four more stones make a five.
    One,
    /// As [`One`](Self::One), and a further stone makes an open two.
    OpenOne,
    /// Three more stones make a five.
    Two,
    /// A further stone makes an open three.
    OpenTwo,
    /// A further stone makes a four.
    Three,
    /// A further stone makes an open four.
    OpenThree,
    /// Renju's Black only: six or more in a row, and no five.
    Overline,
    /// Renju's Black only: two fours on one line, which he must not make.
    DoubleFour,
    /// One point completes a five.
    Four,
    /// Two points complete a five.
    OpenFour,
    /// Five in a row (or more, where that wins).
    Five,
}

impl Pattern {
    /// Every pattern, weakest first.
    pub const ALL: [Self; 12] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Overline,
        Self::DoubleFour,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The name used in the field.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::One => "one",
            Self::OpenOne => "open one",
            Self::Two => "two",
            Self::OpenTwo => "open two",
            Self::Three => "three",
            Self::OpenThree => "open three",
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::Four => "four",
            Self::OpenFour => "open four",
            Self::Five => "five",
        }
    }

    /// Of the low four bits of a byte; what is no pattern is dead.
    #[inline]
    pub(crate) const fn of_bits(bits: u8) -> Self {
        let bits = bits as usize & 15;
        if bits < Self::ALL.len() { Self::ALL[bits] } else { Self::Dead }
    }
}

/// What a digit at this offset is worth in a line code: 3 to the power of its
/// place. Offset 0 is the point itself and has none.
pub(crate) const fn weight(offset: isize) -> usize {
    let place = match offset {
        0 => return 0,
        o if o > 0 => 2 * (o as u32 - 1),
        o => 2 * (o.unsigned_abs() as u32 - 1) + 1,
    };
    3usize.pow(place)
}

/// The line code of an 11-bit window (bit 5 the point itself) of own stones
/// and one of what blocks.
#[inline]
pub(crate) fn code(own: u32, blocked: u32) -> usize {
    let sums = &*WINDOW_SUMS;
    usize::from(sums[own as usize % WINDOWS]) + 2 * usize::from(sums[blocked as usize % WINDOWS])
}

const WINDOWS: usize = 1 << (2 * REACH + 1);

static WINDOW_SUMS: LazyLock<[u16; WINDOWS]> = LazyLock::new(|| {
    let mut sums = [0; WINDOWS];
    for (window, sum) in sums.iter_mut().enumerate() {
        for bit in 0..=2 * REACH {
            if window >> bit & 1 == 1 {
                *sum += weight(bit as isize - REACH as isize) as u16;
            }
        }
    }
    sums
});

/// Patterns by line code.
#[derive(Debug)]
pub(crate) struct Table {
    patterns: Vec<Pattern>,
}

impl Table {
    /// The pattern that a stone makes of a line with this code.
    #[inline]
    pub fn get(&self, code: usize) -> Pattern {
        self.patterns[code]
    }

    /// All, for tables that hold more than one side's.
    pub fn all(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The table of a side under a rule.
    #[inline]
    pub fn of(rule: Rule, side: Side) -> &'static Self {
        match (rule, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::White) => &FREE,
            (Rule::Standard, _) => &EXACT,
            (Rule::Renju, Side::Black) => &BLACK,
        }
    }

    fn new(kind: Kind) -> Self {
        let mut patterns = vec![Pattern::Dead; CODES];
        // A further stone makes the code greater: what it leads to is known.
        for code in (0..CODES).rev() {
            patterns[code] = pattern(kind, code, &patterns);
        }
        Self { patterns }
    }
}

static FREE: LazyLock<Table> = LazyLock::new(|| Table::new(Kind::FREE));
static EXACT: LazyLock<Table> = LazyLock::new(|| Table::new(Kind::EXACT));
static BLACK: LazyLock<Table> = LazyLock::new(|| Table::new(Kind::BLACK));

#[derive(Clone, Copy)]
struct Kind {
    /// Six or more are no five.
    exact: bool,
    /// Two fours on one line are forbidden, unless they are one straight four.
    straight: bool,
}

impl Kind {
    const FREE: Self = Self { exact: false, straight: false };
    const EXACT: Self = Self { exact: true, straight: false };
    const BLACK: Self = Self { exact: true, straight: true };
}

fn pattern(kind: Kind, code: usize, known: &[Pattern]) -> Pattern {
    let digit = |offset: isize| code / weight(offset) % 3;
    let run = |sign: isize| (1..=REACH as isize).take_while(|o| digit(sign * o) == 1).count();
    let run = run(-1) + 1 + run(1);
    match run {
        5 => return Pattern::Five,
        6.. if kind.exact => return Pattern::Overline,
        6.. => return Pattern::Five,
        _ => {}
    }
    let mut counts = [0usize; Pattern::ALL.len()];
    let reach = REACH as isize;
    for offset in (-reach..=reach).filter(|&o| o != 0 && digit(o) == 0) {
        counts[known[code + weight(offset)] as usize] += 1;
    }
    let any = |pattern: Pattern| counts[pattern as usize] > 0;
    match counts[Pattern::Five as usize] {
        0 => {}
        1 => return Pattern::Four,
        // Four in a row with both ends open; any other two are two fours.
        _ if kind.straight && run != 4 => return Pattern::DoubleFour,
        _ => return Pattern::OpenFour,
    }
    let steps = [
        (Pattern::OpenFour, Pattern::OpenThree),
        (Pattern::Four, Pattern::Three),
        (Pattern::OpenThree, Pattern::OpenTwo),
        (Pattern::Three, Pattern::Two),
        (Pattern::OpenTwo, Pattern::OpenOne),
        (Pattern::Two, Pattern::One),
    ];
    let leads = steps.into_iter().find(|&(next, _)| any(next));
    leads.map_or(Pattern::Dead, |(_, pattern)| pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of a line such as `.XX*_O`: X own, O blocked, the rest
    /// empty, `*` the point; what lies beyond the text is empty.
    fn of(rule: Rule, side: Side, line: &str) -> Pattern {
        let star = line.find('*').unwrap() as isize;
        let code = line.bytes().enumerate().map(|(i, b)| {
            let offset = i as isize - star;
            match b {
                b'X' => weight(offset),
                b'O' => 2 * weight(offset),
                _ => 0,
            }
        });
        Table::of(rule, side).get(code.sum())
    }

    fn free(line: &str) -> Pattern {
        of(Rule::Freestyle, Side::Black, line)
    }

    #[test]
    fn names_of_the_field() {
        use Pattern::*;
        for (line, pattern) in [
            ("XXXX*", Five),
            ("XX*XX", Five),
            ("XXX*XXX", Five),
            (".XXX*.", OpenFour),
            ("OXXX*.", Four),
            ("X.XX*", Four),
            ("X.XX*.X", OpenFour),
            (".XX*.", OpenThree),
            ("X.X*", OpenThree),
            ("OXX*..", Three),
            ("XX..*", Three),
            ("O.XX*.O", Three),
            (".X*", OpenTwo),
            ("OX*...", Two),
            ("*", OpenOne),
            ("O*", One),
            ("O.*..O", Dead),
            ("OXXX*O", Dead),
        ] {
            assert_eq!(free(line), pattern, "{line}");
        }
    }

    #[test]
    fn exactly_five() {
        use Pattern::*;
        let standard = |line| of(Rule::Standard, Side::White, line);
        assert_eq!(standard("XXX*XX"), Overline);
        assert_eq!(standard("XXX*X"), Five);
        // Completing it at the left would make six.
        assert_eq!(standard("X.XXX*.O"), Four);
        assert_eq!(standard("X.XXX*O"), Dead);
        // Each end of an open four would make an overline with the far stones.
        assert_eq!(standard("X..XX*..X"), Three);
        assert_eq!(of(Rule::Renju, Side::White, "XXX*XX"), Five);
    }

    #[test]
    fn two_fours_on_one_line_are_not_for_black() {
        use Pattern::*;
        let black = |line| of(Rule::Renju, Side::Black, line);
        assert_eq!(black("X.*XX.X"), DoubleFour);
        assert_eq!(black("XX.*X.XX"), DoubleFour);
        assert_eq!(black(".XXX*."), OpenFour);
        assert_eq!(of(Rule::Standard, Side::Black, "X.*XX.X"), OpenFour);
        // An open four could only be two fours.
        assert_eq!(black("X.*X.X"), Three);
        assert_eq!(free("X.*X.X"), OpenThree);
    }

    #[test]
    fn lines_read_the_same_from_both_ends() {
        for side in Side::ALL {
            for rule in Rule::ALL {
                let table = Table::of(rule, side);
                for code in 0..CODES {
                    let digit = |o: isize| code / weight(o) % 3;
                    let mirror: usize =
                        (-5..=5).filter(|&o| o != 0).map(|o| digit(o) * weight(-o)).sum();
                    assert_eq!(table.get(code), table.get(mirror));
                }
            }
        }
    }

    #[test]
    fn free_lines_are_seen_four_points_far() {
        for code in 0..CODES {
            assert_eq!(FREE.get(code), FREE.get(code % 6561));
        }
    }

    #[test]
    fn windows_and_digits_agree() {
        // Own stones at -5 and +1, blocked at -1 and +5; the point does not count.
        let own = 1 << 0 | 1 << 6 | 1 << 5;
        let blocked = 1 << 4 | 1 << 10;
        let sum = weight(-5) + weight(1) + 2 * (weight(-1) + weight(5));
        assert_eq!(code(own, blocked), sum);
    }
}
