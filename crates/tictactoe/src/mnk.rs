//! m,n,k games on bitboards of 64 or 128 squares.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use search_core::{MoveSet, Outcome, Position};

use crate::board::{self, Board, BoardError};
use crate::geometry::Geometry;
use crate::rules::{Rules, RulesError};
use crate::square::{Side, Square};
use crate::word::Word;

/// A position of an m,n,k game: `Mnk<u64>` for boards of up to 64 squares
/// (8x8), `Mnk<u128>` for up to 128 (11x11).
///
/// Positions that are mirror images or rotations of each other share a
/// [`key`](Position::key), as long as no more than
/// [`folded`](Self::folded) stones stand: keeping the keys of all images costs
/// time in every move, and transpositions by symmetry are found mostly while
/// few stones stand.
///
/// ```
/// use tictactoe::{Board, Mnk, Rules};
/// let empty = Mnk::<u64>::empty("7,6,4".parse()?)?;
/// let left = empty.play(empty.rules().square("a1")?)?;
/// let right = empty.play(empty.rules().square("g6")?)?;
/// assert_eq!(search_core::Position::key(&left), search_core::Position::key(&right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mnk<B: Word> {
    pub(crate) geometry: &'static Geometry<B>,
    /// Stones of X and of O.
    pub(crate) sides: [B; 2],
    /// For X and O, the empty squares that complete a line. Kept up to date
    /// because outcome, ordering and forced replies all ask for them.
    pub(crate) completing: [B; 2],
    /// For X and O, what the open lines are worth, by what they lack.
    pub(crate) potential: [u32; 2],
    /// The key of the position itself, then those of its images; the images'
    /// are kept only up to `folded` stones.
    keys: [u64; 8],
    played: u8,
    folded: u8,
    /// Whether the side that moved last has a line.
    won: bool,
}

impl<B: Word> Mnk<B> {
    /// The same position, whose descendants share keys with their images as
    /// long as no more than this many stones stand: 0 for never.
    #[must_use]
    pub fn with_folding(self, stones: usize) -> Self {
        let folded = stones.min(Rules::MAX_SQUARES) as u8;
        Self::build(self.geometry, self.sides, folded)
    }

    /// Up to how many stones symmetric positions share a key.
    #[must_use]
    pub const fn folded(&self) -> usize {
        self.folded as usize
    }

    fn build(geometry: &'static Geometry<B>, sides: [B; 2], folded: u8) -> Self {
        let empty = geometry.full & !(sides[0] | sides[1]);
        let [x, o] = sides;
        let played = (sides[0].len() + sides[1].len()) as u8;
        let mut keys = [0; 8];
        for (side, stones) in sides.into_iter().enumerate() {
            let _ = stones.each(|square| {
                for (key, share) in keys.iter_mut().zip(geometry.zobrist[square.index()][side]) {
                    *key ^= share;
                }
                ControlFlow::Continue(())
            });
        }
        if played > folded {
            keys[1..].fill(0);
        }
        Self {
            geometry,
            sides,
            completing: sides.map(|stones| geometry.completing(stones) & empty),
            potential: [geometry.potential(x, o), geometry.potential(o, x)],
            keys,
            played,
            folded,
            won: sides.into_iter().any(|stones| geometry.holds_line(stones)),
        }
    }

    /// 0 when X moves, 1 when O does.
    #[inline]
    pub(crate) const fn mover(&self) -> usize {
        self.played as usize & 1
    }

    /// The empty squares that complete a line of the side to move.
    #[inline]
    pub(crate) const fn wins(&self) -> B {
        self.completing[self.mover()]
    }

    /// The empty squares that complete a line of the opponent.
    #[inline]
    pub(crate) const fn threats(&self) -> B {
        self.completing[self.mover() ^ 1]
    }

    #[inline]
    pub(crate) fn empty_squares(&self) -> B {
        self.geometry.full & !(self.sides[0] | self.sides[1])
    }

    /// The symmetry that takes the position to the frame of its key.
    #[inline]
    fn key_frame(&self) -> usize {
        if self.played > self.folded {
            return 0;
        }
        let mut best = 0;
        for s in 1..self.geometry.symmetries {
            if self.keys[s] < self.keys[best] {
                best = s;
            }
        }
        best
    }
}

impl<B: Word> Position for Mnk<B> {
    type Move = Square;
    type Undo = Self;
    const NO_MOVES: Outcome = Outcome::Draw;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Loss)
        } else {
            self.empty_squares().is_empty().then_some(Outcome::Draw)
        }
    }

    /// In ascending order. Noisy moves complete a line, or keep the opponent
    /// from completing one.
    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let noisy = self.completing[0] | self.completing[1];
        let squares = match set {
            MoveSet::All => self.empty_squares(),
            MoveSet::Noisy => noisy,
            MoveSet::Quiet => self.empty_squares() & !noisy,
        };
        squares.each(visit)
    }

    #[inline]
    fn make(&mut self, square: Square) -> Self {
        let before = *self;
        let (side, bit) = (self.mover(), B::bit(square.index()));
        let (own, theirs) = (self.sides[side], self.sides[side ^ 1]);
        let weights = &self.geometry.weights;
        let almost = self.geometry.rules.line() as u32 - 1;
        self.won = !(self.completing[side] & bit).is_empty();
        self.sides[side] |= bit;
        self.played += 1;
        let mut completing = B::NONE;
        for &line in &self.geometry.through[square.index()] {
            let (a, b) = ((line & own).len(), (line & theirs).len());
            if b == 0 {
                self.potential[side] += weights[a as usize + 1] - weights[a as usize];
                if a + 1 == almost {
                    completing |= line;
                }
            }
            if a == 0 {
                self.potential[side ^ 1] -= weights[b as usize];
            }
        }
        self.completing[side] |= completing & !own;
        self.completing[side] &= !bit;
        self.completing[side ^ 1] &= !bit;
        let shares = &self.geometry.zobrist[square.index()][side];
        if self.played <= self.folded {
            for (key, share) in self.keys.iter_mut().zip(shares) {
                *key ^= share;
            }
        } else {
            self.keys[0] ^= shares[0];
            // Equal positions are equal in every field, whatever led to them.
            self.keys[1..].fill(0);
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: Square, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys[self.key_frame()]
    }

    /// The square in the frame of the key.
    fn pack(&self, square: Square) -> Option<NonZeroU16> {
        let image = self.geometry.images.get(square.index())?[self.key_frame()];
        NonZeroU16::new(u16::from(image) + 1)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Square> {
        let origin = self.geometry.origins.get(usize::from(bits.get() - 1))?[self.key_frame()];
        let square = Square::new(origin);
        (self.empty_squares().has(square) && !self.won).then_some(square)
    }
}

impl<B: Word> Board for Mnk<B> {
    fn empty(rules: Rules) -> Result<Self, RulesError> {
        if rules.squares() > B::BITS as usize {
            let (m, n) = (rules.columns(), rules.rows());
            return Err(RulesError::WordTooSmall { m, n, bits: B::BITS });
        }
        Ok(Self::build(B::geometry(rules), [B::NONE; 2], Rules::MAX_SQUARES as u8))
    }

    fn with_stones(rules: Rules, stones: &[(Square, Side)]) -> Result<Self, BoardError> {
        let empty = Self::empty(rules)?;
        board::check_stones(rules, stones)?;
        let mut sides = empty.sides;
        for &(square, side) in stones {
            sides[side.index()] |= B::bit(square.index());
        }
        let geometry = empty.geometry;
        let counts = sides.map(|set| set.len() as usize);
        board::check(counts, sides.map(|set| geometry.holds_line(set)), |winner| {
            let set = sides[winner.index()];
            (0..rules.squares()).any(|i| !geometry.holds_line(set & !B::bit(i)))
        })?;
        Ok(Self::build(geometry, sides, empty.folded))
    }

    fn rules(&self) -> Rules {
        self.geometry.rules
    }

    fn at(&self, square: Square) -> Option<Side> {
        // A word wraps round: beyond the board it would tell of another square.
        if square.index() >= self.rules().squares() {
            return None;
        }
        [Side::X, Side::O].into_iter().find(|side| self.sides[side.index()].has(square))
    }

    fn stones(&self) -> usize {
        self.played.into()
    }

    fn winner(&self) -> Option<Side> {
        self.won.then(|| self.side_to_move().other())
    }

    fn open_lines(&self, side: Side) -> u32 {
        let theirs = self.sides[side.other().index()];
        let g = self.geometry;
        g.directions.iter().map(|d| g.untouched(d, theirs).len()).sum()
    }

    fn potential(&self, side: Side) -> u32 {
        self.potential[side.index()]
    }

    #[inline]
    fn completing(&self, side: Side) -> ArrayVec<Square, 2> {
        first_two(self.completing[side.index()])
    }

    fn winning_squares(&self) -> Vec<Square> {
        let stones = self.sides[self.mover() ^ 1];
        let lines = self.geometry.lines.iter().copied().filter(|&line| line & stones == line);
        let set = lines.fold(B::NONE, |set, line| set | line);
        let mut squares = Vec::new();
        let _ = set.each(|square| {
            squares.push(square);
            ControlFlow::Continue(())
        });
        squares
    }
}

/// The two lowest squares of a set.
fn first_two<B: Word>(set: B) -> ArrayVec<Square, 2> {
    let mut squares = ArrayVec::new();
    let _ = set.each(|square| {
        squares.push(square);
        if squares.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    squares
}

impl<B: Word> fmt::Display for Mnk<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board::write_board(self, f)
    }
}

impl<B: Word> fmt::Debug for Mnk<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mnk({}: {self})", self.rules())
    }
}
