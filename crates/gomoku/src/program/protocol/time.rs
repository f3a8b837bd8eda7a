//! How long a search may take.
//!
//! The manager's clock runs from the moment it has written a command to the
//! moment it has read our answer; ours begins when the command is obeyed. What
//! lies between them is kept in reserve, and more if an answer came later than
//! it was meant to.

use std::time::{Duration, Instant};

use gomoku::Point;
use search_core::{Clock, Depth, Limits};

use super::info::{Info, UNLIMITED};

/// Without a word about time.
const DEFAULT: Duration = Duration::from_secs(5);
/// "As fast as possible": enough to see what threatens.
const FAST: Duration = Duration::from_millis(60);
const FAST_NODES: u64 = 10_000;
/// What passes between a manager and us, on a machine that has other things to do; of
/// short times an eighth at most. (At 100 ms a move the answer comes after 91 ms at
/// the latest on a quiet machine; with 30 ms in reserve it came after 73.)
const RESERVE: Duration = Duration::from_millis(30);
/// The most that late answers add to it.
const MOST_LATE: Duration = Duration::from_millis(500);
/// A search that may go on for longer is stopped at the end of input: nobody
/// waits for its answer.
const PATIENCE: Duration = Duration::from_secs(3600);
/// A depth alone may never be reached.
const PATIENCE_DEPTH: Duration = Duration::from_secs(5);

/// What the game has cost so far, and what the last answers were late by.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// In this game, by searches.
    used: Duration,
    /// What was used when the time left was sent.
    used_then: Duration,
    late: Duration,
    running: Option<(Instant, Option<Duration>)>,
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    pub limits: Limits<Point>,
    /// After the end of input; `None`: until the limits end it.
    pub patience: Option<Duration>,
}

impl Allowed {
    /// The whole time, for those who divide it among several searches.
    pub fn whole(&self) -> Duration {
        let share = self.limits.clock.map(|clock| clock.remaining / 20);
        let times = self.limits.movetime.into_iter().chain(share);
        times.min().unwrap_or(DEFAULT)
    }
}

fn milliseconds(n: i64) -> Duration {
    Duration::from_millis(u64::try_from(n).unwrap_or(0))
}

impl Times {
    /// A new game begins.
    pub const fn begin_game(&mut self) {
        self.used = Duration::ZERO;
        self.used_then = Duration::ZERO;
    }

    /// The manager has said what is left.
    pub const fn note_left(&mut self) {
        self.used_then = self.used;
    }

    /// What is left of the game's time, below zero too; `None`: no limit.
    fn left(&self, info: &Info) -> Option<i64> {
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        match (info.time_left, info.timeout_match) {
            (Some(UNLIMITED..), _) => None,
            // Without a limit there is nothing of which nothing could be left.
            (Some(..=0), Some(0)) => None,
            (Some(left), _) => {
                Some(left.saturating_sub(ms(self.used.saturating_sub(self.used_then))))
            }
            (None, Some(whole @ 1..UNLIMITED)) => Some(whole.saturating_sub(ms(self.used))),
            (None, _) => None,
        }
    }

    /// What a time is worth once the way of the answer is paid for.
    fn spare(&self, time: Duration) -> Duration {
        // Long times have more to lose, and more to spare.
        let more = (time / 100).min(Duration::from_millis(200));
        time.saturating_sub(RESERVE.min(time / 8) + self.late + more).max(time / 5)
    }

    /// The limits of a search that begins now.
    pub fn allow(&mut self, info: &Info) -> Allowed {
        let left = self.left(info);
        let mut limits =
            Limits { depth: info.max_depth, nodes: info.max_node, ..Limits::default() };
        limits.depth = limits.depth.map(|n| n.min(Depth::MAX.get() as u32));
        let counted = limits.depth.is_some() || limits.nodes.is_some();
        let fast = left.is_some_and(|n| n <= 0) || info.timeout_turn.is_some_and(|n| n <= 0);
        if fast {
            limits.movetime = Some(FAST);
            limits.nodes = Some(limits.nodes.map_or(FAST_NODES, |n| n.min(FAST_NODES)));
        } else {
            let turn = match info.timeout_turn {
                Some(UNLIMITED..) => None,
                Some(n) => Some(milliseconds(n)),
                None => (left.is_none() && !counted).then_some(DEFAULT),
            };
            limits.movetime = turn.map(|time| self.spare(time));
            limits.forced_at_once = true;
            limits.clock = left.map(|n| Clock {
                remaining: self.spare(milliseconds(n)),
                increment: Duration::ZERO,
                moves_to_go: None,
            });
        }
        let patience = match (limits.movetime, limits.clock) {
            (Some(time), _) if time <= PATIENCE => None,
            (None, Some(clock)) if clock.remaining <= PATIENCE => None,
            _ if limits.nodes.is_some() => None,
            _ if limits.depth.is_some() => Some(PATIENCE_DEPTH),
            _ => Some(Duration::ZERO),
        };
        self.running = Some((Instant::now(), limits.movetime));
        Allowed { limits, patience }
    }

    /// The answer is ready.
    pub fn end(&mut self) {
        let Some((began, meant)) = self.running.take() else { return };
        let took = began.elapsed();
        self.used = self.used.saturating_add(took);
        let late = meant.map_or(Duration::ZERO, |meant| took.saturating_sub(meant));
        // One hiccup is soon forgotten.
        self.late = late.max(self.late * 3 / 4).min(MOST_LATE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(lines: &[&str]) -> Allowed {
        let (mut info, mut times) = (Info::default(), Times::default());
        for line in lines {
            info.set(line);
        }
        times.allow(&info)
    }

    fn turn(ms: i64) -> Duration {
        allowed(&[&format!("timeout_turn {ms}")]).limits.movetime.unwrap()
    }

    #[test]
    fn the_turn_is_kept_with_a_reserve() {
        assert_eq!(turn(5000), Duration::from_millis(4920));
        assert_eq!(turn(300), Duration::from_millis(267));
        // Of short times an eighth.
        assert_eq!(turn(100), Duration::from_micros(86_500));
        assert_eq!(turn(40), Duration::from_micros(34_600));
        assert!(turn(1) > Duration::ZERO);
        assert_eq!(allowed(&[]).limits.movetime, Some(DEFAULT - RESERVE - DEFAULT / 100));
    }

    #[test]
    fn nothing_left_is_answered_at_once() {
        for lines in [
            &["timeout_turn 0"][..],
            &["timeout_turn -5"],
            &["timeout_turn 5000", "time_left 0", "timeout_match 1000"],
            &["timeout_turn 5000", "time_left -99999999999999999999"],
        ] {
            let limits = allowed(lines).limits;
            assert_eq!((limits.movetime, limits.clock), (Some(FAST), None), "{lines:?}");
            assert_eq!(limits.nodes, Some(FAST_NODES));
        }
        // No limit, of which some managers say that nothing is left.
        let limits = allowed(&["timeout_turn 5000", "timeout_match 0", "time_left 0"]).limits;
        assert_eq!((limits.movetime, limits.clock), (Some(Duration::from_millis(4920)), None));
    }

    #[test]
    fn the_game_bounds_the_turn() {
        let limits = allowed(&["timeout_turn 5000", "time_left 2000"]).limits;
        let clock = limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(1950));
        assert!(limits.movetime.is_some());
        // The turn alone is not limited by default then.
        assert_eq!(allowed(&["timeout_match 60000"]).limits.movetime, None);
        let limits =
            allowed(&["timeout_turn 300", "timeout_match 0", "time_left 2147483647"]).limits;
        assert_eq!((limits.clock, limits.movetime), (None, Some(Duration::from_millis(267))));
    }

    #[test]
    fn what_was_used_is_gone() {
        let mut info = Info::default();
        info.set("timeout_match 10000");
        let mut times = Times { used: Duration::from_secs(4), ..Times::default() };
        assert_eq!(times.left(&info), Some(6000));
        info.set("time_left 3000");
        times.note_left();
        assert_eq!(times.left(&info), Some(3000));
        times.used += Duration::from_secs(1);
        assert_eq!(times.left(&info), Some(2000));
        times.begin_game();
        assert_eq!(times.left(&info), Some(3000));
    }

    #[test]
    fn who_is_late_takes_less() {
        let mut times = Times::default();
        let long_ago = Instant::now().checked_sub(Duration::from_millis(400)).unwrap();
        times.running = Some((long_ago, Some(Duration::from_millis(300))));
        times.end();
        assert!(times.late >= Duration::from_millis(100));
        let mut info = Info::default();
        info.set("timeout_turn 1000");
        assert!(times.allow(&info).limits.movetime.unwrap() <= Duration::from_millis(860));
    }

    #[test]
    fn depth_and_nodes_of_the_dialect() {
        let allowed_ = allowed(&["max_depth 6", "max_node 5000"]);
        assert_eq!((allowed_.limits.depth, allowed_.limits.nodes), (Some(6), Some(5000)));
        assert_eq!((allowed_.limits.movetime, allowed_.patience), (None, None));
        assert_eq!(allowed(&["max_depth 99"]).patience, Some(PATIENCE_DEPTH));
        let open = allowed(&["timeout_turn 2147483647", "max_depth 0"]);
        assert_eq!((open.limits.movetime, open.limits.depth), (None, None));
        assert_eq!(open.patience, Some(Duration::ZERO));
    }
}
