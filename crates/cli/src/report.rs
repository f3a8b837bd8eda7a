//! What searches say, for people and as JSON.

use std::fmt;
use std::time::Duration;

use search_core::reference::{VALUE_MAX, WIN};
use search_core::{Ply, Score, ScoreKind};
use serde_json::{Map, Value, json};

/// A score as it is shown, for the side to move.
///
/// ```
/// use cli::report::Shown;
/// use search_core::{Ply, Score};
/// let won = Shown::of_score(Score::win_at(Ply::new(5)), true);
/// assert_eq!(won.json().to_string(), r#"{"mate_in":3}"#);
/// assert_eq!(Shown::of_score(Score::DRAW, true).to_string(), "draw");
/// assert_eq!(Shown::of_score(Score::DRAW, false).to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// An estimate, in units of the evaluation.
    Estimate(i32),
    /// Won (or lost, below zero) in this many moves of the winner; 0: the game is over, and lost.
    MateIn(i32),
    /// Decided by a rule that looks at the path.
    ByRule {
        /// For the side to move.
        wins: bool,
    },
    /// Proved, the distance unknown, or the game is over.
    Proved {
        /// For the side to move.
        wins: bool,
    },
    /// A proved draw.
    Draw,
}

/// Moves of the winner in a line of this many plies, as often as he is the one who moves last.
const fn moves(plies: Ply) -> i32 {
    plies.get().div_ceil(2) as i32
}

impl Shown {
    /// Of an engine's score. `complete` says that it is the true value.
    #[must_use]
    pub const fn of_score(score: Score, complete: bool) -> Self {
        match score.kind() {
            ScoreKind::Evaluation(0) if complete => Self::Draw,
            ScoreKind::Evaluation(v) => Self::Estimate(v),
            // Nobody mates in no moves: the side to move has won already.
            ScoreKind::Win { plies } if plies.get() == 0 => Self::Proved { wins: true },
            ScoreKind::Win { plies } => Self::MateIn(moves(plies)),
            ScoreKind::Loss { plies } => Self::MateIn(-moves(plies)),
            ScoreKind::ByRule { wins } => Self::ByRule { wins },
            ScoreKind::Proved { wins } => Self::Proved { wins },
        }
    }

    /// Of a textbook value for the side to move.
    #[must_use]
    pub const fn of_value(value: i32, complete: bool) -> Self {
        let distance = WIN - value.saturating_abs();
        let plies = Ply::new(if distance > 0 { distance as usize } else { 0 });
        if value > VALUE_MAX {
            Self::of_score(Score::win_at(plies), complete)
        } else if value < -VALUE_MAX {
            Self::of_score(Score::loss_at(plies), complete)
        } else if complete && value == 0 {
            Self::Draw
        } else {
            Self::Estimate(value)
        }
    }

    /// As the design of the command line puts it.
    #[must_use]
    pub fn json(self) -> Value {
        let side = |wins| if wins { "win" } else { "loss" };
        match self {
            Self::Estimate(v) => json!({ "cp": v }),
            Self::MateIn(n) => json!({ "mate_in": n }),
            Self::ByRule { wins } => json!({ "by_rule": side(wins) }),
            Self::Proved { wins } => json!({ "outcome": side(wins) }),
            Self::Draw => json!({ "outcome": "draw" }),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |wins| if wins { "win" } else { "loss" };
        match *self {
            Self::Estimate(0) => f.write_str("0"),
            Self::Estimate(v) => write!(f, "{v:+}"),
            Self::MateIn(0) => f.write_str("lost"),
            Self::MateIn(n) => {
                let plural = if n.unsigned_abs() == 1 { "" } else { "s" };
                write!(f, "{} in {} move{plural}", side(n > 0), n.unsigned_abs())
            }
            Self::ByRule { wins } => write!(f, "{} by rule", side(wins)),
            Self::Proved { wins } => write!(f, "{} (proved)", side(wins)),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// One line of play, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// For the side to move.
    pub score: Shown,
    /// The iteration that found it.
    pub depth: u32,
    /// The deepest ply visited.
    pub seldepth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The moves.
    pub pv: Vec<String>,
}

impl ShownLine {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time)
    }

    /// One JSON object. The rank is told if several lines were asked for.
    #[must_use]
    pub fn json(&self, ranked: bool) -> Value {
        let mut object = Map::new();
        if ranked {
            object.insert("multipv".into(), json!(self.rank));
        }
        object.insert("best_move".into(), json!(self.pv.first()));
        object.insert("score".into(), self.score.json());
        object.insert("depth".into(), json!(self.depth));
        object.insert("seldepth".into(), json!(self.seldepth));
        object.insert("nodes".into(), json!(self.nodes));
        object.insert("time_ms".into(), json!(self.time.as_millis() as u64));
        object.insert("nps".into(), json!(self.nps()));
        object.insert("pv".into(), json!(self.pv));
        Value::Object(object)
    }
}

impl fmt::Display for ShownLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "depth {:>2}/{:<2} score {:<16} nodes {:>10} time {:>9} pv {}",
            self.depth,
            self.seldepth,
            self.score.to_string(),
            self.nodes,
            seconds(self.time),
            self.pv.join(" ")
        )
    }
}

/// A rate, finite also for work that took no time that the clock could see.
#[must_use]
pub fn per_second(n: u64, time: Duration) -> u64 {
    (n as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// A duration with a unit that suits it.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s < 1e-3 {
        format!("{:.0} us", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else {
        format!("{s:.2} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        let engine = |score| Shown::of_score(score, false);
        let ply = Ply::new;
        assert_eq!(engine(Score::win_at(ply(1))), Shown::MateIn(1));
        assert_eq!(engine(Score::win_at(ply(5))), Shown::MateIn(3));
        assert_eq!(engine(Score::loss_at(ply(0))), Shown::MateIn(0));
        assert_eq!(engine(Score::loss_at(ply(4))), Shown::MateIn(-2));
        assert_eq!(engine(Score::evaluation(-7)).json().to_string(), r#"{"cp":-7}"#);
        let rule = Score::by_rule(search_core::Outcome::Loss, ply(3));
        assert_eq!(engine(rule).json().to_string(), r#"{"by_rule":"loss"}"#);
        let proved = Score::proved(search_core::Outcome::Win, ply(3), None);
        assert_eq!(engine(proved).json().to_string(), r#"{"outcome":"win"}"#);
        assert_eq!(Shown::Draw.json().to_string(), r#"{"outcome":"draw"}"#);
    }

    #[test]
    fn textbook_values() {
        assert_eq!(Shown::of_value(WIN - 5, false), Shown::MateIn(3));
        assert_eq!(Shown::of_value(4 - WIN, false), Shown::MateIn(-2));
        assert_eq!(Shown::of_value(-WIN, false), Shown::MateIn(0));
        assert_eq!(Shown::of_value(i32::MIN, false), Shown::MateIn(0));
        assert_eq!(Shown::of_value(-3, true), Shown::Estimate(-3));
        assert_eq!(Shown::of_value(0, true), Shown::Draw);
    }
}
