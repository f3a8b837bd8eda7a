//! What the game binaries share: their commands, and how they talk.
//!
//! A binary says what its game looks like to people ([`Game`]), puts its own
//! commands next to the shared ones ([`args::Command`]), and gets the rest
//! from here:
//!
//! - [`args`]: the command line, every value checked before anything runs.
//! - [`commands`]: play, search, compare, status, perft, bench, tree, board.
//! - [`host`]: the host of a line protocol (UCI, UCCI, Gomocup), which hears
//!   `stop` while a search runs. `play` is a protocol too.
//! - [`report`], [`draw`], [`record`]: scores as text and JSON, trees, saved games.
//! - [`analysis`]: games judged move by move.
//! - [`picture`]: boards as SVG.
//! - [`program`]: a whole program for a game that needs no commands of its own.
//! - [`Output`], [`input`]: pipes that may close, lines of any bytes and length.
//! - [`exit`]: one line on standard error, and the status.
//!
//! The library prints nothing by itself: whatever it has to say goes through
//! [`Output`], where a closed pipe is an error value and no panic.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod analysis;
pub mod args;
mod bounded;
pub mod commands;
pub mod draw;
mod error;
mod game;
pub mod host;
pub mod input;
mod interrupt;
pub mod memory;
mod output;
pub mod picture;
pub mod play;
pub mod program;
pub mod progress;
pub mod record;
pub mod report;
pub mod searcher;
mod seed;
pub mod testing;
pub mod words;

pub use error::{Error, exit};
pub use game::{Choice, Ending, Game, MoveOf, PositionArgs, View};
pub use interrupt::{at_interrupt, interrupt_flag};
pub use output::Output;
pub use seed::any_seed;

/// The examples of the guide are tests too.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/guide/minimax.md")]
    struct Minimax;
    #[doc = include_str!("../../../docs/guide/alpha-beta.md")]
    struct AlphaBeta;
    #[doc = include_str!("../../../docs/guide/history.md")]
    struct History;
    #[doc = include_str!("../../../docs/guide/quiescence.md")]
    struct Quiescence;
    #[doc = include_str!("../../../docs/guide/proof-search.md")]
    struct ProofSearch;
}
