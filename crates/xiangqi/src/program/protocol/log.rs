//! The file of `Debug Log File`: every line in and out.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cli::Output;

/// A log that may be open. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<Option<File>>>);

impl Log {
    /// Writes to this file from now on, behind what it holds; to none if the
    /// name is empty. The old file stays in use if the new one cannot be opened.
    pub fn open(&self, name: &str) -> io::Result<()> {
        let file = match name {
            "" => None,
            _ => Some(OpenOptions::new().create(true).append(true).open(Path::new(name))?),
        };
        *self.lock() = file;
        Ok(())
    }

    /// Notes a line that came in.
    pub fn heard(&self, line: &str) {
        self.note('>', line);
    }

    /// An output that notes what goes through it.
    pub fn watch(&self, out: &Output) -> Output {
        Output::new(Tee { out: out.clone(), log: self.clone() })
    }

    fn note(&self, mark: char, lines: &str) {
        let mut file = self.lock();
        let Some(open) = &mut *file else { return };
        let mut text = String::new();
        for line in lines.lines() {
            text.extend([mark, ' ']);
            text.push_str(line);
            text.push('\n');
        }
        if text.is_empty() {
            text = format!("{mark}\n");
        }
        // A full disk must not end a game.
        if open.write_all(text.as_bytes()).is_err() {
            *file = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Tee {
    out: Output,
    log: Log,
}

impl Write for Tee {
    /// [`Output`] hands over whole lines.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.log.note('<', &text);
        self.out.text(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // `text` has flushed.
        Ok(())
    }
}
