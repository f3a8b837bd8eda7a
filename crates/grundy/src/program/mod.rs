//! Its commands, and how a position is given.

mod bench;
mod coins;
mod compute;
mod octal;
mod picture;
mod solve;
mod tree;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::analysis::{self, AnalyzeArgs};
use cli::args::{
    self, BenchArgs, Command, CompareArgs, DrawArgs, PerftArgs, PlayArgs, SearchArgs, StatusArgs,
};
use cli::{Error, Output, PositionArgs, record};
use grundy::{Heaps, Misere, Side, Split};

use coins::{Coins, Rules};

/// Grundy's game: play, search, perfect play, the graph of the game.
///
/// Without a command: play. Heaps are plain numbers, such as 7 4 2; a move is
/// written as a sum, such as 7=4+3. Who cannot move has lost.
#[derive(Parser, Debug)]
#[command(name = "grundy", version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand, Debug)]
enum Commands {
    /// Play against the engine.
    #[command(
        after_help = "Without --depth, --nodes or --movetime the engine thinks 1 second a move."
    )]
    Play(PlayArgs<HeapArgs>),
    /// Search one position: best move, score, line.
    #[command(
        after_help = "Without --depth, --nodes or --movetime the engine searches for 2 seconds, or until all is known; \
                      a textbook algorithm to a depth of about a million nodes."
    )]
    Search(SearchArgs<HeapArgs>),
    /// The same search by each algorithm, side by side.
    Compare(CompareArgs<HeapArgs>),
    /// Side to move, legal moves, nim-value, and whether the game is over.
    Status(StatusArgs<HeapArgs>),
    /// Count the move sequences of a length.
    Perft(PerftArgs<HeapArgs>),
    /// Nim-values, the winner, and all winning moves, without search.
    Solve(solve::SolveArgs),
    /// The values of all heaps up to N: rare ones, maxima, counts, a checksum.
    Compute(compute::ComputeArgs),
    /// Search fixed positions without nim-values; the node count tells builds apart.
    Bench(BenchArgs),
    /// Nim-values of an octal game such as .77 (Kayles), and proof of their period.
    Octal(octal::OctalArgs),
    /// Draw the AND/OR graph of the game by levels, with who wins how; or the
    /// tree that a search visits.
    Tree(tree::GraphArgs),
    /// Draw the heaps: for the terminal, or as a picture with the best line.
    Board(DrawArgs<HeapArgs>),
    /// Judge every move of a game that `play` has saved.
    Analyze(AnalyzeArgs),
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ToMove {
    First,
    Second,
}

/// The position.
#[derive(Args, Clone, Debug)]
pub(crate) struct HeapArgs {
    /// The heaps, in coins; one of 7, the lecture's start, unless given.
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    words: Vec<String>,
    /// The heaps, in coins.
    #[arg(long, value_name = "HEAP", num_args = 1.., allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Moves to play from there.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', num_args = 1.., allow_negative_numbers = true)]
    moves: Vec<String>,
    /// Whose turn it is before --moves; first unless given.
    #[arg(long, value_enum)]
    to_move: Option<ToMove>,
    /// Who cannot move has won.
    #[arg(long)]
    misere: bool,
}

impl PositionArgs for HeapArgs {
    fn given(&self) -> Option<&'static str> {
        let given = [
            (!self.words.is_empty(), "a heap"),
            (!self.heaps.is_empty(), "--heaps"),
            (!self.moves.is_empty(), "--moves"),
            (self.to_move.is_some(), "--to-move"),
            (self.misere, "--misere"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

impl HeapArgs {
    /// The position, whatever its size.
    fn position(&self) -> Result<Heaps, Error> {
        let words = match (&self.words[..], &self.heaps[..]) {
            ([], []) => &["7".to_owned()],
            ([], words) | (words, []) => words,
            ([word, ..], _) => {
                return Err(Error::usage(format_args!(
                    "{} and --heaps: expected one of them",
                    cli::words::quote(word)
                )));
            }
        };
        // `7,4,2` is as clear as `7 4 2`; an empty word is a mistake.
        let words = words.iter().flat_map(|word| word.split(',')).map(str::trim);
        let mut heaps = Heaps::from_words(words).map_err(Error::usage)?;
        if self.to_move == Some(ToMove::Second) {
            heaps = heaps.with_side(Side::Second);
        }
        for word in &self.moves {
            let split = word.parse::<Split>().and_then(|split| heaps.check(split));
            let split = split.map_err(|e| Error::usage(format_args!("--moves: {e}")))?;
            heaps = search_core::Position::after(&heaps, split);
        }
        Ok(heaps)
    }

    /// The position for commands that look at every move.
    fn searchable(&self) -> Result<Heaps, Error> {
        let heaps = self.position()?;
        if heaps.coins() > coins::MAX_COINS {
            return Err(Error::usage(format_args!(
                "{} coins are too many to search: expected at most {} (solve takes heaps of up to {})",
                heaps.coins(),
                coins::MAX_COINS,
                Heaps::MAX_HEAP
            )));
        }
        Ok(heaps)
    }
}

/// Runs the command line.
pub(crate) fn run() -> anyhow::Result<()> {
    let program: Program = args::parse(std::env::args_os())?;
    let out = Output::stdout();
    let command = match program.command {
        Some(command) => command,
        None => args::parse::<Program>(["grundy", "play"])?
            .command
            .ok_or_else(|| anyhow::anyhow!("`play` is a command"))?,
    };
    match command {
        Commands::Play(args) => shared(&Command::Play(args), &out)?,
        Commands::Search(args) => shared(&Command::Search(args), &out)?,
        Commands::Compare(args) => shared(&Command::Compare(args), &out)?,
        Commands::Status(args) => shared(&Command::Status(args), &out)?,
        Commands::Perft(args) => shared(&Command::Perft(args), &out)?,
        Commands::Solve(args) => args.run(&out)?,
        Commands::Compute(args) => args.run(&out)?,
        Commands::Bench(args) => bench::run(&args, &out)?,
        Commands::Octal(args) => args.run(&out)?,
        Commands::Tree(args) => args.run(&out)?,
        Commands::Analyze(args) => analyze(&args, &out)?,
        Commands::Board(args) => shared(&Command::Board(args), &out)?,
    }
    Ok(())
}

/// A command that every game has.
fn shared(command: &Command<HeapArgs>, out: &Output) -> Result<(), Error> {
    let args = record::position_args(command, "grundy")?;
    let run = if args.misere { of_rules::<Misere> } else { of_rules::<Heaps> };
    run(command, &args, out)
}

/// `analyze`: a saved game with what the engine says of every move.
fn analyze(args: &AnalyzeArgs, out: &Output) -> Result<(), Error> {
    let record = analysis::read_saved(args, &args.read()?, "grundy")?;
    let heaps: HeapArgs = args::parse_position(&record.position).map_err(|e| args.unfit(e))?;
    let start = heaps.searchable().map_err(|e| args.unfit(e))?;
    match heaps.misere {
        true => analysis::run_saved::<Coins<Misere>>(args, &record, &Misere::of(start), out),
        false => analysis::run_saved::<Coins<Heaps>>(args, &record, &start, out),
    }
}

/// The same, by one set of rules.
fn of_rules<R: Rules>(
    command: &Command<HeapArgs>,
    args: &HeapArgs,
    out: &Output,
) -> Result<(), Error> {
    let heaps = args.searchable().map_err(|e| record::of_file(command, e))?;
    match command {
        // Heaps do not tell how they came about.
        Command::Board(draw) => {
            let moves: Vec<Split> =
                args.moves.iter().filter_map(|word| word.parse().ok()).collect();
            cli::commands::draw_board::<Coins<R>, _>(draw, &R::of(heaps), &moves, out)
        }
        _ => cli::commands::run::<Coins<R>, _>(command, &R::of(heaps), out),
    }
}
