//! What a position is worth, and what can be proved about it at a glance.

use search_core::{Evaluate, Outcome, Ply, Proof, ProofBound};

use crate::lecture;
use crate::point::Point;
use crate::position::Gomoku;
use crate::shapes::Rank;
use crate::values;

/// An evaluation, by name.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Values of patterns, and threat search for proofs.
    #[default]
    Patterns,
    /// The lecture's: see [`lecture::lines`](crate::lecture::lines). For the
    /// textbook algorithms: its numbers do not fit the engine's bands.
    Lines,
}

impl Evaluation {
    /// Every evaluation, its name and what it is.
    pub const ALL: [(Self, &'static str, &'static str); 2] = [
        (Self::Patterns, "patterns", "values of patterns, threat search"),
        (Self::Lines, "lines", "the lecture's scores of 72 lines, for minimax and alpha-beta"),
    ];
}

impl Gomoku {
    /// A win or a loss that the threats on the board decide: a five now, an
    /// open four that nothing stops, two fives of the opponent. Proved at the
    /// head of `candidates.rs`.
    #[inline]
    pub(crate) fn decided(&self) -> Option<Proof<Point>> {
        let (us, them) = (self.side_to_move(), self.side_to_move().other());
        let shapes = self.shapes();
        let won = |plies, best| Proof {
            outcome: Outcome::Win,
            bound: ProofBound::Exact,
            plies: Some(Ply::new(plies)),
            best: Some(best),
        };
        if shapes.count_of(us, Rank::Five) > 0 {
            return shapes.points_of(us, Rank::Five).first().map(|p| won(1, p));
        }
        match shapes.count_of(them, Rank::Five) {
            0 => {
                if shapes.count_of(us, Rank::OpenFour) == 0 {
                    return None;
                }
                let mut points = shapes.points_of(us, Rank::OpenFour).iter();
                points.find(|&p| self.may_play(us, p)).map(|p| won(3, p))
            }
            fives => {
                let reply = shapes.points_of(them, Rank::Five).first()?;
                let lost = fives > 1 || !self.may_play(us, reply);
                lost.then_some(Proof {
                    outcome: Outcome::Loss,
                    bound: ProofBound::Exact,
                    plies: Some(Ply::new(2)),
                    best: self.may_play(us, reply).then_some(reply),
                })
            }
        }
    }

    /// The value of the patterns for the side to move.
    #[inline]
    pub(crate) fn worth(&self) -> i32 {
        let us = self.side_to_move();
        self.shapes().score(us) - self.shapes().score(us.other()) + values::TEMPO
    }
}

impl Evaluate<Gomoku> for Evaluation {
    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> i32 {
        match self {
            Self::Patterns => pos.worth(),
            Self::Lines => lecture::lines::value(pos.board(), pos.side_to_move()),
        }
    }

    fn probe(&mut self, pos: &mut Gomoku, _budget: u64) -> (Option<Proof<Point>>, u64) {
        match self {
            Self::Patterns => (pos.decided(), 0),
            Self::Lines => (None, 0),
        }
    }
}
