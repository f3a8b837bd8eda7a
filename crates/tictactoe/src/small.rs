//! 3x3, in two words of nine bits.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::str::FromStr;

use arrayvec::ArrayVec;
use search_core::{Heuristics, MoveSet, Outcome, Position};

use crate::board::{self, Board, BoardError};
use crate::geometry::UNITS;
use crate::rules::{Rules, RulesError};
use crate::square::{Side, Square};

const FULL: u16 = 0x1FF;

/// The eight lines. Bit i is square i, as [`Square`] draws them.
pub(crate) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether a set of squares holds a line.
const HOLDS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < table.len() {
        let mut i = 0;
        while i < LINES.len() {
            table[set] |= set as u16 & LINES[i] == LINES[i];
            i += 1;
        }
        set += 1;
    }
    table
};

/// A position of tic-tac-toe on 3x3: four bytes, searched by value.
///
/// ```
/// use tictactoe::{Board, Side, TicTacToe};
/// let board: TicTacToe = "XOX/.O./X..".parse()?;
/// assert_eq!(board.side_to_move(), Side::O);
/// let won = board.play("7".parse::<u8>().map(tictactoe::Square::new)?)?;
/// assert_eq!(won.winner(), Some(Side::O));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicTacToe {
    /// Stones of the side to move.
    own: u16,
    /// Stones of the side that moved last.
    opponent: u16,
}

impl TicTacToe {
    /// The board without stones, X to move.
    #[must_use]
    pub const fn new() -> Self {
        Self { own: 0, opponent: 0 }
    }

    pub(crate) const fn holds_line(set: u16) -> bool {
        HOLDS_LINE[(set & FULL) as usize]
    }

    const fn empty_squares(self) -> u16 {
        !(self.own | self.opponent) & FULL
    }

    /// The empty squares that complete a line of `set`.
    const fn completing_squares(self, set: u16) -> u16 {
        let mut found = 0;
        let mut i = 0;
        while i < LINES.len() {
            let missing = LINES[i] & !set;
            // One square missing.
            if missing & missing.wrapping_sub(1) == 0 {
                found |= missing;
            }
            i += 1;
        }
        found & self.empty_squares()
    }

    /// Stones of X and of O.
    pub(crate) const fn sides(self) -> [u16; 2] {
        // X moves when the counts are equal.
        if self.own.count_ones() == self.opponent.count_ones() {
            [self.own, self.opponent]
        } else {
            [self.opponent, self.own]
        }
    }

    /// Both sets of squares, mapped.
    pub(crate) fn map(self, f: impl Fn(u16) -> u16) -> Self {
        Self { own: f(self.own), opponent: f(self.opponent) }
    }
}

#[inline]
fn each(mut set: u16, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
    while set != 0 {
        visit(Square::new(set.trailing_zeros() as u8))?;
        set &= set - 1;
    }
    ControlFlow::Continue(())
}

impl Position for TicTacToe {
    type Move = Square;
    type Undo = ();
    const NO_MOVES: Outcome = Outcome::Draw;

    /// Only the side that moved last can have a line. A full board shows by
    /// its want of moves: to ask here as well slows plain searches by a fifth.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        Self::holds_line(self.opponent).then_some(Outcome::Loss)
    }

    /// From square 0 to square 8. Noisy moves complete a line, or keep the
    /// opponent from completing one.
    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let noisy = || self.completing_squares(self.own) | self.completing_squares(self.opponent);
        let squares = match set {
            MoveSet::All => self.empty_squares(),
            MoveSet::Noisy => noisy(),
            MoveSet::Quiet => self.empty_squares() & !noisy(),
        };
        each(squares, visit)
    }

    #[inline]
    fn make(&mut self, square: Square) {
        *self = self.after(square);
    }

    #[inline]
    fn unmake(&mut self, square: Square, (): ()) {
        *self = Self { own: self.opponent ^ bit(square), opponent: self.own };
    }

    #[inline]
    fn after(&self, square: Square) -> Self {
        Self { own: self.opponent, opponent: self.own | bit(square) }
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(u64::from(self.own) << 9 | u64::from(self.opponent))
    }

    fn pack(&self, square: Square) -> Option<NonZeroU16> {
        NonZeroU16::new(square.index() as u16 + 1)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Square> {
        let index = bits.get() - 1;
        let free = index < 9 && self.empty_squares() >> index & 1 != 0 && self.outcome().is_none();
        free.then(|| Square::new(index as u8))
    }
}

/// A square outside the board is no bit: a foreign move does nothing.
#[inline]
const fn bit(square: Square) -> u16 {
    1 << (square.index() & 15) & FULL
}

/// The finalizer of `MurmurHash3`: a bijection that spreads few bits over all 64.
pub(crate) const fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    x = (x ^ x >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    x ^ x >> 33
}

impl Heuristics for TicTacToe {
    const HISTORY_SLOTS: usize = 9;

    fn history_slot(&self, square: Square) -> usize {
        square.index()
    }

    /// A win if there is one, else a block of the opponent's; all moves where
    /// neither is to be had.
    fn candidates(
        &self,
        set: MoveSet,
        visit: impl FnMut(Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (wins, blocks) =
            (self.completing_squares(self.own), self.completing_squares(self.opponent));
        let forced = if wins == 0 { blocks } else { wins };
        if forced == 0 {
            return self.generate(set, visit);
        }
        // Wins are all as good, and of two blocks neither saves the game.
        let first = forced & forced.wrapping_neg();
        if set == MoveSet::Quiet { ControlFlow::Continue(()) } else { each(first, visit) }
    }

    /// Wins, then blocks, then by the number of lines through the square.
    fn static_order(&self, square: Square) -> i32 {
        let bit = bit(square);
        let lines = LINES.iter().filter(|&&line| line & bit != 0).count() as i32;
        let wins = self.completing_squares(self.own) & bit != 0;
        let blocks = self.completing_squares(self.opponent) & bit != 0;
        lines + 100 * i32::from(wins) + 10 * i32::from(blocks)
    }

    fn under_threat(&self) -> bool {
        self.completing_squares(self.opponent) != 0
    }
}

impl Board for TicTacToe {
    fn empty(rules: Rules) -> Result<Self, RulesError> {
        if rules == Rules::TIC_TAC_TOE {
            return Ok(Self::new());
        }
        Err(RulesError::NotTicTacToe { rules })
    }

    fn with_stones(rules: Rules, stones: &[(Square, Side)]) -> Result<Self, BoardError> {
        Self::empty(rules)?;
        board::check_stones(rules, stones)?;
        let mut sides = [0u16; 2];
        for &(square, side) in stones {
            sides[side.index()] |= bit(square);
        }
        let [x, o] = sides;
        let counts = [x, o].map(|set| set.count_ones() as usize);
        board::check(counts, sides.map(Self::holds_line), |winner| {
            let set = sides[winner.index()];
            (0..9).any(|i| !Self::holds_line(set & !(1 << i)))
        })?;
        let x_moves = counts[0] == counts[1];
        Ok(if x_moves { Self { own: x, opponent: o } } else { Self { own: o, opponent: x } })
    }

    fn rules(&self) -> Rules {
        Rules::TIC_TAC_TOE
    }

    fn at(&self, square: Square) -> Option<Side> {
        if square.index() >= Rules::TIC_TAC_TOE.squares() {
            return None;
        }
        let [x, o] = self.sides();
        let bit = bit(square);
        if x & bit != 0 { Some(Side::X) } else { (o & bit != 0).then_some(Side::O) }
    }

    fn stones(&self) -> usize {
        (self.own | self.opponent).count_ones() as usize
    }

    fn winner(&self) -> Option<Side> {
        Self::holds_line(self.opponent).then(|| self.side_to_move().other())
    }

    fn open_lines(&self, side: Side) -> u32 {
        let theirs = self.sides()[side.other().index()];
        LINES.iter().filter(|&&line| line & theirs == 0).count() as u32
    }

    fn potential(&self, side: Side) -> u32 {
        let (own, theirs) = (self.sides()[side.index()], self.sides()[side.other().index()]);
        let open = LINES.iter().filter(|&&line| line & theirs == 0);
        open.map(|&line| UNITS >> (3 - (line & own).count_ones())).sum()
    }

    fn completing(&self, side: Side) -> ArrayVec<Square, 2> {
        let set = self.completing_squares(self.sides()[side.index()]);
        (0..9).filter(|i| set >> i & 1 != 0).map(Square::new).take(2).collect()
    }

    fn winning_squares(&self) -> Vec<Square> {
        let set = LINES
            .iter()
            .filter(|&&line| line & !self.opponent == 0)
            .fold(0, |set, line| set | line);
        (0..9).filter(|i| set >> i & 1 != 0).map(Square::new).collect()
    }
}

impl FromStr for TicTacToe {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Self::parse(Rules::TIC_TAC_TOE, text)
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board::write_board(self, f)
    }
}

impl fmt::Debug for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TicTacToe({self})")
    }
}
