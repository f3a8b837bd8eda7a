//! Victory by continuous threats: fours, and threes that threaten an open four.
//!
//! A question of yes or no for proof-number search, on a game narrowed to it:
//!
//! - The attacker plays moves that leave him a point for a five or an open
//!   four, a threat that is; in a second, wider search also moves after which
//!   he threatens to win by fours. What he leaves out makes no proof less
//!   true: he needs one move.
//! - The defender has every move that could help him: the rules of
//!   forced replies at the head of `candidates.rs` and [`Sight`] leave out none
//!   but such as lose at once. Where they say nothing, he has all legal moves.
//! - When the defender is to move and no threat stands, the attack has failed.
//!
//! So a proof is true of the game itself; that there is none means only that
//! threats do not win.

use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use search_core::proof::{Decision, Goal, Judge, Judgement, Prover};
use search_core::tt::TableError;
use search_core::{MoveSet, Outcome, Ply, Position, Proof, ProofBound, Stop};

use super::sight::Sight;
use super::{Found, Win};
use crate::candidates::Replies;
use crate::pattern::Pattern;
use crate::point::Point;
use crate::points::Points;
use crate::position::Gomoku;
use crate::rule::Side;
use crate::shapes::Rank;

/// A game narrowed to threats and what helps against them.
#[derive(Clone)]
struct Threats {
    game: Gomoku,
    attacker: Side,
    /// Threats to win by fours count, too.
    wide: bool,
    /// Shared with the judge: a position is asked for its moves at every visit.
    sight: Arc<Mutex<Sight>>,
}

impl Threats {
    fn is_attack(&self) -> bool {
        self.game.side_to_move() == self.attacker
    }

    /// Whether the attacker could make a five or an open four next.
    fn stands(&self) -> bool {
        let shapes = self.game.shapes();
        shapes.count_of(self.attacker, Rank::Five) > 0
            || shapes.count_of(self.attacker, Rank::OpenFour) > 0
    }

    fn sight(&self) -> MutexGuard<'_, Sight> {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moves(&self) -> Points {
        let us = self.game.side_to_move();
        let fours = || self.game.fours(us);
        match (self.game.replies(), self.is_attack()) {
            (Replies::One(point), _) => Points::from_iter([point]),
            // Stopping what the other side could do must be a threat, too.
            (Replies::Some(points), true) => points.and(&self.threats()).or(&fours()),
            (Replies::Some(points), false) => points.or(&fours()),
            (Replies::All, true) => self.threats(),
            (Replies::All, false) if self.stands() => *self.game.shapes().vacant(),
            (Replies::All, false) => self.sight().replies(&self.game).unwrap_or_default(),
        }
    }

    /// Moves of the attacker that may threaten.
    fn threats(&self) -> Points {
        let us = self.attacker;
        let points = self.game.fours(us).or(&self.game.threes(us));
        if !self.wide {
            return points;
        }
        let shapes = self.game.shapes();
        let promises = |p: &Point| {
            let tally = shapes.tally(us, *p);
            tally.count(Pattern::Three) > 0 || tally.count(Pattern::OpenTwo) > 0
        };
        let mut points = points;
        points.extend(shapes.near().iter().filter(promises));
        points
    }
}

impl Position for Threats {
    type Move = Point;
    type Undo = ();

    /// An attacker without threats has failed; a defender without moves is lost.
    const NO_MOVES: Outcome = Outcome::Loss;

    fn outcome(&self) -> Option<Outcome> {
        let over = self.game.outcome();
        // No threat: all is open again, which is no win.
        let threat = || self.stands() || (self.wide && self.sight().replies(&self.game).is_some());
        over.or_else(|| (!self.is_attack() && !threat()).then_some(Outcome::Draw))
    }

    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if set == MoveSet::Noisy {
            return ControlFlow::Continue(());
        }
        self.moves().iter().try_for_each(visit)
    }

    fn is_legal(&self, m: Point) -> bool {
        self.game.is_legal(m)
    }

    fn make(&mut self, m: Point) {
        self.game.make(m);
    }

    fn unmake(&mut self, m: Point, (): ()) {
        self.game.unmake(m, ());
    }

    fn key(&self) -> u64 {
        // The same stones are another question when the other side attacks.
        let question = 2 * self.attacker as u64 + u64::from(self.wide);
        self.game.key() ^ question.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn pack(&self, m: Point) -> Option<NonZeroU16> {
        self.game.pack(m)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Point> {
        self.game.unpack(bits).filter(|&m| self.moves().contains(m))
    }

    fn reserve(&mut self, plies: usize) {
        self.game.reserve(plies);
    }
}

/// Sees what the board decides, and the attacker's wins by fours.
#[derive(Debug)]
struct Eye;

/// Stones that one look for a win by fours may place.
const LOOK: u64 = 40;

impl Judge<Threats> for Eye {
    fn judge(&mut self, pos: &mut Threats, _: Goal, budget: u64) -> (Judgement<Point>, u64) {
        if let Some(proof) = pos.game.decided() {
            return (Judgement::Known(proof), 0);
        }
        let mut nodes = 0;
        if pos.is_attack() {
            let sight = Arc::clone(&pos.sight);
            let vcf = &mut sight.lock().unwrap_or_else(PoisonError::into_inner).vcf;
            let found = vcf.glance(&mut pos.game, 64, budget.min(LOOK));
            nodes = vcf.nodes();
            if found {
                let (plies, best) = vcf.win();
                let proof = Proof {
                    outcome: Outcome::Win,
                    bound: ProofBound::AtLeast,
                    plies: Some(Ply::new(plies)),
                    best,
                };
                return (Judgement::Known(proof), nodes);
            }
        }
        let moves = pos.moves().len() as u32;
        nodes += std::mem::take(&mut pos.sight().nodes);
        if moves == 0 {
            // An attack that has failed; a defender always has a move.
            return (Judgement::Known(Proof::exact(Threats::NO_MOVES)), nodes);
        }
        (Judgement::Open { phi: 1, delta: moves }, nodes)
    }
}

/// Stones that a look for the end of a line may place.
const FINISH: u64 = 20_000;

/// Searches for wins by continuous threats; keeps what it learns.
#[derive(Debug)]
pub struct Vct {
    prover: Prover<Threats, Eye>,
    sight: Arc<Mutex<Sight>>,
    nodes: u64,
}

impl Vct {
    /// With a table of this many MiB.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for it.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let prover = Prover::with_judge(Eye, megabytes)?;
        Ok(Self { prover, sight: Arc::new(Mutex::new(Sight::new())), nodes: 0 })
    }

    /// Stones that the last search placed, both sides' and those of the looks
    /// for wins by fours.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move by fours and threes, with at most
    /// `budget` stones placed. Its length is that of the proof, not the
    /// shortest there is.
    ///
    /// The line ends before the five where the table has lost the proof, and it
    /// cannot be found again with a million stones or before `stop` is set.
    ///
    /// [`Found::None`] is said where no such win exists; there may be others.
    pub fn search(&mut self, pos: &Gomoku, budget: u64, stop: &Stop) -> Found {
        self.nodes = 0;
        if pos.outcome().is_some() {
            return Found::None;
        }
        let mut found = Found::Unknown;
        for wide in [false, true] {
            let left = budget.saturating_sub(self.nodes);
            // Threats that are plain to see are tried first, with half of what there is.
            let share = if wide { left } else { left / 2 };
            found = self.ask(pos, wide, share, stop);
            if matches!(found, Found::Win(_)) {
                break;
            }
        }
        found
    }

    fn ask(&mut self, pos: &Gomoku, wide: bool, budget: u64, stop: &Stop) -> Found {
        let attacker = pos.side_to_move();
        let sight = Arc::clone(&self.sight);
        let question = Threats { game: pos.clone(), attacker, wide, sight };
        let report = self.prover.prove(&question, Goal::Win, Some(budget), stop);
        self.nodes += report.nodes;
        match report.decision {
            Decision::Unknown => Found::Unknown,
            Decision::Disproved => Found::None,
            Decision::Proved => {
                let line = self.finish(question, &report.line, stop);
                let plies = report.plies.map_or(line.len(), |plies| plies as usize);
                Found::Win(Win { plies: plies.max(line.len()), line })
            }
        }
    }

    /// Goes on from where the proof ends to the five: the judge knew the rest, or
    /// the table has lost it, and it is searched again.
    fn finish(&mut self, mut at: Threats, proof: &[Point], stop: &Stop) -> Vec<Point> {
        let mut line = Vec::new();
        let mut rest = proof.to_vec();
        loop {
            for &m in &rest {
                at.make(m);
            }
            line.append(&mut rest);
            if at.game.outcome().is_some() {
                return line;
            }
            if at.is_attack() {
                let fours = at.sight().vcf.search(&mut at.game.clone(), 64, FINISH);
                rest = match fours {
                    Found::Win(win) => win.line,
                    _ => self.prover.prove(&at, Goal::Win, Some(50 * FINISH), stop).line,
                };
            } else {
                // Lost whatever is played.
                let best = at.game.decided().and_then(|proof| proof.best);
                let any = best.or_else(|| at.game.legal_moves().first().copied());
                rest.extend(any);
            }
            if rest.is_empty() {
                return line;
            }
        }
    }
}
