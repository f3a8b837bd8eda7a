//! SGF text in tokens. One pass, without recursion.

use std::borrow::Cow;

use super::{unexpected, wrong};
use crate::formats::{ReadError, SgfError};

#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: Cow<'a, str>,
    /// In bytes.
    at: usize,
    line: usize,
    /// Where the last token begins.
    token_line: usize,
}

pub(super) enum Token {
    Open,
    Close,
    Node(Vec<Property>),
    End,
}

/// A property of a node, with all its values.
pub(super) struct Property {
    /// In capitals: version 3 has small letters in between that mean nothing.
    pub name: String,
    /// At least one; backslashes have been read.
    pub values: Vec<String>,
    pub line: usize,
}

impl<'a> Lexer<'a> {
    pub const fn new(text: Cow<'a, str>) -> Self {
        Self { text, at: 0, line: 1, token_line: 1 }
    }

    /// The line of the last token.
    pub const fn token_line(&self) -> usize {
        self.token_line
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes on by a number of bytes that ends a character.
    fn advance(&mut self, bytes: usize) {
        let passed = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let after = passed.get(bytes).copied();
        let passed = passed.get(..bytes).unwrap_or(passed);
        let next = passed.iter().copied().map(Some).skip(1).chain([after]);
        // Old files end lines in CR alone.
        let ends = |(&b, next): (&u8, Option<u8>)| b == b'\n' || b == b'\r' && next != Some(b'\n');
        self.line += passed.iter().zip(next).filter(|&pair| ends(pair)).count();
        self.at += passed.len();
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        // Other control characters occur between nodes, and at the end of files.
        let space = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
        let length = rest.len() - rest.trim_start_matches(space).len();
        self.advance(length);
    }

    /// Goes to the next `(;`, which may have white space in it, and passes the
    /// bracket. Gives its line.
    pub fn find_game(&mut self) -> Option<usize> {
        loop {
            let Some(length) = self.rest().find('(') else {
                self.at = self.text.len();
                return None;
            };
            self.advance(length);
            let line = self.line;
            self.advance(1);
            self.skip_space();
            if self.peek() == Some(b';') {
                return Some(line);
            }
        }
    }

    /// The next token inside a game.
    pub fn token(&mut self) -> Result<Token, ReadError> {
        self.skip_space();
        self.token_line = self.line;
        let token = match self.peek() {
            None => return Ok(Token::End),
            Some(b'(') => Token::Open,
            Some(b')') => Token::Close,
            Some(b';') => {
                self.advance(1);
                return self.node().map(Token::Node);
            }
            Some(_) => return Err(self.unexpected("; ( ) or a property such as B[hh]")),
        };
        self.advance(1);
        Ok(token)
    }

    fn unexpected(&self, expected: &'static str) -> ReadError {
        let found = self.rest().chars().next().map_or_else(|| "end of file".into(), String::from);
        unexpected(self.line, &found, expected)
    }

    fn node(&mut self) -> Result<Vec<Property>, ReadError> {
        let mut properties = Vec::new();
        loop {
            self.skip_space();
            if !self.peek().is_some_and(|b| b.is_ascii_alphabetic()) {
                return Ok(properties);
            }
            let line = self.line;
            let rest = self.rest();
            let word = |c: char| c.is_ascii_alphanumeric();
            let length = rest.len() - rest.trim_start_matches(word).len();
            let letters = rest.get(..length).unwrap_or_default();
            // A word in small letters is a whole one.
            let capitals: String = letters.chars().filter(|c| !c.is_ascii_lowercase()).collect();
            let name = if capitals.is_empty() { letters.to_ascii_uppercase() } else { capitals };
            self.advance(length);
            let mut values = Vec::new();
            loop {
                self.skip_space();
                match self.peek() {
                    Some(b'[') => values.push(self.value()?),
                    _ if values.is_empty() => return Err(self.unexpected("[ and a value")),
                    _ => break,
                }
            }
            properties.push(Property { name, values, line });
        }
    }

    /// `[...]`, without the brackets. A backslash takes from the next
    /// character its meaning, and an end of line away.
    fn value(&mut self) -> Result<String, ReadError> {
        let begin = self.line;
        self.advance(1);
        let mut value = String::new();
        loop {
            let Some(length) = self.rest().find([']', '\\']) else {
                return Err(wrong(begin, SgfError::OpenValue));
            };
            value.push_str(self.rest().get(..length).unwrap_or_default());
            self.advance(length);
            if self.peek() == Some(b']') {
                self.advance(1);
                return Ok(value);
            }
            self.advance(1);
            let mut after = self.rest().chars();
            let escaped = after.next();
            let length = match (escaped, after.next()) {
                (Some('\n'), Some('\r')) | (Some('\r'), Some('\n')) => 2,
                (Some('\n' | '\r'), _) => 1,
                (Some(c), _) => {
                    value.push(c);
                    c.len_utf8()
                }
                (None, _) => 0,
            };
            self.advance(length);
        }
    }
}
