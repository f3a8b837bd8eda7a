//! Tunes the parameters of a search by games; see `benches/README.md`.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use benches::arena::game::{Draw, Policy, Reason, Resign};
use benches::arena::referee::Table;
use benches::arena::settings::EngineSettings;
use benches::arena::tournament::Plan;
use benches::openings::{self, Game};
use benches::stats::Score;
use benches::tuning::spsa::{Spsa, Trial, Tunable};
use clap::{Parser, ValueEnum};
use cli::args::{self, whole};
use cli::progress::Progress;
use cli::{Error, Output};
use search_core::{Heuristics, PARAMS, Params};
use serde_json::Value;

/// Tunes the parameters of a search by games of the engine against itself (SPSA).
///
/// In every iteration each parameter is moved up or down by chance; the engine so plays the
/// engine moved the other way; all parameters go a little towards the winner. The state is
/// written after every iteration: the same command goes on after Ctrl-C.
///
///   tune --command target/release/xiangqi --openings benches/openings/xiangqi.txt
///        --nodes 5000 --state tune.jsonl null_move_base reduction_divisor=20
#[derive(Parser, Debug)]
#[command(name = "tune", version)]
struct Arguments {
    /// The game.
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: Kind,
    /// The engine, with its arguments if it has any; --set NAME=VALUE is added to them.
    #[arg(long, value_name = "PROGRAM")]
    command: String,
    /// Where games begin, each with both colours.
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value = "5000", value_parser = whole::<1, { u64::MAX }>)]
    nodes: u64,
    /// Iterations.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<1, 10_000_000>)]
    iterations: u64,
    /// Games of an iteration; an even number.
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole::<2, 10_000>)]
    games: u64,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<1, 1024>)]
    concurrency: u64,
    /// By what part of its step the last iterations move a parameter for each game won.
    #[arg(long, value_name = "PART", default_value = "0.02", value_parser = rate)]
    rate: f64,
    /// Of all that is left to chance.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// Where the search stands; gone on with if it is there.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// What to tune: names as --set takes them, with a step if it is not to be the usual one.
    #[arg(value_name = "NAME[=STEP]", required = true, value_parser = tunable)]
    tunables: Vec<(String, Option<f64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Xiangqi,
    Gomoku,
}

/// A part of one.
fn rate(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    read.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// A name, with a step or without.
fn tunable(text: &str) -> Result<(String, Option<f64>), String> {
    let (name, step) = match text.split_once('=') {
        None => (text, None),
        Some((name, step)) => {
            let step = step.parse().ok().filter(|s| (0.01..=100_000.0).contains(s));
            (name, Some(step.ok_or("expected NAME or NAME=STEP with a step above 0")?))
        }
    };
    if PARAMS.iter().any(|p| p.name == name) {
        return Ok((name.to_owned(), step));
    }
    let names: Vec<_> = PARAMS.iter().map(|p| p.name).collect();
    Err(format!("expected one of {}", names.join(", ")))
}

fn main() -> ExitCode {
    cli::exit(
        "tune",
        args::parse(std::env::args_os()).map_err(Into::into).and_then(|a: Arguments| a.run()),
    )
}

impl Arguments {
    fn run(&self) -> anyhow::Result<()> {
        if self.games % 2 == 1 {
            return Err(Error::usage(format_args!(
                "--games {}: expected an even number, since each opening is played twice",
                self.games
            ))
            .into());
        }
        for (i, (name, _)) in self.tunables.iter().enumerate() {
            if self.tunables[..i].iter().any(|(other, _)| other == name) {
                return Err(Error::usage(format_args!("{name}: expected each name once")).into());
            }
        }
        let stop = cli::interrupt_flag()?;
        let tables = self.tables()?;
        let mut spsa = self.spsa();
        self.resume(&mut spsa)?;
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.state)
            .map_err(|e| self.wrong(e))?;
        if spsa.done() == 0 && file.metadata()?.len() == 0 {
            writeln!(file, "{}", spsa.head())?;
        }
        let out = Output::stdout();
        let mut progress = Progress::new(self.iterations, "iterations");
        progress.add(spsa.done());
        let mut failed = Ok(());
        while !spsa.is_over() {
            let trial = spsa.trial();
            let Some(lead) = self.play(&spsa, &trial, &tables, &stop)? else { break };
            spsa.learn(&trial, lead);
            failed = writeln!(file, "{}", spsa.state(lead));
            if failed.is_err() {
                break;
            }
            progress.add(1);
            progress.say(values(&spsa));
        }
        progress.finish();
        for (name, value) in spsa.values() {
            out.line(format_args!("{name}={value}"))?;
        }
        failed.map_err(|e| self.wrong(e))?;
        if !spsa.is_over() {
            return Err(Error::failure("stopped; the same command goes on").into());
        }
        Ok(())
    }

    fn wrong(&self, error: impl std::fmt::Display) -> Error {
        Error::failure(format_args!("{}: {error}", self.state.display()))
    }

    fn spsa(&self) -> Spsa {
        let params = match self.game {
            Kind::Xiangqi => xiangqi::Xiangqi::options().params,
            Kind::Gomoku => gomoku::Gomoku::options().params,
        };
        let tunables = self.tunables.iter().filter_map(|(name, step)| begin(&params, name, *step));
        Spsa::new(tunables.collect(), self.iterations, self.rate, self.seed)
    }

    fn tables(&self) -> Result<Vec<Table>, Error> {
        let size = gomoku::Size::FIFTEEN;
        let game = match self.game {
            Kind::Xiangqi => Game::Xiangqi,
            Kind::Gomoku => Game::Gomoku { rule: gomoku::Rule::Freestyle, size },
        };
        let lines = openings::read(&self.openings, game).map_err(Error::failure)?;
        let lines = openings::shuffled(lines, self.seed);
        let table = |opening: &openings::Opening| -> Option<Table> {
            match game {
                Game::Xiangqi => Some(opening.xiangqi()?.into()),
                Game::Gomoku { rule, size } => Some(opening.gomoku(rule, size)?.into()),
            }
        };
        Ok(lines.iter().filter_map(table).collect())
    }

    /// Goes on from the last whole line of the state.
    fn resume(&self, spsa: &mut Spsa) -> Result<(), Error> {
        let Ok(text) = fs::read_to_string(&self.state) else { return Ok(()) };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            // A line without its end was cut off.
            let file =
                OpenOptions::new().write(true).open(&self.state).map_err(|e| self.wrong(e))?;
            file.set_len(whole as u64).map_err(|e| self.wrong(e))?;
        }
        let mut lines = text[..whole].lines();
        let Some(head) = lines.next() else { return Ok(()) };
        if serde_json::from_str::<Value>(head).ok() != Some(spsa.head()) {
            return Err(self.wrong("this is the state of another search"));
        }
        let Some(last) = lines.next_back() else { return Ok(()) };
        let state = serde_json::from_str(last).unwrap_or(Value::Null);
        if spsa.restore(&state) { Ok(()) } else { Err(self.wrong("the last line is damaged")) }
    }

    /// Wins of the first side less those of the second; `None` if it was stopped.
    fn play(
        &self,
        spsa: &Spsa,
        trial: &Trial,
        tables: &[Table],
        stop: &AtomicBool,
    ) -> Result<Option<f64>, Error> {
        let engine = |values: &Vec<i32>, name: &str| {
            let mut words = vec![format!("name={name}"), format!("nodes={}", self.nodes)];
            words.push(format!("cmd={}", self.command_line(spsa, values)));
            EngineSettings::of_words(&[], &words).map_err(Error::usage)
        };
        let pairs = usize::try_from(self.games / 2).map_err(Error::usage)?;
        let first = usize::try_from(spsa.done()).map_err(Error::usage)? * pairs;
        let openings = (first..first + pairs).map(|i| tables[i % tables.len()].clone());
        let plan = Plan {
            engines: vec![engine(&trial.sides[0], "plus")?, engine(&trial.sides[1], "minus")?],
            pairings: vec![(0, 1)],
            rounds: pairs,
            openings: openings.collect(),
            policy: Policy {
                resign: Some(Resign { moves: 4, score: 800 }),
                draw: Some(Draw { after: 100, moves: 8, score: 10 }),
                ..Policy::default()
            },
            concurrency: usize::try_from(self.concurrency).map_err(Error::usage)?,
            log: None,
        };
        let (mut lead, mut played) = (0.0, 0);
        let mut fault = None;
        plan.run(&BTreeSet::new(), stop, |outcome| {
            lead += match outcome.score() {
                Score::Win => 1.0,
                Score::Draw => 0.0,
                Score::Loss => -1.0,
            };
            played += 1;
            if let Reason::Fault(..) = outcome.game.reason {
                fault = Some(outcome.game.reason.to_string());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(fault) = fault {
            return Err(Error::failure(format_args!("{}: {fault}", self.command)));
        }
        Ok((played == 2 * pairs && !stop.load(Ordering::Relaxed)).then_some(lead))
    }

    fn command_line(&self, spsa: &Spsa, values: &[i32]) -> String {
        let sets =
            spsa.values().zip(values).map(|((name, _), value)| format!(" --set {name}={value}"));
        self.command.clone() + &sets.collect::<String>()
    }
}

/// A tunable where a game has it.
fn begin(params: &Params, name: &str, step: Option<f64>) -> Option<Tunable> {
    let param = PARAMS.iter().find(|p| p.name == name)?;
    Some(Tunable {
        name: name.to_owned(),
        min: param.min,
        max: param.max,
        step: step.unwrap_or_else(|| param.step.into()),
        start: params.get(name)?.into(),
    })
}

fn values(spsa: &Spsa) -> String {
    let each: Vec<_> = spsa.values().map(|(name, value)| format!("{name}={value}")).collect();
    each.join(" ")
}
