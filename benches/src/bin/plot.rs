//! Draws figures as SVG: nodes by depth, the history of a match, nim-values.
#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use benches::connect_four::{self, game::ConnectFour};
use benches::plots::{self, History, Ladder, Series, nodes_by_depth};
use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::words::quote;
use cli::{Error, Output, args};
use gomoku::{Gomoku, Point, Rule, Size};
use grundy::record::Sparse;
use tictactoe::{OpenLines, TicTacToe};
use xiangqi::Xiangqi;

/// Draw figures as SVG, each by one command.
#[derive(Parser, Debug)]
#[command(name = "plot", version)]
struct Arguments {
    #[command(subcommand)]
    figure: Figure,
}

#[derive(Subcommand, Debug)]
enum Figure {
    /// How many nodes each algorithm visits, by depth, on a scale of powers.
    Nodes(NodesArgs),
    /// How the Elo of a match came about, from the journal that `arena` writes.
    History(HistoryArgs),
    /// The nim-values of Grundy's game, a point for each heap.
    NimValues(NimArgs),
}

/// The same on every machine.
#[derive(Args, Debug)]
struct NodesArgs {
    /// The game.
    #[arg(value_enum, default_value = "xiangqi")]
    game: Game,
    /// The greatest depth.
    #[arg(long, value_name = "D", default_value = "12", allow_negative_numbers = true, value_parser = args::whole::<1, 60>)]
    depth: u64,
    /// Go no deeper with an algorithm that needs more nodes than this.
    #[arg(long, value_name = "N", default_value = "20000000", allow_negative_numbers = true, value_parser = args::whole::<1, { u64::MAX }>)]
    nodes: u64,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct HistoryArgs {
    /// The journal: the file beside the games whose name ends in `.jsonl`.
    #[arg(value_name = "FILE")]
    journal: PathBuf,
    /// What stands above it.
    #[arg(long, default_value = "History of a match")]
    title: String,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct NimArgs {
    /// The greatest heap.
    #[arg(value_name = "N", default_value = "20000", allow_negative_numbers = true, value_parser = args::whole::<1, 10_000_000>)]
    greatest: u64,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    Gomoku,
    Tictactoe,
    ConnectFour,
    Xiangqi,
}

impl Game {
    fn figure(self, ladder: Ladder) -> anyhow::Result<(&'static str, Vec<Series>)> {
        Ok(match self {
            Self::Gomoku => {
                let mut game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
                for name in ["h8", "i9", "i8", "g8", "h9", "h7"] {
                    game.play(Point::parse(name, Size::FIFTEEN)?)?;
                }
                let evaluation = gomoku::Evaluation::default();
                ("gomoku after six moves", nodes_by_depth(&game, &evaluation, ladder))
            }
            Self::Tictactoe => {
                ("tic-tac-toe", nodes_by_depth(&TicTacToe::new(), &OpenLines, ladder))
            }
            Self::ConnectFour => {
                let evaluation: fn(&ConnectFour) -> i32 = connect_four::evaluate;
                ("Connect Four", nodes_by_depth(&ConnectFour::default(), &evaluation, ladder))
            }
            Self::Xiangqi => {
                let evaluation = xiangqi::Evaluation::default();
                ("xiangqi", nodes_by_depth(&Xiangqi::start(), &evaluation, ladder))
            }
        })
    }
}

fn main() -> ExitCode {
    cli::exit("plot", run())
}

fn run() -> anyhow::Result<()> {
    let given: Arguments = args::parse(std::env::args_os())?;
    let (figure, output) = match &given.figure {
        Figure::Nodes(args) => {
            let ladder = Ladder { depth: args.depth as u32, nodes: args.nodes };
            let (name, series) = args.game.figure(ladder)?;
            (plots::nodes(&format!("Nodes by depth: {name}"), &series)?, &args.output)
        }
        Figure::History(args) => {
            let name = quote(&args.journal.to_string_lossy());
            let failed = |e: &dyn std::fmt::Display| Error::failure(format_args!("{name}: {e}"));
            let text = fs::read_to_string(&args.journal).map_err(|e| failed(&e))?;
            let all = History::read(&text).map_err(|e| failed(&e))?;
            (plots::history(&args.title, &all)?, &args.output)
        }
        Figure::NimValues(args) => {
            let values = Sparse::up_to(args.greatest as u32);
            (plots::nim_values(values.values())?, &args.output)
        }
    };
    cli::commands::write_drawing(output.as_deref(), figure, &Output::stdout())?;
    Ok(())
}
