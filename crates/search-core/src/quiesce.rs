//! Below the horizon: search until quiet.

use std::ops::ControlFlow::Break;

use crate::found::Found;
use crate::heuristics::{Evaluate, Heuristics};
use crate::node::Worker;
use crate::picker::{Hints, Picker};
use crate::position::{MoveSet, for_each_legal};
use crate::score::{Depth, Ply, Score};
use crate::trace::{End, Trace};

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// A node at or below depth 0: searched until quiet, or evaluated at once
    /// where quiescence is switched off.
    #[inline]
    pub fn horizon<const PV: bool>(
        &mut self,
        pos: &mut P,
        window: (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Found {
        if let Some(found) = self.enter::<PV>(pos, ply) {
            return found;
        }
        if self.options.quiescence {
            self.stats.quiescence += 1;
            return self.quiesce::<PV>(pos, window, depth, ply);
        }
        if for_each_legal(pos, MoveSet::All, |_| Break(())).is_continue() {
            return self.over(Found::solid(Score::terminal(P::NO_MOVES, ply)), ply);
        }
        let score = self.evaluate(pos);
        self.ended(Found::estimate(score), End::Leaf, ply)
    }

    /// The side to move may stand pat on the evaluation, or play noisy moves;
    /// under a threat it may not, and every move is tried.
    fn quiesce<const PV: bool>(
        &mut self,
        pos: &mut P,
        (mut alpha, mut beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Found {
        // 1. A proof ends the node or narrows its window.
        let proved = self.ask::<PV>(pos, ply);
        alpha = alpha.max(proved.floor);
        beta = beta.min(proved.ceiling);
        if alpha >= beta {
            return self.known(proved.clamp(Found::solid(beta)), ply);
        }

        // 2. Standing pat.
        let threatened = pos.under_threat();
        let exhausted = -depth.get() >= self.options.params.quiescence_plies;
        let mut best: Option<Found> = None;
        let mut all = Found::solid(Score::DRAW);
        if !threatened || exhausted {
            let found = Found::estimate(self.evaluate(pos));
            if exhausted || found.score >= beta {
                return self.ended(proved.clamp(found), End::Leaf, ply);
            }
            alpha = alpha.max(found.score);
            all = found;
            best = Some(found);
        }

        // 3. The moves.
        let narrow = self.options.narrow;
        let mut picker = Picker::new(Hints::default(), narrow, !threatened, &self.memory.buffer);
        let room = self.memory.mark();
        let mut first = true;
        while let Some((m, _)) = picker.next(pos, self.memory) {
            let found = self.child::<PV>(pos, m, first, (alpha, beta), (depth, 0), ply);
            first = false;
            if self.stopped {
                break;
            }
            all = all.resting_on(&found);
            if best.is_none_or(|b| found.score > b.score) {
                best = Some(found);
                if found.score > alpha {
                    alpha = found.score;
                    if PV {
                        self.memory.extend_pv(ply, m);
                    }
                    self.show_update(found.score, ply);
                    if alpha >= beta {
                        self.show_skipped(pos, &mut picker);
                        break;
                    }
                }
            }
        }
        self.memory.release(room);
        if self.stopped {
            return Found::estimate(Score::DRAW);
        }

        // 4. No legal move: told only under a threat, where all were tried.
        let Some(best) = best else {
            return self.over(Found::solid(Score::terminal(P::NO_MOVES, ply)), ply);
        };
        let value = if best.score >= beta {
            best
        } else {
            self.doubted(pos, all.with_score(best.score), ply)
        };
        self.searched(proved.clamp(value).seen_from(ply), best.score >= beta, ply)
    }
}
