//! What positions are worth.
//!
//! The evaluation is a sum of features times weights: which pieces there are and
//! where ([`worth`], kept up move by move), how far they see ([`features`]), how the
//! generals are guarded ([`guards`], [`general`]), what is attacked ([`threats`]). Each
//! weight has a value for the middle game and one for the ending ([`Pair`]), between
//! which the pieces left decide; a lead that cannot be won is scaled down
//! ([`endings`]). The weights are fitted to results of games (`benches`, `texel`).
//!
//! Units are about hundredths of a pawn; a rook is worth about 900.

mod endings;
mod features;
mod general;
mod guards;
mod layout;
mod pair;
mod sink;
mod threats;
mod trace;
mod weights;
mod worth;

use search_core::Evaluate;

use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::position::Xiangqi;

use pair::Pair;
use sink::Sum;
pub use trace::{Account, Entry, Trace, tuning};
pub(crate) use worth::Worth;

/// The material value of a kind in exchanges, which knows no phase of the game. The
/// general has that of no exchange: nothing pays for it.
#[inline]
#[must_use]
pub const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::General => 10_000,
        Kind::Advisor => 200,
        Kind::Elephant => 210,
        Kind::Horse => 420,
        Kind::Rook => 920,
        Kind::Cannon => 450,
        Kind::Pawn => 90,
    }
}

/// The evaluations of this crate, by the names that [`ALL`](Self::ALL) gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// All that is known.
    #[default]
    Classic,
    /// The pieces alone: for lessons.
    Material,
}

/// The greatest terms of [`Evaluation::Classic`], as they count in the phase of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Material and place, Red's less Black's.
    pub placed: i32,
    /// How far each side's pieces see.
    pub mobility: [i32; 2],
}

impl Evaluation {
    /// Each with its name and a line of meaning, the default first.
    pub const ALL: [(Self, &'static str, &'static str); 2] = [
        (Self::Classic, "classic", "pieces and places, mobility, safety of generals, threats"),
        (Self::Material, "material", "the pieces alone"),
    ];

    /// The terms of [`Evaluation::Classic`].
    #[must_use]
    pub fn terms(pos: &Xiangqi) -> Terms {
        let mut terms = Terms::default();
        let account = Self::account(pos);
        for Entry { group, sides } in account.entries {
            let [red, black] = sides.map(|(middle, end)| blend(middle, end, account.phase));
            match group.name {
                "material" | "place" => terms.placed += red - black,
                name if name.ends_with("mobility") => {
                    terms.mobility[0] += red;
                    terms.mobility[1] += black;
                }
                _ => {}
            }
        }
        terms
    }

    /// How [`Evaluation::Classic`] comes to its score, in full.
    #[must_use]
    pub fn account(pos: &Xiangqi) -> Account {
        trace::account(pos)
    }
}

/// The phase at the start of a game.
const PHASES: i32 = 16;

/// A value between that of the middle game and that of the ending.
#[inline]
const fn blend(middle: i32, end: i32, phase: i32) -> i32 {
    (middle * phase + end * (PHASES - phase)) / PHASES
}

/// For Red.
#[inline]
fn classic(pos: &Xiangqi) -> i32 {
    let mut sum = Sum::default();
    let phase = features::visit(pos.board(), pos.worth(), &mut sum);
    finish(pos.board(), pos.worth().for_red() + sum.for_red(), phase)
}

/// The score, for Red, of weights summed up.
#[inline]
fn finish(board: &Board, sum: Pair, phase: i32) -> i32 {
    let score = blend(sum.middle(), sum.end(), phase);
    match scale(board, leader(score), phase) {
        endings::FULL => score,
        scale => score * scale / endings::FULL,
    }
}

/// Who has a score for Red on its side.
const fn leader(for_red: i32) -> Side {
    if for_red > 0 { Side::Red } else { Side::Black }
}

/// In which 64th parts a lead of this side counts.
#[inline]
fn scale(board: &Board, leader: Side, phase: i32) -> i32 {
    if phase > endings::PHASE { endings::FULL } else { endings::scale(board, leader) }
}

fn material(board: &Board) -> i32 {
    let of = |side, kind| board.pieces(side, kind).count() as i32 * value(kind);
    let sum = |side| Kind::ALL[1..].iter().map(|&kind| of(side, kind)).sum::<i32>();
    sum(Side::Red) - sum(Side::Black)
}

impl Evaluate<Xiangqi> for Evaluation {
    fn evaluate(&mut self, pos: &Xiangqi) -> i32 {
        let for_red = match self {
            Self::Classic => classic(pos),
            Self::Material => {
                let score = material(pos.board());
                if endings::scale(pos.board(), leader(score)) == 0 { 0 } else { score }
            }
        };
        match pos.side_to_move() {
            Side::Red => for_red,
            Side::Black => -for_red,
        }
    }
}

#[cfg(test)]
mod tests;
