//! Selective search: which nodes and moves are looked at less, and which more.
//!
//! Everything here is off unless a game sets the tunable for it
//! ([`Params`](crate::Params)).

use std::ops::Range;

use crate::found::Found;
use crate::heuristics::{Evaluate, Heuristics};
use crate::history::{History, bonus};
use crate::memory::Mark;
use crate::node::Worker;
use crate::picker::{Kind, Picker, Wanted};
use crate::prune;
use crate::report::Bound;
use crate::score::{Depth, Ply, Score};
use crate::trace::{Trace, Window};
use crate::tt::{Draft, Entry};

use crate::steps::player_at;

/// What a node looks like without search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    /// The evaluation as it is.
    pub raw: Score,
    /// With the correction history.
    pub value: Score,
    /// Nearer the truth where the table knows a bound.
    pub better: Score,
    /// Whether the evaluation has risen since this side moved last.
    pub improving: bool,
}

/// What the test of a table move came to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Singular {
    /// So many plies deeper than other moves; less where others are good, too.
    Deeper(i32),
    /// Another move would cut as well: the node is not worth a search.
    Cut(Found),
}

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// Judges a node, if anything asks for that; nothing under threat, where an
    /// evaluation means little.
    #[inline]
    pub fn judge(&mut self, pos: &P, entry: Option<&Entry>, ply: Ply) -> Option<Judged> {
        if !self.judges {
            return None;
        }
        if pos.under_threat() {
            self.memory.frames[ply.get()].judged = None;
            return None;
        }
        let judged = self.judge_anyway(pos, entry, ply);
        self.memory.frames[ply.get()].judged = Some(judged.value);
        Some(judged)
    }

    /// The same at any node.
    #[inline]
    pub fn judge_anyway(&mut self, pos: &P, entry: Option<&Entry>, ply: Ply) -> Judged {
        let known = entry.and_then(|e| e.evaluation).map(|e| Score::evaluation(e.into()));
        let raw = known.unwrap_or_else(|| self.evaluate(pos));
        let value = self.corrected(pos, raw);
        let mut better = value;
        if let Some(entry) = entry
            && let Some(score) = entry.score(ply)
            && match entry.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => score > value,
                Some(Bound::Upper) => score < value,
                None => false,
            }
        {
            better = score;
        }
        let before = [2, 4].into_iter().find_map(|back| {
            ply.get().checked_sub(back).and_then(|p| self.memory.frames[p].judged)
        });
        Judged { raw, value, better, improving: before.is_none_or(|before| value > before) }
    }

    /// An evaluation with what earlier searches of like positions teach.
    #[inline]
    fn corrected(&self, pos: &P, raw: Score) -> Score {
        let weight = self.options.params.correction_weight;
        if weight == 0 {
            return raw;
        }
        let of = |i| self.memory.corrections.get(i, pos.structure_key(i));
        let sum: i32 = (0..P::STRUCTURES).map(of).sum();
        Score::evaluation(raw.get() + sum * weight / 100)
    }

    /// Learns how far the evaluation was from what the search has found.
    #[inline]
    pub fn correct(
        &mut self,
        pos: &P,
        judged: Option<&Judged>,
        value: &Found,
        best: Option<P::Move>,
        (alpha, beta): (Score, Score),
        depth: Depth,
    ) {
        let Some(judged) = judged.filter(|_| self.options.params.correction_weight > 0) else {
            return;
        };
        let score = value.score;
        let only_a_bound =
            (score >= beta && score <= judged.value) || (score <= alpha && score >= judged.value);
        if only_a_bound || score.is_decided() || best.is_some_and(|m| pos.is_noisy(m)) {
            return;
        }
        let error = score.get() - judged.raw.get();
        let weight = (depth.get() + 1).min(16);
        for i in 0..P::STRUCTURES {
            self.memory.corrections.update(i, pos.structure_key(i), error, weight);
        }
    }

    /// The value of a node that looks decided, if it does.
    pub fn prune(
        &mut self,
        pos: &mut P,
        judged: &Judged,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Option<Found> {
        let params = &self.options.params;
        let d = depth.get();

        // 1. Reverse futility: so far above the window that no move of the
        //    opponent's will bring it down in the plies that are left.
        let margin = params.reverse_futility_margin;
        if margin > 0
            && d <= params.reverse_futility_depth
            && !beta.is_decided()
            && !judged.better.is_decided()
            && judged.better.get() - margin * (d - i32::from(judged.improving)).max(0) >= beta.get()
            && !self.threatened(pos)
        {
            let between = (judged.better.get() + beta.get()) / 2;
            return Some(Found::estimate(Score::evaluation(between)));
        }

        // 2. Razoring: so far below that only captures could help.
        let margin = params.razoring_margin;
        if margin > 0
            && d <= params.razoring_depth
            && !alpha.is_decided()
            && judged.better.get() + margin * d <= alpha.get()
        {
            let found = self.again(pos, (alpha, alpha + 1), Depth::ZERO, ply);
            if self.stopped || found.score <= alpha {
                return Some(found);
            }
        }

        if let Some(found) = self.null_move(pos, judged, beta, depth, ply) {
            return Some(found);
        }
        self.probcut(pos, judged, beta, depth, ply)
    }

    /// Whether the other side would win if the side to move passed, as far as the evaluation
    /// sees; it is asked if the tunables say so.
    fn threatened(&mut self, pos: &mut P) -> bool {
        let budget = self.options.params.threat_budget;
        if budget == 0 || !self.options.probe {
            return false;
        }
        let (threatened, nodes) = self.evaluation.threatened(pos, u64::from(budget.unsigned_abs()));
        self.stats.probes += nodes;
        self.meter.hurry(nodes);
        threatened
    }

    /// Where the only moves stand that may help against what the other side threatens.
    #[inline]
    pub fn answers(
        &mut self,
        pos: &mut P,
        judged: Option<&Judged>,
        depth: Depth,
    ) -> Option<Range<usize>> {
        let params = &self.options.params;
        let least = params.threat_answers;
        if least == 0
            || depth.get() < least
            || judged.is_none()
            || !(self.options.narrow && self.options.probe)
            || !pos.narrows_by_opinion()
        {
            return None;
        }
        let budget = u64::from(params.threat_budget.unsigned_abs());
        let start = self.memory.answers.len();
        let (threat, nodes) = self.evaluation.answers(pos, budget, &mut self.memory.answers);
        self.stats.probes += nodes;
        self.meter.hurry(nodes);
        threat.then_some(start..self.memory.answers.len())
    }

    /// Whether the moves that were tried, and lose, are all that might have helped: it is looked
    /// closer at the threat before a node is lost for good.
    pub fn all_answers_lose(&mut self, pos: &mut P, best: Option<&Found>, room: &Mark) -> bool {
        const CLOSER: u64 = 10;
        let params = &self.options.params;
        if params.threat_answers == 0
            || !best.is_some_and(|best| best.score.is_loss())
            || !(self.options.narrow && self.options.probe)
            || self.stopped
            || !pos.narrows_by_opinion()
        {
            return false;
        }
        let budget = CLOSER * u64::from(params.threat_budget.unsigned_abs());
        let memory = &mut *self.memory;
        let start = memory.answers.len();
        let (threat, nodes) = self.evaluation.answers(pos, budget, &mut memory.answers);
        self.stats.probes += nodes;
        self.meter.hurry(nodes);
        let (quiet, noisy) = (&memory.tried[room.tried..], &memory.tried_noisy[room.tried_noisy..]);
        threat && memory.answers[start..].iter().all(|m| quiet.contains(m) || noisy.contains(m))
    }

    /// The node itself once more, in another window or to another depth.
    fn again(&mut self, pos: &mut P, window: (Score, Score), depth: Depth, ply: Ply) -> Found {
        self.show_enter(pos, None, window, ply);
        self.node::<false>(pos, window, depth, ply)
    }

    /// Tells a watcher of a node.
    #[inline]
    pub fn show_enter(&mut self, pos: &P, m: Option<P::Move>, window: (Score, Score), ply: Ply) {
        if T::ACTIVE {
            let player = player_at(ply);
            let ends = [window.0, window.1].map(|s| player.signed(s.reference()));
            let window = Window { alpha: ends[0].min(ends[1]), beta: ends[0].max(ends[1]) };
            self.trace.enter(pos, m, ply, player, window);
        }
    }

    /// Null move (C. Donninger, 1993): where even passing comes to the window, a move will.
    fn null_move(
        &mut self,
        pos: &mut P,
        judged: &Judged,
        beta: Score,
        depth: Depth,
        ply: Ply,
    ) -> Option<Found> {
        let params = &self.options.params;
        let last = ply.get().checked_sub(1).map(|p| self.memory.frames[p].slot);
        if params.null_move_depth == 0
            || depth.get() < params.null_move_depth
            || ply < self.no_null_above
            || last.is_none_or(|slot| slot.is_none())
            || judged.better < beta
            || beta.is_decided()
        {
            return None;
        }
        let less = prune::null_move(params, depth, judged.better.get() - beta.get());
        let verified = params.null_move_verified;
        let undo = pos.make_null()?;
        self.table.prefetch(pos.key());
        let below = ply.next();
        self.memory.frames[ply.get()].slot = None;
        self.memory.frames[below.get()].cut = !self.memory.frames[ply.get()].cut;
        let window = (-beta, -beta + 1);
        self.show_enter(pos, None, window, below);
        let found = self.node::<false>(pos, window, depth - less, below).negated();
        pos.unmake_null(undo);
        if self.stopped {
            return Some(found);
        }
        if found.score < beta {
            return None;
        }
        // A pass wins nothing by force.
        let score = if found.score.is_decided() { beta } else { found.score };
        let found = Found::estimate(score).resting_on(&found);
        if depth.get() < verified || self.no_null_above > Ply::ROOT {
            return Some(found);
        }
        // Zugzwang: at depth, where a wrong cut costs most, the same without passing.
        let most = (depth.get() - less).max(1) as usize;
        self.no_null_above = Ply::new(ply.get() + most * 3 / 4);
        let truth = self.again(pos, (beta - 1, beta), depth - less, ply);
        self.no_null_above = Ply::ROOT;
        (self.stopped || truth.score >= beta).then_some(found)
    }

    /// `ProbCut` (M. Buro, 1995): a capture that a shallow search finds far above the
    /// window will be found above it by the full search.
    fn probcut(
        &mut self,
        pos: &mut P,
        judged: &Judged,
        beta: Score,
        depth: Depth,
        ply: Ply,
    ) -> Option<Found> {
        let params = &self.options.params;
        let margin = params.probcut_margin;
        if margin == 0 || depth.get() < params.probcut_depth || beta.is_decided() {
            return None;
        }
        let high =
            Score::evaluation(beta.get() + margin - i32::from(judged.improving) * margin / 4);
        let needed = high.get() - judged.value.get();
        let hints = self.hints_below(None);
        let mut picker =
            Picker::new(hints, self.options.narrow, Wanted::Noisy, &self.memory.buffer);
        let room = self.memory.mark();
        let mut cut = None;
        while let Some((m, kind)) = picker.next(pos, self.memory) {
            if kind == Kind::BadNoisy {
                break;
            }
            if pos.loses_exchange(m, -needed.max(0)) {
                continue;
            }
            let window = (high - 1, high);
            let mut found = self.child::<false>(pos, m, false, window, (Depth::new(1), 0), ply);
            if !self.stopped && found.score >= high {
                found = self.child::<false>(pos, m, false, window, (depth - 3, 0), ply);
            }
            if self.stopped || found.score >= high {
                cut = Some(found);
                break;
            }
        }
        self.memory.release(room);
        let found = cut?;
        Some(Found::estimate(found.score).resting_on(&found))
    }

    /// The depth of a node whose table move is unknown.
    #[inline]
    pub fn without_hint(&self, unknown: bool, depth: Depth) -> Depth {
        let least = self.options.params.internal_reduction_depth;
        if unknown && least > 0 && depth.get() >= least { depth - 1 } else { depth }
    }

    /// Singular extension (T. Anantharaman, M. Campbell, F. Hsu, 1988; on the table move alone):
    /// all other moves are searched at half the depth; where they come nowhere near the table
    /// move's value, everything hangs on that one.
    pub fn singular<const PV: bool>(
        &mut self,
        pos: &mut P,
        m: P::Move,
        entry: &Entry,
        beta: Score,
        depth: Depth,
        ply: Ply,
    ) -> Singular {
        let params = &self.options.params;
        let known = match entry.draft {
            Draft::COMPLETE => return Singular::Deeper(0),
            draft => draft.depth().unwrap_or(0) as i32,
        };
        let (Some(score), Some(Bound::Lower | Bound::Exact)) = (entry.score(ply), entry.bound)
        else {
            return Singular::Deeper(0);
        };
        if params.singular_depth == 0
            || depth.get() < params.singular_depth
            || known < depth.get() - 3
            || score.is_decided()
            || ply.get() >= 2 * self.iteration
        {
            return Singular::Deeper(0);
        }
        let double = params.singular_double;
        let low = Score::evaluation(score.get() - params.singular_margin * depth.get() / 100);
        let cut = self.memory.frames[ply.get()].cut;
        let half = Depth::new((depth.get() - 1) / 2);
        self.memory.frames[ply.get()].excluded = Some(m);
        let found = self.again(pos, (low - 1, low), half, ply);
        self.memory.frames[ply.get()].excluded = None;
        self.memory.frames[ply.get()].cut = cut;
        if self.stopped {
            return Singular::Deeper(0);
        }
        if found.score < low {
            let far = !PV && double > 0 && found.score.get() < low.get() - double;
            return Singular::Deeper(1 + i32::from(far));
        }
        if low >= beta {
            return Singular::Cut(Found::estimate(low).resting_on(&found));
        }
        if score >= beta {
            return Singular::Deeper(-1);
        }
        Singular::Deeper(0)
    }

    /// What the histories say of a quiet move, within a few times +-[`History::MAX`].
    #[inline]
    pub fn history_of(&self, pos: &P, m: P::Move, ply: Ply) -> i32 {
        let params = &self.options.params;
        if params.continuation_weight + params.reduction_history + params.history_pruning == 0 {
            return 0;
        }
        let slot = pos.history_slot(m);
        let memory = &*self.memory;
        if params.continuation_weight == 0 {
            return memory.history.get(slot);
        }
        let rows = memory.before(ply).map(|before| memory.continuations.row(before));
        let of = |row: &[i16]| row.get(slot).map_or(0, |&h| i32::from(h));
        memory.history.get(slot)
            + rows.map(of).iter().sum::<i32>() * params.continuation_weight / 100
    }

    /// The depth by which late moves are left out.
    #[inline]
    pub fn left(&self, depth: Depth, less: i32) -> Depth {
        if self.options.params.prune_reduced > 0 { depth - less } else { depth }
    }

    /// Whether a quiet move gains too little for a node that misses its window by so much.
    #[inline]
    pub fn is_futile(&self, pos: &P, m: P::Move, short: Option<i32>, depth: Depth) -> bool {
        let params = &self.options.params;
        depth.get() <= params.futility_depth
            && short.is_some_and(|short| {
                pos.gain(m) <= short - params.futility_base - params.futility_margin * depth.get()
            })
    }

    /// Whether a late quiet move loses too much, or always has.
    #[inline]
    pub fn is_bad_quiet(&self, pos: &P, m: P::Move, history: i32, depth: Depth) -> bool {
        let params = &self.options.params;
        let d = depth.get();
        (params.history_pruning > 0
            && d <= params.history_pruning_depth
            && history < -params.history_pruning * d)
            || (params.exchange_quiet > 0
                && d <= params.exchange_depth
                && pos.loses_exchange(m, params.exchange_quiet * d))
    }

    /// Whether a noisy move loses too much.
    #[inline]
    pub fn is_bad_noisy(&self, pos: &P, m: P::Move, depth: Depth) -> bool {
        let params = &self.options.params;
        params.exchange_noisy > 0
            && depth.get() <= params.exchange_depth
            && pos.loses_exchange(m, params.exchange_noisy * depth.get())
    }

    /// By how many plies a late quiet move is reduced.
    #[inline]
    pub fn reduction<const PV: bool>(
        &self,
        judged: Option<&Judged>,
        depth: Depth,
        count: usize,
        history: i32,
        ply: Ply,
    ) -> i32 {
        let params = &self.options.params;
        if count <= params.reduction_moves as usize {
            return 0;
        }
        let mut r = self.reductions.get(depth, count);
        if PV {
            r -= params.reduction_pv;
        }
        if self.memory.frames[ply.get()].cut {
            r += params.reduction_cut;
        }
        if judged.is_some_and(|j| !j.improving) {
            r += params.reduction_worse;
        }
        r -= history * params.reduction_history / (2 * History::MAX);
        prune::plies(r, depth)
    }

    /// By how many plies a quiet move of the root is reduced.
    pub fn reduction_at_root(&self, pos: &P, m: P::Move, depth: Depth, count: usize) -> i32 {
        if self.options.params.reduction_root == 0 || pos.is_noisy(m) || pos.under_threat() {
            return 0;
        }
        let history = self.history_of(pos, m, Ply::ROOT);
        self.reduction::<true>(None, depth, count, history, Ply::ROOT)
    }

    /// By how many plies a noisy move is reduced that loses an exchange.
    #[inline]
    pub fn reduction_noisy(&self, depth: Depth, count: usize) -> i32 {
        let params = &self.options.params;
        if params.reduction_noisy == 0 || count <= params.reduction_moves as usize {
            return 0;
        }
        prune::plies(self.reductions.get(depth, count) * params.reduction_noisy / 100, depth)
    }

    /// A reduction, less if the move that was made threatens the side to move.
    #[inline]
    pub fn unless_threat(&self, pos: &P, plies: i32) -> i32 {
        let less = self.options.params.reduction_threat;
        if plies > 0 && less > 0 && pos.under_threat() {
            (plies - less / 100).max(0)
        } else {
            plies
        }
    }

    /// The histories beyond the plain one learn from a cut-off.
    #[inline]
    pub fn reward_more(
        &mut self,
        pos: &P,
        m: P::Move,
        quiet: bool,
        depth: Depth,
        ply: Ply,
        room: Mark,
    ) {
        let params = &self.options.params;
        let bonus = bonus(depth, params.history_bonus, params.history_bonus_max);
        let before = self.memory.before(ply);
        let memory = &mut *self.memory;
        if quiet && params.continuation_weight > 0 {
            let good = pos.history_slot(m);
            for before in before {
                memory.continuations.update(before, good, bonus);
            }
            for &other in &memory.tried[room.tried..] {
                let bad = pos.history_slot(other);
                for before in before {
                    memory.continuations.update(before, bad, -bonus);
                }
            }
        }
        if params.noisy_history_weight > 0 {
            if !quiet {
                memory.noisy_history.update(pos.noisy_slot(m), bonus);
            }
            for &other in &memory.tried_noisy[room.tried_noisy..] {
                memory.noisy_history.update(pos.noisy_slot(other), -bonus);
            }
        }
    }
}
