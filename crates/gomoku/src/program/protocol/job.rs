//! What runs in a thread of its own: a search for a move, or a choice of swap2.

use std::fmt;
use std::time::Duration;

use cli::host::Signals;
use cli::searcher::{self, EngineOf};
use gomoku::{Gomoku, Point};
use search_core::{Bound, Info, Limits, Line, Report};

use super::super::table::Table;
use super::swap::{self, Choice};
use super::voice;

/// The same line is not told again within this time.
const QUIET: Duration = Duration::from_millis(500);

/// The engine.
pub(super) type Engine = EngineOf<Table>;

/// Work, with all that it needs.
pub(super) struct Job {
    pub engine: Box<Engine>,
    pub game: Box<Gomoku>,
    pub task: Task,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A move.
    Move { limits: Limits<Point> },
    /// A choice of swap2, when three or five stones lie there.
    Swap { time: Duration },
}

/// What comes back of it.
pub(super) struct Done {
    pub engine: Box<Engine>,
    pub found: Found,
}

/// The answer.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Move { report: Report<Point>, ranked: bool },
    Swap(Choice),
}

/// The lines that were told last, by rank.
#[derive(Default)]
struct Told(Vec<(Duration, Line<Point>)>);

impl Told {
    /// Whether a line is to be told: one an iteration, as bounds are on the
    /// way to it. Where little is left to be found, iterations come by the
    /// hundred; those that find what was known are told now and then.
    fn is_news(&mut self, info: &Info<'_, Point>) -> bool {
        if info.line.bound != Bound::Exact {
            return false;
        }
        let (now, rank) = (info.stats.time, info.multipv.saturating_sub(1));
        let known = self.0.get(rank).is_some_and(|(then, line)| {
            let same = (line.score, &line.pv) == (info.line.score, &info.line.pv);
            same && now.saturating_sub(*then) < QUIET
        });
        if !known {
            self.0.truncate(rank);
            self.0.push((now, info.line.clone()));
        }
        !known
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("task", &self.task).finish_non_exhaustive()
    }
}

impl Job {
    pub fn run(self, signals: &Signals) -> Done {
        let Self { mut engine, game, task } = self;
        let found = match task {
            Task::Move { limits } => {
                let ranked = limits.multipv > 1;
                let mut told = Told::default();
                let report = searcher::search::<Table>(
                    &mut engine,
                    &game,
                    &limits,
                    &signals.stop,
                    &mut |info| {
                        if told.is_news(info) {
                            let rank = ranked.then_some(info.multipv);
                            signals.line(voice::info(rank, info.line, &info.stats));
                        }
                    },
                );
                Found::Move { report, ranked }
            }
            Task::Swap { time } => Found::Swap(match game.board().stones() {
                3 => swap::choose_of_three(&mut engine, &game, time, signals),
                _ => swap::choose_of_five(&mut engine, &game, time, signals),
            }),
        };
        Done { engine, found }
    }
}

/// A legal move that needs no engine: a five, the point of theirs, or what is
/// nearest to the middle.
pub(super) fn any_move(game: &Gomoku) -> Option<Point> {
    use gomoku::Rank;
    let (us, size) = (game.side_to_move(), game.size());
    let legal = |p: &Point| game.board().check(*p).is_ok();
    for (side, rank) in [
        (us, Rank::Five),
        (us.other(), Rank::Five),
        (us, Rank::OpenFour),
        (us.other(), Rank::OpenFour),
    ] {
        if let Some(point) = game.points_of(side, rank).iter().find(legal) {
            return Some(point);
        }
    }
    let middle = size.center();
    let distance = |p: &Point| {
        let (dx, dy) = (p.x().abs_diff(middle.x()), p.y().abs_diff(middle.y()));
        dx * dx + dy * dy
    };
    game.board().vacant().filter(legal).min_by_key(distance)
}
