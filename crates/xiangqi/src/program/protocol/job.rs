//! What runs in a thread of its own: a search, a count, the bench.

use std::fmt;

use cli::host::Signals;
use cli::report::per_second;
use cli::searcher::{self, EngineOf};
use cli::{Error, Game};
use search_core::perft::perft_until;
use search_core::{Depth, Heuristics, Limits, Position, Report, Stop};
use xiangqi::{Board, Move, Xiangqi};

use super::super::table::Table;
use super::voice::Voice;

/// The engine.
pub(super) type Engine = EngineOf<Table>;

/// Work, with all that it needs.
pub(super) enum Job {
    Search { engine: Box<Engine>, pos: Box<Xiangqi>, limits: Limits<Move>, voice: Voice },
    Perft { board: Box<Board>, depth: u64, voice: Voice },
    Bench { voice: Voice },
}

/// What comes back of it.
pub(super) enum Done {
    /// To be answered.
    Search { engine: Box<Engine>, report: Report<Move>, voice: Voice },
    /// The last line of a count or of the bench. It is said when the work has
    /// ended, so that whoever has read it finds the engine at leisure.
    Other(String),
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search { .. } => "Search",
            Self::Perft { .. } => "Perft",
            Self::Bench { .. } => "Bench",
        })
    }
}

impl Job {
    pub fn run(self, signals: &Signals) -> Done {
        match self {
            Self::Search { mut engine, pos, limits, voice } => {
                let report = searcher::search::<Table>(
                    &mut engine,
                    &pos,
                    &limits,
                    &signals.stop,
                    &mut |info| {
                        if let Some(text) = voice.info(info.multipv, info.line, &info.stats) {
                            signals.line(text);
                        }
                    },
                );
                Done::Search { engine, report, voice }
            }
            Self::Perft { board, depth, voice } => {
                Done::Other(divide(&board, depth, voice, signals))
            }
            Self::Bench { voice } => {
                Done::Other(bench(voice, &signals.stop).unwrap_or_else(|e| voice.remark(e)))
            }
        }
    }
}

/// Counts the lines behind every move, and all of them.
fn divide(board: &Board, depth: u64, voice: Voice, signals: &Signals) -> String {
    // Nobody waits for more, and the walk takes a frame of the stack a ply.
    let depth = depth.min(Depth::MAX.get() as u64) as u32;
    let mut total: u64 = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { board.legal_moves() };
    for m in moves {
        let lines = perft_until(&board.after(m), depth - 1, || signals.stop.is_set());
        let Some(lines) = lines else { return voice.remark("perft was stopped") };
        total = total.saturating_add(lines);
        signals.line(format_args!("{m}: {lines}"));
    }
    format!("\nNodes searched: {total}")
}

/// The work of the command `bench`, with an engine as it is without options.
fn bench(voice: Voice, stop: &Stop) -> Result<String, Error> {
    let evaluation = searcher::evaluation::<Table>(None)?;
    let mut engine = searcher::engine::<Table>(evaluation, Xiangqi::options())?;
    let (mut nodes, mut time) = (0, std::time::Duration::ZERO);
    for (pos, depth) in Table::bench() {
        engine.clear();
        let limits = Limits::depth(depth);
        let report = searcher::search::<Table>(&mut engine, &pos, &limits, stop, &mut |_| ());
        if stop.is_set() {
            return Ok(voice.remark("bench was stopped"));
        }
        nodes += report.stats.nodes;
        time += report.stats.time;
    }
    Ok(format!("{nodes} nodes {} nps", per_second(nodes, time)))
}
