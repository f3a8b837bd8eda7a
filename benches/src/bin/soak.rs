//! Runs many searches in one process, and reads what it holds in memory.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use benches::soak::{Case, Reading};
use benches::storm::Program;
use clap::{Parser, ValueEnum};
use cli::args::{self, whole};
use cli::progress::Progress;
use cli::{Error, Output};

/// Runs many short searches in one process, each of another position, and reads what it holds in
/// memory. Exit status 1 if that is more than the table and what the program is allowed besides,
/// or if it grows after the first tenth of the searches.
#[derive(Parser, Debug)]
#[command(name = "soak", version)]
struct Arguments {
    /// The program.
    program: Kind,
    /// Xiangqi: the table in MiB, 16 unless given. Gomoku: max_memory in bytes, 83886080 unless
    /// given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    setting: Option<u64>,
    /// Searches.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "10000", value_parser = whole::<10, 100_000_000>)]
    searches: u64,
    /// Nodes of each.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "2000", value_parser = whole::<1, 100_000_000>)]
    nodes: u64,
    /// The file, unless it was built beside this.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Tictactoe,
    Grundy,
    Gomoku,
    Xiangqi,
}

fn main() -> ExitCode {
    let result = args::parse(std::env::args_os())
        .and_then(|arguments: Arguments| arguments.run())
        .map_err(anyhow::Error::from);
    cli::exit("soak", result)
}

impl Arguments {
    fn run(&self) -> Result<(), Error> {
        let (program, setting) = match self.program {
            Kind::Tictactoe => (Program::Tictactoe, None),
            Kind::Grundy => (Program::Grundy, None),
            Kind::Gomoku => (Program::Gomoku, Some(83_886_080)),
            Kind::Xiangqi => (Program::Xiangqi, Some(16)),
        };
        if setting.is_none() && self.setting.is_some() {
            return Err(Error::usage("--setting is for xiangqi and gomoku"));
        }
        let setting = self.setting.or(setting).unwrap_or(0);
        let case = Case { program, setting };
        let file = benches::program(program.name(), self.file.as_deref())?;
        let searches = usize::try_from(self.searches).map_err(Error::usage)?;
        let at: Vec<_> = (1..=10).map(|part| searches * part / 10).collect();
        let out = Output::stdout();
        out.line(format_args!(
            "{} {}: {:.1} MiB allowed",
            program.name(),
            if setting > 0 { setting.to_string() } else { String::new() },
            mib(case.allowed())
        ))?;
        out.line("searches   resident   most so far (MiB)")?;
        let mut progress = Progress::new(self.searches, "searches");
        let mut failed = None;
        let tell = |reading: &Reading| {
            progress.add(self.searches / 10);
            let Some(resident) = reading.resident else { return };
            let (now, peak) = (mib(resident.now), mib(resident.peak));
            let line = format!("{:>8} {now:>10.1} {peak:>13.1}", reading.searches);
            failed = progress.hidden(|| out.line(&line)).err().or(failed.take());
        };
        let readings = case.run(&file, self.nodes, &at, tell).map_err(Error::failure)?;
        progress.finish();
        if let Some(error) = failed {
            return Err(error.into());
        }
        case.judge(&readings).map_err(Error::failure)
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
