//! Tic-tac-toe and its relatives: m,n,k games, in which the first line of `k`
//! stones on a board of `m` columns and `n` rows wins.
//!
//! - [`TicTacToe`]: 3x3 in four bytes, for lessons and for speed.
//! - [`Mnk`]: any size up to 128 squares.
//! - [`Board`]: what both can do beyond the rules: text, checked moves, winner.
//! - [`Folded`]: symmetric positions counted once.
//! - [`OpenLines`]: the lecture's evaluation.
//! - [`Potential`]: evaluation and proofs for play and for solving.
//! - [`solve`]: what a position is worth.
//! - [`count`]: how large a game is.
//!
//! ```
//! use search_core::reference::Search;
//! use tictactoe::{Folded, OpenLines, TicTacToe};
//!
//! // The lecture's two-ply search from the empty board picks the centre.
//! let answer = Search::new(2, OpenLines).alpha_beta(&Folded(TicTacToe::new()));
//! assert_eq!((answer.value, answer.best.map(|m| m.index())), (1, Some(4)));
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod board;
mod count;
mod geometry;
mod mnk;
mod open_lines;
mod potential;
mod rules;
mod small;
mod solve;
mod square;
mod symmetry;
mod threats;
mod word;

pub use board::{Board, BoardError, MoveError};
pub use count::{GameCounts, TooManyPositions, count};
pub use geometry::Geometry;
pub use mnk::Mnk;
pub use open_lines::OpenLines;
pub use potential::Potential;
pub use rules::{Rules, RulesError, SquareError};
pub use small::TicTacToe;
pub use solve::{Solution, solve, solver_options};
pub use square::{Side, Square};
pub use symmetry::{Folded, Symmetric};
pub use word::Word;
