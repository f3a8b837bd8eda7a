//! A whole program for a game that has the shared commands alone.

use std::process::ExitCode;

use clap::{Args, Parser};
use search_core::Position;

use crate::args::{self, Command};
use crate::error::{Error, exit};
use crate::game::{Game, PositionArgs};
use crate::output::Output;
use crate::{commands, record};

/// A position by the moves that lead to it.
#[derive(Args, Clone, Debug, Default)]
pub struct MovesArgs {
    /// Moves to play from the start.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', num_args = 1.., allow_negative_numbers = true)]
    pub moves: Vec<String>,
}

impl PositionArgs for MovesArgs {
    fn given(&self) -> Option<&'static str> {
        (!self.moves.is_empty()).then_some("--moves")
    }
}

/// The command line. Without a command: play.
#[derive(Parser, Debug)]
#[command(version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Option<Command<MovesArgs>>,
}

/// Runs the command line of the process: a game that begins from one position,
/// with all shared commands. A `main` needs nothing else.
pub fn main<G: Game>(start: &G::Position) -> ExitCode {
    exit(G::NAME, run::<G>(start, &Output::stdout()).map_err(Into::into))
}

fn run<G: Game>(start: &G::Position, out: &Output) -> Result<(), Error> {
    let program: Program = args::parse(std::env::args_os())?;
    let command = match program.command {
        Some(command) => command,
        None => args::parse::<Program>([G::NAME, "play"])?
            .command
            .ok_or_else(|| Error::usage("expected a command"))?,
    };
    let given = record::position_args(&command, G::NAME)?;
    if matches!(command, Command::Play(_)) && !given.moves.is_empty() {
        // A saved game begins where all games begin.
        return Err(Error::usage(
            "--moves does not go with play: expected --load, or moves typed in",
        ));
    }
    let (mut pos, mut moves) = (start.clone(), Vec::new());
    for word in given.moves.iter().flat_map(|words| words.split_whitespace()) {
        let m = match G::ending(&pos) {
            Some(_) => Err("the game is over".to_owned()),
            None => G::parse_move(&pos, word),
        };
        let m =
            m.map_err(|e| record::of_file(&command, Error::usage(format_args!("--moves: {e}"))))?;
        pos.make(m);
        moves.push(m);
    }
    match &command {
        Command::Board(args) => commands::draw_board::<G, _>(args, &pos, &moves, out),
        _ => commands::run::<G, _>(&command, &pos, out),
    }
}
