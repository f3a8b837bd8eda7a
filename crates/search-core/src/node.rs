//! The node of the engine search: control flow only.
//!
//! One function serves all games, threads, MultiPV and tracing. Each step says
//! what it is for; the numbers it uses stand in `params.rs`.

use crate::engine::Options;
use crate::found::Found;
use crate::heuristics::{Evaluate, Heuristics};
use crate::memory::Memory;
use crate::meter::Meter;
use crate::picker::{Kind, Picker, Wanted};
use crate::position::Position;
use crate::prune::{self, Reductions};
use crate::report::Stats;
use crate::score::{Depth, Ply, Score};
use crate::selective::Singular;
use crate::skill::Skill;
use crate::trace::Trace;
use crate::tt::Table;

/// One thread's search.
pub(crate) struct Worker<'a, P: Position, E, T> {
    pub options: &'a Options,
    pub table: &'a Table,
    pub evaluation: &'a mut E,
    pub memory: &'a mut Memory<P::Move>,
    pub meter: Meter<'a>,
    pub stats: Stats,
    /// The deepest ply of this iteration.
    pub seldepth: usize,
    /// Set once a limit is reached; every value after that is void.
    pub stopped: bool,
    pub trace: T,
    pub reductions: &'a Reductions,
    /// Above this ply nobody passes: a cut-off by a null move is being verified.
    pub no_null_above: Ply,
    /// Plies of this iteration.
    pub iteration: usize,
    /// Whether every node is judged before its moves are.
    pub judges: bool,
    /// Below full strength: the skill, and by how much it misjudges at most.
    pub handicap: Option<(Skill, i32)>,
}

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// The value of a position within a window, fail-soft. With `PV` the
    /// principal variation is kept and no table entry ends the node.
    ///
    /// Void if `self.stopped` is set on return.
    pub fn node<const PV: bool>(
        &mut self,
        pos: &mut P,
        (mut alpha, mut beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Found {
        // 1. A threat must be answered before anything can be judged; then the horizon.
        let depth = self.extended(pos, depth);
        if depth <= Depth::ZERO {
            return self.horizon::<PV>(pos, (alpha, beta), depth, ply);
        }

        // 2. Limits, and the end of the game by rule.
        if let Some(found) = self.enter::<PV>(pos, ply) {
            return found;
        }

        // 3. The transposition table. Entries of the principal variation give
        //    their move alone, so that the line is whole; where a move is left
        //    out on trial, the position's entry says nothing.
        let excluded = self.memory.frames[ply.get()].excluded.take();
        let key = pos.key();
        let ask = self.options.table && excluded.is_none();
        let entry = if ask { self.table.probe(key) } else { None };
        if !PV
            && let Some(entry) = &entry
            && let Some(found) = self.table_cut(pos, entry, (alpha, beta), depth, ply)
        {
            return found;
        }
        let table_move = entry.and_then(|e| e.best).and_then(|bits| pos.unpack(bits));

        // 4. A proof ends the node or narrows its window; so does the distance of wins.
        let window = (alpha, beta);
        let proved = self.ask::<PV>(pos, ply);
        alpha = alpha.max(proved.floor);
        beta = beta.min(proved.ceiling);
        if alpha >= beta {
            return self.known(proved.clamp(Found::solid(beta)), ply);
        }
        if self.options.params.mate_distance > 0 {
            beta = beta.min(Score::win_at(ply.next()));
            if alpha >= beta {
                return self.known(Found::estimate(beta), ply);
            }
        }

        // 5. What the position looks like; nodes that look decided are not searched.
        let judged = self.judge(pos, entry.as_ref(), ply);
        if !PV
            && excluded.is_none()
            && let Some(judged) = &judged
        {
            let found = self.prune(pos, judged, (alpha, beta), depth, ply);
            if self.stopped {
                return Found::estimate(Score::DRAW);
            }
            if let Some(found) = found {
                if ask && entry.is_none() {
                    self.store_evaluation(key, judged.raw, ply);
                }
                return self.known(proved.clamp(found), ply);
            }
        }

        // 6. Without a table move the order is poor: a ply less costs little, and
        //    the next visit has one.
        let depth = self.without_hint(table_move.is_none() && excluded.is_none(), depth);

        // 7. The moves, best first; under a threat, those that may help.
        let hints = self.hints(table_move, ply);
        let mut picker = Picker::new(hints, self.options.narrow, Wanted::All, &self.memory.buffer);
        let room = self.memory.mark();
        let answers = self.answers(pos, judged.as_ref(), depth);
        let certain = answers.is_some();
        picker.only(answers);
        let mut best: Option<Found> = None;
        let mut best_move = None;
        let mut all = Found::solid(Score::DRAW);
        let mut count = 0;
        let late = prune::late_moves(
            &self.options.params,
            depth,
            judged.is_none_or(|judged| judged.improving),
        );
        let may_prune = !PV || self.options.params.prune_pv > 0;
        let short =
            if may_prune { self.shortfall(pos, judged.as_ref(), alpha, depth) } else { None };

        while let Some((m, kind)) = picker.next(pos, self.memory) {
            if Some(m) == excluded {
                all.complete = false;
                continue;
            }
            count += 1;
            let quiet = kind == Kind::Quiet || (kind == Kind::Table && !pos.is_noisy(m));

            // 8. Late moves are searched less deep, or left out. A game
            //    asks for that; what it brings is told there.
            let mut less = 0;
            if kind == Kind::Quiet && count > 1 {
                let forcing = pos.is_forcing(m);
                let history = self.history_of(pos, m, ply);
                if !forcing || self.options.params.reduction_threat > 0 {
                    less = self.reduction::<PV>(judged.as_ref(), depth, count, history, ply);
                }
                if may_prune && !forcing && best.is_some_and(|b| !b.score.is_loss()) {
                    if count > late {
                        all.complete = false;
                        picker.skip_quiet();
                        continue;
                    }
                    let left = self.left(depth, less);
                    if self.is_futile(pos, m, short, left)
                        || self.is_bad_quiet(pos, m, history, left)
                    {
                        all.complete = false;
                        continue;
                    }
                }
            } else if kind == Kind::BadNoisy && count > 1 {
                if may_prune
                    && best.is_some_and(|b| !b.score.is_loss())
                    && self.is_bad_noisy(pos, m, depth)
                {
                    all.complete = false;
                    continue;
                }
                less = self.reduction_noisy(depth, count);
            }

            // 9. A table move that is far better than all others deserves to be looked at deeper.
            let mut more = 0;
            if kind == Kind::Table
                && let Some(entry) = &entry
                && excluded.is_none()
            {
                match self.singular::<PV>(pos, m, entry, beta, depth, ply) {
                    Singular::Deeper(plies) => more = plies,
                    Singular::Cut(found) if !PV => {
                        self.memory.release(room);
                        return self.searched(proved.clamp(found), true, ply);
                    }
                    Singular::Cut(_) => {}
                }
                if self.stopped {
                    break;
                }
            }

            let first = count == 1;
            let found = self.child::<PV>(pos, m, first, (alpha, beta), (depth + more, less), ply);
            if self.stopped {
                break;
            }
            all = all.resting_on(&found);

            // 10. A better move.
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
                        self.reward(pos, m, quiet, count, depth, ply, room);
                        self.show_skipped(pos, &mut picker);
                        break;
                    }
                }
            }
            if quiet {
                self.memory.tried.push(m);
            } else {
                self.memory.tried_noisy.push(m);
            }
        }
        let certain = certain || self.all_answers_lose(pos, best.as_ref(), &room);
        self.memory.release(room);
        if self.stopped {
            return Found::estimate(Score::DRAW);
        }

        // 11. No legal move, or none but the one left out.
        let Some(best) = best else {
            if excluded.is_some() {
                return self.known(Found::estimate(window.0), ply);
            }
            return self.over(Found::solid(Score::terminal(P::NO_MOVES, ply)), ply);
        };

        // 12. A cut-off rests on the move that cut, any other value on all moves.
        let value = if best.score >= beta { best } else { all.with_score(best.score) };
        let doubtful = best.score < beta && !certain;
        let value = if doubtful { self.doubted(pos, value, ply) } else { value };
        let value = proved.clamp(value);

        // 13. Remember it, and how far the evaluation was off.
        if excluded.is_none() {
            let raw = judged.as_ref().map(|j| j.raw);
            self.store(pos, key, &value, best_move, raw, window, depth, ply);
            self.correct(pos, judged.as_ref(), &value, best_move, window, depth);
        }
        self.searched(value.seen_from(ply), best.score >= beta, ply)
    }

    /// Searches one move of a node, `first` or a later one, `reduced` by so
    /// many plies unless it turns out better than thought; the value is for
    /// the side that plays it.
    pub fn child<const PV: bool>(
        &mut self,
        pos: &mut P,
        m: P::Move,
        first: bool,
        (alpha, beta): (Score, Score),
        (depth, reduced): (Depth, i32),
        ply: Ply,
    ) -> Found {
        // The table is far away: it is asked for before the move is made, if that can be.
        let key = if self.options.table { pos.key_after(m) } else { None };
        if let Some(key) = key {
            self.table.prefetch(key);
        }
        self.memory.frames[ply.get()].slot = Some(pos.history_slot(m));
        let undo = pos.make(m);
        if self.options.table && key.is_none() {
            self.table.prefetch(pos.key());
        }
        let (below, less) = (ply.next(), depth - 1);
        let reduced = self.unless_threat(pos, reduced);

        // Principal variation search: a null window shows that a later move
        // is no better; where it is, a second look tells by how much.
        let mut found = Found::estimate(Score::DRAW);
        if PV {
            self.memory.clear_pv(below);
        }
        if !(PV && first) {
            let low = if PV && self.options.pvs { -(alpha + 1) } else { -beta };
            // A move that is not the best of its node should be refuted; one of a node that
            // should be refuted is not.
            let cut = PV || reduced > 0 || !self.memory.frames[ply.get()].cut;
            self.memory.frames[below.get()].cut = cut;
            found = self.visit::<false>(pos, m, (low, -alpha), less - reduced, below).negated();
            if reduced > 0 && found.score > alpha && !self.stopped {
                self.memory.frames[below.get()].cut = PV || !self.memory.frames[ply.get()].cut;
                found = self.visit::<false>(pos, m, (low, -alpha), less, below).negated();
            }
        }
        if PV && !self.stopped && (first || (found.score > alpha && found.score < beta)) {
            self.memory.frames[below.get()].cut = false;
            found = self.visit::<true>(pos, m, (-beta, -alpha), less, below).negated();
        }
        pos.unmake(m, undo);
        found
    }
}
