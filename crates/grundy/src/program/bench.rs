//! `bench`: the same work every time, without nim-values: they would leave none.

use std::time::{Duration, Instant};

use cli::args::BenchArgs;
use cli::report::{per_second, seconds};
use cli::{Error, Game, Output, memory, searcher};
use grundy::{Heaps, Misere, OddHeaps};
use search_core::proof::{Goal, Prover};
use search_core::{Limits, Stop};

use super::coins::{Coins, Rules};

/// Positions for the engine: heaps, and how deep.
const SEARCHED: [(&[u32], u32); 4] = [(&[24], 24), (&[12, 9, 7], 20), (&[30, 11], 8), (&[60], 7)];
/// Positions for the engine, who makes the last move losing.
const MISERE: [(&[u32], u32); 2] = [(&[20], 20), (&[25, 8], 8)];
/// Positions for proof-number search.
const PROVED: [&[u32]; 4] = [&[40], &[60], &[19, 13, 8], &[33, 17]];

/// What was done so far.
#[derive(Default)]
struct Work {
    items: usize,
    nodes: u64,
    time: Duration,
}

impl Work {
    fn add(&mut self, what: &str, nodes: u64, time: Duration, out: &Output) -> Result<(), Error> {
        self.items += 1;
        self.nodes += nodes;
        self.time += time;
        let time = seconds(time);
        out.line(format_args!("{:>2}  {what:<44} {nodes:>9} nodes  {time}", self.items))?;
        Ok(())
    }
}

pub(super) fn run(args: &BenchArgs, out: &Output) -> Result<(), Error> {
    let mut work = Work::default();
    searched::<Heaps>(&SEARCHED, args, &mut work, out)?;
    searched::<Misere>(&MISERE, args, &mut work, out)?;

    let megabytes = args.engine.hash.unwrap_or(16);
    memory::check(megabytes)?;
    let mut prover = Prover::new(megabytes).map_err(Error::failure)?;
    for sizes in PROVED {
        let heaps = Heaps::new(sizes).map_err(Error::failure)?;
        let odd = OddHeaps::try_from(&heaps).map_err(Error::failure)?;
        prover.clear();
        let start = Instant::now();
        let report = prover.prove(&odd, Goal::Win, None, &Stop::new());
        let what = format!("{heaps}: win {:?}", report.decision).to_lowercase();
        work.add(&what, report.nodes, start.elapsed(), out)?;
    }
    out.line(format_args!("{} nodes {} nps", work.nodes, per_second(work.nodes, work.time)))?;
    Ok(())
}

/// With the engine, and an evaluation that knows nothing unless another is asked for.
fn searched<R: Rules>(
    positions: &[(&[u32], u32)],
    args: &BenchArgs,
    work: &mut Work,
    out: &Output,
) -> Result<(), Error> {
    let name = args.engine.evaluation.as_deref().unwrap_or("none");
    let evaluation = searcher::for_the_engine::<Coins<R>>(Some(name))?;
    let mut engine = searcher::engine::<Coins<R>>(evaluation, args.engine.options::<R>()?)?;
    for &(sizes, depth) in positions {
        let pos = R::of(Heaps::new(sizes).map_err(Error::failure)?);
        engine.clear();
        let limits = Limits::depth(depth);
        let report =
            searcher::search::<Coins<R>>(&mut engine, &pos, &limits, &Stop::new(), &mut |_| ());
        let best = report.best().map_or("-".to_owned(), |m| m.to_string());
        let words = Coins::<R>::position_args(&pos).join(" ");
        let what = format!("{words}: depth {depth}, best {best}");
        work.add(&what, report.stats.nodes, report.stats.time, out)?;
    }
    Ok(())
}
