//! `play`: a person against the engine, at the terminal or through a pipe.
//!
//! It is a [`Protocol`] like those of the GUIs, so that `stop` and `quit` are
//! heard while the engine thinks, and the end of input is no accident.

use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use search_core::{Limits, Options, Position, Report, Skill, legal_moves};

use crate::args::PlayArgs;
use crate::error::Error;
use crate::game::{Ending, Game, MoveOf, PositionArgs, View};
use crate::host::{self, Action, Protocol, Refusal, Signals, Urgency};
use crate::output::Output;
use crate::record::Record;
use crate::report::ShownLine;
use crate::searcher::{self, EngineOf};
use crate::seed::any_seed;
use crate::words::{LONGEST, on_one_line, quote};

/// How long the engine thinks unless told otherwise.
const THINKING: Duration = Duration::from_secs(1);
/// How long a search to a depth may go on after the end of input: a depth may
/// be out of reach, and nobody is left to say `stop`.
const PATIENCE: Duration = Duration::from_secs(5);

const STRONG: Style = Style::new().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();

const HELP: &str = "Commands:
  MOVE        play it
  undo        take your last move back, and the answer to it
  hint        ask the engine what it would play
  go          let the engine move for you
  stop        let the engine move at once
  side SIDE   change sides; `both` for two people, `none` to watch
  board       show the board again
  moves       list the legal moves
  save FILE   save the game; `play --load FILE` goes on with it
  new         begin again
  resign      give up
  quit        leave";
const HELP_FLIP: &str = "  flip        see the board from the other side";

/// Runs the command.
pub(crate) fn run<G: Game, A: PositionArgs>(
    args: &PlayArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let evaluation = searcher::for_the_engine::<G>(Some(
        args.engine.evaluation.as_deref().unwrap_or(G::PLAYS_WITH),
    ))?;
    let skill = args.skill.and_then(|level| Skill::new(level * 100, any_seed()));
    let options = Options { skill, ..args.engine.options::<G::Position>()? };
    let people = match args.side.as_deref() {
        // The person moves first unless told otherwise.
        None => [true, false],
        Some(word) => people::<G>(word).map_err(|e| Error::usage(format_args!("--side: {e}")))?,
    };
    let mut limits = searcher::limits(&args.limits, None);
    limits.forced_at_once = true;
    if !args.limits.is_given() {
        limits.movetime = Some(THINKING);
    }
    let mut play = Play::<G>::new(pos.clone(), people, evaluation, options, limits)?;
    play.prompts = io::stdin().is_terminal();
    play.view = args.game.view();
    // Whoever limits depth or nodes, or strength, wants to see a search.
    let timed = args.limits.depth.is_none() && args.limits.nodes.is_none();
    play.library = timed && skill.is_none() && args.game.uses_known_moves();
    if let Some(path) = &args.load {
        let record = Record::read(path, G::NAME)?;
        play.replay(&record).map_err(|e| Record::unfit(path, e))?;
    }
    host::run(play, io::stdin(), out.clone())?;
    Ok(())
}

/// Which sides are people's.
fn people<G: Game>(word: &str) -> Result<[bool; 2], String> {
    let [first, second] = G::SIDES;
    match &*word.to_ascii_lowercase() {
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        small if small == first => Ok([true, false]),
        small if small == second => Ok([false, true]),
        _ => Err(format!("{} is no side: expected {first}, {second}, both or none", quote(word))),
    }
}

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a move.
    Move,
    /// To advise the person.
    Hint,
}

/// A search of the engine, with the engine itself.
pub struct Job<G: Game> {
    engine: EngineOf<G>,
    pos: G::Position,
    limits: Limits<MoveOf<G>>,
    purpose: Purpose,
}

/// Its answer.
pub struct Done<G: Game> {
    engine: EngineOf<G>,
    report: Report<MoveOf<G>>,
    purpose: Purpose,
}

/// A game in progress.
pub struct Play<G: Game> {
    /// Every position so far, the present one last.
    positions: Vec<G::Position>,
    moves: Vec<MoveOf<G>>,
    people: [bool; 2],
    resigned: Option<usize>,
    evaluation: G::Evaluation,
    options: Options,
    limits: Limits<MoveOf<G>>,
    /// Away while it thinks; lost if it panics.
    engine: Option<EngineOf<G>>,
    /// The engine, which plays itself, waits to be told to go on.
    paused: bool,
    prompts: bool,
    view: View,
    /// What the game knows without a search is played.
    library: bool,
}

impl<G: Game> fmt::Debug for Job<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Done<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").field("report", &self.report).finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("moves", &self.moves).finish_non_exhaustive()
    }
}

impl<G: Game> Play<G> {
    /// A game that begins from a position; the engine plays the sides that are not people's.
    ///
    /// # Errors
    /// [`Error::Failure`] if the machine lacks the memory for the engine.
    pub fn new(
        pos: G::Position,
        people: [bool; 2],
        evaluation: G::Evaluation,
        options: Options,
        limits: Limits<MoveOf<G>>,
    ) -> Result<Self, Error> {
        let engine = searcher::engine::<G>(evaluation.clone(), options.clone())?;
        Ok(Self {
            positions: vec![pos],
            moves: Vec::new(),
            people,
            resigned: None,
            evaluation,
            options,
            limits,
            engine: Some(engine),
            paused: false,
            prompts: false,
            view: View::default(),
            library: false,
        })
    }

    fn replay(&mut self, record: &Record) -> Result<(), String> {
        for (i, word) in record.moves.iter().enumerate() {
            let m = match self.ending() {
                Some(_) => Err("the game is over".to_owned()),
                None => G::parse_move(self.pos(), word),
            };
            self.play(m.map_err(|e| format!("move {}: {e}", i + 1))?);
        }
        self.replay_result(record)
    }

    /// The board does not show a resignation; any other result only repeats what it shows.
    fn replay_result(&mut self, record: &Record) -> Result<(), String> {
        if record.result.is_empty() {
            return Ok(());
        }
        let resigns = |side| Self::result(Ending { winner: Some(1 - side), reason: "resignation" });
        let expected = match self.ending() {
            Some(ending) => Self::result(ending),
            None => {
                self.resigned = [0, 1].into_iter().find(|&side| resigns(side) == record.result);
                format!("`{}`, `{}` or no result", resigns(1), resigns(0))
            }
        };
        if self.resigned.is_some() || expected == record.result {
            return Ok(());
        }
        let (line, result) = (record.result_line, quote(&record.result));
        Err(format!("line {line}: the result {result} does not fit the game: expected {expected}"))
    }

    /// Below full strength: another game, other errors.
    fn err_elsewhere(&mut self) {
        self.options.skill = self.options.skill.map(|skill| skill.with_seed(any_seed()));
        // The table stays as large as it is: nothing can fail.
        if let Some(engine) = &mut self.engine {
            let _ = engine.set_options(self.options.clone());
        }
    }

    fn pos(&self) -> &G::Position {
        // Never empty: the first position is not taken back.
        &self.positions[self.positions.len() - 1]
    }

    fn side(&self) -> usize {
        G::side_to_move(self.pos())
    }

    fn play(&mut self, m: MoveOf<G>) {
        let mut next = self.pos().clone();
        next.make(m);
        self.positions.push(next);
        self.moves.push(m);
    }

    fn ending(&self) -> Option<Ending> {
        match self.resigned {
            Some(side) => Some(Ending { winner: Some(1 - side), reason: "resignation" }),
            None => G::ending(self.pos()),
        }
    }

    fn result(ending: Ending) -> String {
        let how = ending.reason.replace('_', " ");
        match ending.winner {
            Some(side) => format!("{} wins ({how})", G::SIDES[usize::from(side != 0)]),
            None => format!("draw ({how})"),
        }
    }

    /// Whether the engine plays itself, and the game goes on.
    fn watched(&self) -> bool {
        self.people == [false, false] && self.ending().is_none() && !self.paused
    }

    fn show(&self, out: &Output) -> io::Result<()> {
        out.line(format_args!(
            "\n{}\n",
            G::board(self.pos(), self.moves.last().copied(), self.view).trim_end()
        ))
    }

    /// After the position has changed: shows it, and lets the engine think or the person.
    fn go_on(&mut self, out: &Output) -> io::Result<Action<Job<G>>> {
        self.show(out)?;
        self.paused = false;
        if let Some(ending) = self.ending() {
            out.line(format_args!("{STRONG}Game over: {}.{STRONG:#}", Self::result(ending)))?;
            if self.prompts && self.people != [false, false] {
                out.line("`undo`, `new`, `save FILE` or `quit`?")?;
            }
        } else if self.people != [false, false] && !self.people[self.side()] {
            return self.think(Purpose::Move, out);
        }
        // Where the engine plays itself, lines that wait come before its next move: see `idle`.
        self.ask(out)?;
        Ok(Action::Continue)
    }

    fn ask(&self, out: &Output) -> io::Result<()> {
        // Who watches is asked only where the engine waits for him.
        let watching = self.people == [false, false] && !self.paused;
        if !self.prompts || watching {
            return Ok(());
        }
        out.text(format_args!("{}> ", G::SIDES[self.side()]))
    }

    fn think(&mut self, purpose: Purpose, out: &Output) -> io::Result<Action<Job<G>>> {
        if self.library
            && purpose == Purpose::Move
            && let Some((m, why)) = G::known_move(self.pos())
        {
            let (side, text) = (G::SIDES[self.side()], G::move_text(self.pos(), m));
            out.line(format_args!("{side} plays {STRONG}{text}{STRONG:#} ({why})"))?;
            self.play(m);
            return self.go_on(out);
        }
        let engine = match self.engine.take() {
            Some(engine) => Ok(engine),
            // It was lost in a panic: a new one.
            None => searcher::engine::<G>(self.evaluation.clone(), self.options.clone()),
        };
        match engine {
            Ok(engine) => {
                let (pos, limits) = (self.pos().clone(), self.limits.clone());
                Ok(Action::Start { job: Job { engine, pos, limits, purpose }, open: false })
            }
            Err(error) => {
                self.paused = true;
                self.complain(&error.to_string(), out)
            }
        }
    }

    /// A clear word, and the game goes on.
    fn complain(&self, text: &str, out: &Output) -> io::Result<Action<Job<G>>> {
        out.line(format_args!("{WARNING}{text}{WARNING:#}"))?;
        self.ask(out)?;
        Ok(Action::Continue)
    }

    fn remark(&self, text: &str, out: &Output) -> io::Result<Action<Job<G>>> {
        out.line(text)?;
        self.ask(out)?;
        Ok(Action::Continue)
    }

    /// Back to where a person last moved; by one move where nobody is one.
    fn undo(&mut self, out: &Output) -> io::Result<Action<Job<G>>> {
        let watched = self.people == [false, false];
        let to = (0..self.moves.len())
            .rev()
            .find(|&i| watched || self.people[G::side_to_move(&self.positions[i])]);
        if self.resigned.take().is_some() {
            return self.go_on(out);
        }
        match to {
            None => self.complain("there is no move of yours to take back", out),
            Some(i) => {
                self.moves.truncate(i);
                self.positions.truncate(i + 1);
                let action = self.go_on(out)?;
                if watched {
                    // Or the engine would play the same move again.
                    self.paused = true;
                    return self.remark("Taken back; `go` lets the engine play on.", out);
                }
                Ok(action)
            }
        }
    }

    fn record(&self) -> Record {
        let write = |(m, pos): (&MoveOf<G>, &G::Position)| G::move_text(pos, *m);
        Record {
            game: G::NAME.to_owned(),
            position: G::position_args(&self.positions[0]),
            moves: self.moves.iter().zip(&self.positions).map(write).collect(),
            result: self.ending().map_or(String::new(), Self::result),
            result_line: 0,
        }
    }

    fn save(&self, name: &str, out: &Output) -> io::Result<Action<Job<G>>> {
        if name.is_empty() {
            return self.complain("`save` needs the name of a file", out);
        }
        if name.contains(char::REPLACEMENT_CHARACTER) {
            // Bytes of the line were replaced: the file would get another name.
            return self.complain(&format!("{} is no name in UTF-8", quote(name)), out);
        }
        match self.record().write(Path::new(name)) {
            Ok(()) => self.remark(&format!("Saved to {}.", quote(name)), out),
            Err(e) => self.complain(&format!("cannot save to {}: {e}", quote(name)), out),
        }
    }
}

impl<G: Game> Protocol for Play<G> {
    type Job = Job<G>;
    type Done = Done<G>;

    fn urgency(&self, line: &str) -> Urgency {
        match &*words(line).0 {
            "stop" | "help" | "?" => Urgency::Now,
            "quit" | "exit" => Urgency::Leave,
            _ => Urgency::Turn,
        }
    }

    fn patience(&self) -> Option<Duration> {
        (self.limits.movetime.is_none() && self.limits.nodes.is_none()).then_some(PATIENCE)
    }

    fn idle(&mut self, out: &Output) -> io::Result<Action<Job<G>>> {
        if self.watched() {
            return self.think(Purpose::Move, out);
        }
        // Nothing more is to be seen.
        let leave = self.people == [false, false] && self.ending().is_some();
        Ok(if leave { Action::Quit } else { Action::Continue })
    }

    fn begin(&mut self, out: &Output) -> io::Result<Action<Job<G>>> {
        let name =
            |person: bool| G::SIDES.iter().enumerate().find(|(i, _)| self.people[*i] == person);
        let who = match (name(true), name(false)) {
            (Some((_, you)), Some((_, engine))) => {
                format!("You play {you}, the engine plays {engine}.")
            }
            (Some(_), None) => "Two people play; the engine gives hints.".to_owned(),
            _ => "The engine plays itself.".to_owned(),
        };
        let example = legal_moves(self.pos()).first().map(|m| G::move_text(self.pos(), *m));
        let example = example.filter(|_| self.people != [false, false]);
        let example =
            example.map_or(String::new(), |m| format!(" Type a move, such as `{m}`, or `help`."));
        out.line(format_args!("{STRONG}{who}{STRONG:#}{example}"))?;
        self.go_on(out)
    }

    fn command(&mut self, line: &str, out: &Output) -> io::Result<Action<Job<G>>> {
        let (word, rest) = words(line);
        let line = line.trim();
        let over = self.ending().is_some();
        match &*word {
            "" => self.ask(out).map(|()| Action::Continue),
            "quit" | "exit" => Ok(Action::Quit),
            "stop" if self.engine.is_some() => self.complain("the engine is not thinking", out),
            "stop" => Ok(Action::Stop),
            "help" | "?" => {
                // While the engine thinks nothing is asked for.
                out.line(HELP)?;
                if G::CAN_FLIP {
                    out.line(HELP_FLIP)?;
                }
                if self.engine.is_some() {
                    self.ask(out)?;
                }
                Ok(Action::Continue)
            }
            "flip" if G::CAN_FLIP => {
                self.view.flipped = !self.view.flipped;
                self.show(out)?;
                self.ask(out).map(|()| Action::Continue)
            }
            "board" => {
                self.show(out)?;
                self.ask(out).map(|()| Action::Continue)
            }
            "moves" => {
                let moves = if over { Vec::new() } else { legal_moves(self.pos()) };
                let moves: Vec<_> =
                    moves.into_iter().map(|m| G::move_text(self.pos(), m)).collect();
                self.remark(
                    &if moves.is_empty() { "none".to_owned() } else { moves.join(" ") },
                    out,
                )
            }
            "undo" => self.undo(out),
            "save" => self.save(rest, out),
            "new" => {
                self.positions.truncate(1);
                self.moves.clear();
                self.resigned = None;
                self.err_elsewhere();
                self.go_on(out)
            }
            "side" => match people::<G>(rest) {
                Ok(people) => {
                    self.people = people;
                    self.go_on(out)
                }
                Err(e) => self.complain(&e, out),
            },
            _ if over => {
                self.complain("the game is over: `undo`, `new`, `save FILE` or `quit`", out)
            }
            "hint" => self.think(Purpose::Hint, out),
            "go" => self.think(Purpose::Move, out),
            _ if self.people == [false, false] => {
                let [first, second] = G::SIDES;
                let text = format!(
                    "the engine plays itself: `side {first}`, `side {second}` or `side both` to take part"
                );
                self.complain(&text, out)
            }
            "resign" => {
                self.resigned = Some(self.side());
                self.go_on(out)
            }
            // No move is that long; the message would be.
            _ if line.chars().nth(LONGEST).is_some() => {
                let text = format!("{} is no move (`help` lists the commands)", quote(line));
                self.complain(&text, out)
            }
            _ => match G::parse_move(self.pos(), line) {
                Ok(m) => {
                    self.play(m);
                    self.go_on(out)
                }
                Err(e) => {
                    let text = format!("{} (`help` lists the commands)", on_one_line(&e));
                    self.complain(&text, out)
                }
            },
        }
    }

    fn search(mut job: Job<G>, signals: &Signals) -> Done<G> {
        let report = searcher::search::<G>(
            &mut job.engine,
            &job.pos,
            &job.limits,
            &signals.stop,
            &mut |_| (),
        );
        Done { engine: job.engine, report, purpose: job.purpose }
    }

    fn answer(&mut self, done: Done<G>, out: &Output) -> io::Result<Action<Job<G>>> {
        self.engine = Some(done.engine);
        let lines = searcher::show_report::<G>(self.pos(), &done.report);
        let (Some(m), Some(line)) = (done.report.best(), lines.first()) else {
            self.paused = true;
            return self.complain("the engine finds no move", out);
        };
        let thought = thought(line);
        let text = G::move_text(self.pos(), m);
        match done.purpose {
            Purpose::Hint => {
                let line = line.pv.join(" ");
                let reason = G::reason(self.pos(), m);
                let reason = reason.map_or(String::new(), |reason| format!(" {reason}"));
                self.remark(
                    &format!("The engine would play {text} ({thought}; {line}).{reason}"),
                    out,
                )
            }
            Purpose::Move => {
                let side = G::SIDES[self.side()];
                out.line(format_args!("{side} plays {STRONG}{text}{STRONG:#} ({thought})"))?;
                self.play(m);
                self.go_on(out)
            }
        }
    }

    fn refuse(&mut self, why: &Refusal, line: &str, out: &Output) -> io::Result<()> {
        // Not again and again.
        self.paused |= *why == Refusal::Failed;
        match why {
            Refusal::Failed => self.complain(&format!("{why}: {}", quote(line)), out)?,
            _ => self.complain(&why.to_string(), out)?,
        };
        Ok(())
    }

    fn end(&mut self, out: &Output) -> io::Result<()> {
        // Below the prompt that was not answered.
        let below = if self.prompts { "\n" } else { "" };
        match self.ending() {
            Some(_) => out.text(below),
            None => out.line(format_args!("{below}End of input: the game is not finished.")),
        }
    }
}

/// The first word of a line, in small letters, and the rest.
fn words(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

fn thought(line: &ShownLine) -> String {
    format!("{}, depth {}", line.score, line.depth)
}
