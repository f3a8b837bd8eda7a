//! The lecture's two players.

pub mod lines;
