//! Parsers of what people type and programs send.

pub(crate) mod fen;
pub(crate) mod heaps;
pub(crate) mod moves;
pub(crate) mod numbers;
pub(crate) mod octal;
pub(crate) mod tictactoe;
