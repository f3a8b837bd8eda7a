//! Below the horizon: search until quiet.

use std::ops::ControlFlow::Break;

use crate::found::Found;
use crate::heuristics::{Evaluate, Heuristics};
use crate::node::Worker;
use crate::picker::{Hints, Kind, Picker, Wanted};
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
        // 1. The table, where that pays.
        let with_table = self.options.table && self.options.params.quiescence_table > 0;
        let key = pos.key();
        let entry = if with_table { self.table.probe(key) } else { None };
        if !PV
            && let Some(entry) = &entry
            && let Some(found) = self.table_cut(pos, entry, (alpha, beta), Depth::ZERO, ply)
        {
            return found;
        }

        // 2. A proof ends the node or narrows its window.
        let window = (alpha, beta);
        let proved = self.ask::<PV>(pos, ply);
        alpha = alpha.max(proved.floor);
        beta = beta.min(proved.ceiling);
        if alpha >= beta {
            return self.known(proved.clamp(Found::solid(beta)), ply);
        }

        // 3. Standing pat.
        let threatened = pos.under_threat();
        let exhausted = -depth.get() >= self.options.params.quiescence_plies;
        let mut best: Option<Found> = None;
        let mut all = Found::solid(Score::DRAW);
        let mut raw = None;
        let mut least = i32::MIN;
        if !threatened || exhausted {
            let judged = self.judge_anyway(pos, entry.as_ref(), ply);
            raw = Some(judged.raw);
            let found = Found::estimate(judged.better);
            if exhausted || found.score >= beta {
                if with_table && entry.is_none() {
                    self.store(pos, key, &found, None, raw, window, Depth::ZERO, ply);
                }
                return self.ended(proved.clamp(found), End::Leaf, ply);
            }
            alpha = alpha.max(found.score);
            all = found;
            best = Some(found);
            least = self.quiescence_gain(judged.value, alpha);
        }

        // 4. The moves.
        let table_move = entry.and_then(|e| e.best).and_then(|bits| pos.unpack(bits));
        let table_move = table_move.filter(|&m| threatened || pos.is_noisy(m));
        let hints = self.hints_below(table_move);
        let narrow = self.options.narrow;
        let wanted = self.wanted_below(threatened, depth);
        let mut picker = Picker::new(hints, narrow, wanted, &self.memory.buffer);
        let room = self.memory.mark();
        let mut first = true;
        let mut best_move = None;
        while let Some((m, kind)) = picker.next(pos, self.memory) {
            if !threatened {
                let losing = kind == Kind::BadNoisy;
                if losing && self.options.params.quiescence_losing == 0 {
                    break;
                }
                if kind == Kind::Quiet {
                    if pos.loses_exchange(m, 0) {
                        continue;
                    }
                } else if least > i32::MIN && pos.gain(m) <= least {
                    continue;
                }
            }
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
                    best_move = Some(m);
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

        // 5. No legal move: told only under a threat, where all were tried.
        let Some(best) = best else {
            return self.over(Found::solid(Score::terminal(P::NO_MOVES, ply)), ply);
        };
        let value = if best.score >= beta {
            best
        } else {
            self.doubted(pos, all.with_score(best.score), ply)
        };
        let value = proved.clamp(value);
        if with_table {
            self.store(pos, key, &value, best_move, raw, window, Depth::ZERO, ply);
        }
        self.searched(value.seen_from(ply), best.score >= beta, ply)
    }

    /// What a noisy move must gain to come near the window; everything does where nothing is
    /// asked, or all but decided scores are below it.
    #[inline]
    fn quiescence_gain(&self, value: Score, alpha: Score) -> i32 {
        let margin = self.options.params.quiescence_margin;
        if margin == 0 || alpha.is_decided() {
            i32::MIN
        } else {
            alpha.get() - value.get() - margin
        }
    }

    /// Which moves are tried below the horizon.
    #[inline]
    const fn wanted_below(&self, threatened: bool, depth: Depth) -> Wanted {
        if threatened {
            Wanted::All
        } else if depth.get() == 0 && self.options.params.quiescence_checks > 0 {
            Wanted::Forcing
        } else {
            Wanted::Noisy
        }
    }

    /// What is known of the moves where noisy ones alone are tried.
    #[inline]
    pub fn hints_below(&self, table: Option<P::Move>) -> Hints<P::Move> {
        let weights = [0, self.options.params.noisy_history_weight];
        Hints { table, weights, ..Hints::default() }
    }
}
