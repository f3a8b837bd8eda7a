//! Files of self-played games.
//!
//! Numbers are little-endian. A header of `HEADER` bytes:
//!
//! ```text
//!  0  "BOYIDATA"
//!  8  version, u16               10  bytes of a position, u16
//! 12  the game, eight bytes, zero behind its name
//! 20  seed, u64                  28  CRC-32 of the recipe
//! 32  CRC-32 of what stands before
//! ```
//!
//! Then game after game, in the order of their numbers, from 0:
//!
//! ```text
//!  0  positions, u16              2  result for the side that begins: 0, 1, 2 half points
//!  3  zero                        4  the positions
//!  .  CRC-32 of what stands before
//! ```
//!
//! And for each position, in the order of play, behind the bytes of the game's own:
//! score for the side to move, i16; plies since the game began, u16; flags, u8.
//!
//! Whatever interrupts a writer, all games but the last are whole; a new writer
//! cuts the file behind them and goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::training::Training;

const MAGIC: &[u8; 8] = b"BOYIDATA";
const VERSION: u16 = 1;
const HEADER: usize = 36;
const GAME_HEADER: usize = 4;
const CRC: usize = 4;
/// Score, ply and flags.
const EXTRA: usize = 5;

bitflags::bitflags! {
    /// What is known of a position beside its score.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Flags: u8 {
        /// The side to move is under a threat: in check.
        const THREATENED = 1;
        /// The move that was played is a noisy one: a capture.
        const NOISY = 2;
    }
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample<P> {
    /// Without its history.
    pub position: P,
    /// What the search said, for the side to move.
    pub score: i16,
    /// Plies since the game began, those of the opening included.
    pub ply: u16,
    /// More of it.
    pub flags: Flags,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// Half points of the side that begins: 0, 1 or 2.
    pub result: u8,
    /// Its positions in the order of play.
    pub samples: Vec<Sample<P>>,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system says so.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not a file of games, or not of this game, version or recipe.
    #[error("{}: {what}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What was expected.
        what: String,
    },
    /// A game in the middle of the file is not what was written.
    #[error("{}: game {game}, at byte {at}, is damaged: expected a file as datagen wrote it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// From 0.
        game: usize,
        /// Where it begins.
        at: usize,
    },
}

/// Where the games of a file come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Of the random numbers.
    pub seed: u64,
    /// CRC-32 of all else that the games depend on.
    pub recipe: u32,
}

fn header<P: Training>(origin: &Origin) -> Vec<u8> {
    let mut name = [0; 8];
    for (byte, letter) in name.iter_mut().zip(P::NAME.bytes()) {
        *byte = letter;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((P::BYTES as u16).to_le_bytes());
    bytes.extend(name);
    bytes.extend(origin.seed.to_le_bytes());
    bytes.extend(origin.recipe.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The bytes of a game.
pub(crate) fn encode<P: Training>(game: &Played<P>) -> Vec<u8> {
    let count = u16::try_from(game.samples.len()).unwrap_or(u16::MAX);
    let mut bytes = count.to_le_bytes().to_vec();
    bytes.extend([game.result, 0]);
    for sample in game.samples.iter().take(count.into()) {
        let at = bytes.len();
        bytes.resize(at + P::BYTES, 0);
        sample.position.encode(&mut bytes[at..]);
        bytes.extend(sample.score.to_le_bytes());
        bytes.extend(sample.ply.to_le_bytes());
        bytes.push(sample.flags.bits());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// One game, and how many bytes it takes.
enum Step<T> {
    Game(T, usize),
    /// The file ends before it does.
    Cut,
    Damaged,
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

/// The bytes of the next game, its checksum apart.
fn next(bytes: &[u8], position: usize) -> Step<&[u8]> {
    if bytes.len() < GAME_HEADER {
        return Step::Cut;
    }
    let length = GAME_HEADER + usize::from(u16_at(bytes, 0)) * (position + EXTRA);
    let Some(crc) = bytes.get(length..length + CRC) else { return Step::Cut };
    if crc == crc32fast::hash(&bytes[..length]).to_le_bytes() && bytes[2] <= 2 {
        Step::Game(&bytes[..length], length + CRC)
    } else {
        Step::Damaged
    }
}

fn decode<P: Training>(bytes: &[u8]) -> Option<Played<P>> {
    let samples = bytes[GAME_HEADER..].chunks_exact(P::BYTES + EXTRA).map(|bytes| {
        let (position, extra) = bytes.split_at(P::BYTES);
        Some(Sample {
            position: P::decode(position)?,
            score: u16_at(extra, 0) as i16,
            ply: u16_at(extra, 2),
            flags: Flags::from_bits_truncate(extra[4]),
        })
    });
    Some(Played { result: bytes[2], samples: samples.collect::<Option<_>>()? })
}

fn check_header<P: Training>(path: &Path, bytes: &[u8]) -> Result<Origin, DataError> {
    let wrong = |what: String| Err(DataError::Header { path: path.to_owned(), what });
    if bytes.len() < HEADER || &bytes[..8] != MAGIC {
        return wrong("no file of games: expected one that datagen wrote".to_owned());
    }
    let version = u16_at(bytes, 8);
    if version != VERSION {
        return wrong(format!("written in version {version}: expected version {VERSION}"));
    }
    let le = |at: usize, n: usize| {
        bytes[at..at + n].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    };
    let origin = Origin { seed: le(20, 8), recipe: le(28, 4) as u32 };
    if le(32, 4) != u64::from(crc32fast::hash(&bytes[..32])) {
        return wrong("its header is damaged: expected a file as datagen wrote it".to_owned());
    }
    if bytes[..HEADER] != header::<P>(&origin) {
        return wrong(format!("games of something else: expected games of {}", P::NAME));
    }
    Ok(origin)
}

/// Hands the games of a file to `visit`; what was cut off at the end is left out.
///
/// # Errors
/// [`DataError`] if it cannot be read or is not what was written.
pub fn read<P: Training>(
    path: &Path,
    mut visit: impl FnMut(Played<P>),
) -> Result<usize, DataError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|source| DataError::File { path: path.to_owned(), source })?;
    check_header::<P>(path, &bytes)?;
    let (mut at, mut games) = (HEADER, 0);
    loop {
        let damaged = || DataError::Damaged { path: path.to_owned(), game: games, at };
        match next(&bytes[at..], P::BYTES) {
            Step::Game(game, length) => {
                visit(decode(game).ok_or_else(damaged)?);
                at += length;
                games += 1;
            }
            Step::Cut => return Ok(games),
            Step::Damaged => return Err(damaged()),
        }
    }
}

/// Writes games, one after the other.
#[derive(Debug)]
pub struct Writer<P> {
    path: PathBuf,
    file: File,
    games: usize,
    game: PhantomData<fn(P)>,
}

impl<P: Training> Writer<P> {
    /// Begins a file, or goes on with one of the same origin.
    ///
    /// # Errors
    /// [`DataError`] if it cannot be written, is damaged, or has another origin:
    /// nothing is changed then.
    pub fn open(path: &Path, origin: &Origin) -> Result<Self, DataError> {
        let failed = |source| DataError::File { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (mut at, mut games) = (HEADER, 0);
        let expected = header::<P>(origin);
        if expected.starts_with(&bytes) {
            // New, or cut off within the header.
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            file.write_all(&expected).map_err(failed)?;
        } else {
            if check_header::<P>(path, &bytes)? != *origin {
                let what = "made by another recipe: expected the same arguments, or a new file";
                return Err(DataError::Header { path: path.to_owned(), what: what.to_owned() });
            }
            loop {
                match next(&bytes[at..], P::BYTES) {
                    Step::Game(_, length) => {
                        at += length;
                        games += 1;
                    }
                    Step::Cut => break,
                    Step::Damaged => {
                        return Err(DataError::Damaged { path: path.to_owned(), game: games, at });
                    }
                }
            }
            file.set_len(at as u64).map_err(failed)?;
            file.seek(SeekFrom::Start(at as u64)).map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file, games, game: PhantomData })
    }

    /// Games in the file so far: the number of the next one.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Writes the next game.
    ///
    /// # Errors
    /// [`DataError`] if it cannot be written.
    pub fn write(&mut self, game: &[u8]) -> Result<(), DataError> {
        self.file
            .write_all(game)
            .map_err(|source| DataError::File { path: self.path.clone(), source })?;
        self.games += 1;
        Ok(())
    }
}
