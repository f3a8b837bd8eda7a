//! Counting games and pairs of games.

use std::fmt;
use std::ops::{AddAssign, Neg};

use super::estimate::Estimate;
use super::histogram::Histogram;

/// The result of one game, for the first engine (whatever its colour).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// The first engine won.
    Win,
    /// Nobody won.
    Draw,
    /// The first engine lost.
    Loss,
}

impl Score {
    /// All of them, the best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Half points, 0 to 2, so that they are whole numbers.
    #[must_use]
    pub const fn half_points(self) -> u8 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// The same game for the second engine.
impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// The results of a match, counted, for the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    // In `u32` every sum of counters is exact, in `u64` and in `f64`.
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: [u32; 5],
}

/// Counts that no games can have led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pairs [{}] cannot be among the games W {wins} D {draws} L {losses}", spaced(pairs))]
pub struct Inconsistent {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
}

impl Tally {
    /// A tally from its counters: all games, and how many of the pairs among
    /// these gave 0, 1/2, 1, 3/2 and 2 points (all 0 if there were no pairs).
    ///
    /// # Errors
    /// [`Inconsistent`] if the pairs need other games than those.
    pub fn from_counts(
        wins: u32,
        draws: u32,
        losses: u32,
        pairs: [u32; 5],
    ) -> Result<Self, Inconsistent> {
        let [p0, p1, p2, p3, p4] = pairs.map(u64::from);
        // What is left after the pairs that can have come about in one way only.
        let left_wins = u64::from(wins).checked_sub(2 * p4 + p3);
        let left_draws = u64::from(draws).checked_sub(p1 + p3);
        let left_losses = u64::from(losses).checked_sub(2 * p0 + p1);
        let fits = match (left_wins, left_draws, left_losses) {
            // A level pair is a win and a loss, or two draws.
            (Some(w), Some(d), Some(l)) => w.min(l) + d / 2 >= p2,
            _ => false,
        };
        if fits {
            Ok(Self { wins, draws, losses, pairs })
        } else {
            Err(Inconsistent { wins, draws, losses, pairs })
        }
    }

    /// Counts two games from one opening, colours exchanged, in any order.
    pub fn add_pair(&mut self, a: Score, b: Score) {
        self.add_single(a);
        self.add_single(b);
        let cell = &mut self.pairs[usize::from(a.half_points() + b.half_points())];
        *cell = cell.saturating_add(1);
    }

    /// Counts a game whose partner is missing. As soon as there are pairs,
    /// such a game tells nothing of strength, since it may have had the better
    /// colour: it is shown, but [`Tally::estimate`] and the SPRT pass it over.
    pub fn add_single(&mut self, game: Score) {
        let counter = match game {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        };
        *counter = counter.saturating_add(1);
    }

    /// What was counted since `earlier`; `None` if that holds what this does not.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Option<Self> {
        let mut pairs = self.pairs;
        for (cell, before) in pairs.iter_mut().zip(earlier.pairs) {
            *cell = cell.checked_sub(before)?;
        }
        Self::from_counts(
            self.wins.checked_sub(earlier.wins)?,
            self.draws.checked_sub(earlier.draws)?,
            self.losses.checked_sub(earlier.losses)?,
            pairs,
        )
        .ok()
    }

    /// The same match for the second engine.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Games won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.wins
    }

    /// Games drawn.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Games lost.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.losses
    }

    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub const fn pair_counts(&self) -> [u32; 5] {
        self.pairs
    }

    /// All games, in pairs or not.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Pairs of games.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs.map(u64::from).iter().sum()
    }

    /// Points per game, 0 to 1, of all games; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        ratio(2 * u64::from(self.wins) + u64::from(self.draws), 2 * self.games())
    }

    /// The share of all games that were drawn, 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(u64::from(self.draws), self.games())
    }

    /// The share of the pairs that gave each engine a point, 0 to 1; `None`
    /// without pairs. If it is high while draws are few, the openings decide.
    #[must_use]
    pub fn level_pair_ratio(&self) -> Option<f64> {
        ratio(u64::from(self.pairs[2]), self.pairs())
    }

    /// Elo with its error and what belongs to it, from the pairs alone if there
    /// are any; `None` without games.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.histogram())
    }

    /// What strength is judged by: pairs, or without any, games.
    pub(super) fn histogram(&self) -> Histogram {
        if self.pairs() > 0 {
            Histogram::of_pairs(self.pairs)
        } else {
            Histogram::of_games([self.losses, self.draws, self.wins])
        }
    }
}

/// Both matches as one, between the same engines.
impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        for (cell, more) in self.pairs.iter_mut().zip(other.pairs) {
            *cell = cell.saturating_add(more);
        }
    }
}

/// `W 120 D 300 L 90, pairs [1 20 60 25 4]`; without pairs, games alone.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "W {} D {} L {}", self.wins, self.draws, self.losses)?;
        if self.pairs() > 0 {
            write!(f, ", pairs [{}]", spaced(&self.pairs))?;
        }
        Ok(())
    }
}

fn spaced(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// `part` of `whole`; `None` of nothing.
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests;
