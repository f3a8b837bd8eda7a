//! What a match tells: Elo with its error, likelihood of superiority, SPRT.
//!
//! Games are played in pairs: one opening twice, with colours exchanged. An
//! opening that suits one colour then gives both engines a point, and the pair
//! is level. Two games of a pair are therefore not independent, and the error
//! of a match must be taken from the results of pairs (five of them: 0, 1/2,
//! 1, 3/2 and 2 points), not of games. Only a match without any pair is judged
//! by wins, draws and losses, as if its games were independent.
//!
//! Everything is seen by the first engine, and nothing here plays or prints.
//!
//! ```
//! use benches::stats::{Decision, Score, Sprt, Standing, Tally};
//!
//! // Is the first engine stronger by 5 Elo (H1), or not at all (H0)?
//! let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05)?;
//!
//! let mut tally = Tally::default();
//! tally.add_pair(Score::Win, Score::Draw);
//! assert_eq!(sprt.decision(&tally), Decision::Continue);
//!
//! // The same from a finished match: wins, draws, losses, and the pairs.
//! let tally = Tally::from_counts(128, 290, 82, [6, 26, 146, 60, 12])?;
//! let estimate = tally.estimate().ok_or("no games")?;
//! assert_eq!(estimate.elo.to_string(), "+32.1 +- 16.8");
//! assert_eq!(
//!     Standing::new(&tally, Some(&sprt)).to_string(),
//!     "Elo +32.1 +- 16.8 (95 %), LOS 100.0 %, W 128 D 290 L 82, pairs [6 26 146 60 12], \
//!      LLR 1.85 (-2.94, 2.94) [0, 5]"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod estimate;
mod histogram;
mod normal;
#[cfg(test)]
mod simulation;
mod sprt;
mod standing;
mod tally;

pub use estimate::{Estimate, Interval, elo_of_score, score_of_elo};
pub use sprt::{Decision, Sprt, SprtError};
pub use standing::Standing;
pub use tally::{Inconsistent, Score, Tally};
