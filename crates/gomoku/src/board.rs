//! The rules: stones, who moves, what wins. [`Gomoku`](crate::Gomoku) adds
//! what the engine keeps up move by move.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use search_core::{Heuristics, MoveSet, Outcome, Position};
use thiserror::Error;

use crate::lines::{Direction, Lines};
use crate::pattern::{Pattern, Table, code};
use crate::point::{MARGIN, Point, Size};
use crate::renju::{self, Forbidden};
use crate::rule::{Rule, Side};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// Stones on a board, a rule, and who moves. Small and cheap to copy: perft
/// and the textbook algorithms run on it.
///
/// ```
/// use gomoku::{Board, Point, Rule, Side, Size};
/// use search_core::Position;
///
/// let mut board = Board::new(Rule::Freestyle, Size::FIFTEEN);
/// board.make(Point::parse("h8", board.size())?);
/// assert_eq!((board.side_to_move(), board.count_moves()), (Side::White, 224));
/// # Ok::<(), gomoku::PointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rule: Rule,
    size: Size,
    side: Side,
    vacant: u16,
    winner: Option<Side>,
    key: u64,
    stones: [Lines; 2],
    /// The vacant points; what lies beyond the edge is not.
    free: Lines,
}

/// Why a stone cannot be placed, or stones make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is off the board.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// A stone stands there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// Renju forbids it.
    #[error("{0} is forbidden for Black: {1}")]
    Forbidden(Point, Forbidden),
    /// The game is over.
    #[error("the game is over: {0} has made five")]
    Over(Side),
    /// Neither side can be to move.
    #[error("{black} black and {white} white stones: expected as many, or one black more")]
    Counts {
        /// Black's stones.
        black: usize,
        /// White's stones.
        white: usize,
    },
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(rule: Rule, size: Size) -> Self {
        Self {
            rule,
            size,
            side: Side::Black,
            vacant: size.points() as u16,
            winner: None,
            key: zobrist::start(rule, size),
            stones: [Lines::EMPTY, Lines::EMPTY],
            free: Lines::full(size),
        }
    }

    /// Stones whose order is not known: Black is to move where the counts are
    /// equal, White where Black has one more. Forbidden points that Black
    /// occupies already are not looked at; a five of either side ends the game.
    ///
    /// # Errors
    /// [`PlayError`] for a point off the board or twice occupied, and for
    /// counts that do not alternate.
    pub fn with_stones(
        rule: Rule,
        size: Size,
        black: &[Point],
        white: &[Point],
    ) -> Result<Self, PlayError> {
        let mut board = Self::new(rule, size);
        for (side, points) in [(Side::Black, black), (Side::White, white)] {
            for &point in points {
                if !size.contains(point) {
                    return Err(PlayError::OffBoard(point));
                }
                if !board.is_vacant(point) {
                    return Err(PlayError::Occupied(point));
                }
                board.place(side, point);
            }
        }
        // On the way a row may have been five that is longer now.
        board.winner = None;
        for (side, points) in [(Side::Black, black), (Side::White, white)] {
            if points.iter().any(|&point| board.wins(side, point)) {
                board.winner = Some(side);
            }
        }
        let (black, white) = (black.len(), white.len());
        board.side = match black.checked_sub(white) {
            Some(0) => Side::Black,
            Some(1) => Side::White,
            _ => return Err(PlayError::Counts { black, white }),
        };
        if board.side == Side::White {
            board.key ^= zobrist::WHITE_TO_MOVE;
        }
        Ok(board)
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Who moves.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Who has made five.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// How many stones stand on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.size.points() - self.vacant as usize
    }

    /// Whose stone stands on a point, if any.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.stones[side.index()].has(point))
    }

    /// Whether the point is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_vacant(&self, point: Point) -> bool {
        self.free.has(point)
    }

    /// The empty points, row by row from above, each from the left.
    pub fn vacant(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.size.get()).rev().flat_map(|y| {
            let mut row = self.free.row(y);
            std::iter::from_fn(move || {
                let bit = row.trailing_zeros() as usize;
                row &= row.wrapping_sub(1);
                (bit < 32).then(|| Point::at(bit - MARGIN, y))
            })
        })
    }

    /// The stones and whose they are, row by row from above.
    pub fn occupied(&self) -> impl Iterator<Item = (Point, Side)> + '_ {
        self.size.each().filter_map(|p| Some((p, self.at(p)?)))
    }

    /// The key that an image of this position has.
    pub(crate) fn key_of_image(&self, symmetry: Symmetry) -> u64 {
        let start = Self::new(self.rule, self.size).key;
        let turn = if self.side == Side::White { zobrist::WHITE_TO_MOVE } else { 0 };
        self.occupied().fold(start ^ turn, |key, (point, side)| {
            key ^ zobrist::stone(side, symmetry.image(self.size, point))
        })
    }

    /// One side's stones.
    pub(crate) const fn lines(&self, side: Side) -> &Lines {
        &self.stones[side.index()]
    }

    /// The empty points; what lies beyond the edge is none.
    pub(crate) const fn free(&self) -> &Lines {
        &self.free
    }

    /// What a stone of this side on an empty point would make of the line in
    /// this direction.
    #[must_use]
    pub fn pattern(&self, side: Side, point: Point, direction: Direction) -> Pattern {
        let own = self.stones[side.index()].window(point, direction);
        // The opponent's stones and what lies beyond the edge.
        let blocked = !(own | self.free.window(point, direction)) & 0x7ff;
        Table::of(self.rule, side).get(code(own, blocked))
    }

    /// Whether a stone of this side there would win.
    pub(crate) fn wins(&self, side: Side, point: Point) -> bool {
        let wins = |run: u32| run == 5 || (run > 5 && self.rule.overline_wins(side));
        Direction::ALL.into_iter().any(|d| wins(self.stones[side.index()].run(point, d)))
    }

    /// Why Black must not play on an empty point, whoever is to move; `None`
    /// where he may, and under rules that forbid nothing.
    #[must_use]
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.rule.forbids(Side::Black) && self.is_vacant(point) {
            renju::forbidden(self, point)
        } else {
            None
        }
    }

    /// All forbidden points, row by row from above.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        self.vacant().filter_map(|p| Some((p, self.forbidden(p)?))).collect()
    }

    /// Whether the side to move may play there.
    ///
    /// # Errors
    /// [`PlayError`] says why not.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point));
        }
        if !self.is_vacant(point) {
            return Err(PlayError::Occupied(point));
        }
        if let Some(side) = self.winner {
            return Err(PlayError::Over(side));
        }
        match self.forbidden(point) {
            Some(why) if self.side == Side::Black => Err(PlayError::Forbidden(point, why)),
            _ => Ok(()),
        }
    }

    /// Puts a stone down without a change of turn.
    pub(crate) fn place(&mut self, side: Side, point: Point) {
        if self.wins(side, point) {
            self.winner = Some(side);
        }
        self.toggle(side, point);
        self.vacant -= 1;
    }

    /// Takes a stone up that [`place`](Self::place) put down in a game that
    /// was not over.
    pub(crate) fn lift(&mut self, side: Side, point: Point) {
        self.winner = None;
        self.toggle(side, point);
        self.vacant += 1;
    }

    fn toggle(&mut self, side: Side, point: Point) {
        self.stones[side.index()].toggle(point);
        self.free.toggle(point);
        self.key ^= zobrist::stone(side, point);
    }

    pub(crate) const fn turn(&mut self) {
        self.side = self.side.other();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }
}

impl Position for Board {
    type Move = Point;
    type Undo = ();

    /// A full board; or Black, in renju, has forbidden points alone.
    const NO_MOVES: Outcome = Outcome::Draw;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) if side == self.side => Some(Outcome::Win),
            Some(_) => Some(Outcome::Loss),
            None if self.vacant == 0 => Some(Outcome::Draw),
            None => None,
        }
    }

    /// Row by row from above, as the lecture does it. Noisy moves make a four
    /// or a five.
    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for point in self.vacant() {
            let asked = match set {
                MoveSet::All => true,
                MoveSet::Noisy => self.is_noisy(point),
                MoveSet::Quiet => !self.is_noisy(point),
            };
            if asked {
                visit(point)?;
            }
        }
        Continue(())
    }

    fn count_moves(&self) -> u64 {
        if self.rule.forbids(self.side) {
            self.vacant().filter(|&p| self.is_legal(p)).count() as u64
        } else {
            u64::from(self.vacant)
        }
    }

    #[inline]
    fn is_legal(&self, m: Point) -> bool {
        !self.rule.forbids(self.side) || renju::forbidden(self, m).is_none()
    }

    #[inline]
    fn make(&mut self, m: Point) {
        self.place(self.side, m);
        self.turn();
    }

    #[inline]
    fn unmake(&mut self, m: Point, (): ()) {
        self.turn();
        self.lift(self.side, m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn pack(&self, m: Point) -> Option<NonZeroU16> {
        Some(m.bits())
    }

    #[inline]
    fn unpack(&self, bits: NonZeroU16) -> Option<Point> {
        let point = Point::of_bits(bits)?;
        (self.winner.is_none() && self.is_vacant(point) && self.is_legal(point)).then_some(point)
    }
}

impl Heuristics for Board {
    fn is_noisy(&self, m: Point) -> bool {
        Direction::ALL.into_iter().any(|d| self.pattern(self.side, m, d) >= Pattern::Four)
    }
}

impl fmt::Display for Board {
    /// Rows from above: `X` Black, `O` White, `.` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size.get()).rev() {
            for x in 0..self.size.get() {
                f.write_str(match self.at(Point::at(x, y)) {
                    Some(Side::Black) => "X",
                    Some(Side::White) => "O",
                    None => ".",
                })?;
            }
            if y > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} {}: {self}, {} to move)", self.rule, self.size, self.side.name())
    }
}
