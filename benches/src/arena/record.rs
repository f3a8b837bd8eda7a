//! Games in files, as they end.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gomoku::formats::{self, Format, Played as Stone, Record as GomokuRecord};
use xiangqi::notation::Notation;
use xiangqi::pgn::{Game as PgnGame, GameResult};

use super::game::{Finished, Played};
use super::referee::{Seat, Table};

/// Where games are written.
#[derive(Debug)]
pub struct Record(Kind);

#[derive(Debug)]
enum Kind {
    /// One game behind the other: PGN, or SGF.
    File(File),
    /// A file for each: PSQ.
    Folder(PathBuf),
}

impl Record {
    /// A new file (of gomoku without an ending `.sgf` a folder), or the old one up to
    /// a length.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path, is_gomoku: bool, length: Option<u64>) -> io::Result<Self> {
        if is_gomoku && path.extension().is_none_or(|end| end != "sgf") {
            fs::create_dir_all(path)?;
            return Ok(Self(Kind::Folder(path.to_owned())));
        }
        let mut options = OpenOptions::new();
        options.write(true);
        let file = match length {
            None => options.create_new(true).open(path)?,
            Some(length) => {
                let mut file = options.create(length == 0).truncate(false).open(path)?;
                if file.metadata()?.len() < length {
                    return Err(io::Error::other("shorter than its journal says"));
                }
                // What was written of a game that did not end is written over.
                file.set_len(length)?;
                file.seek(SeekFrom::End(0))?;
                file
            }
        };
        Ok(Self(Kind::File(file)))
    }

    /// Adds a game; the length of the file then.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, number: usize, names: [&str; 2], game: &Finished) -> io::Result<u64> {
        let text = match &game.table {
            Table::Xiangqi(_) => pgn(number, names, game) + "\n",
            Table::Gomoku(_) => {
                let format = match self.0 {
                    Kind::File(_) => Format::Sgf,
                    Kind::Folder(_) => Format::Psq,
                };
                formats::write(format, &gomoku_record(number, names, game))
                    .map_err(io::Error::other)?
            }
        };
        match &mut self.0 {
            Kind::File(file) => {
                file.write_all(text.as_bytes())?;
                file.flush()?;
                file.stream_position()
            }
            Kind::Folder(folder) => {
                fs::write(folder.join(format!("{:06}.psq", number + 1)), text)?;
                Ok(0)
            }
        }
    }
}

/// `0.34/12 105 ms 5000 n`, as far as it is told.
fn said(played: &Played) -> String {
    let mut text = String::new();
    if let Some(score) = played.told.score {
        let _ = write!(text, "{:+.2}", f64::from(score) / 100.0);
    }
    if let Some(depth) = played.told.depth {
        let _ = write!(text, "/{depth}");
    }
    let _ = write!(text, " {} ms", played.time.as_millis());
    if let Some(nodes) = played.told.nodes {
        let _ = write!(text, " {nodes} n");
    }
    text.trim_start().to_owned()
}

/// `2026.11.30`, in universal time.
fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

fn pgn(number: usize, names: [&str; 2], game: &Finished) -> String {
    let Table::Xiangqi(table) = &game.table else { return String::new() };
    let first = table.first();
    let mut written = PgnGame::new(first.board().clone());
    let fen = first.fen();
    let fields: Vec<_> = fen.split_whitespace().collect();
    let count = |field: usize| fields.get(field).and_then(|f| f.parse().ok());
    written.quiet_plies = count(4).unwrap_or(0);
    written.move_number = count(5).unwrap_or(1);
    let mut tag = |name: &str, value: &str| written.tags.push((name.to_owned(), value.to_owned()));
    tag("Event", "Boyi arena");
    tag("Date", &today());
    tag("Round", &(number + 1).to_string());
    tag("Red", names[0]);
    tag("Black", names[1]);
    tag("Termination", &game.reason.to_string());
    written.moves = table.moves().collect();
    for (i, played) in (game.opening + 1..).zip(&game.moves) {
        written.comments.insert(i, said(played));
    }
    written.result = match game.winner {
        Some(Seat::First) => GameResult::RedWins,
        Some(Seat::Second) => GameResult::BlackWins,
        None => GameResult::Draw,
    };
    written.write(Notation::Uci)
}

fn gomoku_record(number: usize, names: [&str; 2], game: &Finished) -> GomokuRecord {
    let Table::Gomoku(table) = &game.table else {
        return GomokuRecord::new(gomoku::Size::FIFTEEN);
    };
    let mut record = GomokuRecord::new(table.size());
    record.rule = Some(table.rule());
    let [black, white] = names.map(str::to_owned);
    (record.black, record.white) = (Some(black), Some(white));
    record.event = Some(format!("Boyi arena, game {}", number + 1));
    record.result = Some(match game.winner {
        Some(Seat::First) => "B+".to_owned(),
        Some(Seat::Second) => "W+".to_owned(),
        None => "0".to_owned(),
    });
    record.comment = Some(game.reason.to_string());
    record.moves = table.moves().iter().map(|&point| Stone::from(point)).collect();
    for (stone, played) in record.moves.iter_mut().skip(game.opening).zip(&game.moves) {
        stone.time_ms = Some(played.time.as_millis() as u64);
        stone.comment = Some(said(played));
    }
    record
}
