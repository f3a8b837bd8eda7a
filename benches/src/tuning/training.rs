//! What making training data asks of a game.

use search_core::{Evaluate, Heuristics};
use xiangqi::tuning::{self, FULL, GROUPS, Group, PHASES};
use xiangqi::{Kind, Piece, Side, Square, Trace, Xiangqi};

use crate::openings::Dice;
use crate::openings::draw::Drawn;

use super::samples::{Features, Table, Tuned};

/// A game of which training data can be made.
pub trait Training: Heuristics<Move: Send> + Clone + Send + Sync {
    /// The evaluation that plays.
    type Evaluation: Evaluate<Self> + Clone + Default + Send;

    /// The name that files carry, of at most eight bytes.
    const NAME: &'static str;

    /// Bytes of a position.
    const BYTES: usize;

    /// Writes the position, without its history, into [`Self::BYTES`] bytes.
    fn encode(&self, bytes: &mut [u8]);

    /// Reads what [`encode`](Self::encode) wrote; `None` for anything else.
    fn decode(bytes: &[u8]) -> Option<Self>;

    /// The side to move: 0 for the one that begins games, 1 for the other.
    fn side(&self) -> usize;

    /// The side that has won, or none in a draw, if the game is over.
    fn ending(&self) -> Option<Option<usize>>;

    /// A legal move at random; `None` if there is none.
    fn any_move(&self, dice: &mut Dice) -> Option<Self::Move>;
}

impl Training for Xiangqi {
    type Evaluation = xiangqi::Evaluation;

    const NAME: &'static str = "xiangqi";

    /// Twelve bytes with a bit for each occupied point, a0 first, and one
    /// behind them for Black to move; then half a byte for each piece.
    const BYTES: usize = 28;

    fn encode(&self, bytes: &mut [u8]) {
        let (points, pieces) = bytes.split_at_mut(POINT_BYTES);
        points.fill(0);
        pieces.fill(0);
        let mut set = |bit: usize| points[bit / 8] |= 1 << (bit % 8);
        for (n, square) in self.board().occupied().into_iter().enumerate() {
            set(square.index());
            if let Some(piece) = self.board().at(square) {
                pieces[n / 2] |= code(piece) << (n % 2 * 4);
            }
        }
        if self.side_to_move() == Side::Black {
            set(Square::COUNT);
        }
    }

    /// By way of a FEN: a file may hold anything, and whatever a FEN refuses is
    /// refused here.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let (points, pieces) = bytes.split_at_checked(POINT_BYTES)?;
        let is_set = |bit: usize| points[bit / 8] >> (bit % 8) & 1 != 0;
        let mut codes = (0..2 * pieces.len()).map(|n| pieces[n / 2] >> (n % 2 * 4) & 15);
        let mut board = [None; Square::COUNT];
        for (square, at) in board.iter_mut().enumerate() {
            if is_set(square) {
                *at = Some(piece(codes.next()?)?);
            }
        }
        let mut fen = String::with_capacity(80);
        for rank in board.chunks_exact(Square::FILES).rev() {
            for at in rank {
                fen.push(at.map_or('1', Piece::letter));
            }
            fen.push('/');
        }
        fen.pop();
        fen.push_str(if is_set(Square::COUNT) { " b" } else { " w" });
        Self::from_fen(&fen).ok()
    }

    fn side(&self) -> usize {
        self.side_to_move().index()
    }

    fn ending(&self) -> Option<Option<usize>> {
        Self::ending(self).map(|end| end.winner.map(Side::index))
    }

    fn any_move(&self, dice: &mut Dice) -> Option<Self::Move> {
        Drawn::draw(self, dice)
    }
}

impl Tuned for Xiangqi {
    fn tables() -> Vec<Table> {
        let table = |group: &Group| {
            let Group { name, meaning, rows, columns, .. } = *group;
            Table { name, meaning, rows, columns }
        };
        GROUPS.iter().map(table).collect()
    }

    fn weights() -> Vec<(i16, i16)> {
        tuning::weights()
    }

    fn features(&self) -> Features {
        let Trace { counts, phase, scale } = Trace::of(self);
        Features {
            counts,
            middle: phase as f32 / PHASES as f32,
            scale: scale.map(|scale| scale as f32 / FULL as f32),
        }
    }
}

/// Ninety points and the side to move.
const POINT_BYTES: usize = 12;

/// Below 14.
fn code(piece: Piece) -> u8 {
    (piece.kind().index() + 7 * piece.side().index()) as u8
}

fn piece(code: u8) -> Option<Piece> {
    let code = usize::from(code);
    let kind = *Kind::ALL.get(code % 7)?;
    Side::BOTH.get(code / 7).map(|&side| Piece::new(side, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use search_core::Position;

    #[test]
    fn positions_come_back() {
        let mut dice = Dice::new(7);
        let mut pos = Xiangqi::start();
        for _ in 0..300 {
            let Some(m) = pos.any_move(&mut dice) else { break };
            pos.make(m);
            let mut bytes = [0xAA; Xiangqi::BYTES];
            pos.encode(&mut bytes);
            let back = Xiangqi::decode(&bytes).expect("what was written");
            assert_eq!(back.board(), pos.board());
        }
        assert!(pos.moves().len() > 100);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Xiangqi::decode(&[0; Xiangqi::BYTES]).is_none());
        assert!(Xiangqi::decode(&[0xFF; Xiangqi::BYTES]).is_none());
        assert!(Xiangqi::decode(&[]).is_none());
    }
}
