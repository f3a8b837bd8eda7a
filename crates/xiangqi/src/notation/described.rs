//! What WXF and Chinese records have in common: they name the piece that
//! moves and describe the move as its owner sees it.

use super::{MoveError, clip};
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Side};
use crate::square::Square;

/// Which of several equal pieces on a file, seen by their owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Front,
    /// Neither the first nor the last.
    Middle,
    Rear,
    /// From the front, from 1.
    Nth(usize),
}

/// Where the piece stands. Files are 1 to 9 from the owner's right.
#[derive(Clone, Copy)]
pub(super) enum Place {
    File(usize),
    /// On whichever file has several of its kind. Where more than one has,
    /// `Nth` counts through all of these from the right, each from the front.
    Order(Order),
    OrderOnFile(Order, usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
    Sideways,
}

/// A move in words.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub kind: Kind,
    pub place: Place,
    pub way: Way,
    /// The new file, or ranks for pieces that go straight ahead or back.
    pub number: usize,
}

/// A move to be put in words.
pub(super) struct Description {
    pub kind: Kind,
    pub side: Side,
    pub from: Square,
    pub to: Square,
    /// Where the piece comes from, seen by its owner.
    pub file: usize,
    /// Pieces of its kind ahead of it on its file.
    pub ahead: usize,
    /// Pieces of its kind on its file, itself too.
    pub on_file: usize,
    /// Files with several pieces of its kind.
    pub crowded: usize,
    pub way: Way,
    pub number: usize,
}

/// A point as its owner sees it: home at rank 0, the leftmost file is 0.
const fn seen(side: Side, square: Square) -> Square {
    match side {
        Side::Red => square,
        Side::Black => square.rotated(),
    }
}

/// The number of a seen point's file, from the right.
const fn file_number(seen: Square) -> usize {
    Square::FILES - seen.file()
}

/// Whether a kind goes along files and ranks.
pub(super) const fn goes_straight(kind: Kind) -> bool {
    !matches!(kind, Kind::Advisor | Kind::Elephant | Kind::Horse)
}

/// A side's pieces of a kind by file number, each file from the front.
struct Crowd([Vec<Square>; Square::FILES + 1]);

impl Crowd {
    fn new(board: &Board, side: Side, kind: Kind) -> Self {
        let mut files: [Vec<Square>; Square::FILES + 1] = Default::default();
        for square in board.pieces(side, kind) {
            let seen = seen(side, square);
            files[file_number(seen)].push(seen);
        }
        for file in &mut files {
            file.sort_unstable_by_key(|seen| std::cmp::Reverse(seen.rank()));
        }
        Self(files)
    }

    fn crowded(&self) -> impl Iterator<Item = &Vec<Square>> {
        self.0.iter().filter(|file| file.len() > 1)
    }

    /// The pieces that stand there, as their owner sees the points.
    fn at(&self, place: Place) -> Vec<Square> {
        let ordered = |file: &[Square], order| match (order, file) {
            (Order::Front, [first, ..]) => vec![*first],
            (Order::Middle, [_, middle @ .., _]) => middle.to_vec(),
            (Order::Rear, [.., last]) => vec![*last],
            (Order::Nth(n), file) => {
                n.checked_sub(1).and_then(|i| file.get(i)).copied().into_iter().collect()
            }
            _ => Vec::new(),
        };
        match place {
            Place::File(file) => self.0.get(file).cloned().unwrap_or_default(),
            Place::Order(order @ Order::Nth(_)) => {
                let all: Vec<Square> = self.crowded().flatten().copied().collect();
                ordered(&all, order)
            }
            Place::Order(order) => self.crowded().flat_map(|file| ordered(file, order)).collect(),
            Place::OrderOnFile(order, file) => match self.0.get(file) {
                Some(file) if file.len() > 1 => ordered(file, order),
                _ => Vec::new(),
            },
        }
    }
}

impl Words {
    /// The point that a piece goes to, both as its owner sees them; `None`
    /// where no such piece moves so.
    fn target(self, from: Square) -> Option<Square> {
        let column = Square::FILES.checked_sub(self.number)?;
        let ranks = if goes_straight(self.kind) {
            if self.way == Way::Sideways {
                return Square::new(column, from.rank());
            }
            self.number
        } else {
            match (self.kind, column.abs_diff(from.file())) {
                (Kind::Advisor, 1) | (Kind::Horse, 2) => 1,
                (Kind::Elephant, 2) | (Kind::Horse, 1) => 2,
                _ => return None,
            }
        };
        let rank = match self.way {
            Way::Forward => from.rank() + ranks,
            Way::Back => from.rank().checked_sub(ranks)?,
            Way::Sideways => return None,
        };
        Square::new(if goes_straight(self.kind) { from.file() } else { column }, rank)
    }

    /// The one legal move that the words describe.
    pub(super) fn find(self, board: &Board, text: &str) -> Result<Move, MoveError> {
        let text = clip(text);
        let (side, kind) = (board.side_to_move(), self.kind);
        let pieces = Crowd::new(board, side, kind).at(self.place);
        let Some(&first) = pieces.first() else {
            return Err(MoveError::NoPiece { text, side, kind, place: self.place.describe() });
        };
        let moves: Vec<Move> = pieces
            .into_iter()
            .filter_map(|from| Move::new(seen(side, from), seen(side, self.target(from)?)))
            .collect();
        let legal: Vec<Move> = moves.iter().copied().filter(|&m| board.is_legal_move(m)).collect();
        match *legal {
            [m] => return Ok(m),
            [] => {}
            _ => return Err(MoveError::Ambiguous { text, candidates: legal }),
        }
        let possible = |m: &&Move| {
            let piece = board.at(m.from());
            !board.of(side).contains(m.to())
                && piece.is_some_and(|piece| board.reach(m.from(), piece).contains(m.to()))
        };
        Err(match moves.iter().find(possible) {
            Some(&m) => MoveError::LeavesCheck { text, m, side },
            None => MoveError::Unreachable { text, kind, from: seen(side, first) },
        })
    }
}

impl Place {
    fn describe(self) -> String {
        let order = |order| match order {
            Order::Front => "in front".to_owned(),
            Order::Middle => "between two others".to_owned(),
            Order::Rear => "in the rear".to_owned(),
            Order::Nth(n) => format!("that is number {n} from the front"),
        };
        match self {
            Self::File(file) => format!("on file {file}, counted from its right"),
            Self::Order(which) => format!("{} where several share a file", order(which)),
            Self::OrderOnFile(which, file) => {
                format!("{} of others on file {file}, counted from its right", order(which))
            }
        }
    }
}

impl Description {
    /// `None` if no piece stands where the move begins.
    pub(super) fn new(board: &Board, m: Move) -> Option<Self> {
        let piece = board.at(m.from())?;
        let (side, kind) = (piece.side(), piece.kind());
        let (from, to) = (seen(side, m.from()), seen(side, m.to()));
        let crowd = Crowd::new(board, side, kind);
        let file = file_number(from);
        let on_file = crowd.0.get(file)?;
        let way = match to.rank().cmp(&from.rank()) {
            std::cmp::Ordering::Greater => Way::Forward,
            std::cmp::Ordering::Less => Way::Back,
            std::cmp::Ordering::Equal => Way::Sideways,
        };
        let number = if goes_straight(kind) && way != Way::Sideways {
            to.rank().abs_diff(from.rank())
        } else {
            file_number(to)
        };
        Some(Self {
            kind,
            side,
            from,
            to,
            file,
            ahead: on_file.iter().filter(|other| other.rank() > from.rank()).count(),
            on_file: on_file.len(),
            crowded: crowd.crowded().count(),
            way,
            number,
        })
    }

    /// Whether the other of two pieces on a file would stay on the board if it
    /// moved the same way.
    pub(super) fn other_stays_on_board(&self, board: &Board) -> bool {
        let files = Crowd::new(board, self.side, self.kind).0;
        let Some(other) = files[self.file].iter().find(|&&other| other != self.from) else {
            return false;
        };
        (other.rank() + self.to.rank())
            .checked_sub(self.from.rank())
            .is_some_and(|rank| rank < Square::RANKS)
    }
}
