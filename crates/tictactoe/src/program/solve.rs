//! `solve`: proves the value of a position, and counts small games.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
use cli::args::{EngineArgs, LimitArgs};
use cli::progress::Progress;
use cli::report::{Shown, seconds};
use cli::words::quote;
use cli::{Error, Game, Output, searcher};
use search_core::{Options, Outcome, Stop};
use serde_json::{Map, Value, json};
use tictactoe::{
    GameCounts, Mnk, Rules, Solution, Symmetric, TicTacToe, count, solve, solver_options,
};

use super::BoardArgs;
use super::grid::Grid;

/// Boards up to this size are counted without being asked for.
const COUNTED: usize = 9;
/// Classes of positions with one number of stones that counting may keep.
const MAX_CLASSES: usize = 2_000_000;

/// Arguments of `solve`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SolveArgs {
    /// Columns, rows, and how many in a line win; or --mnk.
    #[arg(value_name = "M N K", allow_negative_numbers = true)]
    numbers: Vec<String>,
    #[command(flatten)]
    game: BoardArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Count positions, games and tree nodes too; small boards are always
    /// counted. --movetime holds for both.
    #[arg(long)]
    count: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.whole("solve")?;
        let rules = match self.numbers.len() {
            0 => self.game.rules(),
            _ if self.game.mnk.is_some() => {
                return Err(Error::usage(format_args!(
                    "{} and --mnk: expected one of them",
                    quote(&self.numbers.join(" "))
                )));
            }
            // `3 3 3` or `3,3,3`
            1 | 3 => self.numbers.join(",").parse().map_err(Error::usage)?,
            n => {
                return Err(Error::usage(format_args!(
                    "{n} numbers: expected three such as 3 3 3 (columns, rows, line)"
                )));
            }
        };
        match rules {
            Rules::TIC_TAC_TOE => self.solve::<TicTacToe>(rules, out),
            _ if rules.squares() <= 64 => self.solve::<Mnk<u64>>(rules, out),
            _ => self.solve::<Mnk<u128>>(rules, out),
        }
    }

    fn solve<B>(&self, rules: Rules, out: &Output) -> Result<(), Error>
    where
        B: Symmetric + Send + Sync + 'static,
    {
        let board = self.game.position::<B>(rules)?;
        let name = self.engine.evaluation.as_deref().unwrap_or("potential");
        let evaluation = searcher::evaluation::<Grid<B>>(Some(name))?;
        let Options { hash_mb, threads, params, .. } = self.engine.options::<B>()?;
        let options = Options { hash_mb, threads, params, ..solver_options() };
        let mut engine = searcher::engine::<Grid<B>>(evaluation, options)?;
        let limits = searcher::limits(&self.limits, None);
        let mut progress = Progress::spinner("solve");
        let solution = solve(&mut engine, &board, &limits, &Stop::new(), |info| {
            progress.say(format!("depth {}, {} nodes", info.line.depth, info.stats.nodes));
        });
        progress.finish();

        let value = match solution.value {
            Some(Outcome::Win) => "win",
            Some(Outcome::Loss) => "loss",
            Some(Outcome::Draw | Outcome::Value(_)) => "draw",
            None => {
                let side = side(&board);
                let known = match (solution.cannot_win, solution.cannot_lose) {
                    (true, _) => format!("{side} does not win"),
                    (_, true) => format!("{side} does not lose"),
                    _ => "nothing is known yet".to_owned(),
                };
                return Err(Error::failure(format_args!(
                    "{rules} is not solved within these limits ({} nodes, {}): {known}; expected \
                     larger --movetime, --nodes or --depth",
                    solution.nodes,
                    seconds(solution.time),
                )));
            }
        };
        // The value is told before the counting, which may take long or be refused.
        if !self.json {
            out.text(people::<B>(&board, value, &solution))?;
        }
        let counts = match self.count || rules.squares() <= COUNTED {
            true => self.counts(&board, solution.time).map(Some),
            false => Ok(None),
        };
        let (counts, refused) = match counts {
            Ok(counts) => (counts, None),
            Err(error) => (None, Some(error)),
        };
        if self.json {
            out.line(json::<B>(&board, value, &solution, counts))?;
        } else if let Some(counts) = counts {
            out.text(counted(&counts))?;
        }
        // Who has not asked for counts does not miss them.
        match refused.filter(|_| self.count) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Counts the game in the time that is left.
    fn counts<B>(&self, board: &B, used: Duration) -> Result<GameCounts, Error>
    where
        B: Symmetric + Send + Sync + 'static,
    {
        let progress = Progress::spinner("count");
        let (sender, counts) = mpsc::sync_channel(1);
        let board = board.clone();
        // Counting knows no clock. If its time is up before it has ended, so is the program's.
        let thread = thread::Builder::new().name("count".into()).spawn(move || {
            let _ = sender.send(count(&board, MAX_CLASSES));
        });
        thread.map_err(|e| Error::failure(format_args!("cannot count: {e}")))?;
        let counts = match self.limits.movetime {
            Some(time) => counts.recv_timeout(time.saturating_sub(used)),
            None => counts.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        progress.finish();
        match counts {
            Ok(counts) => counts.map_err(Error::failure),
            Err(RecvTimeoutError::Timeout) => {
                Err(Error::failure("not counted within --movetime: expected a larger one"))
            }
            Err(RecvTimeoutError::Disconnected) => Err(Error::failure("the counting failed")),
        }
    }
}

fn side<B: Symmetric + Send + Sync + 'static>(board: &B) -> &'static str {
    Grid::<B>::SIDES[Grid::<B>::side_to_move(board)]
}

fn line(solution: &Solution) -> Vec<String> {
    solution.line.iter().map(ToString::to_string).collect()
}

fn json<B: Symmetric + Send + Sync + 'static>(
    board: &B,
    value: &str,
    solution: &Solution,
    counts: Option<GameCounts>,
) -> Value {
    let mut object = Map::new();
    object.insert("mnk".into(), json!(board.rules().to_string()));
    object.insert("board".into(), json!(board.to_string()));
    object.insert("side_to_move".into(), json!(side(board)));
    object.insert("value".into(), json!(value));
    object.insert("best_move".into(), json!(line(solution).first()));
    // As `search` says it of a game that is over.
    let lost = board.is_over() && value == "loss";
    let score = if lost { Shown::MateIn(0).json() } else { json!({ "outcome": value }) };
    object.insert("score".into(), score);
    object.insert("pv".into(), json!(line(solution)));
    object.insert("searched_nodes".into(), json!(solution.nodes));
    object.insert("time_ms".into(), json!(solution.time.as_millis() as u64));
    if let Some(c) = counts {
        // Numbers beyond 64 bits are written as text, since JSON readers round them.
        let number = |n: u128| u64::try_from(n).map_or_else(|_| json!(n.to_string()), |n| json!(n));
        for (key, n) in [
            ("positions", c.positions),
            ("positions_up_to_symmetry", c.classes),
            ("games", c.games),
            ("nodes", c.nodes),
            ("terminal", c.terminal),
            ("won_by_x", c.won_by_x),
            ("won_by_o", c.won_by_o),
            ("drawn", c.drawn),
        ] {
            object.insert(key.into(), number(n));
        }
    }
    Value::Object(object)
}

fn people<B: Symmetric + Send + Sync + 'static>(
    board: &B,
    value: &str,
    solution: &Solution,
) -> String {
    let mut text =
        format!("{} {board}, {} to move\nvalue       {value}\n", board.rules(), side(board),);
    if let Some(best) = solution.line.first() {
        text += &format!("best move   {best}\nline        {}\n", line(solution).join(" "));
    }
    text += &format!("proved in   {} nodes, {}\n", solution.nodes, seconds(solution.time));
    text
}

fn counted(c: &GameCounts) -> String {
    format!(
        "positions   {} ({} up to symmetry)\ngames       {}\ntree nodes  {}\n\
         terminal    {} ({} won by X, {} won by O, {} drawn)\n",
        c.positions, c.classes, c.games, c.nodes, c.terminal, c.won_by_x, c.won_by_o, c.drawn
    )
}
