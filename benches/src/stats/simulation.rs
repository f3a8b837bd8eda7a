//! Matches whose truth is known: are the intervals and the tests as good as
//! they say?

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::histogram::Histogram;
use super::{Decision, Estimate, Interval, Score, Sprt, Tally, score_of_elo};

/// How the expected score of the two games of a pair departs from the mean.
#[derive(Clone, Copy, Debug)]
enum Openings {
    /// Not at all: the games are independent.
    Balanced,
    /// Half of the openings give one colour this much more: what the first
    /// engine gains in one game, it loses in the other.
    SuitOneColour(f64),
    /// Each opening suits one of the engines, by this much in both games.
    SuitOneEngine(f64),
}

/// A match of two engines, without an end.
struct Match {
    rng: ChaCha8Rng,
    /// The expected score of the first engine.
    score: f64,
    draws: f64,
    openings: Openings,
}

impl Match {
    fn new(seed: u64, elo: f64, draws: f64, openings: Openings) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { rng, score: score_of_elo(elo), draws, openings }
    }

    /// A number from 0 to 1.
    fn random(&mut self) -> f64 {
        f64::from(self.rng.next_u32()) / 2_f64.powi(32)
    }

    fn game(&mut self, score: f64) -> Score {
        let win = score - self.draws / 2.0;
        assert!(win >= 0.0 && win + self.draws <= 1.0, "no such game: {score} {}", self.draws);
        let x = self.random();
        if x < win {
            Score::Win
        } else if x < win + self.draws {
            Score::Draw
        } else {
            Score::Loss
        }
    }

    fn pair(&mut self) -> (Score, Score) {
        let (a, b) = match self.openings {
            Openings::Balanced => (0.0, 0.0),
            Openings::SuitOneColour(by) => {
                let by = if self.random() < 0.5 { by } else { 0.0 };
                (by, -by)
            }
            Openings::SuitOneEngine(by) => {
                let by = if self.random() < 0.5 { by } else { -by };
                (by, by)
            }
        };
        (self.game(self.score + a), self.game(self.score + b))
    }

    fn tally(&mut self, pairs: u32) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..pairs {
            let (a, b) = self.pair();
            tally.add_pair(a, b);
        }
        tally
    }
}

const ALL: [Openings; 3] =
    [Openings::Balanced, Openings::SuitOneColour(0.3), Openings::SuitOneEngine(0.2)];

#[test]
fn intervals_hold_the_truth_in_95_matches_of_100() {
    const MATCHES: u32 = 800;
    for (i, openings) in ALL.into_iter().enumerate() {
        let mut play = Match::new(i as u64, 20.0, 0.2, openings);
        let (mut of_pairs, mut of_games) = (0, 0);
        for _ in 0..MATCHES {
            let tally = play.tally(200);
            let holds = |elo: Interval| u32::from(elo.lower <= 20.0 && 20.0 <= elo.upper);
            of_pairs += holds(tally.estimate().unwrap().elo);
            let games = Histogram::of_games([tally.losses(), tally.draws(), tally.wins()]);
            of_games += holds(Estimate::of(&games).unwrap().elo);
        }
        let percent = |n: u32| 100.0 * f64::from(n) / f64::from(MATCHES);
        let (pairs, games) = (percent(of_pairs), percent(of_games));
        // Three standard errors are 2.3.
        assert!((pairs - 95.0).abs() < 2.3, "{openings:?}: {pairs} %");
        // And games alone would be wrong where they are not independent.
        match openings {
            Openings::Balanced => assert!((games - 95.0).abs() < 2.3, "{games} %"),
            Openings::SuitOneColour(_) => assert!(games > 96.5, "{games} %"),
            Openings::SuitOneEngine(_) => assert!(games < 93.0, "{games} %"),
        }
    }
}

#[test]
fn superiority_is_as_likely_as_it_is_said_to_be() {
    // Between equals, the likelihood is spread evenly.
    let mut play = Match::new(7, 0.0, 0.3, Openings::SuitOneColour(0.3));
    let mut tenths = [0; 10];
    for _ in 0..1000 {
        let los = play.tally(200).estimate().unwrap().los;
        tenths[((los * 10.0) as usize).min(9)] += 1;
    }
    // Four standard deviations are 38.
    assert!(tenths.iter().all(|n| (62..=138).contains(n)), "{tenths:?}");
}

/// How many of `matches` end with each decision, and their mean length in pairs.
fn decisions(sprt: &Sprt, play: &mut Match, matches: u32, paired: bool) -> (u32, u32, f64) {
    let (mut h0, mut h1, mut length) = (0, 0, 0.0);
    for _ in 0..matches {
        let mut tally = Tally::default();
        loop {
            let (a, b) = play.pair();
            if paired {
                tally.add_pair(a, b);
            } else {
                tally.add_single(a);
                tally.add_single(b);
            }
            length += 1.0;
            match sprt.decision(&tally) {
                Decision::Continue => {}
                Decision::AcceptH0 => break h0 += 1,
                Decision::AcceptH1 => break h1 += 1,
            }
        }
    }
    (h0, h1, length / f64::from(matches))
}

#[test]
fn the_test_errs_no_more_often_than_it_says() {
    const MATCHES: u32 = 500;
    for (i, openings) in ALL.into_iter().enumerate() {
        let sprt = Sprt::new(0.0, 40.0, 0.05, 0.1).unwrap();
        for (elo, risk) in [(sprt.elo0(), sprt.alpha()), (sprt.elo1(), sprt.beta())] {
            let mut play = Match::new(20 + i as u64, elo, 0.2, openings);
            let (h0, h1, _) = decisions(&sprt, &mut play, MATCHES, true);
            let wrong = if elo == sprt.elo0() { h1 } else { h0 };
            let allowed = f64::from(MATCHES) * risk;
            // Of 4,000 matches of each sort, 4.7 to 5.5 % went wrong with H0 true,
            // 9.3 to 10.0 % with H1.
            let slack = 2.5 * (allowed * (1.0 - risk)).sqrt();
            assert!(f64::from(wrong) < allowed + slack, "{openings:?} {elo}: {wrong}");
        }
    }
}

#[test]
fn games_without_pairs_are_tested_as_well() {
    let sprt = Sprt::new(-20.0, 20.0, 0.05, 0.05).unwrap();
    let mut play = Match::new(30, -20.0, 0.5, Openings::Balanced);
    let (_, wrong, _) = decisions(&sprt, &mut play, 300, false);
    // Of 15 allowed, and two and a half standard deviations.
    assert!(wrong < 25);
}

#[test]
fn far_from_the_hypotheses_a_match_is_short() {
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
    let mut play = Match::new(40, 150.0, 0.2, Openings::Balanced);
    let (h0, _, far) = decisions(&sprt, &mut play, 50, true);
    let mut play = Match::new(41, 0.0, 0.2, Openings::Balanced);
    let (_, _, near) = decisions(&sprt, &mut play, 20, true);
    assert!(h0 == 0 && far * 5.0 < near);
}
