//! The words of a line, and remarks about those that say nothing.

use std::fmt;
use std::iter::Peekable;
use std::str::SplitWhitespace;

use cli::words::{on_one_line, quote};

/// A line may have a hundred thousand bad words; so many are named.
const MOST: usize = 8;

/// What is to be said about a line, bounded.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    texts: Vec<String>,
    more: usize,
}

impl Remarks {
    pub fn add(&mut self, text: impl fmt::Display) {
        if self.texts.len() < MOST {
            self.texts.push(on_one_line(&text.to_string()));
        } else {
            self.more += 1;
        }
    }

    /// One after the other, each in a line of its own.
    pub fn into_lines(self) -> impl Iterator<Item = String> {
        let more = (self.more > 0).then(|| format!("{} more words were not understood", self.more));
        self.texts.into_iter().chain(more)
    }
}

/// A walk over words, some of which are keywords.
#[derive(Debug)]
pub(super) struct Words<'a> {
    words: Peekable<SplitWhitespace<'a>>,
    keywords: &'static [&'static str],
    pub remarks: Remarks,
    /// The number behind a keyword was missing or bad.
    pub broken: bool,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str, keywords: &'static [&'static str]) -> Self {
        let words = text.split_whitespace().peekable();
        Self { words, keywords, remarks: Remarks::default(), broken: false }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word, unless it is a keyword.
    pub fn next_plain(&mut self) -> Option<&'a str> {
        let keywords = self.keywords;
        self.words.next_if(|word| !keywords.contains(word))
    }

    /// Whether the next word is `infinite`, which is taken then.
    pub fn next_if_infinite(&mut self) -> bool {
        self.words.next_if_eq(&"infinite").is_some()
    }

    /// The number that belongs to a keyword.
    pub fn number(&mut self, keyword: &str) -> Option<u64> {
        let word = self.next_plain();
        let number = word.and_then(whole);
        if number.is_none() {
            self.broken = true;
            self.remarks.add(match word {
                Some(word) => format!("{keyword}: {} is no whole number", quote(word)),
                None => format!("{keyword}: expected a whole number after it"),
            });
        }
        number
    }

    pub fn unknown(&mut self, word: &str) {
        self.remarks.add(format_args!("{} is unknown here and was skipped", quote(word)));
    }
}

/// Reads a whole number. Clocks run below zero and GUIs send all they have:
/// less than nothing counts as nothing, and too much as the most there is.
fn whole(text: &str) -> Option<u64> {
    let (below, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(if below { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// The first word of a text and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
