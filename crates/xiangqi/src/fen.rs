//! Positions as text: FEN, as xiangqi programs write it.
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! ranks 9 to 0, files a to i                                   | | | | move number
//!                                                 side to move + | | plies without capture
//!                                      two fields of other games + +
//! ```

use std::fmt;

use crate::attacks;
use crate::board::Board;
use crate::notation::{clip, clip_after};
use crate::piece::{Kind, Piece, Side};
use crate::square::Square;

/// The start of a game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There is no word at all.
    #[error("the FEN is empty: expected ten ranks such as 3k5/9/...")]
    Empty,
    /// Not ten ranks.
    #[error("`{0}` has {1} ranks: expected 10, divided by /")]
    Ranks(String, usize),
    /// A rank that is too narrow or too wide.
    #[error("rank {rank} (`{text}`) has {width} points: expected 9")]
    Width {
        /// From 0, Red's home.
        rank: usize,
        /// As it stands in the FEN.
        text: String,
        /// Its points.
        width: usize,
    },
    /// A character that is no piece.
    #[error(
        "`{}` is no piece: expected one of K A B N R C P (E and H too), or a digit from 1 to 9",
        clip(&.0.to_string())
    )]
    Letter(char),
    /// The side to move is none.
    #[error("`{0}` is no side: expected w or r for Red, b for Black")]
    Side(String),
    /// A counter that is no number.
    #[error("`{0}` is no {1}: expected a whole number from 0 to 65535")]
    Counter(String, &'static str),
    /// Words after the last field.
    #[error("`{0}` stands after the last field of the FEN")]
    Extra(String),
    /// A side without a general.
    #[error("{0} has no general")]
    NoGeneral(Side),
    /// More pieces than a side can have.
    #[error("{side} has {count} {}s: expected at most {}", kind.name(), kind.max_count())]
    TooMany {
        /// Whose.
        side: Side,
        /// Of what.
        kind: Kind,
        /// How many.
        count: u32,
    },
    /// A piece where it can never stand.
    #[error("a {} {} cannot stand on {square}", side.name(), kind.name())]
    Misplaced {
        /// Whose.
        side: Side,
        /// What.
        kind: Kind,
        /// Where.
        square: Square,
    },
    /// Two pawns on one file, neither of which has crossed the river: they
    /// cannot have come there.
    #[error("{side} has two pawns on file {file} before the river: one of them cannot be there")]
    Doubled {
        /// Whose.
        side: Side,
        /// From a to i.
        file: char,
    },
    /// Nothing stands between the generals.
    #[error("the generals face each other, {0} to move: the other side could not have moved so")]
    Facing(Side),
    /// The side that has just moved is in check.
    #[error("{0} is in check and not to move")]
    InCheck(Side),
}

/// What a FEN says beyond the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fen {
    pub board: Board,
    /// Plies without a capture.
    pub quiet_plies: u16,
    /// From 1.
    pub move_number: u16,
}

/// Reads a FEN; the fields after the board may be missing.
pub(crate) fn parse(text: &str) -> Result<Fen, FenError> {
    let mut words = text.split_whitespace();
    let mut board = pieces(words.next().ok_or(FenError::Empty)?)?;
    let side = match words.next() {
        None | Some("w" | "r" | "W" | "R") => Side::Red,
        Some("b" | "B") => Side::Black,
        Some(other) => return Err(FenError::Side(clip(other))),
    };
    let mut words = words.peekable();
    // Castling and en passant of other games: dashes, in some programs left out.
    for _ in 0..2 {
        words.next_if_eq(&"-");
    }
    let mut number = |what, default| match words.next() {
        None => Ok(default),
        Some(word) if word.starts_with('+') => Err(FenError::Counter(clip(word), what)),
        Some(word) => word.parse().map_err(|_| FenError::Counter(clip(word), what)),
    };
    let quiet_plies = number("number of plies without a capture", 0)?;
    let move_number = number("number of a move", 1)?.max(1);
    if let Some(word) = words.next() {
        return Err(FenError::Extra(clip(word)));
    }
    check(&board)?;
    board.set_side(side);
    let other = side.other();
    let attackers = board.attackers(board.general(other), board.occupied(), side);
    if attackers.contains(board.general(side)) {
        return Err(FenError::Facing(side));
    }
    if !attackers.is_empty() {
        return Err(FenError::InCheck(other));
    }
    Ok(Fen { board, quiet_plies, move_number })
}

/// The field of the pieces.
fn pieces(text: &str) -> Result<Board, FenError> {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Square::RANKS {
        let shown = clip_after(text, 60);
        return Err(FenError::Ranks(shown, ranks.len()));
    }
    for (i, &row) in ranks.iter().enumerate() {
        let rank = Square::RANKS - 1 - i;
        let mut width = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|&n| n > 0) {
                width += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter(letter))?;
            if let Some(square) = Square::new(width, rank) {
                board.put(square, piece);
            }
            width += 1;
        }
        if width != Square::FILES {
            let text = clip_after(row, 30);
            return Err(FenError::Width { rank, text, width });
        }
    }
    Ok(board)
}

/// What must hold of the pieces, whoever moves.
fn check(board: &Board) -> Result<(), FenError> {
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let set = board.pieces(side, kind);
            let count = set.count();
            if kind == Kind::General && count == 0 {
                return Err(FenError::NoGeneral(side));
            }
            if count as usize > kind.max_count() {
                return Err(FenError::TooMany { side, kind, count });
            }
            if let Some(square) = (set & !attacks::reachable(side, kind)).first() {
                return Err(FenError::Misplaced { side, kind, square });
            }
        }
        let home = board.pieces(side, Kind::Pawn) & attacks::home(side);
        for file in 0..Square::FILES {
            if home.column(file).count_ones() > 1 {
                return Err(FenError::Doubled { side, file: char::from(b'a' + file as u8) });
            }
        }
    }
    Ok(())
}

/// Writes pieces and side to move.
pub(crate) fn write_board(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..Square::RANKS).rev() {
        let mut empty = 0;
        for file in 0..Square::FILES {
            let Some(piece) = Square::new(file, rank).and_then(|square| board.at(square)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank > 0 {
            f.write_str("/")?;
        }
    }
    f.write_str(match board.side_to_move() {
        Side::Red => " w",
        Side::Black => " b",
    })
}

impl std::str::FromStr for Board {
    type Err = FenError;

    /// Reads a FEN; its counters are read and forgotten.
    fn from_str(text: &str) -> Result<Self, FenError> {
        parse(text).map(|fen| fen.board)
    }
}
