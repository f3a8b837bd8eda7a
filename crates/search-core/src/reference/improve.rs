//! What the lecture and the course add to alpha-beta, each on its own switch.
//!
//! [`Search::improved`] is [`Search::alpha_beta`] with
//! - a **margin**: cut also when beta exceeds alpha by little;
//! - a search **until quiet**: no evaluation in the middle of an exchange;
//! - a **verifying** second search beyond the end of the chosen line;
//! - **tables**: a book at the root, endgame tables in the tree ([`Knowledge`]).
//!
//! With all of them off it visits what alpha-beta visits and finds what it finds.
//!
//! # What the margin may lose
//!
//! A node is left when `beta - alpha < margin`. At that moment a MAX node has
//! a reply worth `v`, with `beta - margin < v < beta`; the other replies could
//! bring it up to beta, where the MIN ancestor loses interest, and the search
//! declines to find out. The node then returns **beta** (a MIN node: alpha),
//! "no better than what the ancestor has". Returning `v`, as a literal reading
//! would, makes the ancestor believe in `v`, narrows the window by almost a
//! margin, and the next sibling does it again. The error is then bounded by
//! nothing but the number of siblings: in `[[0,0],[4,-9],[8,-9],[12,-9]]`,
//! worth 0, a literal margin of 5 finds 4, then 8, then 12.
//!
//! Let e = margin - 1 (values are whole; a margin of 0 or 1 loses nothing).
//! In a search `depth` plies deep the value found, r, and the true value, t, obey
//!
//! ```text
//! r - e * (levels of MAX that may cut)  <=  t  <=  r + e * (levels of MIN that may cut)
//! ```
//!
//! where a level may cut if it lies below the root and above the leaves: at
//! plies `1 .. depth - 1`. So the error grows by at most one margin for each
//! move of one player, not for each ply.
//!
//! *Proof*, by induction from the leaves, for a node searched with a window:
//! if r > alpha then t >= min(r, beta) - L, and if r < beta then
//! t <= max(r, alpha) + U. A margin cut at a MAX node returns beta for a reply
//! that is really worth at least v - L > beta - margin - L; that adds e to L
//! and nothing to U, as r < beta is false. A MAX node without a cut passes
//! both on, because its own alpha never exceeds max(r, alpha). MIN nodes are
//! the mirror image.
//!
//! Where **all leaves lie at one depth**, it is one margin in all: |t - r| <= e.
//! Say the parents of the leaves are MIN nodes. Each returns alpha or less, or
//! alpha + margin or more. The MAX nodes above them take such values only, and
//! cut at beta - margin themselves: theirs lie outside the window, or a whole
//! margin inside it at both ends. From there up a value can only close a
//! window or leave it a margin wide, so that no other level ever cuts by it,
//! and each direction has one level to err at. Leaves above the depth limit,
//! and standing pat in a search until quiet (whose plies count as depth),
//! break this: [`Improvements::margin`] has a tree of four plies that loses 2e.

use std::ops::ControlFlow::{Break, Continue};

use super::{Answer, INFINITY, Search, moves_of, worth};
use crate::heuristics::{Evaluate, Heuristics, Proof, ProofBound};
use crate::position::{MoveSet, Position, for_each_legal, legal_moves};
use crate::score::Ply;
use crate::trace::{End, Player, Trace, Window};

/// Which improvements are on. The default is none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Improvements {
    /// Cut when beta exceeds alpha by less than this; 0 and 1 are plain alpha-beta.
    /// The [module](self) says what it may lose.
    ///
    /// An error of 2e, here 8, at four plies:
    /// ```
    /// use search_core::numbers::NumberTree;
    /// use search_core::reference::{Search, improve::{Improvements, NoKnowledge}};
    /// let tree: NumberTree = "[[[[0]]],[[4,[8,8]]]]".parse()?;
    /// let mut search = Search::new(4, search_core::NoEvaluation);
    /// assert_eq!(search.alpha_beta(&tree).value, 8);
    /// let with = Improvements { margin: 5, ..Improvements::default() };
    /// assert_eq!(search.improved(&tree, with, &mut NoKnowledge).answer.value, 0);
    /// # Ok::<(), search_core::numbers::NumberTreeError>(())
    /// ```
    pub margin: i32,
    /// Search noisy moves this many plies beyond the depth limit, until none
    /// is left; the player may always stand pat instead, unless under threat
    /// ([`Heuristics::under_threat`]): then he tries all his moves. 0: evaluate at once.
    pub quiet: u32,
    /// Look this many plies beyond the end of the chosen line. A move whose
    /// line turns out worse there falls back behind the next best. 0: believe the line.
    pub verify: u32,
}

/// Tables by which a game answers instead of the search. Both default to knowing nothing.
pub trait Knowledge<P: Position> {
    /// The move to play at the root of a search, and what the book thinks of
    /// it, for the side to move (0 if it keeps no values). A move that is not
    /// legal is ignored.
    fn book(&mut self, root: &P) -> Option<(P::Move, i32)> {
        let _ = root;
        None
    }

    /// A proved result, asked for at every node below the root.
    fn table(&mut self, pos: &P) -> Option<Proof<P::Move>> {
        let _ = pos;
        None
    }
}

/// No tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {}

/// What the improvements did, counted over all the searches of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Cut-offs that a plain search would not have made.
    pub margin_cuts: u64,
    /// Nodes beyond the depth limit of their search.
    pub quiet_nodes: u64,
    /// Nodes answered by a table.
    pub table_answers: u64,
}

/// What an improved search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<M> {
    /// Value, move and counts, as of a plain search. Counts are of all the
    /// searches made; a verified move has the value that the verification left it.
    pub answer: Answer<M>,
    /// The line that begins with the move; into the quiet if that is on.
    pub line: Vec<M>,
    /// Whether the move comes from the book; nothing was searched then.
    pub from_book: bool,
    /// What the improvements did.
    pub extra: Extra,
    /// Moves whose line fell: the move, its value before and after, for MAX.
    pub refuted: Vec<(M, i32, i32)>,
}

impl<M: Copy + Eq, E, T> Search<M, E, T> {
    /// Alpha-beta with MAX and MIN nodes, fail-soft, and these improvements.
    ///
    /// A watcher sees the searches of a verification one after the other, each
    /// with a root of its own.
    pub fn improved<P, K>(&mut self, root: &P, with: Improvements, knowledge: &mut K) -> Reply<M>
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
        K: Knowledge<P>,
    {
        self.begin();
        if let Some((m, value)) = knowledge.book(root)
            && legal_moves(root).contains(&m)
        {
            self.best = Some(m);
            let mut reply = Reply::new(self.answer(self.player.signed(value)), vec![m]);
            reply.from_book = true;
            return reply;
        }
        let given = self.root_moves.take();
        let mut run = Run { search: self, with, knowledge, extra: Extra::default() };
        let mut reply = if with.verify == 0 {
            run.best_of(root, given.as_deref())
        } else {
            run.verified(root, given.clone().unwrap_or_else(|| legal_moves(root)))
        };
        reply.extra = run.extra;
        reply.answer.counts = self.counts;
        self.root_moves = given;
        reply
    }

    /// The line of best play that [`alpha_beta`](Self::alpha_beta) has in
    /// mind: searched again from move to move, uncounted and unwatched. It
    /// ends where the game does, or at the depth limit.
    pub fn principal_line<P>(&mut self, root: &P) -> Vec<M>
    where
        P: Position<Move = M>,
        E: Evaluate<P>,
    {
        let (depth, first) = (self.depth, self.player);
        let mut given = self.root_moves.clone();
        follow(root, None, |pos, ply| {
            let left = depth.checked_sub(ply).filter(|&d| d > 0)?;
            let mut again = Search::new(left, |p: &P| self.evaluation.evaluate(p));
            again.player = player_after(first, ply);
            again.root_moves = given.take();
            again.alpha_beta(pos).best
        })
    }
}

const fn player_after(first: Player, plies: u32) -> Player {
    if plies.is_multiple_of(2) { first } else { first.other() }
}

/// Plays on from the first move with what `best` says, until it says nothing.
fn follow<P: Position>(
    root: &P,
    first: Option<P::Move>,
    mut best: impl FnMut(&P, u32) -> Option<P::Move>,
) -> Vec<P::Move> {
    let (mut pos, mut line) = (root.clone(), Vec::new());
    let mut next = first.or_else(|| best(root, 0));
    while let Some(m) = next {
        pos = pos.after(m);
        line.push(m);
        next = best(&pos, line.len() as u32);
    }
    line
}

impl<M> Reply<M> {
    fn new(answer: Answer<M>, line: Vec<M>) -> Self {
        Self { answer, line, from_book: false, extra: Extra::default(), refuted: Vec::new() }
    }
}

/// The window of a search that may find anything.
const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

/// The best value so far of a node, and the window that it leaves.
struct Best {
    player: Player,
    value: Option<i32>,
    window: Window,
}

impl Best {
    const fn is_beaten_by(&self, v: i32) -> bool {
        match (self.value, self.player) {
            (None, _) => true,
            (Some(best), Player::Max) => v > best,
            (Some(best), Player::Min) => v < best,
        }
    }

    fn set(&mut self, v: i32) {
        self.value = Some(v);
        match self.player {
            Player::Max => self.window.alpha = self.window.alpha.max(v),
            Player::Min => self.window.beta = self.window.beta.min(v),
        }
    }

    /// Whether the window is narrower than the margin, but not closed. One
    /// without a bound is never narrow.
    const fn is_narrow(&self, margin: i32) -> bool {
        let Window { alpha, beta } = self.window;
        alpha > -INFINITY && beta < INFINITY && alpha < beta && beta.saturating_sub(alpha) < margin
    }
}

/// What is left to search below a node, in plies.
#[derive(Clone, Copy)]
struct Left {
    depth: u32,
    quiet: u32,
}

impl Left {
    const fn one_less(self) -> Self {
        match self.depth.checked_sub(1) {
            Some(depth) => Self { depth, ..self },
            None => Self { quiet: self.quiet.saturating_sub(1), ..self },
        }
    }
}

struct Run<'a, M, E, T, K> {
    search: &'a mut Search<M, E, T>,
    with: Improvements,
    knowledge: &'a mut K,
    extra: Extra,
}

impl<M: Copy + Eq, E, T, K> Run<'_, M, E, T, K> {
    fn whole(&self) -> Left {
        Left { depth: self.search.depth, quiet: self.with.quiet }
    }

    /// One search from the root.
    fn best_of<P>(&mut self, root: &P, given: Option<&[M]>) -> Reply<M>
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
        K: Knowledge<P>,
    {
        self.search.best = None;
        let (left, player) = (self.whole(), self.search.player);
        let value = self.node(root, None, left, FULL, Ply::ROOT, player, given);
        let line = self.search.best.map(|m| self.line(root, m)).unwrap_or_default();
        Reply::new(self.search.answer(value), line)
    }

    /// Searches, looks beyond the end of the chosen line, and turns to the
    /// next best move if that brings the value down; until a line stands, or
    /// no other move promises more than what the best fallen one is still worth.
    fn verified<P>(&mut self, root: &P, mut moves: Vec<M>) -> Reply<M>
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
        K: Knowledge<P>,
    {
        let player = self.search.player;
        let (mut kept, mut refuted) = (None::<Reply<M>>, Vec::new());
        loop {
            let mut found = self.best_of(root, Some(&moves));
            let promised = found.answer.value;
            let beats =
                |v: i32, other: &Reply<M>| player.signed(v) > player.signed(other.answer.value);
            if kept.as_ref().is_some_and(|k| !beats(promised, k)) {
                break;
            }
            let Some(m) = found.answer.best else {
                kept = Some(found);
                break;
            };
            let seen = self.beyond(root, &found.line);
            if beats(seen, &found) || seen == promised {
                kept = Some(found);
                break;
            }
            refuted.push((m, promised, seen));
            found.answer.value = seen;
            if kept.as_ref().is_none_or(|k| beats(seen, k)) {
                kept = Some(found);
            }
            moves.retain(|&other| other != m);
            if moves.is_empty() {
                break;
            }
        }
        let mut reply = kept.unwrap_or_else(|| Reply::new(self.search.answer(0), Vec::new()));
        reply.refuted = refuted;
        reply
    }

    /// The value of the end of a line, searched some plies further.
    fn beyond<P>(&mut self, root: &P, line: &[M]) -> i32
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
        K: Knowledge<P>,
    {
        let end = line.iter().fold(root.clone(), |pos, &m| pos.after(m));
        let player = player_after(self.search.player, line.len() as u32);
        let left = Left { depth: self.with.verify, quiet: self.with.quiet };
        self.node(&end, None, left, FULL, Ply::new(line.len()), player, None)
    }

    /// The line that the search has in mind after this move; uncounted, unwatched.
    fn line<P>(&mut self, root: &P, first: M) -> Vec<M>
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        K: Knowledge<P>,
    {
        let (whole, with, player) = (self.whole(), self.with, self.search.player);
        let evaluation = &mut self.search.evaluation;
        let knowledge = &mut *self.knowledge;
        follow(root, Some(first), |pos, ply| {
            let left = Left {
                depth: whole.depth.saturating_sub(ply),
                quiet: whole.quiet.saturating_sub(ply.saturating_sub(whole.depth)),
            };
            let known = knowledge.table(pos).is_some_and(|p| p.bound == ProofBound::Exact);
            if known || left.depth + left.quiet == 0 {
                return None;
            }
            let mut again = Search::new(left.depth, |p: &P| evaluation.evaluate(p));
            let player = player_after(player, ply);
            let extra = Extra::default();
            let mut run = Run { search: &mut again, with, knowledge: &mut *knowledge, extra };
            run.node(pos, None, left, FULL, Ply::ROOT, player, None);
            again.best
        })
    }

    #[allow(clippy::too_many_arguments, reason = "a node is what it is")]
    fn node<P>(
        &mut self,
        pos: &P,
        by: Option<M>,
        left: Left,
        window: Window,
        ply: Ply,
        player: Player,
        given: Option<&[M]>,
    ) -> i32
    where
        P: Heuristics<Move = M>,
        E: Evaluate<P>,
        T: Trace<P>,
        K: Knowledge<P>,
    {
        self.search.counts.nodes += 1;
        self.search.trace.enter(pos, by, ply, player, window);

        // 1. Tables. The root needs a move, not a value.
        if ply != Ply::ROOT
            && let Some(value) = self.known(pos, window, ply, player)
        {
            self.extra.table_answers += 1;
            self.search.trace.leave(value, End::Known);
            return value;
        }

        // 2. The end of the game, or the depth limit.
        let mut best = Best { player, value: None, window };
        let mut set = MoveSet::All;
        if let Some((value, end)) = self.search.leaf(pos, left.depth, ply, player) {
            if end == End::Terminal || left.quiet == 0 {
                self.search.trace.leave(value, end);
                return value;
            }
            // 3. Until quiet: nobody is made to start an exchange, except to meet a threat.
            if !pos.under_threat() {
                set = MoveSet::Noisy;
                best.set(value);
                self.search.trace.update(value);
            }
        }

        // 4. The moves.
        let below = left.one_less();
        let mut cut = None;
        let mut any = false;
        let mut visit = |m| {
            if !any && cut.is_none() {
                // Standing pat may do, now that there is something to leave out.
                cut = self.cut(&best);
            }
            if cut.is_some() {
                if T::ACTIVE {
                    self.search.trace.skip(&pos.after(m), m);
                    return Continue(());
                }
                return Break(());
            }
            any = true;
            let child = pos.after(m);
            self.extra.quiet_nodes += u64::from(left.depth == 0);
            let v =
                self.node(&child, Some(m), below, best.window, ply.next(), player.other(), None);
            if best.is_beaten_by(v) {
                best.set(v);
                self.search.trace.update(v);
                if ply == Ply::ROOT {
                    self.search.best = Some(m);
                }
                cut = self.cut(&best);
            }
            if cut.is_some() && !T::ACTIVE { Break(()) } else { Continue(()) }
        };
        let _ = match set {
            MoveSet::All => moves_of(pos, given, &mut visit),
            noisy => for_each_legal(pos, noisy, &mut visit),
        };

        let (value, end) = match (best.value, cut) {
            (Some(_), Some((value, end))) => (value, end),
            (Some(value), None) if any => (value, End::Searched),
            (Some(value), None) => (value, End::Leaf),
            (None, _) => (self.search.no_moves::<P>(ply, player), End::Terminal),
        };
        self.search.trace.leave(value, end);
        value
    }

    /// What a table says, if it settles this window.
    fn known<P>(&mut self, pos: &P, window: Window, ply: Ply, player: Player) -> Option<i32>
    where
        P: Position<Move = M>,
        K: Knowledge<P>,
    {
        let proof = self.knowledge.table(pos)?;
        // A win at an unknown distance counts as the farthest: a seen one is better.
        let end = proof.plies.map_or(Ply::MAX, |more| Ply::new(ply.get() + more.get()));
        let value = player.signed(worth(proof.outcome, end));
        let settles = match (proof.bound, player) {
            (ProofBound::Exact, _) => true,
            (ProofBound::AtLeast, Player::Max) | (ProofBound::AtMost, Player::Min) => {
                value >= window.beta
            }
            (ProofBound::AtMost, Player::Max) | (ProofBound::AtLeast, Player::Min) => {
                value <= window.alpha
            }
        };
        settles.then_some(value)
    }

    /// Whether a node is left with what it has, counted; and the value that it
    /// returns then: what it has, or, where the margin cuts, the bound.
    fn cut(&mut self, best: &Best) -> Option<(i32, End)> {
        let own = best.value?;
        let Window { alpha, beta } = best.window;
        let value = if alpha >= beta {
            own
        } else if best.is_narrow(self.with.margin) {
            self.extra.margin_cuts += 1;
            if best.player == Player::Max { beta } else { alpha }
        } else {
            return None;
        };
        Some((value, End::Cut(self.search.count_cut(best.player))))
    }
}
