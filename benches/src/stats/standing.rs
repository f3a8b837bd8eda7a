//! A match in a line.

use std::fmt;

use super::sprt::{Decision, Sprt};
use super::tally::Tally;

/// What to show of a match, on one line with `{}`, on two, with normalised Elo
/// and the decision of the test, with `{:#}`.
///
/// ```
/// use benches::stats::{Standing, Tally};
///
/// let tally = Tally::from_counts(50, 30, 20, [0; 5])?;
/// let standing = Standing::new(&tally, None);
/// assert_eq!(
///     standing.to_string(),
///     "Elo +107.5 +- 59.2 (95 %), LOS 100.0 %, W 50 D 30 L 20"
/// );
/// # Ok::<(), benches::stats::Inconsistent>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    tally: &'a Tally,
    sprt: Option<&'a Sprt>,
}

impl<'a> Standing<'a> {
    /// The standing of a match, with the test that it is played for, if any.
    #[must_use]
    pub const fn new(tally: &'a Tally, sprt: Option<&'a Sprt>) -> Self {
        Self { tally, sprt }
    }
}

impl fmt::Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let long = f.alternate();
        if let Some(estimate) = self.tally.estimate() {
            write!(f, "Elo {} (95 %), ", estimate.elo)?;
            if let (true, Some(nelo)) = (long, estimate.nelo) {
                write!(f, "nElo {nelo}, ")?;
            }
            write!(f, "LOS {:.1} %", 100.0 * estimate.los)?;
        } else {
            f.write_str("Elo unknown")?;
        }
        f.write_str(if long { "\n" } else { ", " })?;
        write!(f, "{}", self.tally)?;
        if let Some(sprt) = self.sprt {
            // Nobody wants to read -0.00.
            let llr = sprt.llr(self.tally);
            let llr = if llr.abs() < 0.005 { 0.0 } else { llr };
            write!(f, ", LLR {llr:.2} ({:.2}, {:.2}) {sprt}", sprt.lower(), sprt.upper())?;
            let decision = sprt.decision(self.tally);
            if long && decision != Decision::Continue {
                write!(f, ", {decision}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Score;

    #[test]
    fn before_the_first_game() {
        let tally = Tally::default();
        let sprt = Sprt::new(-1.75, 0.25, 0.05, 0.1).unwrap();
        assert_eq!(Standing::new(&tally, None).to_string(), "Elo unknown, W 0 D 0 L 0");
        assert_eq!(
            format!("{:#}", Standing::new(&tally, Some(&sprt))),
            "Elo unknown\nW 0 D 0 L 0, LLR 0.00 (-2.25, 2.89) [-1.75, 0.25]"
        );
    }

    #[test]
    fn two_lines() {
        let tally = Tally::from_counts(128, 290, 82, [6, 26, 146, 60, 12]).unwrap();
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(
            format!("{:#}", Standing::new(&tally, Some(&sprt))),
            "Elo +32.1 +- 16.8 (95 %), nElo +58.4 +- 30.5, LOS 100.0 %\n\
             W 128 D 290 L 82, pairs [6 26 146 60 12], LLR 1.85 (-2.94, 2.94) [0, 5]"
        );
    }

    #[test]
    fn a_match_won_throughout() {
        let mut tally = Tally::default();
        (0..40).for_each(|_| tally.add_pair(Score::Win, Score::Win));
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        assert_eq!(
            format!("{:#}", Standing::new(&tally, Some(&sprt))),
            "Elo +inf [+406.0, +inf] (95 %), LOS 100.0 %\n\
             W 80 D 0 L 0, pairs [0 0 0 0 40], LLR 9.88 (-2.94, 2.94) [0, 100], H1 accepted"
        );
    }
}
