//! Words of the protocol, in and out.

use std::io::{self, Read};

use cli::words::quote;
use gomoku::{Point, Size};

/// The first word of a line and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A number as the protocol has it; more than fits counts as the most.
pub(super) fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let most = if digits.len() < text.len() { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(most))
}

/// Numbers between commas, with spaces around these or not.
///
/// # Errors
/// The bad word and what was `expected`.
pub(super) fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[i64; N], String> {
    let mut found = [0; N];
    let parts: Vec<_> = text.splitn(N + 1, ',').map(str::trim).collect();
    if text.trim().is_empty() {
        return Err(format!("expected {expected}"));
    }
    if parts.len() != N {
        return Err(format!("{}: expected {expected}", quote(text.trim())));
    }
    for (number, part) in found.iter_mut().zip(&parts) {
        let wrong = || match parts.len() {
            1 => format!("{}: expected {expected}", quote(part)),
            _ => format!("{} in {}: expected {expected}", quote(part), quote(text.trim())),
        };
        *number = whole(part).ok_or_else(wrong)?;
    }
    Ok(found)
}

/// The point at a column from the left and a row from above, both from 0.
///
/// # Errors
/// That the board has none.
pub(super) fn point([x, y]: [i64; 2], size: Size) -> Result<Point, String> {
    let n = size.get();
    let inside = |i: i64| usize::try_from(i).ok().filter(|&i| i < n);
    let point = inside(x).zip(inside(y)).and_then(|(x, y)| Point::new(x, n - 1 - y));
    point.ok_or_else(|| format!("{x},{y} is off the board of {n}x{n}"))
}

/// Column and row as the protocol counts them.
pub(super) fn place(point: Point, size: Size) -> (usize, usize) {
    (point.x(), size.get() - 1 - point.y())
}

/// A point as an answer.
pub(super) fn answer(point: Point, size: Size) -> String {
    let (x, y) = place(point, size);
    format!("{x},{y}")
}

/// Lines that end in CR alone, as some managers send them, end in LF; the
/// empty ones that CR LF leaves say nothing.
#[derive(Debug)]
pub(super) struct AnyLineEnd<R>(pub R);

impl<R: Read> Read for AnyLineEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.0.read(buffer)?;
        for byte in &mut buffer[..n] {
            if *byte == b'\r' {
                *byte = b'\n';
            }
        }
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_care() {
        assert_eq!(whole("12"), Some(12));
        assert_eq!(whole("-12"), Some(-12));
        assert_eq!(whole("99999999999999999999"), Some(i64::MAX));
        assert_eq!(whole("-99999999999999999999"), Some(i64::MIN));
        for bad in ["", "-", "+1", "1.5", "0x1", "--1", "1 2", "\u{661}"] {
            assert_eq!(whole(bad), None, "{bad}");
        }
        let pair = |text| numbers::<2>(text, "X,Y");
        assert_eq!(pair("7,8"), Ok([7, 8]));
        assert_eq!(pair(" 7 ,\t8 "), Ok([7, 8]));
        assert_eq!(pair("7"), Err("`7`: expected X,Y".to_owned()));
        assert_eq!(pair("7,8,9"), Err("`7,8,9`: expected X,Y".to_owned()));
        assert_eq!(pair("7,x"), Err("`x` in `7,x`: expected X,Y".to_owned()));
        assert_eq!(pair(""), Err("expected X,Y".to_owned()));
    }

    #[test]
    fn rows_count_from_above() {
        let size = Size::FIFTEEN;
        assert_eq!(point([0, 0], size).unwrap().to_string(), "a15");
        assert_eq!(answer(Point::parse("h1", size).unwrap(), size), "7,14");
        for off in [[15, 0], [0, 15], [-1, 0], [i64::MAX, i64::MIN]] {
            assert!(point(off, size).unwrap_err().contains("off the board of 15x15"));
        }
    }

    #[test]
    fn line_ends() {
        let mut text = String::new();
        AnyLineEnd(&b"a\rb\r\nc\n"[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "a\nb\n\nc\n");
    }
}
