//! Openings at random, and which of them are worth a look.

use gomoku::{Evaluation, Gomoku, Point, Size};
use search_core::{Evaluate, Heuristics, final_outcome};
use xiangqi::Xiangqi;

use super::Opening;
use super::dice::Dice;

/// What drawing asks of a game.
pub(crate) trait Drawn: Heuristics<Move: Send> + Clone + Send {
    /// The evaluation that judges.
    type Evaluation: Evaluate<Self> + Clone + Default + Send;

    /// The same for positions that are images of each other, however they came
    /// about, and for no others.
    type Identity: Ord;

    /// A move at random; `None` if there is none.
    fn draw(&self, dice: &mut Dice) -> Option<Self::Move>;

    /// Whether a game may begin here.
    fn is_fit(&self) -> bool;

    /// See [`Self::Identity`].
    fn identity(&self) -> Self::Identity;

    /// The opening that leads here.
    fn opening(&self) -> Opening;
}

impl Drawn for Xiangqi {
    type Evaluation = xiangqi::Evaluation;
    /// The pieces and the side to move, as a FEN has them.
    type Identity = String;

    fn draw(&self, dice: &mut Dice) -> Option<Self::Move> {
        dice.pick(&self.legal_moves())
    }

    fn is_fit(&self) -> bool {
        !self.board().in_check() && self.ending().is_none()
    }

    fn identity(&self) -> String {
        let fen = self.board().to_string();
        let (pieces, side) = fen.split_once(' ').unwrap_or((&fen, ""));
        let mirrored = |rank: &str| rank.chars().rev().collect::<String>();
        let ranks: Vec<_> = pieces.split('/').map(mirrored).collect();
        let mirrored = format!("{} {side}", ranks.join("/"));
        fen.min(mirrored)
    }

    /// The history is left out: what was drawn says nothing about the game to come.
    fn opening(&self) -> Opening {
        Opening::Xiangqi { fen: self.fen(), moves: Vec::new() }
    }
}

/// How far a stone may lie from the nearest of the others, in columns and in rows.
const NEAR: usize = 3;

impl Drawn for Gomoku {
    type Evaluation = Evaluation;
    /// The key that all images share.
    type Identity = u64;

    fn draw(&self, dice: &mut Dice) -> Option<Point> {
        let size = self.size();
        let stones = self.moves();
        let fits = |point: &Point| match stones {
            [] => is_central(*point, size),
            _ => stones.iter().any(|stone| distance(*stone, *point) <= NEAR),
        };
        let legal = self.legal_moves();
        dice.pick(&legal.into_iter().filter(fits).collect::<Vec<_>>())
    }

    fn is_fit(&self) -> bool {
        final_outcome(self).is_none()
    }

    fn identity(&self) -> u64 {
        self.board().folded_key()
    }

    fn opening(&self) -> Opening {
        Opening::Gomoku { moves: self.moves().to_vec() }
    }
}

/// Whether a point lies in the middle half of the columns and of the rows.
fn is_central(point: Point, size: Size) -> bool {
    let n = size.get();
    let near = |at: usize| 2 * (2 * at).abs_diff(n - 1) <= n;
    near(point.x()) && near(point.y())
}

fn distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
