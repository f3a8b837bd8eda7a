//! The program as a GUI sees it: lines into a pipe, lines out of a pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing that is waited for takes so long on any machine, unless it never comes.
const FOR_EVER: Duration = Duration::from_secs(120);

/// A running program. Dropped, it is ended.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stdout: Option<JoinHandle<()>>,
    stderr: Option<JoinHandle<String>>,
    /// All that was said.
    pub said: Vec<String>,
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None`: by a signal.
    pub code: Option<i32>,
    pub said: Vec<String>,
    pub complaints: String,
    /// From the end of input, or the word `quit`, to the end of the process.
    pub took: Duration,
}

impl Engine {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xiangqi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = child.stdout.take().expect("a pipe");
        let mut err = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        let stdout = thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    // The test wants to hear no more: the pipe closes.
                    return;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = err.read_to_string(&mut text);
            text
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, stdout: Some(stdout), stderr: Some(stderr), said: Vec::new() }
    }

    /// One that was given these lines.
    pub fn with(lines: &[&str]) -> Self {
        let mut engine = Self::start();
        engine.send(lines);
        engine
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        // A program that has left is found by what it does not answer.
        let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
    }

    pub fn send(&mut self, lines: &[&str]) {
        for line in lines {
            self.bytes(format!("{line}\n").as_bytes());
        }
    }

    /// Reads until a line begins so; the lines up to it, it included.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        let from = self.said.len();
        let end = Instant::now() + FOR_EVER;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = line.starts_with(beginning);
                    self.said.push(line);
                    if found {
                        return self.said[from..].to_vec();
                    }
                }
                Err(e) => panic!("`{beginning}` does not come ({e}): {:#?}", self.said),
            }
        }
    }

    /// The line that begins so, when it comes.
    pub fn wait(&mut self, beginning: &str) -> String {
        self.until(beginning).pop().expect("a line")
    }

    /// What was said to all that was sent so far, if nothing runs.
    pub fn sync(&mut self) -> Vec<String> {
        self.send(&["isready"]);
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line and hears what is said to it at once.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(&[line]);
        self.sync()
    }

    /// Asks for a search; all that is said up to its answer.
    pub fn go(&mut self, line: &str) -> Search {
        self.send(&[line]);
        Search { lines: self.until("bestmove") }
    }

    /// What comes within a time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let from = self.said.len();
        let end = Instant::now() + time;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => self.said.push(line),
                Err(RecvTimeoutError::Timeout) => return self.said[from..].to_vec(),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(end.saturating_duration_since(Instant::now()));
                    return self.said[from..].to_vec();
                }
            }
        }
    }

    pub fn eof(&mut self) {
        self.stdin = None;
    }

    /// Nobody reads its output any more: with the next line, the pipe closes.
    pub fn close_output(&mut self) {
        let (_, nothing) = channel();
        self.lines = nothing;
    }

    /// Ends the input and waits for the end of the process.
    pub fn finish(mut self) -> Ended {
        self.eof();
        let began = Instant::now();
        let end = began + FOR_EVER;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                break status;
            }
            while let Ok(line) = self.lines.try_recv() {
                self.said.push(line);
            }
            assert!(Instant::now() < end, "it does not end: {:#?}", self.said);
            thread::sleep(Duration::from_millis(2));
        };
        let took = began.elapsed();
        self.stdout.take().expect("once").join().expect("no panic");
        self.said.extend(self.lines.try_iter());
        let complaints = self.stderr.take().expect("once").join().expect("no panic");
        let said = std::mem::take(&mut self.said);
        Ended { code: status.code(), said, complaints, took }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a script to its end. Lines that begin with `#` are directives: sleep
/// (ms), wait (for a line that begins so), eof, `close_stdout`.
pub(crate) fn script(lines: &[&str]) -> Ended {
    let mut engine = Engine::start();
    for line in lines {
        match line.strip_prefix('#').map(|d| d.split_once(' ').unwrap_or((d, ""))) {
            None => engine.send(&[line]),
            Some(("sleep", ms)) => {
                thread::sleep(Duration::from_millis(ms.parse().expect("milliseconds")));
            }
            Some(("wait", beginning)) => {
                engine.wait(beginning);
            }
            Some(("eof", _)) => engine.eof(),
            Some(("close_stdout", _)) => engine.close_output(),
            Some((other, _)) => panic!("`{other}` is no directive"),
        }
    }
    engine.finish()
}

impl Ended {
    /// It ended as it should, and said nothing to the console.
    pub fn well(self) -> Vec<String> {
        assert_eq!((self.code, &*self.complaints), (Some(0), ""), "{:#?}", self.said);
        self.said
    }
}

/// What was said in a search.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub lines: Vec<String>,
}

/// The word behind a word.
pub(crate) fn behind<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|w| *w != word).nth(1)
}

pub(crate) fn number(line: &str, word: &str) -> i64 {
    behind(line, word).and_then(|w| w.parse().ok()).unwrap_or_else(|| panic!("{word}: {line}"))
}

impl Search {
    /// All searches whose answers stand in these lines.
    pub fn all(lines: &[String]) -> Vec<Self> {
        let mut searches = Vec::new();
        let mut part = Vec::new();
        for line in lines {
            part.push(line.clone());
            if line.starts_with("bestmove") || line.starts_with("nobestmove") {
                searches.push(Self { lines: std::mem::take(&mut part) });
            }
        }
        searches
    }

    pub fn answer(&self) -> &str {
        self.lines.last().expect("an answer")
    }

    /// The move.
    pub fn best(&self) -> &str {
        behind(self.answer(), "bestmove").expect("a move")
    }

    /// The lines with a score.
    pub fn infos(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).filter(|l| l.contains(" score ")).collect()
    }

    /// The last of them for the best line.
    pub fn last(&self) -> &str {
        let infos = self.infos();
        let first = infos.iter().rev().find(|l| matches!(behind(l, "multipv"), None | Some("1")));
        first.unwrap_or_else(|| panic!("no score: {:#?}", self.lines))
    }

    /// `cp 13` or `mate 2`.
    pub fn score(&self) -> String {
        let mut words = self.last().split_whitespace().skip_while(|w| *w != "score").skip(1);
        format!("{} {}", words.next().expect("a kind"), words.next().expect("a number"))
    }

    /// What repeats: everything but times and what is counted by them.
    pub fn timeless(&self) -> Vec<String> {
        let timeless = |line: &String| {
            let mut words = line.split_whitespace();
            let mut kept = Vec::new();
            while let Some(word) = words.next() {
                match word {
                    "time" | "nps" => {
                        words.next();
                    }
                    _ => kept.push(word),
                }
            }
            kept.join(" ")
        };
        self.lines.iter().map(timeless).collect()
    }
}

/// The moves of an info line.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    line.split_whitespace().skip_while(|w| *w != "pv").skip(1).collect()
}
