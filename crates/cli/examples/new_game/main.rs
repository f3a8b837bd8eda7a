//! Plays the game: play, search, compare, tree, board, perft, bench.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use cli::Game;
use new_game::Coins;

#[path = "lib.rs"]
mod new_game;

/// The game as people see it.
struct Table;

impl Game for Table {
    type Position = Coins;
    /// What a position is worth to the side to move; any function of it will do.
    type Evaluation = fn(&Coins) -> i32;
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    /// The player who begins comes first.
    const SIDES: [&'static str; 2] = ["first", "second"];
    const EVALUATIONS: &'static [(&'static str, &'static str)] =
        &[("none", "every position that is not over is worth 0")];

    fn evaluation(name: &str) -> Option<Self::Evaluation> {
        (name == "none").then_some(|_| 0)
    }

    fn side_to_move(pos: &Coins) -> usize {
        usize::from(pos.second)
    }

    fn move_text(_: &Coins, m: u8) -> String {
        m.to_string()
    }

    /// The board: a string a row, a character a square.
    fn rows(pos: &Coins) -> Vec<String> {
        vec!["o".repeat(pos.left.into())]
    }

    /// The positions of `bench`, each with its depth.
    fn bench() -> Vec<(Coins, u32)> {
        vec![(Coins::start(), 21)]
    }
}

fn main() -> ExitCode {
    cli::program::main::<Table>(&Coins::start())
}
