//! What all boards here have in common: text, checked moves, and who won.

use std::fmt;

use arrayvec::ArrayVec;
use search_core::{Heuristics, Position};

use crate::rules::{Rules, RulesError, shown};
use crate::square::{Side, Square};

/// Why a text is no position that play can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// No text at all.
    #[error("the board is empty text: expected {}, with / between them", count(*expected, "row"))]
    Empty {
        /// Rows of the board.
        expected: usize,
    },
    /// The wrong number of rows.
    #[error("the board has {}: expected {expected}, with / between them", count(*found, "row"))]
    Rows {
        /// Rows given.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A row of the wrong length.
    #[error("row {row} has {}: expected {expected}", count(*found, "square"))]
    Columns {
        /// The row, from 1 at the top.
        row: usize,
        /// Squares given.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// A letter that means nothing.
    #[error("`{}` in row {row} is no square: expected X, O or .", shown(&letter.to_string()))]
    Letter {
        /// The letter.
        letter: char,
        /// Its row, from 1 at the top.
        row: usize,
    },
    /// The players have not moved in turn.
    #[error("{x} X and {o} O: X begins, so there must be as many X as O, or one more")]
    Counts {
        /// Stones of X.
        x: usize,
        /// Stones of O.
        o: usize,
    },
    /// Both players have a line.
    #[error("both X and O have a line: the game ends with the first")]
    BothWon,
    /// The loser moved after the end of the game.
    #[error("{winner} has a line, yet {loser} moved after it", loser = winner.other())]
    MovedAfterEnd {
        /// Who has the line.
        winner: Side,
    },
    /// No single stone can have ended the game.
    #[error("{winner} has lines that no single move completes together")]
    TooManyLines {
        /// Who has the lines.
        winner: Side,
    },
    /// A stone outside the board, or two on one square.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The board has no such square.
    #[error("square {square} lies outside the board: it has 0 to {last}")]
    Outside {
        /// The square asked for.
        square: Square,
        /// The last square of the board.
        last: usize,
    },
    /// A stone stands there.
    #[error("square {square} is taken by {by}")]
    Occupied {
        /// The square asked for.
        square: Square,
        /// Whose stone it is.
        by: Side,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// A board on which X and O put stones in turn. The text form is a row a
/// word, from the top: `XO./.X./...`.
pub trait Board: Position<Move = Square> + Heuristics + fmt::Display + fmt::Debug {
    /// The board without stones.
    ///
    /// # Errors
    /// [`RulesError`] if this type cannot hold the game.
    fn empty(rules: Rules) -> Result<Self, RulesError>;

    /// A board with these stones.
    ///
    /// # Errors
    /// [`BoardError`] unless play can reach it: counts that fit turns, and at
    /// most one player with lines, all completed by one last stone.
    fn with_stones(rules: Rules, stones: &[(Square, Side)]) -> Result<Self, BoardError>;

    /// The game that is played.
    fn rules(&self) -> Rules;

    /// Whose stone stands on the square; `None` if nobody's, or outside the board.
    fn at(&self, square: Square) -> Option<Side>;

    /// Stones on the board.
    fn stones(&self) -> usize;

    /// Who has a line.
    fn winner(&self) -> Option<Side>;

    /// How many lines are still open for a side: without a stone of the
    /// opponent. The lecture's evaluation is X's minus O's.
    fn open_lines(&self, side: Side) -> u32;

    /// What the open lines of a side are worth by what they lack, in units of
    /// 2^-16 of a finished line: see [`Potential`](crate::Potential).
    fn potential(&self, side: Side) -> u32;

    /// The first two empty squares that complete a line of a side.
    fn completing(&self, side: Side) -> ArrayVec<Square, 2>;

    /// The squares of all lines that the winner has; empty without a winner.
    fn winning_squares(&self) -> Vec<Square>;

    /// Who moves; after the end of the game, who would.
    #[must_use]
    fn side_to_move(&self) -> Side {
        if self.stones().is_multiple_of(2) { Side::X } else { Side::O }
    }

    /// Whether no more moves are played.
    #[must_use]
    fn is_over(&self) -> bool {
        self.winner().is_some() || self.stones() == self.rules().squares()
    }

    /// The position after a move; this one stays as it is.
    ///
    /// # Errors
    /// [`MoveError`] if the game is over, or the square is taken or not there.
    fn play(&self, square: Square) -> Result<Self, MoveError> {
        let squares = self.rules().squares();
        if square.index() >= squares {
            return Err(MoveError::Outside { square, last: squares - 1 });
        }
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if let Some(by) = self.at(square) {
            return Err(MoveError::Occupied { square, by });
        }
        Ok(self.after(square))
    }

    /// Reads the text form. `x` and `o` may be small; `_` and `.` are empty.
    ///
    /// # Errors
    /// [`BoardError`] says what is wrong, with the row where there is one.
    fn parse(rules: Rules, text: &str) -> Result<Self, BoardError> {
        if text.trim().is_empty() {
            return Err(BoardError::Empty { expected: rules.rows() });
        }
        let rows: Vec<&str> = text.trim().split('/').map(str::trim).collect();
        if rows.len() != rules.rows() {
            return Err(BoardError::Rows { found: rows.len(), expected: rules.rows() });
        }
        let mut stones = Vec::new();
        for (y, row) in rows.into_iter().enumerate() {
            let found = row.chars().count();
            if found != rules.columns() {
                let expected = rules.columns();
                return Err(BoardError::Columns { row: y + 1, found, expected });
            }
            for (x, letter) in row.chars().enumerate() {
                let side = match letter {
                    'X' | 'x' => Side::X,
                    'O' | 'o' => Side::O,
                    '.' | '_' => continue,
                    _ => return Err(BoardError::Letter { letter, row: y + 1 }),
                };
                stones.extend(rules.at(x, y).map(|square| (square, side)));
            }
        }
        Self::with_stones(rules, &stones)
    }
}

/// Writes the text form.
pub(crate) fn write_board<B: Board>(board: &B, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rules = board.rules();
    for index in 0..rules.squares() {
        if index > 0 && index % rules.columns() == 0 {
            f.write_str("/")?;
        }
        match board.at(Square::new(index as u8)) {
            Some(side) => write!(f, "{side}")?,
            None => f.write_str(".")?,
        }
    }
    Ok(())
}

/// Checks that every stone stands on the board and alone.
pub(crate) fn check_stones(rules: Rules, stones: &[(Square, Side)]) -> Result<(), MoveError> {
    let mut taken = [None; Rules::MAX_SQUARES];
    for &(square, side) in stones {
        if square.index() >= rules.squares() {
            return Err(MoveError::Outside { square, last: rules.squares() - 1 });
        }
        if let Some(by) = taken[square.index()].replace(side) {
            return Err(MoveError::Occupied { square, by });
        }
    }
    Ok(())
}

/// The checks of [`Board::with_stones`], on what its type can tell:
/// the counts, who has a line, and whether the winner has a stone without
/// which there is no line.
pub(crate) fn check(
    [x, o]: [usize; 2],
    [x_won, o_won]: [bool; 2],
    one_stone_did_it: impl Fn(Side) -> bool,
) -> Result<(), BoardError> {
    if x != o && x != o + 1 {
        return Err(BoardError::Counts { x, o });
    }
    let winner = match (x_won, o_won) {
        (true, true) => return Err(BoardError::BothWon),
        (true, false) => Side::X,
        (false, true) => Side::O,
        (false, false) => return Ok(()),
    };
    let last = if x > o { Side::X } else { Side::O };
    if winner != last {
        return Err(BoardError::MovedAfterEnd { winner });
    }
    if !one_stone_did_it(winner) {
        return Err(BoardError::TooManyLines { winner });
    }
    Ok(())
}
