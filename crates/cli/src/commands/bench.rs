//! `bench`: the same work every time.

use std::time::Duration;

use search_core::{Limits, Stop};

use crate::args::BenchArgs;
use crate::error::Error;
use crate::game::Game;
use crate::output::Output;
use crate::report::{per_second, seconds};
use crate::searcher;

/// Searches every position with an empty table. With one thread the node
/// count is a signature of the search: it changes only when the search does.
pub(super) fn run<G: Game>(args: &BenchArgs, out: &Output) -> Result<(), Error> {
    let evaluation = searcher::for_the_engine::<G>(args.engine.evaluation.as_deref())?;
    let mut engine = searcher::engine::<G>(evaluation, args.engine.options::<G::Position>()?)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (i, (pos, depth)) in G::bench().iter().enumerate() {
        let depth = args.depth.as_ref().unwrap_or(depth);
        engine.clear();
        let report = searcher::search::<G>(
            &mut engine,
            pos,
            &Limits::depth(*depth),
            &Stop::new(),
            &mut |_| (),
        );
        nodes += report.stats.nodes;
        time += report.stats.time;
        let best = report.best().map_or("-".to_owned(), |m| G::move_text(pos, m));
        out.line(format_args!(
            "{:>2}  depth {depth:>2}  best {best:<6} {:>10} nodes  {:>9}  {}",
            i + 1,
            report.stats.nodes,
            seconds(report.stats.time),
            G::position_args(pos).join(" "),
        ))?;
    }
    out.line(format_args!("{nodes} nodes {} nps", per_second(nodes, time)))?;
    Ok(())
}
