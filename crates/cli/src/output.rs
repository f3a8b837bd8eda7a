//! Standard output, shared by threads, as something that can fail.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a program writes. Clones share it; every call writes whole lines and
/// flushes them, so that a GUI on the other end of a pipe sees them at once.
///
/// `println!` would panic when the reader has left; this returns the error.
#[derive(Clone)]
pub struct Output(Arc<Shared>);

struct Shared {
    sink: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("closed", &self.is_closed()).finish_non_exhaustive()
    }
}

impl Output {
    /// Writes to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Shared { sink: Mutex::new(Box::new(sink)), closed: AtomicBool::new(false) }))
    }

    /// Standard output; colours are taken out unless the terminal has them
    /// (`NO_COLOR` and `CLICOLOR_FORCE` are heeded).
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(anstream::AutoStream::auto(io::stdout()))
    }

    /// Writes the text and the end of the line.
    ///
    /// # Errors
    /// What the sink says. After one failure the output counts as closed.
    pub fn line(&self, text: impl fmt::Display) -> io::Result<()> {
        self.text(format_args!("{text}\n"))
    }

    /// Writes the text as it stands.
    ///
    /// # Errors
    /// As for [`line`](Self::line).
    pub fn text(&self, text: impl fmt::Display) -> io::Result<()> {
        // Formatted outside the lock, and written in one piece.
        let text = text.to_string();
        let mut sink = self.0.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let result = sink.write_all(text.as_bytes()).and_then(|()| sink.flush());
        if result.is_err() {
            self.0.closed.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Whether a write has failed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }
}
