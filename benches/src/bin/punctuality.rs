//! Times the answers of an engine while the machine is busy.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use benches::punctuality::{Control, Load, Timed, time};
use benches::storm::Program;
use clap::{Parser, ValueEnum};
use cli::args::{self, whole};
use cli::{Error, Output};

/// Times the answers of an engine that plays itself, from the moment a question is written to
/// the moment its answer is read, while other threads keep every core busy. Exit status 1 if a
/// move came later than its limit and the overhead.
#[derive(Parser, Debug)]
#[command(name = "punctuality", version)]
struct Arguments {
    /// The engine.
    game: Kind,
    /// Times for a move in ms, and clocks as seconds and what is added for a move.
    #[arg(long, value_name = "T,T,...", value_delimiter = ',', default_value = "10,50,100,1+0.01")]
    controls: Vec<Control>,
    /// Moves of each.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "500", value_parser = whole::<1, 1_000_000>)]
    moves: u64,
    /// Threads that keep the processor busy; as many as it has cores unless given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<0, 1024>)]
    load: Option<u64>,
    /// Milliseconds that pass between an answer and the stop of the clock: xiangqi's
    /// `Move Overhead`.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, default_value = "10", value_parser = whole::<0, 5000>)]
    overhead: u64,
    /// Where the random moves begin.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// The program; unless given, the one that was built beside this.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Gomoku,
    Xiangqi,
}

fn main() -> ExitCode {
    let result = args::parse(std::env::args_os())
        .and_then(|arguments: Arguments| arguments.run())
        .map_err(anyhow::Error::from);
    cli::exit("punctuality", result)
}

impl Arguments {
    fn run(&self) -> Result<(), Error> {
        let kind = match self.game {
            Kind::Gomoku => Program::Gomoku,
            Kind::Xiangqi => Program::Xiangqi,
        };
        let program = benches::program(kind.name(), self.program.as_deref())?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let load = self.load.map_or(cores, |n| usize::try_from(n).unwrap_or(cores));
        let moves = usize::try_from(self.moves).map_err(Error::usage)?;
        let overhead = Duration::from_millis(self.overhead);
        let out = Output::stdout();
        out.line(format_args!("{}: {load} busy threads, {cores} cores", kind.name()))?;
        out.line("ms used, and of clocks the least left; late: behind limit and overhead")?;
        out.line(format_args!(
            "{:>10} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6}",
            "control", "moves", "median", "90 %", "99 %", "99.9 %", "most", "spare", "late"
        ))?;
        let _busy = Load::new(load);
        let mut late = 0;
        for &control in &self.controls {
            let timed = time(&program, kind, control, moves, self.seed).map_err(Error::failure)?;
            late += self.tell(control, &timed, overhead, &out)?;
        }
        if late > 0 {
            return Err(Error::failure(format_args!("{late} moves came too late")));
        }
        Ok(())
    }

    /// One line of the table; how many were late.
    fn tell(
        &self,
        control: Control,
        timed: &[Timed],
        overhead: Duration,
        out: &Output,
    ) -> Result<usize, Error> {
        let mut took: Vec<_> = timed.iter().map(|t| t.took.as_secs_f64() * 1e3).collect();
        took.sort_by(f64::total_cmp);
        let part = |thousandths: usize| {
            let place = (took.len() * thousandths).div_ceil(1000).max(1) - 1;
            took.get(place).copied().unwrap_or(0.0)
        };
        let spare = |t: &Timed| t.limit.as_secs_f64() * 1e3 - t.took.as_secs_f64() * 1e3;
        let least = timed.iter().map(spare).fold(f64::INFINITY, f64::min);
        let late = timed.iter().filter(|t| t.took > t.limit + overhead).count();
        let name = control.to_string();
        let [median, nine, hundredth, thousandth, most] = [500, 900, 990, 999, 1000].map(part);
        out.line(format_args!(
            "{name:>10} {:>6} {median:>8.1} {nine:>8.1} {hundredth:>8.1} {thousandth:>8.1} \
             {most:>8.1} {least:>8.1} {late:>6}",
            timed.len()
        ))?;
        Ok(late)
    }
}
