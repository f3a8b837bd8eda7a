//! The engine for GUIs: UCI and UCCI in one loop.
//!
//! The first word decides, `uci` or `ucci`; until one comes, UCI is spoken.
//! Words of people (`d`, `eval`, `perft`, `bench`, `help`) are known in both.

mod go;
mod job;
mod log;
mod options;
mod position;
mod show;
mod strength;
mod ucci;
mod uci;
mod voice;
mod words;

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cli::host::{self, Action, Protocol, Refusal, Signals, Urgency};
use cli::words::{on_one_line, quote};
use cli::{Error, Output, memory, searcher};
use search_core::Options;
use xiangqi::{Evaluation, Move, RepetitionRule, Rules, Xiangqi};

use super::table::Table;
use go::{Go, Hit};
use job::{Done, Engine, Job};
use log::Log;
use options::{Effect, Value};
use strength::Strength;
use voice::{Dialect, Voice};
use words::{Remarks, Words, first_word};

/// A search for a mate, that may never find one, goes on for so long after
/// the end of input.
const PATIENCE: Duration = Duration::from_secs(5);

const HELP: &str = "\
The engine speaks UCI (say `uci`) and UCCI (say `ucci`). Apart from these:
  d         the board, its FEN, key, checks and moves, and how the game stands
  eval      what the evaluation sees, term by term
  perft N   count the lines of N plies
  bench     search a fixed set of positions
  help      this text
  quit      leave";

/// Speaks with a GUI on standard input and output until it leaves.
pub(crate) fn run(options: Options, out: &Output) -> Result<(), Error> {
    speak(options, io::stdin(), out)
}

/// Speaks with whoever is at the other end of `input` and `out`.
pub(crate) fn speak(
    options: Options,
    input: impl Read + Send + 'static,
    out: &Output,
) -> Result<(), Error> {
    let log = Log::default();
    let out = log.watch(out);
    let session = Session::new(options, log)?;
    let bye = Arc::clone(&session.bye);
    host::run(session, input, out.clone())?;
    if bye.load(Ordering::Relaxed) {
        // Behind the last answer.
        out.line("bye")?;
    }
    Ok(())
}

/// What a GUI has set up.
struct Session {
    voice: Voice,
    options: Options,
    multipv: usize,
    /// UCCI: one unit of time, in milliseconds.
    unit: u64,
    rules: Rules,
    strength: Strength,
    log: Log,
    pos: Xiangqi,
    /// UCCI: not to be played in this position.
    banned: Vec<Move>,
    /// Away while it thinks; lost if it panics.
    engine: Option<Box<Engine>>,
    running: Running,
    /// UCCI: the goodbye is to be said.
    bye: Arc<AtomicBool>,
}

/// What is to be known of the work that runs.
#[derive(Debug, Default)]
struct Running {
    any: bool,
    /// A move is waited for.
    search: bool,
    hit: Hit,
    draw_offered: bool,
    waits_for_mate: bool,
}

impl Session {
    fn new(options: Options, log: Log) -> Result<Self, Error> {
        let engine = searcher::engine::<Table>(Evaluation::default(), options.clone())?;
        Ok(Self {
            voice: Voice::default(),
            options,
            multipv: 1,
            unit: 1000,
            rules: Rules::default(),
            strength: Strength::default(),
            log,
            pos: Xiangqi::start(),
            banned: Vec::new(),
            engine: Some(Box::new(engine)),
            running: Running::default(),
            bye: Arc::default(),
        })
    }

    fn remark(&self, text: &str, out: &Output) -> io::Result<Action<Job>> {
        out.line(self.voice.remark(text))?;
        Ok(Action::Continue)
    }

    fn remarks(&self, remarks: Remarks, out: &Output) -> io::Result<()> {
        remarks.into_lines().try_for_each(|text| out.line(self.voice.remark(text)))
    }

    /// `uci` or `ucci`: who is here, and what can be set.
    fn greet(&mut self, dialect: Dialect, out: &Output) -> io::Result<Action<Job>> {
        self.voice.dialect = dialect;
        if let Some(engine) = &mut self.engine {
            engine.warm_up();
        }
        out.line(match dialect {
            Dialect::Uci => uci::greeting(),
            Dialect::Ucci => ucci::greeting(),
        })?;
        Ok(Action::Continue)
    }

    fn position(&mut self, text: &str, out: &Output) -> io::Result<Action<Job>> {
        match position::read(text, self.rules) {
            Ok(pos) => {
                self.pos = pos;
                self.banned.clear();
                Ok(Action::Continue)
            }
            Err(e) => self.remark(&format!("position: {e}; the old position stays"), out),
        }
    }

    fn set_option(&mut self, text: &str, out: &Output) -> io::Result<Action<Job>> {
        let read = match self.voice.dialect {
            Dialect::Uci => options::read_uci(text),
            Dialect::Ucci => options::read_ucci(text),
        };
        match read.and_then(|(effect, value)| self.set(effect, value)) {
            Ok(()) => Ok(Action::Continue),
            Err(e) => self.remark(&on_one_line(&e), out),
        }
    }

    /// Gives an option its value.
    fn set(&mut self, effect: Effect, value: Value) -> Result<(), String> {
        match (effect, value) {
            (Effect::Hash, Value::Number(n)) => {
                let hash_mb = usize::try_from(n).map_err(|e| e.to_string())?;
                // The message is that of the command line, which calls it so.
                let small = |e: Error| e.to_string().replace(" (see --hash)", "");
                memory::check(hash_mb).map_err(small)?;
                self.change(Options { hash_mb, ..self.options.clone() })
            }
            (Effect::Threads, Value::Number(n)) => {
                let threads = n as usize;
                let more = threads.saturating_sub(self.options.threads);
                let bytes = searcher::EngineOf::<Table>::thread_bytes(&self.options);
                memory::check_threads(more, bytes, 0).map_err(|e| e.to_string())?;
                self.change(Options { threads, ..self.options.clone() })
            }
            (Effect::Overhead, Value::Number(n)) => {
                let overhead = Duration::from_millis(n);
                self.change(Options { overhead, ..self.options.clone() })
            }
            (Effect::MultiPv, Value::Number(n)) => {
                self.multipv = n as usize;
                Ok(())
            }
            (Effect::Skill, Value::Number(level)) => {
                self.limit(Strength { level, ..self.strength })
            }
            (Effect::Limit, Value::Flag(limited)) => {
                self.limit(Strength { limited, ..self.strength })
            }
            (Effect::Elo, Value::Number(elo)) => self.limit(Strength { elo, ..self.strength }),
            (Effect::Clear, _) => {
                self.forget();
                Ok(())
            }
            (Effect::Repetition, Value::Choice(name)) => {
                // UCCI has a word of its own for one of them.
                let repetition = match name {
                    "alwaysdraw" => RepetitionRule::None,
                    _ => name.parse().unwrap_or_default(),
                };
                self.set_rules(Rules { repetition, ..self.rules });
                Ok(())
            }
            (Effect::SixtyMoves, Value::Number(n)) => {
                let quiet_limit = u16::try_from(n).ok().filter(|&n| n > 0);
                self.set_rules(Rules { quiet_limit, ..self.rules });
                Ok(())
            }
            (Effect::ShowWdl, Value::Flag(on)) => {
                self.voice.wdl = on;
                Ok(())
            }
            (Effect::Milliseconds, Value::Flag(on)) => {
                self.unit = if on { 1 } else { 1000 };
                Ok(())
            }
            (Effect::Log, Value::Text(name)) => self
                .log
                .open(&name)
                .map_err(|e| format!("Debug Log File: cannot open {}: {e}", quote(&name))),
            _ => Ok(()),
        }
    }

    fn change(&mut self, options: Options) -> Result<(), String> {
        if let Some(engine) = &mut self.engine {
            engine.set_options(options.clone()).map_err(|e| e.to_string())?;
            if options.hash_mb != self.options.hash_mb {
                engine.warm_up();
            }
        }
        self.options = options;
        Ok(())
    }

    /// Plays as strongly as this from now on, with errors of its own in every game.
    fn limit(&mut self, strength: Strength) -> Result<(), String> {
        self.strength = strength;
        let skill = strength.skill(cli::any_seed());
        self.change(Options { skill, ..self.options.clone() })
    }

    /// What was learnt under other rules is not true any more.
    fn set_rules(&mut self, rules: Rules) {
        if rules != self.rules {
            self.rules = rules;
            self.pos = self.pos.clone().with_rules(rules);
            self.forget();
        }
    }

    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        if self.options.skill.is_some() {
            // Other errors; the table stays as large as it is, so nothing can fail.
            let _ = self.limit(self.strength);
        }
    }

    fn search(&mut self, mut go: Go, out: &Output) -> io::Result<Action<Job>> {
        self.remarks(std::mem::take(&mut go.remarks), out)?;
        if let Some(depth) = go.perft {
            return Ok(self.perft(depth));
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            // It was lost in a panic: a new one.
            None => match searcher::engine::<Table>(Evaluation::default(), self.options.clone()) {
                Ok(engine) => Box::new(engine),
                Err(e) => {
                    self.remark(&e.to_string(), out)?;
                    return self.any_move(out).map(|()| Action::Continue);
                }
            },
        };
        let (open, hit, limits) = (go.is_open(), go.hit(), go.limits(self.multipv));
        self.running = Running {
            any: true,
            search: true,
            hit,
            draw_offered: go.draw,
            waits_for_mate: go.waits_for_mate(),
        };
        let pos = Box::new(self.pos.clone());
        let job = Job::Search { engine, pos, limits, voice: self.voice };
        Ok(Action::Start { job, open })
    }

    /// Work that ends without an answer of its own.
    fn work(&mut self, job: Job) -> Action<Job> {
        self.running = Running { any: true, ..Running::default() };
        Action::Start { job, open: false }
    }

    fn perft(&mut self, depth: u64) -> Action<Job> {
        let board = Box::new(self.pos.board().clone());
        self.work(Job::Perft { board, depth, voice: self.voice })
    }

    /// No engine, and a move is waited for: any is better than none.
    fn any_move(&self, out: &Output) -> io::Result<()> {
        let m = self.pos.legal_moves().into_iter().find(|m| !self.banned.contains(m));
        match (m, self.voice.dialect) {
            (Some(m), _) => out.line(format_args!("bestmove {m}")),
            (None, Dialect::Uci) => out.line("bestmove (none)"),
            (None, Dialect::Ucci) => out.line("nobestmove"),
        }
    }

    fn ponder_hit(&mut self) -> Action<Job> {
        match self.running.hit {
            Hit::Nothing => Action::Continue,
            Hit::Release => Action::Release,
            Hit::Stop => Action::Stop,
        }
    }

    /// Words that both protocols know, and those of people.
    fn common(&mut self, word: &str, rest: &str, out: &Output) -> io::Result<Action<Job>> {
        match word {
            "" | "register" => {}
            "uci" => return self.greet(Dialect::Uci, out),
            "ucci" => return self.greet(Dialect::Ucci, out),
            "isready" => out.line("readyok")?,
            // UCCI has an option for it, and GUIs that say it in words.
            "ucinewgame" | "uccinewgame" => self.forget(),
            "setoption" => return self.set_option(rest, out),
            "position" => return self.position(rest, out),
            // The Cyclone dialect of UCI, as uci2wb speaks it, leaves the first word out.
            "fen" | "startpos" => return self.position(&format!("{word} {rest}"), out),
            "d" => out.line(show::position(&self.pos))?,
            "eval" => out.line(show::evaluation(&self.pos))?,
            "bench" => return Ok(self.work(Job::Bench { voice: self.voice })),
            "perft" => {
                let mut words = Words::new(rest, &[]);
                let depth = words.number(word);
                self.remarks(words.remarks, out)?;
                return Ok(depth.map_or(Action::Continue, |depth| self.perft(depth)));
            }
            "help" => out.line(HELP)?,
            _ => {
                let text = format!("{} is no command (`help` lists some)", quote(word));
                return self.remark(&text, out);
            }
        }
        Ok(Action::Continue)
    }
}

impl Protocol for Session {
    type Job = Job;
    type Done = Done;

    fn urgency(&self, line: &str) -> Urgency {
        match first_word(line).0 {
            "go" | "perft" | "bench" => Urgency::Search,
            // They change what searches and answers rest on, or show it.
            "uci" | "ucci" | "ucinewgame" | "uccinewgame" | "setoption" | "position" | "fen"
            | "startpos" | "probe" | "banmoves" | "d" | "eval" => Urgency::Turn,
            "ponderhit" => Urgency::Latest,
            // The rest acts at once; unknown words are named at once.
            _ => Urgency::Now,
        }
    }

    fn patience(&self) -> Option<Duration> {
        self.running.waits_for_mate.then_some(PATIENCE)
    }

    fn heard(&mut self, line: &str) {
        self.log.heard(line);
    }

    fn command(&mut self, line: &str, out: &Output) -> io::Result<Action<Job>> {
        let (word, rest) = first_word(line);
        match self.voice.dialect {
            Dialect::Uci => self.uci(word, rest, out),
            Dialect::Ucci => self.ucci(word, rest, out),
        }
    }

    fn search(job: Job, signals: &Signals) -> Done {
        job.run(signals)
    }

    fn answer(&mut self, done: Done, out: &Output) -> io::Result<Action<Job>> {
        let running = std::mem::take(&mut self.running);
        let (engine, report, voice) = match done {
            Done::Search { engine, report, voice } => (engine, report, voice),
            Done::Other(last) => {
                out.line(last)?;
                return Ok(Action::Continue);
            }
        };
        self.engine = Some(engine);
        let infos = voice.final_infos(&report);
        let answer = match voice.dialect {
            Dialect::Uci => voice::uci_answer(&report),
            Dialect::Ucci => voice::ucci_answer(&report, running.draw_offered),
        };
        // In one piece.
        out.line(infos + &answer)?;
        Ok(Action::Continue)
    }

    fn refuse(&mut self, why: &Refusal, line: &str, out: &Output) -> io::Result<()> {
        if *why != Refusal::Failed {
            let text = match first_word(line).0 {
                "" => why.to_string(),
                word => format!("{}: {why}", quote(word)),
            };
            return out.line(self.voice.remark(text));
        }
        let running = std::mem::take(&mut self.running);
        out.line(self.voice.remark(format_args!("{why}: {}", quote(line))))?;
        // The game goes on: the GUI waits for a move.
        if running.search { self.any_move(out) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

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
        let mut session = Session::new(Options::default(), Log::default()).unwrap();
        session.command("position fen 4k4/9/9/9/9/9/9/9/9/3K5 w", &out).unwrap();
        let action = session.command("go infinite", &out).unwrap();
        assert!(matches!(action, Action::Start { open: true, .. }));
        drop(action);
        session.refuse(&Refusal::Failed, "a\nfault", &out).unwrap();
        let expected = "info string the search failed: `a\\nfault`\nbestmove d0d1\n";
        assert_eq!(said(), expected);
        let action = session.command("go depth 1", &out).unwrap();
        assert!(matches!(action, Action::Start { open: false, .. }));
        // Nobody waits for a move of a count that fails.
        session.command("perft 3", &out).unwrap();
        session.refuse(&Refusal::Failed, "x", &out).unwrap();
        assert_eq!(said(), "info string the search failed: `x`\n");
    }
}
