//! Contestants and tools of the suites that compare engines and algorithms.
#![forbid(unsafe_code)]

pub mod connect_four;
pub mod mnk;
pub mod side_by_side;
pub mod tictactoe;
