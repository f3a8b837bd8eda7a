//! Moves as people and programs write them.
//!
//! | name | Red's first move | who uses it |
//! | --- | --- | --- |
//! | `uci` | `h2e2` | engines: files a to i from Red's left, ranks 0 to 9 from Red's side |
//! | `iccs` | `H2-E2` | the same points, in records from internet servers |
//! | `wxf` | `C2=5` | the World Xiangqi Federation, in letters |
//! | `chinese` | `炮二平五` | books and newspapers |
//!
//! The last two count files from the mover's right, 1 to 9, and say how far a
//! piece goes forward or back, or onto which file. They name the piece that
//! moves, so that reading them takes the board.
//!
//! ```
//! use xiangqi::Board;
//! use xiangqi::notation::{self, Notation};
//!
//! let board = Board::start();
//! let m = notation::parse(Notation::Wxf, &board, "C2=5")?;
//! assert_eq!(notation::write(Notation::Uci, &board, m), "h2e2");
//! assert_eq!(notation::write(Notation::Chinese, &board, m), "炮二平五");
//! for text in ["h2e2", "H2-E2", "c2.5", "炮二平五", "砲２平５"] {
//!     assert_eq!(notation::parse_any(&board, text)?, m);
//! }
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

mod chinese;
mod coordinates;
mod described;
mod wxf;

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};
use crate::square::Square;

pub use chinese::{ChineseStyle, Digits, Script, write_chinese};

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `h2e2`.
    Uci,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`.
    Chinese,
}

/// A word that names no notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no notation: expected uci, iccs, wxf or chinese")]
pub struct UnknownNotation(pub String);

impl Notation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Uci, Self::Iccs, Self::Wxf, Self::Chinese];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Iccs => "iccs",
            Self::Wxf => "wxf",
            Self::Chinese => "chinese",
        }
    }

    /// What its moves look like, for messages.
    const fn expected(self) -> &'static str {
        match self {
            Self::Uci => "two points such as h2e2, each a file from a to i and a rank from 0 to 9",
            Self::Iccs => {
                "two points such as H2-E2, each a file from A to I and a rank from 0 to 9"
            }
            Self::Wxf => wxf::EXPECTED,
            Self::Chinese => chinese::EXPECTED,
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Reads the name, in small or capital letters.
    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        let named = |notation: &Self| notation.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownNotation(clip(text)))
    }
}

/// Why a text is no legal move. The text in it is cut to a few words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not the shape of a move.
    #[error("`{text}` is no move: expected {expected}")]
    Malformed {
        /// The text.
        text: String,
        /// What a move looks like.
        expected: &'static str,
    },
    /// Points of a program that counts ranks from 1.
    #[error(
        "`{0}` has a rank 10: some programs count ranks from 1 to 10, here they go from 0 to 9"
    )]
    RankTen(String),
    /// Nothing stands on the point that the move leaves.
    #[error("`{text}` moves nothing: no piece stands on {from}, and {side} is to move")]
    Empty {
        /// The text.
        text: String,
        /// The point.
        from: Square,
        /// Who moves.
        side: Side,
    },
    /// The opponent's piece stands on the point that the move leaves.
    #[error("`{text}` moves {}'s {} on {from}, but {} is to move",
        piece.side(), piece.kind().name(), piece.side().other())]
    NotYours {
        /// The text.
        text: String,
        /// The point.
        from: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The mover has no such piece there.
    #[error("`{text}` names no piece: {side} has no {} {place}", kind.name())]
    NoPiece {
        /// The text.
        text: String,
        /// Who moves.
        side: Side,
        /// The piece that is named.
        kind: Kind,
        /// Where it should stand.
        place: String,
    },
    /// Several legal moves fit.
    #[error("`{text}` is ambiguous: it can be {}", list(candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that fit.
        candidates: Vec<Move>,
    },
    /// The piece does not move so, or something is in its way.
    #[error("`{text}` is illegal: the {} on {from} cannot move so", kind.name())]
    Unreachable {
        /// The text.
        text: String,
        /// The piece that is named.
        kind: Kind,
        /// Where it stands.
        from: Square,
    },
    /// The piece moves so, but its general would be taken.
    #[error("`{text}` is illegal: {m} leaves the {side} general in check")]
    LeavesCheck {
        /// The text.
        text: String,
        /// The move.
        m: Move,
        /// Who moves.
        side: Side,
    },
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

/// A word as messages show it.
pub(crate) fn clip(text: &str) -> String {
    clip_after(text, 24)
}

/// A text as messages show it: on one line, and of no more than `most` characters.
pub(crate) fn clip_after(text: &str, most: usize) -> String {
    let mut shown: String = text
        .chars()
        .take(most)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// The text of a move that is legal on the board, in the usual style of the
/// notation: UCI in small letters, ICCS in capitals with a dash, WXF as
/// [described](parse), Chinese in simplified characters with plain digits for
/// Black ([`write_chinese`] has other styles).
///
/// A move from an empty point has no other text than that of UCI.
#[must_use]
pub fn write(notation: Notation, board: &Board, m: Move) -> String {
    match notation {
        Notation::Uci => m.to_string(),
        Notation::Iccs => coordinates::write_iccs(m),
        Notation::Wxf => wxf::write(board, m).unwrap_or_else(|| m.to_string()),
        Notation::Chinese => write_chinese(board, m, ChineseStyle::default()),
    }
}

/// The legal move of a text. Full-width letters and digits are read like others.
///
/// - UCI: `h2e2`, in small or capital letters.
/// - ICCS: `H2-E2` or `H2E2`, in small or capital letters.
/// - WXF: piece, file, `+` (forward) `-` (back) or `=` (sideways; `.` too), and
///   the new file, or the number of ranks for pieces that go straight: `C2=5`,
///   `H8+7`, `R1-2`. Horses may be `H` or `N`, elephants `E` or `B`, in small
///   letters too. Of two equal pieces on a file, the front one is `R+` in the
///   place of the file, the rear one `R-` (`+R`, `-R` too). Where more than
///   one file has two pawns or more, or a file has three, digits say which
///   pawn from the front and which file, without a letter: `26=5`.
///   Advisors and elephants on one file need no sign: only one of them can
///   make the move.
///   The text that is written is that of Fairy-Stockfish, which also leaves
///   out the sign where the other piece would leave the board: `C4+2`.
/// - Chinese: see [`write_chinese`]. Simplified and traditional characters of
///   either side, Chinese numerals and digits are read, for either side.
///
/// # Errors
/// [`MoveError`] says what is wrong and what was expected.
pub fn parse(notation: Notation, board: &Board, text: &str) -> Result<Move, MoveError> {
    let letters = letters(text);
    let read = match notation {
        Notation::Uci if letters.contains(&'-') => None,
        Notation::Uci | Notation::Iccs => {
            coordinates::read(&letters).map(|points| points.find(board, text))
        }
        Notation::Wxf => wxf::read(&letters).map(|words| words.find(board, text)),
        Notation::Chinese => chinese::read(&letters).map(|words| words.find(board, text)),
    };
    read.unwrap_or_else(|| {
        Err(MoveError::Malformed { text: clip(text), expected: notation.expected() })
    })
}

/// Whether a move is legal on the board.
///
/// # Errors
/// [`MoveError`] says why it is not.
pub fn check(board: &Board, m: Move) -> Result<(), MoveError> {
    coordinates::Points::Two(m.from(), m.to()).find(board, &m.to_string()).map(|_| ())
}

/// The legal move of a text in any [`Notation`], whatever people type. No
/// text has the shape of two notations that disagree.
///
/// # Errors
/// As [`parse`].
pub fn parse_any(board: &Board, text: &str) -> Result<Move, MoveError> {
    let letters = letters(text);
    if let Some(points) = coordinates::read(&letters) {
        return points.find(board, text);
    }
    if let Some(words) = wxf::read(&letters).or_else(|| chinese::read(&letters)) {
        return words.find(board, text);
    }
    let expected = if letters.iter().any(|c| ('\u{2e80}'..='\u{9fff}').contains(c)) {
        chinese::EXPECTED
    } else {
        "a move such as h2e2, H2-E2, C2=5 or 炮二平五"
    };
    Err(MoveError::Malformed { text: clip(text), expected })
}

/// The characters of a move, full-width ones made plain; of a longer text only
/// so many that it cannot be taken for a move.
fn letters(text: &str) -> Vec<char> {
    const MORE_THAN_ANY: usize = 9;
    let plain = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        // Hyphens, dashes and the minus sign, as word processors make them.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => c,
    };
    text.trim().chars().take(MORE_THAN_ANY).map(plain).collect()
}
