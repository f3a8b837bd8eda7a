//! What making training data asks of a game.

use std::ops::RangeInclusive;

use gomoku::{Board, Gomoku, Point, Rule, Size};
use search_core::{Evaluate, Heuristics, Outcome, final_outcome};
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

    /// How games begin and end.
    const TERMS: Terms;
}

/// How self-played games of a game begin and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Random moves from the start of a game.
    pub plies: RangeInclusive<usize>,
    /// Random moves behind an opening of a file.
    pub more_plies: RangeInclusive<usize>,
    /// The greatest score, for either side, from which a game is played.
    pub balance: i32,
    /// A score that wins when it lasts.
    pub win: i32,
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

    const TERMS: Terms = Terms { plies: 8..=16, more_plies: 0..=4, balance: 400, win: 1500 };
}

impl Training for Gomoku {
    type Evaluation = gomoku::Evaluation;

    const NAME: &'static str = "gomoku";

    /// One byte for the size and the rule; then five points a byte, row by row, to
    /// the base 3: empty, Black, White.
    const BYTES: usize = 1 + (LARGEST * LARGEST).div_ceil(POINTS_A_BYTE);

    /// A board of more than 20 points a side is written as an empty one of no size,
    /// which [`decode`](Self::decode) refuses.
    fn encode(&self, bytes: &mut [u8]) {
        bytes.fill(0);
        let size = self.size();
        if size.get() > LARGEST {
            return;
        }
        let rule = Rule::ALL.iter().position(|&rule| rule == self.rule()).unwrap_or(0);
        bytes[0] = (size.get() | rule << 5) as u8;
        for (n, point) in size.each().enumerate() {
            let digit = self.board().at(point).map_or(0, |side| side.index() + 1);
            bytes[1 + n / POINTS_A_BYTE] += (digit * 3usize.pow((n % POINTS_A_BYTE) as u32)) as u8;
        }
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (&head, points) = bytes.split_first()?;
        let rule = *Rule::ALL.get(usize::from(head >> 5))?;
        let size = Size::new(usize::from(head & 31)).filter(|size| size.get() <= LARGEST)?;
        let mut stones: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
        for (n, point) in size.each().enumerate() {
            let byte = usize::from(*points.get(n / POINTS_A_BYTE)?);
            match byte / 3usize.pow((n % POINTS_A_BYTE) as u32) % 3 {
                0 => {}
                digit => stones[digit - 1].push(point),
            }
        }
        let [black, white] = stones;
        Board::with_stones(rule, size, &black, &white).ok().map(Self::from_board)
    }

    fn side(&self) -> usize {
        self.side_to_move().index()
    }

    fn ending(&self) -> Option<Option<usize>> {
        let side = self.side();
        final_outcome(self).map(|outcome| match outcome {
            Outcome::Win => Some(side),
            Outcome::Loss => Some(1 - side),
            _ => None,
        })
    }

    fn any_move(&self, dice: &mut Dice) -> Option<Self::Move> {
        Drawn::draw(self, dice)
    }

    const TERMS: Terms = Terms { plies: 3..=9, more_plies: 0..=2, balance: 150, win: 3000 };
}

/// The largest board of which positions are kept.
const LARGEST: usize = 20;
const POINTS_A_BYTE: usize = 5;

/// The evaluation of xiangqi.
#[derive(Clone, Copy, Debug)]
pub struct XiangqiWeights;

impl Tuned for XiangqiWeights {
    type Position = Xiangqi;

    const PHASED: bool = true;

    fn tables(&self) -> Vec<Table> {
        let table = |group: &Group| {
            let Group { name, meaning, rows, columns, .. } = *group;
            Table { name, meaning, rows, columns }
        };
        GROUPS.iter().map(table).collect()
    }

    fn weights(&self) -> Vec<(i16, i16)> {
        tuning::weights()
    }

    fn features(&self, pos: &Xiangqi) -> Option<Features> {
        let Trace { counts, phase, scale } = Trace::of(pos);
        Some(Features {
            counts,
            middle: phase as f32 / PHASES as f32,
            scale: scale.map(|scale| scale as f32 / FULL as f32),
        })
    }
}

/// The evaluation of gomoku under one of its rules.
#[derive(Clone, Copy, Debug)]
pub struct GomokuWeights(pub Rule);

impl Tuned for GomokuWeights {
    type Position = Gomoku;

    const PHASED: bool = false;

    fn tables(&self) -> Vec<Table> {
        let table = |(name, length): (&'static str, usize)| {
            let columns = [16, 15, length].into_iter().find(|n| length % n == 0).unwrap_or(length);
            Table { name, meaning: "", rows: length / columns, columns }
        };
        gomoku::tuning::tables(self.0).into_iter().map(table).collect()
    }

    fn weights(&self) -> Vec<(i16, i16)> {
        gomoku::tuning::weights(self.0).into_iter().map(|weight| (weight, weight)).collect()
    }

    fn features(&self, pos: &Gomoku) -> Option<Features> {
        (pos.rule() == self.0).then(|| Features {
            counts: gomoku::tuning::features(pos),
            middle: 1.0,
            scale: [1.0; 2],
        })
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
    use search_core::Position;

    use super::*;

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
    fn boards_come_back() {
        let mut dice = Dice::new(8);
        for (rule, n) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Standard, 20)] {
            let mut pos = Gomoku::new(rule, Size::new(n).expect("a size"));
            while pos.ending().is_none() {
                let mut bytes = [0xAA; Gomoku::BYTES];
                pos.encode(&mut bytes);
                let back = Gomoku::decode(&bytes).expect("what was written");
                assert_eq!((back.board(), back.side()), (pos.board(), pos.side()));
                let Some(m) = pos.any_move(&mut dice) else { break };
                pos.make(m);
            }
            assert!(pos.board().stones() > 20);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Gomoku::decode(&[0; Gomoku::BYTES]).is_none());
        assert!(Gomoku::decode(&[0xFF; Gomoku::BYTES]).is_none());
        assert!(Gomoku::decode(&[15; 9]).is_none());
        assert!(Xiangqi::decode(&[0; Xiangqi::BYTES]).is_none());
        assert!(Xiangqi::decode(&[0xFF; Xiangqi::BYTES]).is_none());
        assert!(Xiangqi::decode(&[]).is_none());
    }
}
