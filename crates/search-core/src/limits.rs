//! When a search ends, and how much of the clock one move may use.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::params::Params;
use crate::score::Score;
use crate::skill::Skill;
use crate::sync::{Arc, AtomicBool, Condvar, Mutex};

/// A clock as GUIs send it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the side to move.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None`: the time is for all of the game.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. All limits that are given count; with none, the
/// search runs until it is stopped or has nothing left to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Stop as soon as a win in this many moves of the winner is found.
    pub mate: Option<u32>,
    /// Where there is only one move to consider, end after a few plies although the movetime
    /// allows more; with a clock it is always so.
    pub forced_at_once: bool,
    /// Never stop of its own accord, even when all is known.
    pub infinite: bool,
    /// The opponent is to move yet: until [`Stop::hit`] the clock stands
    /// still, and no limit of time ends the search.
    pub ponder: bool,
    /// The moves to consider at the root, in this order before ordering knows
    /// better; `None`: all legal ones.
    pub moves: Option<Vec<M>>,
    /// How many best lines to find; 0 counts as 1.
    pub multipv: usize,
    /// Scores at or below the first, or at or above the second, are told as
    /// bounds: for questions such as "is it won?", answered sooner than "what
    /// is it worth?". `None`: the value itself is wanted.
    pub window: Option<(Score, Score)>,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            forced_at_once: false,
            infinite: false,
            ponder: false,
            moves: None,
            multipv: 1,
            window: None,
        }
    }
}

impl<M> Limits<M> {
    /// To a depth in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// A number of nodes.
    #[must_use]
    pub fn nodes(n: u64) -> Self {
        Self { nodes: Some(n), ..Self::default() }
    }

    /// A time.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// The limit of nodes, for an engine of this skill.
    pub(crate) fn nodes_for(&self, skill: Option<Skill>) -> Option<u64> {
        self.nodes.into_iter().chain(skill.map(Skill::nodes)).min()
    }

    /// Whether a time is given, by movetime or clock.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.movetime.is_some() || self.clock.is_some()
    }
}

/// Stops a search from another thread. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    set: AtomicBool,
    hit: AtomicBool,
    /// When the expected move was played.
    hit_at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Stop {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end. It answers with what it has.
    pub fn stop(&self) {
        let guard = self.0.hit_at.lock();
        self.0.set.store(true, Ordering::Relaxed);
        drop(guard);
        self.0.changed.notify_all();
    }

    /// Tells a search with [`Limits::ponder`] that the expected move was
    /// played: its time begins now. Nothing for any other search.
    pub fn hit(&self) {
        let mut at = self.0.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        at.get_or_insert_with(Instant::now);
        self.0.hit.store(true, Ordering::Relaxed);
    }

    /// When the expected move was played, if it was.
    fn hit_at(&self) -> Option<Instant> {
        if !self.0.hit.load(Ordering::Relaxed) {
            return None;
        }
        *self.0.hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes both back, before the next search.
    pub fn reset(&self) {
        let mut at = self.0.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        *at = None;
        self.0.hit.store(false, Ordering::Relaxed);
        self.0.set.store(false, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.set.load(Ordering::Relaxed)
    }

    /// Sleeps until the flag is set.
    pub fn wait(&self) {
        let mut guard = self.0.hit_at.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() {
            guard = self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The time that one move may use: no new iteration after `soft`, no node after `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// When the search began.
    pub start: Instant,
    /// When its time began: later than `start` after pondering, `None` while it lasts.
    pub clock: Option<Instant>,
    /// After this no new iteration begins.
    pub soft: Option<Duration>,
    /// After this the search is abandoned and the last full result stands.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget of these limits, counted from now, or from [`Stop::hit`] on.
    ///
    /// A movetime is used up to the overhead. Of a clock, the share is
    /// `remaining / moves to go` (or a fixed number of moves when the clock is
    /// for the whole game) and most of the increment; the hard limit is some
    /// multiple of it, never more than a fraction of what remains.
    #[must_use]
    pub fn new<M>(limits: &Limits<M>, params: &Params, overhead: Duration) -> Self {
        let start = Instant::now();
        let mut soft = None;
        let mut hard = limits.movetime.map(|t| spare(t.min(AGES), overhead));
        if let Some(clock) = limits.clock {
            let usable = spare(clock.remaining.min(AGES), overhead);
            let moves = clock.moves_to_go.map_or(params.clock_moves as u32, |n| n.clamp(1, 60));
            let increment = clock.increment.min(AGES);
            let share =
                usable / moves + increment.mul_f64(f64::from(params.clock_increment) / 100.0);
            let fraction = if moves == 1 { 90 } else { params.clock_fraction };
            let most = usable.mul_f64(f64::from(fraction) / 100.0);
            let share = share.min(most);
            let limit = (share * params.clock_stretch as u32).min(most);
            soft = Some(share / 2);
            hard = Some(hard.map_or(limit, |h| h.min(limit)));
        }
        let clock = (!limits.ponder).then_some(start);
        Self { start, clock, soft, hard }
    }

    /// Whether the hard limit has passed.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.has_passed(self.hard)
    }

    /// Starts the clock if the expected move was played. Who has pondered for
    /// as long as the move deserves answers at once: the iteration that runs
    /// is a long one and would not end before the hard limit.
    pub fn heed(&mut self, stop: &Stop) {
        if self.clock.is_some() {
            return;
        }
        self.clock = stop.hit_at();
        if let Some((hit, soft)) = self.clock.zip(self.soft)
            && hit.duration_since(self.start) >= soft
        {
            self.hard = Some(Duration::ZERO);
        }
    }

    fn has_passed(&self, time: Option<Duration>) -> bool {
        self.clock.zip(time).is_some_and(|(start, time)| start.elapsed() >= time)
    }

    /// Whether another iteration would probably not pay, the move deserving this
    /// percentage of its share.
    #[must_use]
    pub fn is_enough(&self, percent: u32) -> bool {
        self.has_passed(self.soft.map(|soft| soft * percent / 100)) || self.is_used_up()
    }
}

/// Longer times count as this one, some 30,000 years: they can be multiplied without care.
const AGES: Duration = Duration::from_secs(1 << 40);

/// What is left of a time once sending the answer is paid for: at least half of it.
fn spare(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Duration = Duration::ZERO;

    fn budget(limits: &Limits<()>) -> Budget {
        Budget::new(limits, &Params::default(), Duration::from_millis(10))
    }

    #[test]
    fn a_time_of_nothing_is_used_up_at_once() {
        assert!(budget(&Limits::movetime(NOTHING)).is_used_up());
        let clock = Clock { remaining: NOTHING, increment: NOTHING, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(budget(&limits).is_enough(100));
        assert!(!budget(&Limits::depth(3)).is_used_up());
    }

    #[test]
    fn times_without_measure_are_long_times() {
        let times = [NOTHING, Duration::from_nanos(1), AGES, Duration::MAX];
        for (remaining, increment) in times.iter().flat_map(|&a| times.map(|b| (a, b))) {
            for overhead in times {
                for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let clock = Some(Clock { remaining, increment, moves_to_go });
                    let limits: Limits<()> = Limits { clock, ..Limits::movetime(increment) };
                    let budget = Budget::new(&limits, &Params::default(), overhead);
                    let _ = (budget.is_enough(1000), budget.is_used_up());
                }
            }
        }
        let forever = budget(&Limits::movetime(Duration::MAX));
        assert!(!forever.is_used_up() && !forever.is_enough(100));
    }

    #[test]
    fn while_pondering_the_clock_stands_still() {
        let stop = Stop::new();
        let mut budget = budget(&Limits { ponder: true, ..Limits::movetime(NOTHING) });
        budget.heed(&stop);
        assert!(!budget.is_used_up() && !budget.is_enough(100));
        let asked = Instant::now();
        stop.hit();
        budget.heed(&stop);
        assert!(budget.clock.is_some_and(|from| from >= asked));
        assert!(budget.is_used_up());
        // A second word moves nothing, and the next search begins anew.
        let from = budget.clock;
        stop.hit();
        budget.heed(&stop);
        assert_eq!(budget.clock, from);
        stop.reset();
        assert_eq!(stop.hit_at(), None);
    }

    #[test]
    fn who_has_pondered_long_enough_answers_at_once() {
        let remaining = Duration::from_secs(1000);
        let clock = Clock { remaining, increment: NOTHING, moves_to_go: None };
        let limits = Limits { ponder: true, clock: Some(clock), ..Limits::default() };
        let stop = Stop::new();
        stop.hit();
        // Nothing pondered: the whole share is left.
        let mut fresh = budget(&limits);
        fresh.heed(&stop);
        assert!(!fresh.is_enough(100));
        // The share is gone before the hit.
        let mut long = Budget { soft: Some(NOTHING), ..budget(&limits) };
        long.start = Instant::now();
        let late = Stop::new();
        late.hit();
        long.heed(&late);
        assert!(long.is_used_up());
    }
}
