//! Saved games, as text that people can read and mend.
//!
//! ```text
//! game tictactoe
//! position --mnk 3,3,3 --board .../.../...
//! moves 4 0 8
//! result x wins (line)
//! ```
//!
//! `position` holds words of a command line, between double quotes where they
//! hold spaces; `moves` may come several times; `#` begins a comment. `result`
//! is for people, except that nothing else tells of a resignation; it must fit
//! the game.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use crate::args::{self, Command, PlayArgs};
use crate::error::Error;
use crate::game::PositionArgs;
use crate::words::quote;

/// Larger files are no saved games.
const MAX_BYTES: u64 = 1 << 20;

/// A saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Of which game.
    pub game: String,
    /// The words of a command line that give the position it began from.
    pub position: Vec<String>,
    /// The moves since.
    pub moves: Vec<String>,
    /// How it ended; empty if it has not.
    pub result: String,
    /// The line that says so, from 1; 0 if none does.
    pub result_line: usize,
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Failure`] names the file and what is wrong with it.
    pub fn read(path: &Path, game: &str) -> Result<Self, Error> {
        let failure = |e: &dyn fmt::Display| Self::unfit(path, e);
        let file = File::open(path).map_err(|e| failure(&e))?;
        let mut text = String::new();
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|e| failure(&e))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(failure(&"it is too long for a saved game"));
        }
        let record: Self = text.parse().map_err(|e| failure(&e))?;
        if record.game != game {
            let found = quote(&record.game);
            return Err(failure(&format_args!("it is a game of {found}, expected {game}")));
        }
        Ok(record)
    }

    /// The error of a file whose game cannot be loaded: it names the file.
    pub fn unfit(path: &Path, why: impl fmt::Display) -> Error {
        let name = quote(&path.to_string_lossy());
        Error::failure(format_args!("cannot load {name}: {why}"))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        std::fs::write(path, self.to_string())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |w: &String| {
            if w.is_empty() || w.contains(char::is_whitespace) {
                format!("\"{w}\"")
            } else {
                w.clone()
            }
        };
        let position: Vec<_> = self.position.iter().map(quoted).collect();
        writeln!(f, "game {}\nposition {}", self.game, position.join(" "))?;
        for line in self.moves.chunks(20) {
            // Moves of several words are kept whole too.
            writeln!(f, "moves {}", line.iter().map(quoted).collect::<Vec<_>>().join(" "))?;
        }
        if !self.result.is_empty() {
            writeln!(f, "result {}", self.result)?;
        }
        Ok(())
    }
}

/// Why a text is no saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A line begins with another word.
    #[error("line {line} begins with {}: expected game, position, moves or result", quote(word))]
    Word {
        /// Its number, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A second line of a kind that comes once.
    #[error("line {line}: a second `{word}`")]
    Twice {
        /// Its number, from 1.
        line: usize,
        /// Its first word.
        word: &'static str,
    },
    /// A quotation that does not end.
    #[error("line {line}: a double quote is missing")]
    Quote {
        /// Its number, from 1.
        line: usize,
    },
    /// No line says which game it is.
    #[error("no line says `game`: it is no saved game")]
    NoGame,
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut record = Self::default();
        let mut seen = Vec::new();
        // Some editors put a byte order mark before the first word.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let words = || split(rest).ok_or(RecordError::Quote { line: i + 1 });
            let mut once = |word| {
                if seen.contains(&word) {
                    return Err(RecordError::Twice { line: i + 1, word });
                }
                seen.push(word);
                Ok(())
            };
            match word {
                "game" => {
                    once("game")?;
                    record.game = rest.trim().to_owned();
                }
                "position" => {
                    once("position")?;
                    record.position = words()?;
                }
                "moves" => record.moves.extend(words()?),
                "result" => {
                    once("result")?;
                    record.result = rest.trim().to_owned();
                    record.result_line = i + 1;
                }
                _ => return Err(RecordError::Word { line: i + 1, word: word.to_owned() }),
            }
        }
        if seen.contains(&"game") { Ok(record) } else { Err(RecordError::NoGame) }
    }
}

/// Words between spaces, or between double quotes.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Some(words)
}

/// The position's arguments of a command: those of the command line, or of the
/// saved game that `play` is to go on with.
///
/// # Errors
/// [`Error`] for a file that cannot be read or holds no game, and for a
/// position beside one.
pub fn position_args<A: PositionArgs + Clone>(
    command: &Command<A>,
    game: &str,
) -> Result<A, Error> {
    let (Command::Play(PlayArgs { load: Some(path), game: args, .. }), game) = (command, game)
    else {
        return command.game().map_or_else(|| args::parse_position(&[]), |args| Ok(args.clone()));
    };
    if let Some(name) = args.given() {
        return Err(Error::usage(format_args!(
            "{name} does not go with --load: the saved game has its position"
        )));
    }
    let words = Record::read(path, game)?.position;
    args::parse_position(&words).map_err(|e| Record::unfit(path, e))
}

/// The error of a position: where it comes from a saved game, the file is named.
pub fn of_file<A: PositionArgs>(command: &Command<A>, error: Error) -> Error {
    match command {
        Command::Play(PlayArgs { load: Some(path), .. }) => Record::unfit(path, error),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_went() {
        let record = Record {
            game: "g".into(),
            position: vec!["--fen".into(), "a b - 1".into(), String::new()],
            moves: (0..45).map(|i| if i == 7 { "7 3 4".into() } else { i.to_string() }).collect(),
            result: "x wins (line)".into(),
            result_line: 6,
        };
        assert_eq!(format!("\u{FEFF}{record}").parse(), Ok(record.clone()));
        assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!("".parse::<Record>(), Err(RecordError::NoGame));
        let error = "game g\nfoo bar".parse::<Record>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2 begins with `foo`: expected game, position, moves or result"
        );
        let error = "game g\nposition \"a b".parse::<Record>().unwrap_err();
        assert_eq!(error, RecordError::Quote { line: 2 });
        for word in ["game", "position", "result"] {
            let error = format!("game g\n{word} a\n{word} a").parse::<Record>().unwrap_err();
            let line = if word == "game" { 2 } else { 3 };
            assert_eq!(error, RecordError::Twice { line, word });
        }
    }
}
