//! A game that is won is not to be thrown away where little time is left: what earlier searches
//! have proved, and what is seen without a search.

use crate::heuristics::{Evaluate, Heuristics};
use crate::node::Worker;
use crate::position::{Outcome, Position};
use crate::report::Bound;
use crate::score::{Ply, Score, ScoreKind};
use crate::trace::Trace;
use crate::tt::Entry;

/// By how much more is spent on a proof at the root than at any other node.
const CLOSER: u64 = 20;

impl<P, E, T> Worker<'_, P, E, T>
where
    P: Heuristics,
    E: Evaluate<P>,
    T: Trace<P>,
{
    /// The shortest win that the table holds for the position or behind one of its moves. Who
    /// plays it from move to move comes nearer to the end every time.
    pub fn remembered_win(
        &self,
        pos: &mut P,
        moves: impl Iterator<Item = P::Move>,
    ) -> Option<(Score, P::Move)> {
        // Who plays below full strength does not remember everything.
        if !self.options.table || self.options.exact_draft || self.handicap.is_some() {
            return None;
        }
        let here = self.table.probe(pos.key());
        let here = here.filter(|entry| matches!(entry.bound, Some(Bound::Exact | Bound::Lower)));
        let here = here.and_then(|entry| {
            let win = sure(pos, &entry, Ply::ROOT).filter(|score| score.is_win())?;
            Some((win, pos.unpack(entry.best?)?))
        });
        let below = Ply::ROOT.next();
        let behind = moves.filter_map(|m| {
            let undo = pos.make(m);
            let entry = self.table.probe(pos.key()).filter(|entry| {
                matches!(entry.bound, Some(Bound::Exact | Bound::Upper))
                    && pos.outcome().is_none()
                    && pos.adjudicate(below).is_none()
            });
            let loss = entry.and_then(|entry| sure(pos, &entry, below));
            pos.unmake(m, undo);
            Some((-loss.filter(|score| score.is_loss())?, m))
        });
        // Of equals the first.
        behind.chain(here).reduce(|best, other| if other.0 > best.0 { other } else { best })
    }

    /// A win that the evaluation proves, with more effort than it makes at other nodes.
    pub fn seen_win(&mut self, pos: &mut P) -> Option<(Score, P::Move)> {
        if !self.options.probe || self.handicap.is_some() {
            return None;
        }
        let budget = u64::from(self.options.params.probe_budget.unsigned_abs());
        let (proof, nodes) = self.evaluation.probe(pos, CLOSER * budget);
        self.stats.probes += nodes;
        let proof = proof.filter(|proof| proof.outcome == Outcome::Win)?;
        Some((Score::proved(Outcome::Win, Ply::ROOT, proof.plies), proof.best?))
    }
}

/// The score of an entry, if it is a win or a loss of known length that no limit cuts off.
fn sure<P: Position>(pos: &P, entry: &Entry, ply: Ply) -> Option<Score> {
    let score = entry.score(ply)?;
    let (ScoreKind::Win { plies } | ScoreKind::Loss { plies }) = score.kind() else { return None };
    (plies.get().saturating_sub(ply.get()) <= pos.plies_to_limit()).then_some(score)
}
