//! How the engine speaks.

use std::fmt::Write;

use gomoku::Point;
use search_core::{Line, Report, ScoreKind, Stats};

/// A win that is proved and whose length is not known: beyond every evaluation.
const DECIDED: i32 = 28_000;

/// A line that was found, for people and for managers that show it: depth and
/// deepest ply, evaluation for the side to move, nodes, nodes per millisecond,
/// time in milliseconds, moves. `rank` is told where several lines were asked
/// for.
pub(super) fn info(rank: Option<usize>, line: &Line<Point>, stats: &Stats) -> String {
    let (depth, deepest) = (line.depth, line.seldepth.max(line.depth));
    let mut text = format!("MESSAGE depth {depth}-{deepest}");
    if let Some(rank) = rank {
        let _ = write!(text, " multipv {rank}");
    }
    let (nodes, speed, time) = (stats.nodes, stats.nps() / 1000, stats.time.as_millis());
    let _ = write!(text, " ev {} n {nodes} n/ms {speed} tm {time} pv", score(line.score.kind()));
    for m in &line.pv {
        let _ = write!(text, " {m}");
    }
    text
}

/// The best lines once more, with what was counted in all.
pub(super) fn summary(report: &Report<Point>, ranked: bool) -> String {
    let mut text = String::new();
    for (i, line) in report.lines.iter().enumerate() {
        text += &info(ranked.then_some(i + 1), line, &report.stats);
        text.push('\n');
    }
    text
}

/// A number, or a win (loss) in so many moves of the winner: `+M3`, `-M3`.
pub(super) fn score(kind: ScoreKind) -> String {
    match kind {
        ScoreKind::Evaluation(v) => v.to_string(),
        ScoreKind::Win { plies } => format!("+M{}", plies.get().div_ceil(2).max(1)),
        ScoreKind::Loss { plies } => format!("-M{}", plies.get().div_ceil(2)),
        ScoreKind::ByRule { wins } | ScoreKind::Proved { wins } => {
            (if wins { DECIDED } else { -DECIDED }).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use search_core::{Ply, Score};

    use super::*;

    #[test]
    fn wins_are_counted_in_moves_of_the_winner() {
        let shown = |s: Score| score(s.kind());
        assert_eq!(shown(Score::win_at(Ply::new(1))), "+M1");
        assert_eq!(shown(Score::win_at(Ply::new(5))), "+M3");
        assert_eq!(shown(Score::loss_at(Ply::new(2))), "-M1");
        assert_eq!(shown(Score::loss_at(Ply::new(4))), "-M2");
        assert_eq!(shown(Score::evaluation(-17)), "-17");
        let proved = Score::proved(search_core::Outcome::Win, Ply::new(3), None);
        assert_eq!(shown(proved), "28000");
    }
}
