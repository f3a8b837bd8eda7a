//! Fits the weights of an evaluation to results of games.
#![forbid(unsafe_code)]

use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::tuning::file;
use benches::tuning::fit::{self, Settings, Weight};
use benches::tuning::{GomokuWeights, Samples, Training, Tuned, XiangqiWeights, source};
use clap::{Args, Parser, Subcommand};
use cli::args::{self, whole};
use cli::words::quote;
use cli::{Error, Output};

/// Fits the weights of an evaluation to results of games that datagen made.
///
/// The evaluation, pressed through a sigmoid, is to predict the result. Every tenth
/// game is kept apart to see what was learnt; the weights with the least error there
/// are written. The same arguments give the same weights.
#[derive(Parser, Debug)]
#[command(name = "texel", version)]
struct Program {
    #[command(subcommand)]
    game: Asked,
}

#[derive(Subcommand, Debug)]
enum Asked {
    /// Chinese chess.
    Xiangqi(FitArgs),
    /// Five in a row.
    Gomoku(GomokuArgs),
}

#[derive(Args, Debug)]
struct GomokuArgs {
    /// The rule: freestyle, standard or renju. Games by others are left out.
    #[arg(long, default_value = "freestyle")]
    rule: gomoku::Rule,
    #[command(flatten)]
    fit: FitArgs,
}

#[derive(Args, Debug)]
struct FitArgs {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// The part of the target that is the result, 0 to 1; the rest is what the search said.
    #[arg(long, value_name = "PART", allow_negative_numbers = true, default_value = "0.8", value_parser = number::<1>)]
    lambda: f32,
    /// Passes over all positions, at most.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "200", value_parser = whole::<1, 100_000>)]
    epochs: u64,
    /// Positions of a batch.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "16384", value_parser = whole::<1, 100_000_000>)]
    batch: u64,
    /// The step, in units of the evaluation.
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, default_value = "1", value_parser = number::<1000>)]
    rate: f32,
    /// How strongly weights are drawn to those in force: the error of one unit, for a
    /// million positions.
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true, default_value = "0.02", value_parser = number::<1_000_000>)]
    prior: f32,
    /// Positions with a greater score, for either side, are left out.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, default_value = "1500", value_parser = whole::<1, 30_000>)]
    bound: u64,
    /// Of the order in which positions come.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// Write the weights to this source file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A number from 0 to `MOST`.
fn number<const MOST: u32>(text: &str) -> Result<f32, String> {
    let read = text.parse().ok().filter(|n| (0.0..=f64::from(MOST)).contains(n));
    read.map(|n| n as f32).ok_or_else(|| format!("expected a number from 0 to {MOST}"))
}

fn main() -> ExitCode {
    cli::exit("texel", run())
}

fn run() -> anyhow::Result<()> {
    let Program { game } = args::parse(std::env::args_os())?;
    match game {
        Asked::Xiangqi(asked) => asked.fit(&XiangqiWeights),
        Asked::Gomoku(GomokuArgs { rule, fit }) => fit.fit(&GomokuWeights(rule)),
    }
}

/// One game of so many is kept apart.
const APART: usize = 10;

/// Positions of which fewer say little about a weight.
const RARE: usize = 500;

/// Positions to learn from, and to see what was learnt.
#[derive(Default)]
struct Data {
    train: Samples,
    validation: Samples,
    games: usize,
    positions: usize,
}

impl Data {
    /// Takes the quiet positions of a file.
    fn read<T>(&mut self, tuned: &T, path: &Path, bound: i16) -> Result<(), Error>
    where
        T: Tuned<Position: Training>,
    {
        let read = file::read::<T::Position>(path, |game| {
            let samples = match self.games % APART {
                0 => &mut self.validation,
                _ => &mut self.train,
            };
            self.games += 1;
            self.positions += game.samples.len();
            let result = f32::from(game.result) / 2.0;
            for sample in game.samples {
                if sample.flags.is_empty()
                    && (-bound..=bound).contains(&sample.score)
                    && let Some(features) = tuned.features(&sample.position)
                {
                    let sign = if sample.position.side() == 0 { 1.0 } else { -1.0 };
                    samples.push(&features, result, sign * f32::from(sample.score));
                }
            }
        });
        read.map(|_| ()).map_err(Error::failure)
    }
}

impl FitArgs {
    fn fit<T: Tuned<Position: Training>>(&self, tuned: &T) -> anyhow::Result<()> {
        let out = Output::stdout();
        let bound = i16::try_from(self.bound).map_err(Error::usage)?;
        let mut data = Data::default();
        for path in &self.data {
            data.read(tuned, path, bound)?;
        }
        let Data { train, validation, games, positions } = data;
        if train.is_empty() || validation.is_empty() {
            let text = format!(
                "too few quiet positions of this kind in {games} games: expected {APART} games or more"
            );
            return Err(Error::failure(text).into());
        }
        let slope = fit::slope(&train);
        let settings = Settings {
            slope,
            lambda: self.lambda,
            epochs: usize::try_from(self.epochs)?,
            batch: usize::try_from(self.batch)?,
            rate: self.rate,
            prior: self.prior,
            patience: 4,
            seed: self.seed,
        };
        let prior: Vec<Weight> =
            tuned.weights().iter().map(|&(middle, end)| [middle.into(), end.into()]).collect();
        let (n, apart) = (train.len(), validation.len());
        let first = settings.error(&validation, &prior);
        // Standard output is for the weights, unless they have a file.
        let tell = |text: &str| match &self.output {
            Some(_) => out.line(text),
            None => Ok(()),
        };
        tell(&format!(
            "{games} games, {positions} positions; {n} quiet ones to learn from, {apart} apart; \
             {} weights, {:.1} features a position; slope {slope:.6}",
            prior.len(),
            train.terms() as f64 / n as f64,
        ))?;
        tell(&format!("epoch   0  validation {first:.6}"))?;
        let stop = benches::stopped_by_the_keyboard()?;
        let mut last = first;
        let mut epochs = 0;
        let weights = settings.fit(&train, &validation, &prior, |epoch| {
            let (number, rate) = (epoch.number, epoch.rate);
            let (learnt, apart) = (epoch.train, epoch.validation);
            let _ = tell(&format!(
                "epoch {number:3}  validation {apart:.6}  train {learnt:.6}  step {rate}"
            ));
            last = last.min(apart);
            epochs = number;
            if stop.is_set() { Break(()) } else { Continue(()) }
        });
        let mut about = vec![
            format!("From {n} quiet positions of {games} games, with {apart} more to see what was"),
            format!(
                "learnt: logarithmic error {first:.6} before, {last:.6} after {epochs} epochs;"
            ),
        ];
        about.push(format!(
            "slope {slope:.6}, lambda {}, prior {}, seed {}.",
            self.lambda, self.prior, self.seed
        ));
        let text = source(&tuned.tables(), &weights, T::PHASED, &about);
        match &self.output {
            None => out.text(text)?,
            Some(path) => {
                fs::write(path, text).map_err(|e| {
                    let name = quote(&path.to_string_lossy());
                    Error::failure(format_args!("cannot write {name}: {e}"))
                })?;
                let rare = train.support(prior.len()).iter().filter(|&&n| n < RARE).count();
                tell(&format!("{rare} weights stand in fewer than {RARE} positions"))?;
            }
        }
        Ok(())
    }
}
