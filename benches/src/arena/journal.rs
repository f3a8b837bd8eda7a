//! The results of a match in a file beside its games, so that it can be resumed.
//!
//! The first line tells what is played, each further one a game, as JSON. A line that was
//! cut off is left out and written over.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::referee::Seat;
use super::totals::{Summary, Usage};
use super::tournament::Plan;

/// Why a match cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is a match already.
    #[error("{}: there already; --resume goes on with its match", .0.display())]
    Exists(PathBuf),
    /// The match in the file is another.
    #[error("{}: another match, whose {what} was {was}; now it is {is}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Which part differs.
        what: String,
        /// As it was.
        was: String,
        /// As it is to be now.
        is: String,
    },
    /// Another arena writes it.
    #[error("{}: in use by another arena", .0.display())]
    InUse(PathBuf),
    /// A line makes no sense.
    #[error("{}, line {line}: not a game of this match", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
    },
}

/// An open file of results.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What a journal knows.
#[derive(Debug, Default)]
pub struct Known {
    /// The games.
    pub games: Vec<Summary>,
    /// How long the file of the games was after the last of them.
    pub length: u64,
}

/// The file beside the one of the games.
#[must_use]
pub fn journal_file(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".jsonl");
    PathBuf::from(name)
}

impl Journal {
    /// A new file with its first line.
    ///
    /// # Errors
    /// If it is there already, or the system refuses.
    pub fn create(path: &Path, head: &Value) -> Result<Self, JournalError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => JournalError::File { path: path.to_owned(), source },
        })?;
        let mut journal = Self::locked(file, path)?;
        journal.line(head)?;
        Ok(journal)
    }

    fn locked(file: File, path: &Path) -> Result<Self, JournalError> {
        match file.try_lock() {
            // A file system may know no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { file, path: path.to_owned() }),
            Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        }
    }

    /// The file of a match that was interrupted, and its games.
    ///
    /// # Errors
    /// If it is of another match, or damaged, or cannot be read.
    pub fn resume(path: &Path, head: &Value, plan: &Plan) -> Result<(Self, Known), JournalError> {
        let failed = |source| JournalError::File { path: path.to_owned(), source };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let mut journal = Self::locked(file, path)?;
        let mut text = String::new();
        journal.file.read_to_string(&mut text).map_err(failed)?;
        if !text.contains('\n') {
            // Not even the first line was written.
            journal.cut(0)?;
            journal.line(head)?;
            return Ok((journal, Known::default()));
        }
        // A line without its end was cut off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().zip(1..);
        let damaged = |line| JournalError::Damaged { path: path.to_owned(), line };
        let first = lines.next().and_then(|(line, _)| serde_json::from_str::<Value>(line).ok());
        let first = first.filter(Value::is_object).ok_or_else(|| damaged(1))?;
        for (what, is) in head.as_object().into_iter().flatten() {
            let was = &first[what];
            if was != is {
                return Err(JournalError::Other {
                    path: path.to_owned(),
                    what: what.clone(),
                    was: was.to_string(),
                    is: is.to_string(),
                });
            }
        }
        let (mut known, mut numbers) = (Known::default(), BTreeSet::new());
        for (line, number) in lines {
            let value = serde_json::from_str(line).ok();
            let read = value.and_then(|value| read(&value, plan)).ok_or_else(|| damaged(number))?;
            if !numbers.insert(read.0.job.number) {
                return Err(damaged(number));
            }
            known.length = read.1;
            known.games.push(read.0);
        }
        journal.cut(whole as u64)?;
        Ok((journal, known))
    }

    /// Leaves the beginning, and goes on behind it.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(|_| ()).map_err(|source| JournalError::File { path: self.path.clone(), source })
    }

    /// Adds a game, and how long the file of the games is with it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn add(&mut self, game: &Summary, length: u64) -> Result<(), JournalError> {
        let usage = |usage: &Usage| {
            json!([
                usage.moves,
                usage.time.as_micros() as u64,
                usage.nodes,
                usage.counted.as_micros() as u64,
                usage.depths,
                usage.searches
            ])
        };
        self.line(&json!({
            "game": game.job.number + 1,
            "winner": seat_name(game.winner),
            "reason": game.reason,
            "kind": game.kind,
            "fault": game.fault.map(|seat| seat_name(Some(seat))),
            "plies": game.plies,
            "usage": game.usage.each_ref().map(usage),
            "overhead_us": game.overhead.as_micros() as u64,
            "length": length,
        }))
    }

    fn line(&mut self, value: &Value) -> Result<(), JournalError> {
        let written = writeln!(self.file, "{value}").and_then(|()| self.file.flush());
        written.map_err(|source| JournalError::File { path: self.path.clone(), source })
    }
}

const fn seat_name(seat: Option<Seat>) -> &'static str {
    match seat {
        Some(Seat::First) => "first",
        Some(Seat::Second) => "second",
        None => "none",
    }
}

fn seat(value: &Value) -> Option<Option<Seat>> {
    match value.as_str()? {
        "first" => Some(Some(Seat::First)),
        "second" => Some(Some(Seat::Second)),
        "none" => Some(None),
        _ => None,
    }
}

fn read(value: &Value, plan: &Plan) -> Option<(Summary, u64)> {
    let number = usize::try_from(value["game"].as_u64()?).ok()?.checked_sub(1)?;
    if number >= plan.games() {
        return None;
    }
    let usage = |place: usize| {
        let numbers = value["usage"][place].as_array()?;
        let number = |i: usize| numbers.get(i)?.as_u64();
        Some(Usage {
            moves: number(0)?,
            time: Duration::from_micros(number(1)?),
            nodes: number(2)?,
            counted: Duration::from_micros(number(3)?),
            depths: number(4)?,
            searches: number(5)?,
        })
    };
    let summary = Summary {
        job: plan.job(number),
        winner: seat(&value["winner"])?,
        reason: value["reason"].as_str()?.to_owned(),
        kind: value["kind"].as_str()?.to_owned(),
        fault: match &value["fault"] {
            Value::Null => None,
            told => seat(told)?,
        },
        plies: value["plies"].as_u64()? as usize,
        usage: [usage(0)?, usage(1)?],
        overhead: Duration::from_micros(value["overhead_us"].as_u64()?),
    };
    Some((summary, value["length"].as_u64()?))
}
