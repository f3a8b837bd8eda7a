//! The engine for managers and GUIs: the Gomocup (piskvork) protocol, and what
//! analysis GUIs say in the Yixin dialect.
//!
//! One command a line, one answer a line; `ERROR` where a command cannot be
//! carried out, and nothing has changed then.

mod commands;
mod info;
mod job;
mod memory;
mod sent;
mod stones;
mod swap;
mod time;
mod voice;
mod words;

use std::io::{self, Read};
use std::time::Duration;

use cli::host::{self, Action, Protocol, Refusal, Signals, Urgency};
use cli::words::{on_one_line, quote};
use cli::{Error, Output, searcher};
use gomoku::{Evaluation, Gomoku, Point};
use search_core::{Heuristics, Options, Params};

use super::table::Table;
use commands::{Outcome, Reply};
use info::{Changed, Info};
use job::{Done, Engine, Found, Job, Task, any_move};
use memory::Share;
use sent::{Sent, What};
use stones::Stones;
use swap::Choice;
use time::Times;
use words::{AnyLineEnd, first_word};

/// Speaks with a manager on standard input and output until it leaves.
pub(crate) fn run(params: Params, out: &Output) -> Result<(), Error> {
    speak(params, io::stdin(), out)
}

/// Speaks with whoever is at the other end of `input` and `out`.
pub(crate) fn speak(
    params: Params,
    input: impl Read + Send + 'static,
    out: &Output,
) -> Result<(), Error> {
    host::run(Session::new(params), AnyLineEnd(input), out.clone())?;
    Ok(())
}

/// What a manager has set up.
#[derive(Default)]
struct Session {
    info: Info,
    times: Times,
    /// `None` until the first START.
    stones: Option<Stones>,
    /// The stones are those of a swap2 opening: the game has not begun.
    opening: bool,
    /// Openings that were put.
    openings: usize,
    /// A position that is being sent.
    sent: Option<Sent>,
    /// Away while it thinks; lost if it panics.
    engine: Option<Box<Engine>>,
    /// What the engine may take.
    share: Share,
    /// Of its errors in this game, below full strength.
    seed: u64,
    /// What is wrong with it, until that is told.
    complaint: Option<String>,
    /// The size of its table, in MiB, and its threads, where the machine has less than that.
    granted: Option<(usize, usize)>,
    running: Option<Running>,
    /// How long the search goes on after the end of input.
    patience: Option<Duration>,
}

/// What is to be known of the search that runs.
struct Running {
    game: Box<Gomoku>,
    /// A choice of swap2 is wanted, not a move.
    swap: bool,
}

/// The words of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Start,
    RectStart,
    Restart,
    Begin,
    Turn,
    Board(What),
    Done,
    TakeBack,
    Play,
    Info,
    About,
    End,
    Stop,
    ShowForbidden,
    NBest,
    ShowInfo,
    HashClear,
}

impl Word {
    /// Of a word in capitals.
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "START" => Self::Start,
            "RECTSTART" => Self::RectStart,
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn,
            "BOARD" => Self::Board(What::Board),
            "YXBOARD" => Self::Board(What::YxBoard),
            "SWAP2BOARD" => Self::Board(What::Swap2Board),
            "DONE" => Self::Done,
            "TAKEBACK" => Self::TakeBack,
            "PLAY" => Self::Play,
            "INFO" => Self::Info,
            "ABOUT" => Self::About,
            "END" => Self::End,
            // Some clients leave the prefix out.
            "YXSTOP" | "STOP" => Self::Stop,
            "YXSHOWFORBID" => Self::ShowForbidden,
            "YXNBEST" => Self::NBest,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXHASHCLEAR" => Self::HashClear,
            _ => return None,
        })
    }
}

impl Session {
    fn new(params: Params) -> Self {
        Self { info: Info::new(params), ..Self::default() }
    }

    /// What earlier INFO lines left to be said; an error if one cannot be met.
    fn news(&mut self) -> Result<(), String> {
        let rule = self.info.news_of_rule();
        self.complaint.take().or(rule).map_or(Ok(()), Err)
    }

    /// The settings of memory and threads were given. The engine is made here and
    /// its memory found, not when a move is wanted, and the clock runs; nor before, for
    /// what was resident once counts against `max_memory`.
    fn share_out(&mut self) {
        let share = Share::wanted(&self.info);
        self.complaint.clone_from(&share.error);
        if share != self.share {
            if let Some(text) = &share.remark {
                self.info.remark(text.clone());
            }
            self.share = share;
            self.granted = None;
            if self.engine.is_some() {
                self.engine = self.take_engine().ok();
            }
        }
        if let Some(engine) = &mut self.engine {
            engine.warm_up();
        }
    }

    /// What is lost on the way of an answer is taken off the times before the
    /// engine hears of them.
    fn options(&self) -> Options {
        let (hash_mb, threads) = self.granted.unwrap_or((self.share.hash_mb, self.share.threads));
        let params = self.info.params.clone();
        let skill = self.info.skill(self.seed);
        Options { hash_mb, threads, params, skill, overhead: Duration::ZERO, ..Gomoku::options() }
    }

    /// An engine with the settings in force; with a smaller table or fewer threads, if the
    /// machine lacks the memory.
    fn new_engine(&mut self) -> Result<Box<Engine>, Error> {
        let mut options = self.options();
        let wanted = (options.hash_mb, options.threads);
        let threads_mb = |options: &Options| {
            (options.threads * searcher::EngineOf::<Table>::thread_bytes(options)) >> 20
        };
        loop {
            let had = (options.hash_mb, options.threads);
            match searcher::engine::<Table>(Evaluation::default(), options.clone()) {
                Ok(engine) => {
                    if had != wanted {
                        self.granted = Some(had);
                        self.info.remark(format!(
                            "no memory for a table of {} MiB and {} threads: {} MiB and {} are used",
                            wanted.0, wanted.1, had.0, had.1
                        ));
                    }
                    return Ok(Box::new(engine));
                }
                // Of what takes more.
                Err(_) if options.threads > 1 && threads_mb(&options) >= options.hash_mb => {
                    options.threads /= 2;
                }
                // And never most of a large machine for a size that nobody could mean.
                Err(_) if options.hash_mb > 1 => {
                    options.hash_mb = (options.hash_mb / 2).min(memory::MOST as usize);
                }
                Err(e) => return Err(e),
            }
        }
    }

    /// The engine with the settings in force.
    fn take_engine(&mut self) -> Result<Box<Engine>, Error> {
        let Some(engine) = self.engine.take() else { return self.new_engine() };
        if *engine.options() == self.options() {
            return Ok(engine);
        }
        // Before the new one comes, so that never both are there.
        drop(engine);
        self.new_engine()
    }

    /// Carries out a command and answers.
    fn carry_out(
        &mut self,
        name: &str,
        command: impl FnOnce(&mut Self) -> Outcome,
        out: &Output,
    ) -> io::Result<Action<Job>> {
        let outcome = self.news().and_then(|()| command(self));
        let action = match outcome {
            Ok(Reply::Search(game, task)) => return self.search_for(game, task, out),
            Ok(Reply::Line(line)) => Some(line),
            Ok(Reply::Silence) => None,
            Err(e) => Some(format!("ERROR {}", on_one_line(&format!("{name}: {e}")))),
        };
        self.tell(out)?;
        if let Some(line) = action {
            out.line(line)?;
        }
        Ok(Action::Continue)
    }

    /// Says what was kept for people.
    fn tell(&mut self, out: &Output) -> io::Result<()> {
        let mut remarks = self.info.remarks().into_iter();
        remarks.try_for_each(|text| out.line(format_args!("MESSAGE {}", on_one_line(&text))))
    }

    fn search_for(
        &mut self,
        game: Box<Gomoku>,
        task: Task,
        out: &Output,
    ) -> io::Result<Action<Job>> {
        let swap = matches!(task, Task::Swap { .. });
        let engine = self.take_engine();
        self.tell(out)?;
        self.running = Some(Running { game: game.clone(), swap });
        match engine {
            Ok(engine) => Ok(Action::Start { job: Job { engine, game, task }, open: false }),
            Err(e) => {
                out.line(format_args!("MESSAGE {}", on_one_line(&e.to_string())))?;
                let answer = self.any_answer();
                out.line(answer)?;
                Ok(Action::Continue)
            }
        }
    }

    /// The search has come to nothing, and an answer is waited for.
    fn any_answer(&mut self) -> String {
        self.times.end();
        match self.running.take() {
            Some(Running { swap: true, .. }) => self.put(&Choice::Swap),
            Some(Running { game, .. }) => match any_move(&game) {
                Some(point) => self.play(point, game.side_to_move()),
                None => "ERROR no move is left".to_owned(),
            },
            None => "ERROR no move was wanted".to_owned(),
        }
    }

    /// A line of a position that is being sent, or what comes in its stead;
    /// `None` if the line is to be obeyed as any other.
    fn collect(&mut self, line: &str, out: &Output) -> io::Result<Option<Action<Job>>> {
        let Some(mut sent) = self.sent.take() else { return Ok(None) };
        let (name, word) = (sent.what.name(), first_word(line).0.to_ascii_uppercase());
        match Word::of(&word) {
            Some(Word::Done) => self.carry_out(name, |session| session.done(sent), out).map(Some),
            // They disturb nothing.
            Some(Word::Info | Word::Stop) => {
                self.sent = Some(sent);
                Ok(None)
            }
            Some(_) => {
                out.line(format_args!("ERROR {name}: expected DONE before {}", quote(&word)))?;
                Ok(None)
            }
            None => {
                sent.read(line);
                self.sent = Some(sent);
                Ok(Some(Action::Continue))
            }
        }
    }
}

impl Protocol for Session {
    type Job = Job;
    type Done = Done;

    fn urgency(&self, line: &str) -> Urgency {
        match Word::of(&first_word(line).0.to_ascii_uppercase()) {
            Some(Word::Stop) => Urgency::Now,
            // It has a second.
            Some(Word::End) => Urgency::Leave,
            _ => Urgency::Turn,
        }
    }

    fn patience(&self) -> Option<Duration> {
        self.patience
    }

    fn command(&mut self, line: &str, out: &Output) -> io::Result<Action<Job>> {
        let (word, rest) = first_word(line);
        if word.is_empty() {
            return Ok(Action::Continue);
        }
        if let Some(action) = self.collect(line, out)? {
            return Ok(action);
        }
        let name = word.to_ascii_uppercase();
        // Who says a word of the dialect speaks it, if we know the word or not.
        if name.starts_with("YX") {
            self.info.speak_dialect();
        }
        match Word::of(&name) {
            None => {
                out.line(format_args!("UNKNOWN {}", quote(word)))?;
                Ok(Action::Continue)
            }
            Some(Word::End) => Ok(Action::Quit),
            Some(Word::Stop) => Ok(Action::Stop),
            Some(Word::Info) => {
                match self.info.set(rest) {
                    Changed::TimeLeft => self.times.note_left(),
                    Changed::Memory => self.share_out(),
                    Changed::Nothing => {}
                }
                Ok(Action::Continue)
            }
            Some(Word::Board(what)) => {
                self.sent = Some(Sent::new(what, rest));
                Ok(Action::Continue)
            }
            Some(word) => self.carry_out(&name, |session| session.obey(word, rest), out),
        }
    }

    fn search(job: Job, signals: &Signals) -> Done {
        job.run(signals)
    }

    fn answer(&mut self, done: Done, out: &Output) -> io::Result<Action<Job>> {
        self.engine = Some(done.engine);
        self.patience = None;
        let answer = match (done.found, self.running.take()) {
            (Found::Swap(choice), _) => {
                self.times.end();
                self.put(&choice)
            }
            (Found::Move { report, ranked }, Some(running)) => {
                self.times.end();
                let game = &running.game;
                let legal = |p: &Point| game.board().check(*p).is_ok();
                match report.best().filter(legal) {
                    Some(point) => {
                        voice::summary(&report, ranked) + &self.play(point, game.side_to_move())
                    }
                    None => {
                        self.running = Some(running);
                        self.any_answer()
                    }
                }
            }
            (Found::Move { .. }, None) => self.any_answer(),
        };
        // In one piece.
        out.line(answer)?;
        Ok(Action::Continue)
    }

    fn refuse(&mut self, why: &Refusal, line: &str, out: &Output) -> io::Result<()> {
        match (why, &mut self.sent) {
            (Refusal::Failed, _) => {
                out.line(format_args!("DEBUG {why}: {}", quote(line)))?;
                // The game goes on: the manager waits for an answer.
                self.patience = None;
                let answer = self.any_answer();
                out.line(answer)
            }
            // Told with the DONE.
            (Refusal::TooLong, Some(sent)) => {
                sent.wrong(why.to_string());
                Ok(())
            }
            (Refusal::TooLong, None) => out.line(format_args!("UNKNOWN {why}")),
            _ => {
                let word = quote(first_word(line).0);
                out.line(format_args!("ERROR {word}: {why}"))
            }
        }
    }

    fn end(&mut self, out: &Output) -> io::Result<()> {
        match &self.sent {
            Some(sent) => {
                let name = sent.what.name();
                out.line(format_args!("ERROR {name}: the input ends before DONE"))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// No line of input makes a search panic; this is what would be said.
    #[test]
    fn a_search_that_fails_is_answered_and_the_next_one_has_an_engine() {
        let sink = Sink::default();
        let out = Output::new(sink.clone());
        let said = || String::from_utf8(std::mem::take(&mut *sink.0.lock().unwrap())).unwrap();
        let mut session = Session::default();
        session.command("INFO library off", &out).unwrap();
        session.command("START 15", &out).unwrap();
        let action = session.command("TURN 7,7", &out).unwrap();
        assert!(matches!(action, Action::Start { open: false, .. }));
        drop(action);
        session.refuse(&Refusal::Failed, "a\nfault", &out).unwrap();
        let answer = said();
        let reply = answer.strip_prefix("OK\nDEBUG the search failed: `a\\nfault`\n").unwrap();
        let (x, y) = reply.trim().split_once(',').unwrap();
        let near = |word: &str| word.parse::<usize>().unwrap().abs_diff(7) <= 2;
        assert!(near(x) && near(y) && reply != "7,7\n", "{reply}");
        let action = session.command("TURN 8,8", &out).unwrap();
        assert!(matches!(action, Action::Start { .. }));
        drop(action);
        session.command("TAKEBACK 8,8", &out).unwrap();
        session.command("SWAP2BOARD", &out).unwrap();
        for line in ["7,7", "7,8", "8,8", "DONE"] {
            drop(session.command(line, &out).unwrap());
        }
        session.refuse(&Refusal::Failed, "x", &out).unwrap();
        assert_eq!(said(), "OK\nDEBUG the search failed: `x`\nSWAP\n");
    }
}
