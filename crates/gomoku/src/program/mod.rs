//! Its commands.

mod analyze;
mod convert;
mod drawing;
mod forbidden;
mod library;
mod picture;
pub(crate) mod protocol;
mod solve;
pub(crate) mod table;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::args::{self, Command};
use cli::{Error, Output, PositionArgs, View, record, words};
use gomoku::{Board, Gomoku, Point, Rule, Size};

use table::Table;

/// Five in a row (gomoku, renju): an engine that speaks the Gomocup protocol,
/// and commands for people.
///
/// Without a command: the engine for a manager or a GUI. Points are a column
/// letter from the left and a row number from below (h8).
#[derive(Parser, Debug)]
#[command(name = "gomoku", version, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true)]
struct Program {
    /// Set a tunable of the search; a name that does not exist tells those that do.
    #[arg(long, value_name = "NAME=VALUE", value_parser = args::setting)]
    set: Vec<(String, i64)>,
    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand, Debug)]
enum Commands {
    #[command(flatten)]
    Shared(Command<GomokuArgs>),
    /// List the points that renju forbids Black, and why.
    Forbidden(forbidden::ForbiddenArgs),
    /// Prove that the side to move wins by fours or threats.
    Solve(solve::SolveArgs),
    /// Read games and openings and write them in another format.
    Convert(convert::ConvertArgs),
    /// Judge every move of the game of a PSQ or SGF file, or of a saved game.
    Analyze(analyze::GomokuAnalyzeArgs),
    /// Build a library of openings, or show what one says.
    Library(library::LibraryArgs),
}

/// What stands for a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stones {
    /// Black and white discs.
    Discs,
    /// X for Black, O for White.
    Letters,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

/// The position.
#[derive(Args, Clone, Debug)]
pub(crate) struct GomokuArgs {
    /// Columns, and rows, 5 to 22; 15 unless given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<5, 22>)]
    size: Option<u64>,
    /// freestyle (five or more win; the default), standard (exactly five) or
    /// renju (Black has forbidden points).
    #[arg(long)]
    rule: Option<Rule>,
    /// Moves, Black's first: `h8 i9`, `h8,i9` or `h8i9`. Behind stones that are
    /// given by --black and --white, they are played on from there.
    #[arg(long, value_name = "P", value_delimiter = ',', num_args = 1..)]
    moves: Vec<String>,
    /// Black's stones, in any order.
    #[arg(long, value_name = "P", value_delimiter = ',', num_args = 1..)]
    black: Vec<String>,
    /// White's stones: as many as Black's, or one less; White is to move then.
    #[arg(long, value_name = "P", value_delimiter = ',', num_args = 1..)]
    white: Vec<String>,
    /// What stands for the stones of drawn boards; discs unless the terminal
    /// cannot show them.
    #[arg(long, value_enum)]
    stones: Option<Stones>,
    /// Whether `play` plays openings from its library; on, unless given, where time
    /// alone limits the engine.
    #[arg(long, value_enum)]
    library: Option<Switch>,
}

impl PositionArgs for GomokuArgs {
    const PLAYERS: &'static [(&'static str, &'static str)] =
        &[("windows", "the lecture's second player: windows of five, one look, no search")];

    fn given(&self) -> Option<&'static str> {
        first(&[
            (self.size.is_some(), "--size"),
            (self.rule.is_some(), "--rule"),
            (!self.moves.is_empty(), "--moves"),
            (!self.black.is_empty(), "--black"),
            (!self.white.is_empty(), "--white"),
        ])
    }

    fn uses_known_moves(&self) -> bool {
        self.library != Some(Switch::Off)
    }

    fn view(&self) -> View {
        let letters = match self.stones {
            Some(stones) => stones == Stones::Letters,
            None => !words::speaks_unicode(),
        };
        View { letters, ..View::default() }
    }

    fn picture_view(&self) -> View {
        View { letters: self.stones == Some(Stones::Letters), ..View::default() }
    }
}

impl GomokuArgs {
    /// Refuses what would mean nothing to a command that draws no board.
    fn check(&self, command: &str, draws: bool) -> Result<(), Error> {
        if self.library.is_some() {
            return Err(Error::usage("--library means nothing here: expected with play"));
        }
        if self.stones.is_none() || draws {
            return Ok(());
        }
        Err(Error::usage(format_args!(
            "--stones means nothing to {command}: expected where a board is drawn"
        )))
    }

    fn position(&self) -> Result<Gomoku, Error> {
        let size = self.size.and_then(|n| Size::new(usize::try_from(n).ok()?)).unwrap_or_default();
        let rule = self.rule.unwrap_or_default();
        let black = points("--black", &self.black, size)?;
        let white = points("--white", &self.white, size)?;
        let mut game = if black.is_empty() && white.is_empty() {
            Gomoku::new(rule, size)
        } else {
            let board = Board::with_stones(rule, size, &black, &white);
            let wrong = |e| Error::usage(format_args!("--black, --white: {e}"));
            Gomoku::from_board(board.map_err(wrong)?)
        };
        for point in points("--moves", &self.moves, size)? {
            game.play(point).map_err(|e| Error::usage(format_args!("--moves: {e}")))?;
        }
        Ok(game)
    }
}

/// The points that the words of an option name.
fn points(option: &str, words: &[String], size: Size) -> Result<Vec<Point>, Error> {
    let names = words.iter().flat_map(|word| word.split_whitespace()).flat_map(names);
    let read =
        |name| Point::parse(name, size).map_err(|e| Error::usage(format_args!("{option}: {e}")));
    names.map(read).collect()
}

/// The names that are run together in a word: each begins with a letter.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let begins = |(_, c): &(usize, char)| c.is_alphabetic();
        let end = rest.char_indices().skip(1).find(begins).map_or(rest.len(), |(i, _)| i);
        let (name, more) = rest.split_at(end);
        rest = more;
        (!name.is_empty()).then_some(name)
    })
}

/// The name of the first that is given.
fn first(given: &[(bool, &'static str)]) -> Option<&'static str> {
    given.iter().find_map(|(given, name)| given.then_some(*name))
}

/// Runs the command line.
pub(crate) fn run() -> anyhow::Result<()> {
    let program: Program = args::parse(std::env::args_os())?;
    let out = Output::stdout();
    match &program.command {
        None => Ok(protocol::run(args::tuned::<Gomoku>(&program.set)?.params, &out)?),
        Some(Commands::Forbidden(args)) => Ok(args.run(&out)?),
        Some(Commands::Solve(args)) => Ok(args.run(&out)?),
        Some(Commands::Convert(args)) => Ok(args.run(&out)?),
        Some(Commands::Analyze(args)) => Ok(args.run(&out)?),
        Some(Commands::Library(args)) => Ok(args.run(&out)?),
        Some(Commands::Shared(command)) => Ok(shared(command, &out)?),
    }
}

fn shared(command: &Command<GomokuArgs>, out: &Output) -> Result<(), Error> {
    let args = record::position_args(command, "gomoku")?;
    let pos = args.position().map_err(|e| record::of_file(command, e))?;
    match command {
        Command::Perft(_) => args.check("perft", false)?,
        Command::Tree(_) => args.check("tree", false)?,
        Command::Search(args::SearchArgs { json, .. })
        | Command::Compare(args::CompareArgs { json, .. })
        | Command::Status(args::StatusArgs { json, .. }) => args.check("--json", !json)?,
        Command::Board(_) => args.check("board", true)?,
        Command::Play(_) | Command::Bench(_) => {}
    }
    cli::commands::run::<Table, _>(command, &pos, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_run_together() {
        let split = |word| names(word).collect::<Vec<_>>();
        assert_eq!(split("h8i9g10"), ["h8", "i9", "g10"]);
        assert_eq!(split("h8"), ["h8"]);
        assert_eq!(split("8h8"), ["8", "h8"]);
        assert_eq!(split("hh8"), ["h", "h8"]);
        assert_eq!(split("é8"), ["é8"]);
        assert!(split("").is_empty());
    }
}
