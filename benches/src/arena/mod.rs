//! Matches between engines that speak UCI, UCCI or Gomocup.
//!
//! [`Player`](player::Player) talks to a program, [`Table`](referee::Table) holds the
//! rules, by which every move is judged, and [`play`](game::play) lets two engines play
//! a game. A [`Plan`](tournament::Plan) makes a match of games, [`Totals`](totals::Totals)
//! keeps what came of them, [`Record`](record::Record) and [`Journal`](journal::Journal) write it down.

pub mod game;
mod gomocup;
pub mod journal;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod settings;
pub mod totals;
pub mod tournament;
mod uci;
