//! What runs in a thread of its own: a search, a count, the bench.

use std::fmt;

use cli::host::Signals;
use cli::report::per_second;
use cli::searcher::{self, EngineOf};
use cli::{Error, Game};
use search_core::{Depth, Limits, Options, Position, Report, Stop};
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
    /// All is said.
    Other,
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
                divide(*board, depth, voice, signals);
                Done::Other
            }
            Self::Bench { voice } => {
                bench(voice, signals);
                Done::Other
            }
        }
    }
}

/// Counts the lines behind every move, and all of them.
fn divide(mut board: Board, depth: u64, voice: Voice, signals: &Signals) {
    // Nobody waits for more, and the walk takes a frame of the stack a ply.
    let depth = depth.min(Depth::MAX.get() as u64) as u32;
    let mut total: u64 = 0;
    let moves = if depth == 0 { Vec::new() } else { board.legal_moves() };
    for m in moves {
        let undo = board.make(m);
        let lines = count(&mut board, depth - 1, &signals.stop);
        board.unmake(m, undo);
        if signals.stop.is_set() {
            return signals.line(voice.remark("perft was stopped"));
        }
        total = total.saturating_add(lines);
        signals.line(format_args!("{m}: {lines}"));
    }
    signals.line(format_args!("\nNodes searched: {}", if depth == 0 { 1 } else { total }));
}

/// As [`search_core::perft`] counts, but it heeds the word `stop`.
fn count(board: &mut Board, depth: u32, stop: &Stop) -> u64 {
    match depth {
        0 => return 1,
        1 => return board.count_moves(),
        _ if stop.is_set() => return 0,
        _ => {}
    }
    let mut lines: u64 = 0;
    for m in board.legal_moves() {
        let undo = board.make(m);
        lines = lines.saturating_add(count(board, depth - 1, stop));
        board.unmake(m, undo);
    }
    lines
}

/// The work of the command `bench`, with an engine as it is without options.
fn bench(voice: Voice, signals: &Signals) {
    if let Err(error) = try_bench(voice, signals) {
        signals.line(voice.remark(error));
    }
}

fn try_bench(voice: Voice, signals: &Signals) -> Result<(), Error> {
    let evaluation = searcher::evaluation::<Table>(None)?;
    let mut engine = searcher::engine::<Table>(evaluation, Options::default())?;
    let (mut nodes, mut time) = (0, std::time::Duration::ZERO);
    for (pos, depth) in Table::bench() {
        engine.clear();
        let limits = Limits::depth(depth);
        let report =
            searcher::search::<Table>(&mut engine, &pos, &limits, &signals.stop, &mut |_| ());
        if signals.stop.is_set() {
            signals.line(voice.remark("bench was stopped"));
            return Ok(());
        }
        nodes += report.stats.nodes;
        time += report.stats.time;
    }
    signals.line(format_args!("{nodes} nodes {} nps", per_second(nodes, time)));
    Ok(())
}
