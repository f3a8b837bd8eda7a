//! Boards as people see them.

use std::marker::PhantomData;

use anstyle::{AnsiColor, Style};
use cli::draw::Sketch;
use cli::picture::{Marks, Picture};
use cli::{Ending, Game, MoveOf, View};
use search_core::{Evaluate, Proof};
use tictactoe::{Board, OpenLines, Potential, Rules, Side, Square};

use super::picture;

/// The game on boards of one type.
#[derive(Debug)]
pub(crate) struct Grid<B>(PhantomData<B>);

/// The evaluations that have a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Evaluation {
    OpenLines,
    Potential,
    None,
}

impl<B: Board> Evaluate<B> for Evaluation {
    fn evaluate(&mut self, board: &B) -> i32 {
        match self {
            Self::OpenLines => OpenLines.evaluate(board),
            Self::Potential => Potential.evaluate(board),
            Self::None => 0,
        }
    }

    fn probe(&mut self, board: &mut B, budget: u64) -> (Option<Proof<Square>>, u64) {
        match self {
            Self::Potential => Potential.probe(board, budget),
            // The lecture knows no proofs, and lines are shown to their end.
            Self::OpenLines | Self::None => (None, 0),
        }
    }
}

const X: Style = AnsiColor::Cyan.on_default().bold();
const O: Style = AnsiColor::Yellow.on_default().bold();
const FREE: Style = Style::new().dimmed();

impl<B: Board + Send + Sync + 'static> Game for Grid<B> {
    type Position = B;
    type Evaluation = Evaluation;

    const NAME: &'static str = "tictactoe";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        ("open-lines", "lines open for the side to move less those open for the other"),
        ("potential", "open lines weighed by what they lack, with proofs that one side cannot win"),
        ("none", "every position that is not over is worth 0"),
    ];

    const PLAYS_WITH: &'static str = "potential";

    fn evaluation(name: &str) -> Option<Evaluation> {
        match name {
            "open-lines" => Some(Evaluation::OpenLines),
            "potential" => Some(Evaluation::Potential),
            "none" => Some(Evaluation::None),
            _ => None,
        }
    }

    fn side_to_move(board: &B) -> usize {
        match board.side_to_move() {
            Side::X => 0,
            Side::O => 1,
        }
    }

    fn move_text(_: &B, square: Square) -> String {
        square.to_string()
    }

    fn parse_move(board: &B, text: &str) -> Result<Square, String> {
        let square = board.rules().square(text).map_err(|e| e.to_string())?;
        board.play(square).map(|_| square).map_err(|e| e.to_string())
    }

    fn board(board: &B, last: Option<MoveOf<Self>>, _: View) -> String {
        let rules = board.rules();
        let width = (rules.squares() - 1).to_string().len();
        let won = board.winning_squares();
        let mut text = String::new();
        for y in 0..rules.rows() {
            if y > 0 {
                let rule = vec!["-".repeat(width + 2); rules.columns()];
                text += &format!(" {}\n", rule.join("+"));
            }
            let cells: Vec<_> = (0..rules.columns())
                .filter_map(|x| rules.at(x, y))
                .map(|square| {
                    let (style, cell) = match board.at(square) {
                        Some(Side::X) => (X, "X".to_owned()),
                        Some(Side::O) => (O, "O".to_owned()),
                        None => (FREE, square.to_string()),
                    };
                    let style = if won.contains(&square) { style.invert() } else { style };
                    let style = if last == Some(square) { style.underline() } else { style };
                    format!("{}{style}{cell}{style:#} ", " ".repeat(width + 1 - cell.len()))
                })
                .collect();
            text += &format!(" {}\n", cells.join("|"));
        }
        text
    }

    fn rows(board: &B) -> Vec<String> {
        // Larger boards would drown the values.
        if board.rules().squares() > 36 {
            return Vec::new();
        }
        board.to_string().split('/').map(str::to_owned).collect()
    }

    fn sketch(board: &B) -> Sketch {
        Sketch::Grid(board.to_string().split('/').map(str::to_owned).collect())
    }

    const PLACES: bool = true;

    fn picture(board: &B, marks: &Marks<Square>, _: View) -> Option<Picture> {
        Some(picture::picture(board, marks))
    }

    fn ending(board: &B) -> Option<Ending> {
        let winner = board.winner().map(|side| usize::from(side == Side::O));
        board.is_over().then(|| Ending {
            winner,
            reason: if winner.is_some() { "line" } else { "full_board" },
        })
    }

    fn position_args(board: &B) -> Vec<String> {
        ["--mnk".to_owned(), board.rules().to_string(), "--board".to_owned(), board.to_string()]
            .into()
    }

    /// Small enough for minimax: about a million nodes.
    fn default_depth(board: &B) -> u32 {
        let free = board.rules().squares() - board.stones();
        let (mut depth, mut nodes) = (0, 1usize);
        while depth < free && nodes.saturating_mul(free - depth) <= 1_000_000 {
            nodes *= free - depth;
            depth += 1;
        }
        depth.max(1) as u32
    }

    /// The lecture's two plies.
    fn tree_depth(_: &B) -> u32 {
        2
    }

    fn bench() -> Vec<(B, u32)> {
        [
            ((3, 3, 3), 9),
            ((4, 3, 3), 12),
            ((4, 4, 4), 9),
            ((5, 5, 4), 8),
            ((7, 6, 4), 7),
            ((8, 8, 5), 6),
        ]
        .into_iter()
        .filter_map(|((m, n, k), depth)| Some((B::empty(Rules::new(m, n, k).ok()?).ok()?, depth)))
        .collect()
    }
}
