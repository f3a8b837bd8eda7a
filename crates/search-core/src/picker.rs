//! Staged move ordering.
//!
//! ```text
//! table move -> good noisy moves -> quiet moves -> bad noisy moves
//!               (static order)      killers,       (exchanges that lose)
//!                                   counter move,
//!                                   history + static order
//! ```
//!
//! A stage is generated when the one before is used up: most cut-offs come
//! from the first moves, and the quiet ones are never made. Killers and the
//! counter move are not tried before the quiet moves are generated, as many
//! engines do, but lead them: they need no legality check of their own then,
//! and a game that narrows its candidates to forced replies is never offered
//! a killer that does not answer the threat.

use std::ops::ControlFlow::Continue;
use std::ops::Range;

use crate::heuristics::Heuristics;
use crate::memory::{Before, Buffer, Memory, Ranked};
use crate::position::MoveSet;

/// What is known about the moves of a node before any is generated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints<M> {
    /// Legal here.
    pub table: Option<M>,
    pub killers: [Option<M>; 2],
    pub counter: Option<M>,
    /// The moves before the node, for continuation history.
    pub before: Before,
    /// Percent of continuation history, and of the history of noisy moves.
    pub weights: [i32; 2],
}

impl<M> Default for Hints<M> {
    fn default() -> Self {
        Self {
            table: None,
            killers: [None, None],
            counter: None,
            before: [None; 3],
            weights: [0; 2],
        }
    }
}

/// Where a move came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Table,
    Noisy,
    Quiet,
    /// Noisy, but it loses an exchange.
    BadNoisy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeNoisy,
    Noisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves a node is to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    Noisy,
    /// Noisy ones, and quiet ones that force the opponent.
    Forcing,
}

/// Hands out the moves of one node, best first.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    stage: Stage,
    hints: Hints<M>,
    /// Whether to ask for `candidates` rather than `generate`.
    narrow: bool,
    wanted: Wanted,
    /// Where the quiet moves stand, if they need not be generated.
    answers: Option<Range<usize>>,
    /// The node's part of the buffer: bad noisy moves, then what is left.
    start: usize,
    bad: usize,
    next: usize,
}

/// Above every history value and static order.
const KILLER: i32 = 4_000_000;

impl<M: Copy + Eq> Picker<M> {
    pub fn new(hints: Hints<M>, narrow: bool, wanted: Wanted, buffer: &Buffer<M>) -> Self {
        let start = buffer.len();
        Self {
            stage: Stage::Table,
            hints,
            narrow,
            wanted,
            answers: None,
            start,
            bad: start,
            next: start,
        }
    }

    /// Of quiet moves, only those that stand here among the answers.
    pub fn only(&mut self, answers: Option<Range<usize>>) {
        self.answers = answers;
    }

    /// The next move; legal, and handed out once.
    #[inline]
    pub fn next<P>(&mut self, pos: &P, memory: &mut Memory<M>) -> Option<(M, Kind)>
    where
        P: Heuristics<Move = M>,
    {
        let Memory { buffer, history, noisy_history, continuations, answers, .. } = memory;
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if let Some(m) = self.hints.table {
                        return Some((m, Kind::Table));
                    }
                }
                Stage::MakeNoisy => {
                    self.fill(pos, MoveSet::Noisy, buffer);
                    for ranked in &mut buffer[self.next..] {
                        ranked.rank = pos.static_order(ranked.m);
                    }
                    if self.hints.weights[1] > 0 {
                        for Ranked { m, rank } in &mut buffer[self.next..] {
                            let slot = pos.noisy_slot(*m);
                            *rank += noisy_history.get(slot) * self.hints.weights[1] / 100;
                        }
                    }
                    self.drop_table_move(buffer);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    let Some(best) = self.take_best(buffer) else {
                        let noisy = self.wanted == Wanted::Noisy;
                        self.stage = if noisy { Stage::BadNoisy } else { Stage::MakeQuiet };
                        continue;
                    };
                    if pos.loses_exchange(best.m, 0) {
                        // A slot before `next` is free: at least this move's own.
                        buffer[self.bad] = best;
                        self.bad += 1;
                    } else if pos.is_legal(best.m) {
                        return Some((best.m, Kind::Noisy));
                    }
                }
                Stage::MakeQuiet => {
                    if let Some(range) = self.answers.clone() {
                        let answers = answers.get(range).unwrap_or_default().iter();
                        let quiet = answers.filter(|&&m| !pos.is_noisy(m));
                        buffer.extend(quiet.map(|&m| Ranked { m, rank: 0 }));
                    } else {
                        self.fill(pos, MoveSet::Quiet, buffer);
                    }
                    if self.wanted == Wanted::Forcing {
                        self.keep_forcing(pos, buffer);
                    }
                    let Hints { killers: [first, second], counter, .. } = self.hints;
                    let rows = self.hints.before.map(|slot| continuations.row(slot));
                    let weight = self.hints.weights[0];
                    for Ranked { m, rank } in &mut buffer[self.next..] {
                        let slot = pos.history_slot(*m);
                        *rank = if Some(*m) == first {
                            KILLER + 2
                        } else if Some(*m) == second {
                            KILLER + 1
                        } else if Some(*m) == counter {
                            KILLER
                        } else {
                            history.get(slot) + pos.static_order(*m)
                        };
                        if weight > 0 {
                            let of = |row: &[i16]| row.get(slot).map_or(0, |&h| i32::from(h));
                            *rank += rows.map(of).iter().sum::<i32>() * weight / 100;
                        }
                    }
                    self.drop_table_move(buffer);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let Some(best) = self.take_best(buffer) else {
                        self.stage = Stage::BadNoisy;
                        continue;
                    };
                    if pos.is_legal(best.m) {
                        return Some((best.m, Kind::Quiet));
                    }
                }
                Stage::BadNoisy => {
                    // In the order in which they were found bad: the best first.
                    if self.start == self.bad {
                        self.stage = Stage::Done;
                        continue;
                    }
                    let m = buffer[self.start].m;
                    self.start += 1;
                    if pos.is_legal(m) {
                        return Some((m, Kind::BadNoisy));
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// The quiet moves that are left are not wanted.
    pub fn skip_quiet(&mut self) {
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
        }
    }

    /// Moves first, ranks later: a loop of its own over a slice costs a third
    /// of ranking inside the generator, which is unrolled for many games.
    #[inline]
    fn fill<P: Heuristics<Move = M>>(&self, pos: &P, set: MoveSet, buffer: &mut Buffer<M>) {
        let push = |m| {
            buffer.push(Ranked { m, rank: 0 });
            Continue(())
        };
        let _ = if self.narrow { pos.candidates(set, push) } else { pos.generate(set, push) };
    }

    /// Of the moves just made, those that force the opponent.
    fn keep_forcing<P: Heuristics<Move = M>>(&self, pos: &P, buffer: &mut Buffer<M>) {
        let mut kept = self.next;
        for i in self.next..buffer.len() {
            if pos.is_forcing(buffer[i].m) {
                buffer.swap(kept, i);
                kept += 1;
            }
        }
        buffer.truncate(kept);
    }

    /// The table move was handed out already.
    #[inline]
    fn drop_table_move(&self, buffer: &mut Buffer<M>) {
        if let Some(table) = self.hints.table
            && let Some(at) = buffer[self.next..].iter().position(|ranked| ranked.m == table)
        {
            buffer.remove(self.next + at);
        }
    }

    /// Takes the move of the highest rank; of equals, the first in the buffer.
    #[inline]
    fn take_best(&mut self, buffer: &mut Buffer<M>) -> Option<Ranked<M>> {
        let rest = &mut buffer[self.next..];
        let (first, others) = rest.split_first()?;
        let (mut at, mut rank) = (0, first.rank);
        for (i, other) in others.iter().enumerate() {
            if other.rank > rank {
                (at, rank) = (i + 1, other.rank);
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(rest[0])
    }
}
