//! Search for two-player, zero-sum games of perfect information.
//!
//! A game states its rules ([`Position`]) and, if it likes, its opinions
//! ([`Heuristics`], [`Evaluate`]). The crate gives it
//!
//! - an engine ([`Engine`]): iterative deepening, principal variation search,
//!   a lock-free transposition table, staged move ordering, quiescence,
//!   several best lines, clocks, threads;
//! - the textbook algorithms ([`reference`](mod@reference)): minimax, alpha-beta as it is
//!   taught, AND/OR solution graphs, each counting what it visits and ready to
//!   be watched ([`trace`]);
//! - proof-number search ([`proof`]): is it won, whatever the depth?
//! - the tools of an engine author: [`perft`](perft::perft), and checks that
//!   the rules keep their promises ([`conformance`]).
//!
//! # A whole game
//!
//! A heap of coins; take one, two or three; who takes the last one wins.
//!
//! ```
//! use std::num::NonZeroU16;
//! use std::ops::ControlFlow;
//! use search_core::*;
//!
//! #[derive(Clone, PartialEq)]
//! struct Heap { coins: u8, second: bool }
//!
//! impl Position for Heap {
//!     type Move = u8;
//!     type Undo = ();
//!     const NO_MOVES: Outcome = Outcome::Loss; // nothing left to take
//!
//!     fn outcome(&self) -> Option<Outcome> { None }
//!     fn generate(&self, set: MoveSet, visit: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
//!         if set == MoveSet::Noisy { return ControlFlow::Continue(()) }
//!         (1..=self.coins.min(3)).try_for_each(visit)
//!     }
//!     fn make(&mut self, m: u8) { self.coins -= m; self.second = !self.second }
//!     fn unmake(&mut self, m: u8, (): ()) { self.coins += m; self.second = !self.second }
//!     fn key(&self) -> u64 { u64::from(self.coins) << 1 | u64::from(self.second) }
//!     fn pack(&self, m: u8) -> Option<NonZeroU16> { NonZeroU16::new(m.into()) }
//!     fn unpack(&self, bits: NonZeroU16) -> Option<u8> {
//!         u8::try_from(bits.get()).ok().filter(|&m| m <= self.coins.min(3))
//!     }
//! }
//! impl Heuristics for Heap {}
//!
//! let start = Heap { coins: 21, second: false };
//! conformance::Conformance::new(&start).check()?; // the rules hold together
//! let mut engine = Engine::new(NoEvaluation, Options::default())?;
//! let report = engine.search(&start, &Limits::default(), &Stop::new(), |_| ());
//! assert_eq!(report.best(), Some(1)); // leave a multiple of four
//! assert_eq!(report.score.kind(), ScoreKind::Win { plies: Ply::new(11) });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/connect_four.rs` is a game in earnest.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod conformance;
pub mod numbers;
pub mod perft;
pub mod proof;
pub mod reference;
pub mod trace;
pub mod tt;

mod engine;
mod found;
mod heuristics;
mod history;
mod limits;
mod memory;
mod meter;
mod node;
mod pace;
mod pages;
mod parallel;
mod params;
mod picker;
mod position;
mod prune;
mod quiesce;
mod report;
mod root;
mod score;
mod selective;
mod skill;
mod steps;
mod sync;
mod won;

pub use engine::{Engine, Options};
pub use heuristics::{Evaluate, Heuristics, NoEvaluation, Proof, ProofBound};
pub use limits::{Clock, Limits, Stop};
pub use params::{Param, ParamError, Params, TABLE as PARAMS};
pub use position::{
    MoveSet, Outcome, Position, Verdict, final_outcome, for_each_legal, legal_moves,
};
pub use report::{Bound, Info, Known, Line, Report, Stats};
pub use score::{Depth, Ply, Score, ScoreKind};
pub use skill::Skill;
pub use trace::{NoTrace, Player};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
