//! Games of the engine against itself.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use search_core::tt::TableError;
use search_core::{Bound, Engine, Limits, Options, Stop};

use super::file::{Flags, Played, Sample, encode};
use super::training::Training;
use crate::openings::Dice;

/// How games are played. Game i depends on this and on i alone, as long as the
/// engine stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where the random numbers begin.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// Random moves from the start of a game.
    pub plies: RangeInclusive<usize>,
    /// Random moves behind an opening of a file.
    pub more_plies: RangeInclusive<usize>,
    /// The greatest score, for either side, from which a game is played.
    pub balance: i32,
    /// A score that wins when it lasts for [`Self::SURE`] plies.
    pub win: i32,
    /// Plies after which a game is a draw.
    pub max_plies: usize,
}

impl Recipe {
    /// See [`win`](Self::win).
    pub const SURE: usize = 6;
    /// Plies for which scores stay within [`Self::EVEN`] before a game is taken
    /// for a draw, once as many have been played as [`Self::LATE`] says.
    pub const DULL: usize = 20;
    /// See [`Self::DULL`].
    pub const EVEN: i32 = 15;
    /// See [`Self::DULL`].
    pub const LATE: usize = 100;

    /// All but the seed, on one line.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { nodes, plies, more_plies, balance, win, max_plies, .. } = self;
        let (sure, dull, even, late) = (Self::SURE, Self::DULL, Self::EVEN, Self::LATE);
        format!(
            "nodes {nodes} plies {plies:?} {more_plies:?} balance {balance} win {win}/{sure} \
             draw {even}/{dull}/{late} end {max_plies}"
        )
    }
}

/// Openings that were drawn in vain before one is taken as it is.
const PATIENCE: usize = 50;

/// A search of so few nodes fills no more, and a small table is soon emptied.
const HASH_MB: usize = 2;

/// One thread's engine.
struct Table<'a, P: Training> {
    engine: Engine<P, P::Evaluation>,
    recipe: &'a Recipe,
    starts: &'a [P],
    stop: &'a Stop,
}

/// What a search says.
struct Answer<M> {
    best: M,
    score: i32,
    /// The score is the value, not a bound of it.
    is_exact: bool,
}

impl<'a, P: Training> Table<'a, P> {
    fn new(recipe: &'a Recipe, starts: &'a [P], stop: &'a Stop) -> Result<Self, TableError> {
        let options = Options { hash_mb: HASH_MB, threads: 1, ..P::options() };
        let engine = Engine::new(P::Evaluation::default(), options)?;
        Ok(Self { engine, recipe, starts, stop })
    }

    fn ask(&mut self, pos: &P) -> Option<Answer<P::Move>> {
        let report = self.engine.search(pos, &Limits::nodes(self.recipe.nodes), self.stop, |_| ());
        let line = report.lines.first()?;
        let is_exact = line.bound == Bound::Exact;
        Some(Answer { best: *line.pv.first()?, score: line.score.get(), is_exact })
    }

    /// Where a game begins: every other one from an opening, if there are any.
    fn begin(&self, game: usize, dice: &mut Dice) -> Option<(P, usize)> {
        let given = self.starts.get(dice.below(self.starts.len())).filter(|_| game % 2 == 1);
        let (start, plies) = match given {
            Some(start) => (start, &self.recipe.more_plies),
            None => (self.starts.first()?, &self.recipe.plies),
        };
        let more = plies.end().saturating_sub(*plies.start());
        let plies = plies.start() + dice.below(more + 1);
        let mut pos = start.clone();
        for _ in 0..plies {
            let m = pos.any_move(dice)?;
            pos.make(m);
        }
        Some((pos, plies))
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&mut self, game: usize) -> Option<Played<P>> {
        // Seeds of neighbouring numbers have nothing in common in this generator.
        let mut dice =
            Dice::new(self.recipe.seed ^ (game as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.engine.clear();
        let (mut pos, mut ply) = loop_of(PATIENCE, || {
            let (pos, plies) = self.begin(game, &mut dice).filter(|b| b.0.ending().is_none())?;
            let answer = self.ask(&pos)?;
            (answer.score.abs() <= self.recipe.balance).then_some((pos, plies))
        })?;
        self.engine.clear();
        let mut samples = Vec::new();
        let (mut sure, mut dull) = ([0, 0], 0);
        let result = loop {
            if self.stop.is_set() {
                return None;
            }
            if let Some(winner) = pos.ending() {
                break points(winner);
            }
            if ply >= self.recipe.max_plies {
                break 1;
            }
            let Answer { best, score, is_exact } = self.ask(&pos)?;
            let side = pos.side();
            let for_first = if side == 0 { score } else { -score };
            sure = [(for_first, sure[0]), (-for_first, sure[1])]
                .map(|(score, n)| if score >= self.recipe.win { n + 1 } else { 0 });
            dull = if score.abs() <= Recipe::EVEN { dull + 1 } else { 0 };
            let mut flags = Flags::empty();
            flags.set(Flags::THREATENED, pos.under_threat());
            flags.set(Flags::NOISY, pos.is_noisy(best) || !is_exact);
            samples.push(Sample {
                position: pos.clone(),
                score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
                ply: u16::try_from(ply).unwrap_or(u16::MAX),
                flags,
            });
            if let Some(winner) = (0..2).find(|&side| sure[side] >= Recipe::SURE) {
                break points(Some(winner));
            }
            if dull >= Recipe::DULL && ply >= Recipe::LATE {
                break 1;
            }
            pos.make(best);
            ply += 1;
        };
        Some(Played { result, samples })
    }
}

fn points(winner: Option<usize>) -> u8 {
    match winner {
        Some(0) => 2,
        None => 1,
        Some(_) => 0,
    }
}

/// The first answer of so many tries.
fn loop_of<T>(tries: usize, attempt: impl FnMut() -> Option<T>) -> Option<T> {
    std::iter::repeat_with(attempt).take(tries).flatten().next()
}

/// Plays the games of these numbers on so many threads and hands their bytes out in
/// order, whichever is finished first, until `visit` breaks or `stop` is set. The
/// first of the starts is where random openings begin. Games that find no
/// balanced opening have no positions.
///
/// # Errors
/// [`TableError`] if there is no memory for an engine.
pub fn play<P: Training>(
    recipe: &Recipe,
    starts: &[P],
    games: std::ops::Range<usize>,
    threads: usize,
    stop: &Stop,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(), TableError> {
    let tables = (0..threads.max(1)).map(|_| Table::new(recipe, starts, stop));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(games.start);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut table in tables {
            let (sender, next, games) = (sender.clone(), &next, &games);
            scope.spawn(move || {
                loop {
                    let game = next.fetch_add(1, Relaxed);
                    if game >= games.end || stop.is_set() {
                        break;
                    }
                    let played = table.play(game);
                    if stop.is_set() {
                        break;
                    }
                    let played = played.unwrap_or(Played { result: 1, samples: Vec::new() });
                    if sender.send((game, encode(&played))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = games.start;
        for (game, bytes) in receiver {
            waiting.insert(game, bytes);
            while let Some(bytes) = waiting.remove(&due) {
                due += 1;
                if visit(&bytes).is_break() {
                    stop.stop();
                    return;
                }
            }
        }
    });
    Ok(())
}
