//! Games in files: PGN, as xiangqi programs write it.
//!
//! The syntax is that of chess PGN (tag pairs, numbered moves, comments,
//! variations, results) by Steven J. Edwards' standard of 1994. What differs
//! is what the xiangqi world has made of it: `Red` stands where chess has
//! `White`, moves are in one of four [notations](crate::notation), which the
//! tag `Format` names, and the tag `Game` says `Chinese Chess`.
//!
//! ```
//! use xiangqi::notation::Notation;
//! use xiangqi::pgn::{self, GameResult};
//!
//! let file = "[Red \"Li\"]\n[Black \"Wang\"]\n\n1. 炮二平五 马8进7 {solid} 2. h0g2 1-0\n";
//! let game = pgn::read(file).next().ok_or("no game")??;
//! assert_eq!((game.tag("Red"), game.moves.len()), (Some("Li"), 3));
//! assert_eq!(game.result, GameResult::RedWins);
//! assert!(game.write(Notation::Wxf).ends_with("\n1. C2=5 H8+7 {solid} 2. H2+3 1-0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use search_core::Position;

use crate::board::Board;
use crate::fen::FenError;
use crate::moves::Move;
use crate::notation::MoveError;
use crate::piece::Side;

pub use read::{Games, read, read_bytes};

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values, in the order of the file; those left out that the
    /// other fields tell (`FEN`, `SetUp`, `Result`) or the writer knows
    /// (`Format`, `Game`). `White` is read as `Red`.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Board,
    /// Plies without a capture before the first move, by the tag `FEN`.
    pub quiet_plies: u16,
    /// The number of the first move, by the tag `FEN`; from 1.
    pub move_number: u16,
    /// The moves of the main line; all that are read are legal.
    pub moves: Vec<Move>,
    /// Comments by the number of plies before them: 0 is the one before the
    /// first move, 1 the one after it. White space in them is one space.
    pub comments: BTreeMap<usize, String>,
    /// What is thought of moves, by the number of plies up to the move: the
    /// glyphs of the standard, 2 for `?`, 4 for `??`, 6 for `?!`. They are
    /// written, and skipped where games are read.
    pub glyphs: BTreeMap<usize, u8>,
    /// Lines in the place of moves, by the same number. They are written, and
    /// skipped where games are read.
    pub variations: BTreeMap<usize, Vec<Move>>,
    /// Who won.
    pub result: GameResult,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    RedWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// Its text in a file.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result of a text, if it is one.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        [Self::RedWins, Self::BlackWins, Self::Draw, Self::Unknown]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl Game {
    /// A game without tags and moves.
    #[must_use]
    pub const fn new(start: Board) -> Self {
        Self {
            tags: Vec::new(),
            start,
            quiet_plies: 0,
            move_number: 1,
            moves: Vec::new(),
            comments: BTreeMap::new(),
            glyphs: BTreeMap::new(),
            variations: BTreeMap::new(),
            result: GameResult::Unknown,
        }
    }

    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The board after the last move. From a move on that is not legal the
    /// moves do not count.
    #[must_use]
    pub fn last_board(&self) -> Board {
        let mut board = self.start.clone();
        for &m in &self.moves {
            if !board.is_legal_move(m) {
                break;
            }
            board.make(m);
        }
        board
    }
}

/// Why a text is no game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct PgnError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub kind: PgnErrorKind,
}

/// What can be wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// A word behind the result of a game, where a new game would begin with
    /// tags or a move number.
    #[error("`{0}` stands behind the result of a game: expected tags, a move number, or nothing")]
    AfterResult(String),
    /// Bytes in another encoding.
    #[error(
        "byte {byte:#04x} is not UTF-8: expected a UTF-8 file (one in GBK or GB2312 is converted \
         with `iconv -f GBK -t UTF-8`)"
    )]
    NotUtf8 {
        /// The first byte that cannot be read.
        byte: u8,
    },
    /// A bracket that begins no tag.
    #[error("`{0}` is no tag: expected [Name \"value\"] on one line")]
    Tag(String),
    /// The tag `FEN` is no position.
    #[error("the tag FEN: {0}")]
    Fen(#[source] FenError),
    /// The file ends in a comment.
    #[error("the comment that begins here does not end: expected }}")]
    OpenComment,
    /// The file ends in a variation, or the next game begins in it.
    #[error("the variation that begins here does not end: expected )")]
    OpenVariation,
    /// A bracket that closes nothing.
    #[error("`{0}` closes nothing: expected a move, a comment or a result")]
    Closes(char),
    /// No legal move.
    #[error("move {number} of {side}: {error}")]
    Move {
        /// By the tag `FEN`, from 1.
        number: usize,
        /// Who moves.
        side: Side,
        /// What is wrong with it.
        #[source]
        error: MoveError,
    },
}
