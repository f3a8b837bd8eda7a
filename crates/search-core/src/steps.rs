//! What the steps of the node do.

use crate::found::{Found, Proved};
use crate::heuristics::{Evaluate, Heuristics};
use crate::history::bonus;
use crate::memory::Mark;
use crate::node::Worker;
use crate::picker::{Hints, Picker};
use crate::position::Verdict;
use crate::report::Bound;
use crate::score::{Depth, Ply, Score, ScoreKind};
use crate::selective::Judged;
use crate::trace::{Cut, End, Player, Trace};
use crate::tt::{Draft, Entry};

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// A node, with its watcher told.
    #[inline]
    pub fn visit<const PV: bool>(
        &mut self,
        pos: &mut P,
        m: P::Move,
        window: (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Found {
        self.show_enter(pos, Some(m), window, ply);
        self.node::<PV>(pos, window, depth, ply)
    }

    /// Counts the node and sees whether it is one to search: within the
    /// limits, and the game not over.
    #[inline]
    pub fn enter<const PV: bool>(&mut self, pos: &P, ply: Ply) -> Option<Found> {
        if self.stats.nodes >= self.meter.due && self.meter.poll(self.stats.nodes) {
            self.stopped = true;
            return Some(Found::estimate(Score::DRAW));
        }
        self.stats.nodes += 1;
        self.seldepth = self.seldepth.max(ply.get());
        if PV {
            self.memory.clear_pv(ply);
        }
        if let Some(outcome) = pos.outcome() {
            return Some(self.over(Found::solid(Score::terminal(outcome, ply)), ply));
        }
        match pos.adjudicate(ply) {
            None => {}
            Some(Verdict::Position(outcome)) => {
                return Some(self.known(Found::solid(Score::terminal(outcome, ply)), ply));
            }
            Some(Verdict::Path { outcome, plies_back }) => {
                let score = Score::by_rule(outcome, ply);
                return Some(self.known(Found::by_path(score, ply, plies_back), ply));
            }
        }
        if ply >= Ply::MAX {
            let score = self.evaluate(pos);
            return Some(self.ended(Found::estimate(score), End::Leaf, ply));
        }
        None
    }

    /// The static evaluation.
    #[inline]
    pub fn evaluate(&mut self, pos: &P) -> Score {
        self.stats.evaluations += 1;
        let value = self.evaluation.evaluate(pos);
        let wrong = self.handicap.map_or(0, |(skill, most)| skill.misjudges(pos.key(), most));
        Score::evaluation(value.saturating_add(wrong))
    }

    /// The value that a table entry settles for this window, if it does.
    #[inline]
    pub fn table_cut(
        &mut self,
        pos: &P,
        entry: &Entry,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Option<Found> {
        let enough = if self.options.exact_draft {
            entry.draft.equals(depth)
        } else {
            entry.draft.serves(depth)
        };
        if !enough {
            return None;
        }
        let score = entry.score(ply)?;
        if let ScoreKind::Win { plies } | ScoreKind::Loss { plies } = score.kind()
            && plies.get().saturating_sub(ply.get()) > pos.plies_to_limit()
        {
            return None;
        }
        let settles = match entry.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if !settles {
            return None;
        }
        self.stats.table_cuts += 1;
        let complete = entry.draft == Draft::COMPLETE;
        let found = if complete { Found::solid(score) } else { Found::estimate(score) };
        Some(self.known(found, ply))
    }

    /// What the evaluation can prove here.
    #[inline]
    pub fn ask<const PV: bool>(&mut self, pos: &mut P, ply: Ply) -> Proved {
        if !self.options.probe {
            return Proved::nothing();
        }
        let budget = u64::from(self.options.params.probe_budget.unsigned_abs());
        // Who plays below full strength proves no more than he sees, and does not always see it.
        let budget = match self.handicap {
            Some((skill, _)) if !skill.sees_proof(pos.key()) => return Proved::nothing(),
            Some((skill, _)) => budget.min(skill.nodes() / 8),
            None => budget,
        };
        let (proof, nodes) = self.evaluation.probe(pos, budget);
        self.stats.probes += nodes;
        self.meter.hurry(nodes);
        let Some(proof) = proof else { return Proved::nothing() };
        if PV && let Some(m) = proof.best {
            self.memory.clear_pv(ply.next());
            self.memory.extend_pv(ply, m);
        }
        Proved::new(&proof, ply)
    }

    /// The depth of a node, one greater under threat if the tunables say so.
    /// Not below the horizon: quiescence that tries checks would never end.
    #[inline]
    pub fn extended(&self, pos: &P, depth: Depth) -> Depth {
        let more = self.options.params.threat_extension;
        if more > 0 && depth >= Depth::ZERO && pos.under_threat() { depth + more } else { depth }
    }

    /// By how much a node misses its window, as far as futility pruning cares; `None`
    /// where nothing is to be pruned for that.
    #[inline]
    pub fn shortfall(
        &mut self,
        pos: &P,
        judged: Option<&Judged>,
        alpha: Score,
        depth: Depth,
    ) -> Option<i32> {
        let params = &self.options.params;
        let too_deep = depth.get() > params.futility_depth && params.prune_reduced == 0;
        if params.futility_margin == 0 || too_deep || alpha.is_decided() || pos.under_threat() {
            return None;
        }
        let value = judged.map_or_else(|| self.evaluate(pos), |j| j.better);
        Some(alpha.get() - value.get())
    }

    /// The value of a node whose moves were all looked at, but for those that
    /// the game left out by opinion: they may hold what was found nowhere else.
    #[inline]
    pub fn doubted(&self, pos: &P, value: Found, ply: Ply) -> Found {
        let lost = value.score.is_loss();
        if !(lost || value.complete) || !self.options.narrow || !pos.narrows_by_opinion() {
            return value;
        }
        let score = if lost { value.score.lost_by_opinion(ply) } else { value.score };
        value.with_score(score).resting_on(&Found::estimate(score))
    }

    /// What is known of the moves before they are generated.
    #[inline]
    pub fn hints(&self, table: Option<P::Move>, ply: Ply) -> Hints<P::Move> {
        let params = &self.options.params;
        let mut hints = Hints { table, ..Hints::default() };
        let before = self.memory.before(ply);
        if self.options.killers {
            hints.killers = self.memory.killers.get(ply);
            hints.counter = self.memory.counters.get(before[0]);
        }
        if self.options.history {
            hints.before = before;
            hints.weights = [params.continuation_weight, params.noisy_history_weight];
        }
        hints
    }

    /// A move cut off: it is remembered, and those tried in vain before it are punished.
    #[allow(clippy::too_many_arguments, reason = "what a cut-off consists of")]
    pub fn reward(
        &mut self,
        pos: &P,
        m: P::Move,
        quiet: bool,
        count: usize,
        depth: Depth,
        ply: Ply,
        room: Mark,
    ) {
        self.stats.cuts += 1;
        self.stats.first_cuts += u64::from(count == 1);
        if self.options.history {
            self.reward_more(pos, m, quiet, depth, ply, room);
        }
        if !quiet {
            return;
        }
        let memory = &mut *self.memory;
        if self.options.killers {
            let [before, ..] = memory.before(ply);
            memory.killers.insert(ply, m);
            memory.counters.insert(before, m);
        }
        if self.options.history {
            let params = &self.options.params;
            let bonus = bonus(depth, params.history_bonus, params.history_bonus_max);
            memory.history.update(pos.history_slot(m), bonus);
            for &other in &memory.tried[room.tried..] {
                memory.history.update(pos.history_slot(other), -bonus);
            }
        }
    }

    /// Stores a value, or, where that leans on the path, only the move.
    #[allow(clippy::too_many_arguments, reason = "what an entry consists of")]
    #[inline]
    pub fn store(
        &mut self,
        pos: &P,
        key: u64,
        value: &Found,
        best: Option<P::Move>,
        raw: Option<Score>,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) {
        if !self.options.table {
            return;
        }
        let best = best.and_then(|m| pos.pack(m));
        let evaluation = raw.map(|e| e.get() as i16);
        if !value.is_storable(ply) {
            if best.is_some() {
                let entry = Entry::new(best, Score::DRAW, None, Draft::plies(Depth::ZERO), ply);
                self.table.store(key, entry.with_evaluation(evaluation));
            }
            return;
        }
        let bound = if value.score <= alpha {
            Bound::Upper
        } else if value.score >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let draft = if value.complete && !self.options.exact_draft {
            Draft::COMPLETE
        } else {
            Draft::plies(depth)
        };
        let entry = Entry::new(best, value.score, Some(bound), draft, ply);
        self.table.store(key, entry.with_evaluation(evaluation));
    }

    /// Stores the static evaluation of a position that the table does not know, and that is left
    /// without a search.
    #[inline]
    pub fn store_evaluation(&self, key: u64, raw: Score, ply: Ply) {
        let entry = Entry::new(None, Score::DRAW, None, Draft::plies(Depth::ZERO), ply);
        self.table.store(key, entry.with_evaluation(Some(raw.get() as i16)));
    }

    /// Leaves a node of a game that is over.
    #[inline]
    pub fn over(&mut self, found: Found, ply: Ply) -> Found {
        self.ended(found, End::Terminal, ply)
    }

    /// Leaves a node whose value is known without search.
    #[inline]
    pub fn known(&mut self, found: Found, ply: Ply) -> Found {
        self.ended(found, End::Known, ply)
    }

    /// Leaves a node that was searched.
    #[inline]
    pub fn searched(&mut self, found: Found, cut: bool, ply: Ply) -> Found {
        let end = match (cut, player_at(ply)) {
            (false, _) => End::Searched,
            (true, Player::Max) => End::Cut(Cut::Beta),
            (true, Player::Min) => End::Cut(Cut::Alpha),
        };
        self.ended(found, end, ply)
    }

    #[inline]
    pub fn ended(&mut self, found: Found, end: End, ply: Ply) -> Found {
        if matches!(end, End::Terminal | End::Leaf) {
            self.stats.leaves += 1;
        }
        if T::ACTIVE {
            self.trace.leave(player_at(ply).signed(found.score.reference()), end);
        }
        found
    }

    /// The value backed up to this node changed.
    #[inline]
    pub fn show_update(&mut self, score: Score, ply: Ply) {
        if T::ACTIVE {
            self.trace.update(player_at(ply).signed(score.reference()));
        }
    }

    /// Shows a watcher the moves that a cut-off left out.
    #[inline]
    pub fn show_skipped(&mut self, pos: &P, picker: &mut Picker<P::Move>) {
        if T::ACTIVE {
            while let Some((m, _)) = picker.next(pos, self.memory) {
                self.trace.skip(&pos.after(m), m);
            }
        }
    }
}

/// The side that moves at the root is MAX.
pub(crate) const fn player_at(ply: Ply) -> Player {
    if ply.is_even() { Player::Max } else { Player::Min }
}
