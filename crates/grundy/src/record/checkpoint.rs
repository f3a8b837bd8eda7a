//! A computation in a file.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::code::{LIMIT, is_common};
use super::history::History;
use super::window::WINDOW;
use super::{Computation, RUN, START, Tally};

/// The first bytes of a checkpoint; the last four are the version.
const MAGIC: [u8; 12] = *b"boyigrun0002";

/// More maxima, or late rare heaps, are damage.
const MOST_PAIRS: u64 = 1 << 12;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is something else.
    #[error("{}: not a checkpoint of this program", .0.display())]
    Foreign(PathBuf),
    /// The file is a checkpoint of another version.
    #[error("{}: a checkpoint of another version", .0.display())]
    Version(PathBuf),
    /// The file is cut off or changed.
    #[error("{}: a damaged checkpoint ({reason})", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: &'static str,
    },
}

/// The file beside a checkpoint that holds the code of every value.
#[must_use]
pub fn history_file(checkpoint: &Path) -> PathBuf {
    with(checkpoint, ".history")
}

fn with(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

impl Computation {
    /// Writes a checkpoint; a file of this name is replaced at once, or stays as it is.
    /// What has come since the last one is added to the [history file](history_file).
    ///
    /// It is little-endian: 12 bytes of name and version, the number of values, the
    /// checksum, the CRC-32 of the history, 512 counts, the number of maxima, their heaps and
    /// values, the number of late rare heaps, these and their values, all of 64 bits,
    /// the codes of the last 2^17 values, and a CRC-32 of all before it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&mut self, path: &Path) -> Result<(), CheckpointError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| CheckpointError::File { path, source }
        };
        let history = history_file(path);
        self.past.history.append_to(&history, self.saved).map_err(failed(&history))?;
        self.saved = self.past.history.len();

        let tally = self.tally();
        let mut bytes = MAGIC.to_vec();
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        put(tally.values());
        put(tally.checksum());
        put(u64::from(self.past.history.crc()));
        tally.counts().iter().copied().for_each(&mut put);
        for pairs in [tally.maxima(), &self.past.late] {
            put(pairs.len() as u64);
            for &(heap, value) in pairs {
                put(heap);
                put(u64::from(value));
            }
        }
        bytes.extend(&self.tail);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());

        let new = with(path, ".new");
        let written = File::create(&new)
            .and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&new, path));
        written.map_err(failed(path))
    }

    /// Reads a checkpoint and its history. The beginning of the sequence is computed again.
    ///
    /// # Errors
    /// If the file cannot be read, is no checkpoint, or is damaged. It is left alone.
    pub fn resume(path: &Path) -> Result<Self, CheckpointError> {
        let damaged = |reason| CheckpointError::Damaged { path: path.to_owned(), reason };
        let mut bytes = Vec::new();
        // The greatest checkpoint is smaller by far; no need to read a disk.
        let read = File::open(path).and_then(|file| file.take(1 << 20).read_to_end(&mut bytes));
        read.map_err(|source| CheckpointError::File { path: path.to_owned(), source })?;
        match bytes.get(..MAGIC.len()) {
            Some(magic) if magic == MAGIC => {}
            Some(magic) if magic[..8] == MAGIC[..8] => {
                return Err(CheckpointError::Version(path.to_owned()));
            }
            _ => return Err(CheckpointError::Foreign(path.to_owned())),
        }
        let (body, crc) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(body).to_le_bytes() != crc {
            return Err(damaged("the sum of its bytes is wrong"));
        }
        let mut rest = body.get(MAGIC.len()..).unwrap_or_default();
        let mut number = || {
            let (number, more) = rest.split_first_chunk()?;
            rest = more;
            Some(u64::from_le_bytes(*number))
        };
        let cut_off = || damaged("it is cut off");
        let values = number().ok_or_else(cut_off)?;
        let checksum = number().ok_or_else(cut_off)?;
        let crc = number().ok_or_else(cut_off)?;
        let counts: Option<Vec<u64>> = (0..LIMIT).map(|_| number()).collect();
        let counts = counts.ok_or_else(cut_off)?;
        let mut pairs = || {
            let count = number().filter(|&count| count <= MOST_PAIRS)?;
            (0..count).map(|_| Some((number()?, number()?))).collect::<Option<Vec<_>>>()
        };
        let maxima = pairs().ok_or_else(cut_off)?;
        let late = pairs().ok_or_else(cut_off)?;
        if rest.len() != WINDOW {
            return Err(damaged("its window has another length"));
        }
        let first = u64::from(START) - 1;
        if values < first || (values - first) % RUN != 0 || values > u64::MAX >> 8 {
            return Err(damaged("its number of values is impossible"));
        }
        if counts.iter().fold(0u64, |sum, &count| sum.saturating_add(count)) != values {
            return Err(damaged("its counts do not add up"));
        }
        let maxima = growing(&maxima, 1..=values)
            .filter(|maxima| maxima.is_sorted_by(|a, b| a.1 < b.1))
            .ok_or_else(|| damaged("its maxima are impossible"))?;
        let late = growing(&late, first + 1..=values)
            .filter(|late| !late.iter().any(|&(_, value)| is_common(value)))
            .ok_or_else(|| damaged("its rare heaps are impossible"))?;
        let file = history_file(path);
        let read = History::read_from(&file, values - first);
        let history = read.map_err(|source| CheckpointError::File { path: file, source })?;
        if history.len() != values - first || u64::from(history.crc()) != crc {
            return Err(damaged("its history is another"));
        }
        let tally = Tally::of_parts(values, checksum, counts, maxima);
        let beginning = Self::start().past.beginning;
        let mut computation = Self::of_parts(beginning, rest.to_vec(), tally);
        computation.saved = history.len();
        computation.past.late = late;
        computation.past.take(history);
        if !computation.past.knows_its_rares() {
            return Err(damaged("its rare heaps are not those of its history"));
        }
        if !computation.past.codes_before(values + 1).take(WINDOW).eq(rest.iter().rev().copied()) {
            return Err(damaged("its window is not the end of its history"));
        }
        Ok(computation)
    }
}

/// Pairs whose heaps grow within bounds and whose values have codes.
fn growing(pairs: &[(u64, u64)], heaps: RangeInclusive<u64>) -> Option<Vec<(u64, u16)>> {
    let is_good =
        pairs.iter().all(|(heap, _)| heaps.contains(heap)) && pairs.is_sorted_by(|a, b| a.0 < b.0);
    let fitting = |&(heap, value): &(u64, u64)| {
        let value = u16::try_from(value).ok().filter(|&value| value < LIMIT)?;
        Some((heap, value))
    };
    if is_good { pairs.iter().map(fitting).collect() } else { None }
}
