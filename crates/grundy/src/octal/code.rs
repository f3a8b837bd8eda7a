//! The code of an octal game: its rules, digit by digit.

use std::fmt;
use std::str::FromStr;

/// The rules of an octal game, written as its code, such as `.77` (Kayles).
///
/// The digit at place k, counted from the point, says what may be left of a heap
/// from which k are taken (Guy and Smith 1956; Winning Ways, chapter 4). It is the sum of
///
/// - 1: no heap (the heap was exactly k),
/// - 2: one heap,
/// - 4: two heaps, neither of them empty.
///
/// Before the point stands the digit for taking none: nothing, 0, or 4, which
/// lets a heap be split in two. (With any other digit a heap could stay as it is.)
///
/// ```
/// use grundy::octal::OctalCode;
/// let kayles: OctalCode = "0.77".parse()?;
/// assert_eq!((kayles.to_string().as_str(), kayles.last_place()), (".77", 2));
/// assert!(kayles.may_leave(1, 2) && !kayles.may_leave(3, 1));
/// assert!(".78".parse::<OctalCode>().is_err());
/// # Ok::<(), grundy::octal::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// From place 0 on; the last is not 0, unless it is that of place 0.
    digits: Vec<u8>,
}

/// Why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// It is not written like one.
    #[error("`{}` is no octal code: expected a point and digits from 0 to 7, such as .77 or 4.7", shown(.0))]
    Text(String),
    /// A digit that octal codes do not have.
    #[error("`{}` is no octal code: its digit {digit} is not from 0 to 7", shown(.text))]
    Digit {
        /// The whole text.
        text: String,
        /// The digit: 8 or 9.
        digit: char,
    },
    /// A digit before the point that is neither 0 nor 4.
    #[error(
        "`{}` is no octal code here: expected nothing, 0 or 4 before the point \
         (a move may not leave a heap as it is)",
        shown(.0)
    )]
    Front(String),
    /// Digits that are all 0.
    #[error("`{}` allows no move: expected a digit other than 0", shown(.0))]
    NoMove(String),
    /// More places than are taken.
    #[error("`{}` is too long: expected at most {max} digits after the point", shown(.0), max = OctalCode::MAX_PLACES)]
    TooLong(String),
}

/// A word as messages show it: control characters escaped, a long one cut.
fn shown(word: &str) -> String {
    let cut: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() { cut + "..." } else { cut }
}

impl OctalCode {
    /// The most digits after the point.
    pub const MAX_PLACES: usize = 32;

    /// The last place whose digit is not 0: from 0 (only splits) to
    /// [`MAX_PLACES`](Self::MAX_PLACES).
    #[must_use]
    pub fn last_place(&self) -> usize {
        self.digits.len() - 1
    }

    /// The digit at a place, 0 beyond the last.
    #[must_use]
    pub fn digit(&self, place: usize) -> u8 {
        self.digits.get(place).copied().unwrap_or(0)
    }

    /// Whether a move may take `place` from a heap and leave `heaps` heaps
    /// (never more than 2).
    #[must_use]
    pub fn may_leave(&self, place: usize, heaps: u32) -> bool {
        heaps <= 2 && self.digit(place) >> heaps & 1 == 1
    }

    /// The places at which so many heaps may be left, growing.
    pub(super) fn places(&self, heaps: u32) -> Vec<usize> {
        (0..self.digits.len()).filter(|&place| self.may_leave(place, heaps)).collect()
    }
}

impl FromStr for OctalCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let whole = || text.to_owned();
        let (front, back) = text.split_once('.').ok_or_else(|| CodeError::Text(whole()))?;
        let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if back.is_empty() || front.len() > 1 || !is_number(front) || !is_number(back) {
            return Err(CodeError::Text(whole()));
        }
        if let Some(digit) = text.chars().find(|c| matches!(c, '8' | '9')) {
            return Err(CodeError::Digit { text: whole(), digit });
        }
        if back.len() > Self::MAX_PLACES {
            return Err(CodeError::TooLong(whole()));
        }
        if !matches!(front, "" | "0" | "4") {
            return Err(CodeError::Front(whole()));
        }
        let front = if front == "4" { 4 } else { 0 };
        let mut digits = vec![front];
        digits.extend(back.bytes().map(|b| b - b'0'));
        let Some(last) = digits.iter().rposition(|&digit| digit != 0) else {
            return Err(CodeError::NoMove(whole()));
        };
        digits.truncate(last + 1);
        Ok(Self { digits })
    }
}

/// In the shortest form: without zeros at the end, or 0 before the point.
impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if self.digits[0] != 0 {
            text.push(char::from(b'0' + self.digits[0]));
        }
        text.push('.');
        match &self.digits[1..] {
            [] => text.push('0'),
            places => text.extend(places.iter().map(|&digit| char::from(b'0' + digit))),
        }
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (text, written) in [
            (".77", ".77"),
            ("0.77", ".77"),
            (".0700", ".07"),
            ("4.7", "4.7"),
            ("4.0", "4.0"),
            ("0.00000000000000000000000000000001", ".00000000000000000000000000000001"),
        ] {
            let code: OctalCode = text.parse().unwrap();
            assert_eq!(code.to_string(), written);
            assert_eq!(written.parse(), Ok(code));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let error = |text: &str| text.parse::<OctalCode>().unwrap_err();
        for text in ["", ".", "77", "4", "4.", "0.7.7", "-.7", ".7a", ".7 ", "44.7", "x.7", ".٣"] {
            assert_eq!(error(text), CodeError::Text(text.to_owned()));
        }
        for (text, digit) in [(".78", '8'), (".9", '9'), ("8.7", '8')] {
            assert_eq!(error(text), CodeError::Digit { text: text.to_owned(), digit });
        }
        for text in ["1.7", "2.7", "3.7", "5.7", "6.7", "7.7"] {
            assert_eq!(error(text), CodeError::Front(text.to_owned()));
        }
        for text in [".0", "0.000"] {
            assert_eq!(error(text), CodeError::NoMove(text.to_owned()));
        }
        let long = format!(".{}", "7".repeat(33));
        assert_eq!(error(&long), CodeError::TooLong(long.clone()));
        assert!(long[..33].parse::<OctalCode>().is_ok());
    }
}
