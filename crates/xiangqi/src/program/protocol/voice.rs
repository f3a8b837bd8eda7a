//! How the engine speaks: remarks, progress and answers in either protocol.

use std::fmt;

use search_core::{Bound, Depth, Known, Line, Report, Score, ScoreKind, Stats};
use xiangqi::Move;

/// The protocol in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Until a word of its own asks for the other.
    #[default]
    Uci,
    Ucci,
}

/// How a session is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Voice {
    pub dialect: Dialect,
    /// UCI: tell chances of a win, a draw and a loss.
    pub wdl: bool,
}

/// A decided score that is no mate, for protocols that know none but mates:
/// beyond every evaluation, and nowhere near a mate.
const DECIDED: i32 = 28_000;

impl Voice {
    /// A text for people.
    pub fn remark(self, text: impl fmt::Display) -> String {
        match self.dialect {
            Dialect::Uci => format!("info string {text}"),
            Dialect::Ucci => format!("info message {text}"),
        }
    }

    /// A line that was found; `None` if the protocol cannot tell it.
    pub fn info(self, rank: usize, line: &Line<Move>, stats: &Stats) -> Option<String> {
        let (time, nodes) = (stats.time.as_millis(), stats.nodes);
        let pv = moves(&line.pv);
        match self.dialect {
            Dialect::Uci => {
                let score = uci_score(line.score);
                let bound = match line.bound {
                    Bound::Exact => "",
                    Bound::Lower => " lowerbound",
                    Bound::Upper => " upperbound",
                };
                let wdl = if self.wdl { wdl(line.score) } else { String::new() };
                let (depth, seldepth) = (line.depth, line.seldepth.max(line.depth));
                let (nps, hashfull) = (stats.nps(), stats.hashfull);
                Some(format!(
                    "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{bound}\
                     {wdl} nodes {nodes} nps {nps} hashfull {hashfull} time {time} pv{pv}"
                ))
            }
            // It has no word for bounds, nor for lines behind the first.
            Dialect::Ucci if line.bound != Bound::Exact || rank > 1 => None,
            Dialect::Ucci => {
                let (depth, score) = (line.depth, ucci_score(line.score));
                Some(format!(
                    "info time {time} nodes {nodes}\ninfo depth {depth} score {score} pv{pv}"
                ))
            }
        }
    }

    /// The last lines of a search, which hold what was counted in all.
    pub fn final_infos(self, report: &Report<Move>) -> String {
        let mut text = String::new();
        for (i, line) in report.lines.iter().enumerate() {
            // A move that the limits left no time to compare stands for itself.
            let exact = Line { bound: Bound::Exact, ..line.clone() };
            let line = if self.dialect == Dialect::Ucci { &exact } else { line };
            if let Some(info) = self.info(i + 1, line, &report.stats) {
                text += &info;
                text.push('\n');
            }
        }
        if report.lines.is_empty() {
            text += &match self.dialect {
                Dialect::Uci => format!("info depth 0 score {}\n", uci_score(report.score)),
                Dialect::Ucci => format!("info depth 0 score {}\n", ucci_score(report.score)),
            };
        }
        text
    }
}

/// Moves, each behind a space.
fn moves(moves: &[Move]) -> String {
    moves.iter().map(|m| format!(" {m}")).collect()
}

/// `cp N` or `mate N`: moves of the winner, below zero if he is the opponent;
/// 0: mated already. Only a real mate is told as one.
fn uci_score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Evaluation(v) => format!("cp {v}"),
        ScoreKind::Win { plies } => format!("mate {}", plies.get().div_ceil(2).max(1)),
        ScoreKind::Loss { plies } if plies.get() == 0 => "mate 0".to_owned(),
        ScoreKind::Loss { plies } => format!("mate -{}", plies.get().div_ceil(2)),
        ScoreKind::ByRule { wins } | ScoreKind::Proved { wins } => {
            format!("cp {}", if wins { DECIDED } else { -DECIDED })
        }
    }
}

/// A number; UCCI has no word for mates. They are 30000 less the plies to the
/// mate, as most engines tell them; what is decided otherwise is 28000.
fn ucci_score(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Evaluation(v) => v,
        ScoreKind::Win { plies } => 30_000 - plies.get() as i32,
        ScoreKind::Loss { plies } => plies.get() as i32 - 30_000,
        ScoreKind::ByRule { wins } | ScoreKind::Proved { wins } => {
            if wins {
                DECIDED
            } else {
                -DECIDED
            }
        }
    }
}

/// Chances in thousandths, by a logistic curve: at a lead of two pawns the
/// win becomes likelier than not.
fn wdl(score: Score) -> String {
    let (win, loss) = match score.kind() {
        ScoreKind::Evaluation(v) => {
            let chance = |lead: i32| 1.0 / (1.0 + ((200.0 - f64::from(lead)) / 100.0).exp());
            // Rounded down, so that the sum never exceeds the whole.
            ((1000.0 * chance(v)) as i32, (1000.0 * chance(-v)) as i32)
        }
        _ if score.is_win() => (1000, 0),
        _ => (0, 1000),
    };
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

/// The last line of a UCI search.
pub(super) fn uci_answer(report: &Report<Move>) -> String {
    match (report.best(), report.ponder()) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

/// The answer to a UCCI `probe`. An exact score is both bounds; one that was
/// searched to the end of the game is good for the greatest depth.
pub(super) fn pop_hash(known: Option<&Known<Move>>) -> String {
    let mut text = "pophash".to_owned();
    let Some(known) = known else { return text };
    if let Some(best) = known.best {
        text += &format!(" bestmove {best}");
    }
    if let Some((score, bound)) = known.score {
        let depth = known.depth.unwrap_or(Depth::MAX.get() as u32);
        for (word, other) in [("lowerbound", Bound::Upper), ("upperbound", Bound::Lower)] {
            if bound != other {
                text += &format!(" {word} {} depth {depth}", ucci_score(score));
            }
        }
    }
    text
}

/// Worse than this by half a pawn, a draw is welcome.
const DRAW_BELOW: i32 = -45;
/// Mated within two moves, whatever is played: more would be resigned by
/// mistake against opponents who do not see it.
const RESIGN_WITHIN: usize = 4;

/// The last line of a UCCI search. A draw that was offered is taken when the
/// engine stands worse or the draw is proved; a game is given up when the
/// mate is near and certain.
pub(super) fn ucci_answer(report: &Report<Move>, draw_offered: bool) -> String {
    let Some(best) = report.best() else { return "nobestmove".to_owned() };
    let mut text = format!("bestmove {best}");
    if let Some(ponder) = report.ponder() {
        text += &format!(" ponder {ponder}");
    }
    let exact = report.lines.first().is_some_and(|line| line.bound == Bound::Exact);
    let dead = report.complete && report.score == Score::DRAW;
    let worse = exact && report.score.get() <= DRAW_BELOW;
    if draw_offered && (dead || worse) {
        text += " draw";
    } else if let ScoreKind::Loss { plies } = report.score.kind()
        && exact
        && plies.get() <= RESIGN_WITHIN
    {
        text += " resign";
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search_core::{Outcome, Ply};

    use super::*;

    const DIALECTS: [Dialect; 2] = [Dialect::Uci, Dialect::Ucci];

    fn line(score: Score, bound: Bound) -> Line<Move> {
        let pv = xiangqi::Board::start().legal_moves()[..1].to_vec();
        Line { score, bound, pv, depth: 3, seldepth: 5, complete: false }
    }

    #[test]
    fn scores() {
        let ply = Ply::new;
        let rule = |outcome| Score::by_rule(outcome, ply(3));
        let proved = |outcome| Score::proved(outcome, ply(3), None);
        for (score, uci, ucci) in [
            (Score::evaluation(-12), "cp -12", -12),
            (Score::win_at(ply(1)), "mate 1", 29_999),
            (Score::win_at(ply(3)), "mate 2", 29_997),
            (Score::win_at(ply(4)), "mate 2", 29_996),
            (Score::loss_at(ply(0)), "mate 0", -30_000),
            (Score::loss_at(ply(2)), "mate -1", -29_998),
            (Score::loss_at(ply(4)), "mate -2", -29_996),
            (rule(Outcome::Win), "cp 28000", 28_000),
            (rule(Outcome::Loss), "cp -28000", -28_000),
            (proved(Outcome::Win), "cp 28000", 28_000),
            (proved(Outcome::Loss), "cp -28000", -28_000),
        ] {
            assert_eq!((&*uci_score(score), ucci_score(score)), (uci, ucci));
        }
    }

    #[test]
    fn bounds_are_told_where_there_is_a_word() {
        let stats = Stats { nodes: 50, time: Duration::from_millis(500), ..Stats::default() };
        let said = |bound| {
            DIALECTS.map(|dialect| {
                let voice = Voice { dialect, wdl: false };
                voice.info(1, &line(Score::DRAW, bound), &stats)
            })
        };
        let [uci, ucci] = said(Bound::Exact);
        let expected = "info depth 3 seldepth 5 multipv 1 score cp 0 \
                        nodes 50 nps 100 hashfull 0 time 500 pv a0a1";
        assert_eq!(uci.as_deref(), Some(expected));
        assert_eq!(ucci.as_deref(), Some("info time 500 nodes 50\ninfo depth 3 score 0 pv a0a1"));
        for (bound, word) in [(Bound::Lower, "lowerbound"), (Bound::Upper, "upperbound")] {
            let [uci, ucci] = said(bound);
            assert!(uci.is_some_and(|text| text.contains(&format!(" score cp 0 {word} "))));
            assert_eq!(ucci, None);
        }
    }

    #[test]
    fn chances() {
        let chances = |score| -> Vec<i32> {
            wdl(score).split(' ').skip(2).map(|n| n.parse().expect("a number")).collect()
        };
        for lead in (-3000..=3000).step_by(7) {
            let [ours, mut theirs] = [lead, -lead].map(|v| chances(Score::evaluation(v)));
            assert_eq!(ours.iter().sum::<i32>(), 1000);
            assert!(ours.iter().all(|&n| n >= 0));
            theirs.reverse();
            assert_eq!(ours, theirs);
        }
        assert_eq!(chances(Score::DRAW), [119, 762, 119]);
        assert!(chances(Score::evaluation(200))[0] >= 500);
        assert_eq!(chances(Score::win_at(Ply::new(3))), [1000, 0, 0]);
        assert_eq!(chances(Score::loss_at(Ply::new(3))), [0, 0, 1000]);
    }
}
