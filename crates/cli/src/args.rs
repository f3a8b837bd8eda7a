//! Command-line arguments that all games share.
//!
//! Values are checked here, so that a bad one is named before anything runs.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use search_core::{Heuristics, Options, Ply, Skill};

use crate::draw::{Language, Style};
use crate::error::Error;
use crate::game::PositionArgs;
use crate::words::quote;

/// The greatest `--depth`: no line is searched deeper.
pub const MAX_DEPTH: u64 = Ply::MAX.get() as u64;
/// The greatest `--movetime`: a week.
pub const MAX_MOVETIME: u64 = 7 * 24 * 3600 * 1000;
/// The greatest `--threads`.
pub const MAX_THREADS: u64 = Options::MAX_THREADS as u64;
/// The greatest `--hash`: 32 TiB. Whether the machine has it is asked later.
pub const MAX_HASH: u64 = 1 << 25;

/// Reads a whole number within bounds; says what was expected.
///
/// # Errors
/// One line for the user.
pub fn whole<const MIN: u64, const MAX: u64>(text: &str) -> Result<u64, String> {
    // `parse` takes a plus sign; people who write one mean something else.
    let number = if text.starts_with('+') { None } else { text.parse().ok() };
    number.filter(|n| (MIN..=MAX).contains(n)).ok_or_else(|| match MAX {
        u64::MAX => format!("expected a whole number from {MIN}"),
        _ => format!("expected a whole number from {MIN} to {MAX}"),
    })
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    whole::<1, MAX_MOVETIME>(text).map(Duration::from_millis)
}

fn size<const MIN: u64, const MAX: u64>(text: &str) -> Result<usize, String> {
    whole::<MIN, MAX>(text).and_then(|n| usize::try_from(n).map_err(|e| e.to_string()))
}

fn plies(text: &str) -> Result<u32, String> {
    whole::<1, MAX_DEPTH>(text).map(|n| n as u32)
}

fn plies_from_none(text: &str) -> Result<u32, String> {
    whole::<0, MAX_DEPTH>(text).map(|n| n as u32)
}

/// Reads a level of skill.
fn skill(text: &str) -> Result<u32, String> {
    whole::<0, { Skill::FULL as u64 }>(text).map(|n| n as u32)
}

/// Reads `NAME=VALUE`, as `--set` takes it.
///
/// # Errors
/// What was expected.
pub fn setting(text: &str) -> Result<(String, i64), String> {
    let expected = || "expected NAME=VALUE with a whole number".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(expected)?;
    let value = value.trim().parse().map_err(|_| expected())?;
    Ok((name.trim().to_owned(), value))
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// The textbook's: every node visited.
    Minimax,
    /// The textbook's, with MAX and MIN nodes, fail-soft.
    AlphaBeta,
    /// Alpha-beta in its negamax form, fail-hard.
    Negamax,
    /// The engine: iterative deepening, principal variation search, table.
    Pvs,
}

impl Algorithm {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Pvs => "pvs",
        }
    }
}

/// Who finds a move: an algorithm that searches, or a player of the game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A search.
    Algorithm(Algorithm),
    /// One of [`PositionArgs::PLAYERS`].
    Player(&'static str),
}

/// Reads a method; says which there are.
fn method(
    players: &'static [(&'static str, &'static str)],
) -> impl TypedValueParser<Value = Method> {
    let algorithms = Algorithm::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let own = players.iter().map(|&(name, meaning)| PossibleValue::new(name).help(meaning));
    PossibleValuesParser::new(algorithms.chain(own)).map(|name| {
        let player = players.iter().find(|(player, _)| *player == name);
        let algorithm = Algorithm::from_str(&name, false).unwrap_or(Algorithm::Pvs);
        player.map_or(Method::Algorithm(algorithm), |&(name, _)| Method::Player(name))
    })
}

/// When a search ends.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArgs {
    /// Search this many plies deep.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = plies)]
    pub depth: Option<u32>,
    /// Search this many nodes.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    pub nodes: Option<u64>,
    /// Search for this many milliseconds.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds)]
    pub movetime: Option<Duration>,
}

impl LimitArgs {
    /// Whether any limit is given.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some()
    }
}

/// How the engine searches.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Threads that search; one unless given.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = size::<1, MAX_THREADS>)]
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB; 16 unless given.
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = size::<1, MAX_HASH>)]
    pub hash: Option<usize>,
    /// The evaluation, by name.
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// Set a tunable of the search; a name that does not exist tells those that do.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, i64)>,
}

/// The options that suit a game, with the tunables that `--set` names.
///
/// # Errors
/// [`Error::Usage`] for a tunable that does not exist or a value out of its bounds.
pub fn tuned<P: Heuristics>(set: &[(String, i64)]) -> Result<Options, Error> {
    let mut options = P::options();
    for (name, value) in set {
        options.params.set(name, *value).map_err(|e| Error::usage(format_args!("--set: {e}")))?;
    }
    Ok(options)
}

impl EngineArgs {
    /// The options of the engine, as the game wants them but for what is given.
    ///
    /// # Errors
    /// [`Error::Usage`] for a tunable that does not exist or a value out of its bounds.
    pub fn options<P: Heuristics>(&self) -> Result<Options, Error> {
        let (threads, hash_mb) = (self.threads.unwrap_or(1), self.hash.unwrap_or(16));
        Ok(Options { hash_mb, threads, ..tuned::<P>(&self.set)? })
    }

    /// The first option given that means something to the engine alone, and
    /// nothing to a textbook algorithm.
    #[must_use]
    pub fn for_the_engine_alone(&self) -> Option<&'static str> {
        let given = [
            (self.threads.is_some(), "--threads"),
            (self.hash.is_some(), "--hash"),
            (!self.set.is_empty(), "--set"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

impl<A: PositionArgs> SearchArgs<A> {
    /// The first option given that means nothing to a textbook algorithm.
    #[must_use]
    pub fn beyond_the_textbook(&self) -> Option<&'static str> {
        let given = [
            (self.limits.nodes.is_some(), "--nodes"),
            (self.limits.movetime.is_some(), "--movetime"),
            (self.multipv > 1, "--multipv"),
            (self.skill.is_some(), "--skill"),
        ];
        let given = given.into_iter().find_map(|(given, name)| given.then_some(name));
        given.or_else(|| self.engine.for_the_engine_alone())
    }

    /// The first option given that means nothing to a player who does not search.
    #[must_use]
    pub fn for_a_search(&self) -> Option<&'static str> {
        let given = [
            (self.limits.depth.is_some(), "--depth"),
            (self.engine.evaluation.is_some(), "--evaluation"),
            (!self.order.is_empty(), "--order"),
        ];
        let given = given.into_iter().find_map(|(given, name)| given.then_some(name));
        given.or_else(|| self.beyond_the_textbook())
    }
}

/// `search`: one search.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs<A: PositionArgs> {
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// When it ends; without a limit, after two seconds or when all is known.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Search as the engine does at this level, from 0 (a beginner) to 20 (full strength).
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, value_parser = skill)]
    pub skill: Option<u32>,
    /// How many best lines to find.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = size::<1, 500>)]
    pub multipv: usize,
    /// How to search; the textbook algorithms know --depth alone.
    #[arg(long, value_parser = method(A::PLAYERS), default_value = "pvs")]
    pub algorithm: Method,
    /// Consider only these moves at the root, in this order.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', allow_hyphen_values = true)]
    pub order: Vec<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `compare`: the same search by each algorithm.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs<A: Args> {
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// How deep, in plies.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = plies)]
    pub depth: Option<u32>,
    /// How the engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Compare only these.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub algorithm: Vec<Algorithm>,
    /// Consider only these moves at the root, in this order.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', allow_hyphen_values = true)]
    pub order: Vec<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `status`: what the rules say about a position.
#[derive(Args, Clone, Debug)]
pub struct StatusArgs<A: Args> {
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `perft`: counts move sequences.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs<A: Args> {
    /// How many plies.
    #[arg(value_name = "D", allow_negative_numbers = true, value_parser = plies_from_none)]
    pub depth: u32,
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// Print the count behind each first move.
    #[arg(long)]
    pub divide: bool,
    /// Threads that count.
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value = "1", value_parser = size::<1, MAX_THREADS>)]
    pub threads: usize,
}

/// `bench`: a fixed amount of work.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// Search every position this many plies deep, whatever is usual for it.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = plies)]
    pub depth: Option<u32>,
    /// How the engine searches; other options give other node counts.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// Indented lines.
    Text,
    /// For graphviz.
    Dot,
    /// A picture for documents and slides.
    Svg,
    /// A page for the browser that steps through the search; one file, no network.
    Html,
}

/// How a tree is drawn.
#[derive(Args, Clone, Debug)]
pub struct DrawingArgs {
    /// How it is written.
    #[arg(long, value_enum, default_value = "text")]
    pub format: TreeFormat,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Hide the answers: values stand at the leaves alone. A page for the browser
    /// begins with the exercise.
    #[arg(long)]
    pub exercise: bool,
    /// The language of titles and legends; a page for the browser begins with the
    /// browser's, unless given.
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
    /// The title, instead of what was searched and found.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Draw at most this many nodes; unless given, as many as fit a sheet as svg, where larger
    /// trees are folded, and 100000 otherwise.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size::<1, 10_000_000>)]
    pub limit: Option<usize>,
}

impl DrawingArgs {
    /// How many nodes are recorded.
    #[must_use]
    pub fn recorded(&self) -> usize {
        match self.format {
            // Which nodes are drawn is chosen among more than that.
            TreeFormat::Svg => self.limit.unwrap_or(0).max(RECORDED),
            TreeFormat::Text | TreeFormat::Dot | TreeFormat::Html => self.limit.unwrap_or(RECORDED),
        }
    }

    /// How an SVG is made.
    #[must_use]
    pub fn style(&self) -> Style {
        let language = self.lang.unwrap_or_default();
        Style { language, exercise: self.exercise, most: self.limit }
    }
}

/// So many nodes are recorded unless told otherwise.
const RECORDED: usize = 100_000;

/// Who moves at the root of a drawn tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RootPlayer {
    /// The player who chooses the greatest value.
    Max,
    /// The player who chooses the least value.
    Min,
}

/// `tree`: the searched tree.
#[derive(Args, Clone, Debug)]
pub struct TreeArgs<A: Args> {
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// How deep, in plies.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = plies)]
    pub depth: Option<u32>,
    /// Whose tree; alpha-beta's unless given.
    #[arg(long, value_enum)]
    pub algorithm: Option<Algorithm>,
    /// The evaluation, by name.
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// Consider only these moves at the root, in this order.
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', allow_hyphen_values = true)]
    pub order: Vec<String>,
    /// Who moves at the root; values are always MAX's. By default the side
    /// that begins the game is MAX.
    #[arg(long, value_enum)]
    pub root: Option<RootPlayer>,
    /// How it is drawn.
    #[command(flatten)]
    pub drawing: DrawingArgs,
    /// Give up after visiting this many nodes.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "10000000", value_parser = whole::<1, { u64::MAX }>)]
    pub nodes: u64,
}

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// As in the terminal.
    Text,
    /// A picture for documents.
    Svg,
}

/// `board`: the board, with what the engine sees on it.
#[derive(Args, Clone, Debug)]
pub struct DrawArgs<A: Args> {
    /// The position.
    #[command(flatten)]
    pub game: A,
    /// How it is written.
    #[arg(long, value_enum, default_value = "text")]
    pub format: BoardFormat,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Search, and show the best line, so many plies of it; 4 unless given.
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true, default_missing_value = "4", value_parser = plies)]
    pub pv: Option<u32>,
    /// Search every move, and show how good it is by colours (where a move is
    /// a point of the board).
    #[arg(long)]
    pub scores: bool,
    /// Show the numbers of the moves (where a move is a point of the board).
    #[arg(long)]
    pub numbers: bool,
    /// When each search ends: after 100000 nodes, or 5000 for each move of
    /// --scores, unless given.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// `play`: a person against the engine.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs<A: Args> {
    /// The position to begin from.
    #[command(flatten)]
    pub game: A,
    /// Your side; `both` for two people, `none` to watch the engine play itself.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// The engine's strength; without a limit it thinks a second a move.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Play at this level, from 0 (a beginner) to 20 (full strength, unless given).
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, value_parser = skill)]
    pub skill: Option<u32>,
    /// Go on with a game that was saved.
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
}

/// The commands that every game has.
#[derive(Subcommand, Clone, Debug)]
pub enum Command<A: PositionArgs> {
    /// Play against the engine.
    #[command(
        after_help = "Without --depth, --nodes or --movetime the engine thinks 1 second a move."
    )]
    Play(PlayArgs<A>),
    /// Search one position: best move, score, line.
    #[command(
        after_help = "Without --depth, --nodes or --movetime the engine searches for 2 seconds, or until all is known; \
                      a textbook algorithm to a depth of about a million nodes."
    )]
    Search(SearchArgs<A>),
    /// The same search by each algorithm, side by side.
    Compare(CompareArgs<A>),
    /// Side to move, legal moves, and whether the game is over.
    Status(StatusArgs<A>),
    /// Count the move sequences of a length.
    Perft(PerftArgs<A>),
    /// Search a fixed set of positions; the node count tells builds apart.
    Bench(BenchArgs),
    /// Draw the tree that a search visits.
    Tree(TreeArgs<A>),
    /// Draw the board: for the terminal, or as a picture with the best line and scores.
    Board(DrawArgs<A>),
}

impl<A: PositionArgs> Command<A> {
    /// The position's arguments; `bench` has none.
    #[must_use]
    pub const fn game(&self) -> Option<&A> {
        match self {
            Self::Play(args) => Some(&args.game),
            Self::Search(args) => Some(&args.game),
            Self::Compare(args) => Some(&args.game),
            Self::Status(args) => Some(&args.game),
            Self::Perft(args) => Some(&args.game),
            Self::Tree(args) => Some(&args.game),
            Self::Board(args) => Some(&args.game),
            Self::Bench(_) => None,
        }
    }
}

/// Reads a command line.
///
/// # Errors
/// [`Error::Usage`] in one line, or [`Error::Shown`] where help was asked for.
pub fn parse<C: Parser>(
    words: impl IntoIterator<Item: Into<OsString> + Clone>,
) -> Result<C, Error> {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    C::try_parse_from(&words).map_err(|e| {
        if e.kind() == ErrorKind::InvalidUtf8 {
            // clap does not tell which. Names of files may be any bytes, and
            // stand here too where something else is wrong.
            let odd = words.iter().filter(|w| w.to_str().is_none());
            let odd: Vec<_> = odd.map(|w| quote(&w.to_string_lossy())).collect();
            return Error::Usage(format!("{} is no text: expected UTF-8", odd.join(" or ")));
        }
        let unknown = e.kind() == ErrorKind::InvalidSubcommand;
        match e.into() {
            Error::Usage(text) if unknown => {
                let command = C::command();
                let names: Vec<_> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                Error::Usage(format!("{text}: expected {}", names.join(", ")))
            }
            error => error,
        }
    })
}

/// Reads position arguments alone, without a program name before them: those of a saved game.
///
/// # Errors
/// [`Error::Usage`] in one line.
pub fn parse_position<A: Args>(words: &[String]) -> Result<A, Error> {
    let command = A::augment_args(clap::Command::new("position").no_binary_name(true));
    let command = command.disable_help_flag(true).disable_version_flag(true);
    Ok(A::from_arg_matches(&command.try_get_matches_from(words)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_within_bounds() {
        assert_eq!(plies("1"), Ok(1));
        assert_eq!(plies("512"), Ok(512));
        for bad in ["0", "513", "-1", "+1", "1.5", "NaN", "", " 1", "99999999999999999999", "x"] {
            assert_eq!(plies(bad), Err("expected a whole number from 1 to 512".into()), "{bad}");
        }
        assert_eq!((plies_from_none("0"), plies_from_none("512")), (Ok(0), Ok(512)));
        assert!(plies_from_none("-1").unwrap_err().contains("from 0 to 512"));
        assert_eq!(whole::<1, { u64::MAX }>("18446744073709551615"), Ok(u64::MAX));
        assert!(whole::<1, { u64::MAX }>("18446744073709551616").is_err());
    }

    #[test]
    fn settings() {
        assert_eq!(setting("a=-3"), Ok(("a".into(), -3)));
        for bad in ["a", "a=", "a=x", "a=1.5", "a=99999999999999999999"] {
            assert!(setting(bad).is_err(), "{bad}");
        }
    }
}
