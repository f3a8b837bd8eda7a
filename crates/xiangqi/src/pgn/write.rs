//! Writing.

use std::collections::BTreeSet;

use search_core::Position;

use super::Game;
use crate::board::Board;
use crate::moves::Move;
use crate::notation::{self, Notation};
use crate::piece::Side;

/// What the standard asks for first, and what it has where nothing is known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("Red", "?"),
    ("Black", "?"),
];

/// Tags that the fields of a game tell.
const TOLD: [&str; 5] = ["Result", "Game", "Format", "FEN", "SetUp"];

/// Lines of 80 columns wrap on some terminals.
const COLUMNS: usize = 79;

impl Game {
    /// The text of a file with this game. Several games are divided by an
    /// empty line.
    ///
    /// Moves from the first that is not legal on, comments after them, tags
    /// whose names cannot be read again (empty, or with white space, quotes or
    /// brackets), and all but the first of a name are left out.
    #[must_use]
    pub fn write(&self, notation: Notation) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| write_tag(&mut text, name, value);
        for (name, unknown) in ROSTER {
            tag(name, self.tag(name).unwrap_or(unknown));
        }
        tag("Result", self.result.text());
        tag("Game", "Chinese Chess");
        tag(
            "Format",
            match notation {
                Notation::Uci => "UCI",
                Notation::Iccs => "ICCS",
                Notation::Wxf => "WXF",
                Notation::Chinese => "Chinese",
            },
        );
        let number = self.move_number.max(1);
        if self.start != Board::start() || self.quiet_plies != 0 || number != 1 {
            tag("SetUp", "1");
            tag("FEN", &format!("{} - - {} {number}", self.start, self.quiet_plies));
        }
        // A second tag of a name would begin another game, or be taken for nothing.
        let mut written: BTreeSet<&str> = ROSTER.iter().map(|(known, _)| *known).collect();
        for (name, value) in &self.tags {
            if !written.insert(name) {
                continue;
            }
            let readable = !name.is_empty()
                && !name
                    .contains(|c: char| c.is_whitespace() || c.is_control() || "\"[]".contains(c));
            if readable && !TOLD.contains(&name.as_str()) {
                tag(name, value);
            }
        }
        text.push('\n');
        text.push_str(&self.write_moves(notation));
        text
    }

    fn write_moves(&self, notation: Notation) -> String {
        let mut lines = Lines::default();
        let mut board = self.start.clone();
        let mut number = usize::from(self.move_number.max(1));
        let mut number_due = true;
        lines.comment(self.comments.get(&0));
        for (ply, &m) in (1..).zip(&self.moves) {
            if !board.is_legal_move(m) {
                break;
            }
            match board.side_to_move() {
                Side::Red => lines.word(&format!("{number}.")),
                Side::Black if number_due => lines.word(&format!("{number}...")),
                Side::Black => {}
            }
            lines.word(&notation::write(notation, &board, m));
            if let Some(glyph) = self.glyphs.get(&ply) {
                lines.word(&format!("${glyph}"));
            }
            number_due = lines.comment(self.comments.get(&ply));
            if let Some(variation) = self.variations.get(&ply) {
                number_due |= lines.variation(notation, &board, number, variation);
            }
            number += usize::from(board.side_to_move() == Side::Black);
            board.make(m);
        }
        lines.word(self.result.text());
        lines.end_line();
        lines.text
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' | '\r' => text.push(' '),
            _ => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

/// Columns: Chinese characters are two wide.
fn width(word: &str) -> usize {
    word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// Words, as many on a line as there is room for.
#[derive(Default)]
struct Lines {
    text: String,
    /// Columns of the last line that are taken.
    width: usize,
}

impl Lines {
    fn has_room(&self, word: &str) -> bool {
        self.width == 0 || self.width + 1 + width(word) <= COLUMNS
    }

    fn push(&mut self, word: &str) {
        if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += width(word);
    }

    fn word(&mut self, word: &str) {
        if !self.has_room(word) {
            self.end_line();
        }
        self.push(word);
    }

    fn end_line(&mut self) {
        if self.width > 0 {
            self.text.push('\n');
            self.width = 0;
        }
    }

    /// Legal moves from a position on, between brackets. Whether there were any.
    fn variation(
        &mut self,
        notation: Notation,
        board: &Board,
        mut number: usize,
        moves: &[Move],
    ) -> bool {
        let mut board = board.clone();
        let mut words = Vec::new();
        for &m in moves {
            if !board.is_legal_move(m) {
                break;
            }
            match board.side_to_move() {
                Side::Red => words.push(format!("{number}.")),
                Side::Black if words.is_empty() => words.push(format!("{number}...")),
                Side::Black => {}
            }
            words.push(notation::write(notation, &board, m));
            number += usize::from(board.side_to_move() == Side::Black);
            board.make(m);
        }
        let count = words.len();
        for (i, word) in words.into_iter().enumerate() {
            let open = if i == 0 { "(" } else { "" };
            let close = if i + 1 == count { ")" } else { "" };
            self.word(&format!("{open}{word}{close}"));
        }
        count > 0
    }

    /// Whether there was one.
    fn comment(&mut self, comment: Option<&String>) -> bool {
        let words: Vec<&str> =
            comment.into_iter().flat_map(|text| text.split_whitespace()).collect();
        let Some(last) = words.len().checked_sub(1) else { return false };
        if !words.iter().any(|word| word.contains('}')) {
            for (i, word) in words.into_iter().enumerate() {
                let open = if i == 0 { "{" } else { "" };
                let close = if i == last { "}" } else { "" };
                self.word(&format!("{open}{word}{close}"));
            }
            return true;
        }
        // Nothing escapes the bracket that ends a comment, but a comment can
        // also be the rest of a line.
        self.end_line();
        for word in words {
            if !self.has_room(word) {
                self.end_line();
            }
            if self.width == 0 {
                self.push(";");
            }
            self.push(word);
        }
        self.end_line();
        true
    }
}
