//! The host of a line protocol: it listens while a search runs.
//!
//! ```text
//!   stdin --> reader thread --\                     /--> answers at once (stop, isready)
//!                              >--> events --> host ---> waits its turn (position, setoption)
//!   worker thread: a search --/                     \--> begins a search (go)
//! ```
//!
//! A [`Protocol`] says what its words mean; the rules of the pipe are kept here:
//!
//! - While a search runs, urgent words act at once; others wait behind it, in order.
//! - An open search (infinite, pondering) answers only after it was stopped or
//!   released; another search asked for in the meantime is refused.
//! - Who says stop means all that he has asked for so far: a search that waits
//!   behind the one that is stopped answers at once, too.
//! - A line that leaves is obeyed after those that wait, and no search delays it.
//! - When nothing runs and no line waits, the protocol may go on by itself.
//! - At the end of input a finite search finishes and answers, an open one stops
//!   at once and answers, lines that wait are obeyed, then [`run`] returns.
//! - When the output is closed, the search stops and [`run`] returns the error.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use search_core::Stop;

use crate::input::{Line, Lines, MAX_LINE};
use crate::output::Output;

/// When a line is to be obeyed if a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// At once: `stop`, `quit`, `isready`.
    Now,
    /// At once, and for the search that was asked for last: behind that one if
    /// it waits still (`ponderhit`).
    Latest,
    /// To leave. Lines that wait are obeyed first, so that a script does not
    /// lose its `save`; all searches until then, the one that runs included,
    /// have a blink of an eye together.
    Leave,
    /// After the search.
    Turn,
    /// After the search, and it begins one itself: refused during an open search.
    Search,
}

/// What the host is to do after a line was obeyed or a search has answered.
#[derive(Debug)]
pub enum Action<J> {
    /// Listen on.
    Continue,
    /// Run a search. It is open if it must not answer of its own accord.
    Start {
        /// What the search needs.
        job: J,
        /// Whether it answers only when told to.
        open: bool,
    },
    /// Stop the search, which then answers; nothing if none runs.
    Stop,
    /// Let an open search answer when it is ready: the expected move was
    /// played, and its clock begins ([`Stop::hit`]).
    Release,
    /// Stop the search, let it answer, and leave; waiting lines are dropped.
    Quit,
}

/// Why a line was not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The line is too long.
    TooLong,
    /// An open search runs: it must be stopped first.
    Searching,
    /// Too many lines wait behind the search.
    Full,
    /// The search panicked (a fault of ours). The line is the panic's message.
    Failed,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line of more than {MAX_LINE} bytes was skipped"),
            Self::Searching => f.write_str("a search without end is running: stop it first"),
            Self::Full => f.write_str("too many lines wait behind the search: skipped"),
            Self::Failed => f.write_str("the search failed"),
        }
    }
}

/// Where a search writes while it runs, and by what it is stopped. A search
/// whose words nobody hears any more is stopped.
#[derive(Clone, Debug)]
pub struct Signals {
    /// Set when the search is to answer.
    pub stop: Stop,
    output: Output,
}

impl Signals {
    /// Writes a line.
    pub fn line(&self, text: impl fmt::Display) {
        if self.output.line(text).is_err() {
            self.stop.stop();
        }
    }
}

/// A protocol of lines: UCI, UCCI, Gomocup, or a game at the terminal.
pub trait Protocol {
    /// A search, ready to run: it owns what it needs, the engine included.
    type Job: Send + 'static;
    /// What comes back of it, the engine included.
    type Done: Send + 'static;

    /// A line has come in, whenever it will be obeyed: for logs.
    fn heard(&mut self, line: &str) {
        let _ = line;
    }

    /// How urgent a line is while a search runs.
    fn urgency(&self, line: &str) -> Urgency;

    /// Obeys a line. Bad words are answered in the protocol's own way and
    /// change nothing; an error means that the output is gone.
    ///
    /// # Errors
    /// If output cannot be written.
    fn command(&mut self, line: &str, out: &Output) -> io::Result<Action<Self::Job>>;

    /// Runs a search in a thread of its own.
    fn search(job: Self::Job, signals: &Signals) -> Self::Done;

    /// Gives the answer of a search.
    ///
    /// # Errors
    /// If output cannot be written.
    fn answer(&mut self, done: Self::Done, out: &Output) -> io::Result<Action<Self::Job>>;

    /// Says that a line was not obeyed, and why. After [`Refusal::Failed`] no
    /// answer comes.
    ///
    /// # Errors
    /// If output cannot be written.
    fn refuse(&mut self, why: &Refusal, line: &str, out: &Output) -> io::Result<()>;

    /// Nothing runs and no line waits: what the program does of its own accord.
    ///
    /// # Errors
    /// If output cannot be written.
    fn idle(&mut self, out: &Output) -> io::Result<Action<Self::Job>> {
        let _ = out;
        Ok(Action::Continue)
    }

    /// How long a finite search may go on after the end of input, when nobody
    /// is left to stop it; `None`: until its limits end it.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// Before the first line is read.
    ///
    /// # Errors
    /// If output cannot be written.
    fn begin(&mut self, out: &Output) -> io::Result<Action<Self::Job>> {
        let _ = out;
        Ok(Action::Continue)
    }

    /// The input has ended, and all lines are obeyed.
    ///
    /// # Errors
    /// If output cannot be written.
    fn end(&mut self, out: &Output) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// Lines that may wait behind a search, and their bytes.
const MAX_WAITING: (usize, usize) = (100_000, 16 << 20);
/// Lines between the reader and the host: few, for each may be long.
const IN_FLIGHT: usize = 32;
/// Room for the deepest search, whatever the platform gives a thread.
const STACK: usize = 64 << 20;
/// Who leaves does not notice it, and searches of small games end in it: the
/// last moves of a script are not played worse for the `quit` behind them.
const FAREWELL: Duration = Duration::from_millis(200);

enum Event<D> {
    Line(Line),
    End,
    /// The search has ended, or panicked with this message.
    Done(Result<D, String>),
}

struct Running<D> {
    stop: Stop,
    open: bool,
    /// When it is stopped.
    until: Option<Instant>,
    /// The answer of an open search that came before it was asked for.
    held: Option<Result<D, String>>,
    thread: JoinHandle<()>,
}

struct Host<P: Protocol> {
    protocol: P,
    output: Output,
    events: SyncSender<Event<P::Done>>,
    running: Option<Running<P::Done>>,
    waiting: VecDeque<String>,
    waiting_bytes: usize,
    /// So many of the waiting lines, from the front, came before a stop.
    stopped: usize,
    /// The line that is being obeyed came before a stop.
    stopping: bool,
    ended: bool,
    /// A line that leaves was heard: no search goes on for longer.
    leaving: Option<Instant>,
    quitting: bool,
}

/// Speaks a protocol until it is told to quit or the input ends.
///
/// # Errors
/// If output cannot be written; the search was stopped then.
pub fn run<P: Protocol>(
    protocol: P,
    input: impl Read + Send + 'static,
    output: Output,
) -> io::Result<()> {
    let (events, inbox) = sync_channel(IN_FLIGHT);
    let to_host = events.clone();
    // Not joined: it may sit in a read that never returns.
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &to_host))?;
    let mut host = Host {
        protocol,
        output,
        events,
        running: None,
        waiting: VecDeque::new(),
        waiting_bytes: 0,
        stopped: 0,
        stopping: false,
        ended: false,
        leaving: None,
        quitting: false,
    };
    let result = host.listen(&inbox);
    // On an error the search may still run. Its last event must not find the
    // channel full, or the thread would never end.
    if let Some(running) = host.running.take() {
        running.stop.stop();
        drop(inbox);
        let _ = running.thread.join();
    }
    result
}

fn read<D>(input: impl Read, events: &SyncSender<Event<D>>) {
    let mut lines = Lines::new(BufReader::new(input));
    // An input that cannot be read has ended.
    while let Ok(Some(line)) = lines.read() {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

impl<P: Protocol> Host<P> {
    fn listen(&mut self, inbox: &Receiver<Event<P::Done>>) -> io::Result<()> {
        let action = self.protocol.begin(&self.output)?;
        self.act(action)?;
        loop {
            while !self.quitting {
                let Some(line) = self.waiting.front() else { break };
                if self.running.is_some() && self.protocol.urgency(line) != Urgency::Latest {
                    break;
                }
                let Some(line) = self.waiting.pop_front() else { break };
                self.waiting_bytes -= line.len();
                self.stopping = self.stopped > 0;
                self.stopped = self.stopped.saturating_sub(1);
                self.obey(&line)?;
                self.stopping = false;
            }
            if self.running.is_none() && !self.quitting {
                let action = self.protocol.idle(&self.output)?;
                self.act(action)?;
            }
            if self.output.is_closed() {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            if self.running.is_none() {
                if self.quitting {
                    return Ok(());
                }
                if self.ended {
                    return self.protocol.end(&self.output);
                }
            }
            let until = self.running.as_ref().and_then(|r| r.until);
            // The host holds a sender itself: only time can run out.
            let event = match until {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => inbox.recv_timeout(until.saturating_duration_since(Instant::now())),
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {
                    self.end_by(None);
                    self.release(true)?;
                    continue;
                }
            };
            match event {
                Event::Line(line) if !self.quitting => self.hear(line)?,
                Event::Line(_) => {}
                Event::End => {
                    self.ended = true;
                    self.end_by(self.until());
                    if self.running.as_ref().is_some_and(|r| r.open) {
                        self.release(true)?;
                    }
                }
                Event::Done(done) => {
                    if let Some(running) = &mut self.running {
                        running.held = Some(done);
                        if !running.open {
                            self.give_answer()?;
                        }
                    }
                }
            }
        }
    }

    fn hear(&mut self, line: Line) -> io::Result<()> {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => return self.protocol.refuse(&Refusal::TooLong, "", &self.output),
        };
        self.protocol.heard(&line);
        if let Some(running) = &self.running {
            match self.protocol.urgency(&line) {
                Urgency::Now => {
                    let action = self.protocol.command(&line, &self.output)?;
                    if matches!(action, Action::Stop) {
                        self.stopped = self.waiting.len();
                    }
                    return self.act(action);
                }
                // It waits already, behind the lines before it.
                Urgency::Leave if self.leaving.is_some() => return Ok(()),
                Urgency::Leave => {
                    self.leaving = Some(Instant::now() + FAREWELL);
                    let (until, open) = (self.until(), running.open);
                    // However many lines wait.
                    self.wait(line);
                    self.end_by(until);
                    return if open { self.release(true) } else { Ok(()) };
                }
                Urgency::Latest => {
                    let search = |line: &String| self.protocol.urgency(line) == Urgency::Search;
                    if !self.waiting.iter().any(search) {
                        return self.obey(&line);
                    }
                }
                Urgency::Search if running.open => {
                    return self.protocol.refuse(&Refusal::Searching, &line, &self.output);
                }
                Urgency::Turn | Urgency::Search => {}
            }
            let (lines, bytes) = MAX_WAITING;
            if self.waiting.len() >= lines || self.waiting_bytes + line.len() > bytes {
                return self.protocol.refuse(&Refusal::Full, &line, &self.output);
            }
        }
        self.wait(line);
        Ok(())
    }

    fn wait(&mut self, line: String) {
        self.waiting_bytes += line.len();
        self.waiting.push_back(line);
    }

    /// When a search that runs now is stopped, if ever.
    fn until(&self) -> Option<Instant> {
        if self.leaving.is_some() {
            return self.leaving;
        }
        let patience = self.protocol.patience().filter(|_| self.ended)?;
        Instant::now().checked_add(patience)
    }

    fn end_by(&mut self, until: Option<Instant>) {
        if let Some(running) = &mut self.running {
            running.until = until;
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<()> {
        let action = self.protocol.command(line, &self.output)?;
        self.act(action)
    }

    fn act(&mut self, action: Action<P::Job>) -> io::Result<()> {
        match action {
            Action::Continue => Ok(()),
            Action::Start { job, open } => self.start(job, open),
            Action::Stop => self.release(true),
            Action::Release => self.release(false),
            Action::Quit => {
                self.quitting = true;
                self.waiting.clear();
                self.release(true)
            }
        }
    }

    fn start(&mut self, job: P::Job, open: bool) -> io::Result<()> {
        if self.running.is_some() {
            // Only a protocol that calls a search urgent comes here.
            return self.protocol.refuse(&Refusal::Searching, "", &self.output);
        }
        let stop = Stop::new();
        // After the end of input nobody is left to stop an open search. A stop
        // that was heard before this search could begin is not said again.
        if self.quitting || self.stopping || (open && (self.ended || self.leaving.is_some())) {
            stop.stop();
        }
        let open = open && !stop.is_set();
        let signals = Signals { stop: stop.clone(), output: self.output.clone() };
        let events = self.events.clone();
        let thread =
            thread::Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
                let done = catch_unwind(AssertUnwindSafe(|| P::search(job, &signals)));
                let _ = events.send(Event::Done(done.map_err(|panic| message(&*panic))));
            })?;
        self.running = Some(Running { stop, open, until: self.until(), held: None, thread });
        Ok(())
    }

    /// Lets an open search answer, now if `stop`.
    fn release(&mut self, stop: bool) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.open = false;
        if stop {
            running.stop.stop();
        } else {
            running.stop.hit();
        }
        if running.held.is_some() { self.give_answer() } else { Ok(()) }
    }

    fn give_answer(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let _ = running.thread.join();
        let action = match running.held {
            Some(Ok(done)) => self.protocol.answer(done, &self.output)?,
            Some(Err(panic)) => {
                self.protocol.refuse(&Refusal::Failed, &panic, &self.output)?;
                Action::Continue
            }
            None => Action::Continue,
        };
        self.act(action)
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
