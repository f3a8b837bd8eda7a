//! A program at the other end of three pipes.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::command;

/// Nothing that is waited for takes so long on any machine, unless it never comes.
pub const FOR_EVER: Duration = Duration::from_secs(120);

/// A line that the program has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Without its end; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// When its last byte was here.
    pub at: Instant,
}

/// A running program, whose lines are read by a thread of its own. Dropped, it is ended.
pub struct Piped {
    child: Child,
    stdin: Option<Sender<Vec<u8>>>,
    lines: Receiver<Heard>,
    threads: Option<Threads>,
    /// All that was said and read so far.
    pub said: Vec<String>,
}

struct Threads {
    stdout: Option<JoinHandle<()>>,
    stderr: JoinHandle<String>,
}

/// How a program ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The exit code; `None`: it was ended by a signal.
    pub code: Option<i32>,
    /// All that it said.
    pub said: Vec<String>,
    /// All of its standard error.
    pub complaints: String,
    /// From the moment its end was waited for.
    pub took: Duration,
}

impl fmt::Debug for Piped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Piped").field("id", &self.id()).finish_non_exhaustive()
    }
}

impl Piped {
    /// Starts a program.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(program: &str, args: &[impl AsRef<OsStr>]) -> Result<Self, String> {
        Self::spawn(program, args, true)
    }

    /// Starts a program whose output is closed before its first line.
    ///
    /// # Errors
    /// What the system says.
    pub fn unheard(program: &str, args: &[impl AsRef<OsStr>]) -> Result<Self, String> {
        Self::spawn(program, args, false)
    }

    fn spawn(program: &str, args: &[impl AsRef<OsStr>], heard: bool) -> Result<Self, String> {
        let mut child = command(program, args).spawn().map_err(|e| format!("{program}: {e}"))?;
        let (sender, lines) = channel();
        let out = child.stdout.take().filter(|_| heard);
        let stdout = out.map(|out| thread::spawn(move || read_lines(out, &sender)));
        let err = child.stderr.take();
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = err.map(|mut err| err.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let stdin = child.stdin.take().map(writer);
        let threads = Some(Threads { stdout, stderr });
        Ok(Self { child, stdin, lines, threads, said: Vec::new() })
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes bytes as they are. That the program has left, or that the input is closed,
    /// shows in what it does not answer.
    pub fn bytes(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &self.stdin {
            let _ = stdin.send(bytes.to_vec());
        }
    }

    /// Writes lines.
    pub fn send(&mut self, lines: &[impl AsRef<str>]) {
        for line in lines {
            self.bytes(format!("{}\n", line.as_ref()).as_bytes());
        }
    }

    /// The next line, if it comes within a time; an error where the output has ended.
    ///
    /// # Errors
    /// There will be no more lines.
    pub fn next_line(&mut self, time: Duration) -> Result<Option<Heard>, String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => {
                self.said.push(line.text.clone());
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("the output has ended".to_owned()),
        }
    }

    /// Reads until a line is as wanted, [`FOR_EVER`] at most.
    ///
    /// # Errors
    /// That it does not come, with the last lines that did.
    pub fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> Result<Heard, String> {
        let end = Instant::now() + FOR_EVER;
        loop {
            let why = match self.next_line(end.saturating_duration_since(Instant::now())) {
                Ok(Some(line)) if wanted(&line.text) => return Ok(line),
                Ok(Some(_)) => continue,
                Ok(None) => "nothing is said any more".to_owned(),
                Err(why) => why,
            };
            return Err(format!("`{what}` does not come ({why}): {}", self.last_words()));
        }
    }

    /// The last lines that were said.
    #[must_use]
    pub fn last_words(&self) -> String {
        let from = self.said.len().saturating_sub(20);
        format!("{:#?}", &self.said[from..])
    }

    /// What comes within a time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let from = self.said.len();
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.next_line(left) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => {
                    thread::sleep(left);
                    break;
                }
            }
        }
        self.said[from..].to_vec()
    }

    /// Ends the input, behind all that was sent.
    pub fn eof(&mut self) {
        self.stdin = None;
    }

    /// Nobody reads its output any more: with the next line, the pipe closes.
    pub fn close_output(&mut self) {
        let (_, nothing) = channel();
        self.lines = nothing;
    }

    /// Ends the input and waits for the end of the process.
    ///
    /// # Errors
    /// That it does not end.
    pub fn finish(mut self) -> Result<Ended, String> {
        self.eof();
        self.wait()
    }

    /// Waits for the end of the process, whose input stays as it is.
    ///
    /// # Errors
    /// That it does not end.
    pub fn wait(self) -> Result<Ended, String> {
        match self.wait_for(FOR_EVER)? {
            Ok(ended) => Ok(ended),
            Err(piped) => Err(format!("it does not end: {}", piped.last_words())),
        }
    }

    /// Waits so long for the end of the process; if it runs still, it is given back.
    ///
    /// # Errors
    /// What the system says.
    pub fn wait_for(mut self, time: Duration) -> Result<Result<Ended, Self>, String> {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().map_err(|e| e.to_string())? {
                break status;
            }
            if began.elapsed() > time {
                return Ok(Err(self));
            }
            // Woken by a line, or by the end of the output.
            if self.next_line(Duration::from_millis(2)).is_err() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let took = began.elapsed();
        let failed = |_| "a thread of the test panicked".to_owned();
        let mut complaints = String::new();
        if let Some(Threads { stdout, stderr }) = self.threads.take() {
            stdout.map_or(Ok(()), JoinHandle::join).map_err(failed)?;
            complaints = stderr.join().map_err(failed)?;
        }
        self.said.extend(self.lines.try_iter().map(|line| line.text));
        let said = std::mem::take(&mut self.said);
        Ok(Ok(Ended { code: status.code(), said, complaints, took }))
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ended {
    /// What it said, if it ended as it should and said nothing to the console.
    ///
    /// # Errors
    /// What is wrong.
    pub fn well(self) -> Result<Vec<String>, String> {
        match (self.code, &*self.complaints) {
            (Some(0), "") => Ok(self.said),
            _ => Err(format!("it ended badly: {self:#?}")),
        }
    }
}

/// Writes what is sent from a thread of its own: a program that does not read stops nobody.
fn writer(mut stdin: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, bytes) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in bytes {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

fn read_lines(out: impl Read, lines: &Sender<Heard>) {
    let mut out = BufReader::new(out);
    loop {
        let mut bytes = Vec::new();
        match out.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = String::from_utf8_lossy(line).into_owned();
        if lines.send(Heard { text, at }).is_err() {
            // Nobody wants to hear more: the pipe closes.
            return;
        }
    }
}

/// Bytes of memory of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Now.
    pub now: u64,
    /// The most that it ever was.
    pub peak: u64,
}

/// What a process has resident; `None` where the system does not tell.
#[must_use]
pub fn memory(id: u32) -> Option<Resident> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib << 10)
    };
    Some(Resident { now: bytes("VmRSS:")?, peak: bytes("VmHWM:")? })
}
