//! A game in progress: the board, how it came about, and what the engine wants to know.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::str::FromStr;

use search_core::{MoveSet, Outcome, Ply, Position, Verdict};

use crate::board::{Board, Undo};
use crate::evaluation::Worth;
use crate::fen::{self, FenError};
use crate::moves::Move;
use crate::notation::{self, MoveError, Notation};
use crate::piece::{Kind, Piece, Side};
use crate::repetition::{self, Reason, Rules};
use crate::square::Square;
use crate::zobrist;

/// A move that was played, and what was before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub m: Move,
    pub undo: Undo,
    count: Count,
    worth: Worth,
    structures: Structures,
}

/// Hashes of parts of the position: the pawns of both sides with the guards, the other pieces of
/// Red, and those of Black.
pub(crate) type Structures = [u64; 3];

/// Which of them a piece belongs to.
const fn structure(piece: Piece) -> usize {
    match piece.kind() {
        Kind::Pawn | Kind::Advisor | Kind::Elephant => 0,
        Kind::General | Kind::Horse | Kind::Rook | Kind::Cannon => 1 + piece.side().index(),
    }
}

/// Of a board.
fn structures(board: &Board) -> Structures {
    let mut keys = [0; 3];
    for square in Square::all() {
        if let Some(piece) = board.at(square) {
            keys[structure(piece)] ^= zobrist::piece(piece, square);
        }
    }
    keys
}

impl Step {
    /// Whether the side that moved was in check.
    pub const fn in_check(&self) -> bool {
        !self.undo.checkers.is_empty()
    }
}

/// How many earlier positions share some bits of their keys. Few positions of a search repeat an
/// earlier one, and to look through the history of a long game at each takes 11 % of the time (after
/// a hundred plies without a capture).
#[derive(Clone, PartialEq, Eq)]
struct Seen([u16; Self::SLOTS]);

impl Seen {
    const SLOTS: usize = 2048;

    const fn slot(key: u64) -> usize {
        (key >> 40) as usize % Self::SLOTS
    }

    #[inline]
    fn add(&mut self, key: u64) {
        let count = &mut self.0[Self::slot(key)];
        *count = count.wrapping_add(1);
    }

    #[inline]
    fn remove(&mut self, key: u64) {
        let count = &mut self.0[Self::slot(key)];
        *count = count.wrapping_sub(1);
    }

    const fn contains(&self, key: u64) -> bool {
        self.0[Self::slot(key)] != 0
    }
}

impl Default for Seen {
    fn default() -> Self {
        Self([0; Self::SLOTS])
    }
}

/// The stretch of moves without a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Plies that count towards the limit.
    pub counted: u16,
    /// Checks that each side gave.
    checks: [u16; 2],
    /// All plies of it that the history knows.
    pub stretch: u16,
}

/// Checks of a side after which its checks, and the replies to them, do not count.
const COUNTED_CHECKS: u16 = 10;

/// A game of xiangqi: a [`Board`] with its history, from which repetition and
/// move counts are judged, and with what the engine keeps up move by move.
///
/// ```
/// use xiangqi::{Reason, Xiangqi};
///
/// let mut game = Xiangqi::start();
/// for m in ["h2e2", "h9g7"] {
///     game.play_text(m)?;
/// }
/// assert_eq!(game.legal_moves().len(), 35);
/// let mated = Xiangqi::from_fen("3k4R/8R/9/9/9/9/9/9/9/4K4 b - - 0 1")?;
/// assert_eq!(mated.ending().map(|end| end.reason), Some(Reason::Mate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Xiangqi {
    board: Board,
    rules: Rules,
    count: Count,
    worth: Worth,
    structures: Structures,
    steps: Vec<Step>,
    /// Of the keys of those steps.
    seen: Seen,
    /// Of the first position.
    start: Start,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    side: Side,
    move_number: u16,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// By which rule.
    pub reason: Reason,
}

impl Xiangqi {
    /// The start of a game.
    #[must_use]
    pub fn start() -> Self {
        Self::from_board(Board::start())
    }

    /// A game that begins with this board.
    #[must_use]
    pub fn from_board(board: Board) -> Self {
        let start = Start { side: board.side_to_move(), move_number: 1 };
        let (worth, structures) = (Worth::of(&board), structures(&board));
        let (rules, count) = (Rules::default(), Count::default());
        let seen = Seen::default();
        Self { board, rules, count, worth, structures, steps: Vec::new(), seen, start }
    }

    /// A game that begins with a FEN. Its first counter is the number of plies
    /// without a capture so far.
    ///
    /// # Errors
    /// [`FenError`] names what is wrong.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let fen = fen::parse(text)?;
        let mut game = Self::from_board(fen.board);
        game.count.counted = fen.quiet_plies;
        game.start.move_number = fen.move_number;
        Ok(game)
    }

    /// The same game under other rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// The position with counters. The first is of the plies that count: after
    /// a side's tenth check, fewer than were played.
    #[must_use]
    pub fn fen(&self) -> String {
        let half = self.steps.len() + usize::from(self.start.side == Side::Black);
        let number = usize::from(self.start.move_number) + half / 2;
        // The reader takes no more.
        let number = number.min(usize::from(u16::MAX));
        format!("{} - - {} {number}", self.board, self.count.counted)
    }

    /// The moves since the first position.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.steps.iter().map(|step| step.m)
    }

    /// The game before its first move.
    #[must_use]
    pub fn first(&self) -> Self {
        let mut game = self.clone();
        while game.undo() {}
        game
    }

    /// The legal moves, in a fixed order. A game that is over by repetition or
    /// move count still has some.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.board.legal_moves()
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`MoveError`] says why it is not; nothing changes then.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        notation::check(&self.board, m)?;
        self.make(m);
        Ok(())
    }

    /// Plays a move as UCI writes it, such as `h2e2`, if it is legal.
    ///
    /// # Errors
    /// As for [`play`](Self::play), or that the text is no move.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let m = notation::parse(Notation::Uci, &self.board, text)?;
        self.make(m);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        self.seen.remove(step.undo.key);
        self.board.unmake(step.m, step.undo);
        self.count = step.count;
        self.worth = step.worth;
        self.structures = step.structures;
        true
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether this position may have stood on the board before; if not, it has not.
    #[inline]
    pub(crate) fn may_repeat(&self) -> bool {
        self.seen.contains(self.board.key)
    }

    pub(crate) const fn count(&self) -> &Count {
        &self.count
    }

    pub(crate) const fn worth(&self) -> Worth {
        self.worth
    }

    /// Passes, for the search; not in check. No repetition is looked for across it.
    #[inline]
    pub(crate) fn pass(&mut self) {
        let Self { count, worth, structures, .. } = *self;
        let undo = self.board.make_null();
        self.count.stretch = 0;
        self.seen.add(undo.key);
        self.steps.push(Step { m: NULL, undo, count, worth, structures });
    }

    /// Takes a pass back.
    #[inline]
    pub(crate) fn unpass(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.seen.remove(step.undo.key);
            self.board.unmake_null(step.undo);
            self.count = step.count;
        }
    }

    pub(crate) const fn structures(&self) -> &Structures {
        &self.structures
    }

    /// Whether the game is over, for whom, and by which rule.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let side = self.side_to_move();
        if let Some(ruling) = repetition::judge(self, 0) {
            let winner = match ruling.outcome() {
                Outcome::Win => Some(side),
                Outcome::Loss => Some(side.other()),
                _ => None,
            };
            return Some(Ending { winner, reason: ruling.reason });
        }
        if self.board.has_legal_move() {
            return None;
        }
        let reason = if self.board.in_check() { Reason::Mate } else { Reason::Stalemate };
        Some(Ending { winner: Some(side.other()), reason })
    }
}

impl Count {
    /// After a move without a capture.
    fn after(self, side: Side, gave_check: bool, was_in_check: bool) -> Self {
        let mut next = Self { stretch: self.stretch.saturating_add(1), ..self };
        let checks = &mut next.checks[side.index()];
        *checks = checks.saturating_add(u16::from(gave_check));
        let check_counts = !gave_check || *checks <= COUNTED_CHECKS;
        let reply_counts = !was_in_check || self.checks[side.other().index()] <= COUNTED_CHECKS;
        next.counted = self.counted.saturating_add(u16::from(check_counts && reply_counts));
        next
    }
}

impl Position for Xiangqi {
    type Move = Move;
    /// The history keeps what is needed.
    type Undo = ();

    const NO_MOVES: Outcome = Outcome::Loss;

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.board.generate(set, visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.board.count_moves()
    }

    #[inline]
    fn make(&mut self, m: Move) {
        let side = self.side_to_move();
        let (count, worth, structures) = (self.count, self.worth, self.structures);
        let piece = self.board.at(m.from());
        let undo = self.board.make(m);
        if let Some(piece) = piece {
            self.worth.shift(piece, m, undo.captured);
            self.structures[structure(piece)] ^=
                zobrist::piece(piece, m.from()) ^ zobrist::piece(piece, m.to());
            if let Some(captured) = undo.captured {
                self.structures[structure(captured)] ^= zobrist::piece(captured, m.to());
            }
        }
        self.count = match undo.captured {
            Some(_) => Count::default(),
            None => count.after(side, self.board.in_check(), !undo.checkers.is_empty()),
        };
        self.seen.add(undo.key);
        self.steps.push(Step { m, undo, count, worth, structures });
    }

    #[inline]
    fn unmake(&mut self, _: Move, (): ()) {
        self.undo();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key
    }

    #[inline]
    fn pack(&self, m: Move) -> Option<NonZeroU16> {
        self.board.pack(m)
    }

    #[inline]
    fn unpack(&self, bits: NonZeroU16) -> Option<Move> {
        self.board.unpack(bits)
    }

    #[inline]
    fn adjudicate(&self, ply: Ply) -> Option<Verdict> {
        repetition::judge(self, ply.get()).map(|ruling| ruling.verdict)
    }

    #[inline]
    fn plies_to_limit(&self) -> usize {
        self.rules
            .quiet_limit
            .map_or(usize::MAX, |limit| usize::from(limit.saturating_sub(self.count.counted)))
    }

    fn reserve(&mut self, plies: usize) {
        self.steps.reserve(plies.min(Ply::MAX.get() + 1));
    }
}

/// Stands in the history for a pass of the search.
const NULL: Move = Move::between(Square::at(0), Square::at(1));

impl Default for Xiangqi {
    fn default() -> Self {
        Self::start()
    }
}

impl FromStr for Xiangqi {
    type Err = FenError;

    /// As [`Xiangqi::from_fen`].
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl fmt::Display for Xiangqi {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl fmt::Debug for Xiangqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Xiangqi({} after {:?})", self.first().fen(), self.moves().collect::<Vec<_>>())
    }
}
