//! The root: iterative deepening, aspiration windows, several best lines.

use crate::engine::Options;
use crate::found::Found;
use crate::heuristics::{Evaluate, Heuristics};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::meter::Meter;
use crate::node::Worker;
use crate::pace::Pace;
use crate::picker::{Hints, Picker, Wanted};
use crate::position::legal_moves;
use crate::prune::Reductions;
use crate::report::{Bound, Line, Stats};
use crate::score::{Depth, Ply, Score, ScoreKind};
use crate::trace::{End, Player, Trace, Window};
use crate::tt::Table;

/// A move of the root and the best that is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    /// Begins with the move.
    line: Line<M>,
    /// The score of this iteration; below every score until it is searched,
    /// and where it was no better than the moves before it.
    rank: Score,
    /// Whether this iteration came to it, in its latest window.
    searched: bool,
    /// Nodes that this iteration spent on it.
    nodes: u64,
    /// The game left it out by opinion: searched only where all others lose.
    outside: bool,
}

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// Searches deeper and deeper, from `first` plies on, until a limit is
    /// reached or all is known; the best lines.
    pub fn deepen(
        &mut self,
        pos: &mut P,
        limits: &Limits<P::Move>,
        first: u32,
        mut on_info: impl FnMut(&Line<P::Move>, usize, Stats),
    ) -> Vec<Line<P::Move>> {
        let mut moves = self.root_moves(pos, limits);
        let wanted = limits.multipv.clamp(1, moves.len().max(1));
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, Depth::MAX.get() as u32);
        let mut lines = self.first_answer(pos, &moves, wanted);
        let plain = limits.moves.is_none() && wanted == 1 && limits.window.is_none();
        let known = moves.iter().map(|m| m.line.pv[0]);
        let won = if plain { self.remembered_win(pos, known) } else { None };
        let mut pace = Pace::new();

        for depth in first.min(last)..=last {
            self.seldepth = 0;
            self.iteration = depth as usize;
            self.memory.reserve(depth as usize);
            pos.reserve(Ply::MAX.get());
            let depth_of = Depth::new(depth as i32);
            moves.iter_mut().for_each(|m| m.nodes = 0);
            let mut found = 0;
            for rank in 0..wanted {
                // The value of fewer moves than there are is not the position's.
                let whole = rank == 0 && limits.moves.is_none();
                let tell = |line: &Line<_>, stats| on_info(line, rank + 1, stats);
                let rest = &mut moves[rank..];
                let all = self.aspire(pos, rest, limits.window, depth_of, whole, tell);
                // The best of what was searched comes first; the others keep their order.
                moves[rank..].sort_by_key(|m| std::cmp::Reverse(m.rank));
                let Some(all) = all else {
                    found += usize::from(self.keep_interrupted(&mut moves[rank..], depth, &lines));
                    break;
                };
                found = rank + 1;
                let line = &mut moves[rank].line;
                // Nor is anything left to know where no shorter win can be.
                line.complete = all.complete || is_shortest(line);
                on_info(line, rank + 1, self.snapshot());
                moves[..found].sort_by_key(|m| std::cmp::Reverse(m.rank));
            }
            if found > 0 {
                let spent: u64 = moves.iter().map(|m| m.nodes).sum();
                let RootMove { line, nodes, .. } = &moves[0];
                let effort = nodes * 1000 / spent.max(1);
                pace.after(line.pv[0], line.score, effort, self.options.params.aspiration_delta);
            }
            // What this iteration did not come to stands as it was.
            let old = std::mem::take(&mut lines);
            lines.extend(moves[..found].iter().map(|m| m.line.clone()));
            for line in old {
                if lines.len() < wanted && lines.iter().all(|other| other.pv[0] != line.pv[0]) {
                    lines.push(line);
                }
            }
            let known = lines.iter().all(|line| line.complete) && !limits.infinite;
            if self.stopped || known || self.is_enough(limits, &lines, moves.len(), &pace) {
                break;
            }
        }
        // A short search may miss what an earlier one has proved, or what is seen at a glance.
        if let Some(best) = lines.first_mut().filter(|_| plain) {
            let seen = if best.score.is_win() { None } else { self.seen_win(pos) };
            let seen = seen.filter(|(_, m)| moves.iter().any(|known| known.line.pv[0] == *m));
            let win = won.into_iter().chain(seen).max_by_key(|(score, _)| *score);
            if let Some((score, m)) = win.filter(|(score, _)| *score > best.score) {
                *best = Line { score, bound: Bound::Lower, pv: vec![m], complete: false, ..*best };
            }
        }
        lines
    }

    /// Whether the first of these moves, the best that an interrupted search
    /// of them came to, is to be answered; `lines` are of the iteration before.
    ///
    /// A move that fell is no verdict on those that were not looked at: one
    /// that is lost gives way to the next, which was no better than the best
    /// one before.
    fn keep_interrupted(
        &self,
        moves: &mut [RootMove<P::Move>],
        depth: u32,
        lines: &[Line<P::Move>],
    ) -> bool {
        let (Some(best), Some(before)) = (moves.first_mut(), lines.first()) else { return false };
        if best.rank == -Score::INFINITE {
            // Only a failure high is news.
            return best.line.depth == depth && best.line.bound == Bound::Lower;
        }
        if !best.rank.is_loss() {
            if best.rank < before.score {
                best.line.bound = Bound::Lower;
            }
            return true;
        }
        let Line { score, depth, seldepth, .. } = *before;
        let next = moves.iter().position(|m| !m.searched).filter(|_| !score.is_loss());
        let Some(next) = next else { return false };
        if moves[next].outside {
            // What the game holds to be worth a look is lost. Of the rest nothing is known, and
            // nothing is to be hoped for: the loss that comes last is not yet a proved one.
            let line = &mut moves[0].line;
            (line.score, line.bound) = (line.score.lost_by_opinion(Ply::ROOT), Bound::Lower);
            return true;
        }
        moves[..=next].rotate_right(1);
        let line = &mut moves[0].line;
        *line = Line { score, bound: Bound::Upper, depth, seldepth, ..line.clone() };
        true
    }

    /// The moves of the root: those asked for, in that order, or the game's
    /// candidates, best first.
    fn root_moves(&mut self, pos: &P, limits: &Limits<P::Move>) -> Vec<RootMove<P::Move>> {
        let mut list = Vec::new();
        let mut inside = usize::MAX;
        if let Some(asked) = &limits.moves {
            let legal = legal_moves(pos);
            for &m in asked {
                if legal.contains(&m) && !list.contains(&m) {
                    list.push(m);
                }
            }
        } else {
            let entry = if self.options.table { self.table.probe(pos.key()) } else { None };
            let table = entry.and_then(|e| e.best).and_then(|bits| pos.unpack(bits));
            let hints = Hints { table, ..Hints::default() };
            // Whoever asks for several lines wants to see the bad ones too.
            let narrow = self.options.narrow && limits.multipv <= 1;
            let mut picker = Picker::new(hints, narrow, Wanted::All, &self.memory.buffer);
            let room = self.memory.mark();
            while let Some((m, _)) = picker.next(pos, self.memory) {
                list.push(m);
            }
            self.memory.release(room);
            inside = list.len();
            if narrow && pos.narrows_by_opinion() {
                let mut others = legal_moves(pos);
                others.retain(|m| !list.contains(m));
                // What promises something before what is far from everything.
                others.sort_by_key(|&m| std::cmp::Reverse(pos.static_order(m)));
                list.append(&mut others);
            }
        }
        let line = |m| Line {
            score: Score::DRAW,
            bound: Bound::Lower,
            pv: vec![m],
            depth: 0,
            seldepth: 0,
            complete: false,
        };
        let root_move = |(i, m)| RootMove {
            line: line(m),
            rank: -Score::INFINITE,
            searched: false,
            nodes: 0,
            outside: i >= inside,
        };
        list.into_iter().enumerate().map(root_move).collect()
    }

    /// What is answered if the limits leave no time to search: a legal move
    /// and the static evaluation.
    fn first_answer(
        &mut self,
        pos: &P,
        moves: &[RootMove<P::Move>],
        wanted: usize,
    ) -> Vec<Line<P::Move>> {
        let score = if moves.is_empty() { Score::DRAW } else { self.evaluate(pos) };
        let lines = moves.iter().take(wanted);
        lines.map(|m| Line { score, bound: Bound::Exact, ..m.line.clone() }).collect()
    }

    /// Searches the moves in a window around the last score, and in wider
    /// ones while the score lies outside. `None` if it was stopped.
    fn aspire(
        &mut self,
        pos: &mut P,
        moves: &mut [RootMove<P::Move>],
        asked: Option<(Score, Score)>,
        depth: Depth,
        whole: bool,
        mut on_failure: impl FnMut(&Line<P::Move>, Stats),
    ) -> Option<Found> {
        if let Some((low, high)) = asked {
            let low = low.min(Score::INFINITE - 1);
            let found = self.root(pos, moves, (low, high.max(low + 1)), depth, whole)?;
            if found.score <= low {
                moves[0].line.score = found.score;
            }
            return Some(found);
        }
        let params = &self.options.params;
        let (growth, mut delta) = (params.aspiration_growth, params.aspiration_delta);
        let last = moves.first()?.line.score;
        let narrow = self.options.aspiration
            && depth >= Depth::new(params.aspiration_depth)
            && !last.is_decided();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if narrow {
            (alpha, beta) = (last - delta, last + delta);
        }
        loop {
            let found = self.root(pos, moves, (alpha, beta), depth, whole)?;
            let failed_low = found.score <= alpha && alpha > -Score::INFINITE;
            let failed_high = found.score >= beta && beta < Score::INFINITE;
            if !failed_low && !failed_high {
                return Some(found);
            }
            // A score that decides the game is far from any window.
            delta = delta.saturating_add(delta.saturating_mul(growth) / 100);
            let wide = delta > 2000 || found.score.is_decided();
            if failed_low {
                beta = Score::evaluation((alpha.get() + beta.get()) / 2);
                alpha = if wide { -Score::INFINITE } else { found.score - delta };
                beta = beta.max(alpha + 1);
            } else {
                beta = if wide { Score::INFINITE } else { found.score + delta };
                // The move that failed high is the one to look at first.
                if let Some(at) = moves.iter().position(|m| m.rank >= found.score) {
                    moves[..=at].rotate_right(1);
                }
            }
            let bound = if failed_low { Bound::Upper } else { Bound::Lower };
            let line = Line { score: found.score, bound, ..moves[0].line.clone() };
            on_failure(&line, self.snapshot());
        }
    }

    /// The root node: as [`Worker::node`], but its moves are a list that
    /// keeps a score and a line for each. `None` if it was stopped. The table
    /// hears of it if the list is `whole`.
    fn root(
        &mut self,
        pos: &mut P,
        moves: &mut [RootMove<P::Move>],
        (mut alpha, beta): (Score, Score),
        depth: Depth,
        whole: bool,
    ) -> Option<Found> {
        let window = (alpha, beta);
        if T::ACTIVE {
            self.trace.restart();
            let window = Window { alpha: alpha.reference(), beta: beta.reference() };
            self.trace.enter(pos, None, Ply::ROOT, Player::Max, window);
        }
        if self.meter.poll(self.stats.nodes) {
            self.stopped = true;
            return None;
        }
        self.stats.nodes += 1;
        self.memory.clear_pv(Ply::ROOT);
        // Nodes below ask whether the evaluation has risen since.
        self.judge(pos, None, Ply::ROOT);
        for m in moves.iter_mut() {
            m.rank = -Score::INFINITE;
            m.searched = false;
        }

        let mut best: Option<Found> = None;
        let mut best_move = None;
        let mut all = Found::solid(Score::DRAW);
        for (i, root_move) in moves.iter_mut().enumerate() {
            if root_move.outside && best.is_some_and(|b: Found| !b.score.is_loss()) {
                all.complete = false;
                break;
            }
            let m = root_move.line.pv[0];
            let less = self.reduction_at_root(pos, m, depth, i + 1);
            let before = self.stats.nodes;
            let found = self.child::<true>(pos, m, i == 0, (alpha, beta), (depth, less), Ply::ROOT);
            root_move.nodes += self.stats.nodes - before;
            if self.stopped {
                return None;
            }
            root_move.searched = true;
            all = all.resting_on(&found);
            // Lost with it as well: among lost moves the game's own are preferred.
            if root_move.outside && found.score.is_loss() {
                continue;
            }
            if i == 0 || found.score > alpha {
                self.memory.extend_pv(Ply::ROOT, m);
                let line = &mut root_move.line;
                root_move.rank = found.score;
                line.score = found.score;
                line.depth = depth.get() as u32;
                line.seldepth = self.seldepth as u32;
                line.bound = Bound::Exact;
                line.complete = false;
                if found.score >= beta {
                    line.bound = Bound::Lower;
                } else if found.score <= alpha {
                    line.bound = Bound::Upper;
                }
                // A failure low has no line: the last one stands.
                if found.score > alpha || line.pv.len() == 1 {
                    line.pv.clone_from(&self.memory.pv[0]);
                }
            }
            if best.is_none_or(|b| found.score > b.score) {
                best = Some(found);
                if found.score > alpha {
                    alpha = found.score;
                    best_move = Some(m);
                    self.show_update(found.score, Ply::ROOT);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let best = best?;
        let value = if best.score >= beta { best } else { all.with_score(best.score) };
        if whole {
            let key = pos.key();
            self.store(pos, key, &value, best_move, None, window, depth, Ply::ROOT);
        }
        Some(self.ended(value, End::Searched, Ply::ROOT))
    }

    /// Whether deeper iterations would not pay.
    fn is_enough(
        &self,
        limits: &Limits<P::Move>,
        lines: &[Line<P::Move>],
        moves: usize,
        pace: &Pace<P::Move>,
    ) -> bool {
        let Some(line) = lines.first() else { return true };
        if let (Some(n), ScoreKind::Win { plies }) = (limits.mate, line.score.kind())
            && plies.get() <= (n as usize).saturating_mul(2).saturating_sub(1)
        {
            return true;
        }
        if limits.infinite {
            return false;
        }
        let saves = limits.clock.is_some() || (limits.forced_at_once && limits.movetime.is_some());
        let timed = saves && self.meter.budget().clock.is_some();
        let only_move = moves == 1 && timed && line.depth >= 4;
        only_move || self.meter.budget().is_enough(pace.percent(self.options.params.clock_doubt))
    }

    /// The counts so far.
    pub fn snapshot(&self) -> Stats {
        Stats {
            time: self.meter.budget().start.elapsed(),
            hashfull: if self.options.table { self.table.hashfull() } else { 0 },
            ..self.stats
        }
    }
}

/// Whether the line wins or loses within its depth: every shorter win was looked for.
fn is_shortest<M>(line: &Line<M>) -> bool {
    match line.score.kind() {
        ScoreKind::Win { plies } | ScoreKind::Loss { plies } => {
            line.bound == Bound::Exact && line.depth as usize >= plies.get()
        }
        _ => false,
    }
}

/// A worker on an engine's table.
pub(crate) fn worker<'a, P: Heuristics, E, T>(
    (options, table, reductions): (&'a Options, &'a Table, &'a Reductions),
    mind: &'a mut (E, Memory<P::Move>),
    meter: Meter<'a>,
    trace: T,
) -> Worker<'a, P, E, T> {
    let (evaluation, memory) = mind;
    memory.begin();
    Worker {
        options,
        table,
        evaluation,
        memory,
        meter,
        stats: Stats::default(),
        seldepth: 0,
        stopped: false,
        trace,
        reductions,
        no_null_above: Ply::ROOT,
        iteration: 1,
        judges: options.params.judges(),
        handicap: options.skill.map(|s| (s, s.most(options.params.aspiration_delta))),
    }
}
