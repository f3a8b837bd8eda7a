//! Its commands.

use clap::{Parser, Subcommand};

/// Grundy's game: play, search, perfect play, the graph of the game, nim-values.
#[derive(Parser, Debug)]
#[command(name = "grundy", version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand, Debug)]
enum Commands {}

/// Runs the command line.
pub(crate) fn run() -> anyhow::Result<()> {
    let _: Program = cli::args::parse(std::env::args_os())?;
    Ok(())
}
