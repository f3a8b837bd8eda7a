//! One game between two engines.

use std::fmt;
use std::time::{Duration, Instant};

use super::player::{Answer, Fault, Player, Stop, Told, Turn};
use super::referee::{Seat, Table};
use super::settings::Limits;

/// Plies of the longest game, if nothing else is said: no engine should need more.
const LONGEST: usize = 1000;

/// When a game is ended before the rules end it, and what is forgiven.
#[derive(Clone, Debug)]
pub struct Policy {
    /// After its time an answer is still taken for so long.
    pub margin: Duration,
    /// Without a clock, an engine that is silent for so long hangs.
    pub patience: Duration,
    /// Lost when both engines have agreed on it for so many moves each.
    pub resign: Option<Resign>,
    /// Drawn when both engines see nothing for so many moves each.
    pub draw: Option<Draw>,
    /// Drawn after so many plies, those of the opening included.
    pub longest: usize,
    /// Lost when an engine holds more bytes.
    pub memory: Option<u64>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(20),
            patience: Duration::from_secs(60),
            resign: None,
            draw: None,
            longest: LONGEST,
            memory: None,
        }
    }
}

/// When a game counts as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Moves of each side, in a row.
    pub moves: usize,
    /// The loser's score is this or less below zero, the winner's this or more above.
    pub score: i32,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Not before so many plies.
    pub after: usize,
    /// Moves of each side, in a row.
    pub moves: usize,
    /// No score is further from zero.
    pub score: i32,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the rules, and by which.
    Rules(&'static str),
    /// Both engines agreed on a win.
    Resign,
    /// Both engines agreed on a draw.
    Draw,
    /// It went on for too long.
    Length,
    /// What an engine did.
    Fault(Seat, Fault),
}

impl Reason {
    /// Without particulars: one of a few words.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rules(reason) => reason,
            Self::Resign => "adjudicated as won",
            Self::Draw => "adjudicated as drawn",
            Self::Length => "too long",
            Self::Fault(_, fault) => fault.kind(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(_, fault) => fault.fmt(f),
            _ => f.write_str(self.kind()),
        }
    }
}

/// A move of an engine, and what it said of it.
#[derive(Clone, Debug)]
pub struct Played {
    /// As in records.
    pub text: String,
    /// How long it took.
    pub time: Duration,
    /// About the search.
    pub told: Told,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// With the last legal move.
    pub table: Table,
    /// Plies of the opening.
    pub opening: usize,
    /// The moves after it.
    pub moves: Vec<Played>,
    /// Nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it is over.
    pub reason: Reason,
    /// Time that was nobody's: of the game less that of all moves.
    pub overhead: Duration,
}

impl Finished {
    /// An engine could not even begin.
    #[must_use]
    pub fn before_it_began(table: Table, seat: Seat, fault: Fault) -> Self {
        Self {
            opening: table.plies(),
            table,
            moves: Vec::new(),
            winner: Some(seat.other()),
            reason: Reason::Fault(seat, fault),
            overhead: Duration::ZERO,
        }
    }

    /// Whether it ended by what one did.
    #[must_use]
    pub fn is_fault_of(&self, seat: Seat) -> bool {
        matches!(self.reason, Reason::Fault(whose, _) if whose == seat)
    }
}

struct Clocks<'a> {
    limits: [&'a Limits; 2],
    left: [Duration; 2],
    moves_to_go: [Option<u32>; 2],
}

impl<'a> Clocks<'a> {
    fn new(limits: [&'a Limits; 2]) -> Self {
        let left = limits.map(|l| l.clock.map_or(Duration::ZERO, |c| c.base + c.increment));
        Self { limits, left, moves_to_go: limits.map(|l| l.clock.and_then(|c| c.moves)) }
    }

    fn turn(&self, seat: Seat, policy: &Policy) -> Turn<'a> {
        let limits = self.limits[seat.index()];
        let time = match (limits.movetime, limits.clock) {
            (Some(time), _) => time + policy.margin,
            (None, Some(_)) => self.left[seat.index()] + policy.margin,
            (None, None) => policy.patience,
        };
        let moves_to_go = self.moves_to_go[seat.index()];
        // One who is a little late is told apart from one who hangs.
        let end = time + Duration::from_millis(500);
        Turn { limits, left: self.left, moves_to_go, end }
    }

    /// Takes the time of a move; by how much it was too long, beyond the margin.
    fn take(&mut self, seat: Seat, time: Duration, margin: Duration) -> Option<Duration> {
        let limits = self.limits[seat.index()];
        if let Some(limit) = limits.movetime {
            return time.checked_sub(limit + margin).filter(|over| !over.is_zero());
        }
        let clock = limits.clock?;
        let left = &mut self.left[seat.index()];
        if let Some(over) = time.checked_sub(*left + margin).filter(|over| !over.is_zero()) {
            return Some(over);
        }
        *left = left.saturating_sub(time) + clock.increment;
        if let Some(moves) = &mut self.moves_to_go[seat.index()] {
            *moves -= 1;
            if *moves == 0 {
                *moves = clock.moves.unwrap_or(1);
                *left += clock.base;
            }
        }
        None
    }
}

/// Plays a game from an opening; `None` if the match was stopped.
pub fn play(
    mut table: Table,
    players: &mut [Player; 2],
    limits: [&Limits; 2],
    policy: &Policy,
    stop: Stop<'_>,
) -> Option<Finished> {
    let opening = table.plies();
    let mut moves: Vec<Played> = Vec::new();
    let mut clocks = Clocks::new(limits);
    let mut begun = Instant::now();
    let (winner, reason) = 'game: {
        let fault = |seat: Seat, fault| (Some(seat.other()), Reason::Fault(seat, fault));
        for seat in Seat::BOTH {
            if let Err(why) = players[seat.index()].begin(&table, limits[seat.index()], stop) {
                break 'game fault(seat, why);
            }
        }
        begun = Instant::now();
        loop {
            if let Some(end) = table.ending() {
                break (end.winner, Reason::Rules(end.reason));
            }
            if let Some(end) = agreed(&moves, table.to_move(), table.plies(), policy) {
                break end;
            }
            let seat = table.to_move();
            let player = &mut players[seat.index()];
            let turn = clocks.turn(seat, policy);
            let Answer { text, time, told } = match player.think(&table, &turn, stop) {
                Ok(answer) => answer,
                Err(why) => break fault(seat, why),
            };
            if let Some(over) = clocks.take(seat, time, policy.margin) {
                break fault(seat, Fault::Late { over, is_open: false });
            }
            if let Err(why) = table.play(&text) {
                let text = super::referee::clip(&text);
                break fault(seat, Fault::Illegal { text, why });
            }
            moves.push(Played { text, time, told });
            let memory = policy.memory.and_then(|limit| player.memory().filter(|&m| m > limit));
            if let Some(bytes) = memory {
                break fault(seat, Fault::Memory(bytes));
            }
        }
    };
    if matches!(reason, Reason::Fault(_, Fault::Stopped)) {
        return None;
    }
    let thought = moves.iter().map(|m| m.time).sum();
    let overhead = begun.elapsed().saturating_sub(thought);
    Some(Finished { table, opening, moves, winner, reason, overhead })
}

/// What both engines agree on, or the length ends.
fn agreed(
    moves: &[Played],
    to_move: Seat,
    plies: usize,
    policy: &Policy,
) -> Option<(Option<Seat>, Reason)> {
    if plies >= policy.longest {
        return Some((None, Reason::Length));
    }
    // The scores of the last moves for the side to move, from the last on.
    let last = |count: usize| -> Option<Vec<i32>> {
        let first = moves.len().checked_sub(2 * count)?;
        let scores = moves[first..].iter().rev().map(|m| m.told.score);
        let mine =
            scores.enumerate().map(|(i, score)| score.map(|s| if i % 2 == 0 { -s } else { s }));
        mine.collect()
    };
    if let Some(Resign { moves, score }) = policy.resign
        && let Some(scores) = last(moves)
    {
        if scores.iter().all(|&s| s <= -score) {
            return Some((Some(to_move.other()), Reason::Resign));
        }
        if scores.iter().all(|&s| s >= score) {
            return Some((Some(to_move), Reason::Resign));
        }
    }
    if let Some(Draw { after, moves, score }) = policy.draw
        && plies >= after
        && last(moves).is_some_and(|scores| scores.iter().all(|s| s.abs() <= score))
    {
        return Some((None, Reason::Draw));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::settings::Clock;

    fn moves(scores: &[i32]) -> Vec<Played> {
        let told = |&score| Told { score: Some(score), ..Told::default() };
        let played =
            |score| Played { text: String::new(), time: Duration::ZERO, told: told(score) };
        scores.iter().map(played).collect()
    }

    #[test]
    fn engines_agree() {
        let resign = Some(Resign { moves: 2, score: 500 });
        let draw = Some(Draw { after: 10, moves: 2, score: 5 });
        let policy = Policy { resign, draw, longest: 100, ..Policy::default() };
        let end = |scores: &[i32], plies| agreed(&moves(scores), Seat::First, plies, &policy);
        // The last move was the second player's.
        assert_eq!(end(&[600, -600, 600, -600], 4), Some((Some(Seat::First), Reason::Resign)));
        assert_eq!(end(&[-600, 600, -600, 600], 4), Some((Some(Seat::Second), Reason::Resign)));
        assert_eq!(end(&[600, -600, 600, -400], 4), None);
        assert_eq!(end(&[600, -600], 4), None);
        assert_eq!(end(&[600, 600, 600, 600], 4), None);
        assert_eq!(end(&[5, -5, 0, 3], 9), None);
        assert_eq!(end(&[5, -5, 0, 3], 10), Some((None, Reason::Draw)));
        assert_eq!(end(&[5, -6, 0, 3], 10), None);
        assert_eq!(end(&[], 100), Some((None, Reason::Length)));
    }

    #[test]
    fn clocks_run() {
        let ms = Duration::from_millis;
        let clock = Some(Clock { base: ms(1000), increment: ms(100), moves: Some(2) });
        let first = Limits { clock, ..Limits::default() };
        let second = Limits { movetime: Some(ms(50)), ..Limits::default() };
        let mut clocks = Clocks::new([&first, &second]);
        assert_eq!(clocks.left[0], ms(1100));
        assert_eq!(clocks.take(Seat::First, ms(600), ms(20)), None);
        assert_eq!((clocks.left[0], clocks.moves_to_go[0]), (ms(600), Some(1)));
        assert_eq!(clocks.take(Seat::First, ms(610), ms(20)), None);
        // Nothing was left; the increment and the base for the next two moves come.
        assert_eq!((clocks.left[0], clocks.moves_to_go[0]), (ms(1100), Some(2)));
        assert_eq!(clocks.take(Seat::First, ms(1125), ms(20)), Some(ms(5)));
        assert_eq!(clocks.take(Seat::Second, ms(70), ms(20)), None);
        assert_eq!(clocks.take(Seat::Second, ms(71), ms(20)), Some(ms(1)));
    }
}
