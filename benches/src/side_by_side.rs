//! Ratios that a busy machine cannot spoil.
//!
//! Two programs timed one after the other are compared with the weather of
//! two different minutes. Here the contestants take turns, in an order that
//! is reversed from round to round, and each round gives a ratio of its own;
//! the median of these is what is reported.

use std::time::Duration;

use cpu_time::ThreadTime;

/// One who takes part: a name, and a piece of work to repeat.
pub struct Contestant<'a> {
    /// How it is called in the table.
    pub name: &'a str,
    work: Box<dyn FnMut() + 'a>,
}

impl std::fmt::Debug for Contestant<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Contestant").field(&self.name).finish()
    }
}

impl<'a> Contestant<'a> {
    /// A contestant; `work` should return what it computed, so that it is computed.
    pub fn new<T>(name: &'a str, mut work: impl FnMut() -> T + 'a) -> Self {
        let work = Box::new(move || drop(std::hint::black_box(work())));
        Self { name, work }
    }

    /// The time of `repeats` pieces of work.
    fn time(&mut self, repeats: u32) -> Duration {
        let start = ThreadTime::now();
        for _ in 0..repeats {
            (self.work)();
        }
        start.elapsed()
    }
}

/// What a race found for one contestant.
#[derive(Clone, Debug)]
pub struct Result<'a> {
    /// The contestant.
    pub name: &'a str,
    /// The median time of one piece of work.
    pub time: Duration,
    /// How many times as long as the first contestant it took, by the median of all rounds.
    pub ratio: f64,
}

/// Lets the contestants take turns for some rounds, each doing its work
/// `repeats` times in a row. Before several rounds one more warms up and does
/// not count; a single one is for work so long that warmth is nothing.
///
/// # Panics
/// Without contestants or rounds.
pub fn race<'a>(rounds: usize, repeats: u32, mut all: Vec<Contestant<'a>>) -> Vec<Result<'a>> {
    let mut times = vec![Vec::with_capacity(rounds); all.len()];
    for round in usize::from(rounds == 1)..=rounds {
        let mut order: Vec<usize> = (0..all.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for i in order {
            let time = all[i].time(repeats);
            if round > 0 {
                times[i].push(time.as_secs_f64());
            }
        }
    }
    let results = all.iter().zip(&times).map(|(contestant, own)| {
        let ratios = own.iter().zip(&times[0]).map(|(a, b)| a / b).collect();
        Result {
            name: contestant.name,
            time: Duration::from_secs_f64(median(own.clone()) / f64::from(repeats)),
            ratio: median(ratios),
        }
    });
    results.collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let (upper, lower) = (numbers.len() / 2, (numbers.len() - 1) / 2);
    f64::midpoint(numbers[lower], numbers[upper])
}
