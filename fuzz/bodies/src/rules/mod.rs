//! Random legal play: whatever is kept up move by move is what the board says, and a second
//! statement of the rules agrees.

pub(crate) mod gomoku;
pub(crate) mod grundy;
pub(crate) mod plain_xiangqi;
pub(crate) mod recursive;
pub(crate) mod renju;
pub(crate) mod tictactoe;
pub(crate) mod xiangqi;
