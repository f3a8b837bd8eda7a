//! The program as a manager sees it: lines into a pipe, lines out of a pipe.

use std::ops::{Deref, DerefMut};

use cli::testing::{self, Piped};
use gomoku::{Gomoku, Point, Rule, Size};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_gomoku");

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

/// Whether a line is for people only.
pub(crate) fn is_remark(line: &str) -> bool {
    line.starts_with("MESSAGE ") || line.starts_with("DEBUG ")
}

impl Engine {
    pub fn start() -> Self {
        Self(Piped::start(PROGRAM, &[""; 0]).expect("the program starts"))
    }

    /// One that has begun a game.
    pub fn on(size: usize) -> Self {
        let mut engine = Self::start();
        assert_eq!(engine.ask(&format!("START {size}")), "OK");
        engine
    }

    /// Reads until a line is as wanted; the lines up to it, it included.
    fn read(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let from = self.said.len();
        self.0.until(what, wanted).unwrap_or_else(|e| panic!("{e}"));
        self.said[from..].to_vec()
    }

    /// Reads until a line begins so; the lines up to it, it included.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        self.read(beginning, |line| line.starts_with(beginning))
    }

    /// The next line that is not for people, with those before it.
    pub fn answer(&mut self) -> Answer {
        Answer { lines: self.read("an answer", |line| !is_remark(line)) }
    }

    /// What is answered to a line.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(&[line]);
        self.answer().text().to_owned()
    }

    /// What is answered to several lines, such as those from BOARD to DONE.
    pub fn ask_all(&mut self, lines: &[&str]) -> Answer {
        self.send(lines);
        self.answer()
    }

    /// What was said to all that was sent so far.
    pub fn sync(&mut self) -> Vec<String> {
        self.send(&["ABOUT"]);
        let mut lines = self.until("name=\"");
        lines.pop();
        lines
    }

    /// Sends a line and hears what is said to it.
    pub fn hear(&mut self, line: &str) -> Vec<String> {
        self.send(&[line]);
        self.sync()
    }

    /// Ends the input and waits for the end of the process.
    pub fn finish(self) -> Ended {
        Ended(self.0.finish().unwrap_or_else(|e| panic!("{e}")))
    }

    /// Waits for the end of the process, whose input stays open.
    pub fn wait(self) -> Ended {
        Ended(self.0.wait().unwrap_or_else(|e| panic!("{e}")))
    }
}

/// Runs lines to the end of the program.
pub(crate) fn script(lines: &[&str]) -> Ended {
    let mut engine = Engine::start();
    engine.send(lines);
    engine.finish()
}

impl Ended {
    /// It ended as it should, and said nothing to the console.
    pub fn well(self) -> Vec<String> {
        self.0.well().unwrap_or_else(|e| panic!("{e}"))
    }

    /// The answers alone.
    pub fn answers(self) -> Vec<String> {
        self.well().into_iter().filter(|line| !is_remark(line)).collect()
    }
}

/// An answer and what was said on the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub lines: Vec<String>,
}

impl Answer {
    pub fn text(&self) -> &str {
        self.lines.last().expect("an answer")
    }

    /// The lines of a search.
    pub fn infos(&self) -> Vec<&str> {
        let lines = self.lines.iter().map(String::as_str);
        lines.filter(|line| line.starts_with("MESSAGE depth ")).collect()
    }

    pub fn last(&self) -> &str {
        self.infos().last().copied().unwrap_or_else(|| panic!("no search: {:#?}", self.lines))
    }

    /// What repeats: everything but times and what is counted by them. A line
    /// that is found again at the next depth may be told again after a while,
    /// so the lines of a search count once, and their depths at the end.
    pub fn timeless(&self) -> Vec<String> {
        // The answer comes behind the last of them.
        let last = self.lines.len().saturating_sub(2);
        let timeless = |(i, line): (usize, &String)| {
            let mut words = line.split_whitespace();
            let mut kept = Vec::new();
            while let Some(word) = words.next() {
                match word {
                    "tm" | "n/ms" => {
                        words.next();
                    }
                    "depth" | "n" if i < last => {
                        words.next();
                    }
                    _ => kept.push(word),
                }
            }
            kept.join(" ")
        };
        let mut lines: Vec<_> = self.lines.iter().enumerate().map(timeless).collect();
        lines.dedup();
        lines
    }
}

/// The word behind a word.
pub(crate) fn behind<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|w| *w != word).nth(1)
}

pub(crate) fn number(line: &str, word: &str) -> i64 {
    behind(line, word).and_then(|w| w.parse().ok()).unwrap_or_else(|| panic!("{word}: {line}"))
}

/// The moves of a search's line.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    line.split_whitespace().skip_while(|w| *w != "pv").skip(1).collect()
}

/// `X,Y` of the protocol.
pub(crate) fn point(text: &str, size: usize) -> Point {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("no point: {text}"));
    let [x, y] = [x, y].map(|n| n.parse::<usize>().unwrap_or_else(|_| panic!("no point: {text}")));
    assert!(x < size && y < size, "off the board: {text}");
    Point::new(x, size - 1 - y).expect("a point")
}

/// A point as the protocol has it.
pub(crate) fn text(point: Point, size: usize) -> String {
    format!("{},{}", point.x(), size - 1 - point.y())
}

pub(crate) fn empty(rule: Rule, size: usize) -> Gomoku {
    Gomoku::new(rule, Size::new(size).expect("a size"))
}
