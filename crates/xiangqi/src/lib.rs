//! Xiangqi (Chinese chess): exact rules, notations, and what an engine needs.
//!
//! - [`Board`]: pieces and side to move; fully legal moves, FEN, perft. Moves
//!   are made and taken back through [`search_core::Position`].
//! - [`Xiangqi`]: a game with its history; repetition, perpetual check and
//!   chase, the sixty-move rule, material ([`Xiangqi::ending`]).
//! - [`Evaluation`]: what positions are worth.
//! - [`notation`]: UCI, ICCS, WXF and Chinese; [`pgn`]: games in files.
//!
//! Without the default feature `program` the crate is the library alone, with
//! `search-core` and `thiserror` as its only dependencies.
//!
//! ```
//! use search_core::{Engine, Heuristics, Limits, Stop};
//! use xiangqi::{Evaluation, Xiangqi};
//!
//! // A rook mates at once.
//! let game = Xiangqi::from_fen("4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w - - 0 1")?;
//! let mut engine = Engine::new(Evaluation::default(), Xiangqi::options())?;
//! let report = engine.search(&game, &Limits::depth(3), &Stop::new(), |_| ());
//! assert_eq!(report.best().map(|m| m.to_string()).as_deref(), Some("b7b9"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod attacks;
mod bitboard;
mod board;
mod chase;
mod evaluation;
mod fen;
mod heuristics;
mod mate;
mod movegen;
mod moves;
pub mod notation;
pub mod pgn;
mod piece;
mod position;
mod repetition;
mod see;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Undo};
pub use evaluation::{Account, Entry, Evaluation, Terms, Trace, tuning, value};
pub use fen::{FenError, START};
pub use mate::{Mate, MateEffort, MateLimits, find_mate};
pub use moves::Move;
pub use piece::{Kind, Piece, Side};
pub use position::{Ending, Xiangqi};
pub use repetition::{Reason, RepetitionRule, Rules, UnknownRule};
pub use square::{Square, SquareError};
