//! All values so far, a byte for each.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::RUN;

/// Bytes of a block: whole runs.
const BLOCK: usize = (1 << 14) * RUN as usize;

/// The codes of the heaps from the first run on. Copies share what is full.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    blocks: Vec<Arc<Vec<u8>>>,
    crc: crc32fast::Hasher,
}

impl History {
    /// How many codes.
    pub fn len(&self) -> u64 {
        let last = self.blocks.last().map_or(BLOCK, |block| block.len());
        (self.blocks.len() * BLOCK + last - BLOCK) as u64
    }

    /// Of all codes.
    pub fn crc(&self) -> u32 {
        self.crc.clone().finalize()
    }

    /// Adds a run.
    pub fn push(&mut self, run: &[u8]) {
        self.crc.update(run);
        match self.blocks.last_mut() {
            Some(block) if block.len() + run.len() <= BLOCK => Arc::make_mut(block).extend(run),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.extend(run);
                self.blocks.push(Arc::new(block));
            }
        }
    }

    /// The code at a place.
    #[inline]
    pub fn get(&self, place: u64) -> u8 {
        self.blocks[place as usize / BLOCK][place as usize % BLOCK]
    }

    /// How often a code occurs.
    pub fn count(&self, code: u8) -> u64 {
        let in_block = |block: &Arc<Vec<u8>>| block.iter().filter(|&&c| c == code).count() as u64;
        self.blocks.iter().map(in_block).sum()
    }

    /// The codes from a place on, as many as fit.
    pub fn read(&self, mut place: u64, mut codes: &mut [u8]) {
        while !codes.is_empty() {
            let block = &self.blocks[place as usize / BLOCK][place as usize % BLOCK..];
            let (now, later) = codes.split_at_mut(codes.len().min(block.len()));
            now.copy_from_slice(&block[..now.len()]);
            place += now.len() as u64;
            codes = later;
        }
    }

    /// Writes what a file does not have yet, which holds the first `saved` codes.
    pub fn append_to(&self, path: &Path, saved: u64) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
        // What a run after the last checkpoint may have left is written over.
        file.set_len(saved)?;
        io::Seek::seek(&mut file, io::SeekFrom::Start(saved))?;
        let mut from = saved as usize;
        for block in &self.blocks[from / BLOCK..] {
            file.write_all(&block[from % BLOCK..])?;
            from = 0;
        }
        file.sync_all()
    }

    /// Reads the first `length` codes of a file, or as many as there are.
    pub fn read_from(path: &Path, length: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).open(path)?;
        let mut history = Self::default();
        let mut run = vec![0; RUN as usize];
        while history.len() < length {
            match file.read_exact(&mut run) {
                Ok(()) => history.push(&run),
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(e) => return Err(e),
            }
        }
        Ok(history)
    }
}
