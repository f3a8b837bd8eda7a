//! Prints how many nodes minimax and alpha-beta visit, as a table in Markdown.
//!
//! The lecture asks for it for gomoku (its table 4.1), to the depths 1, 2 and 3 and on
//! the same positions; here every game answers. Moves come in the order in which the
//! game generates them: what a better order saves, the suite `algorithms` tells.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use benches::connect_four::{self, game::ConnectFour};
use clap::{Parser, ValueEnum};
use cli::{Error, Output, args};
use gomoku::lecture::lines;
use gomoku::{Board as Stones, Point, Rule, Size};
use grundy::Heaps;
use search_core::reference::Search;
use search_core::{Evaluate, NoEvaluation, Position, legal_moves};
use tictactoe::{Board, Mnk, OpenLines, TicTacToe};
use xiangqi::Xiangqi;

/// Count the nodes that minimax and alpha-beta visit at depths 1, 2, 3 and on, and
/// print a table in Markdown. It is the same on every machine; with the default limit
/// it takes two or three minutes.
#[derive(Parser, Debug)]
#[command(name = "visited", version)]
struct Arguments {
    /// The games; all unless given.
    #[arg(value_enum)]
    games: Vec<Name>,
    /// The depths of each game end where minimax would visit more nodes than this.
    #[arg(
        long,
        value_name = "N",
        default_value = "150000000",
        allow_negative_numbers = true,
        value_parser = args::whole::<1, { u64::MAX }>
    )]
    nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    Gomoku,
    Tictactoe,
    Mnk,
    ConnectFour,
    Grundy,
    Xiangqi,
}

const HEAD: &str = "\
| position | depth | minimax nodes | leaves | alpha-beta nodes | leaves | saved | at best |
|---|--:|--:|--:|--:|--:|--:|--:|";

fn main() -> ExitCode {
    cli::exit("visited", run())
}

fn run() -> anyhow::Result<()> {
    let given: Arguments = args::parse(std::env::args_os())?;
    let table = Table { limit: given.nodes, out: Output::stdout() };
    table.out.line(HEAD).map_err(Error::from)?;
    for &name in Name::value_variants() {
        if given.games.is_empty() || given.games.contains(&name) {
            name.rows(&table)?;
        }
    }
    Ok(())
}

impl Name {
    /// Each game by the evaluation of its lecture, or the plainest that it has.
    fn rows(self, table: &Table) -> anyhow::Result<()> {
        match self {
            Self::Gomoku => {
                let value = |board: &Stones| lines::value(board, board.side_to_move());
                let empty = Stones::new(Rule::Freestyle, Size::FIFTEEN);
                table.rows("gomoku, 15x15", &empty, &value)?;
                let mut board = empty;
                let moves = "h8 i9 i8 g8 h9 h7";
                for name in moves.split_whitespace() {
                    board.make(Point::parse(name, Size::FIFTEEN)?);
                }
                table.rows(&format!("gomoku, {moves}"), &board, &value)?;
            }
            Self::Tictactoe => table.rows("tic-tac-toe", &TicTacToe::new(), &OpenLines)?,
            Self::Mnk => {
                let board: Mnk<u64> = Mnk::empty("5,5,4".parse()?)?;
                table.rows("5,5,4", &board, &OpenLines)?;
            }
            Self::ConnectFour => {
                table.rows("Connect Four", &ConnectFour::default(), &connect_four::evaluate)?;
            }
            Self::Grundy => {
                for heap in ["7", "15"] {
                    let heaps: Heaps = heap.parse()?;
                    table.rows(&format!("Grundy, {heap}"), &heaps, &NoEvaluation)?;
                }
            }
            Self::Xiangqi => {
                let evaluation = xiangqi::Evaluation::default();
                table.rows("xiangqi", &Xiangqi::start(), &evaluation)?;
            }
        }
        Ok(())
    }
}

/// The table: where it is written, and how far it goes.
struct Table {
    limit: u64,
    out: Output,
}

impl Table {
    /// The rows of a position, down to the limit or to the end of the game.
    fn rows<P, E>(&self, name: &str, pos: &P, evaluation: &E) -> Result<(), Error>
    where
        P: Position,
        E: Evaluate<P> + Clone,
    {
        let mut nodes = 1;
        let mut least = Least::default();
        for depth in 1.. {
            let mut level = Level { room: self.limit.saturating_sub(nodes), ..Level::default() };
            if !level.look(&mut pos.clone(), depth - 1) || level.lines == 0 {
                break;
            }
            nodes += level.lines;
            least.descend(&level);

            let mut search = Search::new(depth, evaluation.clone());
            let minimax = search.minimax(pos);
            let alpha_beta = search.alpha_beta(pos);
            // A table of wrong searches would say nothing.
            assert_eq!(minimax.counts.nodes, nodes, "{name}, depth {depth}");
            assert_eq!(minimax.value, alpha_beta.value, "{name}, depth {depth}");
            assert!(least.nodes.is_none_or(|least| least <= alpha_beta.counts.nodes));

            let (all, cut) = (minimax.counts, alpha_beta.counts);
            let saved = 100.0 * (1.0 - cut.nodes as f64 / all.nodes as f64);
            let [a, b, c, d] = [all.nodes, all.leaves, cut.nodes, cut.leaves].map(grouped);
            let best = least.nodes.map_or(String::new(), grouped);
            self.out.line(format_args!(
                "| {name} | {depth} | {a} | {b} | {c} | {d} | {saved:.2} % | {best} |"
            ))?;
        }
        Ok(())
    }
}

/// The moves of all nodes at one ply.
#[derive(Debug)]
struct Level {
    /// How many lines there may be.
    room: u64,
    lines: u64,
    fewest: u64,
    most: u64,
}

impl Default for Level {
    fn default() -> Self {
        Self { room: u64::MAX, lines: 0, fewest: u64::MAX, most: 0 }
    }
}

impl Level {
    /// Looks at the nodes so many plies below; `false` if there is no room for their moves.
    fn look<P: Position>(&mut self, pos: &mut P, plies: u32) -> bool {
        if plies > 0 {
            return legal_moves(pos).into_iter().all(|m| {
                let undo = pos.make(m);
                let within = self.look(pos, plies - 1);
                pos.unmake(m, undo);
                within
            });
        }
        let moves = if pos.outcome().is_some() { 0 } else { pos.count_moves() };
        self.lines += moves;
        self.fewest = self.fewest.min(moves);
        self.most = self.most.max(moves);
        self.lines <= self.room
    }
}

/// The fewest nodes with which alpha-beta can do, the best move always being the first
/// (D. Knuth, R. Moore, 1975): with b moves at every node, b^ceil(d/2) + b^floor(d/2) - 1
/// nodes d plies down. The same holds where b changes from ply to ply, but not where it
/// differs between the nodes of one.
#[derive(Debug)]
struct Least {
    /// `None` from where on it is not known.
    nodes: Option<u64>,
    /// The moves of the player at the root, and of the other, multiplied.
    products: [u64; 2],
    plies: usize,
}

impl Default for Least {
    fn default() -> Self {
        Self { nodes: Some(1), products: [1, 1], plies: 0 }
    }
}

impl Least {
    /// One ply more.
    fn descend(&mut self, level: &Level) {
        self.products[self.plies % 2] *= level.most;
        self.plies += 1;
        let [a, b] = self.products;
        self.nodes = self.nodes.filter(|_| level.fewest == level.most).map(|n| n + a + b - 1);
    }
}

/// With commas between the thousands.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}
