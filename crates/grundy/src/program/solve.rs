//! `solve`: who wins, and by which moves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use cli::progress::Progress;
use cli::{Error, Output};
use grundy::record::{Computation, Vectors};
use grundy::{Heaps, MisereError, MisereSolver, NimSum, Side, Split, Values};
use serde_json::{Map, Value, json};

use super::HeapArgs;
use super::compute::{CHUNK, begin};

/// Winning moves shown to people unless they want all.
const SHOWN: usize = 100;

/// Arguments of `solve`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: HeapArgs,
    /// Show all winning moves, however many.
    #[arg(long)]
    all: bool,
    /// Keep the nim-values, of great heaps, in a checkpoint as that of `compute`, so that they
    /// are there the next time.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        let heaps = self.game.position()?;
        let mut found = Map::new();
        found.insert("heaps".into(), json!(heaps.sizes()));
        let (wins, winning) = if self.game.misere {
            misere(&heaps, &mut found)?
        } else {
            self.normal(&heaps, &mut found)?
        };
        let side = heaps.side_to_move();
        let winner = name(if wins { side } else { side.other() });
        found.insert("winner".into(), json!(winner));
        if self.json {
            let words: Vec<_> = winning.iter().map(ToString::to_string).collect();
            found.insert("winning_moves".into(), json!(words));
            out.line(Value::Object(found))?;
            return Ok(());
        }
        for (key, value) in &found {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Array(list) => {
                    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            out.line(format_args!("{:<13} {text}", key.replace('_', " ")))?;
        }
        self.moves(&heaps, wins, &winning, out)
    }

    /// Whether the side to move wins, and how.
    fn normal(
        &self,
        heaps: &Heaps,
        found: &mut Map<String, Value>,
    ) -> Result<(bool, Vec<Split>), Error> {
        let nim = self.nim(heaps.sizes().first().copied().unwrap_or(0))?;
        let values: Option<Vec<_>> = heaps.sizes().iter().map(|&h| nim.of_heap(h)).collect();
        let sum = nim.of(heaps).ok_or_else(|| Error::failure("a nim-value is missing"))?;
        found.insert("nim_values".into(), json!(values));
        found.insert("nim_sum".into(), json!(sum));
        Ok((sum != 0, nim.winning_splits(heaps).collect()))
    }

    /// With the values of all heaps up to the greatest one.
    fn nim(&self, greatest: u32) -> Result<NimSum, Error> {
        let greatest = u64::from(greatest);
        if greatest < Computation::FIRST {
            return Ok(NimSum::up_to(greatest as u32));
        }
        let file = self.values.as_deref();
        let mut computation = begin(file, file.is_some_and(Path::exists))?;
        if computation.heap() < greatest {
            let stop = match file {
                Some(_) => cli::interrupt_flag()?,
                None => Arc::default(),
            };
            let mut progress = Progress::new(greatest, "nim-values");
            progress.add(computation.heap());
            while let left @ 1.. = greatest.saturating_sub(computation.heap())
                && !stop.load(Ordering::Relaxed)
            {
                let before = computation.heap();
                let end =
                    computation.advance(left.min(CHUNK), Vectors::detected(), &stop, &mut |_| ());
                end.map_err(Error::failure)?;
                progress.add(computation.heap() - before);
            }
            progress.finish();
            if let Some(file) = file {
                computation.save(file).map_err(Error::failure)?;
            }
            if computation.heap() < greatest {
                return Err(Error::failure("stopped; what was computed is kept"));
            }
        }
        Ok(NimSum::from(Values::from(computation)))
    }

    fn moves(
        &self,
        heaps: &Heaps,
        wins: bool,
        winning: &[Split],
        out: &Output,
    ) -> Result<(), Error> {
        if winning.is_empty() {
            let why = match (heaps.is_over(), wins) {
                (true, _) => "none: the game is over",
                (false, _) => "none: every move loses",
            };
            out.line(format_args!("winning moves {why}"))?;
            return Ok(());
        }
        out.line(format_args!("winning moves {}", winning.len()))?;
        let shown = if self.all { winning.len() } else { winning.len().min(SHOWN) };
        for line in winning[..shown].chunks(10) {
            let words: Vec<_> = line.iter().map(ToString::to_string).collect();
            out.line(format_args!("              {}", words.join(" ")))?;
        }
        if shown < winning.len() {
            let more = winning.len() - shown;
            out.line(format_args!("              and {more} more: --all shows them"))?;
        }
        Ok(())
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// The same in misère play, by search.
fn misere(heaps: &Heaps, found: &mut Map<String, Value>) -> Result<(bool, Vec<Split>), Error> {
    let failed = |e: MisereError| match e {
        MisereError::TooLarge(_) => Error::usage(e),
        MisereError::TooManyPositions(_) => Error::failure(e),
    };
    let mut solver = MisereSolver::new();
    let wins = solver.wins(heaps).map_err(failed)?;
    let winning = solver.winning_splits(heaps).map_err(failed)?;
    found.insert("misere".into(), json!(true));
    found.insert("positions".into(), json!(solver.positions()));
    Ok((wins, winning))
}
