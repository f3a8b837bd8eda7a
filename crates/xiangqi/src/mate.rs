//! Proving forced mates with the engine's search.

use std::time::{Duration, Instant};

use search_core::{Bound, Limits, Ply, Report, Score, ScoreKind};

use crate::moves::Move;
use crate::position::{Ending, Xiangqi};

/// What a search for mates found, seen by the side to move. Stalemate, which
/// loses, counts as mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The game is over.
    Over(Ending),
    /// It mates in so many plies, both sides' moves counted, and not sooner.
    Gives {
        /// Odd.
        plies: usize,
        /// The moves that lead there.
        line: Vec<Move>,
    },
    /// It is mated in so many plies, whatever it plays, and can hold out as long.
    Suffers {
        /// Even.
        plies: usize,
        /// The moves that lead there.
        line: Vec<Move>,
    },
    /// Neither side can force a mate. Where the loser can drag his end out
    /// into a verdict by rule (perpetual check), there is no mate either.
    None,
    /// A limit came first; no mate is so near.
    Unknown {
        /// Plies that were looked through in full.
        depth: u32,
    },
}

/// When a search for mates gives up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    /// Plies, below [`Ply::MAX`].
    pub depth: Option<u32>,
    /// Positions visited, all questions together.
    pub nodes: Option<u64>,
    /// Time, all questions together.
    pub movetime: Option<Duration>,
}

/// What a search for mates took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateEffort {
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Looks for a forced mate of either side.
///
/// Depth by depth the engine is asked two questions with windows beyond all
/// evaluations: does the side to move mate, is it mated? Whoever cannot be
/// mated so soon is done with after one good reply, so that the trees are much
/// smaller than those of a search for the best move. `search` is how the
/// engine is asked; its table must live from one question to the next.
pub fn find_mate(
    pos: &Xiangqi,
    limits: &MateLimits,
    mut search: impl FnMut(&Xiangqi, &Limits<Move>) -> Report<Move>,
) -> (Mate, MateEffort) {
    let start = Instant::now();
    let mut effort = MateEffort::default();
    if let Some(ending) = pos.ending() {
        return (Mate::Over(ending), effort);
    }
    let least_win = Score::win_at(Ply::MAX);
    let questions = [(least_win - 1, Score::INFINITE), (-Score::INFINITE, -least_win + 1)];
    let last = limits.depth.unwrap_or(u32::MAX).clamp(1, Ply::MAX.get() as u32 - 1);
    for depth in 1..=last {
        let mut settled = true;
        for window in questions {
            let report = search(
                pos,
                &Limits {
                    // One ply more: below its horizon a search sees mates,
                    // but no stalemates.
                    depth: Some(depth + 1),
                    nodes: limits.nodes.map(|n| n.saturating_sub(effort.nodes).max(1)),
                    movetime: limits.movetime.map(|t| t.saturating_sub(start.elapsed())),
                    window: Some(window),
                    ..Limits::default()
                },
            );
            effort = MateEffort { nodes: effort.nodes + report.stats.nodes, time: start.elapsed() };
            if let Some(mate) = proved(&report) {
                return (mate, effort);
            }
            settled &= report.complete;
            let used_up = limits.nodes.is_some_and(|n| effort.nodes >= n)
                || limits.movetime.is_some_and(|t| effort.time >= t);
            if used_up || (report.depth() <= depth && !report.complete) {
                return (Mate::Unknown { depth: depth - 1 }, effort);
            }
        }
        if settled {
            return (Mate::None, effort);
        }
    }
    (Mate::Unknown { depth: last }, effort)
}

/// The mate that a report proves.
fn proved(report: &Report<Move>) -> Option<Mate> {
    let line = report.lines.first()?;
    if line.bound != Bound::Exact || !line.complete {
        return None;
    }
    match line.score.kind() {
        ScoreKind::Win { plies } => Some(Mate::Gives { plies: plies.get(), line: line.pv.clone() }),
        ScoreKind::Loss { plies } => {
            Some(Mate::Suffers { plies: plies.get(), line: line.pv.clone() })
        }
        _ => None,
    }
}
