//! `solve`: forced wins by fours and by threats.

use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use cli::args::{self, MAX_MOVETIME};
use cli::progress::Progress;
use cli::report::seconds;
use cli::{Error, Game, Output, PositionArgs};
use gomoku::threats::{Found, Vcf, Vct, Win};
use gomoku::{Gomoku, Point};
use search_core::Stop;
use serde_json::{Map, Value, json};

use super::GomokuArgs;
use super::table::{self, Table};

/// Without limits the search might never end.
const DEFAULT_TIME: u64 = 60_000;
/// Positions that the search for fours remembers: 16 MB.
const POSITIONS: usize = 1 << 20;

/// What the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Fours alone: the shortest such win.
    Vcf,
    /// Fours, threes, and threats to win by fours.
    Vct,
}

/// Arguments of `solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "It looks for a win by fours first, then for one by threats. Without \
                        --nodes or --movetime it gives up after a minute.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GomokuArgs,
    /// Look for wins of this kind alone.
    #[arg(long, value_enum)]
    by: Option<Kind>,
    /// Place at most this many stones in each of the two searches.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<1, { u64::MAX }>)]
    nodes: Option<u64>,
    /// Search for this many milliseconds.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = args::whole::<1, MAX_MOVETIME>)]
    movetime: Option<u64>,
    /// Size of the table of the search for threats in MiB; 64 unless given.
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = args::whole::<1, { args::MAX_HASH }>)]
    hash: Option<u64>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// What was found, and what it took.
struct Answer {
    found: Found,
    by: Kind,
    nodes: u64,
    time: Duration,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.check("--json", !self.json)?;
        let pos = self.game.position()?;
        let side = Table::SIDES[Table::side_to_move(&pos)];
        let answer = if table::ending(&pos).is_some() { None } else { Some(self.search(&pos)?) };
        if let Some(Answer { found: Found::Unknown, nodes, time, .. }) = &answer {
            return Err(Error::failure(format_args!(
                "no win by threats found for {side} ({nodes} nodes, {}): a larger --nodes or \
                 --movetime may find one",
                seconds(*time)
            )));
        }
        if self.json {
            out.line(json(&pos, side, answer.as_ref()))?;
            return Ok(());
        }
        out.line(format_args!("{}\n", Table::board(&pos, None, self.game.view()).trim_end()))?;
        let Some(answer) = answer else {
            out.line("value       the game is over")?;
            return Ok(());
        };
        match &answer.found {
            Found::Win(win) => {
                let moves = match win.plies.div_ceil(2) {
                    1 => "1 move".to_owned(),
                    n => format!("{n} moves"),
                };
                let (how, most) = match answer.by {
                    Kind::Vcf => ("fours", ""),
                    Kind::Vct => ("threats", "at most "),
                };
                out.line(format_args!("value       {side} wins by {how} in {most}{moves}"))?;
                let line = names(&win.line);
                if let Some(best) = line.first() {
                    out.line(format_args!("best move   {best}\nline        {}", line.join(" ")))?;
                }
            }
            _ => out.line(format_args!(
                "value       {side} has no win by {}",
                match answer.by {
                    Kind::Vcf => "fours",
                    Kind::Vct => "fours or threats",
                }
            ))?,
        }
        let (nodes, time) = (answer.nodes, seconds(answer.time));
        out.line(format_args!("proved in   {nodes} nodes, {time}"))?;
        Ok(())
    }

    fn search(&self, pos: &Gomoku) -> Result<Answer, Error> {
        let start = Instant::now();
        let megabytes = self.hash.unwrap_or(64) as usize;
        cli::memory::check(megabytes)?;
        let mut vct = Vct::new(megabytes).map_err(Error::failure)?;
        let time = self.movetime.or_else(|| self.nodes.is_none().then_some(DEFAULT_TIME));
        let stop = Stop::new();
        if let Some(time) = time {
            // Not joined: the process ends before it, or it stops what is over.
            let stop = stop.clone();
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(time));
                stop.stop();
            });
        }
        let budget = self.nodes.unwrap_or(u64::MAX);
        let progress = Progress::spinner("solve");
        let mut nodes = 0;
        let (mut found, mut by) = (Found::Unknown, Kind::Vcf);
        if self.by != Some(Kind::Vct) {
            let mut vcf = Vcf::new(POSITIONS);
            found = vcf.search_until(&mut pos.clone(), 256, budget, &stop);
            nodes += vcf.nodes();
        }
        if self.by != Some(Kind::Vcf) && !matches!(found, Found::Win(_)) {
            by = Kind::Vct;
            found = vct.search(pos, budget, &stop);
            nodes += vct.nodes();
        }
        progress.finish();
        Ok(Answer { found, by, nodes, time: start.elapsed() })
    }
}

fn names(line: &[Point]) -> Vec<String> {
    line.iter().map(Point::to_string).collect()
}

fn json(pos: &Gomoku, side: &str, answer: Option<&Answer>) -> Value {
    let mut object = Map::new();
    object.insert("side_to_move".into(), json!(side));
    let win: Option<&Win> = answer.and_then(|answer| match &answer.found {
        Found::Win(win) => Some(win),
        Found::None | Found::Unknown => None,
    });
    let line = win.map_or(Vec::new(), |win| names(&win.line));
    let by = win.and(answer).map(|answer| match answer.by {
        Kind::Vcf => "vcf",
        Kind::Vct => "vct",
    });
    let value = match (win, answer) {
        (Some(_), _) => "win",
        (None, Some(_)) => "no_forced_win",
        (None, None) => match table::ending(pos).and_then(|ending| ending.winner) {
            None => "draw",
            Some(winner) if winner == Table::side_to_move(pos) => "win",
            Some(_) => "loss",
        },
    };
    let score = win.map(|win| json!({ "mate_in": win.plies.div_ceil(2) }));
    object.insert("value".into(), json!(value));
    object.insert("by".into(), json!(by));
    object.insert("score".into(), json!(score));
    object.insert("best_move".into(), json!(line.first()));
    object.insert("pv".into(), json!(line));
    object.insert("nodes".into(), json!(answer.map_or(0, |answer| answer.nodes)));
    let time = answer.map_or(Duration::ZERO, |answer| answer.time);
    object.insert("time_ms".into(), json!(time.as_millis() as u64));
    Value::Object(object)
}
