//! Makes training data: games of our engine against itself.
#![forbid(unsafe_code)]

use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::process::ExitCode;

use benches::openings::{self, Game};
use benches::tuning::file::{Origin, Writer};
use benches::tuning::selfplay::{self, Recipe};
use benches::tuning::{Terms, Training};
use clap::{Args, Parser, Subcommand};
use cli::args::{self, whole};
use cli::progress::Progress;
use cli::words::quote;
use cli::{Error, Output};
use xiangqi::Xiangqi;

/// Makes training data: games of our engine against itself, position by position,
/// with the score of the search and the result of the game.
///
/// Every game begins with random moves and is the same on any machine, as long as
/// the engine stays as it is, however many threads play. A file that is there is
/// gone on with: after Ctrl-C, or worse, the same command plays the games that
/// are missing.
#[derive(Parser, Debug)]
#[command(name = "datagen", version)]
struct Program {
    #[command(subcommand)]
    game: Asked,
}

#[derive(Subcommand, Debug)]
enum Asked {
    /// Chinese chess.
    Xiangqi(DataArgs),
    /// Five in a row.
    Gomoku(GomokuArgs),
}

#[derive(Args, Debug)]
struct GomokuArgs {
    /// The rule: freestyle, standard or renju.
    #[arg(long, default_value = "freestyle")]
    rule: gomoku::Rule,
    /// Points on a side of the board.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "15", value_parser = whole::<5, 20>)]
    size: u64,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Args, Debug)]
struct DataArgs {
    /// Where the random numbers begin.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// How many games the file is to hold.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1000", value_parser = whole::<1, 100_000_000>)]
    games: u64,
    /// Nodes of each search.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "2500", value_parser = whole::<1, { u64::MAX }>)]
    nodes: u64,
    /// Threads, each with games of its own.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<1, 1024>)]
    threads: u64,
    /// Let every other game begin from an opening of this file, with random moves behind it.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies after which a game is a draw.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "300", value_parser = whole::<1, 60_000>)]
    max_plies: u64,
    /// Where the games go.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

fn main() -> ExitCode {
    cli::exit("datagen", run())
}

fn run() -> anyhow::Result<()> {
    let Program { game } = args::parse(std::env::args_os())?;
    match game {
        Asked::Xiangqi(asked) => {
            let mut starts = vec![Xiangqi::start()];
            if let Some(path) = &asked.openings {
                let read = openings::read(path, Game::Xiangqi).map_err(Error::failure)?;
                starts.extend(read.iter().filter_map(openings::Opening::xiangqi));
            }
            asked.make(&starts)
        }
        Asked::Gomoku(GomokuArgs { rule, size, data }) => {
            let size = usize::try_from(size).ok().and_then(gomoku::Size::new);
            let size = size.unwrap_or(gomoku::Size::FIFTEEN);
            let mut starts = vec![gomoku::Gomoku::new(rule, size)];
            if let Some(path) = &data.openings {
                let read =
                    openings::read(path, Game::Gomoku { rule, size }).map_err(Error::failure)?;
                starts.extend(read.iter().filter_map(|opening| opening.gomoku(rule, size)));
            }
            data.make(&starts)
        }
    }
}

impl DataArgs {
    fn recipe(&self, terms: Terms) -> Result<Recipe, Error> {
        Ok(Recipe {
            seed: self.seed,
            nodes: self.nodes,
            plies: terms.plies,
            more_plies: terms.more_plies,
            balance: terms.balance,
            win: terms.win,
            max_plies: usize::try_from(self.max_plies).map_err(Error::usage)?,
        })
    }

    fn make<P: Training>(&self, starts: &[P]) -> anyhow::Result<()> {
        let recipe = self.recipe(P::TERMS)?;
        let mut text = recipe.text().into_bytes();
        for start in starts {
            text.extend(start.key().to_le_bytes());
        }
        let origin = Origin { seed: self.seed, recipe: crc32fast::hash(&text) };
        let mut writer = Writer::<P>::open(&self.output, &origin).map_err(Error::failure)?;
        let stop = benches::stopped_by_the_keyboard()?;
        let games = usize::try_from(self.games).map_err(Error::usage)?;
        let threads = usize::try_from(self.threads).map_err(Error::usage)?;
        let mut progress = Progress::new(self.games, "games");
        progress.add(writer.games() as u64);
        let mut failed = Ok(());
        let missing = writer.games()..games.max(writer.games());
        selfplay::play(&recipe, starts, missing, threads, &stop, |bytes| {
            progress.add(1);
            failed = writer.write(bytes);
            if failed.is_ok() { Continue(()) } else { Break(()) }
        })
        .map_err(Error::failure)?;
        progress.finish();
        failed.map_err(Error::failure)?;
        let name = quote(&self.output.to_string_lossy());
        if writer.games() < games {
            let text = format!("stopped: {name} holds {} games of {games}", writer.games());
            return Err(Error::failure(text).into());
        }
        Output::stdout().line(format_args!("{name}: {} games", writer.games()))?;
        Ok(())
    }
}
