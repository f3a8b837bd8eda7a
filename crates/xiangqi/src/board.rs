//! The pieces on the board and whose turn it is: rules that need no history.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use search_core::{MoveSet, Outcome, Position};

use crate::attacks::{self, rays};
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::{Kind, Piece, Side};
use crate::square::Square;
use crate::zobrist;

/// Pieces and side to move. A [`Position`] of its own: moves, ends by mate and
/// stalemate, no history. [`Xiangqi`](crate::Xiangqi) adds that.
///
/// Boards are valid: one general each, and the side that is not to move is
/// not in check. Read one from a FEN, or begin with [`Board::start`].
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    pub(crate) squares: [Option<Piece>; Square::COUNT],
    pub(crate) kinds: [Bitboard; 7],
    pub(crate) sides: [Bitboard; 2],
    pub(crate) generals: [Square; 2],
    pub(crate) side: Side,
    pub(crate) key: u64,
    /// The pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
}

/// What taking back a move needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// What stood on the destination.
    pub captured: Option<Piece>,
    /// Of the position before.
    pub(crate) key: u64,
    /// Of the position before.
    pub(crate) checkers: Bitboard,
}

impl Board {
    /// The board at the start of a game, Red to move.
    #[must_use]
    pub fn start() -> Self {
        const BACK: [Kind; 9] = [
            Kind::Rook,
            Kind::Horse,
            Kind::Elephant,
            Kind::Advisor,
            Kind::General,
            Kind::Advisor,
            Kind::Elephant,
            Kind::Horse,
            Kind::Rook,
        ];
        let mut board = Self::empty();
        for (file, &back) in BACK.iter().enumerate() {
            let mut put = |rank: usize, kind| {
                let square = Square::at(rank * 9 + file);
                board.put(square, Piece::new(Side::Red, kind));
                board.put(square.rotated().mirrored(), Piece::new(Side::Black, kind));
            };
            put(0, back);
            if file == 1 || file == 7 {
                put(2, Kind::Cannon);
            }
            if file % 2 == 0 {
                put(3, Kind::Pawn);
            }
        }
        board
    }

    /// No piece at all, Red to move. Not valid until both generals stand.
    pub(crate) const fn empty() -> Self {
        Self {
            squares: [None; Square::COUNT],
            kinds: [Bitboard::EMPTY; 7],
            sides: [Bitboard::EMPTY; 2],
            generals: [Square::at(4), Square::at(85)],
            side: Side::Red,
            key: 0,
            checkers: Bitboard::EMPTY,
        }
    }

    /// Puts a piece on an empty point.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.squares[square.index()] = Some(piece);
        self.kinds[piece.kind().index()] |= bit;
        self.sides[piece.side().index()] |= bit;
        self.key ^= zobrist::piece(piece, square);
        if piece.kind() == Kind::General {
            self.generals[piece.side().index()] = square;
        }
    }

    /// Lets a side move, on a board just set up.
    pub(crate) fn set_side(&mut self, side: Side) {
        if self.side != side {
            self.side = side;
            self.key ^= zobrist::SIDE;
        }
        self.checkers = self.attackers(self.general(side), self.occupied(), self.side.other());
    }

    /// Who moves.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// What stands there.
    #[inline]
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// A side's pieces.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Both sides' pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's pieces of a kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.of(side) & self.kind(kind)
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's general stands.
    #[inline]
    #[must_use]
    pub const fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The pieces that give check to the side to move; the enemy's general
    /// too, should it face the own one.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Both sides' rooks, cannons and horses, and the pawns of one, that could
    /// capture on a point on a board with these points occupied, whoever owns
    /// them; and what a rook would see from there. The point is taken to be
    /// occupied: cannons attack over a screen.
    #[inline]
    fn strikers(&self, to: Square, occupied: Bitboard, pawns: Side) -> (Bitboard, Bitboard) {
        let rays = rays(to, occupied);
        let from = rays.near & self.kind(Kind::Rook)
            | rays.far & self.kind(Kind::Cannon)
            | attacks::horse_onto(to, occupied) & self.kind(Kind::Horse)
            | attacks::pawn_onto(pawns, to) & self.kind(Kind::Pawn);
        (from, rays.near)
    }

    /// The pieces of a side that check a general on this point, on a board with
    /// these points occupied; the enemy's general too, if it faces that one.
    #[inline]
    #[must_use]
    pub fn attackers(&self, general: Square, occupied: Bitboard, by: Side) -> Bitboard {
        let (strikers, seen) = self.strikers(general, occupied, by);
        // It never stands on the same rank: a line that reaches it is a file.
        (strikers | seen & self.kind(Kind::General)) & self.of(by)
    }

    /// A side's pieces that could capture on a point, check and pins aside, on
    /// a board with these points occupied. The point is taken to be occupied.
    #[must_use]
    pub fn captors(&self, to: Square, occupied: Bitboard, side: Side) -> Bitboard {
        let (mut from, _) = self.strikers(to, occupied, side);
        from |= attacks::elephant(to, occupied) & self.kind(Kind::Elephant);
        from |= attacks::advisor(to) & self.kind(Kind::Advisor);
        from |= attacks::general(to) & self.kind(Kind::General);
        from & self.of(side) & occupied
    }

    /// Whether a move that is legal but for this leaves a side's own general in check.
    #[inline]
    pub(crate) fn exposes(&self, m: Move, side: Side) -> bool {
        let (from, to) = (Bitboard::of(m.from()), Bitboard::of(m.to()));
        let own = self.general(side);
        let general = if m.from() == own { m.to() } else { own };
        let occupied = (self.occupied() ^ from) | to;
        // A piece that was captured attacks no more.
        self.attackers(general, occupied, side.other()).intersects(!to)
    }

    /// Whether a move that is legal gives check, with the piece itself or by opening a line,
    /// giving a screen, or freeing a leg.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        let Some(piece) = self.at(m.from()) else { return false };
        let (from, to) = (Bitboard::of(m.from()), Bitboard::of(m.to()));
        let side = piece.side();
        let general = self.general(side.other());
        let occupied = (self.occupied() ^ from) | to;
        let after = |kind: Kind| {
            let stay = self.pieces(side, kind) & !from;
            stay | to.masked(piece.kind() == kind)
        };
        let rays = rays(general, occupied);
        (rays.near & after(Kind::Rook)
            | rays.far & after(Kind::Cannon)
            | attacks::horse_onto(general, occupied) & after(Kind::Horse)
            | attacks::pawn_onto(side, general) & after(Kind::Pawn))
        .intersects(Bitboard::ALL)
    }

    /// Where the piece on a point may go if nothing is said about check: empty
    /// points and pieces of either side.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: Square, piece: Piece) -> Bitboard {
        let occupied = self.occupied();
        match piece.kind() {
            Kind::General => attacks::general(from),
            Kind::Advisor => attacks::advisor(from),
            Kind::Elephant => attacks::elephant(from, occupied),
            Kind::Horse => attacks::horse(from, occupied),
            Kind::Rook => rays(from, occupied).near,
            Kind::Cannon => {
                let rays = rays(from, occupied);
                (rays.near & !occupied) | (rays.far & occupied)
            }
            Kind::Pawn => attacks::pawn(piece.side(), from),
        }
    }

    /// Whether a move is legal for the side to move; any two points may be asked about.
    #[must_use]
    pub fn is_legal_move(&self, m: Move) -> bool {
        let Some(piece) = self.at(m.from()) else { return false };
        piece.side() == self.side
            && !self.of(self.side).contains(m.to())
            && self.reach(m.from(), piece).contains(m.to())
            && !self.exposes(m, self.side)
    }

    /// Moves a piece, whatever the rules say.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) {
        let Some(piece) = self.squares[from.index()].take() else { return };
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        self.squares[to.index()] = Some(piece);
        self.kinds[piece.kind().index()] ^= both;
        self.sides[piece.side().index()] ^= both;
        if piece.kind() == Kind::General {
            self.generals[piece.side().index()] = to;
        }
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    /// Takes the piece on a point off the board.
    #[inline]
    pub(crate) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        let bit = Bitboard::of(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.sides[piece.side().index()] ^= bit;
        self.key ^= zobrist::piece(piece, square);
        Some(piece)
    }

    /// Passes the move to the other side, whoever is in check.
    #[inline]
    pub(crate) fn turn(&mut self) {
        self.side = self.side.other();
        self.key ^= zobrist::SIDE;
        self.checkers = self.attackers(self.general(self.side), self.occupied(), self.side.other());
    }

    /// The key after a move, whatever the rules say.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> u64 {
        let mut key = self.key ^ zobrist::SIDE;
        if let Some(piece) = self.at(m.from()) {
            key ^= zobrist::piece(piece, m.from()) ^ zobrist::piece(piece, m.to());
        }
        if let Some(captured) = self.at(m.to()) {
            key ^= zobrist::piece(captured, m.to());
        }
        key
    }

    /// Passes. Only for a side that is not in check.
    #[inline]
    pub(crate) fn make_null(&mut self) -> Undo {
        let undo = Undo { captured: None, key: self.key, checkers: self.checkers };
        self.turn();
        undo
    }

    /// Takes a pass back.
    #[inline]
    pub(crate) fn unmake_null(&mut self, undo: Undo) {
        self.side = self.side.other();
        self.key = undo.key;
        self.checkers = undo.checkers;
    }

    /// The legal moves, in a fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        search_core::legal_moves(self)
    }

    /// Whether the side to move has any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.generate(MoveSet::All, |_| ControlFlow::Break(())).is_break()
    }
}

impl Position for Board {
    type Move = Move;
    type Undo = Undo;

    /// Mate and stalemate lose alike.
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_destinations(set, |from, to| to.try_each(|to| visit(Move::between(from, to))))
    }

    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.each_destinations(MoveSet::All, |_, to| {
            count += u64::from(to.count());
            ControlFlow::Continue(())
        });
        count
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let (key, checkers) = (self.key, self.checkers);
        let captured = self.lift(m.to());
        self.shift(m.from(), m.to());
        self.turn();
        Undo { captured, key, checkers }
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.shift(m.to(), m.from());
        if let Some(piece) = undo.captured {
            self.put(m.to(), piece);
        }
        self.side = self.side.other();
        self.key = undo.key;
        self.checkers = undo.checkers;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn pack(&self, m: Move) -> Option<NonZeroU16> {
        Some(m.bits())
    }

    #[inline]
    fn unpack(&self, bits: NonZeroU16) -> Option<Move> {
        Move::from_bits(bits).filter(|&m| self.is_legal_move(m))
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::start()
    }
}

impl fmt::Display for Board {
    /// The FEN without counters: pieces and side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::fen::write_board(self, f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
