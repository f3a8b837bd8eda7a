//! Proving what a position is worth.

use std::time::{Duration, Instant};

use search_core::{
    Engine, Evaluate, Info, Limits, Options, Outcome, Report, Score, Stop, final_outcome,
};

use crate::board::Board;
use crate::square::Square;

/// What [`solve`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value for the side to move; `None` if a limit came first.
    pub value: Option<Outcome>,
    /// What is known even then: the side to move does not win.
    pub cannot_win: bool,
    /// Likewise: the side to move does not lose.
    pub cannot_lose: bool,
    /// A move that reaches the value, and an example of how play may go on:
    /// empty where the game is over, and where nothing is known.
    pub line: Vec<Square>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// The engine's options that prove fastest.
///
/// Killers and counter moves, which know no board, come before the
/// [static order](search_core::Heuristics::static_order), which knows the
/// lines: without them 5x5 with k = 4 takes 70 thousand nodes instead of 630
/// thousand, 7x5 with k = 4 32 thousand instead of 22 million.
#[must_use]
pub fn solver_options() -> Options {
    Options { killers: false, ..Options::default() }
}

/// Proves whether the side to move wins, draws or loses, with the engine's search.
///
/// Two questions are put to it, each with a null window: is it won, and if
/// not, is it at least drawn? That is much less work than to find the shortest
/// win, or the moves of equal worth. The limits hold for both together; their
/// `window` is not used.
///
/// ```
/// use search_core::{Engine, Limits, Outcome, Stop};
/// use tictactoe::{Board, Mnk, Potential, solve, solver_options};
/// let board = Mnk::<u64>::empty("4,3,3".parse()?)?;
/// let mut engine = Engine::new(Potential, solver_options())?;
/// let solution = solve(&mut engine, &board, &Limits::default(), &Stop::new(), |_| ());
/// assert_eq!(solution.value, Some(Outcome::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<P, E>(
    engine: &mut Engine<P, E>,
    board: &P,
    limits: &Limits<Square>,
    stop: &Stop,
    mut on_info: impl FnMut(&Info<'_, Square>),
) -> Solution
where
    P: Board + Send,
    E: Evaluate<P> + Send,
{
    let start = Instant::now();
    let mut found = Solution {
        value: final_outcome(board),
        cannot_win: false,
        cannot_lose: false,
        line: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
    };
    if found.value.is_none() {
        let mut ask = |window: (Score, Score), found: &mut Solution| {
            let limits = Limits {
                window: Some(window),
                nodes: limits.nodes.map(|n| n.saturating_sub(found.nodes)),
                movetime: limits.movetime.map(|t| t.saturating_sub(start.elapsed())),
                ..limits.clone()
            };
            let report = engine.search(board, &limits, stop, &mut on_info);
            found.nodes += report.stats.nodes;
            report
        };
        let won = ask((Score::DRAW, Score::DRAW + 1), &mut found);
        if won.score.is_win() {
            found.settle(Outcome::Win, &won);
        } else if won.complete {
            found.cannot_win = true;
            let held = ask((Score::DRAW - 1, Score::DRAW), &mut found);
            if held.score.is_loss() {
                found.settle(Outcome::Loss, &held);
            } else if held.complete {
                found.settle(Outcome::Draw, &held);
            }
        }
    }
    found.cannot_win |= matches!(found.value, Some(Outcome::Draw | Outcome::Loss));
    found.cannot_lose |= matches!(found.value, Some(Outcome::Draw | Outcome::Win));
    found.time = start.elapsed();
    found
}

impl Solution {
    fn settle(&mut self, value: Outcome, report: &Report<Square>) {
        self.value = Some(value);
        self.line = report.lines.first().map_or(Vec::new(), |line| line.pv.clone());
    }
}
