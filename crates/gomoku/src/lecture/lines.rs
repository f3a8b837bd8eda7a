//! The first player: a value summed over the lines of the board, for a plain
//! search to a fixed depth.
//!
//! A line is a row, a column or a diagonal of at least five points. It is worth
//! h(own stones) - h(opponent's stones), and the board the sum over its lines.
//! `+` is an empty point, `*` a stone of the side that is looked at, `o` one of
//! its opponent's:
//!
//! | pattern | h |
//! |---|--:|
//! | `*****` | 100,000 |
//! | `+****+` | 50,000 |
//! | `o****+` | 10,000 |
//! | `+***++` | 1,000 |
//! | `++**++` | 100 |
//! | `+++*++` | 10 |
//!
//! The lecture gives the table and leaves the rest open. Chosen here:
//!
//! - **Mirror images count the same.** `++***+` is a `+***++` to whoever looks
//!   at the board from the other side, and so a board and its mirror image have
//!   one value.
//! - **The edge is a stone of the opponent.** Nothing can be built beyond it: a
//!   four against the edge is an `o****+`, and a three next to it no three.
//! - **A line is worth its best pattern, once.** Otherwise `+++*++*+++` would be
//!   worth more than a stone that brings them together, and one four would
//!   count as the threes and twos within it, too.
//! - **What is not in the table is worth nothing:** twos and threes with an
//!   opponent's stone at one end, stones with a gap among them, patterns without
//!   the empty points that the table asks for. A four is the only pattern that
//!   the table lists closed at one end, so the others are meant open; and every
//!   number can be checked against six patterns.
//! - **A five must be one by the rule of the board.** Six in a row contain
//!   `*****`, but where they win nothing (standard, renju's Black) they are worth
//!   nothing. All else is the same under every rule.
//!
//! The greatest value, with every line a five, lies below twelve million: far within
//! what the textbook algorithms count with, and far beyond the bands of the
//! engine's scores.

use std::ops::Range;

use crate::board::Board;
use crate::lines::{Direction, line_of};
use crate::point::{Point, Size};
use crate::rule::Side;

/// What five in a row are worth.
pub const FIVE: i32 = 100_000;
/// Four in a row, open at both ends.
pub const OPEN_FOUR: i32 = 50_000;
/// Four in a row, closed at one end.
pub const FOUR: i32 = 10_000;
/// Three in a row that can become an open four.
pub const THREE: i32 = 1_000;
/// Two in a row with two empty points at either end.
pub const TWO: i32 = 100;
/// A stone with five empty points around it.
pub const ONE: i32 = 10;

/// How many lines of at least five points a board has: 72 on 15x15.
///
/// ```
/// use gomoku::{Size, lecture::lines};
/// assert_eq!(lines::count(Size::FIFTEEN), 15 + 15 + 21 + 21);
/// ```
#[must_use]
pub const fn count(size: Size) -> usize {
    let n = size.get();
    // The long diagonal has n points, its neighbours n - 1, down to 5.
    n + n + 2 * (2 * (n - 5) + 1)
}

/// The value of the board for a side: what its lines are worth less what the
/// opponent's are. That of the opponent is the negative.
///
/// ```
/// use gomoku::{Board, Point, Rule, Side, Size, lecture::lines};
/// let point = |name| Point::parse(name, Size::FIFTEEN);
/// let (black, white) = (&[point("h8")?, point("i8")?], &[point("a1")?]);
/// let board = Board::with_stones(Rule::Freestyle, Size::FIFTEEN, black, white)?;
/// // A two in its row; in three other directions each, two single stones.
/// assert_eq!(lines::value(&board, Side::Black), 100 + 6 * 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn value(board: &Board, side: Side) -> i32 {
    let (us, them) = (board.lines(side), board.lines(side.other()));
    let exact = [side, side.other()].map(|side| !board.rule().overline_wins(side));
    let mut sum = 0;
    for direction in Direction::ALL {
        let places = places(board.size(), direction);
        let free = board.free().words(places.clone());
        let stones = us.words(places.clone()).iter().zip(them.words(places));
        for ((&us, &them), &free) in stones.zip(free) {
            if us | them == 0 {
                continue;
            }
            sum += score(us, free, exact[0]) - score(them, free, exact[1]);
        }
    }
    sum
}

/// Where the words of the lines of at least five points lie.
const fn places(size: Size, direction: Direction) -> Range<usize> {
    let n = size.get();
    // The first and the last of them go through these points.
    let (first, last) = match direction {
        Direction::Row => ((0, 0), (0, n - 1)),
        Direction::Column => ((0, 0), (n - 1, 0)),
        Direction::Rising => ((0, n - 5), (n - 5, 0)),
        Direction::Falling => ((0, 4), (n - 1, n - 5)),
    };
    line(first, direction)..line(last, direction) + 1
}

const fn line((x, y): (usize, usize), direction: Direction) -> usize {
    line_of(Point::at(x, y).cell(), direction).0
}

/// What one line is worth to the owner of these stones.
///
/// ```text
///   bit i of        says that
///   own             a stone stands at i
///   two, three ...  so many stand in a row from i on
///   free << 1       the point before i is empty
///   free >> 3       the point behind three in a row is empty
/// ```
#[inline]
const fn score(own: u32, free: u32, exact: bool) -> i32 {
    if own == 0 {
        return 0;
    }
    let two = own & own >> 1;
    if two != 0 {
        let three = two & own >> 2;
        if three != 0 {
            let four = three & own >> 3;
            if four != 0 {
                let mut five = four & own >> 4;
                if exact {
                    five &= !(own << 1 | own >> 5);
                }
                if five != 0 {
                    return FIVE;
                }
                let (before, behind) = (free << 1, free >> 4);
                if four & before & behind != 0 {
                    return OPEN_FOUR;
                }
                // Where it goes on with a stone it is no four.
                if four & (before | behind) & !(own << 1 | own >> 4) != 0 {
                    return FOUR;
                }
            }
            if three & free << 1 & free >> 3 & (free << 2 | free >> 4) != 0 {
                return THREE;
            }
        }
        if two & free << 1 & free << 2 & free >> 2 & free >> 3 != 0 {
            return TWO;
        }
    }
    if own & free << 1 & free << 2 & free >> 1 & free >> 2 & (free << 3 | free >> 3) != 0 {
        return ONE;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::MARGIN;

    /// The value of a whole line such as `+++*++o`.
    fn of(line: &str) -> i32 {
        let word = |wanted| {
            let bits = line.bytes().enumerate().filter(|&(_, b)| b == wanted);
            bits.fold(0, |word, (i, _)| word | 1u32 << (i + MARGIN))
        };
        score(word(b'*'), word(b'+'), false)
    }

    /// By the letter: the patterns searched for in the text of the line.
    fn by_text(line: &str) -> i32 {
        let ended = format!("o{line}o");
        let mirror: String = ended.chars().rev().collect();
        let patterns = [
            ("*****", FIVE),
            ("+****+", OPEN_FOUR),
            ("o****+", FOUR),
            ("+***++", THREE),
            ("++**++", TWO),
            ("+++*++", ONE),
        ];
        let holds = |pattern: &str| ended.contains(pattern) || mirror.contains(pattern);
        patterns.into_iter().find(|(pattern, _)| holds(pattern)).map_or(0, |(_, h)| h)
    }

    #[test]
    fn the_words_are_those_of_the_lines() {
        for n in 5..=22 {
            let size = Size::new(n).unwrap();
            let mut lines = 0;
            for direction in Direction::ALL {
                let places = places(size, direction);
                lines += places.len();
                // Those in the range, and no others, hold five points or more.
                let full = crate::lines::Lines::full(size);
                for p in size.each() {
                    let (place, _) = line_of(p.cell(), direction);
                    let points = full.words(place..place + 1)[0].count_ones();
                    assert_eq!(places.contains(&place), points >= 5, "{p} on {n}");
                }
            }
            assert_eq!(lines, count(size));
        }
        assert_eq!(count(Size::FIFTEEN), 72);
        assert_eq!((count(Size::MIN), count(Size::TWENTY)), (12, 102));
    }

    #[test]
    fn the_patterns_of_the_table() {
        for (line, h) in [
            ("+++*++", 10),
            ("++**++", 100),
            ("+***++", 1_000),
            ("o****+", 10_000),
            ("+****+", 50_000),
            ("*****", 100_000),
        ] {
            assert_eq!(of(line), h, "{line}");
            let mirror: String = line.chars().rev().collect();
            assert_eq!(of(&mirror), h, "{mirror}");
        }
    }

    #[test]
    fn what_the_table_leaves_open() {
        // The edge is a stone of the opponent.
        assert_eq!((of("****+"), of("+****")), (FOUR, FOUR));
        assert_eq!((of("***+++"), of("+***+"), of("+**++")), (0, 0, 0));
        // The best pattern, once.
        assert_eq!(of("+++*++*+++"), ONE);
        assert_eq!(of("++**+++**++"), TWO);
        assert_eq!(of("o***++**++"), TWO);
        assert_eq!(of("+***++****o"), FOUR);
        // One end closed, or a gap: not in the table.
        assert_eq!((of("o***+++"), of("o**++++"), of("o*+++++")), (0, 0, 0));
        assert_eq!((of("+**+*++"), of("+*+***+"), of("o****o")), (0, 0, 0));
        // Nobody's stones.
        assert_eq!((of("+++++"), of("ooooo")), (0, 0));
    }

    #[test]
    fn six_are_a_five_where_they_win() {
        let six = 0b111_1110 << MARGIN;
        let free = 0b1000_0001 << MARGIN;
        assert_eq!((score(six, free, false), score(six, free, true)), (FIVE, 0));
        let five = six & six << 1;
        assert_eq!(score(five, !five, true), FIVE);
    }

    #[test]
    fn every_line_of_nine_by_the_letter() {
        for n in 5..=9 {
            for code in 0..3usize.pow(n) {
                let digit = |i| code / 3usize.pow(i) % 3;
                let line: String = (0..n).map(|i| ['+', '*', 'o'][digit(i)]).collect();
                assert_eq!(of(&line), by_text(&line), "{line}");
            }
        }
    }
}
