//! `convert`: games and openings of files in another format.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cli::words::quote;
use cli::{Error, Output, args};
use encoding_rs::Encoding;
use gomoku::Size;
use gomoku::formats::{self, Format, Options, Record};
use serde_json::{Value, json};

/// Larger files are hardly games, and what is read is held in memory.
const LARGEST: u64 = 512 << 20;

/// Text that is handed on in one piece.
const PIECE: usize = 1 << 16;

/// Arguments of `convert`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConvertArgs {
    /// The files; `-` for standard input. Games of piskvork (.psq), SGF,
    /// RenLib libraries (.lib), openings: what a file is, is seen by its content.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// What is written: psq, sgf, or moves (a line such as h8i9g7 a game).
    #[arg(long, value_name = "FORMAT", default_value = "sgf")]
    to: Format,
    /// Write every line of play of a tree as a game of its own; otherwise only
    /// the main line.
    #[arg(long)]
    lines: bool,
    /// The board of openings, whose files do not tell it.
    #[arg(long, value_name = "N", default_value = "15", value_parser = args::whole::<5, 22>)]
    size: u64,
    /// Print one JSON object a game instead.
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ConvertArgs {
    /// Games that can be read are written, whatever comes after them.
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        if !self.json && self.to == Format::RenLib {
            return Err(Error::usage("--to renlib: expected psq, sgf or moves"));
        }
        // A file that is written while others are to be read must not be one of them.
        if let Some(path) = self.output.as_ref().filter(|path| self.reads(path)) {
            return Err(Error::usage(format_args!(
                "--output {} is read as well: expected another file",
                quote(&path.to_string_lossy())
            )));
        }
        let mut sink = Sink { out, path: self.output.as_deref(), file: None, text: String::new() };
        let mut games = 0;
        let mut first = None;
        let mut others = 0u64;
        for path in &self.files {
            let name = quote(&path.to_string_lossy());
            let result = self.convert(path, &mut games, &mut sink, |error| {
                // The first error is told, the others are like it.
                match &first {
                    None => first = Some(format!("{name}: {error}")),
                    Some(_) => others += 1,
                }
            });
            result?;
        }
        sink.flush()?;
        match first {
            None => Ok(()),
            Some(error) if others == 0 => Err(Error::failure(error)),
            Some(error) => {
                let s = if others == 1 { "" } else { "s" };
                Err(Error::failure(format_args!("{error}; and {others} more error{s}")))
            }
        }
    }

    /// Whether a file is one of those that are read, by this name or another.
    fn reads(&self, path: &Path) -> bool {
        // Terminals and pipes may well be both.
        let file = path.canonicalize().ok().filter(|file| file.is_file());
        let same =
            |read: &PathBuf| read == path || file.is_some() && read.canonicalize().ok() == file;
        self.files.iter().any(same)
    }

    /// Converts one file. What is wrong with it is told to `wrong`; an error is
    /// the end of all.
    fn convert(
        &self,
        path: &Path,
        games: &mut usize,
        sink: &mut Sink<'_>,
        mut wrong: impl FnMut(&dyn std::fmt::Display),
    ) -> Result<(), Error> {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                wrong(&error);
                return Ok(());
            }
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let bytes = in_utf8(bytes, extension);
        let size = usize::try_from(self.size).ok().and_then(Size::new).unwrap_or_default();
        let options = Options { extension, size, variations: self.lines };
        let records = match formats::records(&bytes, &options) {
            Ok(records) => records,
            Err(error) => {
                wrong(&error);
                return Ok(());
            }
        };
        let mut nothing = true;
        for record in records {
            nothing = false;
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    wrong(&error);
                    continue;
                }
            };
            if self.json {
                sink.push(&format!("{}\n", object(path, &record)))?;
                continue;
            }
            match formats::write(self.to, &record) {
                Ok(_) if *games > 0 && self.to == Format::Psq => {
                    return Err(Error::failure(
                        "a psq file holds one game, and there are more: expected --to sgf or moves",
                    ));
                }
                Ok(text) => {
                    *games += 1;
                    sink.push(&text)?;
                }
                Err(error) => wrong(&error),
            }
        }
        if nothing {
            wrong(&"no game in it");
        }
        Ok(())
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        return Err(io::Error::other(format!("too large: expected at most {most} MiB")));
    }
    Ok(bytes)
}

/// SGF may name its encoding, and Chinese, Japanese and Korean files do, which
/// have bytes in their characters that are brackets and backslashes otherwise.
pub(super) fn in_utf8(bytes: Vec<u8>, extension: Option<&str>) -> Vec<u8> {
    /// The name stands in the first node.
    const FIRST: usize = 4096;
    let unknown = std::str::from_utf8(&bytes).is_err()
        && Format::detect(&bytes, extension) == Some(Format::Sgf);
    if !unknown {
        return bytes;
    }
    let begin = bytes.get(..FIRST).unwrap_or(&bytes);
    let name = begin.windows(3).position(|word| word == b"CA[").and_then(|at| {
        let name = begin.get(at + 3..)?;
        name.get(..name.iter().position(|&byte| byte == b']')?)
    });
    match name.and_then(Encoding::for_label) {
        Some(encoding) => encoding.decode(&bytes).0.into_owned().into_bytes(),
        None => bytes,
    }
}

fn object(file: &Path, record: &Record) -> Value {
    let setup = record.setup.iter();
    let setup: Vec<_> =
        setup.map(|(point, side)| json!([point.to_string(), side.name()])).collect();
    let points: Vec<_> = record.points().map(|point| point.to_string()).collect();
    let times: Vec<_> = record.moves.iter().map(|played| played.time_ms).collect();
    let comments: Vec<_> = record.moves.iter().map(|played| &played.comment).collect();
    let mut object = json!({
        "file": file.to_string_lossy(),
        "size": record.size.get(),
        "rule": record.rule.map(gomoku::Rule::name),
        "black": record.black,
        "white": record.white,
        "event": record.event,
        "date": record.date,
        "result": record.result,
        "comment": record.comment,
        "setup": setup,
        "first": record.first.name(),
        "moves": points,
    });
    // Most files have neither times nor comments.
    if times.iter().any(Option::is_some) {
        object["times_ms"] = json!(times);
    }
    if comments.iter().any(|comment| comment.is_some()) {
        object["comments"] = json!(comments);
    }
    object
}

/// Where text goes, in pieces: the lines of a tree may be more than memory has
/// room for.
struct Sink<'a> {
    out: &'a Output,
    path: Option<&'a Path>,
    /// Made when there is something to write: a file that is there already is
    /// not lost to an error.
    file: Option<File>,
    text: String,
}

impl Sink<'_> {
    fn push(&mut self, text: &str) -> Result<(), Error> {
        self.text.push_str(text);
        if self.text.len() < PIECE {
            return Ok(());
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Error> {
        let text = std::mem::take(&mut self.text);
        let Some(path) = self.path.filter(|_| !text.is_empty()) else {
            return match text.is_empty() {
                true => Ok(()),
                false => Ok(self.out.text(&text)?),
            };
        };
        self.write(path, &text).map_err(|e| {
            Error::failure(format_args!("cannot write {}: {e}", quote(&path.to_string_lossy())))
        })
    }

    fn write(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let file = match self.file.take() {
            Some(file) => self.file.insert(file),
            None => self.file.insert(File::create(path)?),
        };
        file.write_all(text.as_bytes())
    }
}
