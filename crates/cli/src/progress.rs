//! Progress bars, only where a person looks.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error; nothing if that is not a terminal.
#[derive(Debug)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar of this length.
    #[must_use]
    pub fn new(length: u64, what: &'static str) -> Self {
        if !stderr().is_terminal() {
            return Self(None);
        }
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed} (left: {eta})")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(length).with_style(style).with_message(what);
        Self(Some(bar))
    }

    /// A sign of life for work of unknown length.
    #[must_use]
    pub fn spinner(what: &'static str) -> Self {
        if !stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner().with_message(what);
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(Some(bar))
    }

    /// So much more is done.
    pub fn add(&mut self, n: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(n);
        }
    }

    /// What is being done now.
    pub fn say(&mut self, text: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(text);
        }
    }

    /// Does something with the bar out of the way, such as printing a line.
    pub fn hidden<T>(&mut self, work: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}
