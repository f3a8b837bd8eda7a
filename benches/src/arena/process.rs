//! A program at the other end of two pipes.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::settings::EngineSettings;

/// Longer lines are cut off: no answer is as long.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that wait to be read; an engine that writes more has to wait itself.
const WAITING_LINES: usize = 4096;

/// Where every line that goes either way is written, and what engines say on their standard
/// error.
pub type Log = Arc<Mutex<File>>;

/// A line, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// Without its end; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// When the last byte was here.
    pub at: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// Not until then.
    Late,
    /// The program has closed its output.
    Closed,
}

/// A running engine. It ends when this is dropped.
///
/// Threads read and write the pipes: an engine that does not read cannot stop us, and
/// the time of an answer is taken when it comes, whatever else goes on.
#[derive(Debug)]
pub struct Process {
    child: Child,
    out: Sender<String>,
    lines: Receiver<Line>,
    log: Option<(Log, String)>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(engine: &EngineSettings, log: Option<Log>) -> std::io::Result<Self> {
        let mut command = Command::new(&engine.command[0]);
        command.args(&engine.command[1..]);
        let errors = log.as_ref().and_then(|log| log.lock().ok()?.try_clone().ok());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(errors.map_or_else(Stdio::null, Stdio::from));
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        // Of its own, so that Ctrl-C does not reach it, and so that all that it starts
        // can be ended.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (out, written) = mpsc::channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for text in written {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let (read, lines) = mpsc::sync_channel(WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            let _ = thread::spawn(move || read_lines(stdout, &read));
        }
        let log = log.map(|log| (log, engine.name.clone()));
        Ok(Self { child, out, lines, log })
    }

    /// Sends a line. That nobody reads it shows where an answer is missed.
    pub fn send(&self, line: &str) {
        self.note('>', line);
        let _ = self.out.send(format!("{line}\n"));
    }

    /// The next line until then.
    ///
    /// # Errors
    /// [`NoLine`] if none comes.
    pub fn line(&self, until: Instant) -> Result<Line, NoLine> {
        let line = match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Err(NoLine::Late),
            Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
        };
        self.note('<', &line.text);
        Ok(line)
    }

    /// Forgets lines that have come already.
    pub fn skip_lines(&self) {
        while let Ok(line) = self.lines.try_recv() {
            self.note('<', &line.text);
        }
    }

    /// Bytes that the process holds in memory, where the system tells.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
    }

    /// How it ended, if it has, and all that it wrote has been read.
    pub fn has_ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// How it ended, if it has or does in a moment.
    pub fn status(&mut self) -> Option<String> {
        // The pipe closes a moment before the status is there.
        for _ in 0..20 {
            if let Some(status) = self.has_ended() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Asks it to leave, and makes it if it does not.
    pub fn leave(mut self, word: &str) {
        self.send(word);
        for _ in 0..40 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn note(&self, way: char, line: &str) {
        if let Some((log, name)) = &self.log
            && let Ok(mut file) = log.lock()
        {
            let _ = writeln!(file, "{name} {way} {line}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            let group = nix::unistd::Pid::from_raw(self.child.id() as i32);
            let _ = killpg(group, Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends on what comes, until it ends or nobody listens.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<Line>) -> Option<()> {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
        if read == 0 {
            return None;
        }
        let at = Instant::now();
        let is_whole = bytes.last() == Some(&b'\n');
        if !is_whole && read as u64 == LONGEST_LINE {
            skip_line(&mut reader)?;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        lines.send(Line { text, at }).ok()?;
    }
}

/// Reads up to the end of a line, and keeps nothing.
fn skip_line(reader: &mut impl BufRead) -> Option<()> {
    loop {
        let bytes = reader.fill_buf().ok().filter(|bytes| !bytes.is_empty())?;
        let (length, is_end) = match bytes.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (bytes.len(), false),
        };
        reader.consume(length);
        if is_end {
            return Some(());
        }
    }
}
