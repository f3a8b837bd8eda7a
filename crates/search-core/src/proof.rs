//! Proof-number search: is it won? No evaluation, no depth, only yes or no.
//!
//! Depth-first proof-number search (df-pn: A. Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002) goes where the least
//! number of positions is left to settle. It finds long forced wins of which
//! most moves leave the other side few answers, far beyond the depth of
//! iterative deepening.
//!
//! A [`Prover`] is asked whether the side to move at the root, the
//! *attacker*, can reach a [`Goal`]. The two goals together give the exact value:
//!
//! | wins | does not lose | value |
//! |---|---|---|
//! | proved | | won |
//! | disproved | proved | drawn |
//! | | disproved | lost |
//!
//! ```
//! use search_core::numbers::NumberTree;
//! use search_core::proof::{Decision, Goal, Prover};
//! use search_core::Stop;
//!
//! // MAX moves: to the left, where MIN has a draw at best, or to the right, where he loses.
//! let tree: NumberTree = r#"[[7, 0], ["inf", ["-inf", 3]]]"#.parse()?;
//! let mut prover = Prover::new(1)?; // a table of 1 MiB
//! let report = prover.prove(&tree, Goal::Win, None, &Stop::new());
//! assert_eq!(report.decision, Decision::Proved);
//! assert_eq!(report.line, [1, 1, 1]); // MIN holds out longest
//! assert_eq!(report.plies, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Knowledge of the game
//!
//! Rules are enough, but a [`Judge`] that knows something of positions that
//! the search meets for the first time saves most of its work: it may settle
//! them, or say how hard they look. [`Prover::new`] takes [`Mobility`].
//!
//! A `Position` that wraps another may narrow the question itself: hand out the
//! attacker's threats alone, and of the defender's moves those that are not
//! lost at once. What is proved on such a wrapper is true of the game if no
//! sound defence was left out; what is disproved says nothing of it.
//!
//! ```
//! # use std::num::NonZeroU16;
//! # use std::ops::ControlFlow;
//! use search_core::proof::{Decision, Goal, Judge, Judgement, Prover};
//! use search_core::{MoveSet, Outcome, Position, Proof, Stop};
//!
//! /// Who takes the last of the coins wins; one to three are taken at a time.
//! #[derive(Clone)]
//! struct Heap(u64);
//! # impl Position for Heap {
//! #     type Move = u64;
//! #     type Undo = ();
//! #     const NO_MOVES: Outcome = Outcome::Loss;
//! #     fn outcome(&self) -> Option<Outcome> { None }
//! #     fn generate(&self, set: MoveSet, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
//! #         if set == MoveSet::Noisy { return ControlFlow::Continue(()) }
//! #         (1..=self.0.min(3)).try_for_each(visit)
//! #     }
//! #     fn make(&mut self, m: u64) { self.0 -= m }
//! #     fn unmake(&mut self, m: u64, (): ()) { self.0 += m }
//! #     fn key(&self) -> u64 { self.0 }
//! #     fn pack(&self, m: u64) -> Option<NonZeroU16> { NonZeroU16::new(m as u16) }
//! #     fn unpack(&self, bits: NonZeroU16) -> Option<u64> {
//! #         Some(bits.get().into()).filter(|&m| m <= self.0.min(3))
//! #     }
//! # }
//! /// Knows small heaps by heart.
//! struct ByHeart;
//!
//! impl Judge<Heap> for ByHeart {
//!     fn judge(&mut self, pos: &mut Heap, _: Goal, _: u64) -> (Judgement<u64>, u64) {
//!         let judgement = match pos.0 {
//!             4 => Judgement::Known(Proof::exact(Outcome::Loss)),
//!             1..=7 => Judgement::Known(Proof::exact(Outcome::Win)),
//!             _ => Judgement::Open { phi: 1, delta: 3 },
//!         };
//!         (judgement, 0) // no nodes of search
//!     }
//! }
//!
//! let mut prover = Prover::with_judge(ByHeart, 1)?;
//! let stop = Stop::new();
//! assert_eq!(prover.prove(&Heap(21), Goal::Win, None, &stop).decision, Decision::Proved);
//! assert_eq!(prover.prove(&Heap(20), Goal::NotLose, None, &stop).decision, Decision::Disproved);
//! # Ok::<(), search_core::tt::TableError>(())
//! ```
//!
//! # What is guaranteed
//!
//! *Wins.* That a side wins ([`Goal::Win`] proved, [`Goal::NotLose`] disproved)
//! is told of a finite tree alone: each of its leaves is an end of the game by
//! the position, or known to the judge. No verdict by the path is counted as a
//! win for anybody, so whatever the rules of repetition are, it is true of the
//! position with its past left out. Every such win of at most [`Ply::MAX`]
//! plies is found, given nodes and memory enough. (With its past, a rule that
//! looks back may spoil a win that the table knows from another search:
//! [`Prover::clear`] before asking.)
//!
//! *Holding.* That a side does not lose ([`Goal::NotLose`] proved, [`Goal::Win`]
//! disproved) may rest on repetition ([`ProofReport::by_repetition`]), if the
//! game says that it draws: [`Verdict::Path`](crate::Verdict::Path). Such
//! verdicts of one path are no verdicts on another (graph-history
//! interaction: A. Kishimoto and M. Müller, "A general solution to the graph
//! history interaction problem", 2004). As long as a solution leans on the path
//! above its position it is stored under a hash of that path and found again on
//! no other, so that graphs with many cycles cost many nodes. What leans on
//! nothing above holds wherever the position comes up: a longer past can only
//! mean more draws. That is so where every verdict by the path is a draw.
//! Where repetition may lose, the answer is [`Decision::Unknown`] once the
//! prover has met that, and before, `by_repetition` means "most likely".
//!
//! *Unknown* is also the answer where nothing is left to search, if it
//! hangs on a verdict by the path that is no draw, on a line of more
//! than [`Ply::MAX`] plies, or on a position that came back and of which the
//! game said nothing.
//!
//! *Keys.* The table compares all 64 bits of the key, as the
//! [engine's](crate::tt) does. A position that it does not hold is taken for one
//! of the `n` that it holds with probability `n / 2^64`: a search that looks
//! at a billion positions with a full table of 64 MiB (4 million) meets one
//! false entry with a chance of 1 in 4,000.
//!
//! *Transpositions.* A position that is reached by several moves of a node is
//! counted for each of them. The numbers are then too large; that
//! misleads the search, never the answer.

mod line;
mod search;
mod table;

use crate::heuristics::{Proof, ProofBound};
use crate::limits::Stop;
use crate::position::{Outcome, Position};
use crate::score::Ply;
use crate::tt::TableError;
use search::{Memory, Run, believed, keyed};
use table::{Effort, INFINITE, Lean, NO_PLIES, Table};

/// What a side is out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win,
    /// To win or draw.
    NotLose,
}

impl Goal {
    /// What the opponent is out for, to thwart it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Win => Self::NotLose,
            Self::NotLose => Self::Win,
        }
    }

    /// Whether an end of the game, for the side that has the goal, reaches it.
    /// Of an [`Outcome::Value`] the sign counts.
    #[must_use]
    pub const fn is_met(self, outcome: Outcome) -> bool {
        let worth = match outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
            Outcome::Draw => 0,
            Outcome::Value(v) => v,
        };
        match self {
            Self::Win => worth > 0,
            Self::NotLose => worth >= 0,
        }
    }
}

/// What a [`Judge`] says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<M> {
    /// A proved result, never an estimate, true however the position came
    /// about. If it does not settle the question, both numbers are 1.
    Known(Proof<M>),
    /// It is to be searched. Both numbers are at least 1 and count leaves: the
    /// more, the later it is searched.
    Open {
        /// About how many must be settled until the side to move has reached its goal.
        phi: u32,
        /// About how many must be settled until it cannot reach it any more.
        delta: u32,
    },
}

impl<M> Judgement<M> {
    fn effort(&self, goal: Goal) -> Effort {
        let proof = match self {
            Self::Open { phi, delta } => return Effort::open(*phi, *delta),
            Self::Known(proof) => proof,
        };
        let met = goal.is_met(proof.outcome);
        let settles = match proof.bound {
            ProofBound::Exact => true,
            ProofBound::AtLeast => met,
            ProofBound::AtMost => !met,
        };
        if settles {
            Effort::solved(met, proof.plies.map_or(NO_PLIES, |plies| plies.get() as u16))
        } else {
            Effort::open(1, 1)
        }
    }
}

/// Judges positions that the search meets for the first time.
pub trait Judge<P: Position> {
    /// A judgement found with at most `budget` nodes of work, and the nodes used.
    /// `goal` is what the side to move is out for. Whoever searches leaves the
    /// position as it was.
    ///
    /// Asked where the game is not over and the table knows nothing. With
    /// nodes used the judgement is stored; otherwise it is taken to be cheap,
    /// and asked for anew when the search comes back.
    fn judge(&mut self, pos: &mut P, goal: Goal, budget: u64) -> (Judgement<P::Move>, u64);
}

impl<P, F> Judge<P> for F
where
    P: Position,
    F: FnMut(&mut P, Goal, u64) -> (Judgement<P::Move>, u64),
{
    fn judge(&mut self, pos: &mut P, goal: Goal, budget: u64) -> (Judgement<P::Move>, u64) {
        self(pos, goal, budget)
    }
}

/// Knows nothing: all positions look equally hard.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unjudged;

impl<P: Position> Judge<P> for Unjudged {
    #[inline]
    fn judge(&mut self, _: &mut P, _: Goal, _: u64) -> (Judgement<P::Move>, u64) {
        (Judgement::Open { phi: 1, delta: 1 }, 0)
    }
}

/// One move must be found to reach a goal, and all be refuted to thwart it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<P: Position> Judge<P> for Mobility {
    #[inline]
    fn judge(&mut self, pos: &mut P, _: Goal, _: u64) -> (Judgement<P::Move>, u64) {
        let moves = pos.count_moves();
        let judgement = if moves == 0 {
            Judgement::Known(Proof { plies: Some(Ply::ROOT), ..Proof::exact(P::NO_MOVES) })
        } else {
            Judgement::Open { phi: 1, delta: u32::try_from(moves).unwrap_or(u32::MAX) }
        };
        (judgement, 0)
    }
}

/// The answer to the question whether the attacker reaches the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Yes, whatever the defender does.
    Proved,
    /// No, if the defender makes no mistake.
    Disproved,
    /// A limit was reached, or the answer is in doubt.
    Unknown,
}

/// What a [`Prover`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport<M> {
    /// The answer.
    pub decision: Decision,
    /// Of an answer: whether it rests on draws by repetition.
    pub by_repetition: bool,
    /// Of an answer: no line of the proof, or of the refutation, is longer, in plies. So
    /// a win comes no later, and may be there sooner. `None` with
    /// `by_repetition`, and where the judge gave no distance.
    pub plies: Option<u32>,
    /// Of an answer: moves, all legal, the side that has its way playing by the
    /// proof and the other holding out longest. `plies` long, unless the table has
    /// lost parts of the proof: they are searched again with the nodes that
    /// are left, and the length may differ. It ends early where these do not
    /// suffice, and where the judge knew the rest.
    pub line: Vec<M>,
    /// Whether the line goes to the end of the game.
    pub finished: bool,
    /// Positions visited: every move made by the search, and the nodes of the judge.
    pub nodes: u64,
    /// The proof number of the root: at least so many leaves are to be settled
    /// until it is proved. 0 if it is, [`Prover::INFINITE`] if it cannot be.
    pub proof: u32,
    /// The disproof number of the root, likewise.
    pub disproof: u32,
}

/// Answers questions by proof-number search, and remembers what it found.
///
/// One of them serves one game and one judge: entries of the table are
/// found by key alone.
pub struct Prover<P: Position, J = Mobility> {
    judge: J,
    memory: Memory<P::Move>,
}

impl<P: Position, J: std::fmt::Debug> std::fmt::Debug for Prover<P, J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("judge", &self.judge).finish_non_exhaustive()
    }
}

impl<P: Position> Prover<P> {
    /// A prover with a table of this many MiB, 16 bytes an entry; 0 makes the
    /// smallest, of four entries.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::with_judge(Mobility, megabytes)
    }
}

impl<P: Position, J> Prover<P, J> {
    /// Beyond every number that can be reached; greater sums are cut below it.
    pub const INFINITE: u32 = INFINITE;

    /// A prover with knowledge of the game.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for the table.
    pub fn with_judge(judge: J, megabytes: usize) -> Result<Self, TableError> {
        Ok(Self { judge, memory: Memory::new(Table::new(megabytes)?) })
    }

    /// The judge.
    pub const fn judge(&mut self) -> &mut J {
        &mut self.judge
    }

    /// Forgets everything, to repeat a search exactly.
    pub fn clear(&mut self) {
        self.memory.clear();
    }
}

impl<P: Position, J: Judge<P>> Prover<P, J> {
    /// Asks whether the side to move can reach the goal.
    ///
    /// Searches until that is answered, `nodes` positions are visited (the
    /// judge is told how many are left) or `stop` is set. Without a limit, a search
    /// whose table is too small may not end. What an unfinished search learnt stays in the
    /// table, and asking again goes on from there. The same search after
    /// [`clear`](Self::clear) visits the same nodes.
    pub fn prove(
        &mut self,
        pos: &P,
        goal: Goal,
        nodes: Option<u64>,
        stop: &Stop,
    ) -> ProofReport<P::Move> {
        self.memory.begin();
        let mut run = Run {
            memory: &mut self.memory,
            judge: &mut self.judge,
            stop,
            limit: nodes.unwrap_or(u64::MAX),
            nodes: 0,
            stopped: false,
            best: None,
        };
        let mut pos = pos.clone();
        pos.reserve(Ply::MAX.get() + 1);
        let effort = run.root(&mut pos, goal);
        let mut report = ProofReport {
            decision: Decision::Unknown,
            by_repetition: false,
            plies: None,
            line: Vec::new(),
            finished: false,
            nodes: 0,
            proof: effort.phi,
            disproof: effort.delta,
        };
        if effort.is_solved() && effort.lean != Lean::DOUBT {
            report.finished = run.line(&mut pos, goal, &effort, &mut report.line);
            if effort.looped && run.memory.harsh {
                // The search, or the line, came upon a repetition that decides.
                report.line.clear();
                report.finished = false;
            } else {
                let proved = effort.phi == 0;
                report.decision = if proved { Decision::Proved } else { Decision::Disproved };
                report.by_repetition = effort.looped;
                let known = !effort.looped && effort.plies != NO_PLIES;
                report.plies = known.then_some(u32::from(effort.plies));
            }
        }
        report.nodes = run.nodes;
        report
    }
}

impl<P: Position, J: Judge<P>> Run<'_, P, J> {
    /// The root: no verdict by the path is asked for.
    fn root(&mut self, pos: &mut P, goal: Goal) -> Effort {
        if let Some(outcome) = pos.outcome() {
            return Effort::solved(goal.is_met(outcome), 0);
        }
        if self.stop.is_set() {
            return Effort::open(1, 1);
        }
        let stored = self.memory.table.probe(keyed(pos, goal)).map(|(effort, _)| effort);
        let effort = match stored {
            Some(effort) if believed(pos, goal, &effort) => effort,
            _ => self.guess(pos, goal, stored),
        };
        if effort.is_solved() {
            return effort;
        }
        self.node(pos, Ply::ROOT, goal, (INFINITE, INFINITE)).unwrap_or(effort)
    }
}
