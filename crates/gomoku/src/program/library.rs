//! `library`: builds opening libraries, and shows what they say.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use cli::report::Shown;
use cli::searcher::{self, EngineOf};
use cli::words::quote;
use cli::{Error, Output, args};
use gomoku::library::{Library, Question, Tree};
use gomoku::{Evaluation, Gomoku, Point, Rule, Size};
use search_core::{Heuristics, Limits, Options, Position, Score, Stop};
use serde_json::json;

use super::GomokuArgs;
use super::table::Table;

/// How long results stay in memory alone.
const SAVED: Duration = Duration::from_secs(30);
/// The table of the engine, in MiB: emptied before every search.
const HASH: usize = 16;

/// Arguments of `library`.
#[derive(Args, Clone, Debug)]
pub(crate) struct LibraryArgs {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand, Clone, Debug)]
enum Commands {
    /// Begin a library, or go on with the one of a file.
    Build(BuildArgs),
    /// Show what a library says of a position.
    Show(ShowArgs),
}

/// Arguments of `library build`.
#[derive(Args, Clone, Debug)]
struct BuildArgs {
    /// The library; begun where there is none.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Columns, and rows, 5 to 22, of a new library; 15 unless given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<5, 22>)]
    size: Option<u64>,
    /// The rule of a new library: freestyle (unless given), standard or renju.
    #[arg(long)]
    rule: Option<Rule>,
    /// Nodes of a search; 200000 unless given, or what they were before.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<1000, 1_000_000_000>)]
    nodes: Option<u64>,
    /// Stop at so many positions.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<1, 1_000_000>)]
    positions: Option<u64>,
    /// Stop after so many minutes.
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = args::whole::<1, 100_000>)]
    minutes: Option<u64>,
    /// Look for so many even openings of swap2, unless there are as many.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole::<1, 100>)]
    openings: Option<u64>,
    /// Search every position again: for an engine that judges otherwise now.
    #[arg(long)]
    again: bool,
}

/// Arguments of `library show`.
#[derive(Args, Clone, Debug)]
struct ShowArgs {
    #[command(flatten)]
    game: GomokuArgs,
    /// The library of a file, in place of the one that is part of the program.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl LibraryArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        match &self.command {
            Commands::Build(args) => args.run(out),
            Commands::Show(args) => args.run(out),
        }
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|e| Error::failure(format_args!("cannot read {}: {e}", path.display())))
}

impl BuildArgs {
    fn run(&self, out: &Output) -> Result<(), Error> {
        let mut tree = self.tree()?;
        if self.again {
            tree.search_again();
        }
        let options = Options { hash_mb: HASH, threads: 1, ..Gomoku::options() };
        let engine = searcher::engine::<Table>(Evaluation::default(), options)?;
        let until = self.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
        let mut builder = Builder { engine, until };
        if let Some(number) = self.openings {
            let missing = (number as usize).saturating_sub(tree.roots(3).len());
            builder.openings(&mut tree, missing, out)?;
        }
        let mut saved = Instant::now();
        while !builder.time_is_up() {
            // What is half done is finished first.
            if tree.pending() == 0 && self.positions.is_some_and(|n| tree.len() as u64 >= n) {
                break;
            }
            let Some(question) = tree.question() else { break };
            let best = builder.best(&question, tree.budget());
            tree.answer(&question, best);
            if saved.elapsed() >= SAVED {
                self.save(&tree, out)?;
                saved = Instant::now();
            }
        }
        self.save(&tree, out)
    }

    /// The tree of the file, or a new one.
    fn tree(&self) -> Result<Tree, Error> {
        let size = self.size.and_then(|n| Size::new(usize::try_from(n).ok()?));
        let budget = self.nodes.and_then(|n| u32::try_from(n).ok());
        if !self.file.exists() {
            let (rule, size) = (self.rule.unwrap_or_default(), size.unwrap_or_default());
            return Ok(Tree::new(rule, size, budget.unwrap_or(200_000)));
        }
        let unfit = |e: &dyn std::fmt::Display| {
            Error::failure(format_args!("{}: {e}", self.file.display()))
        };
        let mut tree = Tree::read(&bytes(&self.file)?).map_err(|e| unfit(&e))?;
        tree.check().map_err(|e| unfit(&e))?;
        if self.rule.is_some_and(|rule| rule != tree.rule()) {
            return Err(unfit(&format_args!("it is a library of {}", tree.rule())));
        }
        if size.is_some_and(|size| size != tree.size()) {
            return Err(unfit(&format_args!("it is a library of boards of {}", tree.size())));
        }
        if let Some(budget) = budget {
            tree.set_budget(budget);
        }
        Ok(tree)
    }

    /// Writes the file, in place of the one before once all of it is there; and says so.
    fn save(&self, tree: &Tree, out: &Output) -> Result<(), Error> {
        let mut name = self.file.clone().into_os_string();
        name.push(".new");
        let written = fs::write(&name, tree.write()).and_then(|()| fs::rename(&name, &self.file));
        written.map_err(|e| {
            Error::failure(format_args!("cannot write {}: {e}", self.file.display()))
        })?;
        let (line, value) = tree.main_line();
        let line: Vec<_> = line.iter().map(Point::to_string).collect();
        out.line(format_args!(
            "{} positions, {} to be searched, {value} for black by {}",
            tree.len(),
            tree.pending(),
            if line.is_empty() { "no line".to_owned() } else { line.join(" ") }
        ))?;
        Ok(())
    }
}

/// The engine that answers.
struct Builder {
    engine: EngineOf<Table>,
    until: Option<Instant>,
}

impl Builder {
    fn time_is_up(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The best of the moves. Nothing is remembered from one search to the next, so that a
    /// library can be grown again from its file or from the beginning, and becomes the same.
    fn best(&mut self, question: &Question, nodes: u32) -> Option<(Point, i32)> {
        if question.moves.is_empty() {
            return None;
        }
        let moves = Some(question.moves.clone());
        let (best, score) = self.search(&question.game, moves, nodes);
        Some((best?, score))
    }

    fn search(
        &mut self,
        game: &Gomoku,
        moves: Option<Vec<Point>>,
        nodes: u32,
    ) -> (Option<Point>, i32) {
        self.engine.clear();
        let limits = Limits { moves, ..Limits::nodes(nodes.into()) };
        let stop = Stop::new();
        let report = searcher::search::<Table>(&mut self.engine, game, &limits, &stop, &mut |_| ());
        (report.best(), report.score.get())
    }

    /// Adds so many openings of three stones after which neither side is better, and to each the
    /// two stones more that leave it so: the most even ones of a sample.
    fn openings(&mut self, tree: &mut Tree, missing: usize, out: &Output) -> Result<(), Error> {
        const SAMPLE: usize = 40;
        let (rule, size, budget) = (tree.rule(), tree.size(), tree.budget());
        let mut random = Random(size.get() as u64 + 1000 * tree.roots(3).len() as u64);
        for _ in 0..missing {
            let begin = Gomoku::new(rule, size);
            let anywhere: Vec<_> = size.each().collect();
            let sample = (0..SAMPLE).filter_map(|_| {
                let first = *random.of(&anywhere)?;
                let mut stones = vec![first];
                while stones.len() < 3 {
                    let near = |p: &Point| !stones.contains(p) && is_near(first, *p, 4);
                    let near: Vec<_> = size.each().filter(near).collect();
                    stones.push(*random.of(&near)?);
                }
                Some(stones)
            });
            let sample: Vec<_> = sample.collect();
            let Some(three) = self.most_even(&begin, sample, budget) else { continue };
            let Some(game) = played(&begin, &three) else { continue };
            let vacant = |p: &Point| game.board().is_vacant(*p);
            let near = |p: &Point| three.iter().any(|q| is_near(*p, *q, 3));
            let points: Vec<_> = size.each().filter(|p| vacant(p) && near(p)).collect();
            let sample = (0..SAMPLE).filter_map(|_| {
                let pair = vec![*random.of(&points)?, *random.of(&points)?];
                (pair[0] != pair[1]).then_some(pair)
            });
            let sample: Vec<_> = sample.collect();
            let Some(pair) = self.most_even(&game, sample, budget) else { continue };
            let five = [&three[..], &pair[..]].concat();
            for stones in [&three, &five] {
                tree.add_root(stones).map_err(Error::failure)?;
            }
            let names: Vec<_> = five.iter().map(Point::to_string).collect();
            out.line(format_args!("an opening: {}", names.join(" ")))?;
        }
        Ok(())
    }

    /// The stones after which neither side is better: by a short look at all, and a longer one
    /// at the most even of them.
    fn most_even(
        &mut self,
        game: &Gomoku,
        sample: Vec<Vec<Point>>,
        budget: u32,
    ) -> Option<Vec<Point>> {
        const CLOSER: usize = 6;
        let mut seen = sample;
        for (nodes, kept) in [(budget / 20, CLOSER), (budget, 1)] {
            let mut judged: Vec<(i32, Vec<Point>)> = Vec::new();
            for stones in seen {
                let Some(next) = played(game, &stones) else { continue };
                let (_, score) = self.search(&next, None, nodes);
                judged.push((score.abs(), stones));
            }
            judged.sort();
            judged.truncate(kept);
            seen = judged.into_iter().map(|(_, stones)| stones).collect();
        }
        seen.pop()
    }
}

/// The game after some more stones, unless one may not be put or ends it.
fn played(game: &Gomoku, stones: &[Point]) -> Option<Gomoku> {
    let mut next = game.clone();
    stones.iter().try_for_each(|p| next.play(*p)).ok()?;
    next.outcome().is_none().then_some(next)
}

fn is_near(p: Point, q: Point, most: usize) -> bool {
    p.x().abs_diff(q.x()) <= most && p.y().abs_diff(q.y()) <= most
}

/// Numbers that are the same every time (xorshift, G. Marsaglia).
struct Random(u64);

impl Random {
    fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        self.0 = self.0.max(1);
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        list.get((self.0 % list.len().max(1) as u64) as usize)
    }
}

impl ShowArgs {
    fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.check("library show", false)?;
        let game = self.game.position()?;
        let (rule, size) = (game.rule(), game.size());
        let read;
        let library = match &self.file {
            None => Library::embedded(rule, size).ok_or_else(|| {
                Error::failure(format_args!("there is no library of {rule} on boards of {size}"))
            })?,
            Some(path) => {
                let unfit =
                    |e| Error::failure(format_args!("{}: {e}", quote(&path.display().to_string())));
                read = Library::read(&bytes(path)?).map_err(unfit)?;
                &read
            }
        };
        let known = library.look_up(game.board());
        let moves = library.moves(game.board());
        if self.json {
            let list = moves
                .iter()
                .map(|(m, value)| json!({ "move": m.to_string(), "score": shown(*value).json() }));
            out.line(json!({
                "known": known.is_some(),
                "best_move": known.and_then(|known| known.best).map(|m| m.to_string()),
                "score": known.map(|known| shown(known.value).json()),
                "moves": list.collect::<Vec<_>>(),
                "positions": library.len(),
            }))?;
            return Ok(());
        }
        match known {
            None => out.line(format_args!("not among its {} positions", library.len()))?,
            Some(known) => {
                let best = known.best.map_or("none yet".to_owned(), |m| m.to_string());
                out.line(format_args!("best {best}, {}", shown(known.value)))?;
            }
        }
        for (m, value) in moves {
            out.line(format_args!("{:<4}{}", m.to_string(), shown(value)))?;
        }
        Ok(())
    }
}

/// A value of the library: never known to be exact.
const fn shown(value: Score) -> Shown {
    Shown::of_score(value, false)
}
