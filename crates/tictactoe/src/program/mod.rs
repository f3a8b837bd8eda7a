//! Its commands, and which type holds a board.

mod grid;
mod picture;
mod solve;

use clap::{Args, Parser, Subcommand};
use cli::analysis::{self, AnalyzeArgs};
use cli::args::{self, Command};
use cli::words::quote;
use cli::{Error, Output, PositionArgs, record};
use tictactoe::{Board, Folded, Mnk, Rules, TicTacToe};

use grid::Grid;

/// Tic-tac-toe and m,n,k games: play, search, compare algorithms, prove values.
///
/// Without a command: play. Squares are numbered from 0, row by row from the
/// top, or named by column and row (a1 is below, to the left).
#[derive(Parser, Debug)]
#[command(name = "tictactoe", version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand, Debug)]
enum Commands {
    #[command(flatten)]
    Shared(Command<BoardArgs>),
    /// Prove the value of a position, and count a small game.
    Solve(solve::SolveArgs),
    /// Judge every move of a game that `play` has saved.
    Analyze(AnalyzeArgs),
}

/// The position.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    /// The board, row by row from the top: X, O, and . for an empty square.
    #[arg(long, value_name = "XO./.X./...", allow_hyphen_values = true)]
    board: Option<String>,
    /// Columns, rows, and how many in a line win; 3,3,3 unless given.
    #[arg(long, value_name = "M,N,K", allow_hyphen_values = true)]
    mnk: Option<Rules>,
    /// Moves to play from there.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', num_args = 1.., allow_negative_numbers = true)]
    moves: Vec<String>,
    /// Count positions once that are images of each other.
    #[arg(long)]
    fold: bool,
}

impl PositionArgs for BoardArgs {
    fn given(&self) -> Option<&'static str> {
        let given = [
            (self.board.is_some(), "--board"),
            (self.mnk.is_some(), "--mnk"),
            (!self.moves.is_empty(), "--moves"),
            (self.fold, "--fold"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

impl BoardArgs {
    fn rules(&self) -> Rules {
        self.mnk.unwrap_or_default()
    }

    /// For commands that have no use for `--fold`: to hide moves from people
    /// would be wrong, and to ignore the word no better.
    fn whole(&self, command: &str) -> Result<(), Error> {
        if self.fold {
            return Err(Error::usage(format_args!(
                "--fold does not go with {command}: expected search, compare, perft or tree"
            )));
        }
        Ok(())
    }

    fn position<B: Board>(&self, rules: Rules) -> Result<B, Error> {
        let mut board = match &self.board {
            Some(text) => {
                let wrong = |e| Error::usage(format_args!("--board {}: {e}", quote(text)));
                B::parse(rules, text).map_err(wrong)?
            }
            None => B::empty(rules).map_err(Error::usage)?,
        };
        for word in &self.moves {
            let next = rules.square(word).map_err(|e| e.to_string());
            let next = next.and_then(|square| board.play(square).map_err(|e| e.to_string()));
            board = next.map_err(|e| Error::usage(format_args!("--moves: {e}")))?;
        }
        Ok(board)
    }
}

/// A shared command, on boards of one type.
fn shared<B: Board + Send + Sync + 'static>(
    command: &Command<BoardArgs>,
    args: &BoardArgs,
    out: &Output,
) -> Result<(), Error> {
    let board = args.position::<B>(args.rules()).map_err(|e| record::of_file(command, e))?;
    match command {
        // A board does not tell in which order its stones came.
        Command::Board(draw) => {
            let moves = args.moves.iter().filter_map(|word| board.rules().square(word).ok());
            cli::commands::draw_board::<Grid<B>, _>(draw, &board, &moves.collect::<Vec<_>>(), out)
        }
        _ => cli::commands::run::<Grid<B>, _>(command, &board, out),
    }
}

/// Runs the command line.
pub(crate) fn run() -> anyhow::Result<()> {
    let program: Program = args::parse(std::env::args_os())?;
    let out = Output::stdout();
    let command = match program.command {
        Some(command) => command,
        None => args::parse::<Program>(["tictactoe", "play"])?
            .command
            .ok_or_else(|| anyhow::anyhow!("`play` is a command"))?,
    };
    match &command {
        Commands::Solve(args) => Ok(args.run(&out)?),
        Commands::Analyze(args) => Ok(analyze(args, &out)?),
        Commands::Shared(command) => {
            let args = position_args(command)?;
            // The smallest and fastest type that holds the board. Types are few:
            // the engine is compiled for each.
            let wide = args.rules().squares() > 64;
            let run = match command {
                // It searches boards of its own, which this type holds all.
                Command::Bench(_) => shared::<Mnk<u64>>,
                _ if args.fold && wide => Err(Error::usage(format_args!(
                    "--fold: a board of {} squares is too large, expected at most 64",
                    args.rules().squares()
                )))?,
                _ if args.fold => shared::<Folded<Mnk<u64>>>,
                _ if args.rules() == Rules::TIC_TAC_TOE => shared::<TicTacToe>,
                _ if wide => shared::<Mnk<u128>>,
                _ => shared::<Mnk<u64>>,
            };
            Ok(run(command, &args, &out)?)
        }
    }
}

/// `analyze`: a saved game with what the engine says of every move.
fn analyze(args: &AnalyzeArgs, out: &Output) -> Result<(), Error> {
    let record = analysis::read_saved(args, &args.read()?, "tictactoe")?;
    let board: BoardArgs = args::parse_position(&record.position).map_err(|e| args.unfit(e))?;
    board.whole("analyze").map_err(|e| args.unfit(e))?;
    let of = match board.rules().squares() {
        _ if board.rules() == Rules::TIC_TAC_TOE => analyze_on::<TicTacToe>,
        ..=64 => analyze_on::<Mnk<u64>>,
        _ => analyze_on::<Mnk<u128>>,
    };
    of(args, &record, &board, out)
}

/// The same, on boards of one type.
fn analyze_on<B: Board + Send + Sync + 'static>(
    args: &AnalyzeArgs,
    record: &record::Record,
    board: &BoardArgs,
    out: &Output,
) -> Result<(), Error> {
    let start = board.position::<B>(board.rules()).map_err(|e| args.unfit(e))?;
    analysis::run_saved::<Grid<B>>(args, record, &start, out)
}

/// The position's arguments: of the command line, or of the game to be loaded.
fn position_args(command: &Command<BoardArgs>) -> Result<BoardArgs, Error> {
    let args = record::position_args(command, "tictactoe")?;
    match command {
        Command::Play(_) => args.whole("play").map_err(|e| record::of_file(command, e))?,
        Command::Status(_) => args.whole("status")?,
        Command::Board(_) => args.whole("board")?,
        _ => {}
    }
    Ok(args)
}
