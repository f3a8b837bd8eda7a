//! `solve`: forced mates.

use std::time::Duration;

use clap::Args;
use cli::args::{EngineArgs, LimitArgs};
use cli::progress::Progress;
use cli::report::seconds;
use cli::{Error, Game, Output, PositionArgs, searcher};
use search_core::Stop;
use serde_json::{Map, Value, json};
use xiangqi::{Mate, MateEffort, MateLimits, Reason, Xiangqi, find_mate};

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
        let mut engine = searcher::engine::<Table>(evaluation, self.engine.options::<Xiangqi>()?)?;
        let LimitArgs { depth, nodes, movetime } = self.limits.clone();
        let mut limits = MateLimits { depth, nodes, movetime };
        if !self.limits.is_given() {
            limits.movetime = Some(DEFAULT_TIME);
        }
        let side = Table::SIDES[Table::side_to_move(&pos)];
        let mut progress = Progress::spinner("solve");
        let (mate, effort) = find_mate(&pos, &limits, |pos, limits| {
            let report =
                searcher::search::<Table>(&mut engine, pos, limits, &Stop::new(), &mut |_| ());
            progress.say(format!("depth {}, {} nodes", report.depth(), report.stats.nodes));
            report
        });
        progress.finish();

        let used = format!("{} nodes, {}", effort.nodes, seconds(effort.time));
        if let Mate::Unknown { depth } = mate {
            return Err(Error::failure(format_args!(
                "no forced mate found for or against {side} within {depth} plies ({used}): a \
                 larger --depth, --nodes or --movetime may find one"
            )));
        }
        if self.json {
            out.line(json(&pos, side, &mate, &effort))?;
            return Ok(());
        }
        out.line(format_args!("{}\n", Table::board(&pos, None, self.game.view()).trim_end()))?;
        let moves = |plies: usize| match plies.div_ceil(2) {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        let (value, line) = match &mate {
            Mate::Over(ending) => {
                let how = ending.reason.name().replace('_', " ");
                let result = ending.winner.map_or("a draw".to_owned(), |w| format!("{w} has won"));
                (format!("the game is over: {result} ({how})"), &[][..])
            }
            Mate::Gives { plies, line } => {
                (format!("{side} mates in {}", moves(*plies)), &line[..])
            }
            Mate::Suffers { plies, line } => {
                (format!("{side} is mated in {}", moves(*plies)), &line[..])
            }
            Mate::None | Mate::Unknown { .. } => {
                ("neither side can force a mate".to_owned(), &[][..])
            }
        };
        out.line(format_args!("value       {value}"))?;
        let line = searcher::pv_text::<Table>(&pos, line);
        if let Some(best) = line.first() {
            out.line(format_args!("best move   {best}\nline        {}", line.join(" ")))?;
        }
        out.line(format_args!("proved in   {used}"))?;
        Ok(())
    }
}

fn json(pos: &Xiangqi, side: &str, mate: &Mate, effort: &MateEffort) -> Value {
    let mate_in = |moves: i64| json!({ "mate_in": moves });
    let moves = |plies: usize| plies.div_ceil(2) as i64;
    let (value, score, line) = match mate {
        Mate::Gives { plies, line } => ("win", mate_in(moves(*plies)), &line[..]),
        Mate::Suffers { plies, line } => ("loss", mate_in(-moves(*plies)), &line[..]),
        Mate::Over(ending) => match (ending.winner, ending.reason) {
            (None, _) => ("draw", json!({ "outcome": "draw" }), &[][..]),
            // As `search` says it of a game that is over.
            (_, Reason::Mate | Reason::Stalemate) => ("loss", mate_in(0), &[][..]),
            (Some(winner), _) => {
                let value = if winner == pos.side_to_move() { "win" } else { "loss" };
                (value, json!({ "by_rule": value }), &[][..])
            }
        },
        Mate::None | Mate::Unknown { .. } => ("no_mate", Value::Null, &[][..]),
    };
    let line = searcher::pv_text::<Table>(pos, line);
    let mut object = Map::new();
    object.insert("fen".into(), json!(pos.fen()));
    object.insert("side_to_move".into(), json!(side));
    object.insert("value".into(), json!(value));
    object.insert("score".into(), score);
    object.insert("best_move".into(), json!(line.first()));
    object.insert("pv".into(), json!(line));
    object.insert("nodes".into(), json!(effort.nodes));
    object.insert("time_ms".into(), json!(effort.time.as_millis() as u64));
    Value::Object(object)
}
