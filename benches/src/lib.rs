//! Contestants and tools of the suites that compare engines and algorithms, and the
//! match runner; games for tuning, and the tuner; tools that look for faults of the programs.
#![forbid(unsafe_code)]

pub mod arena;
pub mod connect_four;
mod interrupt;
pub mod mnk;
pub mod openings;
pub mod plots;
mod programs;
pub mod punctuality;
pub mod side_by_side;
pub mod soak;
pub mod stats;
pub mod storm;
pub mod tictactoe;
pub mod tuning;

pub use interrupt::stopped_by_the_keyboard;
pub use programs::program;
