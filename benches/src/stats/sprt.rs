//! The sequential probability ratio test: play until it is clear enough.

use std::fmt;

use super::estimate::score_of_elo;
use super::histogram::Histogram;
use super::tally::Tally;

/// What a result that never came counts for, as in fishtest: enough that no
/// hypothesis is ever impossible, and too little to be seen.
const FILL: f64 = 1e-3;

/// A test of H1 (the first engine is stronger by `elo1`) against H0 (it is by
/// `elo0`), both in logistic Elo, at any time of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What [`Sprt::new`] does not take.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are equal, in the wrong order or out of range.
    #[error(
        "elo0 must be less than elo1, both from -{max} to {max}: got {elo0} and {elo1}",
        max = Sprt::ELO_MAX
    )]
    Elo {
        /// The Elo difference of H0.
        elo0: f64,
        /// The Elo difference of H1.
        elo1: f64,
    },
    /// A chance of error that is none, or no better than tossing a coin.
    #[error("{name} must be more than 0 and less than 0.5: got {value}")]
    Risk {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
}

/// What a test says of the match so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Not clear yet: play on.
    Continue,
    /// The first engine is not as strong as H1 says.
    AcceptH0,
    /// The first engine is stronger than H0 says.
    AcceptH1,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Continue => "undecided",
            Self::AcceptH0 => "H0 accepted",
            Self::AcceptH1 => "H1 accepted",
        })
    }
}

impl Sprt {
    /// The greatest magnitude of a hypothesis: all but one game in 100,000 won.
    pub const ELO_MAX: f64 = 2000.0;

    /// A test of `elo1` against `elo0` that accepts H1 with a chance of `alpha`
    /// at most when H0 is true, and H0 with `beta` at most when H1 is true.
    ///
    /// # Errors
    /// If not `-ELO_MAX <= elo0 < elo1 <= ELO_MAX`, or a risk is not above 0
    /// and below 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let range = -Self::ELO_MAX..=Self::ELO_MAX;
        if !(range.contains(&elo0) && range.contains(&elo1) && elo0 < elo1) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The Elo difference of H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The Elo difference of H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The chance of accepting H1 when H0 is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The chance of accepting H0 when H1 is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// Where H0 is accepted: ln(beta / (1 - alpha)), below 0.
    #[must_use]
    pub fn lower(&self) -> f64 {
        // Not the logarithm of a ratio, which a tiny risk could overflow.
        self.beta.ln() - (-self.alpha).ln_1p()
    }

    /// Where H1 is accepted: ln((1 - beta) / alpha), above 0.
    #[must_use]
    pub fn upper(&self) -> f64 {
        (-self.beta).ln_1p() - self.alpha.ln()
    }

    /// The logarithm of how much likelier the results are by H1 than by H0;
    /// 0 without games. Only pairs count, if there are any.
    ///
    /// Each hypothesis fixes the expected score alone; of all distributions of
    /// results with that score, the one that makes the match likeliest speaks
    /// for it. So draw rate and balance of the openings need not be known.
    ///
    /// A further good result may lower the ratio of a match that is one-sided
    /// beyond the range in question, because it widens the spread; as a rule not
    /// where the score is nearer to both hypotheses than the standard deviation
    /// of a result.
    ///
    /// Source: M. Van den Bergh, "A practical introduction to the GSPRT",
    /// <http://hardy.uhasselt.be/Fishtest/>, the exact version.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        let results = tally.histogram();
        if results.total() == 0.0 {
            return 0.0;
        }
        let results = results.filled(FILL);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| Tilt::towards(score_of_elo(elo), &results));
        let gain = |(a, count)| count * (h0.at(a).ln() - h1.at(a).ln());
        results.cells().map(gain).sum()
    }

    /// Whether one hypothesis is clear enough.
    #[must_use]
    pub fn decision(&self, tally: &Tally) -> Decision {
        let llr = self.llr(tally);
        if llr >= self.upper() {
            Decision::AcceptH1
        } else if llr <= self.lower() {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// `[0, 5]`: the hypotheses, in Elo.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

/// The likeliest distribution of results with a given expected score s: the
/// share of a score a in it is the observed share divided by a weight that is
/// linear in a and 1 at s. This is where the Lagrange multiplier of the source
/// leads, written so that no digits are lost when a share of 10^-10 must become
/// the greatest.
#[derive(Clone, Copy, Debug)]
struct Tilt {
    /// The weight of the score 0.
    zero: f64,
    /// The weight of the score 1.
    one: f64,
}

impl Tilt {
    /// The weights by the logit of s times the weight of the score 1: every
    /// number gives positive weights that are 1 at s.
    fn new(s: f64, logit: f64) -> Self {
        Self { zero: 1.0 / (1.0 + logit.exp()) / (1.0 - s), one: 1.0 / (1.0 + (-logit).exp()) / s }
    }

    /// The weight of the score `a`.
    fn at(self, a: f64) -> f64 {
        (1.0 - a) * self.zero + a * self.one
    }

    /// The likeliest distribution with the expected score `s`. No cell of
    /// `results` may be empty.
    fn towards(s: f64, results: &Histogram) -> Self {
        // The excess of the mean over `s` falls as the logit grows, and has
        // both signs, since both ends of the scale were scored.
        let (mut low, mut high) = (-100.0, 100.0);
        // Weights of 1: the shares as observed.
        let mut logit = (s / (1.0 - s)).ln();
        let (mut last, mut before) = (high - low, high - low);
        // Newton steps, and halving where they leave the bracket or do not
        // shrink fast enough. Six are usual, less than the hundred always enough.
        for _ in 0..100 {
            let tilt = Self::new(s, logit);
            let (mut excess, mut squares) = (0.0, 0.0);
            for (a, count) in results.cells() {
                let part = (a - s) / tilt.at(a);
                excess += count * part;
                squares += count * part * part;
            }
            if excess > 0.0 {
                low = logit;
            } else {
                high = logit;
            }
            let mut step = excess / (squares * tilt.zero * tilt.one);
            let inside = logit + step >= low && logit + step <= high;
            if !inside || 2.0 * step.abs() > before {
                step = low + (high - low) / 2.0 - logit;
            }
            logit += step;
            (before, last) = (last, step.abs());
            if last <= 1e-12 {
                break;
            }
        }
        Self::new(s, logit)
    }
}

#[cfg(test)]
mod tests;
