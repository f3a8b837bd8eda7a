//! The parameters of an m,n,k game, and the names of its squares.

use std::fmt;
use std::str::FromStr;

use crate::square::Square;

/// An m,n,k game: `m` columns, `n` rows, and `k` in a line wins (more than `k` too).
///
/// ```
/// use tictactoe::Rules;
/// let rules: Rules = "4,3,3".parse()?;
/// assert_eq!((rules.columns(), rules.rows(), rules.line()), (4, 3, 3));
/// assert_eq!(Rules::new(3, 3, 9).unwrap_err().to_string(), "no line of 9 fits on 3x3");
/// # Ok::<(), tictactoe::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    m: u8,
    n: u8,
    k: u8,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A parameter is zero.
    #[error("{parameter} must be at least 1, not 0")]
    Zero {
        /// `m`, `n` or `k`, and what it means.
        parameter: &'static str,
    },
    /// The board has more squares than any bitboard here.
    #[error("{m}x{n} is too large: a board has at most {max} squares", max = Rules::MAX_SQUARES)]
    TooLarge {
        /// Columns asked for.
        m: usize,
        /// Rows asked for.
        n: usize,
    },
    /// The board has more squares than the word of this type.
    #[error("{m}x{n} has more than the {bits} squares of this bitboard")]
    WordTooSmall {
        /// Columns asked for.
        m: usize,
        /// Rows asked for.
        n: usize,
        /// Squares that the word holds.
        bits: u32,
    },
    /// A number with more digits than any board needs.
    #[error("{} is too large: a board has at most {max} squares", shown(.0), max = Rules::MAX_SQUARES)]
    Huge(String),
    /// The line is longer than both sides of the board.
    #[error("no line of {k} fits on {m}x{n}")]
    NoLine {
        /// Columns asked for.
        m: usize,
        /// Rows asked for.
        n: usize,
        /// Length of the line asked for.
        k: usize,
    },
    /// The type plays 3,3,3 alone.
    #[error("{rules} is not tic-tac-toe: this board is 3,3,3")]
    NotTicTacToe {
        /// The rules asked for.
        rules: Rules,
    },
    /// The text is not three numbers.
    #[error("`{}` is no m,n,k: expected three numbers such as 3,3,3 (columns, rows, line)", shown(.0))]
    Text(String),
}

/// The text names no square of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is no square of the {m}x{n} board: expected 0 to {last} or a1 to {corner}",
    shown(text)
)]
pub struct SquareError {
    text: String,
    m: u8,
    n: u8,
    last: usize,
    corner: String,
}

/// A word as messages show it: control characters escaped, a long one cut.
pub(crate) fn shown(word: &str) -> String {
    const MOST: usize = 40;
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    let cut: String = word.chars().take(MOST).map(escaped).collect();
    if word.chars().nth(MOST).is_some() { cut + "..." } else { cut }
}

impl Rules {
    /// The game that everybody knows.
    pub const TIC_TAC_TOE: Self = Self { m: 3, n: 3, k: 3 };
    /// No board has more squares: they are the bits of a `u128`.
    pub const MAX_SQUARES: usize = 128;

    /// `m` columns, `n` rows, `k` in a line.
    ///
    /// # Errors
    /// [`RulesError`] names the number that is wrong.
    pub fn new(m: usize, n: usize, k: usize) -> Result<Self, RulesError> {
        for (value, parameter) in
            [(m, "m (columns)"), (n, "n (rows)"), (k, "k (the length of a line)")]
        {
            if value == 0 {
                return Err(RulesError::Zero { parameter });
            }
        }
        if m.checked_mul(n).is_none_or(|squares| squares > Self::MAX_SQUARES) {
            return Err(RulesError::TooLarge { m, n });
        }
        if k > m.max(n) {
            return Err(RulesError::NoLine { m, n, k });
        }
        // All are at most MAX_SQUARES here.
        Ok(Self { m: m as u8, n: n as u8, k: k as u8 })
    }

    /// m.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.m as usize
    }

    /// n.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.n as usize
    }

    /// k.
    #[must_use]
    pub const fn line(self) -> usize {
        self.k as usize
    }

    /// Squares of the board.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.columns() * self.rows()
    }

    /// The square in a column from the left and a row from the top, both from
    /// 0, or `None` outside the board.
    #[must_use]
    pub const fn at(self, column: usize, row: usize) -> Option<Square> {
        if column < self.columns() && row < self.rows() {
            Some(Square::new((row * self.columns() + column) as u8))
        } else {
            None
        }
    }

    /// The square's name: column letter from the left, row number from below.
    /// After `z` the columns are `aa`, `ab`, and so on.
    #[must_use]
    pub fn name(self, square: Square) -> String {
        let (column, row) = (square.index() % self.columns(), square.index() / self.columns());
        let mut letters = Vec::new();
        let mut rest = column + 1;
        while rest > 0 {
            letters.push(b'a' + ((rest - 1) % 26) as u8);
            rest = (rest - 1) / 26;
        }
        let letters = letters.iter().rev().map(|&b| char::from(b)).collect::<String>();
        format!("{letters}{}", self.rows().saturating_sub(row))
    }

    /// The square of a name (`b2`) or a number from 0 (`4`).
    ///
    /// # Errors
    /// [`SquareError`] if the text is neither or lies outside the board.
    pub fn square(self, text: &str) -> Result<Square, SquareError> {
        self.find(text.trim()).ok_or_else(|| SquareError {
            text: text.trim().to_owned(),
            m: self.m,
            n: self.n,
            last: self.squares() - 1,
            corner: self.name(Square::new(self.m - 1)),
        })
    }

    fn find(self, text: &str) -> Option<Square> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = text.split_at(digits);
        // `parse` would take a sign.
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: usize = number.parse().ok()?;
        if letters.is_empty() {
            return (number < self.squares()).then(|| Square::new(number as u8));
        }
        let mut column = 0usize;
        for c in letters.chars() {
            let digit = c.to_ascii_lowercase();
            if !digit.is_ascii_lowercase() || column > self.columns() {
                return None;
            }
            column = column * 26 + (digit as usize - 'a' as usize) + 1;
        }
        self.at(column - 1, self.rows().checked_sub(number)?)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::TIC_TAC_TOE
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.m, self.n, self.k)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Three numbers between commas or `x`: `3,3,3`, `4x3x3`.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let wrong = || RulesError::Text(text.to_owned());
        let mut numbers = [0; 3];
        let mut words = text.split([',', 'x', 'X']);
        for number in &mut numbers {
            let word = words.next().ok_or_else(wrong)?.trim();
            if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
                return Err(wrong());
            }
            *number = word.parse().map_err(|_| RulesError::Huge(word.to_owned()))?;
        }
        if words.next().is_some() {
            return Err(wrong());
        }
        let [m, n, k] = numbers;
        Self::new(m, n, k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        let rules = Rules::TIC_TAC_TOE;
        for (index, name) in
            ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"].into_iter().enumerate()
        {
            let square = Square::new(index as u8);
            assert_eq!(rules.name(square), name);
            assert_eq!(rules.square(name), Ok(square));
            assert_eq!(rules.square(&name.to_uppercase()), Ok(square));
            assert_eq!(rules.square(&index.to_string()), Ok(square));
        }
        for wrong in ["", "9", "d1", "a0", "a4", "aa1", "b", "1b", "+1", "a+1", "b2b", "é1", "-"] {
            assert!(rules.square(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            rules.square("d1").unwrap_err().to_string(),
            "`d1` is no square of the 3x3 board: expected 0 to 8 or a1 to c3"
        );
    }

    #[test]
    fn wide_boards_go_on_after_z() {
        let rules = Rules::new(128, 1, 5).unwrap();
        for index in 0..128 {
            let square = Square::new(index);
            assert_eq!(rules.square(&rules.name(square)), Ok(square));
        }
        assert_eq!(rules.name(Square::new(26)), "aa1");
    }

    #[test]
    fn impossible_games_are_named() {
        let message = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert_eq!(message("3,3,4"), "no line of 4 fits on 3x3");
        assert_eq!(message("0,3,3"), "m (columns) must be at least 1, not 0");
        assert_eq!(message("3,3,0"), "k (the length of a line) must be at least 1, not 0");
        assert_eq!(message("15,15,5"), "15x15 is too large: a board has at most 128 squares");
        for wrong in ["", "3", "3,3", "3,3,3,3", "a,b,c", "3,-3,3", "3,,3", "+3,3,3"] {
            assert!(matches!(wrong.parse::<Rules>(), Err(RulesError::Text(_))), "{wrong}");
        }
        for huge in ["99999999999999999999999,2,2", "2,2,99999999999999999999999"] {
            assert_eq!(
                message(huge),
                "99999999999999999999999 is too large: a board has at most 128 squares"
            );
        }
        for long in ["\u{1b}[2J".repeat(100_000), "9".repeat(100_000) + ",1,1"] {
            let messages =
                [message(&long), Rules::TIC_TAC_TOE.square(&long).unwrap_err().to_string()];
            for message in messages {
                assert!(message.len() < 500 && !message.contains(char::is_control), "{message:?}");
            }
        }
        assert_eq!("4x3x3".parse::<Rules>(), Rules::new(4, 3, 3));
        assert_eq!("5,1,3".parse::<Rules>(), Rules::new(5, 1, 3));
    }
}
