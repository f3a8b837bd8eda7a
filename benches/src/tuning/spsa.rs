//! Simultaneous perturbation stochastic approximation (J. Spall, 1992), on parameters that are
//! whole numbers within bounds.
//!
//! Every iteration moves all parameters at once, each up or down by chance; two engines, one
//! so and one the other way round, play; all parameters then go a little way towards the
//! winner. The gains shrink as Spall advises, scaled as the testers of Stockfish do: the
//! last iterations move a parameter by its step.

use serde_json::{Value, json};

use crate::openings::Dice;

/// What is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// As `--set` takes it.
    pub name: String,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// By how much it is moved to and fro in the end.
    pub step: f64,
    /// Where it begins.
    pub start: f64,
}

/// How fast steps shrink: of what is tried, and of what is learnt.
const TRY: f64 = 0.101;
const LEARN: f64 = 0.602;

/// A search for the best values.
#[derive(Clone, Debug)]
pub struct Spsa {
    tunables: Vec<Tunable>,
    values: Vec<f64>,
    /// Iterations that are planned.
    iterations: u64,
    /// Those that are done.
    done: u64,
    /// What the last iteration learns of a game, in steps.
    rate: f64,
    seed: u64,
}

/// Two engines that are to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    flips: Vec<f64>,
    /// The values of the one, and of the other.
    pub sides: [Vec<i32>; 2],
}

impl Spsa {
    /// A search of so many iterations, reproducible by its seed.
    #[must_use]
    pub fn new(tunables: Vec<Tunable>, iterations: u64, rate: f64, seed: u64) -> Self {
        let values = tunables.iter().map(|t| t.start).collect();
        Self { tunables, values, iterations: iterations.max(1), done: 0, rate, seed }
    }

    /// Iterations done.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Names and values, rounded.
    pub fn values(&self) -> impl Iterator<Item = (&str, i32)> {
        let rounded = self.values.iter().map(|value| value.round() as i32);
        self.tunables.iter().map(|t| t.name.as_str()).zip(rounded)
    }

    /// By how much a tunable is moved in the next iteration, either way.
    fn reach(&self, tunable: &Tunable) -> f64 {
        let (k, n) = ((self.done + 1) as f64, self.iterations as f64);
        tunable.step * (n / k).powf(TRY)
    }

    /// Who is to play next.
    #[must_use]
    pub fn trial(&self) -> Trial {
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(self.done);
        let mut dice = Dice::new(seed);
        let mut trial = Trial { flips: Vec::new(), sides: [Vec::new(), Vec::new()] };
        for (tunable, &value) in self.tunables.iter().zip(&self.values) {
            let flip = if dice.below(2) == 0 { 1.0 } else { -1.0 };
            // Rounded by chance: small moves of small numbers count on the average.
            let chance = dice.below(1 << 20) as f64 / f64::from(1 << 20);
            for (side, sign) in trial.sides.iter_mut().zip([flip, -flip]) {
                let moved = (value + sign * self.reach(tunable) + chance).floor();
                side.push((moved as i32).clamp(tunable.min, tunable.max));
            }
            trial.flips.push(flip);
        }
        trial
    }

    /// Learns from the games of [`trial`](Self::trial): wins of the first side less those of the
    /// second.
    pub fn learn(&mut self, trial: &Trial, lead: f64) {
        let (k, n) = ((self.done + 1) as f64, self.iterations as f64);
        let stability = n / 10.0;
        let rate = self.rate * ((stability + n) / (stability + k)).powf(LEARN);
        for ((tunable, value), flip) in self.tunables.iter().zip(&mut self.values).zip(&trial.flips)
        {
            let reach = tunable.step * (n / k).powf(TRY);
            let moved = *value + rate * tunable.step * tunable.step / reach * lead * flip;
            *value = moved.clamp(tunable.min.into(), tunable.max.into());
        }
        self.done += 1;
    }

    /// What tells this search from others, for the head of its file.
    #[must_use]
    pub fn head(&self) -> Value {
        let tunable = |t: &Tunable| json!({"name": t.name, "min": t.min, "max": t.max, "step": t.step, "start": t.start});
        json!({
            "tunables": self.tunables.iter().map(tunable).collect::<Vec<_>>(),
            "iterations": self.iterations,
            "rate": self.rate,
            "seed": self.seed,
        })
    }

    /// Where it stands, for a line of its file.
    #[must_use]
    pub fn state(&self, lead: f64) -> Value {
        json!({"done": self.done, "lead": lead, "values": self.values})
    }

    /// Goes on from a line that [`state`](Self::state) made; whether that could be read.
    pub fn restore(&mut self, state: &Value) -> bool {
        let values: Option<Vec<f64>> =
            state["values"].as_array().and_then(|v| v.iter().map(Value::as_f64).collect());
        let (Some(values), Some(done)) = (values, state["done"].as_u64()) else { return false };
        let fits = |(value, t): (&f64, &Tunable)| (t.min.into()..=t.max.into()).contains(value);
        if values.len() != self.values.len()
            || done > self.iterations
            || !values.iter().zip(&self.tunables).all(fits)
        {
            return false;
        }
        (self.values, self.done) = (values, done);
        true
    }

    /// Whether all iterations are done.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.done >= self.iterations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tunable(name: &str, start: f64) -> Tunable {
        Tunable { name: name.into(), min: 0, max: 200, step: 8.0, start }
    }

    /// Games whose chances depend on how near the values are to 120 and 40.
    fn search(iterations: u64, seed: u64) -> Spsa {
        let mut spsa =
            Spsa::new(vec![tunable("a", 60.0), tunable("b", 100.0)], iterations, 0.05, seed);
        let mut dice = Dice::new(99);
        let strength = |v: &[i32]| {
            let far = |x: i32, best: i32| f64::from(x - best).powi(2);
            -(far(v[0], 120) + far(v[1], 40)) / 4.0
        };
        while !spsa.is_over() {
            let trial = spsa.trial();
            let elo = strength(&trial.sides[0]) - strength(&trial.sides[1]);
            let chance = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let games = (0..8).map(|_| dice.below(1 << 20) as f64 / f64::from(1 << 20) < chance);
            let wins = games.filter(|&won| won).count() as f64;
            spsa.learn(&trial, 2.0 * wins - 8.0);
        }
        spsa
    }

    #[test]
    fn it_finds_the_best_values() {
        let values: Vec<_> = search(2000, 1).values().map(|(_, v)| v).collect();
        assert!((values[0] - 120).abs() <= 12 && (values[1] - 40).abs() <= 12, "{values:?}");
    }

    #[test]
    fn it_goes_on_where_it_was() {
        let whole = search(50, 3);
        let mut again = Spsa::new(whole.tunables.clone(), 50, 0.05, 3);
        assert!(again.restore(&whole.state(0.0)));
        assert_eq!((again.values.clone(), again.done()), (whole.values.clone(), 50));
        for bad in [
            json!({}),
            json!({"done": 51, "values": [1.0, 2.0]}),
            json!({"done": 1, "values": [1.0]}),
            json!({"done": 1, "values": [1.0, 999.0]}),
        ] {
            assert!(!again.restore(&bad), "{bad}");
        }
        assert_eq!(again.trial(), again.trial());
    }

    #[test]
    fn both_sides_stay_in_bounds_and_mirror_each_other() {
        let spsa = Spsa::new(vec![tunable("a", 0.0), tunable("b", 100.0)], 10, 0.05, 5);
        let Trial { sides: [one, other], .. } = spsa.trial();
        assert!(one.iter().chain(&other).all(|v| (0..=200).contains(v)));
        assert!((one[1] + other[1] - 200).abs() <= 1, "{one:?} {other:?}");
    }
}
