//! Trees of numbers, typed in and drawn: figures for lectures, exercises.
#![forbid(unsafe_code)]

mod names;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use cli::args::{self, Algorithm, DrawingArgs, RootPlayer, TreeFormat};
use cli::commands::{Exhibit, write_drawing};
use cli::draw::{Labels, Sketch, number_value};
use cli::searcher::Question;
use cli::words::quote;
use cli::{Error, Output};
use search_core::numbers::NumberTree;
use search_core::{NoEvaluation, Player};

/// Draw a tree of numbers and how it is searched.
///
/// A tree is a nested list such as `[[3,5],[6,5]]`: a number is a leaf, "inf" and "-inf" are won
/// and lost for MAX, and null is a leaf that must not be asked for. `{"A": [3,5]}` is
/// a node with a name.
#[derive(Parser, Debug)]
#[command(
    name = "gametree",
    version,
    after_help = "Examples:\n  \
    gametree --leaves '[[[3,5],[6,5]],[[2,1],[6,4]]]' --names letters --format svg -o tree.svg\n  \
    gametree --leaves '[[2,7,4],[-1],[1,4]]' --exercise --format html -o exercise.html"
)]
struct Program {
    /// The tree.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, required_unless_present = "file")]
    leaves: Option<String>,
    /// Read the tree from this file; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "leaves")]
    file: Option<PathBuf>,
    /// Names of nodes, level by level from the root; or each with its child numbers from
    /// the root, counted from 0, as in root=A,0=B,0.1=E; or the word letters: A, B, C and so on.
    #[arg(long, value_name = "A,B,C,...")]
    names: Option<String>,
    /// Who moves at the root.
    #[arg(long, value_enum, default_value = "max")]
    root: RootPlayer,
    /// How it is searched.
    #[arg(long, value_enum, default_value = "alpha-beta")]
    algorithm: Algorithm,
    /// How it is drawn.
    #[command(flatten)]
    drawing: DrawingArgs,
}

impl Program {
    fn text(&self) -> Result<String, Error> {
        let Some(path) = &self.file else { return Ok(self.leaves.clone().unwrap_or_default()) };
        let read = if path == Path::new("-") {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text)
        } else {
            fs::read_to_string(path)
        };
        read.map_err(|e| {
            Error::failure(format_args!("cannot read {}: {e}", quote(&path.to_string_lossy())))
        })
    }

    fn run(&self, out: &Output) -> Result<(), Error> {
        let from = if self.file.is_some() { "--file" } else { "--leaves" };
        let wrong = |e: String| Error::usage(format_args!("{from}: {e}"));
        let (tree, mut names) = names::read(&self.text()?).map_err(wrong)?;
        let player = match self.root {
            RootPlayer::Max => Player::Max,
            RootPlayer::Min => Player::Min,
        };
        let tree = tree.with_root(player);
        // A page speaks of nodes, and letters are what it can call them.
        let letters = self.drawing.format == TreeFormat::Html && names.is_empty();
        let letters = letters.then(|| "letters".to_owned());
        if let Some(text) = self.names.as_ref().or(letters.as_ref()) {
            names.add(text, &tree).map_err(|e| Error::usage(format_args!("--names: {e}")))?;
        }
        let question =
            Question { algorithm: self.algorithm, depth: tree.height(), player, order: None };
        self.check(&tree, &question)?;
        let name = |node: &NumberTree| names.of(&node.path());
        let best = |node: &NumberTree, child: u32| match node.child(child) {
            Some(child) if !name(&child).is_empty() => name(&child),
            _ => child.to_string(),
        };
        // Pictures show which child it is, and lines do where it has a name.
        let lines = matches!(self.drawing.format, TreeFormat::Text | TreeFormat::Dot);
        let branch = |node: &NumberTree, child: u32| match node.child(child) {
            Some(to) if lines && name(&to).is_empty() => child.to_string(),
            _ => String::new(),
        };
        let exhibit = Exhibit {
            root: &tree,
            labels: Labels {
                of_move: &branch,
                rows: &|_| Vec::new(),
                sketch: &|_| Sketch::None,
                name: &name,
                leaf: &|node| node.leaf().map(|leaf| leaf.to_string()),
                value: number_value,
            },
            evaluation: NoEvaluation,
            question,
            best: &best,
            of: ["A tree of numbers", "数字博弈树"],
            max: None,
            numbers: true,
            nodes: u64::MAX,
        };
        write_drawing(self.drawing.output.as_deref(), exhibit.draw(&self.drawing)?, out)
    }

    /// Whether the search has a value.
    fn check(&self, tree: &NumberTree, question: &Question<u32>) -> Result<(), Error> {
        match self.algorithm {
            Algorithm::Pvs => Err(Error::usage(
                "--algorithm pvs is for games: expected minimax, alpha-beta or negamax",
            )),
            _ if self.drawing.exercise || !tree.has_unknown() => Ok(()),
            algorithm => {
                let before = tree.unknown_visits();
                let _ = question.ask(tree, NoEvaluation);
                if tree.unknown_visits() == before {
                    return Ok(());
                }
                let expected = if algorithm == Algorithm::Minimax { "alpha-beta, or " } else { "" };
                Err(Error::usage(format_args!(
                    "--algorithm {} asks for a leaf that is null: expected {expected}a number there",
                    algorithm.name()
                )))
            }
        }
    }
}

fn main() -> ExitCode {
    let run = || -> anyhow::Result<()> {
        let program: Program = args::parse(std::env::args_os())?;
        Ok(program.run(&Output::stdout())?)
    };
    cli::exit("gametree", run())
}
