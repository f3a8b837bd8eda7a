//! Parsers of files.

pub(crate) mod checkpoint;
pub(crate) mod gomoku;
pub(crate) mod pgn;
pub(crate) mod saved;
