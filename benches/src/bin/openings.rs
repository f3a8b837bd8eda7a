//! Makes the files of balanced openings that matches begin from.
#![forbid(unsafe_code)]

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::openings::{self, Game, Recipe, Set};
use clap::{Args, Parser, Subcommand};
use cli::args::{self, whole};
use cli::progress::Progress;
use cli::words::quote;
use cli::{Error, Output};
use gomoku::{Rule, Size};
use search_core::Score;

/// Makes balanced openings for matches between engines.
///
/// Openings are drawn at random; one is kept where the score of a search of a
/// fixed number of nodes is within a bound. The same arguments make the same
/// file on any machine, as long as the engine stays as it is.
#[derive(Parser, Debug)]
#[command(name = "openings", version)]
struct Program {
    #[command(subcommand)]
    game: Asked,
}

#[derive(Subcommand, Debug)]
enum Asked {
    /// Chinese chess: random moves from the start; positions as FEN.
    Xiangqi {
        #[command(flatten)]
        asked: RecipeArgs,
    },
    /// Five in a row: random stones near each other; lists of points.
    Gomoku {
        /// freestyle (five or more win), standard (exactly five) or renju
        /// (Black has forbidden points).
        #[arg(long, default_value = "freestyle")]
        rule: Rule,
        /// Columns, and rows, 5 to 22.
        #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "15", value_parser = whole::<5, 22>)]
        size: u64,
        #[command(flatten)]
        asked: RecipeArgs,
    },
}

#[derive(Args, Debug)]
struct RecipeArgs {
    /// Where the random numbers begin.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// How many openings.
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "100", value_parser = whole::<1, 1_000_000>)]
    count: u64,
    /// Moves of an opening, or the fewest and the most, such as 6-10; unless
    /// given, 6-10 in xiangqi and 3-6 in five in a row.
    #[arg(long, value_name = "N-N", allow_negative_numbers = true, value_parser = plies)]
    plies: Option<RangeInclusive<usize>>,
    /// The greatest score of either side that counts as balanced, in units of
    /// the evaluation; 60 unless given, in five in a row 40.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, value_parser = bound)]
    bound: Option<i32>,
    /// Nodes of each search; 100000 unless given, in five in a row 20000.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<1, { u64::MAX }>)]
    nodes: Option<u64>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write over a file that is there.
    #[arg(long, requires = "output")]
    force: bool,
}

/// A number of moves, or a range of them.
fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text| whole::<1, 60>(text).ok().and_then(|n| usize::try_from(n).ok());
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = number(least).zip(number(most)).filter(|(least, most)| least <= most);
    let expected = "expected a number of moves from 1 to 60, or two of them such as 6-10";
    range.map(|(least, most)| least..=most).ok_or_else(|| expected.to_owned())
}

fn bound(text: &str) -> Result<i32, String> {
    const MOST: u64 = Score::EVALUATION_MAX as u64;
    whole::<0, MOST>(text).and_then(|n| i32::try_from(n).map_err(|e| e.to_string()))
}

fn main() -> ExitCode {
    cli::exit("openings", run())
}

fn run() -> anyhow::Result<()> {
    let Program { game } = args::parse(std::env::args_os())?;
    let (game, asked) = match game {
        Asked::Xiangqi { asked } => (Game::Xiangqi, asked),
        Asked::Gomoku { rule, size, asked } => {
            let size = usize::try_from(size).ok().and_then(Size::new).unwrap_or_default();
            (Game::Gomoku { rule, size }, asked)
        }
    };
    let recipe = asked.recipe(game)?;
    if let Some(path) = &asked.output {
        check(path, asked.force)?;
    }
    let stop = benches::stopped_by_the_keyboard()?;
    let mut progress = Progress::new(recipe.count as u64, "openings");
    let made = openings::make(game, &recipe, &stop, |_| progress.add(1));
    progress.finish();
    let made = made.map_err(Error::failure)?;
    let text = file(&asked.command(game, &recipe), &made);
    let out = Output::stdout();
    match &asked.output {
        None => out.text(text).map_err(Error::Output)?,
        Some(path) => {
            write(path, &text, asked.force)?;
            out.line(summary(&made)).map_err(Error::Output)?;
        }
    }
    Ok(())
}

impl RecipeArgs {
    /// What is asked for, with what suits the game where nothing is.
    fn recipe(&self, game: Game) -> Result<Recipe, Error> {
        let (plies, bound, nodes) = match game {
            Game::Xiangqi => (6..=10, 60, 100_000),
            Game::Gomoku { .. } => (3..=6, 40, 20_000),
        };
        Ok(Recipe {
            seed: self.seed,
            count: usize::try_from(self.count).map_err(Error::usage)?,
            plies: self.plies.clone().unwrap_or(plies),
            bound: self.bound.unwrap_or(bound),
            nodes: self.nodes.unwrap_or(nodes),
        })
    }

    /// The command that makes the same file, with nothing left to defaults: these may change.
    fn command(&self, game: Game, recipe: &Recipe) -> String {
        let game = match game {
            Game::Xiangqi => "xiangqi".to_owned(),
            Game::Gomoku { rule, size } => format!("gomoku --rule {rule} --size {size}"),
        };
        let Recipe { seed, count, plies, bound, nodes } = recipe;
        let plies = format!("{}-{}", plies.start(), plies.end());
        let mut command = format!(
            "cargo run --release -p benches --bin openings -- {game} --seed {seed} \
             --count {count} --plies {plies} --bound {bound} --nodes {nodes}"
        );
        if let Some(path) = &self.output {
            let path = path.to_string_lossy();
            command = format!("{command} --output {}", shell_words::quote(&path));
        }
        command
    }
}

/// The file: how it is made, how balanced it is, an opening a line.
fn file(command: &str, made: &Set) -> String {
    let lines = made.openings.iter().map(|kept| format!("{}\n", kept.opening));
    // A name may hold anything, an end of line too.
    let command = cli::words::on_one_line(command);
    format!("# {command}\n# {}\n{}", summary(made), lines.collect::<String>())
}

/// How many were made, and their scores.
fn summary(made: &Set) -> String {
    let mut scores: Vec<i32> = made.openings.iter().map(|kept| kept.score).collect();
    scores.sort_unstable();
    let part = |of: usize| scores.get(scores.len().saturating_sub(1) * of / 4).copied();
    let [least, quarter, half, three, most] = [0, 1, 2, 3, 4].map(|i| part(i).unwrap_or(0));
    format!(
        "{} openings of {} drawn; score for the side to move: {least} to {most}, \
         half of them {quarter} to {three}, median {half}",
        made.openings.len(),
        made.drawn,
    )
}

/// Refuses what could not be written in the end: until then minutes go by.
fn check(path: &Path, force: bool) -> Result<(), Error> {
    if !force && path.exists() {
        return Err(there_already(path));
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if parent.is_some_and(|parent| !parent.is_dir()) || path.is_dir() {
        let name = quote(&path.to_string_lossy());
        return Err(Error::failure(format_args!(
            "cannot write {name}: expected a file in a directory that is there"
        )));
    }
    Ok(())
}

fn there_already(path: &Path) -> Error {
    let name = quote(&path.to_string_lossy());
    Error::failure(format_args!("{name} is there already: expected a new file, or --force"))
}

fn write(path: &Path, text: &str, force: bool) -> Result<(), Error> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(!force);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|e| match e.kind() {
        // Another has made it in the meantime.
        ErrorKind::AlreadyExists => there_already(path),
        _ => Error::failure(format_args!("cannot write {}: {e}", quote(&path.to_string_lossy()))),
    })
}
