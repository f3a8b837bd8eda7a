//! Reading. One pass over the text, without recursion.

use std::iter::FusedIterator;

use search_core::Position;

use super::{Game, GameResult, PgnError, PgnErrorKind};
use crate::board::Board;
use crate::fen;
use crate::notation::{self, clip_after};
use crate::piece::Side;

/// The games of a text.
///
/// Read are also: several games in one text, with or without results between
/// them; a byte order mark; lines that end in CR LF; quotes in tags without
/// backslash; move numbers and dots in full width; results in the tag `Result`
/// alone. NAGs (`$1`), `!` and `?`, variations and lines that begin with `%`
/// are skipped.
///
/// Moves are read in any notation, whatever the tag `Format` says.
///
/// An error ends its game only: the next item is the next game of the text, if
/// it has tags. After a comment without end there is none.
#[must_use]
pub fn read(text: &str) -> Games<'_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Games { text, at: 0, line: 1, after_result: false }
}

/// The games of a file.
///
/// # Errors
/// [`PgnErrorKind::NotUtf8`] names the line of the first byte that is not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Games<'_>, PgnError> {
    std::str::from_utf8(bytes).map(read).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        PgnError { line, kind: PgnErrorKind::NotUtf8 { byte: rest.first().copied().unwrap_or(0) } }
    })
}

/// Iterator over the games of a text, see [`read`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    line: usize,
    /// A game ended with its result: a move that follows begins no game
    /// unless it has a number, or tags before it.
    after_result: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game().transpose()?;
        if let Err(error) = &game {
            self.skip_game(matches!(error.kind, PgnErrorKind::Tag(_)));
        }
        Some(game)
    }
}

impl FusedIterator for Games<'_> {}

enum Token<'a> {
    Tag(&'a str, String),
    Comment(String),
    /// `(` to its `)`.
    Variation,
    Word(&'a str),
    End,
}

/// What has been read of a game.
struct Unfinished {
    game: Game,
    /// After the last move.
    board: Board,
    /// Set by the tags, once they are complete.
    begun: bool,
    fen: Option<(usize, String)>,
    result: Option<GameResult>,
    /// The name of the first tag: it comes again where the next game begins.
    first_tag: Option<String>,
}

impl Games<'_> {
    fn game(&mut self) -> Result<Option<Game>, PgnError> {
        let start = Board::start();
        let mut unfinished = Unfinished {
            game: Game::new(start.clone()),
            board: start,
            begun: false,
            fen: None,
            result: None,
            first_tag: None,
        };
        loop {
            self.skip_space();
            let before = (self.at, self.line);
            match self.token()? {
                Token::Tag(name, value) => {
                    if unfinished.begun || unfinished.first_tag.as_deref() == Some(name) {
                        (self.at, self.line) = before;
                        return unfinished.finish(None).map(Some);
                    }
                    unfinished.tag(before.1, name, value);
                }
                Token::Comment(text) => unfinished.comment(&text),
                Token::Variation => {}
                Token::Word(word) => {
                    let stray = !unfinished.begun && unfinished.first_tag.is_none();
                    if stray && self.after_result && !word.starts_with(char::is_numeric) {
                        return Err(PgnError {
                            line: before.1,
                            kind: PgnErrorKind::AfterResult(clip_after(word, 30)),
                        });
                    }
                    if let Some(result) = GameResult::from_text(word) {
                        self.after_result = true;
                        return unfinished.finish(Some(result)).map(Some);
                    }
                    unfinished.word(before.1, word)?;
                }
                Token::End => {
                    let nothing = !unfinished.begun && unfinished.first_tag.is_none();
                    return if nothing { Ok(None) } else { unfinished.finish(None).map(Some) };
                }
            }
        }
    }
}

impl Unfinished {
    fn tag(&mut self, line: usize, name: &str, value: String) {
        self.first_tag.get_or_insert_with(|| name.to_owned());
        match name {
            "FEN" => self.fen = Some((line, value)),
            "Result" => self.result = GameResult::from_text(value.trim()),
            // Files are found whose moves are in another notation than `Format`
            // says; no text is a move in two of them.
            "Game" | "SetUp" | "Format" => {}
            _ => self.game.tags.push((name.to_owned(), value)),
        }
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let all = self.game.comments.entry(self.game.moves.len()).or_default();
        if !all.is_empty() {
            all.push(' ');
        }
        all.push_str(text);
    }

    /// Ends the tags.
    fn begin(&mut self) -> Result<(), PgnError> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        if let Some((line, text)) = self.fen.take() {
            let fen = fen::parse(&text)
                .map_err(|error| PgnError { line, kind: PgnErrorKind::Fen(error) })?;
            self.board = fen.board.clone();
            self.game.start = fen.board;
            self.game.quiet_plies = fen.quiet_plies;
            self.game.move_number = fen.move_number;
        }
        if self.game.tag("Red").is_none() {
            let white = self.game.tags.iter_mut().find(|(name, _)| name == "White");
            if let Some((name, _)) = white {
                "Red".clone_into(name);
            }
        }
        Ok(())
    }

    /// Plays a move, unless the word is none.
    fn word(&mut self, line: usize, word: &str) -> Result<(), PgnError> {
        self.begin()?;
        let text = without_number(word).trim_end_matches(['!', '?', '！', '？']);
        if text.is_empty() || text.starts_with('$') {
            return Ok(());
        }
        let m = notation::parse_any(&self.board, text);
        let side = self.board.side_to_move();
        let m = m.map_err(|error| {
            let black_began = usize::from(self.game.start.side_to_move() == Side::Black);
            let number =
                usize::from(self.game.move_number) + (self.game.moves.len() + black_began) / 2;
            PgnError { line, kind: PgnErrorKind::Move { number, side, error } }
        })?;
        self.board.make(m);
        self.game.moves.push(m);
        Ok(())
    }

    /// The result after the moves counts more than the tag, if it is one.
    fn finish(mut self, result: Option<GameResult>) -> Result<Game, PgnError> {
        self.begin()?;
        let after_moves = result.filter(|&result| result != GameResult::Unknown);
        self.game.result = after_moves.or(self.result).unwrap_or_default();
        Ok(self.game)
    }
}

/// A word without the move number that begins it. The number of a move ends in
/// dots; but the dot of `16.5` is WXF's sign for sideways.
fn without_number(word: &str) -> &str {
    let digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let dot = ['.', '．', '。', '、', '…'];
    let after_digits = word.trim_start_matches(digit);
    let rest = after_digits.trim_start_matches(dot);
    let (digits, dots) = (word.len() - after_digits.len(), after_digits.len() - rest.len());
    let mut letters = rest.chars();
    let one_digit = letters.next().is_some_and(digit) && letters.next().is_none();
    let number = match (digits, dots) {
        (0, 0) => false,
        // `.P=5` is a move, `...` and `…C2=5` are not.
        (0, _) => dots > 1 || rest.is_empty(),
        // A number without a dot.
        (..=3, 0) => rest.is_empty(),
        (_, 0) => false,
        _ => !one_digit,
    };
    if number { rest } else { word }
}

impl<'a> Games<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn at_line_start(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.text.as_bytes().get(i));
        before.is_none_or(|b| matches!(b, b'\n' | b'\r'))
    }

    /// Goes on by a number of bytes that ends a character.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = self.rest().get(..bytes).unwrap_or(self.rest());
        self.at += passed.len();
        let next = self.text.as_bytes().get(self.at);
        let mut line_ends = passed.bytes().filter(|&b| b == b'\n').count();
        // Old files end lines in CR alone.
        let mut after = passed.bytes().skip(1).map(Some).chain([next.copied()]);
        for b in passed.bytes() {
            let after = after.next().flatten();
            line_ends += usize::from(b == b'\r' && after != Some(b'\n'));
        }
        self.line += line_ends;
        passed
    }

    /// To the end of the line, which is not passed.
    fn rest_of_line(&mut self) -> &'a str {
        let end = self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        self.advance(end)
    }

    /// Passes white space and lines that begin with `%`.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start().len();
            self.advance(space);
            if !(self.at_line_start() && self.rest().starts_with('%')) {
                return;
            }
            self.rest_of_line();
        }
    }

    const fn error<T>(line: usize, kind: PgnErrorKind) -> Result<T, PgnError> {
        Err(PgnError { line, kind })
    }

    /// The next token; white space has been passed.
    fn token(&mut self) -> Result<Token<'a>, PgnError> {
        match self.rest().chars().next() {
            None => Ok(Token::End),
            Some('[') => self.tag(),
            Some('{' | ';') => {
                let words = self.comment()?.split_whitespace();
                Ok(Token::Comment(words.collect::<Vec<_>>().join(" ")))
            }
            Some('(') => self.variation(),
            Some(c @ (')' | '}' | ']')) => Self::error(self.line, PgnErrorKind::Closes(c)),
            Some(_) => Ok(Token::Word(self.word())),
        }
    }

    fn word(&mut self) -> &'a str {
        let end = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let length = self.rest().find(end).unwrap_or(self.rest().len());
        self.advance(length)
    }

    /// `{...}` or `;...`, without these.
    fn comment(&mut self) -> Result<&'a str, PgnError> {
        let line = self.line;
        if self.advance(1) == ";" {
            return Ok(self.rest_of_line());
        }
        let Some(length) = self.rest().find('}') else {
            // Else each of many such would be looked through to the end.
            self.at = self.text.len();
            return Self::error(line, PgnErrorKind::OpenComment);
        };
        let text = self.advance(length);
        self.advance(1);
        Ok(text)
    }

    /// A variation, with those inside.
    fn variation(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.line;
        let mut depth = 0usize;
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                None => return Self::error(line, PgnErrorKind::OpenVariation),
                // The tags of the next game.
                Some('[') if self.at_line_start() => {
                    return Self::error(line, PgnErrorKind::OpenVariation);
                }
                Some('{' | ';') => {
                    self.comment()?;
                }
                Some('(') => {
                    self.advance(1);
                    depth += 1;
                }
                Some(')') => {
                    self.advance(1);
                    depth -= 1;
                    if depth == 0 {
                        return Ok(Token::Variation);
                    }
                }
                Some('[' | ']' | '}') => {
                    self.advance(1);
                }
                Some(_) => {
                    self.word();
                }
            }
        }
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.line;
        let Some((name, value, length)) = read_tag(self.rest()) else {
            let shown = self.rest().chars().take_while(|c| !c.is_control()).take(40);
            return Self::error(line, PgnErrorKind::Tag(shown.collect()));
        };
        self.advance(length);
        Ok(Token::Tag(name, value))
    }

    /// After an error: to the tags of the next game. These are lines that begin
    /// with a bracket, after one that does not.
    fn skip_game(&mut self, mut in_tags: bool) {
        while !self.rest().is_empty() {
            if self.at_line_start() {
                let tag = self.rest().starts_with('[');
                if tag && !in_tags {
                    return;
                }
                in_tags = tag;
            }
            self.rest_of_line();
            self.advance(1);
        }
    }
}

/// Name, value and length of the tag that begins a text.
fn read_tag(text: &str) -> Option<(&str, String, usize)> {
    let space = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
    let inside = text.strip_prefix('[')?.trim_start_matches(space);
    let name_end = inside.find(|c: char| c.is_whitespace() || "\"[]".contains(c))?;
    let (name, rest) = inside.split_at(name_end);
    let quoted = rest.trim_start_matches(space).strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, c)) = letters.next() {
        let after = quoted.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '\n' | '\r' => return None,
            '\\' if after.starts_with(['"', '\\']) => {
                value.extend(letters.next().map(|(_, escaped)| escaped));
            }
            // A quote that closes nothing is part of the value.
            '"' if after.trim_start_matches(space).starts_with(']') => {
                let length = text.len() - after.trim_start_matches(space).len() + 1;
                return Some((name, value, length));
            }
            _ => value.push(c),
        }
    }
    None
}
