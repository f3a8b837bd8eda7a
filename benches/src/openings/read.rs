//! Files of openings.

use std::path::{Path, PathBuf};
use std::{fs, io};

use gomoku::formats::{self, ReadErrorKind};
use gomoku::{Gomoku, PlayError, Rule, Size};
use search_core::final_outcome;
use xiangqi::notation::{self, MoveError};
use xiangqi::{FenError, Reason, Xiangqi};

use super::{Game, Opening};

/// Why openings of a file cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line is wrong.
    #[error("{}, line {line}: {kind}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        kind: LineError,
    },
    /// There is nothing in it.
    #[error("{} has no openings: expected one a line", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// What can be wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// A position of xiangqi.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of xiangqi.
    #[error("move {number}: {source}")]
    Move {
        /// From 1.
        number: usize,
        /// What is wrong.
        source: MoveError,
    },
    /// The text of a stone.
    #[error(transparent)]
    Text(#[from] ReadErrorKind),
    /// A stone that may not be played.
    #[error("move {number}: {source}")]
    Stone {
        /// From 1.
        number: usize,
        /// Why not.
        source: PlayError,
    },
    /// A game of xiangqi that has ended.
    #[error("the game is over after {plies} moves ({reason}): expected one to go on with")]
    Over {
        /// Moves of the line up to there.
        plies: usize,
        /// By which rule.
        reason: Reason,
    },
    /// A game of five in a row that has ended.
    #[error("the game is over behind the last move: expected one to go on with")]
    Ended,
}

/// Reads the openings of a file, one a line, and holds them to the rules.
///
/// # Errors
/// [`OpeningsError`] names the file and the first line that is wrong.
pub fn read(path: &Path, game: Game) -> Result<Vec<Opening>, OpeningsError> {
    let file = || path.to_owned();
    let bytes = fs::read(path).map_err(|source| OpeningsError::File { path: file(), source })?;
    let openings = parse(&formats::decode(&bytes), game)
        .map_err(|(line, kind)| OpeningsError::Line { path: file(), line, kind })?;
    if openings.is_empty() {
        return Err(OpeningsError::Empty { path: file() });
    }
    Ok(openings)
}

/// Reads the openings of a text.
///
/// # Errors
/// The number of the first line that is wrong, from 1, and what is wrong with it.
pub fn parse(text: &str, game: Game) -> Result<Vec<Opening>, (usize, LineError)> {
    let text = text.replace("\r\n", "\n");
    // Old files end their lines in CR alone.
    let lines = text.split(['\n', '\r']).zip(1..).map(|(line, number)| {
        let content = line.split(['#', ';']).next().unwrap_or_default().trim();
        (number, content)
    });
    let read = |(number, line): (usize, &str)| {
        let opening = match game {
            Game::Xiangqi => of_xiangqi(line),
            Game::Gomoku { rule, size } => of_gomoku(line, rule, size),
        };
        opening.map_err(|kind| (number, kind))
    };
    lines.filter(|(_, line)| !line.is_empty()).map(read).collect()
}

fn of_xiangqi(line: &str) -> Result<Opening, LineError> {
    let divides = |c: char| c == ',' || c.is_whitespace();
    let words: Vec<&str> = line.split(divides).filter(|word| !word.is_empty()).collect();
    let (start, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        // A slash divides the ranks of a FEN, and stands in no move.
        None if line.contains('/') => (&words[..], &[][..]),
        None => words.split_at(usize::from(words.first() == Some(&"startpos"))),
    };
    let mut game = match start {
        [] | ["startpos"] => Xiangqi::start(),
        ["fen", fields @ ..] | fields => Xiangqi::from_fen(&fields.join(" "))?,
    };
    let fen = game.fen();
    for (text, number) in moves.iter().zip(1..) {
        goes_on(&game)?;
        let wrong = |source| LineError::Move { number, source };
        let m = notation::parse_any(game.board(), text).map_err(wrong)?;
        game.play(m).map_err(wrong)?;
    }
    goes_on(&game)?;
    Ok(Opening::Xiangqi { fen, moves: game.moves().collect() })
}

fn goes_on(game: &Xiangqi) -> Result<(), LineError> {
    let over = |reason| Err(LineError::Over { plies: game.moves().len(), reason });
    game.ending().map_or(Ok(()), |end| over(end.reason))
}

fn of_gomoku(line: &str, rule: Rule, size: Size) -> Result<Opening, LineError> {
    let line = line.strip_prefix("moves ").unwrap_or(line);
    let mut game = Gomoku::new(rule, size);
    for record in formats::openings::read(line, size) {
        let record = record.map_err(|error| error.kind)?;
        for (point, number) in record.points().zip(1..) {
            game.play(point).map_err(|source| LineError::Stone { number, source })?;
        }
    }
    match final_outcome(&game) {
        None => Ok(Opening::Gomoku { moves: game.moves().to_vec() }),
        Some(_) => Err(LineError::Ended),
    }
}
