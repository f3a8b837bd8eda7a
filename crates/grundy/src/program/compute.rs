//! `compute`: the values of single heaps, as far as a machine can go.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use cli::progress::Progress;
use cli::{Error, Output};
use grundy::record::{Checked, Computation, RUN, Sparse, Tally, Vectors, history_file, is_common};
use serde_json::json;

/// Values between two looks at the clock.
pub(super) const CHUNK: u64 = 1 << 23;

/// Time between two checkpoints.
const MINUTE: Duration = Duration::from_secs(60);

/// Heaps up to here are asked for at most: 2^40 values would take days.
const MOST: u64 = 1 << 40;

/// Arguments of `compute`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ComputeArgs {
    /// The greatest heap, such as 100000, 10^8 or 2^32; with a checkpoint 262143 or more.
    #[arg(value_name = "N", value_parser = number, allow_negative_numbers = true)]
    greatest: u64,
    /// Keep the state in a file, every minute and at the end, and all values, a byte for
    /// each, in another whose name ends in `.history`.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Check these heaps by a plain method when the values up to N are there.
    #[arg(long, value_name = "FROM..TO", value_parser = range, allow_hyphen_values = true)]
    verify: Option<(u64, u64)>,
    /// Do without the vector instructions that not every processor has.
    #[arg(long)]
    portable: bool,
    /// Leave out the lists of rare heaps and of counts.
    #[arg(long)]
    brief: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A number of heaps, as a power if that is shorter.
fn number(word: &str) -> Result<u64, String> {
    // `parse` takes a sign.
    let whole = |word: &str| {
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| word.parse::<u64>().ok())?
    };
    let power = |(base, exponent): (&str, &str)| {
        let base = whole(base).filter(|&base| base > 0)?;
        base.checked_pow(u32::try_from(whole(exponent)?).ok()?)
    };
    let value = match word.split_once('^') {
        Some(parts) => power(parts),
        None => whole(word),
    };
    value.filter(|n| (1..=MOST).contains(n)).ok_or_else(|| {
        format!("expected a number from 1 to 2^40, such as 100000, 10^8 or 2^32 (2^40 is {MOST})")
    })
}

fn range(word: &str) -> Result<(u64, u64), String> {
    let bounds = word.split_once("..").map(|(from, to)| (number(from), number(to)));
    match bounds {
        Some((Ok(from), Ok(to))) if from <= to => Ok((from, to)),
        _ => Err("expected two heaps in order, such as 1000000..1010000".to_owned()),
    }
}

/// What is known in the end.
struct Findings {
    tally: Tally,
    rares: Vec<(u64, u16)>,
    /// Values computed in this run, and how long it took.
    computed: u64,
    time: Duration,
    checked: Option<Checked>,
    is_cut_short: bool,
}

impl ComputeArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        if let Some((from, to)) = self.verify.filter(|&(_, to)| to > self.greatest) {
            return Err(Error::usage(format_args!(
                "--verify {from}..{to}: expected heaps of up to N = {}",
                self.greatest
            )));
        }
        let stop = cli::interrupt_flag()?;
        let findings = self.compute(&stop)?;
        if self.json {
            findings.json(out)?;
        } else {
            findings.text(self.brief, out)?;
        }
        if findings.is_cut_short {
            return Err(Error::failure(match &self.checkpoint {
                Some(file) => format!("stopped; --resume goes on from {}", file.display()),
                None => "stopped".to_owned(),
            }));
        }
        Ok(())
    }

    const fn vectors(&self) -> Vectors {
        if self.portable { Vectors::Portable } else { Vectors::detected() }
    }

    fn save(&self, computation: &mut Computation) -> Result<(), Error> {
        match &self.checkpoint {
            Some(file) => computation.save(file).map_err(Error::failure),
            None => Ok(()),
        }
    }

    fn compute(&self, stop: &AtomicBool) -> Result<Findings, Error> {
        let begun = Instant::now();
        let is_short = self.greatest < Computation::FIRST;
        if self.checkpoint.is_none() && self.verify.is_none() && is_short {
            return Ok(Findings::of_few(self.greatest as u32, begun));
        }
        if self.checkpoint.is_some() && self.greatest + 1 < Computation::FIRST {
            return Err(Error::usage(format_args!(
                "N = {}: expected {} or more with a checkpoint",
                self.greatest,
                Computation::FIRST - 1
            )));
        }
        let mut computation = begin(self.checkpoint.as_deref(), self.resume)?;
        let known = computation.heap();
        if let Some(file) = self.checkpoint.as_ref().filter(|_| known > self.greatest) {
            return Err(Error::failure(format_args!(
                "{}: has {known} values: expected N to be no less, not {}",
                file.display(),
                self.greatest
            )));
        }
        let mut progress = Progress::new(self.greatest, "values");
        progress.add(known);
        let mut saved = begun;
        while computation.heap() + RUN <= self.greatest && !stop.load(Ordering::Relaxed) {
            let (before, clock) = (computation.heap(), Instant::now());
            let values = CHUNK.min((self.greatest - before) / RUN * RUN);
            let end = computation.advance(values, self.vectors(), stop, &mut |_| ());
            if end.is_err() || saved.elapsed() > MINUTE {
                self.save(&mut computation)?;
                saved = Instant::now();
            }
            end.map_err(Error::failure)?;
            let done = computation.heap() - before;
            progress.add(done);
            let speed = done as f64 / clock.elapsed().as_secs_f64() / 1e6;
            progress.say(format!("{speed:.1} million values/s"));
        }
        progress.finish();
        self.save(&mut computation)?;
        let time = begun.elapsed();
        let mut is_cut_short = stop.load(Ordering::Relaxed);
        let (mut rares, last) = (computation.rares(), self.greatest);
        rares.retain(|&(heap, _)| heap <= last);
        let tally = match is_cut_short {
            true => computation.tally().clone(),
            false => computation.tally_up_to(self.greatest).map_err(Error::failure)?,
        };
        let checked = match self.verify {
            Some((from, to)) if !is_cut_short => {
                // N may lie within a run.
                let more = to.saturating_sub(computation.heap());
                let grown = computation.advance(more, self.vectors(), stop, &mut |_| ());
                grown.map_err(Error::failure)?;
                let checked = check(&computation, from, to, stop)?;
                is_cut_short = checked.heaps < to - from + 1;
                Some(checked)
            }
            _ => None,
        };
        let computed = tally.values().saturating_sub(known);
        Ok(Findings { tally, rares, computed, time, checked, is_cut_short })
    }
}

/// From a checkpoint, or from the beginning; what is there is not overwritten.
pub(super) fn begin(checkpoint: Option<&Path>, resume: bool) -> Result<Computation, Error> {
    match checkpoint {
        Some(file) if resume => Computation::resume(file).map_err(Error::failure),
        Some(file) => match [file, &history_file(file)].into_iter().find(|f| f.exists()) {
            Some(old) => Err(Error::failure(format_args!(
                "{}: there already; --resume goes on from a checkpoint",
                old.display()
            ))),
            None => Ok(Computation::start()),
        },
        None => Ok(Computation::start()),
    }
}

fn check(
    computation: &Computation,
    from: u64,
    to: u64,
    stop: &AtomicBool,
) -> Result<Checked, Error> {
    let mut progress = Progress::new(to - from + 1, "checked");
    let checked = computation.verify(from, to, stop, &mut |_| progress.add(1));
    progress.finish();
    checked.map_err(Error::failure)
}

impl Findings {
    /// Of heaps that the plain method does by itself.
    fn of_few(greatest: u32, begun: Instant) -> Self {
        let sparse = Sparse::up_to(greatest);
        let rare = |(n, &v): (usize, &u16)| (!is_common(v)).then_some((n as u64, v));
        let rares = sparse.values().iter().enumerate().skip(1).filter_map(rare).collect();
        let tally = sparse.values()[1..].iter().copied().collect::<Tally>();
        let computed = tally.values();
        Self { tally, rares, computed, time: begun.elapsed(), checked: None, is_cut_short: false }
    }

    fn speed(&self) -> f64 {
        self.computed as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn counts(&self) -> impl Iterator<Item = (usize, u64)> {
        self.tally.counts().iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }

    fn text(&self, brief: bool, out: &Output) -> Result<(), Error> {
        let tally = &self.tally;
        out.line(format_args!("values       {}", tally.values()))?;
        out.line(format_args!("checksum     {:016x}", tally.checksum()))?;
        let list = |pairs: &mut dyn Iterator<Item = String>| pairs.collect::<Vec<_>>().join(", ");
        let maxima = list(&mut tally.maxima().iter().map(|(n, v)| format!("{v} at {n}")));
        out.line(format_args!("maxima       {}", wrapped(&maxima)))?;
        out.line(format_args!("rare heaps   {}", self.rares.len()))?;
        if !brief {
            let rares = list(&mut self.rares.iter().map(|(n, v)| format!("{n}:{v}")));
            out.line(format_args!("             {}", wrapped(&rares)))?;
            let counts = list(&mut self.counts().map(|(v, count)| format!("{v}:{count}")));
            out.line(format_args!("counts       {}", wrapped(&counts)))?;
        }
        if let Some((last, value)) = self.rares.last() {
            out.line(format_args!("last rare    {value} at {last}"))?;
            if *last < tally.values() / 2 {
                out.line(format_args!(
                    "             If none ever follows, the sequence is periodic in the end: each value then\n             \
                     follows from the {last} before it, and is at most the common value after {} others.",
                    self.rares.len()
                ))?;
            }
        }
        out.line(format_args!(
            "time         {:.1} s, {:.2} million values/s",
            self.time.as_secs_f64(),
            self.speed() / 1e6
        ))?;
        if let Some(Checked { heaps, deepest }) = self.checked {
            out.line(format_args!(
                "checked      {heaps} values, the same by the plain method; smaller halves of up to {deepest}"
            ))?;
        }
        Ok(())
    }

    fn json(&self, out: &Output) -> Result<(), Error> {
        let tally = &self.tally;
        let maxima: Vec<_> =
            tally.maxima().iter().map(|(n, v)| json!({"heap": n, "value": v})).collect();
        let rares: Vec<_> =
            self.rares.iter().map(|(n, v)| json!({"heap": n, "value": v})).collect();
        let counts: serde_json::Map<_, _> =
            self.counts().map(|(v, count)| (v.to_string(), json!(count))).collect();
        out.line(json!({
            "values": tally.values(),
            "checksum": format!("{:016x}", tally.checksum()),
            "maxima": maxima,
            "rare_heaps": rares,
            "counts": counts,
            "time_ms": self.time.as_millis() as u64,
            "values_per_second": self.speed() as u64,
            "checked": self.checked.map(|c| json!({"values": c.heaps, "deepest": c.deepest})),
            "stopped": self.is_cut_short,
        }))?;
        Ok(())
    }
}

/// A list in lines that fit a terminal, under the first word.
fn wrapped(list: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in list.split_inclusive(' ') {
        if width + word.len() > 67 {
            text.push_str("\n             ");
            width = 0;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}
