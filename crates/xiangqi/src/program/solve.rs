//! `solve`: forced mates.

use std::time::Duration;

use clap::Args;
use cli::args::{EngineArgs, LimitArgs};
use cli::progress::Progress;
use cli::report::seconds;
use cli::{Error, Game, Output, PositionArgs, searcher};
use search_core::Stop;
use serde_json::{Map, json};
use xiangqi::{Mate, MateSearch};

use super::BoardArgs;
use super::table::Table;

/// Without limits the search might never end.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Arguments of `solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Without --depth, --nodes or --movetime it gives up after a minute.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: BoardArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.check("--json", !self.json, true)?;
        let pos = self.game.position()?;
        let evaluation = searcher::evaluation::<Table>(self.engine.evaluation.as_deref())?;
        let mut engine = searcher::engine::<Table>(evaluation, self.engine.options()?)?;
        let mut limits = searcher::limits(&self.limits, None);
        if !self.limits.is_given() {
            limits.movetime = Some(DEFAULT_TIME);
        }
        let side = Table::SIDES[Table::side_to_move(&pos)];
        let mut progress = Progress::spinner("solve");
        let found = MateSearch::new(limits).run(&pos, |pos, limits| {
            let report =
                searcher::search::<Table>(&mut engine, pos, limits, &Stop::new(), &mut |_| ());
            progress.say(format!("depth {}, {} nodes", report.depth(), report.stats.nodes));
            report
        });
        progress.finish();

        let used = format!("{} nodes, {}", found.nodes, seconds(found.time));
        let Some(mate) = found.mate else {
            return Err(Error::failure(format_args!(
                "no forced mate found for or against {side} within {} plies ({used}): a larger \
                 --depth, --nodes or --movetime may find one",
                found.depth
            )));
        };
        let line = searcher::pv_text::<Table>(&pos, &found.line);
        let moves = match mate {
            Mate::Gives { plies } => plies.div_ceil(2) as i64,
            Mate::Suffers { plies } => -(plies.div_ceil(2) as i64),
        };
        let value = if moves > 0 { "win" } else { "loss" };
        if self.json {
            let mut object = Map::new();
            object.insert("fen".into(), json!(pos.fen()));
            object.insert("side_to_move".into(), json!(side));
            object.insert("value".into(), json!(value));
            object.insert("score".into(), json!({ "mate_in": moves }));
            object.insert("best_move".into(), json!(line.first()));
            object.insert("pv".into(), json!(line));
            object.insert("nodes".into(), json!(found.nodes));
            object.insert("time_ms".into(), json!(found.time.as_millis() as u64));
            out.line(serde_json::Value::Object(object))?;
            return Ok(());
        }
        out.line(format_args!("{}\n", Table::board(&pos, None, self.game.view()).trim_end()))?;
        let plural = if moves.abs() == 1 { "" } else { "s" };
        let value = match moves {
            0 => format!("{side} has lost"),
            n if n > 0 => format!("{side} mates in {n} move{plural}"),
            n => format!("{side} is mated in {} move{plural}", -n),
        };
        out.line(format_args!("value       {value}"))?;
        if let Some(best) = line.first() {
            out.line(format_args!("best move   {best}\nline        {}", line.join(" ")))?;
        }
        out.line(format_args!("proved in   {used}"))?;
        Ok(())
    }
}
