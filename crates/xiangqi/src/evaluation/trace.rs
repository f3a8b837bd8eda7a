//! What the evaluation sees, for people and for the tuner.

use super::layout::{GROUPS, Group, TABLE};
use super::pair::Pair;
use super::sink::{Counts, Ledger};
use super::{PHASES, blend, endings, features, finish, leader, scale, worth};
use crate::piece::Side;
use crate::position::Xiangqi;

/// A group of features in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which.
    pub group: Group,
    /// For Red and for Black: what it comes to in the middle game and in the ending.
    pub sides: [(i32, i32); 2],
}

/// An evaluation, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// All groups, in a fixed order.
    pub entries: Vec<Entry>,
    /// How much of the middle game there is, of [`PHASES`](tuning::PHASES).
    pub phase: i32,
    /// In which parts of [`FULL`](tuning::FULL) the lead counts.
    pub scale: i32,
    /// The score, for Red.
    pub for_red: i32,
}

pub(super) fn account(pos: &Xiangqi) -> Account {
    let board = pos.board();
    let mut ledger = Ledger::new();
    worth::visit(board, &mut ledger);
    let phase = features::visit(board, pos.worth(), &mut ledger);
    let values = |pair: Pair| (pair.middle(), pair.end());
    let sum = ledger.0.iter().map(|&[red, black]| red - black).sum::<Pair>();
    let lead = leader(blend(sum.middle(), sum.end(), phase));
    let entries = GROUPS.iter().zip(ledger.0);
    let entries = entries.map(|(&group, sides)| Entry { group, sides: sides.map(values) });
    Account {
        entries: entries.collect(),
        phase,
        scale: scale(board, lead, phase),
        for_red: finish(board, sum, phase),
    }
}

/// The evaluation of a position as a function of the weights:
///
/// ```text
/// sum of count * (middle * phase + end * (PHASES - phase)) / PHASES,
/// times scale[who leads] / FULL
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Numbers of weights, and how often each counts for Red, less Black.
    pub counts: Vec<(u16, i16)>,
    /// How much of the middle game there is, of [`PHASES`](tuning::PHASES).
    pub phase: i32,
    /// In which parts of [`FULL`](tuning::FULL) a lead of Red, or of Black, counts.
    pub scale: [i32; 2],
}

impl Trace {
    /// Of a position.
    #[must_use]
    pub fn of(pos: &Xiangqi) -> Self {
        let mut counts = Counts::new();
        worth::visit(pos.board(), &mut counts);
        let phase = features::visit(pos.board(), pos.worth(), &mut counts);
        let counts = counts.0.into_iter().zip(0..);
        Self {
            counts: counts.filter(|&(n, _)| n != 0).map(|(n, i)| (i, n)).collect(),
            phase,
            scale: Side::BOTH.map(|side| scale(pos.board(), side, phase)),
        }
    }
}

/// What a tuner needs to know.
pub mod tuning {
    pub use super::super::layout::{COUNT, GROUPS, Group};

    /// The greatest phase: all is middle game.
    pub const PHASES: i32 = super::PHASES;

    /// The scale of a score that counts in full.
    pub const FULL: i32 = super::endings::FULL;

    /// The weights in force, for the middle game and for the ending.
    #[must_use]
    pub fn weights() -> Vec<(i16, i16)> {
        let values = |pair: &super::Pair| (pair.middle() as i16, pair.end() as i16);
        super::TABLE.iter().map(values).collect()
    }
}
