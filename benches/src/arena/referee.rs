//! The rules, by which every move of an engine is judged.

use std::fmt;

use gomoku::{Gomoku, Point, Side as Stone};
use xiangqi::notation::{self, Notation};
use xiangqi::{Side, Xiangqi};

/// The two who play: the first moves first in a game from the start, with Red in xiangqi,
/// Black in gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Red, or Black in gomoku.
    First,
    /// Black, or White in gomoku.
    Second,
}

impl Seat {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent's.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Nobody in a draw.
    pub winner: Option<Seat>,
    /// By which rule.
    pub reason: &'static str,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub enum Table {
    /// Of xiangqi.
    Xiangqi(Box<Xiangqi>),
    /// Of gomoku.
    Gomoku(Box<Gomoku>),
}

impl From<Xiangqi> for Table {
    fn from(game: Xiangqi) -> Self {
        Self::Xiangqi(Box::new(game))
    }
}

impl From<Gomoku> for Table {
    fn from(game: Gomoku) -> Self {
        Self::Gomoku(Box::new(game))
    }
}

impl Table {
    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        match self {
            Self::Xiangqi(game) => seat(game.side_to_move() == Side::Red),
            Self::Gomoku(game) => seat(game.side_to_move() == Stone::Black),
        }
    }

    /// Moves so far, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> usize {
        match self {
            Self::Xiangqi(game) => game.moves().len(),
            Self::Gomoku(game) => game.moves().len(),
        }
    }

    /// Plays a move, written as in records: `h2e2`, or a point such as `h8`.
    ///
    /// # Errors
    /// Why it is no legal move; nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        match self {
            Self::Xiangqi(game) => {
                let m = notation::parse(Notation::Uci, game.board(), text);
                let m = m.map_err(|e| e.to_string())?;
                // The reader forgives what a protocol does not.
                if m.to_string() != text {
                    return Err(format!("`{}` is not how moves are written", clip(text)));
                }
                game.play(m).map_err(|e| e.to_string())
            }
            Self::Gomoku(game) => {
                let point = Point::parse(text, game.size()).map_err(|e| e.to_string())?;
                game.play(point).map_err(|e| e.to_string())
            }
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self {
            Self::Xiangqi(game) => game.ending().map(|end| Ending {
                winner: end.winner.map(|side| seat(side == Side::Red)),
                reason: end.reason.name(),
            }),
            Self::Gomoku(game) => {
                if let Some(winner) = game.board().winner() {
                    return Some(Ending {
                        winner: Some(seat(winner == Stone::Black)),
                        reason: "line",
                    });
                }
                let is_full = game.legal_moves().is_empty();
                is_full.then_some(Ending { winner: None, reason: "full_board" })
            }
        }
    }
}

const fn seat(is_first: bool) -> Seat {
    if is_first { Seat::First } else { Seat::Second }
}

/// The beginning of what somebody else wrote, in one line.
pub(super) fn clip(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(60).collect()
}

/// Of xiangqi the FEN, of gomoku the moves.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xiangqi(game) => f.write_str(&game.fen()),
            Self::Gomoku(game) => {
                for (i, point) in game.moves().iter().enumerate() {
                    write!(f, "{}{point}", if i > 0 { " " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}
