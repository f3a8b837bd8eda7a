//! The games of a match, and who plays them when.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::game::{Finished, Policy, play};
use super::player::{Fault, Player, Stop};
use super::process::Log;
use super::referee::{Seat, Table};
use super::settings::EngineSettings;
use crate::stats::Score;

/// All that is decided before the first game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who takes part.
    pub engines: Vec<EngineSettings>,
    /// Who plays whom, by number.
    pub pairings: Vec<(usize, usize)>,
    /// Pairs of games of each pairing.
    pub rounds: usize,
    /// Where the games of a round begin, the first again after the last.
    pub openings: Vec<Table>,
    /// When games end early.
    pub policy: Policy,
    /// Games at a time.
    pub concurrency: usize,
    /// For all that is said.
    pub log: Option<Log>,
}

/// A game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// From 0: round after round, the pairings of each, two games of each.
    pub number: usize,
    /// Which pairing.
    pub pairing: usize,
    /// Which opening.
    pub round: usize,
    /// Whether the second engine of the pairing has the first seat.
    pub is_return: bool,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Which.
    pub job: Job,
    /// The engines, by seat.
    pub seats: [usize; 2],
    /// How it went.
    pub game: Finished,
}

impl Outcome {
    /// For the first engine of the pairing.
    #[must_use]
    pub fn score(&self) -> Score {
        score(self.job.is_return, self.game.winner)
    }
}

pub(super) fn score(is_return: bool, winner: Option<Seat>) -> Score {
    match winner {
        None => Score::Draw,
        Some(seat) if (seat == Seat::First) != is_return => Score::Win,
        Some(_) => Score::Loss,
    }
}

/// Everybody against everybody, or the first against all others.
#[must_use]
pub fn pairings(engines: usize, is_gauntlet: bool) -> Vec<(usize, usize)> {
    let first = if is_gauntlet { 1.min(engines) } else { engines };
    (0..first).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
}

impl Plan {
    /// Games in all.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// The game of a number.
    #[must_use]
    pub fn job(&self, number: usize) -> Job {
        let pair = number / 2;
        Job {
            number,
            pairing: pair % self.pairings.len(),
            round: pair / self.pairings.len(),
            is_return: number % 2 == 1,
        }
    }

    /// The engines of a game, by seat.
    #[must_use]
    pub fn seats(&self, job: Job) -> [usize; 2] {
        let (a, b) = self.pairings[job.pairing];
        if job.is_return { [b, a] } else { [a, b] }
    }

    /// Starts each engine once, and begins a game with it.
    ///
    /// # Errors
    /// The number of the first that cannot play, and why.
    pub fn try_engines(&self, stop: Stop<'_>) -> Result<(), (usize, Fault)> {
        for (i, engine) in self.engines.iter().enumerate() {
            let table = &self.openings[0];
            let player = Player::start(engine, table, self.log.clone(), stop);
            let begun = player.and_then(|mut player| {
                player.begin(table, &engine.limits, stop)?;
                player.leave();
                Ok(())
            });
            begun.map_err(|fault| (i, fault))?;
        }
        Ok(())
    }

    /// Plays all games but those that are done, several at a time, until all are
    /// played, the match is stopped, or `over`, which gets each as it ends, has
    /// enough.
    pub fn run(
        &self,
        done: &BTreeSet<usize>,
        stop: &AtomicBool,
        mut over: impl FnMut(Outcome) -> ControlFlow<()>,
    ) {
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        let (out, outcomes) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (out, next, enough) = (out.clone(), &next, &enough);
                scope.spawn(move || {
                    let mut bench = Bench { plan: self, players: Vec::new() };
                    while !stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games() {
                            break;
                        }
                        if done.contains(&number) {
                            continue;
                        }
                        // A game that is stopped, or whose end nobody wants, is not counted.
                        let outcome = bench.play(self.job(number), &[stop, enough]);
                        if outcome.is_none_or(|outcome| out.send(outcome).is_err()) {
                            break;
                        }
                    }
                    bench.leave();
                });
            }
            drop(out);
            for outcome in outcomes {
                if over(outcome).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
    }
}

/// The engines that wait for a game, of one who plays games one after the other.
struct Bench<'a> {
    plan: &'a Plan,
    players: Vec<(usize, Player)>,
}

impl Bench<'_> {
    fn play(&mut self, job: Job, stop: Stop<'_>) -> Option<Outcome> {
        let plan = self.plan;
        let table = &plan.openings[job.round % plan.openings.len()];
        let seats = plan.seats(job);
        let mut started = Vec::new();
        for seat in Seat::BOTH {
            match self.take(seats[seat.index()], table, stop) {
                Ok(player) => started.push(player),
                Err(Fault::Stopped) => return None,
                Err(fault) => {
                    let game = Finished::before_it_began(table.clone(), seat, fault);
                    return Some(Outcome { job, seats, game });
                }
            }
        }
        let mut players: [Player; 2] = started.try_into().ok()?;
        let limits = seats.map(|engine| &plan.engines[engine].limits);
        let game = play(table.clone(), &mut players, limits, &plan.policy, stop)?;
        for ((seat, &engine), player) in Seat::BOTH.iter().zip(&seats).zip(players) {
            // Who has done wrong once is not asked again.
            let is_good = !game.is_fault_of(*seat) && !plan.engines[engine].restart;
            if is_good {
                self.players.push((engine, player));
            } else if !game.is_fault_of(*seat) {
                player.leave();
            }
        }
        Some(Outcome { job, seats, game })
    }

    fn take(&mut self, engine: usize, table: &Table, stop: Stop<'_>) -> Result<Player, Fault> {
        if let Some(at) = self.players.iter().position(|(number, _)| *number == engine) {
            return Ok(self.players.swap_remove(at).1);
        }
        Player::start(&self.plan.engines[engine], table, self.plan.log.clone(), stop)
    }

    fn leave(self) {
        self.players.into_iter().for_each(|(_, player)| player.leave());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_has_every_opening_with_both_colours() {
        let plan = Plan {
            engines: vec![EngineSettings::default(); 3],
            pairings: pairings(3, false),
            rounds: 2,
            openings: vec![xiangqi::Xiangqi::start().into()],
            policy: Policy::default(),
            concurrency: 1,
            log: None,
        };
        assert_eq!((plan.games(), plan.pairings.len()), (12, 3));
        let mut seen = BTreeSet::new();
        for number in 0..plan.games() {
            let job = plan.job(number);
            seen.insert((job.round, plan.seats(job)));
        }
        assert_eq!(seen.len(), 12);
        assert_eq!(pairings(4, true), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(score(true, Some(Seat::First)), Score::Loss);
        assert_eq!(score(false, Some(Seat::First)), Score::Win);
        assert_eq!(score(true, None), Score::Draw);
    }
}
