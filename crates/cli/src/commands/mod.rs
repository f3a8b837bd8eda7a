//! The commands that every game has.

mod bench;
mod board;
mod compare;
mod perft;
mod search;
mod status;
mod tree;

pub use board::draw as draw_board;
pub use tree::{Exhibit, write as write_drawing};

use crate::args::Command;
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::play;

/// Runs a command on a position of the game. `bench` looks at its own
/// positions; a game to be loaded by `play` brings its moves with it.
///
/// # Errors
/// [`Error`] says what to tell the user and how to end.
pub fn run<G: Game, A: PositionArgs>(
    command: &Command<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    match command {
        Command::Play(args) => play::run::<G, A>(args, pos, out),
        Command::Search(args) => search::run::<G, A>(args, pos, out),
        Command::Compare(args) => compare::run::<G, A>(args, pos, out),
        Command::Status(args) => status::run::<G, A>(args, pos, out),
        Command::Perft(args) => perft::run::<G, A>(args, pos, out),
        Command::Bench(args) => bench::run::<G>(args, out),
        Command::Tree(args) => tree::run::<G, A>(args, pos, out),
        Command::Board(args) => board::draw::<G, A>(args, pos, &G::history(pos), out),
    }
}
