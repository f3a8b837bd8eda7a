//! The lecture's two players.
//!
//! - [`lines`] looks ahead: a value summed over the 72 lines of the board, for
//!   minimax and alpha-beta to a fixed depth.
//! - [`windows`] does not: one look at the 572 windows of five.
//!
//! Both are for lessons, and for the engine to win against.

pub mod lines;
pub mod windows;
