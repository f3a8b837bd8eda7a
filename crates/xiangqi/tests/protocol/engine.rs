//! The program as a GUI sees it: lines into a pipe, lines out of a pipe.

use std::ops::{Deref, DerefMut};
use std::thread;
use std::time::Duration;

use cli::testing::{self, Piped};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_xiangqi");

/// A running program. Dropped, it is ended.
pub(crate) struct Engine(Piped);

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended(testing::Ended);

impl Deref for Engine {
    type Target = Piped;

    fn deref(&self) -> &Piped {
        &self.0
    }
}

impl DerefMut for Engine {
    fn deref_mut(&mut self) -> &mut Piped {
        &mut self.0
    }
}

impl Deref for Ended {
    type Target = testing::Ended;

    fn deref(&self) -> &testing::Ended {
        &self.0
    }
}

impl Engine {
    pub fn start() -> Self {
        Self(Piped::start(PROGRAM, &[""; 0]).expect("the program starts"))
    }

    /// One that was given these lines.
    pub fn with(lines: &[&str]) -> Self {
        let mut engine = Self::start();
        engine.send(lines);
        engine
    }

    /// Reads until a line begins so; the lines up to it, it included.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        let from = self.said.len();
        self.0
            .until(beginning, |line| line.starts_with(beginning))
            .unwrap_or_else(|e| panic!("{e}"));
        self.said[from..].to_vec()
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

    /// Ends the input and waits for the end of the process.
    pub fn finish(self) -> Ended {
        Ended(self.0.finish().unwrap_or_else(|e| panic!("{e}")))
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
        self.0.well().unwrap_or_else(|e| panic!("{e}"))
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
