//! Games in files, as programs of five in a row write them.
//!
//! | name | what it is | here |
//! | --- | --- | --- |
//! | `psq` | one game of the tournament manager piskvork | read, written ([`psq`]) |
//! | `sgf` | games with comments and variations, for any board game | read, written ([`sgf`]) |
//! | `renlib` | a tree of openings with comments, by the program RenLib | read ([`renlib`]) |
//! | `moves` | openings, one a line: `h8i9g7` or `0,0, 1,1, -1,1` | read, written ([`openings`]) |
//!
//! What is read becomes a [`Record`]. Its stones lie on the board, no two on
//! one point, and the colours of its moves alternate. Nothing more is checked:
//! a record may go on behind a five, or have Black on a forbidden point.
//!
//! ```
//! use gomoku::formats::{self, Format, Options};
//!
//! let file = b"(;FF[4]GM[4]SZ[15]RU[renju]PB[Li];B[hh];W[ig]C[indirect])";
//! let game = formats::read(file, &Options::default())?.pop().ok_or("no game")?;
//! assert_eq!((game.black.as_deref(), game.moves.len()), (Some("Li"), 2));
//! assert_eq!(formats::write(Format::Moves, &game)?, "h8i9\n");
//! assert!(formats::write(Format::Psq, &game)?.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod record;

pub mod openings;
pub mod psq;
pub mod renlib;
pub mod sgf;

use std::borrow::Cow;
use std::fmt;
use std::iter::FusedIterator;
use std::str::FromStr;

use crate::Size;

pub(crate) use error::clip;
pub use error::{
    MoveError, MoveErrorKind, OpeningError, Place, PsqError, ReadError, ReadErrorKind, RenLibError,
    SgfError, Stone, UnknownFormat, WriteError,
};
pub use record::{Outcome, Played, Record};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A game of piskvork, see [`psq`].
    Psq,
    /// Games with variations, see [`sgf`].
    Sgf,
    /// A tree of openings, see [`renlib`]; it is only read.
    RenLib,
    /// Openings, one a line, see [`openings`].
    Moves,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Psq, Self::Sgf, Self::RenLib, Self::Moves];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::RenLib => "renlib",
            Self::Moves => "moves",
        }
    }

    /// What the end of a file's name tells: `psq`, `sgf` and `lib`, in small
    /// or capital letters.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        let known = [("psq", Self::Psq), ("sgf", Self::Sgf), ("lib", Self::RenLib)];
        known.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(extension)).map(|(_, f)| f)
    }

    /// The format of a file: what its first bytes say, and where they leave
    /// that open the end of its name.
    #[must_use]
    pub fn detect(bytes: &[u8], extension: Option<&str>) -> Option<Self> {
        /// How far other text may go on before the first game of an SGF file.
        const PREFACE: usize = 4096;
        if renlib::has_header(bytes) {
            return Some(Self::RenLib);
        }
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
        if psq::has_header(text) {
            return Some(Self::Psq);
        }
        if text.starts_with(b"(") {
            return Some(Self::Sgf);
        }
        if let Some(format) = extension.and_then(Self::from_extension) {
            return Some(format);
        }
        if renlib::seems_headless(bytes) {
            return Some(Self::RenLib);
        }
        if openings::seems_one(text) {
            return Some(Self::Moves);
        }
        let preface = text.get(..PREFACE).unwrap_or(text);
        preface.windows(2).any(|pair| pair == b"(;").then_some(Self::Sgf)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads the name, in small or capital letters.
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let named = |format: &Self| format.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownFormat(clip(text)))
    }
}

/// How files are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options<'a> {
    /// The end of the file's name, without the dot: it counts where the
    /// content leaves open what the file is.
    pub extension: Option<&'a str>,
    /// The board of [openings], whose files do not tell it.
    pub size: Size,
    /// Whether every line of play of a tree is a record of its own; otherwise
    /// only the first, the main line, is read.
    pub variations: bool,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text of a file: UTF-8, with or without a byte order mark, or else
/// Latin-1, in which no byte is wrong.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The records of a file, one after the other: a tree may have more lines than
/// memory has room for.
///
/// # Errors
/// If the file is in no format that is known. Other errors are items: one of a
/// line of play ends this line only, one of the file's structure is the last item.
pub fn records<'a>(bytes: &'a [u8], options: &Options<'_>) -> Result<Records<'a>, ReadError> {
    let Some(format) = Format::detect(bytes, options.extension) else {
        return Err(ReadError { place: Place::Line(1), kind: ReadErrorKind::UnknownFormat });
    };
    Ok(Records(match format {
        Format::Psq => Source::Psq(Some(psq::read(&decode(bytes)).map(Box::new)).into_iter()),
        Format::Sgf => Source::Sgf(sgf::Lines::new(decode(bytes), options.variations)),
        Format::RenLib => {
            let lines = renlib::lines(bytes)?;
            Source::RenLib(lines.take(if options.variations { usize::MAX } else { 1 }))
        }
        Format::Moves => Source::Moves(openings::Openings::new(decode(bytes), options.size)),
    }))
}

/// All records of a file. For the variations of large trees, use [`records`].
///
/// # Errors
/// The first [`ReadError`].
pub fn read(bytes: &[u8], options: &Options<'_>) -> Result<Vec<Record>, ReadError> {
    records(bytes, options)?.collect()
}

/// Iterator over the records of a file, see [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    Psq(std::option::IntoIter<Result<Box<Record>, ReadError>>),
    Sgf(sgf::Lines<'a>),
    RenLib(std::iter::Take<renlib::Lines<'a>>),
    Moves(openings::Openings<'a>),
}

impl Iterator for Records<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Source::Psq(game) => game.next().map(|game| game.map(|game| *game)),
            Source::Sgf(lines) => lines.next(),
            Source::RenLib(lines) => lines.next(),
            Source::Moves(openings) => openings.next(),
        }
    }
}

impl FusedIterator for Records<'_> {}

/// The text of a file with this record. Files of `sgf` and `moves` may hold
/// several, one behind the other.
///
/// # Errors
/// [`WriteError`] if the format has no place for what the record holds.
pub fn write(format: Format, record: &Record) -> Result<String, WriteError> {
    let stones = record.setup.iter().map(|&(point, _)| point);
    for point in stones.chain(record.moves.iter().map(|played| played.point)) {
        if !record.size.contains(point) {
            return Err(WriteError::OffBoard { point, size: record.size });
        }
    }
    if format == Format::RenLib {
        return Err(WriteError::ReadOnly);
    }
    if format != Format::Sgf {
        if !record.setup.is_empty() {
            return Err(WriteError::Setup { format });
        }
        if record.first == crate::Side::White {
            return Err(WriteError::WhiteBegins { format });
        }
    }
    Ok(match format {
        Format::Psq => psq::write(record),
        Format::Sgf => sgf::write(record),
        Format::Moves | Format::RenLib => openings::write(record),
    })
}

/// A name as records hold it: on one line, and not endless. A name may come
/// with every line of a tree: a long one would fill the memory.
fn name(text: &str) -> Option<String> {
    const MOST: usize = 1000;
    // Spaces stay as many as they are (SGF's SimpleText); an end of line is one.
    let text = text.trim().replace("\r\n", " ");
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let name: String = spaced.filter(|c| !c.is_control()).take(MOST).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Adds to a comment.
fn add_comment(comment: &mut Option<String>, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match comment {
        None => *comment = Some(text.to_owned()),
        Some(comment) => {
            comment.push('\n');
            comment.push_str(text);
        }
    }
}

/// The lines of a text with their numbers. Old files end them in CR alone.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    (1..).map_while(move |number| {
        let text = rest?;
        let line = match text.find(['\n', '\r']) {
            Some(end) => {
                let after = text.get(end..).unwrap_or_default();
                rest = after.strip_prefix("\r\n").or_else(|| after.get(1..));
                text.get(..end).unwrap_or_default()
            }
            None => {
                rest = None;
                text
            }
        };
        Some((number, line))
    })
}
