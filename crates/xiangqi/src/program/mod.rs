//! Its commands.

mod analyze;
mod bench;
mod convert;
mod drawing;
mod eval;
mod picture;
pub(crate) mod protocol;
mod solve;
pub(crate) mod table;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cli::args::{self, Command};
use cli::{Error, Output, PositionArgs, View, record, words};
use xiangqi::{RepetitionRule, Rules, START, Xiangqi};

use table::Table;

/// Xiangqi (Chinese chess): an engine that speaks UCI and UCCI, and commands for people.
///
/// Without a command: the engine for a GUI. Moves are written as UCI does
/// (h2e2: files a to i, ranks 0 to 9); ICCS, WXF and Chinese are read, too.
#[derive(Parser, Debug)]
#[command(name = "xiangqi", version, propagate_version = true)]
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
    Shared(Command<BoardArgs>),
    /// Prove that the side to move mates, or is mated.
    Solve(solve::SolveArgs),
    /// Show what the evaluation sees, term by term.
    Eval(eval::EvalArgs),
    /// Read the games of a PGN file and write them in another notation.
    Convert(convert::ConvertArgs),
    /// Judge every move of the games of a PGN file, or of a saved game.
    Analyze(analyze::XiangqiAnalyzeArgs),
}

/// What stands on the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pieces {
    /// Chinese characters.
    Chinese,
    /// The letters of the FEN.
    Letters,
}

/// The position.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    /// The position; the start of a game unless given.
    #[arg(long, value_name = "FEN", num_args = 1..)]
    fen: Vec<String>,
    /// Moves to play from there.
    #[arg(long, value_name = "M", value_delimiter = ',', num_args = 1..)]
    moves: Vec<String>,
    /// What a third occurrence of a position means: asian (perpetual check and
    /// perpetual chase lose, all else is a draw; the default) or none (a draw).
    #[arg(long)]
    rule: Option<RepetitionRule>,
    /// Plies without a capture that make a draw; 120 unless given, 0: never.
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = args::whole::<0, 65_535>)]
    sixty_moves: Option<u64>,
    /// Draw boards from Black's side.
    #[arg(long)]
    flip: bool,
    /// What stands on the pieces of drawn boards; Chinese unless the terminal
    /// cannot show it.
    #[arg(long, value_enum)]
    pieces: Option<Pieces>,
}

impl PositionArgs for BoardArgs {
    fn given(&self) -> Option<&'static str> {
        let given = [(!self.fen.is_empty(), "--fen"), (!self.moves.is_empty(), "--moves")];
        first(&given).or_else(|| self.rules_given())
    }

    fn view(&self) -> View {
        let letters = match self.pieces {
            Some(pieces) => pieces == Pieces::Letters,
            None => !words::speaks_unicode(),
        };
        View { flipped: self.flip, letters }
    }

    fn picture_view(&self) -> View {
        View { flipped: self.flip, letters: self.pieces == Some(Pieces::Letters) }
    }
}

impl BoardArgs {
    /// The rules asked for.
    fn rules(&self) -> Rules {
        let mut rules = Rules::default();
        rules.repetition = self.rule.unwrap_or(rules.repetition);
        if let Some(plies) = self.sixty_moves {
            rules.quiet_limit = u16::try_from(plies).ok().filter(|&plies| plies > 0);
        }
        rules
    }

    /// The first option of the rules that is given.
    fn rules_given(&self) -> Option<&'static str> {
        first(&[(self.rule.is_some(), "--rule"), (self.sixty_moves.is_some(), "--sixty-moves")])
    }

    /// Refuses options that would mean nothing to a command.
    fn check(&self, command: &str, draws: bool, judges: bool) -> Result<(), Error> {
        let view = first(&[(self.flip, "--flip"), (self.pieces.is_some(), "--pieces")]);
        let view = view.filter(|_| !draws).map(|name| (name, "a board is drawn"));
        let rules = self.rules_given().filter(|_| !judges);
        let rules = rules.map(|name| (name, "positions are judged by them"));
        match view.or(rules) {
            None => Ok(()),
            Some((name, where_)) => Err(Error::usage(format_args!(
                "{name} means nothing to {command}: expected where {where_}"
            ))),
        }
    }

    fn position(&self) -> Result<Xiangqi, Error> {
        // The fields of a FEN that was not put between quotes are words of their own.
        let fen = self.fen.join(" ");
        let fen = match self.fen.is_empty() {
            true => START,
            false => &fen,
        };
        let wrong = |e| Error::usage(format_args!("--fen: {e}"));
        let mut game = Xiangqi::from_fen(fen).map_err(wrong)?.with_rules(self.rules());
        for word in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            let m = table::parse_move(&game, word);
            let played = m.and_then(|m| game.play(m).map_err(|e| e.to_string()));
            played.map_err(|e| Error::usage(format_args!("--moves: {e}")))?;
        }
        Ok(game)
    }
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
        None => Ok(protocol::run(args::tuned::<Xiangqi>(&program.set)?, &out)?),
        Some(Commands::Solve(args)) => Ok(args.run(&out)?),
        Some(Commands::Eval(args)) => Ok(args.run(&out)?),
        Some(Commands::Convert(args)) => Ok(args.run(&out)?),
        Some(Commands::Analyze(args)) => Ok(args.run(&out)?),
        Some(Commands::Shared(command)) => Ok(shared(command, &out)?),
    }
}

fn shared(command: &Command<BoardArgs>, out: &Output) -> Result<(), Error> {
    let args = record::position_args(command, "xiangqi")?;
    let pos = args.position().map_err(|e| record::of_file(command, e))?;
    match command {
        Command::Perft(_) => args.check("perft", false, false)?,
        Command::Tree(_) => args.check("tree", false, true)?,
        Command::Search(args::SearchArgs { json, .. })
        | Command::Compare(args::CompareArgs { json, .. })
        | Command::Status(args::StatusArgs { json, .. }) => args.check("--json", !json, true)?,
        Command::Play(_) | Command::Bench(_) | Command::Board(_) => {}
    }
    cli::commands::run::<Table, _>(command, &pos, out)
}
