//! Sides, and the rules that are played.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::formats::clip;

/// Who plays with which stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Black begins.
    Black,
    /// White answers.
    White,
}

impl Side {
    /// Both, in the order of play.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What wins, and what is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; six or more are nothing.
    Standard,
    /// Black wins with exactly five and must not make an overline, two fours
    /// or two threes at once (unless he makes five); White wins with five or more.
    Renju,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::Standard, Self::Renju];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
        }
    }

    /// Whether six or more in a row win for this side, as five do.
    #[must_use]
    pub const fn overline_wins(self, side: Side) -> bool {
        match self {
            Self::Freestyle => true,
            Self::Standard => false,
            Self::Renju => matches!(side, Side::White),
        }
    }

    /// Whether this side has forbidden points.
    #[must_use]
    pub const fn forbids(self, side: Side) -> bool {
        matches!((self, side), (Self::Renju, Side::Black))
    }
}

/// A rule that is not played here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no rule: expected freestyle, standard or renju")]
pub struct RuleError(String);

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let same = |rule: &Self| rule.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(same).ok_or_else(|| RuleError(clip(text)))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
