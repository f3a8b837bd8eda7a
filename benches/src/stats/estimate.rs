//! How much stronger, and how sure that is.

use std::fmt;

use super::histogram::Histogram;
use super::normal::{Z95, normal_below};

/// What a score of 0.5 + one standard deviation of a game is worth in
/// normalised Elo. It makes both sorts of Elo agree for even games without
/// draws.
///
/// Source: M. Van den Bergh, "Normalized Elo", and its use in fishtest.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// The chance, on either side, that a 95 % interval leaves out.
const OUTSIDE: f64 = 0.025;

/// A value with its 95 % interval. Values and bounds may be infinite (a match
/// won throughout), never "not a number".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// Half the width; `None` unless all three numbers are finite.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let margin = (self.upper - self.lower) / 2.0;
        (margin.is_finite() && self.value.is_finite()).then_some(margin)
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), lower: f(self.lower), upper: f(self.upper) }
    }
}

/// `+12.3 +- 8.1`, or if something is infinite, `+338.0 [+150.2, +inf]`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nobody wants to read -0.0.
        let tidy = |x: f64| if x.abs() < 0.05 { 0.0 } else { x };
        let Self { value, lower, upper } = self.map(tidy);
        match self.margin() {
            Some(margin) => write!(f, "{value:+.1} +- {margin:.1}"),
            None => write!(f, "{value:+.1} [{lower:+.1}, {upper:+.1}]"),
        }
    }
}

/// The strength of the first engine above the second, from the results of a
/// match. The error assumes many results: with fewer than some twenty, that
/// are not all alike, the intervals are too narrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game, 0 to 1: of the pairs, if there are any.
    pub score: Interval,
    /// The logistic Elo difference: the elo of the score and of its bounds, so
    /// that the value is not quite in the middle. Infinite where the score or a
    /// bound is 0 or 1.
    pub elo: Interval,
    /// The normalised Elo difference, which measures how many games it takes
    /// to see who is better; `None` if all results were the same, since there
    /// is then nothing to measure by. Its interval takes the standard deviation
    /// of a game as known.
    pub nelo: Option<Interval>,
    /// The likelihood of superiority, 0 to 1: that the first engine is the
    /// stronger one.
    pub los: f64,
}

impl Estimate {
    /// The estimate; `None` without results.
    pub(super) fn of(results: &Histogram) -> Option<Self> {
        let total = results.total();
        if total == 0.0 {
            return None;
        }
        let value = results.mean();
        if results.is_uniform() {
            return Some(Self::of_uniform(value, total));
        }
        let variance = results.variance();
        let error = (variance / total).sqrt();
        let score = Interval {
            value,
            lower: (value - Z95 * error).max(0.0),
            upper: (value + Z95 * error).min(1.0),
        };
        let normalised = |x: f64| NORMALISED * (x - 0.5) / (results.games_each() * variance).sqrt();
        let nelo = Interval { value, lower: value - Z95 * error, upper: value + Z95 * error };
        Some(Self {
            score,
            elo: score.map(elo_of_score),
            nelo: Some(nelo.map(normalised)),
            los: normal_below((value - 0.5) / error),
        })
    }

    /// The estimate after `total` results that all scored `score`. The standard
    /// error would be 0 after a single one. Instead the bounds say: had other
    /// results (worth 0, or 1) a greater share than this, one of them would have
    /// come up, except once in forty times.
    fn of_uniform(score: f64, total: f64) -> Self {
        let share = OUTSIDE.powf(total.recip());
        let score =
            Interval { value: score, lower: score * share, upper: 1.0 - (1.0 - score) * share };
        // Between equals, a result of such a score or better has this chance
        // at most. As usual, half the chance of what did come counts.
        let best = score.value.max(1.0 - score.value);
        let doubt = (0.5 / best).powf(total) / 2.0;
        let los = if score.value > 0.5 { 1.0 - doubt } else { doubt };
        Self { score, elo: score.map(elo_of_score), nelo: None, los }
    }
}

/// The logistic Elo difference that leads to `score` points per game:
/// 400 log10(s / (1 - s)). Infinite at 0 and 1 and beyond.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected points per game, 0 to 1, of an engine that is stronger by this
/// logistic Elo difference: 1 / (1 + 10^(-elo / 400)).
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u32, draws: u32, losses: u32) -> Estimate {
        Estimate::of(&Histogram::of_games([losses, draws, wins])).unwrap()
    }

    fn pairs(counts: [u32; 5]) -> Estimate {
        Estimate::of(&Histogram::of_pairs(counts)).unwrap()
    }

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(close(elo_of_score(0.75), 190.848_501_887_864_98, 1e-9));
        assert!(close(elo_of_score(10.0 / 11.0), 400.0, 1e-9));
        assert_eq!(elo_of_score(0.5), 0.0);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
        for elo in [-700.0, -12.5, 0.0, 5.0, 300.0] {
            assert!(close(elo_of_score(score_of_elo(elo)), elo, 1e-9));
        }
    }

    #[test]
    fn the_error_of_games_by_hand() {
        // W 50 D 30 L 20: score 0.65, variance 0.5 + 0.3 / 4 - 0.65^2 = 0.1525,
        // standard error sqrt(0.001525) = 0.039051.
        let found = games(50, 30, 20);
        assert!(close(found.score.value, 0.65, 1e-12));
        assert!(close(found.score.upper - 0.65, 1.959_964 * 0.039_051_2, 1e-6));
        assert!(close(found.elo.value, 107.538, 1e-3));
        assert!(close(found.elo.lower, elo_of_score(0.573_461), 1e-3));
        assert!(close(found.elo.upper, elo_of_score(0.726_539), 1e-3));
        // 3.8411 standard errors above the middle.
        assert!(close(found.los, 0.999_938_8, 1e-6));
        // 0.15 / sqrt(0.1525) = 0.384111, times 800 / ln 10 = 347.4356.
        assert!(close(found.nelo.unwrap().value, 133.454, 1e-3));
        assert!(close(found.nelo.unwrap().margin().unwrap(), 1.959_964 * 34.743_56, 1e-3));
    }

    #[test]
    fn the_error_of_pairs_by_hand() {
        // Ten pairs, scores 1/4 x 2, 1/2 x 5, 3/4 x 2, 1: mean 0.55, variance
        // (2 * 0.09 + 5 * 0.0025 + 2 * 0.04 + 0.2025) / 10 = 0.0475.
        let found = pairs([0, 2, 5, 2, 1]);
        assert!(close(found.score.value, 0.55, 1e-12));
        assert!(close(found.score.upper - 0.55, 1.959_964 * 0.068_920_2, 1e-6));
        // Per game, the variance is twice that of a pair's mean.
        assert!(close(found.nelo.unwrap().value, 347.435_6 * 0.05 / 0.308_220_7, 1e-3));
    }

    #[test]
    fn pairs_that_are_independent_games_give_the_same_error() {
        // W 1/4, D 1/2, L 1/4, twice: 1 4 6 4 1 sixteenths.
        let (a, b) = (pairs([1, 4, 6, 4, 1]), games(8, 16, 8));
        assert!(close(a.elo.upper, b.elo.upper, 1e-9));
        assert!(close(a.nelo.unwrap().upper, b.nelo.unwrap().upper, 1e-9));
    }

    #[test]
    fn both_sorts_of_elo_agree_near_even_games_without_draws() {
        let found = games(5_010, 0, 4_990);
        assert!(close(found.elo.value, found.nelo.unwrap().value, 1e-3));
    }

    #[test]
    fn level_matches_are_level() {
        for found in [games(40, 20, 40), pairs([3, 11, 40, 11, 3]), pairs([0, 0, 9, 0, 0])] {
            assert_eq!((found.elo.value, found.los), (0.0, 0.5));
            assert!(close(found.elo.lower, -found.elo.upper, 1e-9) && found.elo.upper > 0.0);
        }
    }

    #[test]
    fn a_match_won_throughout_is_infinite_with_a_finite_bound() {
        let found = games(10, 0, 0);
        assert_eq!((found.elo.value, found.elo.upper), (f64::INFINITY, f64::INFINITY));
        // Ten wins running have a chance of 2.5 % at 0.6915 points per game.
        assert!(close(found.score.lower, 0.691_503, 1e-6));
        assert!(close(found.los, 1.0 - 1.0 / 2048.0, 1e-12));
        assert_eq!(found.elo.to_string(), "+inf [+140.2, +inf]");
        let lost = games(0, 0, 10);
        assert_eq!(lost.elo.to_string(), "-inf [-inf, -140.2]");
        assert!(close(lost.los, 1.0 / 2048.0, 1e-12));
        assert_eq!((found.nelo, lost.nelo), (None, None));
        assert_eq!(games(1, 0, 0).los, 0.75);
    }

    #[test]
    fn a_bound_beyond_all_wins_is_infinite() {
        let found = pairs([0, 0, 0, 1, 9]);
        assert!(found.elo.value.is_finite() && found.elo.margin().is_none());
        assert_eq!(found.elo.to_string(), "+636.4 [+445.4, +inf]");
    }

    #[test]
    fn no_count_leads_to_what_is_not_a_number() {
        let few = [0, 1, 2, u32::MAX];
        let check = |found: Estimate| {
            let intervals = [Some(found.score), Some(found.elo), found.nelo];
            for Interval { value, lower, upper } in intervals.into_iter().flatten() {
                assert!(lower <= value && value <= upper, "{found:?}");
            }
            assert!((0.0..=1.0).contains(&found.los), "{found:?}");
        };
        for code in 1..few.len().pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|i| few[code / few.len().pow(i) % few.len()]);
            check(pairs(counts));
            if let [0, 0, games @ ..] = counts {
                check(Estimate::of(&Histogram::of_games(games)).unwrap());
            }
        }
    }

    #[test]
    fn what_is_nearly_nothing_has_no_sign() {
        let nothing = Interval { value: -0.01, lower: -3.01, upper: 2.99 };
        assert_eq!(nothing.to_string(), "+0.0 +- 3.0");
    }
}
