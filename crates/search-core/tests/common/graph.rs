//! A token on a random graph, without cycles or with them.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use search_core::{Heuristics, MoveSet, Outcome, Ply, Position, Verdict};

use super::{Edge, LOSS, MOST_MOVES, Numbered, Rng, mix, no_moves, wanted};

#[derive(Clone, Copy, Debug)]
struct Arrow {
    to: u32,
    legal: bool,
    noisy: bool,
    order: i32,
    loses: bool,
}

#[derive(Clone, Debug)]
struct Vertex {
    /// For whoever is to move here.
    end: Option<Outcome>,
    arrows: Vec<Arrow>,
    numbers: [i32; 2],
    threat: bool,
}

#[derive(Debug)]
struct Graph {
    seed: u64,
    rows: u32,
    vertices: Vec<Vertex>,
}

/// The measures of a random graph.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Vertices in a row (a cyclic graph has one row).
    pub width: u64,
    /// Rows; a move leads to the next row or, less often, to the one after it.
    pub rows: u64,
    /// At most this many moves, up to [`MOST_MOVES`].
    pub moves: u64,
    /// Ends of the game inside the graph, in hundredths.
    pub ends: u64,
    /// Numbers lie within +- this; small ones make many ties.
    pub numbers: i32,
    /// Whether the game may end in a number.
    pub values: bool,
    /// Illegal ones among the pseudo-legal moves, in hundredths.
    pub illegal: u64,
}

impl Shape {
    /// The measures that this seed stands for.
    pub const fn acyclic(seed: u64) -> Self {
        let mut rng = Rng::new(seed ^ 0xA11);
        Self {
            width: 1 + rng.below(6),
            rows: 3 + rng.below(7),
            moves: 2 + rng.below(MOST_MOVES as u64 - 1),
            ends: rng.below(20),
            numbers: [2, 15, 1000][rng.below(3) as usize],
            values: rng.chance(60),
            illegal: [0, 10, 30][rng.below(3) as usize],
        }
    }

    /// The measures that this seed stands for.
    pub const fn cyclic(seed: u64) -> Self {
        let mut rng = Rng::new(seed ^ 0xC1C);
        Self {
            width: 2 + rng.below(18),
            rows: 1,
            moves: 1 + rng.below(4),
            ends: 5 + rng.below(30),
            numbers: [2, 15, 1000][rng.below(3) as usize],
            values: false,
            illegal: [0, 10, 30][rng.below(3) as usize],
        }
    }
}

impl Graph {
    fn new(seed: u64, shape: Shape, cyclic: bool) -> Self {
        let mut rng = Rng::new(seed);
        let row = |r: u64| r * shape.width;
        let mut vertices = Vec::new();
        for r in 0..shape.rows {
            let last = !cyclic && r + 1 == shape.rows;
            for _ in 0..shape.width {
                // The start is never an end, or half of the games are none.
                let start = vertices.is_empty();
                let ends = if last { 80 } else { shape.ends };
                let end = (!start && rng.chance(ends)).then(|| random_end(&mut rng, shape));
                let mut arrows = Vec::new();
                if end.is_none() && !last {
                    let (a, b) = (rng.below(shape.moves + 1), rng.below(shape.moves + 1));
                    let count = if start { shape.moves } else { a.max(b) };
                    for _ in 0..count.min(MOST_MOVES as u64) {
                        let target = if cyclic {
                            0
                        } else {
                            // Skipping a row lets both sides move at a vertex.
                            (r + if rng.chance(20) { 2 } else { 1 }).min(shape.rows - 1)
                        };
                        arrows.push(Arrow {
                            to: (row(target) + rng.below(shape.width)) as u32,
                            legal: !rng.chance(shape.illegal),
                            noisy: rng.chance(30),
                            order: rng.number(3),
                            loses: rng.chance(30),
                        });
                    }
                }
                let numbers = [rng.number(shape.numbers), rng.number(shape.numbers)];
                vertices.push(Vertex { end, arrows, numbers, threat: rng.chance(15) });
            }
        }
        Self { seed, rows: shape.rows as u32, vertices }
    }
}

const fn random_end(rng: &mut Rng, shape: Shape) -> Outcome {
    match rng.below(if shape.values { 6 } else { 3 }) {
        0 => Outcome::Win,
        1 => Outcome::Loss,
        2 => Outcome::Draw,
        _ => Outcome::Value(rng.number(shape.numbers)),
    }
}

/// A token on a graph, moved by both sides in turn. It remembers no path.
///
/// `N` is the verdict without a legal move: [`LOSS`], [`DRAW`], [`WIN`], [`SEVEN`].
#[derive(Clone, Debug)]
pub struct GraphGame<const N: u8 = LOSS> {
    graph: Arc<Graph>,
    vertex: u32,
    second: bool,
}

/// An acyclic [`GraphGame`]: few positions, many paths.
pub type RandomDag<const N: u8 = LOSS> = GraphGame<N>;

impl<const N: u8> GraphGame<N> {
    /// The acyclic game of this seed. It ends within [`Self::longest`] plies.
    pub fn new(seed: u64) -> Self {
        Self::shaped(seed, Shape::acyclic(seed))
    }

    /// An acyclic game of these measures.
    pub fn shaped(seed: u64, shape: Shape) -> Self {
        Self { graph: Arc::new(Graph::new(seed, shape, false)), vertex: 0, second: false }
    }

    /// The graph with these arrows from each vertex, all legal and quiet, and these ends.
    pub fn drawn(arrows: &[&[u32]], ends: &[(usize, Outcome)]) -> Self {
        let arrow = |&to: &u32| Arrow { to, legal: true, noisy: false, order: 0, loses: false };
        let vertex = |(v, targets): (usize, &&[u32])| Vertex {
            end: ends.iter().find(|(end, _)| *end == v).map(|(_, outcome)| *outcome),
            arrows: targets.iter().map(arrow).collect(),
            numbers: [0, 0],
            threat: false,
        };
        let vertices = arrows.iter().enumerate().map(vertex).collect();
        let graph = Arc::new(Graph { seed: 0, rows: 1, vertices });
        Self { graph, vertex: 0, second: false }
    }

    /// The same graph, from another position.
    pub fn at(&self, vertex: usize, second: bool) -> Self {
        assert!(vertex < self.graph.vertices.len());
        Self { graph: Arc::clone(&self.graph), vertex: vertex as u32, second }
    }

    /// Every position, whether it can be reached or not.
    pub fn everywhere(&self) -> impl Iterator<Item = Self> + '_ {
        (0..self.graph.vertices.len()).flat_map(|v| [self.at(v, false), self.at(v, true)])
    }

    /// No line of an acyclic game is longer, in plies.
    pub fn longest(&self) -> u32 {
        self.graph.rows - 1
    }

    fn here(&self) -> &Vertex {
        &self.graph.vertices[self.vertex as usize]
    }

    fn arrow(&self, m: Edge) -> Arrow {
        self.here().arrows[usize::from(m.0)]
    }

    const fn state(&self) -> usize {
        2 * self.vertex as usize + self.second as usize
    }
}

impl<const N: u8> PartialEq for GraphGame<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.graph.seed, self.vertex, self.second)
            == (other.graph.seed, other.vertex, other.second)
    }
}

impl<const N: u8> Eq for GraphGame<N> {}

impl<const N: u8> Hash for GraphGame<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl<const N: u8> Position for GraphGame<N> {
    type Move = Edge;
    type Undo = u32;
    const NO_MOVES: Outcome = no_moves(N);

    fn outcome(&self) -> Option<Outcome> {
        self.here().end
    }

    fn generate(
        &self,
        set: MoveSet,
        mut visit: impl FnMut(Edge) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, arrow) in self.here().arrows.iter().enumerate() {
            if wanted(set, arrow.noisy) {
                visit(Edge(i as u8))?;
            }
        }
        Continue(())
    }

    fn is_legal(&self, m: Edge) -> bool {
        self.arrow(m).legal
    }

    fn make(&mut self, m: Edge) -> u32 {
        let from = self.vertex;
        self.vertex = self.arrow(m).to;
        self.second = !self.second;
        from
    }

    fn unmake(&mut self, _: Edge, from: u32) {
        self.vertex = from;
        self.second = !self.second;
    }

    fn key(&self) -> u64 {
        mix(mix(self.graph.seed) ^ self.state() as u64)
    }

    fn pack(&self, m: Edge) -> Option<NonZeroU16> {
        m.pack()
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Edge> {
        let m = Edge::unpack(bits)?;
        self.here().arrows.get(usize::from(m.0)).is_some_and(|a| a.legal).then_some(m)
    }
}

impl<const N: u8> Heuristics for GraphGame<N> {
    const HISTORY_SLOTS: usize = MOST_MOVES;

    fn history_slot(&self, m: Edge) -> usize {
        usize::from(m.0)
    }

    fn static_order(&self, m: Edge) -> i32 {
        self.arrow(m).order
    }

    fn loses_exchange(&self, m: Edge, _: i32) -> bool {
        self.arrow(m).loses
    }

    fn under_threat(&self) -> bool {
        self.here().threat
    }
}

impl<const N: u8> Numbered for GraphGame<N> {
    fn number(&self) -> i32 {
        self.here().numbers[usize::from(self.second)]
    }
}

/// A token on a graph with cycles: who brings a position about for the second
/// time draws. The verdict leans on the path, and the real value of a
/// position with no past is in [`Truth`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomCyclic<const N: u8 = LOSS> {
    game: GraphGame<N>,
    /// The keys from the start to here; the last is that of this position.
    keys: Vec<u64>,
}

impl<const N: u8> RandomCyclic<N> {
    /// The game of this seed.
    pub fn new(seed: u64) -> Self {
        Self::shaped(seed, Shape::cyclic(seed))
    }

    /// A game of these measures.
    pub fn shaped(seed: u64, shape: Shape) -> Self {
        let graph = Arc::new(Graph::new(seed, shape, true));
        Self::from(GraphGame { graph, vertex: 0, second: false })
    }

    /// The position without its past.
    pub const fn memoryless(&self) -> &GraphGame<N> {
        &self.game
    }

    /// Here, with no past: repeating what was before is no draw.
    pub fn fresh(&self) -> Self {
        Self::from(self.game.clone())
    }

    /// Every position, whether it can be reached or not, with no past.
    pub fn everywhere(&self) -> impl Iterator<Item = Self> + '_ {
        self.game.everywhere().map(Self::from)
    }

    /// The real result of every position.
    pub fn truth(&self) -> Truth {
        Truth::new(&self.game)
    }
}

impl<const N: u8> From<GraphGame<N>> for RandomCyclic<N> {
    fn from(game: GraphGame<N>) -> Self {
        let keys = vec![game.key()];
        Self { game, keys }
    }
}

impl<const N: u8> Position for RandomCyclic<N> {
    type Move = Edge;
    type Undo = u32;
    const NO_MOVES: Outcome = no_moves(N);

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn generate(
        &self,
        set: MoveSet,
        visit: impl FnMut(Edge) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.game.generate(set, visit)
    }

    fn is_legal(&self, m: Edge) -> bool {
        self.game.is_legal(m)
    }

    fn make(&mut self, m: Edge) -> u32 {
        let undo = self.game.make(m);
        self.keys.push(self.game.key());
        undo
    }

    fn unmake(&mut self, m: Edge, undo: u32) {
        self.keys.pop();
        self.game.unmake(m, undo);
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn pack(&self, m: Edge) -> Option<NonZeroU16> {
        self.game.pack(m)
    }

    fn unpack(&self, bits: NonZeroU16) -> Option<Edge> {
        self.game.unpack(bits)
    }

    fn adjudicate(&self, _: Ply) -> Option<Verdict> {
        let (here, past) = self.keys.split_last()?;
        let plies_back = past.iter().rev().position(|k| k == here)? + 1;
        Some(Verdict::Path { outcome: Outcome::Draw, plies_back })
    }

    fn reserve(&mut self, plies: usize) {
        self.keys.reserve(plies);
    }
}

impl<const N: u8> Heuristics for RandomCyclic<N> {
    const HISTORY_SLOTS: usize = MOST_MOVES;

    fn history_slot(&self, m: Edge) -> usize {
        self.game.history_slot(m)
    }

    fn static_order(&self, m: Edge) -> i32 {
        self.game.static_order(m)
    }

    fn loses_exchange(&self, m: Edge, threshold: i32) -> bool {
        self.game.loses_exchange(m, threshold)
    }

    fn under_threat(&self) -> bool {
        self.game.under_threat()
    }
}

impl<const N: u8> Numbered for RandomCyclic<N> {
    fn number(&self) -> i32 {
        self.game.number()
    }
}

/// The real result of every position of a graph, found backwards from the
/// ends: a position is won in `r` plies if a move leads to one lost in
/// `r - 1`, lost in `r` if every move leads to a won one, the slowest of them
/// in `r - 1`; what is left when nothing changes any more is drawn.
#[derive(Clone, Debug)]
pub struct Truth(Vec<(Outcome, u32)>);

impl Truth {
    /// For games that end in wins, losses and draws.
    pub fn new<const N: u8>(game: &GraphGame<N>) -> Self {
        let all: Vec<_> = game.everywhere().collect();
        let mut known: Vec<Option<(Outcome, u32)>> =
            all.iter().map(|p| search_core::final_outcome(p).map(|outcome| (outcome, 0))).collect();
        for rank in 1.. {
            let mut found = Vec::new();
            for (i, pos) in all.iter().enumerate() {
                if known[i].is_some() {
                    continue;
                }
                let children: Vec<_> = search_core::legal_moves(pos)
                    .into_iter()
                    .map(|m| known[pos.after(m).state()].map(|(outcome, _)| outcome))
                    .collect();
                if children.contains(&Some(Outcome::Loss)) {
                    found.push((i, Outcome::Win));
                } else if children.iter().all(|&c| c == Some(Outcome::Win)) {
                    found.push((i, Outcome::Loss));
                }
            }
            if found.is_empty() {
                break;
            }
            for (i, outcome) in found {
                known[i] = Some((outcome, rank));
            }
        }
        Self(known.into_iter().map(|k| k.unwrap_or((Outcome::Draw, 0))).collect())
    }

    /// Win, loss or draw for the side to move, when its past is left out.
    pub fn of<const N: u8>(&self, pos: &RandomCyclic<N>) -> Outcome {
        self.0[pos.game.state()].0
    }

    /// Plies to the end of a won or lost position with best play of both.
    pub fn plies<const N: u8>(&self, pos: &RandomCyclic<N>) -> Option<u32> {
        let (outcome, plies) = self.0[pos.game.state()];
        matches!(outcome, Outcome::Win | Outcome::Loss).then_some(plies)
    }
}
