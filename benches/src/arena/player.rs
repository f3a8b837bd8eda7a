//! An engine that is asked for moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::gomocup;
use super::process::{Line, Log, NoLine, Process};
use super::referee::{Seat, Table, clip};
use super::settings::{EngineSettings, Limits, Protocol};
use super::uci;

/// Time for everything but a search: to start, to take options, to be ready.
const PATIENCE: Duration = Duration::from_secs(20);

/// Between two looks at whether the match was stopped.
const TICK: Duration = Duration::from_millis(100);

/// Any of these ends everything.
pub type Stop<'a> = &'a [&'a AtomicBool];

/// What an engine did that ends the game, or the match before it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    NoStart(String),
    /// It ended, or closed its output.
    Crash(String),
    /// It did not answer a word that is answered at once.
    NoReply(&'static str),
    /// It answered after its time, or not at all.
    Late {
        /// How much after it.
        over: Duration,
        /// Whether it had not answered yet.
        is_open: bool,
    },
    /// A move that the rules do not allow, or no move at all.
    Illegal {
        /// What it said.
        text: String,
        /// Why it is no move.
        why: String,
    },
    /// It refused to move.
    Refused(String),
    /// Its memory, in bytes.
    Memory(u64),
    /// Nobody's fault: the match was stopped.
    Stopped,
}

impl Fault {
    /// Without particulars: one of a few words.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoStart(_) => "cannot be started",
            Self::Crash(_) => "crashed",
            Self::NoReply(_) => "no reply",
            Self::Late { is_open: false, .. } => "lost on time",
            Self::Late { is_open: true, .. } => "hangs",
            Self::Illegal { .. } => "illegal move",
            Self::Refused(_) => "refused to move",
            Self::Memory(_) => "too much memory",
            Self::Stopped => "stopped",
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoStart(why) => write!(f, "cannot be started: {why}"),
            Self::Crash(how) => write!(f, "crashed ({how})"),
            Self::NoReply(word) => write!(f, "no reply to {word}"),
            Self::Late { over, is_open: false } => {
                write!(f, "lost on time ({} ms late)", over.as_millis())
            }
            Self::Late { over, is_open: true } => {
                write!(f, "hangs (no move {} ms after its time)", over.as_millis())
            }
            Self::Illegal { text, why } => write!(f, "illegal move `{text}`: {why}"),
            Self::Refused(text) => write!(f, "refused to move: {text}"),
            Self::Memory(bytes) => write!(f, "uses {} MB of memory", bytes >> 20),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

/// What a search said of itself; the last that was said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// In the engine's units, for the side that moves; mates are +-30,000 and nearer.
    pub score: Option<i32>,
    /// In plies.
    pub depth: Option<u32>,
    /// Of this search.
    pub nodes: Option<u64>,
}

/// Of a mate in some moves, in the units of scores: 30,000 less than plies.
pub(super) fn mate_score(moves: i32) -> i32 {
    // An engine may say any number.
    let moves = moves.clamp(-10_000, 10_000);
    if moves > 0 { 30_000 - 2 * moves } else { -30_000 - 2 * moves }
}

/// A move, and how it came about.
#[derive(Clone, Debug)]
pub struct Answer {
    /// As [`Table::play`] takes it, or whatever the engine said.
    pub text: String,
    /// From the question to the answer.
    pub time: Duration,
    /// About the search.
    pub told: Told,
}

/// What is on the clocks.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// Of the side that moves.
    pub limits: &'a Limits,
    /// Left of both clocks, by seat, where there are clocks.
    pub left: [Duration; 2],
    /// Moves until the base is added again.
    pub moves_to_go: Option<u32>,
    /// When an answer is too late, counted from the question.
    pub end: Duration,
}

/// An engine at work.
#[derive(Debug)]
pub struct Player {
    process: Process,
    protocol: Protocol,
    lowest_rank: u8,
    options: Vec<(String, String)>,
    /// Whether the engine knows the moves so far (of Gomocup).
    in_game: bool,
    /// Whether it has been started for a board (of Gomocup).
    started: Option<usize>,
}

/// What a line says to one who waits for a move.
pub(super) enum Said {
    /// The move, or what stands in its place.
    Move(String),
    /// That there is none.
    Refusal(String),
    /// About the search.
    About(Told),
    /// Something to answer.
    Ask(String),
    Nothing,
}

impl Player {
    /// Starts an engine and gives it its options.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong.
    pub fn start(
        engine: &EngineSettings,
        table: &Table,
        log: Option<Log>,
        stop: Stop<'_>,
    ) -> Result<Self, Fault> {
        let protocol = engine.protocol.unwrap_or(match table {
            Table::Xiangqi(_) => Protocol::Uci,
            Table::Gomoku(_) => Protocol::Gomocup,
        });
        let process = Process::start(engine, log).map_err(|e| Fault::NoStart(e.to_string()))?;
        let options = engine.options.clone();
        let mut player = Self {
            process,
            protocol,
            lowest_rank: engine.lowest_rank,
            options,
            in_game: false,
            started: None,
        };
        match protocol {
            Protocol::Uci | Protocol::Ucci => {
                let word = if protocol == Protocol::Uci { "uci" } else { "ucci" };
                let end = if protocol == Protocol::Uci { "uciok" } else { "ucciok" };
                player.process.send(word);
                let mut names = Vec::new();
                player.wait_and_see(word, &[end], stop, &mut |line| {
                    names.extend(uci::option(line));
                })?;
                // One that is misspelt changes nothing, and a match would measure nothing.
                let is_there = |name: &String| names.iter().any(|n| n.eq_ignore_ascii_case(name));
                let wrong = engine.options.iter().find(|(name, _)| !is_there(name));
                if let Some((name, _)) = wrong.filter(|_| protocol == Protocol::Uci) {
                    return Err(Fault::NoStart(format!("it has no option `{}`", clip(name))));
                }
                for line in uci::options(protocol, &engine.options) {
                    player.process.send(&line);
                }
            }
            // Options are for a game here.
            Protocol::Gomocup => {}
        }
        for line in &engine.lines {
            player.process.send(line);
        }
        Ok(player)
    }

    /// Tells the engine that a game begins.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong.
    pub fn begin(&mut self, table: &Table, limits: &Limits, stop: Stop<'_>) -> Result<(), Fault> {
        self.in_game = false;
        // Lines of an older game.
        self.process.skip_lines();
        match (self.protocol, table) {
            (Protocol::Gomocup, Table::Gomoku(game)) => {
                let size = game.size().get();
                let word = if self.started == Some(size) { "RESTART" } else { "START" };
                self.process.send(&match word {
                    "RESTART" => word.to_owned(),
                    _ => format!("START {size}"),
                });
                let answer = self.wait(word, &["OK", "ERROR", "UNKNOWN"], stop)?;
                if answer != "OK" && word == "RESTART" {
                    // Not every engine knows the word.
                    self.process.send(&format!("START {size}"));
                    let answer = self.wait("START", &["OK", "ERROR", "UNKNOWN"], stop)?;
                    self.check_started(&answer)?;
                } else {
                    self.check_started(&answer)?;
                }
                self.started = Some(size);
                for line in gomocup::infos(game, limits, &self.options) {
                    self.process.send(&line);
                }
                Ok(())
            }
            (Protocol::Gomocup, Table::Xiangqi(_)) => {
                Err(Fault::NoStart("the Gomocup protocol has no xiangqi".to_owned()))
            }
            (Protocol::Uci | Protocol::Ucci, _) => {
                self.process.send(match self.protocol {
                    Protocol::Uci => "ucinewgame",
                    _ => "setoption newgame",
                });
                self.process.send("isready");
                self.wait("isready", &["readyok"], stop).map(|_| ())
            }
        }
    }

    fn check_started(&self, answer: &str) -> Result<(), Fault> {
        match answer {
            "OK" => Ok(()),
            _ => Err(Fault::Refused(format!("START was answered by {answer}"))),
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// [`Fault`] if there is none in time. The engine is of no use any more then.
    pub fn think(
        &mut self,
        table: &Table,
        turn: &Turn<'_>,
        stop: Stop<'_>,
    ) -> Result<Answer, Fault> {
        let lines = match (self.protocol, table) {
            (Protocol::Gomocup, Table::Gomoku(game)) => {
                gomocup::question(game, turn, std::mem::replace(&mut self.in_game, true))
            }
            (protocol, Table::Xiangqi(game)) => {
                uci::question(protocol, game, turn, self.lowest_rank)
            }
            (_, Table::Gomoku(_)) => {
                return Err(Fault::NoStart("gomoku is played by the Gomocup protocol".to_owned()));
            }
        };
        // An answer to an older question is none to this one.
        self.process.skip_lines();
        let start = Instant::now();
        lines.iter().for_each(|line| self.process.send(line));
        let mut told = Told::default();
        loop {
            let end = start + turn.end;
            let Line { text, at } = self.line(end, stop).map_err(|fault| match fault {
                Fault::Late { over, is_open } => Fault::Late { over: over + turn.end, is_open },
                other => other,
            })?;
            let said = match table {
                Table::Gomoku(game) => gomocup::read(&text, game.size()),
                Table::Xiangqi(_) => uci::read(self.protocol, &text, &mut told, self.lowest_rank),
            };
            match said {
                Said::Move(text) => {
                    let time = at.saturating_duration_since(start);
                    return Ok(Answer { text, time, told });
                }
                Said::Refusal(text) => return Err(Fault::Refused(clip(&text))),
                Said::About(about) => {
                    told.score = about.score.or(told.score);
                    told.depth = about.depth.or(told.depth);
                    told.nodes = about.nodes.or(told.nodes);
                }
                Said::Ask(reply) => self.process.send(&reply),
                Said::Nothing => {}
            }
        }
    }

    /// Bytes that the engine holds in memory, where the system tells.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.process.memory()
    }

    /// Lets the engine go.
    pub fn leave(self) {
        let word = if self.protocol == Protocol::Gomocup { "END" } else { "quit" };
        self.process.leave(word);
    }

    /// Waits for a line that begins with one of some words; which.
    fn wait(
        &mut self,
        question: &'static str,
        words: &[&str],
        stop: Stop<'_>,
    ) -> Result<String, Fault> {
        self.wait_and_see(question, words, stop, &mut |_| ())
    }

    /// The same; `see` gets the lines before it.
    fn wait_and_see(
        &mut self,
        question: &'static str,
        words: &[&str],
        stop: Stop<'_>,
        see: &mut dyn FnMut(&str),
    ) -> Result<String, Fault> {
        let end = Instant::now() + PATIENCE;
        loop {
            let line = self.line(end, stop).map_err(|fault| match fault {
                Fault::Late { .. } => Fault::NoReply(question),
                other => other,
            })?;
            let word = line.text.split_whitespace().next().unwrap_or_default();
            if words.contains(&word) {
                return Ok(word.to_owned());
            }
            see(&line.text);
        }
    }

    /// The next line, until then.
    fn line(&mut self, end: Instant, stop: Stop<'_>) -> Result<Line, Fault> {
        loop {
            let tick = (Instant::now() + TICK).min(end);
            match self.process.line(tick) {
                Ok(line) => return Ok(line),
                Err(NoLine::Late) if stop.iter().any(|stop| stop.load(Ordering::Relaxed)) => {
                    return Err(Fault::Stopped);
                }
                Err(NoLine::Late) if tick < end => {
                    // What it has started may hold the pipe open.
                    if let Some(status) = self.process.has_ended() {
                        return Err(Fault::Crash(status));
                    }
                }
                Err(NoLine::Late) => {
                    return Err(Fault::Late { over: Duration::ZERO, is_open: true });
                }
                Err(NoLine::Closed) => {
                    let status = self.process.status();
                    return Err(Fault::Crash(status.unwrap_or_else(|| "output closed".to_owned())));
                }
            }
        }
    }
}

/// The seat of a side's clock.
pub(super) fn clocks(turn: &Turn<'_>) -> (u128, u128) {
    (turn.left[Seat::First.index()].as_millis(), turn.left[Seat::Second.index()].as_millis())
}
