//! The line of a solved position, read from the table.

use std::ops::ControlFlow::Continue;

use super::search::{Run, keyed, longer};
use super::table::{Effort, INFINITE, Lean, NO_PLIES};
use super::{Goal, Judge, Judgement};
use crate::position::{MoveSet, Position, final_outcome, for_each_legal};
use crate::score::Ply;

/// How a line goes on.
enum Step<M> {
    /// With a move, and what is known behind it.
    Move(M, Effort),
    /// With a move of the judge, who knows the rest.
    Last(M),
    /// Not at all: the game is over.
    Over,
    /// Not at all: the rest is not known.
    Lost,
}

impl<P, J> Run<'_, P, J>
where
    P: Position,
    J: Judge<P>,
{
    /// Adds the moves from a solved position on. Whether they lead to the end of the game.
    pub fn line(
        &mut self,
        pos: &mut P,
        goal: Goal,
        effort: &Effort,
        line: &mut Vec<P::Move>,
    ) -> bool {
        let mut goal = goal;
        let mut effort = *effort;
        let mut ply = Ply::ROOT;
        loop {
            if pos.outcome().is_some() || (ply > Ply::ROOT && pos.adjudicate(ply).is_some()) {
                return true;
            }
            if ply >= Ply::MAX {
                return false;
            }
            match self.step(pos, ply, goal, &effort) {
                Step::Over => return true,
                Step::Lost => return false,
                Step::Last(m) => {
                    line.push(m);
                    pos.make(m);
                    return pos.outcome().is_some() || pos.adjudicate(ply.next()).is_some();
                }
                Step::Move(m, next) => {
                    line.push(m);
                    let key = keyed(pos, goal);
                    self.enter(key);
                    pos.make(m);
                    (ply, goal, effort) = (ply.next(), goal.other(), next);
                }
            }
        }
    }

    /// The next move of a solved position that is not over.
    fn step(&mut self, pos: &mut P, ply: Ply, goal: Goal, effort: &Effort) -> Step<P::Move> {
        let wins = effort.phi == 0;
        if let Some(step) = self.known_step(pos, ply, goal, effort) {
            return step;
        }
        let budget = self.limit.saturating_sub(self.nodes);
        let (judgement, work) = self.judge.judge(pos, goal, budget);
        self.nodes = self.nodes.saturating_add(work);
        let judged = judgement.effort(goal);
        if judged.is_solved() && (judged.phi == 0) == wins {
            return match judgement {
                Judgement::Known(proof) => self.best_of(pos, proof.best),
                Judgement::Open { .. } => Step::Lost,
            };
        }
        // The table has lost it.
        self.best = None;
        let found = self.node(pos, ply, goal, (INFINITE, INFINITE));
        let found =
            found.filter(|f| f.is_solved() && (f.phi == 0) == wins && f.lean != Lean::DOUBT);
        match found.zip(self.best) {
            Some((found, m)) => {
                let plies = if found.plies == NO_PLIES { NO_PLIES } else { found.plies - 1 };
                Step::Move(m, Effort { plies, looped: found.looped, ..Effort::solved(!wins, 0) })
            }
            None => Step::Lost,
        }
    }

    /// A move of the judge, if it is legal.
    fn best_of(&self, pos: &P, best: Option<P::Move>) -> Step<P::Move> {
        let Some(best) = best else { return Step::Lost };
        let mut legal = false;
        let _ = for_each_legal(pos, MoveSet::All, |m| {
            legal |= m == best;
            Continue(())
        });
        if legal { Step::Last(best) } else { Step::Lost }
    }

    /// The move by which a position was solved, as far as the table tells: on to
    /// a child that is solved and one ply nearer to the end. If it holds
    /// another proof by now, the best child of that.
    fn known_step(
        &mut self,
        pos: &mut P,
        ply: Ply,
        goal: Goal,
        effort: &Effort,
    ) -> Option<Step<P::Move>> {
        let wins = effort.phi == 0;
        let start = self.memory.slots.len();
        self.enter(keyed(pos, goal));
        self.list(pos);
        let mut best: Option<(P::Move, Effort)> = None;
        let mut missing = false;
        for i in start..self.memory.slots.len() {
            let m = self.memory.slots[i].m;
            let undo = pos.make(m);
            let (below, other) = (ply.next(), goal.other());
            let stored = self.memory.table.probe(keyed(pos, other)).map(|(effort, _)| effort);
            let child = self.settled(pos, below, other, stored).or_else(|| {
                let end = final_outcome(pos)?; // no move is left
                Some(Effort::solved(other.is_met(end), 0))
            });
            pos.unmake(m, undo);
            // Another path than that of the search may turn back on itself.
            let same = |c: &Effort| {
                (c.delta == 0) == wins && c.lean != Lean::DOUBT && (effort.looped || !c.looped)
            };
            let Some(child) = child.filter(same) else {
                missing = true;
                continue;
            };
            let exact = |c: &Effort| longer(c.plies) == effort.plies;
            let better = |old: &Effort| match (exact(&child), exact(old)) {
                (false, false) if wins => child.plies < old.plies,
                (false, false) => child.plies > old.plies,
                (new, old) => new && !old,
            };
            if best.is_none_or(|(_, old)| better(&old)) {
                best = Some((m, child));
            }
        }
        let empty = self.memory.slots.len() == start;
        self.leave(start);
        if empty {
            return Some(Step::Over);
        }
        let (m, child) = best?;
        // Who loses has all his moves known, or the longest of them.
        let whole = wins || !missing || longer(child.plies) == effort.plies;
        whole.then_some(Step::Move(m, child))
    }
}
