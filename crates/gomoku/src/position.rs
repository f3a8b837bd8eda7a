//! A game in progress, with what the engine keeps up move by move.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};

use search_core::{MoveSet, Outcome, Position};

use crate::board::{Board, PlayError};
use crate::lines::Direction;
use crate::pattern::Pattern;
use crate::point::{Point, Size};
use crate::points::Points;
use crate::renju::{self, Forbidden, Suspicion};
use crate::rule::{Rule, Side};
use crate::shapes::{Rank, Shapes};

/// A game of five in a row: a [`Board`], the moves that were played, and the
/// patterns of every empty point for both sides.
///
/// ```
/// use gomoku::{Gomoku, Point, Rank, Rule, Side, Size};
///
/// let mut game = Gomoku::new(Rule::Freestyle, Size::FIFTEEN);
/// for name in ["h8", "a1", "i8", "a2", "j8"] {
///     game.play(Point::parse(name, game.size())?)?;
/// }
/// // Black threatens an open four.
/// let threats: Vec<_> = game.points_of(Side::Black, Rank::OpenFour).iter().collect();
/// assert_eq!(threats.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Gomoku {
    board: Board,
    shapes: Shapes,
    steps: Vec<Point>,
    /// Before the moves; `None`: an empty board.
    setup: Option<Box<Board>>,
}

impl Gomoku {
    /// An empty board.
    #[must_use]
    pub fn new(rule: Rule, size: Size) -> Self {
        Self {
            board: Board::new(rule, size),
            shapes: Shapes::new(rule, size),
            steps: Vec::new(),
            setup: None,
        }
    }

    /// A game that begins with the stones of a board.
    #[must_use]
    pub fn from_board(board: Board) -> Self {
        let mut shapes = Shapes::new(board.rule(), board.size());
        for point in board.size().each() {
            if let Some(side) = board.at(point) {
                shapes.place(side, point);
            }
        }
        let setup = (board.stones() > 0).then(|| Box::new(board.clone()));
        Self { board, shapes, steps: Vec::new(), setup }
    }

    /// The stones and the rule.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.board.rule()
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// Who moves.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// The moves since the first position.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.steps
    }

    /// The position before the first move.
    #[must_use]
    pub fn first(&self) -> Board {
        match &self.setup {
            Some(board) => Board::clone(board),
            None => Board::new(self.rule(), self.size()),
        }
    }

    /// Plays a stone for the side to move.
    ///
    /// # Errors
    /// [`PlayError`] says why it may not; nothing changes then.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        self.board.check(point)?;
        self.make(point);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<Point> {
        let &point = self.steps.last()?;
        self.unmake(point, ());
        Some(point)
    }

    /// The legal moves, row by row from above; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Point> {
        search_core::legal_moves(self)
    }

    /// What a stone of this side on a vacant point would make of a line.
    #[must_use]
    pub fn pattern(&self, side: Side, point: Point, direction: Direction) -> Pattern {
        self.shapes.pattern(side, point, direction)
    }

    /// What a stone of this side on a vacant point would make at best.
    #[must_use]
    pub fn rank(&self, side: Side, point: Point) -> Rank {
        self.shapes.rank(side, point)
    }

    /// The vacant points of a rank for a side; of [`Rank::None`] none are listed.
    #[must_use]
    pub const fn points_of(&self, side: Side, rank: Rank) -> &Points {
        self.shapes.points_of(side, rank)
    }

    /// Why Black must not play on a vacant point, if he must not.
    #[must_use]
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if !self.rule().forbids(Side::Black) || !self.board.is_vacant(point) {
            return None;
        }
        match self.shapes.suspicion(point) {
            Suspicion::None => None,
            Suspicion::Certain(why) => Some(why),
            Suspicion::Threes => renju::forbidden(&self.board, point),
        }
    }

    /// The other side moves: for the question what it threatens.
    pub(crate) const fn pass(&mut self) {
        self.board.turn();
    }

    /// Of moves that are images of each other, where the position is its own
    /// image, only the first. Looked for while few stones lie there.
    pub(crate) fn folded(&self, points: Points) -> Points {
        const FEW: usize = 6;
        let stones = self.board.stones();
        if stones == 0 || stones > FEW {
            return points;
        }
        let mut left = points;
        for symmetry in self.board.symmetries() {
            for point in left.iter() {
                let image = symmetry.image(self.size(), point);
                if image > point {
                    left.remove(image);
                }
            }
        }
        left
    }

    pub(crate) const fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Whether this side may play on a vacant point.
    #[inline]
    pub(crate) fn may_play(&self, side: Side, point: Point) -> bool {
        !self.rule().forbids(side) || self.forbidden(point).is_none()
    }
}

impl Position for Gomoku {
    type Move = Point;
    type Undo = ();

    const NO_MOVES: Outcome = Board::NO_MOVES;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.side_to_move();
        for point in self.board.vacant() {
            let noisy = || self.shapes.rank(side, point) >= Rank::Four;
            let asked = match set {
                MoveSet::All => true,
                MoveSet::Noisy => noisy(),
                MoveSet::Quiet => !noisy(),
            };
            if asked {
                visit(point)?;
            }
        }
        Continue(())
    }

    fn count_moves(&self) -> u64 {
        self.board.count_moves()
    }

    #[inline]
    fn is_legal(&self, m: Point) -> bool {
        self.may_play(self.side_to_move(), m)
    }

    #[inline]
    fn make(&mut self, m: Point) {
        self.shapes.place(self.side_to_move(), m);
        self.board.make(m);
        self.steps.push(m);
    }

    #[inline]
    fn unmake(&mut self, m: Point, (): ()) {
        self.steps.pop();
        self.board.unmake(m, ());
        self.shapes.lift(self.side_to_move(), m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn pack(&self, m: Point) -> Option<NonZeroU16> {
        self.board.pack(m)
    }

    #[inline]
    fn unpack(&self, bits: NonZeroU16) -> Option<Point> {
        let point = Point::of_bits(bits)?;
        let legal =
            self.board.winner().is_none() && self.board.is_vacant(point) && self.is_legal(point);
        legal.then_some(point)
    }

    fn reserve(&mut self, plies: usize) {
        let plies = plies.min(self.board.size().points() - self.board.stones());
        self.steps.reserve(plies);
        self.shapes.reserve(plies);
    }
}

impl fmt::Debug for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gomoku({:?}, moves {:?})", self.board, self.steps)
    }
}
