//! Proving forced mates with the engine's search.

use std::time::{Duration, Instant};

use search_core::{Limits, Outcome, Ply, Report, Score, ScoreKind};

use crate::moves::Move;
use crate::position::Xiangqi;

/// A forced mate (or stalemate, which counts as one), seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// It mates in so many plies, both sides' moves counted, and not sooner.
    Gives {
        /// Odd.
        plies: usize,
    },
    /// It is mated in so many plies, whatever it plays, and can hold out as long; 0: now.
    Suffers {
        /// Even.
        plies: usize,
    },
}

/// What a search for mates found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMate {
    /// The mate; `None` if a limit came first.
    pub mate: Option<Mate>,
    /// A line that leads there.
    pub line: Vec<Move>,
    /// How many plies were looked through in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Looks for a forced mate for either side.
///
/// Depth by depth the engine is asked two questions with windows beyond all
/// evaluations: does the side to move mate, is it mated? Whoever cannot be
/// mated so soon is done with after one good reply, so that the trees are much
/// smaller than those of a search for the best move.
#[derive(Clone, Debug)]
pub struct MateSearch {
    limits: Limits<Move>,
}

impl MateSearch {
    /// With these limits for all of the search together; a window is not heeded.
    #[must_use]
    pub const fn new(limits: Limits<Move>) -> Self {
        Self { limits }
    }

    /// Runs it; `search` is how the engine is asked. It must keep its table
    /// from one question to the next.
    pub fn run(
        &self,
        pos: &Xiangqi,
        mut search: impl FnMut(&Xiangqi, &Limits<Move>) -> Report<Move>,
    ) -> FoundMate {
        let start = Instant::now();
        let mut found =
            FoundMate { mate: None, line: Vec::new(), depth: 0, nodes: 0, time: Duration::ZERO };
        if !pos.board().has_legal_move() {
            found.mate = Some(Mate::Suffers { plies: 0 });
            return found;
        }
        let least_win = Score::win_at(Ply::MAX);
        let questions = [(least_win - 1, Score::INFINITE), (-Score::INFINITE, -least_win + 1)];
        let last = self.limits.depth.unwrap_or(Ply::MAX.get() as u32);
        'deeper: for depth in 1..=last {
            for window in questions {
                let left = |limit: u64| limit.saturating_sub(found.nodes).max(1);
                let limits = Limits {
                    depth: Some(depth),
                    nodes: self.limits.nodes.map(left),
                    movetime: self.limits.movetime.map(|t| t.saturating_sub(start.elapsed())),
                    window: Some(window),
                    ..self.limits.clone()
                };
                let report = search(pos, &limits);
                found.nodes += report.stats.nodes;
                found.time = start.elapsed();
                if let Some(mate) = proved(&report) {
                    found.mate = Some(mate);
                    found.line = report.lines.first().map(|l| l.pv.clone()).unwrap_or_default();
                    found.depth = depth;
                    break 'deeper;
                }
                let over = self.limits.nodes.is_some_and(|n| found.nodes >= n)
                    || self.limits.movetime.is_some_and(|t| found.time >= t)
                    || report.depth() < depth && !report.complete;
                if over {
                    break 'deeper;
                }
            }
            found.depth = depth;
        }
        found
    }
}

/// The mate that a report proves.
fn proved(report: &Report<Move>) -> Option<Mate> {
    let line = report.lines.first()?;
    if line.bound != search_core::Bound::Exact || !line.complete {
        return None;
    }
    match line.score.kind() {
        ScoreKind::Win { plies } => Some(Mate::Gives { plies: plies.get() }),
        ScoreKind::Loss { plies } => Some(Mate::Suffers { plies: plies.get() }),
        _ => None,
    }
}

// A lost game is told as `Mate::Suffers`.
const _: () = assert!(matches!(<Xiangqi as search_core::Position>::NO_MOVES, Outcome::Loss));
