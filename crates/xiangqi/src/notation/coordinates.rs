//! Moves as two points: UCI and ICCS.

use super::{MoveError, clip};
use crate::board::Board;
use crate::moves::Move;
use crate::square::Square;

/// A text of the right shape.
pub(super) enum Points {
    Two(Square, Square),
    /// Of a board with ranks 1 to 10.
    WithRankTen,
}

/// Two points, perhaps with a dash between them.
pub(super) fn read(letters: &[char]) -> Option<Points> {
    let (from, rest) = point(letters)?;
    let rest = rest.strip_prefix(&['-']).unwrap_or(rest);
    let (to, rest) = point(rest)?;
    if !rest.is_empty() {
        return None;
    }
    Some(match (from, to) {
        (Point::On(from), Point::On(to)) => Points::Two(from, to),
        _ => Points::WithRankTen,
    })
}

enum Point {
    On(Square),
    RankTen,
}

fn point(letters: &[char]) -> Option<(Point, &[char])> {
    let (&file, rest) = letters.split_first()?;
    let file = file.to_ascii_lowercase();
    if !('a'..='i').contains(&file) {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(&['1', '0']) {
        return Some((Point::RankTen, rest));
    }
    let (rank, rest) = rest.split_first()?;
    let square = Square::new(file as usize - 'a' as usize, rank.to_digit(10)? as usize)?;
    Some((Point::On(square), rest))
}

impl Points {
    /// The legal move between them.
    pub(super) fn find(self, board: &Board, text: &str) -> Result<Move, MoveError> {
        let text = clip(text);
        let Self::Two(from, to) = self else { return Err(MoveError::RankTen(text)) };
        let side = board.side_to_move();
        let Some(piece) = board.at(from) else {
            return Err(MoveError::Empty { text, from, side });
        };
        if piece.side() != side {
            return Err(MoveError::NotYours { text, from, piece });
        }
        match Move::new(from, to) {
            Some(m) if board.is_legal_move(m) => Ok(m),
            Some(m) if board.reach(from, piece).contains(to) && !board.of(side).contains(to) => {
                Err(MoveError::LeavesCheck { text, m, side })
            }
            _ => Err(MoveError::Unreachable { text, kind: piece.kind(), from }),
        }
    }
}

pub(super) fn write_iccs(m: Move) -> String {
    format!("{}-{}", m.from(), m.to()).to_ascii_uppercase()
}
