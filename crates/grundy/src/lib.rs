//! Grundy's game: a move splits one heap into two unequal heaps; who cannot
//! move has lost.
//!
//! - [`Heaps`]: the exact position, for play, for the lecture, and for misère play.
//! - [`OddHeaps`]: a position for solving, one bit for each size of a heap.
//! - [`Values`], [`NimSum`]: nim-values; perfect play, and the proofs of the search.
//! - [`Lecture`]: the graph of the game by levels, and who wins it how.
//! - [`Misere`], [`MisereSolver`]: whoever makes the last move loses.
//! - [`octal`]: octal games by their code, and proof that their values repeat.
//!
//! ```
//! use grundy::{Heaps, NimSum, OddHeaps};
//! use search_core::Stop;
//! use search_core::proof::{Decision, Goal, Prover};
//!
//! let heaps: Heaps = "20 9 5".parse()?;
//! let nim = NimSum::up_to(20);
//! assert_eq!(nim.of(&heaps), Some(3)); // 0 ^ 1 ^ 2
//! let winning: Vec<_> = nim.winning_splits(&heaps).collect();
//!
//! // A search that knows the rules alone says the same.
//! let mut prover = Prover::new(1)?;
//! let report = prover.prove(&OddHeaps::try_from(&heaps)?, Goal::Win, None, &Stop::new());
//! assert_eq!(report.decision, Decision::Proved);
//! assert!(winning.contains(&report.line[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod heaps;
mod lecture;
mod misere;
mod nim_sum;
pub mod octal;
mod odd_heaps;
pub mod record;
mod rules;
mod values;

pub use heaps::{Heaps, HeapsError, Side, Split, SplitError, ways};
pub use lecture::Lecture;
pub use misere::{Misere, MisereError, MisereSolver};
pub use nim_sum::{NimSum, nim_value_by_search};
pub use odd_heaps::{OddHeaps, TooLarge};
pub use values::Values;
