//! Sides and pieces.

use std::fmt;
use std::num::NonZeroU8;

/// Who owns a piece, or moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first; its home are ranks 0 to 4.
    Red = 0,
    /// Its home are ranks 5 to 9.
    Black = 1,
}

impl Side {
    /// Both, Red first.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// 0 for Red, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name on the command line: `red` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 帥 將. The king of other games.
    General = 0,
    /// 仕 士.
    Advisor = 1,
    /// 相 象.
    Elephant = 2,
    /// 馬.
    Horse = 3,
    /// 車. The chariot.
    Rook = 4,
    /// 炮 砲.
    Cannon = 5,
    /// 兵 卒. The soldier.
    Pawn = 6,
}

impl Kind {
    /// All, in the order of their indices.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// Below 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many a side has at the start, and at most.
    #[must_use]
    pub const fn max_count(self) -> usize {
        match self {
            Self::General => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// Its name in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// No index is this great.
    pub const INDICES: usize = 16;

    /// A piece.
    #[inline]
    #[must_use]
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self(match NonZeroU8::new((side as u8) << 3 | (kind as u8 + 1)) {
            Some(code) => code,
            None => NonZeroU8::MIN,
        })
    }

    /// Whose it is.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0.get() & 8 == 0 { Side::Red } else { Side::Black }
    }

    /// What it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self.0.get() & 7 {
            1 => Kind::General,
            2 => Kind::Advisor,
            3 => Kind::Elephant,
            4 => Kind::Horse,
            5 => Kind::Rook,
            6 => Kind::Cannon,
            _ => Kind::Pawn,
        }
    }

    /// Below [`INDICES`](Self::INDICES), different for every piece of either side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Its letter in a FEN: `KABNRCP` for Red, small for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = b"KABNRCP"[self.kind().index()];
        (match self.side() {
            Side::Red => letter,
            Side::Black => letter.to_ascii_lowercase(),
        }) as char
    }

    /// The piece of a letter; `h` is read as the horse and `e` as the elephant, too.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'K' => Kind::General,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Elephant,
            'N' | 'H' => Kind::Horse,
            'R' => Kind::Rook,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Self::new(side, kind))
    }

    /// Its character, as it stands on the piece.
    #[must_use]
    pub const fn character(self) -> char {
        match (self.side(), self.kind()) {
            (Side::Red, Kind::General) => '帅',
            (Side::Red, Kind::Advisor) => '仕',
            (Side::Red, Kind::Elephant) => '相',
            (Side::Red, Kind::Horse) => '马',
            (Side::Red, Kind::Rook) => '车',
            (Side::Red, Kind::Cannon) => '炮',
            (Side::Red, Kind::Pawn) => '兵',
            (Side::Black, Kind::General) => '将',
            (Side::Black, Kind::Advisor) => '士',
            (Side::Black, Kind::Elephant) => '象',
            (Side::Black, Kind::Horse) => '马',
            (Side::Black, Kind::Rook) => '车',
            (Side::Black, Kind::Cannon) => '炮',
            (Side::Black, Kind::Pawn) => '卒',
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
