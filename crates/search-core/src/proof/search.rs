//! The node of the proof-number search.

use std::ops::ControlFlow::Continue;

use super::table::{Effort, GREATEST, INFINITE, Lean, NO_PLIES, Table};
use super::{Goal, Judge};
use crate::limits::Stop;
use crate::position::{MoveSet, Outcome, Position, Verdict, for_each_legal};
use crate::score::Ply;

/// A move of a node on the path, and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<M> {
    pub m: M,
    /// For the side to move behind it.
    pub effort: Effort,
}

/// What is kept from search to search, and the room to work in.
#[derive(Debug)]
pub(super) struct Memory<M> {
    pub table: Table,
    /// The moves of all nodes on the path, one behind the other.
    pub slots: Vec<Slot<M>>,
    /// The keys of the nodes on the path.
    pub keys: Vec<u64>,
    /// By ply, a hash of the path up to there: a solution that leans on the
    /// path is stored under it.
    pub paths: Vec<u64>,
    /// Whether a solution ever leant on a path. Games without cycles save a probe.
    pub cyclic: bool,
    /// Whether a verdict by the path was ever other than a draw.
    pub harsh: bool,
    pub searches: u64,
}

/// Room for the moves of all nodes on a path; a tree that needs more takes it once.
const MOVES: usize = 1 << 14;

impl<M> Memory<M> {
    pub fn new(table: Table) -> Self {
        Self {
            table,
            slots: Vec::with_capacity(MOVES),
            keys: Vec::with_capacity(Ply::MAX.get() + 1),
            paths: Vec::with_capacity(Ply::MAX.get() + 1),
            cyclic: false,
            harsh: false,
            searches: 0,
        }
    }

    /// Before a search. What was stored under a path is not found again: the
    /// past of another root may be another.
    pub fn begin(&mut self) {
        self.table.new_search();
        self.slots.clear();
        self.keys.clear();
        self.paths.clear();
        self.searches += 1;
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.cyclic = false;
        self.harsh = false;
        self.searches = 0;
    }
}

/// One search.
pub(super) struct Run<'a, P: Position, J> {
    pub memory: &'a mut Memory<P::Move>,
    pub judge: &'a mut J,
    pub stop: &'a Stop,
    pub limit: u64,
    pub nodes: u64,
    /// Set once a limit is reached.
    pub stopped: bool,
    /// The move that the node searched last was solved by: one that gets
    /// the side to move its way, or the one that holds out longest.
    pub best: Option<P::Move>,
}

/// The moves of a node taken together.
struct Sum {
    effort: Effort,
    /// The slot to search next, or, of a solved node, that it was solved by.
    best: usize,
    /// The second smallest delta of the children.
    second: u32,
    /// What the other children add to the delta of the node.
    others: u64,
}

/// A key of the table: of a position and the question asked of it.
pub(super) fn keyed<P: Position>(pos: &P, goal: Goal) -> u64 {
    match goal {
        Goal::Win => pos.key(),
        Goal::NotLose => pos.key() ^ 0x5BF0_3635_DEE3_9E6D,
    }
}

/// Mixes a number well (the finaliser of SplitMix64).
const fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// One ply further from the end.
pub(super) const fn longer(plies: u16) -> u16 {
    if plies < NO_PLIES { plies + 1 } else { NO_PLIES }
}

impl<P, J> Run<'_, P, J>
where
    P: Position,
    J: Judge<P>,
{
    /// Searches a position until phi reaches the first limit, or delta the
    /// second, or it is solved; the numbers are for the side to move.
    ///
    /// `None` if a limit of the search is reached before all moves are looked at.
    pub fn node(
        &mut self,
        pos: &mut P,
        ply: Ply,
        goal: Goal,
        (most_phi, most_delta): (u32, u32),
    ) -> Option<Effort> {
        let key = keyed(pos, goal);
        let begun = self.nodes;
        let start = self.memory.slots.len();
        self.enter(key);
        let mut result = None;
        if self.expand(pos, ply, goal) {
            let mut sum = self.sum(start, goal);
            while !sum.effort.is_solved()
                && sum.effort.phi < most_phi
                && sum.effort.delta < most_delta
                && !self.stopped
            {
                let limits = sum.child_limits(most_phi, most_delta);
                self.descend(pos, sum.best, ply, goal, limits);
                sum = self.sum(start, goal);
            }
            self.best = self.memory.slots.get(sum.best).map(|slot| slot.m);
            result = Some(self.remember(key, ply, sum.effort, self.nodes - begun));
        }
        self.leave(start);
        result
    }

    /// Puts a position on the path.
    pub fn enter(&mut self, key: u64) {
        let above = self.memory.paths.last().copied().unwrap_or(mix(self.memory.searches));
        self.memory.keys.push(key);
        self.memory.paths.push(mix(above ^ key));
    }

    /// Takes it off again, with its moves.
    pub fn leave(&mut self, start: usize) {
        self.memory.slots.truncate(start);
        self.memory.keys.pop();
        self.memory.paths.pop();
    }

    /// Lists the moves of a node and looks at what is behind each of them.
    /// Whether that came to an end.
    fn expand(&mut self, pos: &mut P, ply: Ply, goal: Goal) -> bool {
        let start = self.memory.slots.len();
        self.list(pos);
        for i in start..self.memory.slots.len() {
            if self.is_over_limit() {
                return false;
            }
            let m = self.memory.slots[i].m;
            self.nodes += 1;
            let undo = pos.make(m);
            let effort = self.look(pos, ply.next(), goal.other());
            pos.unmake(m, undo);
            self.memory.slots[i].effort = effort;
            if effort.delta == 0 && effort.lean == Lean::FREE {
                break; // the side to move gets its way
            }
        }
        true
    }

    /// Lists the legal moves.
    pub fn list(&mut self, pos: &P) {
        let slots = &mut self.memory.slots;
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            slots.push(Slot { m, effort: Effort::open(1, 1) });
            Continue(())
        });
    }

    /// Whether the search must end.
    fn is_over_limit(&mut self) -> bool {
        self.stopped = self.stopped || self.nodes >= self.limit || self.stop.is_set();
        self.stopped
    }

    /// Searches one move of a node.
    fn descend(&mut self, pos: &mut P, slot: usize, ply: Ply, goal: Goal, limits: (u32, u32)) {
        if self.is_over_limit() {
            return;
        }
        let m = self.memory.slots[slot].m;
        self.nodes += 1;
        let undo = pos.make(m);
        let (ply, goal) = (ply.next(), goal.other());
        // It may have been solved elsewhere since.
        let found = match self.memory.table.probe(keyed(pos, goal)) {
            Some((effort, _)) if believed(pos, goal, &effort) => Some(effort),
            _ => self.node(pos, ply, goal, limits),
        };
        pos.unmake(m, undo);
        if let Some(effort) = found {
            self.memory.slots[slot].effort = effort;
        }
    }

    /// What is known of a position that a move has led to.
    fn look(&mut self, pos: &mut P, ply: Ply, goal: Goal) -> Effort {
        let stored = self.memory.table.probe(keyed(pos, goal)).map(|(effort, _)| effort);
        self.settled(pos, ply, goal, stored).unwrap_or_else(|| self.guess(pos, goal, stored))
    }

    /// Numbers of a position that is not settled: those of the table, or the judge's.
    pub fn guess(&mut self, pos: &mut P, goal: Goal, stored: Option<Effort>) -> Effort {
        if let Some(effort) = stored
            && !effort.is_solved()
        {
            return effort;
        }
        let (judgement, work) = self.judge.judge(pos, goal, self.limit.saturating_sub(self.nodes));
        self.nodes = self.nodes.saturating_add(work);
        let effort = judgement.effort(goal);
        if work > 0 {
            self.memory.table.store(keyed(pos, goal), &effort, work);
        }
        effort
    }

    /// The solution of a position that a move has led to, if it is known:
    /// the end of the game, or an entry of the table.
    pub fn settled(
        &mut self,
        pos: &P,
        ply: Ply,
        goal: Goal,
        stored: Option<Effort>,
    ) -> Option<Effort> {
        if let Some(outcome) = pos.outcome() {
            return Some(Effort::solved(goal.is_met(outcome), 0));
        }
        match pos.adjudicate(ply) {
            None => {}
            Some(Verdict::Position(outcome)) => {
                return Some(Effort::solved(goal.is_met(outcome), 0));
            }
            Some(Verdict::Path { outcome, plies_back }) => {
                self.memory.cyclic = true;
                if matches!(outcome, Outcome::Draw | Outcome::Value(0)) {
                    let lean = Lean::by_path(ply, plies_back);
                    let effort = Effort::solved(goal.is_met(outcome), 0);
                    return Some(Effort { lean, looped: true, ..effort });
                }
                self.memory.harsh = true;
                return Some(doubtful(goal));
            }
        }
        if let Some(effort) = stored
            && believed(pos, goal, &effort)
        {
            return Some(effort);
        }
        // Whoever can win need not come back to where it was; and no line
        // is longer than a search may be.
        let key = keyed(pos, goal);
        if ply >= Ply::MAX || self.memory.keys.contains(&key) {
            self.memory.cyclic = true;
            return Some(doubtful(goal));
        }
        if self.memory.cyclic {
            let above = self.memory.paths.last().copied().unwrap_or(mix(self.memory.searches));
            return self.memory.table.probe(mix(above ^ key)).map(|(effort, _)| effort);
        }
        None
    }

    /// Stores what a node has found; as its parent sees it.
    fn remember(&mut self, key: u64, ply: Ply, mut effort: Effort, nodes: u64) -> Effort {
        if effort.lean.is_own(ply) {
            // Leaning on the position itself is its own affair.
            effort.lean = Lean::FREE;
            let before = self.memory.table.probe(key).map_or(0, |(_, work)| work);
            self.memory.table.store(key, &effort, nodes.saturating_add(before));
        } else {
            let path = self.memory.paths.last().copied().unwrap_or_default();
            self.memory.table.store(path, &effort, nodes);
        }
        effort
    }

    /// The moves of the innermost node taken together: phi is the least delta
    /// of the children, and delta the sum of their phi.
    fn sum(&self, start: usize, goal: Goal) -> Sum {
        let slots = &self.memory.slots[start..];
        if slots.is_empty() {
            let effort = Effort::solved(goal.is_met(P::NO_MOVES), 0);
            return Sum { effort, best: start, second: INFINITE, others: 0 };
        }
        let mut best = 0;
        let (mut least, mut second) = (INFINITE, INFINITE);
        let mut total = 0;
        for (i, Slot { effort, .. }) in slots.iter().enumerate() {
            if effort.delta < least {
                second = least;
                least = effort.delta;
                best = i;
            } else if effort.delta < second {
                second = effort.delta;
            }
            total += u64::from(effort.phi);
        }
        if least == 0 {
            return Self::won(slots, start);
        }
        if least == INFINITE {
            return Self::lost(slots, start);
        }
        let delta = u32::try_from(total).unwrap_or(GREATEST).min(GREATEST);
        let others = total - u64::from(slots[best].effort.phi);
        Sum { effort: Effort::open(least, delta), best: start + best, second, others }
    }

    /// Of a node with a move that gets the side to move its way: the one
    /// that leans on least, of those the shortest.
    fn won(slots: &[Slot<P::Move>], start: usize) -> Sum {
        let mut found: Option<(usize, Effort)> = None;
        for (i, Slot { effort, .. }) in slots.iter().enumerate() {
            let better = |old: &Effort| {
                effort.lean > old.lean || (effort.lean == old.lean && effort.plies < old.plies)
            };
            if effort.delta == 0 && found.is_none_or(|(_, old)| better(&old)) {
                found = Some((i, *effort));
            }
        }
        let (best, child) = found.unwrap_or((0, Effort::solved(false, 0)));
        let effort = Effort { phi: 0, delta: INFINITE, plies: longer(child.plies), ..child };
        Sum { effort, best: start + best, second: INFINITE, others: 0 }
    }

    /// Of a node without such a move: it rests on all of them, and the one
    /// that holds out longest comes first.
    fn lost(slots: &[Slot<P::Move>], start: usize) -> Sum {
        let mut best = 0;
        let mut effort = Effort::solved(false, 0);
        for (i, Slot { effort: child, .. }) in slots.iter().enumerate() {
            if longer(child.plies) > effort.plies {
                effort.plies = longer(child.plies);
                best = i;
            }
            effort.lean = effort.lean.min(child.lean);
            effort.looped |= child.looped;
        }
        Sum { effort, best: start + best, second: INFINITE, others: 0 }
    }
}

impl Sum {
    /// How far the best child may be searched before the node has reached a
    /// limit of its own, or another child has become the best.
    ///
    /// By a quarter further than that: else two children that are nearly as
    /// good take turns, each of them built anew every time (1 + epsilon:
    /// J. Pawlewicz and L. Lew, "Improving depth-first PN-search", 2007).
    fn child_limits(&self, most_phi: u32, most_delta: u32) -> (u32, u32) {
        let share = u64::from(most_delta) - self.others.min(u64::from(most_delta));
        let phi = if most_delta == INFINITE { INFINITE } else { share as u32 };
        let turn = self.second.saturating_add(self.second.div_ceil(4));
        (phi, most_phi.min(turn).min(INFINITE))
    }
}

/// Nobody has won for all that is known: good for this path alone, and for no answer.
fn doubtful(goal: Goal) -> Effort {
    Effort { lean: Lean::DOUBT, ..Effort::solved(goal == Goal::NotLose, 0) }
}

/// Whether an entry of the table solves the position. A win that comes later
/// than the game allows does not.
pub(super) fn believed<P: Position>(pos: &P, goal: Goal, effort: &Effort) -> bool {
    let claim = if effort.phi == 0 { goal } else { goal.other() };
    effort.is_solved()
        && (claim == Goal::NotLose || usize::from(effort.plies) <= pos.plies_to_limit())
}
