//! Modules of the programs, which no library has: their protocols, and names of nodes.
//!
//! They are compiled here a second time rather than made public for the fuzzer's sake.

#[path = "../../../crates/xiangqi/src/program/mod.rs"]
#[allow(dead_code, reason = "the session and what it needs are wanted, not the commands")]
pub(crate) mod xiangqi;

#[path = "../../../crates/gomoku/src/program/mod.rs"]
#[allow(dead_code, reason = "the session and what it needs are wanted, not the commands")]
pub(crate) mod gomoku;

#[path = "../../../crates/cli/src/bin/gametree/names.rs"]
pub(crate) mod tree_names;
