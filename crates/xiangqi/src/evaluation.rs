//! What positions are worth: material, where pieces stand, how far they see.
//!
//! Units are hundredths of a pawn; one that has not crossed the river is
//! worth a little less, one that has about twice as much.

use search_core::Evaluate;

use crate::attacks::{self, rays};
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};
use crate::position::Xiangqi;
use crate::square::Square;

/// The material value of a kind. The general has that of no exchange: nothing pays for it.
#[inline]
#[must_use]
pub const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::General => 10_000,
        Kind::Advisor => 200,
        Kind::Elephant => 210,
        Kind::Horse => 420,
        Kind::Rook => 920,
        Kind::Cannon => 450,
        Kind::Pawn => 90,
    }
}

/// What standing on a point adds, seen by Red. The sums of simple reasons:
/// nearer the middle, nearer the enemy's palace, not where a piece blocks its own.
const fn place(kind: Kind, file: usize, rank: usize) -> i32 {
    // 0 on the edge files, 4 on the middle one.
    let middle = if file < 4 { file } else { 8 - file } as i32;
    let rank = rank as i32;
    match kind {
        Kind::General => match rank {
            0 => 4 * (middle - 3),
            1 => -14,
            _ => -30,
        },
        Kind::Advisor => {
            if rank == 1 {
                4
            } else {
                0
            }
        }
        Kind::Elephant => {
            if middle == 4 {
                14
            } else if middle == 0 {
                -14
            } else {
                0
            }
        }
        // Best two or three ranks before the enemy's palace; poor on the edge
        // and at home, where its legs are blocked.
        Kind::Horse => {
            let advance = match rank {
                0 => -24,
                1 => -10,
                2 => 0,
                3 => 4,
                4 => 12,
                5 => 22,
                6 => 28,
                7 => 30,
                8 => 20,
                _ => -4,
            };
            let bottom_middle = if rank == 1 && middle == 4 { -30 } else { 0 };
            advance + 5 * (middle - 2) + bottom_middle
        }
        Kind::Rook => {
            let advance = match rank {
                0 => -14,
                1 | 2 => 0,
                3 => 4,
                4 | 5 => 10,
                6 | 7 => 14,
                _ => 10,
            };
            advance + 3 * (middle - 2)
        }
        // At home behind its own men, or on the last ranks of the enemy.
        Kind::Cannon => {
            let advance = match rank {
                0..=2 => 4,
                3 | 4 => 0,
                5 | 6 => 2,
                7 => -2,
                8 => 4,
                _ => 10,
            };
            advance + if middle == 4 { 14 } else { middle }
        }
        Kind::Pawn => {
            let crossed = 40 + 12 * middle;
            match rank {
                0..=3 => {
                    if middle == 4 {
                        6
                    } else {
                        0
                    }
                }
                4 => 6 + middle,
                5 => crossed,
                6 => crossed + 16,
                7 => crossed + 24,
                8 => crossed + 20,
                _ => 10 + 6 * middle,
            }
        }
    }
}

/// Material and place, by piece and point, positive for Red.
static WORTH: [[i32; Square::COUNT]; Piece::INDICES] = {
    let mut table = [[0; Square::COUNT]; Piece::INDICES];
    let mut i = 0;
    while i < 7 * Square::COUNT {
        let (kind, square) = (Kind::ALL[i / Square::COUNT], Square::at(i % Square::COUNT));
        let material = match kind {
            Kind::General => 0,
            _ => value(kind),
        };
        let worth = material + place(kind, square.file(), square.rank());
        table[Piece::new(Side::Red, kind).index()][square.index()] = worth;
        table[Piece::new(Side::Black, kind).index()][square.rotated().index()] = -worth;
        i += 1;
    }
    table
};

/// The sum of [`WORTH`] over the board, kept up move by move; positive for Red.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth(i32);

impl Worth {
    /// Of a board.
    pub fn of(board: &Board) -> Self {
        let worth = |square: Square| board.at(square).map_or(0, |piece| at(piece, square));
        Self(Square::all().map(worth).sum())
    }

    /// After a piece has moved.
    #[inline]
    pub fn shift(&mut self, piece: Piece, m: Move, captured: Option<Piece>) {
        self.0 += at(piece, m.to()) - at(piece, m.from());
        if let Some(captured) = captured {
            self.0 -= at(captured, m.to());
        }
    }

    /// What a quiet move of a piece is worth to its side.
    #[inline]
    pub fn of_move(piece: Piece, m: Move) -> i32 {
        Self(at(piece, m.to()) - at(piece, m.from())).seen_by(piece.side())
    }

    /// For a side.
    #[inline]
    pub const fn seen_by(self, side: Side) -> i32 {
        match side {
            Side::Red => self.0,
            Side::Black => -self.0,
        }
    }
}

#[inline]
fn at(piece: Piece, square: Square) -> i32 {
    WORTH[piece.index() & (Piece::INDICES - 1)][square.index()]
}

/// The evaluations of this crate, by the names that [`ALL`](Self::ALL) gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Material, place and mobility.
    #[default]
    Classic,
    /// The pieces alone: for lessons.
    Material,
}

/// The terms of [`Evaluation::Classic`], for Red and for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Material and place, Red's less Black's.
    pub placed: i32,
    /// How far each side's rooks, cannons and horses see.
    pub mobility: [i32; 2],
}

/// The right to move.
const TEMPO: i32 = 10;

impl Evaluation {
    /// Each with its name and a line of meaning, the default first.
    pub const ALL: [(Self, &'static str, &'static str); 2] = [
        (Self::Classic, "classic", "material, where pieces stand, and how far they see"),
        (Self::Material, "material", "the pieces alone"),
    ];

    /// The terms of [`Evaluation::Classic`].
    #[must_use]
    pub fn terms(pos: &Xiangqi) -> Terms {
        let mobility = Side::BOTH.map(|side| mobility(pos.board(), side));
        Terms { placed: pos.worth().seen_by(Side::Red), mobility }
    }
}

/// Points that the pieces reach, weighed: a horse with one leg is no horse.
fn mobility(board: &Board, side: Side) -> i32 {
    let occupied = board.occupied();
    let own = board.of(side);
    let mut sum = 0;
    for from in board.pieces(side, Kind::Rook) {
        sum += 3 * (rays(from, occupied).near & !own).count() as i32;
    }
    for from in board.pieces(side, Kind::Cannon) {
        sum += (rays(from, occupied).near & !occupied).count() as i32;
    }
    for from in board.pieces(side, Kind::Horse) {
        sum += 6 * (attacks::horse(from, occupied) & !own).count() as i32;
    }
    sum
}

/// Whether a side has pieces that cross the river: without them it cannot win.
fn can_attack(board: &Board, side: Side) -> bool {
    let stay = board.kind(Kind::General) | board.kind(Kind::Advisor) | board.kind(Kind::Elephant);
    !(board.of(side) & !stay).is_empty()
}

impl Evaluate<Xiangqi> for Evaluation {
    fn evaluate(&mut self, pos: &Xiangqi) -> i32 {
        let (board, side) = (pos.board(), pos.side_to_move());
        let score = match self {
            Self::Classic => {
                let [red, black] = Side::BOTH.map(|side| mobility(board, side));
                let sign = if side == Side::Red { 1 } else { -1 };
                pos.worth().seen_by(side) + sign * (red - black) + TEMPO
            }
            Self::Material => {
                let of = |side, kind| board.pieces(side, kind).count() as i32 * value(kind);
                let sum = |side| Kind::ALL[1..].iter().map(|&kind| of(side, kind)).sum::<i32>();
                sum(side) - sum(side.other())
            }
        };
        let leader = if score > 0 { side } else { side.other() };
        if can_attack(board, leader) { score } else { 0 }
    }
}
