//! Five in a row: freestyle, standard and renju.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod board;
mod candidates;
mod evaluation;
pub mod formats;
pub mod lecture;
pub mod library;
mod lines;
mod pattern;
mod point;
mod points;
mod position;
mod renju;
mod rule;
mod shapes;
mod symmetry;
pub mod threats;
mod values;
mod zobrist;

pub use board::{Board, PlayError};
pub use evaluation::Evaluation;
pub use lines::Direction;
pub use pattern::Pattern;
pub use point::{Point, PointError, Size};
pub use points::Points;
pub use position::Gomoku;
pub use renju::Forbidden;
pub use rule::{Rule, RuleError, Side};
pub use shapes::Rank;
pub use symmetry::Symmetry;
pub use values::tuning;
