//! Openings, one a line.
//!
//! A line has either points such as `h8i9g7` (a column letter and a row from
//! below; spaces and commas may stand between them), or offsets from the
//! middle such as `0,0, 1,1, -1,1`, in pairs: columns to the right, then rows
//! *downwards*, as the Gomocup protocol counts them. Its middle is the point
//! that has as many columns to the left, and rows above, as half the size of
//! the board, rounded down: `h8` of a 15x15 board, `k10` of a 20x20 board.
//!
//! Empty lines are skipped, and what follows `#` or `;`. Black has the first
//! stone, and every second from there on.

use std::borrow::Cow;
use std::fmt::Write;
use std::iter::FusedIterator;

use super::error::MoveErrorKind;
use super::record::Line;
use super::{OpeningError, Place, Played, ReadError, ReadErrorKind, Record, numbered_lines};
use crate::{Point, Size};

const POINT: &str = "a column letter and a row number, such as h8";
const OFFSET: &str = "whole numbers in pairs, such as 0,0, 1,1, -1,1";

/// The openings of a text.
///
/// An error ends its line only: the next item is that of the next line.
#[must_use]
pub fn read(text: &str, size: Size) -> Openings<'_> {
    Openings::new(text.into(), size)
}

/// Iterator over the openings of a text, see [`read`].
#[derive(Clone, Debug)]
pub struct Openings<'a> {
    text: Cow<'a, str>,
    size: Size,
    /// In bytes.
    at: usize,
    /// Lines passed.
    line: usize,
}

impl<'a> Openings<'a> {
    pub(super) const fn new(text: Cow<'a, str>, size: Size) -> Self {
        Self { text, size, at: 0, line: 0 }
    }
}

impl Iterator for Openings<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(rest) = self.text.get(self.at..).filter(|rest| !rest.is_empty()) {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let (line, after) = rest.split_at(end);
            self.at += end + if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
            self.line += 1;
            let line = content(line);
            if !line.is_empty() {
                let place = Place::Line(self.line);
                return Some(opening(line, self.size).map_err(|kind| ReadError { place, kind }));
            }
        }
        None
    }
}

impl FusedIterator for Openings<'_> {}

/// A line without comment.
fn content(line: &str) -> &str {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    line.split(['#', ';']).next().unwrap_or_default().trim()
}

/// Whether a text begins with an opening, right or wrong, as far as one can
/// tell from its first line.
pub(super) fn seems_one(text: &[u8]) -> bool {
    /// Longer lines are no openings.
    const LONGEST: usize = 4096;
    let text = String::from_utf8_lossy(text.get(..LONGEST).unwrap_or(text)).into_owned();
    let first = numbered_lines(&text).map(|(_, line)| content(line)).find(|line| !line.is_empty());
    first.is_some_and(|line| {
        let known = |c: char| c.is_ascii_alphanumeric() || ", \t-+".contains(c);
        let mut chars = line.chars();
        let begins = match chars.next() {
            Some(c) if c.is_ascii_alphabetic() => chars.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => c.is_ascii_digit() || c == '-' || c == '+',
            None => false,
        };
        begins && line.chars().all(known)
    })
}

fn opening(line: &str, size: Size) -> Result<Record, ReadErrorKind> {
    let mut opening = Line::new(size);
    if line.contains(|c: char| c.is_alphabetic()) {
        points(line, &mut opening)?;
    } else {
        offsets(line, &mut opening)?;
    }
    Ok(opening.record)
}

const fn divides(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

fn points(line: &str, opening: &mut Line) -> Result<(), ReadErrorKind> {
    for word in line.split(divides) {
        let mut rest = word;
        while !rest.is_empty() {
            let letters = rest.chars().next().map_or(0, char::len_utf8);
            let row = rest.get(letters..).unwrap_or_default();
            let digits = row.find(|c: char| !c.is_ascii_digit()).unwrap_or(row.len());
            let (text, after) = rest.split_at(letters + digits);
            let point = Point::parse(text, opening.record.size).map_err(|error| {
                let size = opening.record.size;
                // What is no point may go on behind where it stops to be one.
                match error {
                    crate::PointError::NoPoint(_) => {
                        opening.wrong(rest, MoveErrorKind::Malformed { expected: POINT })
                    }
                    crate::PointError::OffBoard { .. } => {
                        opening.wrong(text, MoveErrorKind::OffBoard { size })
                    }
                }
            })?;
            opening.play(text, Played::from(point))?;
            rest = after;
        }
    }
    Ok(())
}

fn offsets(line: &str, opening: &mut Line) -> Result<(), ReadErrorKind> {
    let words: Vec<&str> = line.split(divides).filter(|word| !word.is_empty()).collect();
    let size = opening.record.size;
    let n = i64::try_from(size.get()).unwrap_or(0);
    for pair in words.chunks(2) {
        let [x, y] = pair else {
            return Err(OpeningError::Odd(words.len()).into());
        };
        let text = format!("{x},{y}");
        let whole = |word: &str| {
            let number = word.parse::<i64>();
            number.map_err(|_| opening.wrong(&text, MoveErrorKind::Malformed { expected: OFFSET }))
        };
        let column = (n / 2).saturating_add(whole(x)?);
        let from_above = (n / 2).saturating_add(whole(y)?);
        let row = (n - 1).saturating_sub(from_above);
        let point = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        let point = point.and_then(|(x, y)| Point::new(x, y));
        let point = point.ok_or_else(|| opening.wrong(&text, MoveErrorKind::OffBoard { size }))?;
        opening.play(&text, Played::from(point))?;
    }
    Ok(())
}

/// A line with the points of the moves.
pub(super) fn write(record: &Record) -> String {
    let mut text = String::with_capacity(record.moves.len() * 3 + 1);
    for point in record.points() {
        // Writing to a string does not fail.
        let _ = write!(text, "{point}");
    }
    text.push('\n');
    text
}
