//! A game as it was played, whatever file it is from.

use super::error::{MoveErrorKind, clip};
use super::{MoveError, Stone};
use crate::{Point, Rule, Side, Size};

/// A game of a file, or one line of play of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// The rule, if the file tells one that is played here.
    pub rule: Option<Rule>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// When it was played, as the file has it.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// How it ended, as the file has it; [`outcome`](Self::outcome) reads it.
    pub result: Option<String>,
    /// Piskvork's number for how it ended.
    pub end_code: Option<i32>,
    /// A comment on all of it.
    pub comment: Option<String>,
    /// Stones before the first move.
    pub setup: Vec<(Point, Side)>,
    /// Whose move the first one is: Black's, unless stones are set up or the
    /// file says otherwise.
    pub first: Side,
    /// The moves; the colours alternate.
    pub moves: Vec<Played>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// Where.
    pub point: Point,
    /// How long it took, in milliseconds.
    pub time_ms: Option<u64>,
    /// What is said about it. Of a tree, a text comes with the first line that
    /// leads through its move, and with no other.
    pub comment: Option<String>,
}

impl From<Point> for Played {
    fn from(point: Point) -> Self {
        Self { point, time_ms: None, comment: None }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// Nobody won.
    Drawn,
}

impl Record {
    /// A record without names and moves.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            black: None,
            white: None,
            date: None,
            event: None,
            result: None,
            end_code: None,
            comment: None,
            setup: Vec::new(),
            first: Side::Black,
            moves: Vec::new(),
        }
    }

    /// Whose the move of this index is; 0 is the first.
    #[must_use]
    pub const fn side_of(&self, index: usize) -> Side {
        if index.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// The points of the moves, in order.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.moves.iter().map(|played| played.point)
    }

    /// Who won, as far as [`result`](Self::result) is one of SGF's: `B+5`,
    /// `W+R`, `0`, `Draw`; `1-0`, `0-1` and `1/2-1/2` are known as well.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let text = self.result.as_deref()?.trim().to_ascii_lowercase();
        match text.as_str() {
            "0" | "draw" | "1/2-1/2" => Some(Outcome::Drawn),
            "1-0" => Some(Outcome::Won(Side::Black)),
            "0-1" => Some(Outcome::Won(Side::White)),
            _ if text.starts_with("b+") => Some(Outcome::Won(Side::Black)),
            _ if text.starts_with("w+") => Some(Outcome::Won(Side::White)),
            _ => None,
        }
    }
}

/// A rule named in a text such as `Renju (RIF)`.
pub(super) fn rule_in(text: &str) -> Option<Rule> {
    let text = text.to_ascii_lowercase();
    Rule::ALL.into_iter().find(|rule| text.contains(rule.name()))
}

/// A record while it is read. Every stone that it takes is on the board, and
/// on no other.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub record: Record,
    taken: Vec<bool>,
}

impl Line {
    pub fn new(size: Size) -> Self {
        Self { record: Record::new(size), taken: vec![false; size.points()] }
    }

    fn slot(&mut self, point: Point) -> Option<&mut bool> {
        let size = self.record.size;
        let index = point.y() * size.get() + point.x();
        self.taken.get_mut(index).filter(|_| size.contains(point))
    }

    fn take(&mut self, point: Point) -> Result<(), MoveErrorKind> {
        let size = self.record.size;
        match self.slot(point) {
            None => Err(MoveErrorKind::OffBoard { size }),
            Some(taken) if *taken => Err(MoveErrorKind::Occupied { point }),
            Some(taken) => {
                *taken = true;
                Ok(())
            }
        }
    }

    fn free(&mut self, point: Point) {
        if let Some(taken) = self.slot(point) {
            *taken = false;
        }
    }

    /// The number of the next move, from 1.
    pub fn next_number(&self) -> usize {
        self.record.moves.len() + 1
    }

    /// An error of the next move.
    pub fn wrong(&self, text: &str, kind: MoveErrorKind) -> MoveError {
        MoveError { stone: Stone::Move(self.next_number()), text: clip(text), kind }
    }

    pub fn play(&mut self, text: &str, played: Played) -> Result<(), MoveError> {
        self.take(played.point).map_err(|kind| self.wrong(text, kind))?;
        self.record.moves.push(played);
        Ok(())
    }

    pub fn set_up(&mut self, point: Point, side: Side) -> Result<(), MoveErrorKind> {
        self.take(point)?;
        self.record.setup.push((point, side));
        Ok(())
    }

    /// Takes back what was added after there were so many.
    pub fn truncate(&mut self, moves: usize, setup: usize) {
        while self.record.moves.len() > moves {
            if let Some(played) = self.record.moves.pop() {
                self.free(played.point);
            }
        }
        while self.record.setup.len() > setup {
            if let Some((point, _)) = self.record.setup.pop() {
                self.free(point);
            }
        }
    }

    /// The comment that further text belongs to: of the last move, or of all.
    pub fn comment(&mut self) -> &mut Option<String> {
        match self.record.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.record.comment,
        }
    }

    /// The record as it stands. Comments leave with it: in a tree they would
    /// come again with every line, and a small file could have gigabytes of them.
    pub fn tell(&mut self) -> Record {
        let comments: Vec<_> =
            self.record.moves.iter_mut().map(|played| played.comment.take()).collect();
        let comment = self.record.comment.take();
        let mut record = self.record.clone();
        record.comment = comment;
        for (played, comment) in record.moves.iter_mut().zip(comments) {
            played.comment = comment;
        }
        record
    }
}
