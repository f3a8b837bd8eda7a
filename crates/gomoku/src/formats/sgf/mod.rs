//! SGF, the Smart Game Format, in its versions 3 and 4 (`FF[4]`).
//!
//! Five in a row is game 4 of the format (`GM[4]`); files without `GM` are
//! taken for it, those of other games are refused. A point is two letters,
//! column and row from the upper left corner: `hh` is the middle of a 15x15
//! board, as are `HH` and `h8`, which also occur. Without `SZ` the board has
//! 15 lines.
//!
//! `AB`, `AW` and `PL` say what stands on the board before the first move. A
//! pass (`B[]`, or `tt` on a board without such a point) is left out where no
//! move follows, and an error where one does: no rule of this library knows it.
//!
//! ```
//! use gomoku::formats::sgf;
//!
//! let file = "(;GM[4]SZ[15];B[hh](;W[hg];B[ig])(;W[ig]))";
//! let lines: Vec<_> = sgf::lines(file).collect::<Result<_, _>>()?;
//! let last = |n: usize| lines.get(n).and_then(|line| line.moves.last()).map(|m| m.point.to_string());
//! assert_eq!((last(0), last(1)), (Some("i9".into()), Some("i9".into())));
//! assert_eq!(sgf::read(file).count(), 1);
//! # Ok::<(), gomoku::formats::ReadError>(())
//! ```

// The crate sgf-parse reads any game's SGF. It is not used: what it reads is
// dropped by recursion, so that a file with 300,000 moves overflows the stack
// and ends the process, and its errors do not tell where they are.

mod lexer;
mod node;
mod write;

use std::borrow::Cow;
use std::iter::FusedIterator;

use super::record::Line;
use super::{Place, ReadError, ReadErrorKind, Record, SgfError};
use crate::{Side, Size};
use lexer::{Lexer, Token};

pub(super) use write::write;
pub use write::{Annotation, write_annotated};

/// Variations that may be nested. On every line of play there are no more of
/// them than moves, other than in files made to do harm.
const DEEPEST: usize = 2048;

/// The games of a text, of each its main line: the first of all variations.
///
/// A stone that cannot be put is an error, and the next item is the next
/// game; an error of the syntax is the last item.
#[must_use]
pub fn read(text: &str) -> Lines<'_> {
    Lines::new(text.into(), false)
}

/// The games of a text, of each all lines, from the root to each end. A
/// comment comes with the first line that leads through it.
///
/// A stone that cannot be put is an error, and the next item is the next line
/// that does not go on from there; an error of the syntax is the last item.
#[must_use]
pub fn lines(text: &str) -> Lines<'_> {
    Lines::new(text.into(), true)
}

/// Iterator over lines of games, see [`read`] and [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    lexer: Lexer<'a>,
    variations: bool,
    line: Line,
    /// What is open, from the game to the innermost variation.
    open: Vec<Open>,
    state: State,
    /// The main line has been told, or is an error, and nothing else is asked for.
    enough: bool,
    games: usize,
    done: bool,
}

/// What variations change and their end restores, but for the stones.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Whose the first move is, once it is known.
    first: Option<Side>,
    /// The last move was a pass.
    passed: Option<Side>,
    /// What comes from here is no line.
    broken: bool,
}

/// A game, or a variation.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its line in the file.
    line: usize,
    /// What there was before it.
    moves: usize,
    setup: usize,
    state: State,
    /// It has a node.
    begun: bool,
    /// It has ended in variations.
    divided: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: Cow<'a, str>, variations: bool) -> Self {
        Self {
            lexer: Lexer::new(text),
            variations,
            line: Line::new(Size::FIFTEEN),
            open: Vec::new(),
            state: State::default(),
            enough: false,
            games: 0,
            done: false,
        }
    }

    fn open(&mut self, line: usize) {
        let (moves, setup) = (self.line.record.moves.len(), self.line.record.setup.len());
        let state = self.state;
        self.open.push(Open { line, moves, setup, state, begun: false, divided: false });
    }

    /// Goes to the next game; false if there is none.
    fn begin_game(&mut self) -> Result<bool, ReadError> {
        let Some(line) = self.lexer.find_game() else {
            return match self.games {
                0 => Err(wrong(1, SgfError::NoGame)),
                _ => Ok(false),
            };
        };
        self.games += 1;
        self.enough = false;
        self.state = State::default();
        self.line = Line::new(Size::FIFTEEN);
        self.open(line);
        Ok(true)
    }

    fn tell(&mut self) -> Record {
        let mut record = self.line.tell();
        if record.moves.is_empty() && self.state.first.is_none() {
            // Whose turn it is follows from the stones: Black had the first.
            let count = |of| record.setup.iter().filter(|&&(_, side)| side == of).count();
            if count(Side::Black) > count(Side::White) {
                record.first = Side::White;
            }
        }
        record
    }

    /// Reads to where a line ends. An error of a stone has broken the line;
    /// any other error is final.
    fn step(&mut self) -> Result<Option<Record>, ReadError> {
        if self.open.is_empty() && !self.begin_game()? {
            self.done = true;
            return Ok(None);
        }
        let token = self.lexer.token()?;
        let line = self.lexer.token_line();
        let nested = self.open.len();
        let root = nested == 1;
        let Some(open) = self.open.last_mut() else { return Ok(None) };
        match token {
            Token::Node(_) if open.divided => Err(unexpected(line, ";", "( or ) behind a )")),
            Token::Node(node) => {
                let root = root && !open.begun;
                open.begun = true;
                if self.enough || self.state.broken {
                    return Ok(None);
                }
                let result = self.node(&node, root);
                self.state.broken = result.is_err();
                self.enough = result.is_err() && !self.variations;
                result.map(|()| None)
            }
            Token::Open if !open.begun => Err(unexpected(line, "(", "; and a node")),
            Token::Open if nested >= DEEPEST => Err(wrong(line, SgfError::Depth { most: DEEPEST })),
            Token::Open => {
                open.divided = true;
                self.open(line);
                Ok(None)
            }
            Token::Close if !open.begun => Err(unexpected(line, ")", "; and a node")),
            Token::Close => {
                let open = *open;
                let told = !open.divided && !self.enough && !self.state.broken;
                let record = told.then(|| self.tell());
                self.enough |= told && !self.variations;
                self.open.pop();
                self.line.truncate(open.moves, open.setup);
                self.state = open.state;
                self.line.record.first = self.state.first.unwrap_or(Side::Black);
                Ok(record)
            }
            Token::End => {
                let first = self.open.first().map_or(line, |open| open.line);
                Err(wrong(first, SgfError::OpenGame))
            }
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let was_broken = self.state.broken;
            match self.step() {
                Ok(Some(record)) => return Some(Ok(record)),
                Ok(None) => {}
                Err(error) => {
                    self.done = was_broken || !self.state.broken;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl FusedIterator for Lines<'_> {}

fn wrong(line: usize, kind: impl Into<ReadErrorKind>) -> ReadError {
    ReadError { place: Place::Line(line), kind: kind.into() }
}

fn unexpected(line: usize, found: &str, expected: &'static str) -> ReadError {
    wrong(line, SgfError::Unexpected { found: found.to_owned(), expected })
}
