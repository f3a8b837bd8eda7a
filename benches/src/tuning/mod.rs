//! Data of self-played games, and evaluations tuned by them.
//!
//! [`selfplay`] makes games of a [`Training`] game, [`mod@file`] keeps them; [`fit`] fits
//! the weights of a [`Tuned`] evaluation to [`Samples`] of them, and [`source()`] writes
//! these weights down. [`spsa`] tunes parameters of the search by games.

pub mod file;
pub mod fit;
mod samples;
pub mod selfplay;
mod source;
pub mod spsa;
mod training;

pub use samples::{Features, Samples, Table, Tuned};
pub use source::source;
pub use training::{GomokuWeights, Terms, Training, XiangqiWeights};
