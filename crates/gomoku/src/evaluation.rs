//! What a position is worth, and what can be proved about it at a glance.

use search_core::{Evaluate, Outcome, Ply, Position, Proof, ProofBound};

use crate::lecture;
use crate::point::Point;
use crate::points::Points;
use crate::position::Gomoku;
use crate::shapes::Rank;
use crate::threats::Vcf;
use crate::values::{Situation, Values};

/// An evaluation, by name.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Values of patterns, and search for wins by fours.
    Patterns(Vcf),
    /// The lecture's: see [`lecture::lines`](crate::lecture::lines). For the
    /// textbook algorithms: its numbers do not fit the engine's bands.
    Lines,
}

/// With so many stones a look for a win by fours leaves none of them out.
const LOOK: u64 = 200;

/// Stones of the longest win by fours that a probe looks for.
const MOST_FOURS: u16 = 20;

impl Default for Evaluation {
    fn default() -> Self {
        Self::Patterns(Vcf::new(1 << 16))
    }
}

impl Evaluation {
    /// The names of all, and what each is; the default first.
    pub const ALL: [(&'static str, &'static str); 2] = [
        ("patterns", "values of patterns, search for wins by fours"),
        ("lines", "the lecture's scores of 72 lines, for minimax and alpha-beta"),
    ];

    /// The evaluation of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "patterns" => Some(Self::default()),
            "lines" => Some(Self::Lines),
            _ => None,
        }
    }
}

impl Gomoku {
    /// A win or a loss that the threats on the board decide: a five now, an
    /// open four that nothing stops, two fives of the opponent, open fours that
    /// one move cannot stop. Proved at the head of `candidates.rs`.
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
                let mut points = shapes.points_of(us, Rank::OpenFour).iter();
                let open_four = points.find(|&p| self.may_play(us, p)).map(|p| won(3, p));
                open_four.or_else(|| self.defenceless())
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

    /// The opponent could make open fours that no one move stops, and we have
    /// no four: lost in two moves.
    #[inline]
    fn defenceless(&self) -> Option<Proof<Point>> {
        let (us, them) = (self.side_to_move(), self.side_to_move().other());
        if self.shapes().count_of(them, Rank::OpenFour) == 0 || self.has_fours(us) {
            return None;
        }
        let stops = self.defences(them)?;
        if stops.iter().any(|p| self.may_play(us, p)) {
            return None;
        }
        let mut taken = self.points_of(them, Rank::OpenFour).iter();
        Some(Proof {
            outcome: Outcome::Loss,
            bound: ProofBound::Exact,
            plies: Some(Ply::new(4)),
            best: taken.find(|&p| self.may_play(us, p)),
        })
    }

    /// The value of the patterns and threats for the side to move.
    #[inline]
    pub(crate) fn worth(&self) -> i32 {
        let us = self.side_to_move();
        let threats = Values::of(self.rule()).threats(us, Situation::of(self));
        self.shapes().score(us) - self.shapes().score(us.other()) + i32::from(threats)
    }
}

impl Evaluate<Gomoku> for Evaluation {
    #[inline]
    fn evaluate(&mut self, pos: &Gomoku) -> i32 {
        match self {
            Self::Patterns(_) => pos.worth(),
            Self::Lines => lecture::lines::value(pos.board(), pos.side_to_move()),
        }
    }

    fn clear(&mut self) {
        if let Self::Patterns(vcf) = self {
            vcf.clear();
        }
    }

    fn probe(&mut self, pos: &mut Gomoku, budget: u64) -> (Option<Proof<Point>>, u64) {
        match self {
            Self::Patterns(vcf) => {
                if let Some(proof) = pos.decided() {
                    return (Some(proof), 0);
                }
                if !vcf.glance(pos, MOST_FOURS, budget) {
                    return (None, vcf.stones());
                }
                let (plies, best) = vcf.win();
                let proof = Proof {
                    outcome: Outcome::Win,
                    bound: ProofBound::Exact,
                    plies: Some(Ply::new(plies)),
                    best,
                };
                (Some(proof), vcf.stones())
            }
            Self::Lines => (None, 0),
        }
    }

    /// A win by fours, an open four or a double four included.
    fn threatened(&mut self, pos: &mut Gomoku, budget: u64) -> (bool, u64) {
        match self {
            Self::Patterns(vcf) => {
                pos.pass();
                let found = vcf.glance(pos, MOST_FOURS, budget);
                pos.pass();
                (found, vcf.stones())
            }
            Self::Lines => (false, 0),
        }
    }

    /// What may help against a win by fours.
    fn answers(&mut self, pos: &mut Gomoku, budget: u64, answers: &mut Vec<Point>) -> (bool, u64) {
        let Self::Patterns(vcf) = self else { return (false, 0) };
        pos.pass();
        let mut found = vcf.glance(pos, MOST_FOURS, budget);
        let mut points = Points::EMPTY;
        let mut stones = vcf.stones();
        if !found && budget >= LOOK {
            found = vcf.look(pos, MOST_FOURS, budget);
            stones += vcf.stones();
        }
        if found {
            points = vcf.answers(pos);
            stones += vcf.win().0 as u64;
        }
        pos.pass();
        if points == *pos.shapes().vacant() {
            // In renju anything might help: what is known narrows nothing.
            return (false, stones);
        }
        let start = answers.len();
        answers.extend(points.iter().filter(|&p| pos.is_legal(p)));
        (answers.len() > start, stones)
    }
}
