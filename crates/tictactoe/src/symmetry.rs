//! Symmetric positions, counted once.

use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use search_core::{Heuristics, MoveSet, Outcome, Position};

use crate::board::{Board, BoardError};
use crate::mnk::Mnk;
use crate::rules::{Rules, RulesError};
use crate::small::TicTacToe;
use crate::square::{Side, Square};
use crate::word::Word;

/// A board that knows its images under the rotations and mirrors of its shape:
/// eight (with itself) on a square board, else four.
pub trait Symmetric: Board {
    /// What all images of a position have in common, and no other position.
    type Class: Copy + Ord + Hash + Debug;

    /// The class of the position.
    fn class(&self) -> Self::Class;

    /// The symmetry that takes the position to the image that stands for its class.
    fn frame(&self) -> usize;

    /// Where a symmetry takes a square; `None` outside the board.
    fn image(&self, square: Square, symmetry: usize) -> Option<Square>;

    /// What a symmetry takes to a square; `None` outside the board.
    fn origin(&self, square: Square, symmetry: usize) -> Option<Square>;

    /// How many different positions are in the class.
    fn images(&self) -> usize;

    /// The class as a key for tables.
    fn class_key(&self) -> u64;
}

/// Where the symmetries take each square of 3x3: identity, quarter turns, mirrors.
const IMAGES: [[u8; 9]; 8] = {
    let mut images = [[0; 9]; 8];
    let mut s = 0;
    while s < 8 {
        let mut i = 0;
        while i < 9 {
            let (x, y) = (i % 3, i / 3);
            let (x, y) = if s & 4 == 0 { (x, y) } else { (y, x) };
            let x = if s & 1 == 0 { x } else { 2 - x };
            let y = if s & 2 == 0 { y } else { 2 - y };
            images[s][i] = (y * 3 + x) as u8;
            i += 1;
        }
        s += 1;
    }
    images
};

impl TicTacToe {
    /// The images of the position under the eight symmetries, itself first.
    pub fn symmetric(self) -> impl Iterator<Item = Self> {
        IMAGES.into_iter().map(move |image| {
            self.map(|set| (0..9).filter(|i| set >> i & 1 != 0).fold(0, |s, i| s | 1 << image[i]))
        })
    }

    /// The least of its images: equal for all positions of a class.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.symmetric().min().unwrap_or(self)
    }
}

impl Symmetric for TicTacToe {
    type Class = Self;

    fn class(&self) -> Self {
        self.canonical()
    }

    fn frame(&self) -> usize {
        least(self.symmetric())
    }

    fn image(&self, square: Square, symmetry: usize) -> Option<Square> {
        let image = IMAGES.get(symmetry)?.get(square.index())?;
        Some(Square::new(*image))
    }

    fn origin(&self, square: Square, symmetry: usize) -> Option<Square> {
        let origin = IMAGES.get(symmetry)?.iter().position(|&i| square == Square::new(i))?;
        Some(Square::new(origin as u8))
    }

    fn images(&self) -> usize {
        // The images that equal the position are a subgroup of the eight.
        8 / self.symmetric().filter(|image| image == self).count().max(1)
    }

    fn class_key(&self) -> u64 {
        self.canonical().key()
    }
}

/// The place of the least item; of equal ones, the first.
fn least<T: Ord>(items: impl Iterator<Item = T>) -> usize {
    items.enumerate().min_by(|a, b| a.1.cmp(&b.1)).map_or(0, |(place, _)| place)
}

impl<B: Word> Mnk<B> {
    fn all_images(&self) -> impl Iterator<Item = [B; 2]> {
        let (g, sides) = (self.geometry, self.sides);
        (0..g.symmetries).map(move |s| sides.map(|set| g.image(set, s)))
    }
}

impl<B: Word> Symmetric for Mnk<B> {
    type Class = [B; 2];

    fn class(&self) -> [B; 2] {
        self.all_images().min().unwrap_or(self.sides)
    }

    fn frame(&self) -> usize {
        least(self.all_images())
    }

    fn image(&self, square: Square, symmetry: usize) -> Option<Square> {
        let image = self.geometry.images.get(square.index())?.get(symmetry)?;
        Some(Square::new(*image))
    }

    fn origin(&self, square: Square, symmetry: usize) -> Option<Square> {
        let origin = self.geometry.origins.get(square.index())?.get(symmetry)?;
        Some(Square::new(*origin))
    }

    fn images(&self) -> usize {
        let same = self.all_images().filter(|image| *image == self.sides).count();
        self.geometry.symmetries / same.max(1)
    }

    fn class_key(&self) -> u64 {
        self.with_folding(Rules::MAX_SQUARES).key()
    }
}

/// A game in which positions that are images of each other are the same: of
/// the moves that lead to one class, only the first is generated, and the
/// class is the key.
///
/// ```
/// use search_core::legal_moves;
/// use tictactoe::{Folded, TicTacToe};
/// // Corner, edge, centre.
/// let squares = legal_moves(&Folded(TicTacToe::new())).iter().map(|s| s.index()).collect::<Vec<_>>();
/// assert_eq!(squares, [0, 1, 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Folded<P>(pub P);

impl<P: Symmetric> Folded<P> {
    /// The move generated for the class that this one leads to.
    fn representative(&self, square: Square) -> Option<Square> {
        let class = self.0.after(square).class();
        let mut found = None;
        let _ = self.0.generate(MoveSet::All, |m| {
            if self.0.after(m).class() == class {
                found = Some(m);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}

impl<P: Symmetric> Position for Folded<P> {
    type Move = Square;
    type Undo = P::Undo;
    const NO_MOVES: Outcome = P::NO_MOVES;

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // An image of a noisy move is noisy, so the sets stay disjoint.
        self.0.generate(set, |m| {
            if self.representative(m) == Some(m) { visit(m) } else { ControlFlow::Continue(()) }
        })
    }

    fn make(&mut self, m: Square) -> P::Undo {
        self.0.make(m)
    }

    fn unmake(&mut self, m: Square, undo: P::Undo) {
        self.0.unmake(m, undo);
    }

    fn after(&self, m: Square) -> Self {
        Self(self.0.after(m))
    }

    fn key(&self) -> u64 {
        self.0.class_key()
    }

    /// The square in the frame of the class.
    fn pack(&self, m: Square) -> Option<NonZeroU16> {
        let image = self.0.image(m, self.0.frame())?;
        NonZeroU16::new(image.index() as u16 + 1)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Square> {
        let image = Square::new(u8::try_from(bits.get() - 1).ok()?);
        let square = self.0.origin(image, self.0.frame())?;
        if self.0.is_over() || self.0.at(square).is_some() {
            return None;
        }
        // A symmetric position has more than one way into the frame.
        self.representative(square)
    }
}

impl<P: Symmetric> Heuristics for Folded<P> {
    const HISTORY_SLOTS: usize = P::HISTORY_SLOTS;

    fn history_slot(&self, m: Square) -> usize {
        self.0.history_slot(m)
    }

    fn static_order(&self, m: Square) -> i32 {
        self.0.static_order(m)
    }

    fn under_threat(&self) -> bool {
        self.0.under_threat()
    }
}

impl<P: Symmetric> Board for Folded<P> {
    fn empty(rules: Rules) -> Result<Self, RulesError> {
        P::empty(rules).map(Self)
    }

    fn with_stones(rules: Rules, stones: &[(Square, Side)]) -> Result<Self, BoardError> {
        P::with_stones(rules, stones).map(Self)
    }

    fn rules(&self) -> Rules {
        self.0.rules()
    }

    fn at(&self, square: Square) -> Option<Side> {
        self.0.at(square)
    }

    fn stones(&self) -> usize {
        self.0.stones()
    }

    fn winner(&self) -> Option<Side> {
        self.0.winner()
    }

    fn open_lines(&self, side: Side) -> u32 {
        self.0.open_lines(side)
    }

    fn potential(&self, side: Side) -> u32 {
        self.0.potential(side)
    }

    /// Images of a square count once, but in pairs: two squares in a pair are two threats.
    fn completing(&self, side: Side) -> ArrayVec<Square, 2> {
        self.0.completing(side)
    }

    fn winning_squares(&self) -> Vec<Square> {
        self.0.winning_squares()
    }
}

impl<P: fmt::Display> fmt::Display for Folded<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Debug> Debug for Folded<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
