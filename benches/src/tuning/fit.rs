//! Logistic regression of weights on results of games.
//!
//! Texel's tuning method (Österlund 2014): the evaluation, pressed through a
//! sigmoid, is to predict the result of the game. The error is the logarithmic
//! one, its minimum is sought by Adam (Kingma and Ba 2015) in small batches, and
//! weights are drawn towards where they began, so that those of which the
//! positions say little stay there.

use std::ops::ControlFlow;

use super::samples::Samples;
use crate::openings::Dice;

/// A value for the middle game and one for the ending.
pub type Weight = [f32; 2];

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The slope of the sigmoid: see [`slope`].
    pub slope: f32,
    /// The part of the target that is the result; the rest is the score of the search.
    pub lambda: f32,
    /// Passes over all positions, at most.
    pub epochs: usize,
    /// Positions of a batch.
    pub batch: usize,
    /// The step of Adam, in units of the evaluation.
    pub rate: f32,
    /// The error of a weight that is one unit away from where it began, for
    /// each million positions.
    pub prior: f32,
    /// Epochs without a better validation error after which the step is halved;
    /// the fourth time it is the end.
    pub patience: usize,
    /// Of the order in which positions come.
    pub seed: u64,
}

/// An epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// The mean error of the positions that are learnt from, while they were.
    pub train: f64,
    /// That of the others, at its end.
    pub validation: f64,
    /// The step.
    pub rate: f32,
}

/// The probability of a win.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The logarithmic error of a prediction.
fn error(predicted: f32, target: f32) -> f64 {
    let p = f64::from(predicted).clamp(1e-7, 1.0 - 1e-7);
    let t = f64::from(target);
    -(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
}

/// The slope with which the sigmoid of the searches' scores predicts results best.
#[must_use]
pub fn slope(samples: &Samples) -> f32 {
    let of = |slope: f64| -> f64 {
        let slope = slope as f32;
        samples.rows.iter().map(|row| error(sigmoid(slope * row.score), row.result)).sum()
    };
    // The error has one minimum: golden section.
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (1e-5, 0.1);
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut of_a, mut of_b) = (of(a), of(b));
    for _ in 0..40 {
        if of_a < of_b {
            (high, b, of_b) = (b, a, of_a);
            a = high - ratio * (high - low);
            of_a = of(a);
        } else {
            (low, a, of_a) = (a, b, of_b);
            b = low + ratio * (high - low);
            of_b = of(b);
        }
    }
    ((low + high) / 2.0) as f32
}

impl Settings {
    fn target(&self, samples: &Samples, n: usize) -> f32 {
        let row = &samples.rows[n];
        self.lambda * row.result + (1.0 - self.lambda) * sigmoid(self.slope * row.score)
    }

    /// The mean error of weights, without what draws them back.
    #[must_use]
    pub fn error(&self, samples: &Samples, weights: &[Weight]) -> f64 {
        let of = |n| {
            let (value, _) = samples.value(n, weights);
            error(sigmoid(self.slope * value), self.target(samples, n))
        };
        (0..samples.len()).map(of).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The error of a position; its gradient is added.
    fn learn(
        &self,
        samples: &Samples,
        n: usize,
        weights: &[Weight],
        gradient: &mut [Weight],
    ) -> f64 {
        let (value, scale) = samples.value(n, weights);
        let (predicted, target) = (sigmoid(self.slope * value), self.target(samples, n));
        samples.add_gradient(n, self.slope * scale * (predicted - target), gradient);
        error(predicted, target)
    }

    /// Fits weights that begin at `prior`. `on_epoch` may break. Returns those with
    /// the least validation error, the prior included.
    pub fn fit(
        &self,
        train: &Samples,
        validation: &Samples,
        prior: &[Weight],
        mut on_epoch: impl FnMut(&Epoch) -> ControlFlow<()>,
    ) -> Vec<Weight> {
        let mut dice = Dice::new(self.seed);
        let mut order: Vec<usize> = (0..train.len()).collect();
        let mut weights = prior.to_vec();
        let mut adam = Adam::new(weights.len());
        let mut best = (self.error(validation, &weights), weights.clone());
        let (mut rate, mut in_vain, mut halved) = (self.rate, 0, 0);
        for number in 1..=self.epochs {
            for last in (1..order.len()).rev() {
                order.swap(last, dice.below(last + 1));
            }
            let mut sum = 0.0;
            for batch in order.chunks(self.batch.max(1)) {
                let mut gradient = vec![[0.0; 2]; weights.len()];
                for &n in batch {
                    sum += self.learn(train, n, &weights, &mut gradient);
                }
                let n = batch.len() as f32;
                for ((slope, weight), prior) in gradient.iter_mut().zip(&weights).zip(prior) {
                    for i in 0..2 {
                        slope[i] = slope[i] / n + 2e-6 * self.prior * (weight[i] - prior[i]);
                    }
                }
                adam.step(&mut weights, &gradient, rate);
            }
            let train = sum / train.len().max(1) as f64;
            let validation = self.error(validation, &weights);
            if validation < best.0 {
                // A gain in the seventh digit is none.
                in_vain = if best.0 - validation > 1e-6 { 0 } else { in_vain + 1 };
                best = (validation, weights.clone());
            } else {
                in_vain += 1;
            }
            let epoch = Epoch { number, train, validation, rate };
            if on_epoch(&epoch).is_break() {
                break;
            }
            if in_vain >= self.patience {
                (rate, in_vain, halved) = (rate / 2.0, 0, halved + 1);
                if halved == 4 {
                    break;
                }
            }
        }
        best.1
    }
}

/// The moments of the gradient.
struct Adam {
    first: Vec<Weight>,
    second: Vec<Weight>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { first: vec![[0.0; 2]; weights], second: vec![[0.0; 2]; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [Weight], gradient: &[Weight], rate: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        self.steps += 1;
        let (one, two) = (1.0 - FIRST.powi(self.steps), 1.0 - SECOND.powi(self.steps));
        for (n, slope) in gradient.iter().enumerate() {
            for i in 0..2 {
                let first = &mut self.first[n][i];
                *first = FIRST * *first + (1.0 - FIRST) * slope[i];
                let second = &mut self.second[n][i];
                *second = SECOND * *second + (1.0 - SECOND) * slope[i] * slope[i];
                weights[n][i] -= rate * (*first / one) / ((*second / two).sqrt() + 1e-10);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::Features;
    use super::*;

    const TRUE: [Weight; 4] = [[90.0, 120.0], [-50.0, 40.0], [10.0, -200.0], [0.0, 30.0]];
    const SLOPE: f32 = 0.005;

    fn settings() -> Settings {
        Settings {
            slope: SLOPE,
            lambda: 1.0,
            epochs: 60,
            batch: 1000,
            rate: 2.0,
            prior: 0.0,
            patience: 3,
            seed: 5,
        }
    }

    /// Positions whose results follow from the true weights by chance.
    fn synthetic(n: usize, seed: u64) -> Samples {
        let mut dice = Dice::new(seed);
        let mut samples = Samples::default();
        for _ in 0..n {
            let counts = (0..4).map(|i| (i, dice.below(7) as i16 - 3)).collect();
            let scale = [1.0, if dice.below(4) == 0 { 0.25 } else { 1.0 }];
            let features = Features { counts, middle: dice.below(17) as f32 / 16.0, scale };
            let mut one = Samples::default();
            one.push(&features, 0.0, 0.0);
            let (value, _) = one.value(0, &TRUE);
            let win = (dice.below(1_000_000) as f32) < 1e6 * sigmoid(SLOPE * value);
            samples.push(&features, f32::from(u8::from(win)), value);
        }
        samples
    }

    #[test]
    fn known_weights_are_found_again() {
        let (train, validation) = (synthetic(60_000, 1), synthetic(6_000, 2));
        let prior = [[0.0; 2]; 4];
        let fitted = settings().fit(&train, &validation, &prior, |_| ControlFlow::Continue(()));
        for (found, expected) in fitted.as_flattened().iter().zip(TRUE.as_flattened()) {
            assert!((found - expected).abs() < 12.0, "{fitted:?}");
        }
        let again = settings().fit(&train, &validation, &prior, |_| ControlFlow::Continue(()));
        assert_eq!(fitted, again);
    }

    #[test]
    fn the_gradient_is_that_of_the_error() {
        let samples = synthetic(50, 3);
        let settings = Settings { lambda: 0.6, ..settings() };
        let weights = [[20.0, -30.0], [40.0, 10.0], [-15.0, 60.0], [5.0, 5.0]];
        let mut gradient = vec![[0.0; 2]; 4];
        for n in 0..samples.len() {
            settings.learn(&samples, n, &weights, &mut gradient);
        }
        for n in 0..4 {
            for i in 0..2 {
                let at = |step: f32| {
                    let mut weights = weights;
                    weights[n][i] += step;
                    settings.error(&samples, &weights) * samples.len() as f64
                };
                let slope = (at(0.5) - at(-0.5)) as f32;
                assert!((slope - gradient[n][i]).abs() < 2e-3, "{n} {i}: {slope} {gradient:?}");
            }
        }
    }

    #[test]
    fn the_slope_is_found_again() {
        let slope = slope(&synthetic(60_000, 4));
        assert!((slope - SLOPE).abs() < 0.0004, "{slope}");
    }

    #[test]
    fn the_prior_holds_what_is_not_taught() {
        let (train, validation) = (synthetic(2_000, 6), synthetic(500, 7));
        let prior = [[0.0; 2], [0.0; 2], [0.0; 2], [77.0, 77.0]];
        let strong = Settings { prior: 1e6, ..settings() };
        let held = strong.fit(&train, &validation, &prior, |_| ControlFlow::Continue(()));
        let free = settings().fit(&train, &validation, &prior, |_| ControlFlow::Continue(()));
        assert!((held[3][0] - 77.0).abs() < 5.0, "{held:?}");
        assert!((free[3][0] - 77.0).abs() > 20.0, "{free:?}");
    }

    #[test]
    fn scores_pull_as_lambda_says() {
        let train = synthetic(5_000, 8);
        let by_score = Settings { lambda: 0.0, ..settings() };
        let fitted = by_score.fit(&train, &train, &[[0.0; 2]; 4], |_| ControlFlow::Continue(()));
        // Scores are the true values here: no chance is left.
        for (found, expected) in fitted.as_flattened().iter().zip(TRUE.as_flattened()) {
            assert!((found - expected).abs() < 3.0, "{fitted:?}");
        }
    }
}
