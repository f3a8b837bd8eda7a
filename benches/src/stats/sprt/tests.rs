//! The test against other ways to compute it, and its bounds.

use super::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
}

/// A tally with these pairs, the level ones drawn twice.
fn pairs(p: [u32; 5]) -> Tally {
    let [p0, p1, p2, p3, p4] = p;
    Tally::from_counts(2 * p4 + p3, p1 + p3 + 2 * p2, 2 * p0 + p1, p).unwrap()
}

fn games(wins: u32, draws: u32, losses: u32) -> Tally {
    Tally::from_counts(wins, draws, losses, [0; 5]).unwrap()
}

/// The greatest logarithm of the likelihood of counts, scores being evenly
/// spaced, over all distributions with the mean `s`: by golden sections
/// along the directions (1, -2, 1), which keep sum and mean, in turns.
fn likeliest(counts: &[f64], s: f64) -> f64 {
    let top = counts.len() - 1;
    // Start inside: the binomial distribution with that mean.
    let mut p: Vec<f64> = Vec::new();
    let mut choose = 1.0;
    for i in 0..=top {
        p.push(choose * s.powi(i as i32) * (1.0 - s).powi((top - i) as i32));
        choose *= (top - i) as f64 / (i + 1) as f64;
    }
    let likelihood = |p: &[f64]| counts.iter().zip(p).map(|(n, p)| n * p.ln()).sum::<f64>();
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut before = f64::NEG_INFINITY;
    for _ in 0..20_000 {
        for i in 1..top {
            let moved = |p: &[f64], t: f64| {
                let mut q = p.to_vec();
                q[i - 1] += t;
                q[i] -= 2.0 * t;
                q[i + 1] += t;
                q
            };
            let (mut low, mut high) = (-p[i - 1].min(p[i + 1]), p[i] / 2.0);
            for _ in 0..60 {
                let (a, b) = (high - golden * (high - low), low + golden * (high - low));
                if likelihood(&moved(&p, a)) < likelihood(&moved(&p, b)) {
                    low = a;
                } else {
                    high = b;
                }
            }
            p = moved(&p, (low + high) / 2.0);
        }
        let now = likelihood(&p);
        if now - before < 1e-12 * now.abs() {
            break;
        }
        before = now;
    }
    likelihood(&p)
}

#[test]
fn the_ratio_is_that_of_the_greatest_likelihoods() {
    let cases = [
        (pairs([3, 21, 60, 33, 5]), sprt(0.0, 5.0)),
        (pairs([30, 11, 160, 9, 44]), sprt(-3.0, 1.0)),
        (pairs([1, 2, 3, 40, 50]), sprt(0.0, 50.0)),
        (pairs([40, 8, 2, 2, 1]), sprt(-200.0, 150.0)),
        (pairs([2, 1, 700, 3, 4]), sprt(0.0, 10.0)),
    ];
    for (tally, test) in cases {
        let counts = tally.pair_counts().map(f64::from);
        let [l0, l1] = [test.elo0, test.elo1].map(|e| likeliest(&counts, score_of_elo(e)));
        let llr = test.llr(&tally);
        assert!((llr - (l1 - l0)).abs() < 1e-5, "{tally}: {llr} {}", l1 - l0);
    }
    for (tally, test) in [(games(50, 30, 20), sprt(0.0, 20.0)), (games(7, 9, 2), sprt(-5.0, 9.0))] {
        let counts = [tally.losses(), tally.draws(), tally.wins()].map(f64::from);
        let [l0, l1] = [test.elo0, test.elo1].map(|e| likeliest(&counts, score_of_elo(e)));
        assert!((test.llr(&tally) - (l1 - l0)).abs() < 1e-8, "{tally}");
    }
}

#[test]
fn without_draws_it_is_the_test_of_wald() {
    for (wins, losses) in [(60, 40), (1, 0), (0, 9), (5_000, 5_100)] {
        let test = sprt(0.0, 30.0);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(30.0));
        let wald =
            f64::from(wins) * (s1 / s0).ln() + f64::from(losses) * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((test.llr(&games(wins, 0, losses)) - wald).abs() < 1e-3);
    }
}

#[test]
fn near_the_hypotheses_it_is_the_normal_approximation() {
    // N (s1 - s0) (2 s - s0 - s1) / (2 variance), by the same author.
    let tally = pairs([254, 7_632, 17_430, 7_903, 245]);
    let test = sprt(0.0, 2.0);
    let results = tally.histogram();
    let (s0, s1) = (score_of_elo(0.0), score_of_elo(2.0));
    let normal =
        results.total() * (s1 - s0) * (2.0 * results.mean() - s0 - s1) / (2.0 * results.variance());
    assert!((test.llr(&tally) / normal - 1.0).abs() < 1e-3, "{} {normal}", test.llr(&tally));
}

#[test]
fn engines_and_hypotheses_exchanged_change_the_sign() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let tally = pairs([0; 5].map(|_: u32| rng.next_u32() % 40));
        let (a, b) = (sprt(-3.0, 12.0).llr(&tally), sprt(-12.0, 3.0).llr(&tally.swapped()));
        assert!((a + b).abs() < 1e-9, "{tally}: {a} {b}");
        let tally = games(tally.wins(), tally.draws(), tally.losses());
        let (a, b) = (sprt(-3.0, 12.0).llr(&tally), sprt(-12.0, 3.0).llr(&tally.swapped()));
        assert!((a + b).abs() < 1e-9, "{tally}: {a} {b}");
    }
    assert!(sprt(-5.0, 5.0).llr(&pairs([4, 9, 80, 9, 4])).abs() < 1e-12);
}

#[test]
fn a_better_result_raises_the_ratio() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let test = sprt(0.0, 10.0);
    let mut checked = 0;
    for _ in 0..500 {
        let counts = [0; 5].map(|_: u32| 1 + rng.next_u32() % 40);
        let results = Histogram::of_pairs(counts);
        // The condition of `llr`, with room for the one result.
        let distance = (results.mean() - 0.5).abs() + 0.05;
        if results.variance().sqrt() < distance {
            continue;
        }
        checked += 1;
        for worse in 0..4 {
            let mut better = counts;
            better[worse] -= 1;
            better[worse + 1] += 1;
            assert!(test.llr(&pairs(better)) > test.llr(&pairs(counts)), "{counts:?} {worse}");
        }
    }
    assert!(checked > 400, "{checked}");
}

#[test]
fn one_sided_matches_are_decided() {
    let test = sprt(0.0, 100.0);
    assert_eq!(test.llr(&Tally::default()), 0.0);
    assert_eq!(test.decision(&Tally::default()), Decision::Continue);
    // Each pair won is worth about ln(0.64 / 0.5), each lost ln(0.36 / 0.5),
    // and each level one at least its part of what the spread allows.
    assert_eq!(test.decision(&pairs([0, 0, 0, 0, 30])), Decision::AcceptH1);
    assert_eq!(test.decision(&pairs([30, 0, 0, 0, 0])), Decision::AcceptH0);
    assert_eq!(test.decision(&pairs([0, 0, 30, 0, 0])), Decision::AcceptH0);
    assert_eq!(test.decision(&pairs([1, 1, 3, 1, 1])), Decision::Continue);
    assert_eq!(test.decision(&games(30, 0, 0)), Decision::AcceptH1);
}

#[test]
fn extreme_counts_and_hypotheses_have_a_ratio() {
    let few = [0, 1, u32::MAX / 4];
    for elos in [(-2000.0, 2000.0), (0.0, 0.001), (1990.0, 2000.0), (-2000.0, -1999.0)] {
        let test = Sprt::new(elos.0, elos.1, 1e-320, 0.4999).unwrap();
        assert!(test.lower().is_finite() && test.upper().is_finite());
        for code in 0..3_usize.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|i| few[code / 3_usize.pow(i) % 3]);
            let results = Histogram::of_pairs(counts).filled(FILL);
            assert!(test.llr(&pairs(counts)).is_finite());
            for s in [elos.0, elos.1].map(score_of_elo) {
                // What was found is a distribution with that mean.
                let tilt = Tilt::towards(s, &results);
                let p = |(a, n): (f64, f64)| n / results.total() / tilt.at(a);
                let sum: f64 = results.cells().map(p).sum();
                let mean: f64 = results.cells().map(|cell| cell.0 * p(cell)).sum();
                assert!(results.cells().all(|cell| p(cell) > 0.0), "{counts:?} {s}");
                assert!((sum - 1.0).abs() < 1e-9, "{counts:?} {s} {sum}");
                assert!((mean - s).abs() < 1e-9, "{counts:?} {s} {mean}");
            }
        }
    }
}

#[test]
fn bounds_and_refusals() {
    let test = sprt(0.0, 5.0);
    assert!((test.upper() - 19.0_f64.ln()).abs() < 1e-12);
    assert!((test.lower() + 19.0_f64.ln()).abs() < 1e-12);
    let test = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap();
    assert!((test.upper() - 18.0_f64.ln()).abs() < 1e-12);
    assert!((test.lower() + 9.5_f64.ln()).abs() < 1e-12);
    let nan = f64::NAN;
    for (a, b) in [(5.0, 5.0), (5.0, 0.0), (nan, 5.0), (0.0, nan), (0.0, f64::INFINITY)] {
        assert!(matches!(Sprt::new(a, b, 0.05, 0.05), Err(SprtError::Elo { .. })));
    }
    for risk in [0.0, -0.1, 0.5, 1.0, nan, f64::INFINITY] {
        assert!(matches!(Sprt::new(0.0, 5.0, risk, 0.1), Err(SprtError::Risk { .. })));
        assert!(matches!(Sprt::new(0.0, 5.0, 0.1, risk), Err(SprtError::Risk { .. })));
    }
    assert_eq!(
        Sprt::new(3.0, 1.0, 0.05, 0.05).unwrap_err().to_string(),
        "elo0 must be less than elo1, both from -2000 to 2000: got 3 and 1"
    );
    assert_eq!(
        Sprt::new(0.0, 1.0, 0.05, 0.7).unwrap_err().to_string(),
        "beta must be more than 0 and less than 0.5: got 0.7"
    );
}
