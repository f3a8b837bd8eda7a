//! Scores, plies and depths of the engine search.
//!
//! ```text
//!  30000 ............ won now                       mate bands: 30000 - plies to the end
//!  29001 ............ won in 999 plies
//!  29000 - ply ...... won by a rule of repetition
//!  28000 - ply ...... proved won, distance unknown
//!  27000 ............ the greatest evaluation
//!      0 ............ draw, or an even position
//! ```
//! and the same below zero. All fit an `i16`, as the transposition table needs.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::position::Outcome;

/// Distance from the root of a search, in moves of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Self = Self(0);
    /// No line is searched deeper than this; a node here is evaluated.
    pub const MAX: Self = Self(512);

    /// A ply by number; more than [`Ply::MAX`] becomes that.
    #[must_use]
    pub const fn new(n: usize) -> Self {
        if n < Self::MAX.0 as usize { Self(n as u16) } else { Self::MAX }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// One further from the root, at most [`Ply::MAX`].
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 as usize + 1)
    }

    /// Whether the side that moves at the root moves here too.
    #[must_use]
    pub const fn is_even(self) -> bool {
        self.0 & 1 == 0
    }
}

/// Plies still to search; zero or less means quiescence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// Nothing left: evaluate or search until quiet.
    pub const ZERO: Self = Self(0);
    /// The greatest depth that a search is asked for.
    pub const MAX: Self = Self(Ply::MAX.0 as i32);

    /// A depth in plies, clamped to -1,000 .. [`Depth::MAX`].
    #[must_use]
    pub const fn new(plies: i32) -> Self {
        if plies > Self::MAX.0 {
            Self::MAX
        } else if plies < -1000 {
            Self(-1000)
        } else {
            Self(plies)
        }
    }

    /// The number of plies.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Self;
    fn add(self, plies: i32) -> Self {
        Self(self.0.saturating_add(plies))
    }
}

impl Sub<i32> for Depth {
    type Output = Self;
    fn sub(self, plies: i32) -> Self {
        Self(self.0.saturating_sub(plies))
    }
}

/// The value of a position for the side to move, as the engine search counts.
///
/// ```
/// use search_core::{Ply, Score, ScoreKind};
/// let mate = Score::win_at(Ply::new(3));
/// assert_eq!(mate.kind(), ScoreKind::Win { plies: Ply::new(3) });
/// assert_eq!((-mate).kind(), ScoreKind::Loss { plies: Ply::new(3) });
/// assert!(mate > Score::evaluation(1_000_000));
/// assert_eq!(Score::evaluation(-12).to_string(), "-12");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// An estimate, or a draw (0), in units of the evaluation.
    Evaluation(i32),
    /// The side to move wins, this many plies from the root.
    Win {
        /// Plies from the root to the end of the game.
        plies: Ply,
    },
    /// The side to move loses, this many plies from the root.
    Loss {
        /// Plies from the root to the end of the game.
        plies: Ply,
    },
    /// Won or lost by a rule that looks at the path (repetition): not a mate.
    ByRule {
        /// Whether the side to move wins.
        wins: bool,
    },
    /// Proved won or lost, the distance unknown.
    Proved {
        /// Whether the side to move wins.
        wins: bool,
    },
}

/// Each band is this wide: more than [`Ply::MAX`].
const BAND: i32 = 1000;

impl Score {
    /// An even position, or a draw.
    pub const DRAW: Self = Self(0);
    /// Beyond every score.
    pub const INFINITE: Self = Self(32_000);
    /// The greatest magnitude of an evaluation.
    pub const EVALUATION_MAX: i32 = 27_000;

    const MATE: i32 = 30_000;
    const RULE: i32 = 29_000;
    const PROVED: i32 = 28_000;

    /// A win, `ply` plies from the root.
    #[must_use]
    pub const fn win_at(ply: Ply) -> Self {
        Self(Self::MATE - ply.0 as i32)
    }

    /// A loss, `ply` plies from the root.
    #[must_use]
    pub const fn loss_at(ply: Ply) -> Self {
        Self(ply.0 as i32 - Self::MATE)
    }

    /// An evaluation, clamped to +-[`Self::EVALUATION_MAX`].
    #[must_use]
    pub const fn evaluation(value: i32) -> Self {
        if value > Self::EVALUATION_MAX {
            Self(Self::EVALUATION_MAX)
        } else if value < -Self::EVALUATION_MAX {
            Self(-Self::EVALUATION_MAX)
        } else {
            Self(value)
        }
    }

    /// A loss in the opinion of whoever left moves out: an evaluation below
    /// all others, the better the later the loss comes.
    #[must_use]
    pub(crate) fn lost_by_opinion(self, ply: Ply) -> Self {
        let later = match self.kind() {
            ScoreKind::Loss { plies } => plies.get().saturating_sub(ply.get()).min(BAND as usize),
            _ => BAND as usize,
        };
        Self::evaluation(later as i32 - Self::EVALUATION_MAX)
    }

    /// A game that is over at `ply`, by the rules of the position alone.
    #[must_use]
    pub const fn terminal(outcome: Outcome, ply: Ply) -> Self {
        Self::banded(outcome, Self::MATE, ply)
    }

    /// A verdict at `ply` that leans on the path: never shown as a mate.
    #[must_use]
    pub const fn by_rule(outcome: Outcome, ply: Ply) -> Self {
        Self::banded(outcome, Self::RULE, ply)
    }

    /// A proved result found at `ply`, its distance from there known or not.
    #[must_use]
    pub const fn proved(outcome: Outcome, ply: Ply, plies: Option<Ply>) -> Self {
        match plies {
            Some(more) => Self::banded(outcome, Self::MATE, Ply::new(ply.get() + more.get())),
            None => Self::banded(outcome, Self::PROVED, ply),
        }
    }

    const fn banded(outcome: Outcome, band: i32, ply: Ply) -> Self {
        match outcome {
            Outcome::Win => Self(band - ply.0 as i32),
            Outcome::Loss => Self(ply.0 as i32 - band),
            Outcome::Draw => Self::DRAW,
            Outcome::Value(v) => Self::evaluation(v),
        }
    }

    /// The number itself, within +-32,000.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether the game is decided: a win or a loss of any kind.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::EVALUATION_MAX
    }

    /// Whether the side to move wins, by mate, rule or proof.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Self::EVALUATION_MAX
    }

    /// Whether the side to move loses, by mate, rule or proof.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::EVALUATION_MAX
    }

    /// What the number says.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        let wins = self.0 > 0;
        let size = self.0.abs();
        if size <= Self::EVALUATION_MAX {
            ScoreKind::Evaluation(self.0)
        } else if size <= Self::PROVED {
            ScoreKind::Proved { wins }
        } else if size <= Self::RULE {
            ScoreKind::ByRule { wins }
        } else {
            let plies = Ply::new(if size < Self::MATE { (Self::MATE - size) as usize } else { 0 });
            if wins { ScoreKind::Win { plies } } else { ScoreKind::Loss { plies } }
        }
    }

    /// For the table: distances counted from the node at `ply`, not from the root.
    #[must_use]
    pub const fn to_table(self, ply: Ply) -> i16 {
        let shift = if self.is_win() {
            ply.0 as i32
        } else if self.is_loss() {
            -(ply.0 as i32)
        } else {
            0
        };
        (self.0 + shift) as i16
    }

    /// From the table, for a node at `ply`. `None` where the distance from
    /// this root would leave its band (a line of more than 999 plies).
    #[must_use]
    pub const fn from_table(stored: i16, ply: Ply) -> Option<Self> {
        let stored = stored as i32;
        let size = stored.abs();
        if size <= Self::EVALUATION_MAX {
            return Some(Self(stored));
        }
        let here = size - ply.0 as i32;
        let floor = Self::EVALUATION_MAX + BAND * ((size - Self::EVALUATION_MAX - 1) / BAND);
        if here <= floor {
            return None;
        }
        Some(Self(if stored > 0 { here } else { -here }))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |wins| if wins { "win" } else { "loss" };
        match self.kind() {
            ScoreKind::Evaluation(v) => write!(f, "{v}"),
            ScoreKind::Win { plies } => write!(f, "win in {} plies", plies.get()),
            ScoreKind::Loss { plies } => write!(f, "loss in {} plies", plies.get()),
            ScoreKind::ByRule { wins } => write!(f, "{} by rule", side(wins)),
            ScoreKind::Proved { wins } => write!(f, "proved {}", side(wins)),
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, n: i32) -> Self {
        Self(self.0.saturating_add(n).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, n: i32) -> Self {
        self.add(n.saturating_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_scores_of_any_number_stay_in_range() {
        for n in [i32::MIN, -1, 0, 1, i32::MAX] {
            assert!((Depth::MAX + n) >= Depth::MAX || n < 0);
            assert!((Depth::ZERO - n) >= Depth::ZERO || n > 0);
            for score in [Score::evaluation(n), Score::INFINITE + n, -Score::INFINITE - n] {
                assert!((-Score::INFINITE..=Score::INFINITE).contains(&score));
            }
        }
    }

    #[test]
    fn table_scores_count_from_the_node() {
        // A win 7 plies from the root, seen at ply 3, is a win in 4; the same
        // position at ply 1 of another search is a win 5 plies from its root.
        let stored = Score::win_at(Ply::new(7)).to_table(Ply::new(3));
        assert_eq!(Score::from_table(stored, Ply::new(1)), Some(Score::win_at(Ply::new(5))));
        let stored = Score::loss_at(Ply::new(7)).to_table(Ply::new(3));
        assert_eq!(Score::from_table(stored, Ply::new(1)), Some(Score::loss_at(Ply::new(5))));
    }

    #[test]
    fn every_score_survives_the_table() {
        for n in -30_000..=30_000 {
            let score = Score(n);
            for ply in [0, 1, 17, 511] {
                let ply = Ply::new(ply);
                // A decided score cannot lie above the node that it comes from.
                if let ScoreKind::Win { plies } | ScoreKind::Loss { plies } = score.kind()
                    && plies < ply
                {
                    continue;
                }
                let back = Score::from_table(score.to_table(ply), ply);
                if let Some(back) = back {
                    assert_eq!((back, back.kind()), (score, score.kind()), "at {ply:?}");
                }
            }
        }
    }

    #[test]
    fn a_line_too_long_for_its_band_is_no_score() {
        let far = Score::win_at(Ply::new(512)).to_table(Ply::ROOT);
        assert_eq!(Score::from_table(far, Ply::new(487)), Some(Score(30_000 - 999)));
        assert_eq!(Score::from_table(far, Ply::new(488)), None);
    }

    #[test]
    fn bands_do_not_touch() {
        let deep = Ply::MAX;
        assert!(Score::win_at(deep) > Score::by_rule(Outcome::Win, Ply::ROOT));
        assert!(Score::by_rule(Outcome::Win, deep) > Score::proved(Outcome::Win, Ply::ROOT, None));
        assert!(Score::proved(Outcome::Win, deep, None) > Score::evaluation(i32::MAX));
    }
}
