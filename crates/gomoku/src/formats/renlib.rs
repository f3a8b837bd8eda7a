//! Libraries of RenLib, a program for trees of renju openings. They are only read.
//!
//! The format has no public description. What is read here is what is told
//! about RenLib's source and by programs that read its files; it has been tried
//! on files that were made for it, not yet on one that RenLib wrote.
//!
//! - A header of 20 bytes: `FF`, `RenLib`, `FF`, the version (`03`), the minor
//!   version (`00` to `04` occur), ten bytes that mean nothing (`FF`). Libraries
//!   of the first versions have none: they begin with the first move, `78`.
//! - Nodes in the order of a walk that goes to a node's first child before
//!   its next sibling. A node has a byte for its point and one for flags. The
//!   point is 16 times the row, from 0, and the column, from 1: `78` is `h8`.
//!   Rows are counted from above. (Were they counted from below, all positions
//!   would be mirrored, and no worse: the game is the same.)
//!   The byte 0 is no stone: the root of the tree above all first moves, or a pass.
//! - The flags, by their names in RenLib: `80` *down*: a sibling comes after
//!   all that comes from this node; `40` *right*: nothing comes from this node;
//!   `20` and `08`: a text follows, of old and new kind; `10` a mark; `04` the
//!   position that is shown first; `02` no move; `01` two bytes more of flags.
//!   Of these only the last bit is known: another text follows, for a stone.
//! - Texts go by pairs of bytes, and end with the pair that has a zero in it.
//!
//! A walk that follows the first two flags alone must come to its end where the
//! file ends, neither before nor after, and no line may have a point twice:
//! a library that is read without an error has most likely been understood.

use std::iter::FusedIterator;

use super::error::MoveErrorKind;
use super::record::Line;
use super::{
    MoveError, Place, Played, ReadError, ReadErrorKind, Record, RenLibError, add_comment, decode,
};
use crate::{Point, Size};

const MAGIC: &[u8] = b"\xffRenLib\xff";
const HEADER: usize = 20;
/// `h8`.
const MIDDLE: u8 = 0x78;
/// The board has 225 points; some nodes are no moves.
const DEEPEST: usize = 512;

const DOWN: u8 = 0x80;
const RIGHT: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;

/// Whether a file begins as libraries do.
pub(super) fn has_header(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Whether a file seems to be a library without a header, and no text.
pub(super) fn seems_headless(bytes: &[u8]) -> bool {
    bytes.first() == Some(&MIDDLE)
        && bytes.get(1).is_some_and(|b| !b.is_ascii_graphic() && !b.is_ascii_whitespace())
}

/// All lines of a library, from the root to each end. The text of a move
/// comes with the first line that leads through it.
///
/// A line that puts a stone where one is, or that passes, is an error, and the
/// next item is the next line that does not come from there. Otherwise an error is the last item.
///
/// # Errors
/// [`ReadError`] if the file is none, or of another version.
pub fn lines(bytes: &[u8]) -> Result<Lines<'_>, ReadError> {
    let wrong =
        |at, kind: RenLibError| Err(ReadError { place: Place::Byte(at), kind: kind.into() });
    let at = if has_header(bytes) {
        match bytes.get(MAGIC.len()) {
            Some(3) if bytes.len() >= HEADER => HEADER,
            Some(&version) if version != 3 => {
                return wrong(MAGIC.len(), RenLibError::Version(version));
            }
            _ => return wrong(bytes.len(), RenLibError::Truncated { what: "the header" }),
        }
    } else if bytes.first() == Some(&MIDDLE) {
        0
    } else {
        return wrong(0, RenLibError::Header);
    };
    Ok(Lines {
        bytes,
        at,
        line: Line::new(Size::FIFTEEN),
        path: Vec::new(),
        siblings: Vec::new(),
        over: false,
        // A library without nodes has no lines.
        done: at == bytes.len(),
    })
}

/// Iterator over the lines of a library, see [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: Line,
    /// The nodes from the root to the last one that was read.
    path: Vec<Step>,
    /// Depths of nodes with siblings to come.
    siblings: Vec<usize>,
    /// No node waits for a child or a sibling.
    over: bool,
    done: bool,
}

/// What there was before a node.
#[derive(Clone, Copy, Debug)]
struct Step {
    moves: usize,
    /// What comes from this node is no line.
    broken: bool,
}

struct Node {
    point: u8,
    flags: u8,
    texts: String,
}

impl Lines<'_> {
    fn pair(&mut self, what: &'static str) -> Result<[u8; 2], ReadError> {
        match self.bytes.get(self.at..self.at.saturating_add(2)) {
            Some(&[first, second]) => {
                self.at += 2;
                Ok([first, second])
            }
            _ => Err(ReadError {
                place: Place::Byte(self.bytes.len()),
                kind: RenLibError::Truncated { what }.into(),
            }),
        }
    }

    fn text(&mut self) -> Result<String, ReadError> {
        let start = self.at;
        let mut length = 0;
        for byte in self.bytes.get(start..).unwrap_or_default() {
            if *byte == 0 {
                break;
            }
            length += 1;
        }
        // With the zero, and with the byte behind it if the zero comes first.
        let end = start.saturating_add(length / 2 * 2);
        self.at = end;
        self.pair("a text")?;
        let text = self.bytes.get(start..start.saturating_add(length)).unwrap_or_default();
        // RenLib divides the short and the long part of a text by a backspace.
        let text = decode(text).replace("\r\n", "\n").replace(['\r', '\u{8}'], "\n");
        Ok(text.trim().to_owned())
    }

    fn node(&mut self) -> Result<Node, ReadError> {
        let [point, flags] = self.pair("the tree")?;
        let mut texts = usize::from(flags & (COMMENT | OLD_COMMENT) != 0);
        if flags & EXTENSION != 0 {
            let [high, low] = self.pair("the flags of a node")?;
            texts += usize::from((high | low) & 1 != 0);
        }
        let mut all = None;
        for _ in 0..texts {
            add_comment(&mut all, &self.text()?);
        }
        Ok(Node { point, flags, texts: all.unwrap_or_default() })
    }

    /// Puts the stone of a node, if it has one.
    fn play(&mut self, node: &Node, passed: bool) -> Result<(), MoveError> {
        if node.point == 0 || node.flags & NO_MOVE != 0 {
            return Ok(());
        }
        let text = format!("{:#04x}", node.point);
        if passed {
            return Err(self.line.wrong("no stone", MoveErrorKind::Pass));
        }
        let size = self.line.record.size;
        let from_above = usize::from(node.point >> 4);
        let column = usize::from(node.point & 15).checked_sub(1);
        let row = (size.get() - 1).checked_sub(from_above);
        let point = column.zip(row).and_then(|(x, y)| Point::new(x, y));
        match point {
            None => Err(self.line.wrong(&text, MoveErrorKind::OffBoard { size })),
            Some(point) => self.line.play(&text, Played::from(point)),
        }
    }

    fn fail(&mut self, at: usize, kind: impl Into<ReadErrorKind>) -> ReadError {
        self.done = true;
        ReadError { place: Place::Byte(at), kind: kind.into() }
    }

    /// Reads a node: a line, if one ends there.
    fn step(&mut self) -> Result<Option<Record>, ReadError> {
        let at = self.at;
        let node = self.node().inspect_err(|_| self.done = true)?;
        if self.path.len() >= DEEPEST {
            return Err(self.fail(at, RenLibError::Depth { most: DEEPEST }));
        }
        let parent = self.path.last().copied();
        let moves = self.line.record.moves.len();
        let mut broken = parent.is_some_and(|parent| parent.broken);
        // Below the first stone, a node without one is a pass.
        let passed = moves > 0 && parent.is_some_and(|parent| parent.moves == moves);
        let depth = self.path.len();
        let mut result = Ok(None);
        if !broken {
            match self.play(&node, passed) {
                Ok(()) => add_comment(self.line.comment(), &node.texts),
                Err(error) => {
                    broken = true;
                    result = Err(ReadError { place: Place::Byte(at), kind: error.into() });
                }
            }
        }
        self.path.push(Step { moves, broken });
        if node.flags & DOWN != 0 {
            self.siblings.push(depth);
        }
        if node.flags & RIGHT != 0 {
            if !broken {
                result = Ok(Some(self.line.tell()));
            }
            self.turn();
        }
        result
    }

    /// Goes back to where the next sibling belongs.
    fn turn(&mut self) {
        match self.siblings.pop() {
            Some(depth) => {
                let moves = self.path.get(depth).map_or(0, |step| step.moves);
                self.path.truncate(depth);
                self.line.truncate(moves, 0);
            }
            None => self.over = true,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            if self.over {
                self.done = true;
                let bytes = self.bytes.len().saturating_sub(self.at);
                if bytes == 0 {
                    break;
                }
                return Some(Err(self.fail(self.at, RenLibError::Trailing { bytes })));
            }
            let step = self.step().transpose();
            if step.is_some() {
                return step;
            }
        }
        None
    }
}

impl FusedIterator for Lines<'_> {}
