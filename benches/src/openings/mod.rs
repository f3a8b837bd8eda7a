//! Openings of matches: made by our own engines, or read from files.
//!
//! A file has one opening a line. Empty lines are skipped, and what follows `#`
//! or `;`.
//!
//! | game | a line |
//! | --- | --- |
//! | xiangqi | a FEN; `FEN moves h2e2 h9g7`; `startpos moves h2e2`; `h2e2 h9g7`, from the start of a game. Moves are read in any notation |
//! | five in a row | stones from an empty board, Black's first: `h8 i9 g7`, or offsets from the middle, see [`gomoku::formats::openings`] |
//!
//! [`make`] draws openings at random and keeps those that are balanced in the
//! opinion of the engine; [`read`] holds every line to the rules.

mod dice;
pub(crate) mod draw;
mod make;
mod read;

use std::fmt;

use gomoku::{Gomoku, Point, Rule, Size};
use xiangqi::{Move, Xiangqi};

pub use dice::{Dice, shuffled};
pub use make::{Kept, MakeError, Recipe, Set, make};
pub use read::{LineError, OpeningsError, parse, read};

/// The game that openings are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Chinese chess.
    Xiangqi,
    /// Five in a row; files tell neither rule nor board.
    Gomoku {
        /// The rule.
        rule: Rule,
        /// The board.
        size: Size,
    },
}

/// Where a game of a match begins. The moves are legal, and the game is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Chinese chess.
    Xiangqi {
        /// The position before the moves: a FEN of six fields.
        fen: String,
        /// The moves from there.
        moves: Vec<Move>,
    },
    /// Five in a row, from an empty board.
    Gomoku {
        /// The stones, Black's first, the colours by turns.
        moves: Vec<Point>,
    },
}

impl Opening {
    /// Where the game stands behind the opening, with its history; `None` for
    /// another game, or moves that are not legal.
    #[must_use]
    pub fn xiangqi(&self) -> Option<Xiangqi> {
        let Self::Xiangqi { fen, moves } = self else { return None };
        let mut game = Xiangqi::from_fen(fen).ok()?;
        moves.iter().try_for_each(|&m| game.play(m).ok())?;
        Some(game)
    }

    /// Where the game stands behind the opening; `None` for another game, or
    /// stones that the rule or the board does not allow.
    #[must_use]
    pub fn gomoku(&self, rule: Rule, size: Size) -> Option<Gomoku> {
        let Self::Gomoku { moves } = self else { return None };
        let mut game = Gomoku::new(rule, size);
        moves.iter().try_for_each(|&point| game.play(point).ok())?;
        Some(game)
    }
}

impl fmt::Display for Opening {
    /// The line of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xiangqi { fen, moves } => {
                f.write_str(fen)?;
                if !moves.is_empty() {
                    write!(f, " moves {}", spaced(moves))?;
                }
                Ok(())
            }
            Self::Gomoku { moves } => f.write_str(&spaced(moves)),
        }
    }
}

fn spaced<T: fmt::Display>(moves: &[T]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
