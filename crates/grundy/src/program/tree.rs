//! `tree`: the AND/OR graph of the game as the lecture draws it, or the tree
//! that a search visits.

mod dot;
mod svg;
mod text;

use clap::Args;
use cli::args::{Command, RootPlayer, TreeArgs, TreeFormat};
use cli::commands::write_drawing;
use cli::{Error, Game, Output};
use grundy::{Heaps, Lecture};
use search_core::Player;
use search_core::reference::and_or::SolutionGraph;

use super::HeapArgs;
use super::coins::Coins;

/// More solution graphs than this are not counted.
const MAX_COUNTED: usize = 1000;
/// Steps that counting may take, roughly: each solution graph takes about as
/// many as there are positions times edges.
const MAX_STEPS: usize = 50_000_000;

/// More positions than this are not drawn on a sheet, unless asked for.
const MOST_DRAWN: usize = 400;

/// Arguments of `tree`.
#[derive(Args, Clone, Debug)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    tree: TreeArgs<HeapArgs>,
    /// Who begins in the graph; MIN unless given, as in the lecture.
    #[arg(long, value_enum)]
    first: Option<RootPlayer>,
    /// Mark the Nth solution graph; the quickest unless given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = cli::args::whole::<1, { MAX_COUNTED as u64 }>)]
    solution: Option<u64>,
}

impl GraphArgs {
    pub(crate) fn run(self, out: &Output) -> Result<(), Error> {
        let for_a_search = [
            (self.tree.algorithm.is_some(), "--algorithm"),
            (self.tree.depth.is_some(), "--depth"),
            (self.tree.evaluation.is_some(), "--evaluation"),
            (!self.tree.order.is_empty(), "--order"),
            (self.tree.root.is_some(), "--root"),
        ];
        let for_the_graph =
            [(self.first.is_some(), "--first"), (self.solution.is_some(), "--solution")];
        let given = |list: &[(bool, &'static str)]| {
            list.iter().find_map(|&(given, name)| given.then_some(name))
        };
        // A page steps through a search: without more words, through that of the whole game.
        let page = self.tree.drawing.format == TreeFormat::Html;
        match (given(&for_a_search), given(&for_the_graph)) {
            (_, Some(graph)) if page => Err(Error::usage(format_args!(
                "{graph} is for the graph of the game, and html for the tree of a search: expected text, dot or svg"
            ))),
            (None, None) if page => {
                let depth =
                    Some(<Coins<Heaps> as Game>::default_depth(&self.tree.game.searchable()?));
                let tree = TreeArgs { depth, ..self.tree };
                super::shared(&Command::Tree(tree), out)
            }
            (Some(search), Some(graph)) => Err(Error::usage(format_args!(
                "{search} is for the tree of a search and {graph} for the graph of the game: expected one of them"
            ))),
            (Some(_), None) => super::shared(&Command::Tree(self.tree), out),
            (None, _) => self.graph(out),
        }
    }

    fn graph(&self, out: &Output) -> Result<(), Error> {
        if self.tree.game.misere {
            return Err(Error::usage(
                "--misere does not go with the graph: expected --algorithm for the tree of a search",
            ));
        }
        let start = self.tree.game.searchable()?;
        let first = match self.first {
            Some(RootPlayer::Max) => Player::Max,
            Some(RootPlayer::Min) | None => Player::Min,
        };
        let drawing = &self.tree.drawing;
        let limit = match drawing.format {
            // More would fit on no sheet.
            TreeFormat::Svg => drawing.limit.unwrap_or(MOST_DRAWN),
            _ => drawing.recorded(),
        };
        let limit = limit.min(usize::try_from(self.tree.nodes).unwrap_or(usize::MAX));
        let lecture = Lecture::new(&start, first, limit).map_err(|e| {
            Error::failure(format_args!("{e}: expected fewer coins, or a greater --limit"))
        })?;
        let picture = Picture::new(&lecture, self.solution)?;
        let file = match drawing.format {
            TreeFormat::Text => text::text(&picture),
            TreeFormat::Dot => dot::dot(&picture),
            TreeFormat::Svg | TreeFormat::Html => svg::svg(&picture, drawing),
        };
        write_drawing(drawing.output.as_deref(), file, out)
    }
}

/// A graph with what is to be said of it.
struct Picture<'a> {
    lecture: &'a Lecture,
    /// For each node, whether the winner can force a win from there.
    solved: Vec<bool>,
    /// For each node, whether the winner moves there.
    or_node: Vec<bool>,
    /// The one that is marked.
    solution: SolutionGraph,
    /// All of them, if they are few.
    solutions: Vec<SolutionGraph>,
    /// How many there are.
    count: Count,
}

/// How many solution graphs there are.
enum Count {
    Exactly(usize),
    MoreThan(usize),
    /// The graph is too large to count them.
    Unknown,
}

/// Which player it is, as text.
const fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "MAX",
        Player::Min => "MIN",
    }
}

impl<'a> Picture<'a> {
    fn new(lecture: &'a Lecture, wanted: Option<u64>) -> Result<Self, Error> {
        let (win, graph) = (lecture.win(), lecture.graph());
        let nodes = 0..graph.nodes().len();
        let steps = nodes.len().saturating_mul(graph.edge_count().max(1));
        let countable = (MAX_STEPS / steps).min(MAX_COUNTED);
        let mut solutions: Vec<_> = win.solutions().take(countable).collect();
        let count = match solutions.len() {
            _ if countable == 0 => Count::Unknown,
            n if n == countable && win.solutions().nth(n).is_some() => Count::MoreThan(n),
            n => Count::Exactly(n),
        };
        let solution = match wanted {
            None => win.solution(),
            Some(n) => {
                let found = solutions.get(n as usize - 1).cloned();
                Some(found.ok_or_else(|| {
                    let expected = match solutions.len() {
                        0 => "no --solution, the graph is too large to number them".to_owned(),
                        n => format!("at most {n}"),
                    };
                    Error::usage(format_args!("--solution {n}: expected {expected}"))
                })?)
            }
        };
        let solution = solution.ok_or_else(|| Error::failure("nobody wins"))?;
        if solutions.len() > LISTED {
            solutions.clear();
        }
        Ok(Self {
            lecture,
            solved: nodes.clone().map(|n| win.is_won(n)).collect(),
            or_node: nodes.map(|n| win.is_or_node(n)).collect(),
            solution,
            solutions,
            count,
        })
    }

    /// What is to be seen, in sentences.
    fn captions(&self) -> Vec<String> {
        let (lecture, nodes) = (self.lecture, self.lecture.graph().nodes());
        let (winner, loser) = (lecture.winner(), lecture.winner().other());
        let (first, start) = (nodes[0].player, &nodes[0].position);
        let graphs = match self.count {
            Count::Exactly(1) => "There is 1 solution graph".to_owned(),
            Count::Exactly(n) => format!("There are {n} solution graphs"),
            Count::MoreThan(n) => format!("There are more than {n} solution graphs"),
            Count::Unknown => "The solution graphs are not counted".to_owned(),
        };
        vec![
            format!(
                "Grundy's game from {start}, {} to move: {} positions, {} edges, by levels {}",
                name(first),
                nodes.len(),
                lecture.graph().edge_count(),
                lecture
                    .graph()
                    .level_sizes()
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            format!("{} wins, whatever {} does. {graphs}; one is marked.", name(winner), name(loser)),
            format!(
                "OR nodes: {} to move, one good move is enough. AND nodes: {} to move, every move must be good.",
                name(winner),
                name(loser)
            ),
            "(The lecture uses the words OR and AND the other way round: after the player who has just moved.)"
                .to_owned(),
        ]
    }

    /// `OR` or `AND`.
    fn kind(&self, node: usize) -> &'static str {
        if self.or_node[node] { "OR" } else { "AND" }
    }

    /// What a position is where the game is over: `A, MAX's goal`.
    fn end(&self, node: usize) -> Option<String> {
        let goal = Lecture::goal_of(&self.lecture.graph().nodes()[node])?;
        Some(format!("{}, {}'s goal", self.lecture.name(node)?, name(goal)))
    }

    /// The heaps of a node, as the lecture writes them: `(4,2,1)`.
    fn heaps(&self, node: usize) -> String {
        let sizes = self.lecture.graph().nodes()[node].position.sizes();
        let words: Vec<_> = sizes.iter().map(ToString::to_string).collect();
        format!("({})", words.join(","))
    }
}

/// More solution graphs than this are not listed.
const LISTED: usize = 10;
