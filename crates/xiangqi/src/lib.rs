//! Xiangqi (Chinese chess): rules.
#![forbid(unsafe_code)]

pub mod attacks;
mod bitboard;
mod board;
mod fen;
mod movegen;
mod moves;
pub mod notation;
pub mod pgn;
mod piece;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Undo};
pub use fen::{FenError, START};
pub use moves::Move;
pub use piece::{Kind, Piece, Side};
pub use square::{Square, SquareError};
