//! Contestants and tools of the suites that compare engines and algorithms, and the
//! match runner.
#![forbid(unsafe_code)]

pub mod arena;
pub mod connect_four;
pub mod mnk;
pub mod openings;
pub mod side_by_side;
pub mod stats;
pub mod tictactoe;
pub mod tuning;
