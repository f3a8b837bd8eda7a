//! Balanced openings, as the engine sees it.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use gomoku::Gomoku;
use search_core::tt::TableError;
use search_core::{Bound, Engine, Limits, Options, Stop};
use xiangqi::Xiangqi;

use super::dice::Dice;
use super::draw::Drawn;
use super::{Game, Opening};

/// What is to be made. The same recipe makes the same openings on any machine, as
/// long as the engine stays as it is; of a smaller count, the first ones of a greater.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many.
    pub count: usize,
    /// Moves of an opening: how many is drawn as well.
    pub plies: RangeInclusive<usize>,
    /// The greatest score that counts as balanced, for either side, in units of
    /// the game's evaluation.
    pub bound: i32,
    /// Nodes of each search.
    pub nodes: u64,
}

/// An opening, and what the engine thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The opening.
    pub opening: Opening,
    /// For the side to move.
    pub score: i32,
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// In the order in which they were drawn; no two are the same or images of
    /// each other.
    pub openings: Vec<Kept>,
    /// All that were drawn for it.
    pub drawn: u64,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// There is no memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It was asked to stop.
    #[error("stopped: no openings were written")]
    Stopped,
    /// Hardly any more can be found.
    #[error(
        "{found} openings found, but among {PATIENCE} more no other one: \
         expected a smaller count, a greater bound or more plies"
    )]
    Scarce {
        /// How many there are.
        found: usize,
    },
}

/// So many are drawn in vain before it counts as hopeless.
const PATIENCE: u64 = 20_000;

/// A search of so few nodes fills no more, and a small table is soon emptied.
const HASH_MB: usize = 4;

/// Makes openings of a game; `on_kept` hears of each.
///
/// # Errors
/// [`MakeError`], also when `stop` is set.
pub fn make(
    game: Game,
    recipe: &Recipe,
    stop: &Stop,
    on_kept: impl FnMut(&Kept),
) -> Result<Set, MakeError> {
    match game {
        Game::Xiangqi => make_from(&Xiangqi::start(), recipe, stop, on_kept),
        Game::Gomoku { rule, size } => make_from(&Gomoku::new(rule, size), recipe, stop, on_kept),
    }
}

fn make_from<G: Drawn>(
    start: &G,
    recipe: &Recipe,
    stop: &Stop,
    mut on_kept: impl FnMut(&Kept),
) -> Result<Set, MakeError> {
    let mut judge = Judge::new()?;
    let mut dice = Dice::new(recipe.seed);
    let mut seen = BTreeSet::new();
    let mut set = Set::default();
    let mut in_vain = 0;
    while set.openings.len() < recipe.count {
        if in_vain == PATIENCE {
            return Err(MakeError::Scarce { found: set.openings.len() });
        }
        in_vain += 1;
        set.drawn += 1;
        let Some(pos) = draw(start, &recipe.plies, &mut dice) else { continue };
        if !pos.is_fit() || !seen.insert(pos.identity()) {
            continue;
        }
        let score = judge.score(&pos, recipe.nodes, stop);
        if stop.is_set() {
            return Err(MakeError::Stopped);
        }
        let Some(score) = score.filter(|score| score.abs() <= recipe.bound) else { continue };
        in_vain = 0;
        let kept = Kept { opening: pos.opening(), score };
        on_kept(&kept);
        set.openings.push(kept);
    }
    Ok(set)
}

/// A position so many random moves away; `None` if there were none left on the way.
fn draw<G: Drawn>(start: &G, plies: &RangeInclusive<usize>, dice: &mut Dice) -> Option<G> {
    let more = plies.end().saturating_sub(*plies.start());
    let plies = plies.start() + dice.below(more + 1);
    let mut pos = start.clone();
    for _ in 0..plies {
        let m = pos.draw(dice)?;
        pos.make(m);
    }
    Some(pos)
}

/// The engine, made to say the same whatever it was asked before.
struct Judge<G: Drawn>(Engine<G, G::Evaluation>);

impl<G: Drawn> Judge<G> {
    fn new() -> Result<Self, TableError> {
        let options = Options { hash_mb: HASH_MB, threads: 1, ..G::options() };
        Engine::new(G::Evaluation::default(), options).map(Self)
    }

    /// The score for the side to move; `None` where the game is decided, or where
    /// the last look had just turned the score over: such a position is not quiet.
    fn score(&mut self, pos: &G, nodes: u64, stop: &Stop) -> Option<i32> {
        self.0.clear();
        // It may remember positions, too.
        *self.0.evaluation() = G::Evaluation::default();
        let report = self.0.search(pos, &Limits::nodes(nodes), stop, |_| ());
        let line = report.lines.first()?;
        let is_sure = line.bound == Bound::Exact && !line.score.is_decided();
        is_sure.then(|| line.score.get())
    }
}
