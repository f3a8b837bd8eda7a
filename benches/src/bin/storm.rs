//! Sends random lines and bytes to a program, until it does something wrong.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::storm::{self, Bounds, Program, Tally, Target};
use clap::{Parser, ValueEnum};
use cli::args::{self, whole};
use cli::progress::Progress;
use cli::{Error, Output};

/// Sends random lines and bytes to a program, until it does something wrong: a panic, a hang, an
/// exit code that is not 0, a line that is none of its protocol, a move that is not legal.
///
/// What is sent follows from the seed. Processes come and go: each is left by its word for it, by
/// the end of input, in the middle of a search, or with its output closed. Without --lines or
/// --time it lasts a minute.
#[derive(Parser, Debug)]
#[command(name = "storm", version)]
struct Arguments {
    /// What is stormed.
    target: Kind,
    /// How it is spoken with.
    #[arg(long, value_enum, default_value = "protocol")]
    by: By,
    /// Where the random numbers begin.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// Stop after so many lines; by arguments, after so many calls.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    lines: Option<u64>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    time: Option<u64>,
    /// The program; unless given, the one that was built beside this.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Tictactoe,
    Grundy,
    Gomoku,
    Xiangqi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The protocol for GUIs; of programs without one, `play`.
    Protocol,
    /// `play`.
    Play,
    /// The command line.
    Arguments,
}

fn main() -> ExitCode {
    let result = args::parse(std::env::args_os())
        .and_then(|arguments: Arguments| arguments.run())
        .map_err(anyhow::Error::from);
    cli::exit("storm", result)
}

impl Arguments {
    fn run(&self) -> Result<(), Error> {
        let kind = match self.target {
            Kind::Tictactoe => Program::Tictactoe,
            Kind::Grundy => Program::Grundy,
            Kind::Gomoku => Program::Gomoku,
            Kind::Xiangqi => Program::Xiangqi,
        };
        let program = benches::program(kind.name(), self.program.as_deref())?;
        let minute = if self.lines.is_some() { 1_000_000 } else { 60 };
        let bounds = Bounds {
            lines: self.lines.unwrap_or(u64::MAX),
            time: Duration::from_secs(self.time.unwrap_or(minute)),
        };
        let out = Output::stdout();
        let began = Instant::now();
        let mut progress = Progress::spinner("storm");
        // Files that a spoilt `save` writes stay there.
        let place = std::env::temp_dir().join(format!("storm-{}", std::process::id()));
        let failure = |e: std::io::Error| Error::failure(format_args!("{}: {e}", place.display()));
        std::fs::create_dir_all(&place).map_err(failure)?;
        std::env::set_current_dir(&place).map_err(failure)?;
        let on_process = |tally: &Tally| progress.say(format!("{} lines", tally.lines));
        let done = self.storm(&program, kind, bounds, on_process);
        progress.finish();
        let _ = std::fs::remove_dir_all(&place);
        let Tally { lines, answers, processes, moves } = match done {
            Ok(tally) => tally,
            Err(fault) => {
                out.line(&fault)?;
                return Err(Error::failure("a fault was found"));
            }
        };
        out.line(format_args!(
            "{lines} lines to {processes} processes, {answers} lines of answer, {moves} moves \
             held against the rules, {:.0} s: nothing wrong",
            began.elapsed().as_secs_f64()
        ))?;
        Ok(())
    }

    fn storm(
        &self,
        program: &Path,
        kind: Program,
        bounds: Bounds,
        on_process: impl FnMut(&Tally),
    ) -> Result<Tally, Box<storm::Fault>> {
        let target = match (self.by, kind) {
            (By::Arguments, _) => return storm::call(program, kind, self.seed, bounds, on_process),
            (By::Protocol, Program::Xiangqi) => Target::Xiangqi,
            (By::Protocol, Program::Gomoku) => Target::Gomoku,
            _ => Target::Play(kind),
        };
        storm::storm(program, target, self.seed, bounds, on_process)
    }
}
