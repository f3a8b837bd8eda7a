//! Contestants and tools of the suites that compare engines and algorithms, and the
//! match runner; games for tuning, and the tuner.
#![forbid(unsafe_code)]

pub mod arena;
pub mod connect_four;
mod interrupt;
pub mod mnk;
pub mod openings;
pub mod plots;
pub mod side_by_side;
pub mod stats;
pub mod tictactoe;
pub mod tuning;

pub use interrupt::stopped_by_the_keyboard;
