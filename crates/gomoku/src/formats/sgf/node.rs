//! What the properties of a node say.

use super::lexer::Property;
use super::{Lines, wrong};
use crate::formats::error::{MoveErrorKind, clip};
use crate::formats::record::{Line, rule_in};
use crate::formats::{
    MoveError, Played, ReadError, ReadErrorKind, SgfError, Stone, add_comment, name,
};
use crate::{Point, PointError, Side, Size};

const EXPECTED: &str = "two letters, column and row from the upper left, such as hh";

impl Lines<'_> {
    /// Adds to the line what a node says.
    pub(super) fn node(&mut self, node: &[Property], root: bool) -> Result<(), ReadError> {
        if root {
            self.root(node)?;
        }
        // Whatever their order in the node: stones, then moves, then the
        // comment on them.
        for property in node {
            self.set_up(property).map_err(|kind| wrong(property.line, kind))?;
        }
        for property in node {
            let side = match property.name.as_str() {
                "B" => Side::Black,
                "W" => Side::White,
                _ => continue,
            };
            for value in &property.values {
                self.play(side, value.trim()).map_err(|kind| wrong(property.line, kind))?;
            }
        }
        for property in node {
            self.describe(property);
        }
        Ok(())
    }

    /// What only the first node says.
    fn root(&mut self, node: &[Property]) -> Result<(), ReadError> {
        let find = |name| node.iter().find(|property| property.name == name);
        let text = |property: &Property| {
            property.values.first().map(|value| value.trim().to_owned()).unwrap_or_default()
        };
        if let Some(property) = find("GM") {
            let number = text(property);
            // `GM[]` and the like say no more than no `GM`.
            if number.parse::<u32>().is_ok_and(|number| number != 4) {
                let game = game(&number);
                let kind = SgfError::OtherGame { number: clip(&number), game };
                return Err(wrong(property.line, kind));
            }
        }
        if let Some(property) = find("SZ") {
            let value = text(property);
            let size = size(&value);
            let size = size.ok_or_else(|| wrong(property.line, SgfError::Board(clip(&value))))?;
            self.line = Line::new(size);
        }
        Ok(())
    }

    fn set_up(&mut self, property: &Property) -> Result<(), ReadErrorKind> {
        let side = match property.name.as_str() {
            "AB" => Side::Black,
            "AW" => Side::White,
            "AE" => {
                let first = property.values.first().map_or("", String::as_str);
                return Err(SgfError::Erase(clip(first)).into());
            }
            "PL" if self.line.record.moves.is_empty() => {
                let value = property.values.first().map(|value| value.trim().to_ascii_lowercase());
                let side = match value.as_deref() {
                    Some("b" | "black" | "1") => Side::Black,
                    Some("w" | "white" | "2") => Side::White,
                    _ => return Ok(()),
                };
                self.state.first = Some(side);
                self.line.record.first = side;
                return Ok(());
            }
            _ => return Ok(()),
        };
        let size = self.line.record.size;
        for value in &property.values {
            let value = value.trim();
            let bad = |kind| MoveError { stone: Stone::Setup, text: clip(value), kind };
            if !self.line.record.moves.is_empty() {
                return Err(bad(MoveErrorKind::LateSetup).into());
            }
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let (from, to) = (point(from, size).map_err(bad)?, point(to, size).map_err(bad)?);
            // A rectangle; one whose corners are others has nothing in it.
            for y in (to.y()..=from.y()).rev() {
                for x in from.x()..=to.x() {
                    if let Some(point) = Point::new(x, y) {
                        self.line.set_up(point, side).map_err(bad)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        let size = self.line.record.size;
        let index = self.line.record.moves.len();
        if index == 0 && self.state.first.is_none() && !self.line.record.setup.is_empty() {
            // Stones are on the board, and nothing says who is to move.
            self.state.first = Some(side);
            self.line.record.first = side;
        }
        let pass = is_pass(text, size);
        if let Some(passed) = self.state.passed {
            let text = if passed == Side::Black { "B[]" } else { "W[]" };
            return if pass { Ok(()) } else { Err(self.line.wrong(text, MoveErrorKind::Pass)) };
        }
        if self.line.record.side_of(index) != side {
            return Err(self.line.wrong(text, MoveErrorKind::WrongSide { side }));
        }
        if pass {
            self.state.passed = Some(side);
            return Ok(());
        }
        let point = point(text, size).map_err(|kind| self.line.wrong(text, kind))?;
        self.line.play(text, Played::from(point))
    }

    /// Properties for people.
    fn describe(&mut self, property: &Property) {
        let Some(value) = property.values.first() else { return };
        if property.name == "C" {
            add_comment(self.line.comment(), &paragraphs(value));
            return;
        }
        let record = &mut self.line.record;
        let field = match property.name.as_str() {
            "PB" => &mut record.black,
            "PW" => &mut record.white,
            "DT" => &mut record.date,
            "EV" => &mut record.event,
            "RE" => &mut record.result,
            "RU" => {
                record.rule = record.rule.or_else(|| rule_in(value));
                return;
            }
            _ => return,
        };
        if field.is_none() {
            *field = name(value);
        }
    }
}

/// A text with its lines; other white space is a space.
fn paragraphs(value: &str) -> String {
    let mut text = value.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    if text.contains(|c: char| c != '\n' && c.is_whitespace()) {
        text = text.chars().map(|c| if c != '\n' && c.is_whitespace() { ' ' } else { c }).collect();
    }
    text.truncate(text.trim_end().len());
    text
}

/// `tt` was a pass when boards had at most 19 lines.
fn is_pass(text: &str, size: Size) -> bool {
    text.is_empty() || (size.get() <= 19 && text.eq_ignore_ascii_case("tt"))
}

fn point(text: &str, size: Size) -> Result<Point, MoveErrorKind> {
    let column = |byte: u8| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
    match *text.as_bytes() {
        [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => {
            let row = size.get().checked_sub(1 + column(y));
            let point = row.and_then(|row| Point::new(column(x), row));
            point.filter(|&p| size.contains(p)).ok_or(MoveErrorKind::OffBoard { size })
        }
        _ => Point::parse(text, size).map_err(|error| match error {
            PointError::NoPoint(_) => MoveErrorKind::Malformed { expected: EXPECTED },
            PointError::OffBoard { .. } => MoveErrorKind::OffBoard { size },
        }),
    }
}

fn size(text: &str) -> Option<Size> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let size = number(columns)?;
    Size::new(size).filter(|_| number(rows) == Some(size))
}

/// The games of the format that people know.
fn game(number: &str) -> &'static str {
    match number {
        "1" => "go",
        "2" => "othello",
        "3" => "chess",
        "5" => "nine men's morris",
        "6" => "backgammon",
        "7" => "Chinese chess",
        "8" => "shogi",
        "11" => "hex",
        _ => "another game",
    }
}
