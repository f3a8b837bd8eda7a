//! Lines from outside, of any bytes and any length, in bounded memory.

use std::io::{self, BufRead};

/// Longer lines are refused. A game of 10,000 moves fits.
pub const MAX_LINE: usize = 256 << 10;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the line ending; bytes that are not UTF-8 are replaced.
    Text(String),
    /// It was longer than [`MAX_LINE`] bytes and has been skipped.
    TooLong,
}

/// Reads lines that end in LF, CR LF, or at the end of the input.
///
/// ```
/// use cli::input::{Line, Lines};
/// let mut lines = Lines::new(&b"go\r\nhalf a line"[..]);
/// assert_eq!(lines.read()?, Some(Line::Text("go".into())));
/// assert_eq!(lines.read()?, Some(Line::Text("half a line".into())));
/// assert_eq!(lines.read()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    first: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `reader`.
    pub const fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), first: true }
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    /// What the reader says, interruptions apart.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        self.buffer.clear();
        let mut too_long = false;
        let mut any = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&b| b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            // One more for the CR of a line that just fits.
            too_long |= self.buffer.len() + part.len() > MAX_LINE + 1;
            if !too_long {
                self.buffer.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |i| i + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        let bytes = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
        if too_long || bytes.len() > MAX_LINE {
            self.buffer = Vec::new();
            return Ok(Some(Line::TooLong));
        }
        // Some shells on Windows put a byte order mark before the first word.
        let bytes =
            if self.first { bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes) } else { bytes };
        self.first = false;
        Ok(Some(Line::Text(String::from_utf8_lossy(bytes).into_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines come in pieces.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, bytes));
        std::iter::from_fn(|| lines.read().unwrap()).collect()
    }

    fn text(s: &str) -> Line {
        Line::Text(s.to_owned())
    }

    #[test]
    fn line_endings_and_odd_bytes() {
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n\r\nx"), [text(""), text(""), text("x")]);
        assert_eq!(all(b"a\rb\r\n"), [text("a\rb")]);
        assert_eq!(all(b"a\0b\n\xFF\n"), [text("a\0b"), text("\u{FFFD}")]);
        assert_eq!(all(b"\xEF\xBB\xBFuci\n\xEF\xBB\xBFx"), [text("uci"), text("\u{FEFF}x")]);
    }

    #[test]
    fn the_longest_line_and_one_more() {
        let fits = "x".repeat(MAX_LINE);
        for ending in ["", "\n", "\r\n"] {
            let lines = all(format!("{fits}{ending}").as_bytes());
            assert_eq!(lines, [text(&fits)]);
            let lines = all(format!("{fits}y{ending}").as_bytes());
            assert_eq!(lines, [Line::TooLong]);
        }
        let lines = all(format!("{fits}{fits}{fits}\nnext").as_bytes());
        assert_eq!(lines, [Line::TooLong, text("next")]);
    }
}
