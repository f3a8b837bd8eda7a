//! What can be wrong with a file.

use std::fmt;

use super::Format;
use crate::{Point, Side, Size};

/// Why a file cannot be read, and where. Text of the file in it is cut to a
/// few words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    #[source]
    pub kind: ReadErrorKind,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A line of text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// What can be wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadErrorKind {
    /// Nothing that is known.
    #[error(
        "no format that is known: expected a game of piskvork (.psq), SGF, a RenLib library \
         (.lib), or openings such as h8i9g7 or 0,0, 1,1, -1,1"
    )]
    UnknownFormat,
    /// A stone.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A game of piskvork.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// An SGF file.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A RenLib library.
    #[error(transparent)]
    RenLib(#[from] RenLibError),
    /// An opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// A stone that cannot be put.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stone} `{text}` {kind}")]
pub struct MoveError {
    /// Which one.
    pub stone: Stone,
    /// Its text in the file.
    pub text: String,
    /// What is wrong.
    #[source]
    pub kind: MoveErrorKind,
}

/// A stone of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// On the board before the first move.
    Setup,
    /// A move by its number, from 1.
    Move(usize),
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup => f.write_str("setup stone"),
            Self::Move(number) => write!(f, "move {number}"),
        }
    }
}

/// What can be wrong with a stone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveErrorKind {
    /// Not the shape of a point.
    #[error("is no point: expected {expected}")]
    Malformed {
        /// What a point looks like.
        expected: &'static str,
    },
    /// The board has no such point.
    #[error("is off the board of {size}x{size}")]
    OffBoard {
        /// The board.
        size: Size,
    },
    /// A stone is there.
    #[error("is on {point}, where a stone is already")]
    Occupied {
        /// The point.
        point: Point,
    },
    /// The colours do not alternate.
    #[error("is {}'s, but {} is to move", side.name(), side.other().name())]
    WrongSide {
        /// Whose move the file says it is.
        side: Side,
    },
    /// A pass, and a move behind it.
    #[error("is a pass with a move behind it: expected a stone")]
    Pass,
    /// A stone that is put on the board behind a move.
    #[error("is put on the board behind a move: expected before the first one")]
    LateSetup,
    /// The time is no number.
    #[error("has a time that is no number: expected {expected}")]
    Time {
        /// What the move looks like.
        expected: &'static str,
    },
}

/// What can be wrong with a game of piskvork.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqError {
    /// The first line.
    #[error("`{0}` is no header: expected one such as `Piskvorky 15x15, 11:11, 0`")]
    Header(String),
    /// The board is no square, or of a size that is not played here.
    #[error("board `{0}`: expected a square one of 5x5 to 22x22")]
    Board(String),
    /// A move where the names have begun.
    #[error("move `{0}` stands behind the names of the players: expected it before them")]
    MoveBehindNames(String),
}

/// What can be wrong with an SGF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// Nothing like a game.
    #[error("no game: expected one that begins with (;")]
    NoGame,
    /// The file ends in a game.
    #[error("the game that begins here does not end: expected )")]
    OpenGame,
    /// The file ends in a value.
    #[error("the value that begins here does not end: expected ]")]
    OpenValue,
    /// Something else than the syntax has here.
    #[error("`{found}` stands here: expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could.
        expected: &'static str,
    },
    /// Too many variations in each other.
    #[error("variations are nested more than {most} deep")]
    Depth {
        /// How many there may be.
        most: usize,
    },
    /// Another game.
    #[error("GM[{number}] is {game}: expected GM[4], five in a row")]
    OtherGame {
        /// The number in the file.
        number: String,
        /// What game that is.
        game: &'static str,
    },
    /// The board is no square, or of a size that is not played here.
    #[error("SZ[{0}]: expected a square board of 5 to 22")]
    Board(String),
    /// Stones are taken off the board.
    #[error("AE[{0}] takes a stone off the board: expected none in a game of five in a row")]
    Erase(String),
}

/// What can be wrong with a RenLib library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenLibError {
    /// Neither header nor a first move in the middle.
    #[error("no RenLib library: expected a header, or 0x78, a first move in the middle")]
    Header,
    /// Another version of the format.
    #[error("a library of version {0}: expected 3")]
    Version(u8),
    /// The file ends too soon.
    #[error("the library ends here, in the middle of {what}: expected more bytes")]
    Truncated {
        /// What is cut.
        what: &'static str,
    },
    /// Nodes behind the last of the tree.
    #[error("{bytes} bytes behind the end of the tree: expected none")]
    Trailing {
        /// How many.
        bytes: usize,
    },
    /// Too many moves behind each other.
    #[error("more than {most} nodes behind each other")]
    Depth {
        /// How many there may be.
        most: usize,
    },
}

/// What can be wrong with a line of an opening file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// An offset without its other half.
    #[error("{0} numbers: expected pairs, columns and rows from the middle of the board")]
    Odd(usize),
}

/// Why a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// RenLib's own program writes them.
    #[error("libraries of RenLib are only read: expected psq, sgf or moves")]
    ReadOnly,
    /// The board is not empty at first.
    #[error("{format} has no place for stones before the first move: expected sgf")]
    Setup {
        /// The format.
        format: Format,
    },
    /// White has the first move.
    #[error("in {format} Black begins, in this record White: expected sgf")]
    WhiteBegins {
        /// The format.
        format: Format,
    },
    /// The board is too small.
    #[error("{point} is off the board of {size}x{size}")]
    OffBoard {
        /// The point.
        point: Point,
        /// The board.
        size: Size,
    },
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no format: expected psq, sgf, renlib or moves")]
pub struct UnknownFormat(pub String);

/// A text as messages show it: on one line, and not endless.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
