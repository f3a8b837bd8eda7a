//! What has come of the games so far.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::Duration;

use super::game::{Finished, Reason};
use super::referee::Seat;
use super::tournament::{Job, Plan};
use crate::stats::{Score, Sprt, Standing, Tally};

/// What an engine has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Moves of its own.
    pub moves: u64,
    /// For all of them.
    pub time: Duration,
    /// Nodes of the searches that told them, and the time of these.
    pub nodes: u64,
    /// Time of the searches that told nodes.
    pub counted: Duration,
    /// Depths of the searches that told one, added up.
    pub depths: u64,
    /// How many these are.
    pub searches: u64,
}

impl Usage {
    /// Of one seat in a game.
    #[must_use]
    pub fn of(game: &Finished, seat: Seat) -> Self {
        let mut usage = Self::default();
        // The seats move in turn; the one that is due behind the last move is known.
        let last = game.table.to_move().other();
        let skipped = usize::from(last != seat);
        for played in game.moves.iter().rev().skip(skipped).step_by(2) {
            usage.moves += 1;
            usage.time += played.time;
            if let Some(nodes) = played.told.nodes {
                usage.nodes += nodes;
                usage.counted += played.time;
            }
            if let Some(depth) = played.told.depth {
                usage.depths += u64::from(depth);
                usage.searches += 1;
            }
        }
        usage
    }

    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
        self.counted += other.counted;
        self.depths += other.depths;
        self.searches += other.searches;
    }

    /// Plies a search, where they are told.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        (self.searches > 0).then(|| self.depths as f64 / self.searches as f64)
    }

    /// Nodes a second, where they are told.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        (self.nodes > 0).then(|| self.nodes as f64 / self.counted.as_secs_f64().max(1e-9))
    }

    /// Milliseconds a move.
    #[must_use]
    pub fn ms(&self) -> f64 {
        1e3 * self.time.as_secs_f64() / self.moves.max(1) as f64
    }
}

/// What of a game is kept when it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which game.
    pub job: Job,
    /// Nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it is over.
    pub reason: String,
    /// The same without particulars.
    pub kind: String,
    /// Whose fault that is.
    pub fault: Option<Seat>,
    /// Plies, those of the opening included.
    pub plies: usize,
    /// By seat.
    pub usage: [Usage; 2],
    /// Time that was nobody's.
    pub overhead: Duration,
}

impl Summary {
    /// Of a game.
    #[must_use]
    pub fn of(job: Job, game: &Finished) -> Self {
        Self {
            job,
            winner: game.winner,
            reason: game.reason.to_string(),
            kind: game.reason.kind().to_owned(),
            fault: match game.reason {
                Reason::Fault(seat, _) => Some(seat),
                _ => None,
            },
            plies: game.table.plies(),
            usage: Seat::BOTH.map(|seat| Usage::of(game, seat)),
            overhead: game.overhead,
        }
    }
}

/// The results of one pairing, for its first engine.
#[derive(Clone, Debug, Default)]
struct Results {
    pairs: Tally,
    /// Rounds of which one game is there.
    open: HashMap<usize, Score>,
}

impl Results {
    fn add(&mut self, round: usize, score: Score) {
        match self.open.remove(&round) {
            Some(other) => self.pairs.add_pair(other, score),
            None => {
                self.open.insert(round, score);
            }
        }
    }

    /// With the games whose partner is missing.
    fn all(&self) -> Tally {
        let mut tally = self.pairs;
        // The order does not change the sums.
        self.open.values().for_each(|&score| tally.add_single(score));
        tally
    }
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Totals<'a> {
    plan: &'a Plan,
    results: Vec<Results>,
    usage: Vec<Usage>,
    faults: Vec<BTreeMap<String, u64>>,
    reasons: BTreeMap<String, u64>,
    overhead: Duration,
    games: usize,
    plies: usize,
}

impl<'a> Totals<'a> {
    /// Of no games yet.
    #[must_use]
    pub fn new(plan: &'a Plan) -> Self {
        let engines = plan.engines.len();
        Self {
            plan,
            results: vec![Results::default(); plan.pairings.len()],
            usage: vec![Usage::default(); engines],
            faults: vec![BTreeMap::new(); engines],
            reasons: BTreeMap::new(),
            overhead: Duration::ZERO,
            games: 0,
            plies: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Summary) {
        let score = super::tournament::score(game.job.is_return, game.winner);
        self.results[game.job.pairing].add(game.job.round, score);
        let seats = self.plan.seats(game.job);
        for (&engine, usage) in seats.iter().zip(&game.usage) {
            self.usage[engine].add(usage);
        }
        let kinds = match game.fault {
            Some(seat) => &mut self.faults[seats[seat.index()]],
            None => &mut self.reasons,
        };
        *kinds.entry(game.kind.clone()).or_default() += 1;
        self.overhead += game.overhead;
        self.games += 1;
        self.plies += game.plies;
    }

    /// Games so far.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Of a pairing, for its first engine.
    #[must_use]
    pub fn tally(&self, pairing: usize) -> Tally {
        self.results[pairing].all()
    }

    /// Of the complete pairs alone, which a test judges by.
    #[must_use]
    pub fn pairs(&self, pairing: usize) -> Tally {
        self.results[pairing].pairs
    }

    /// Faults of an engine by kind.
    #[must_use]
    pub fn faults(&self, engine: usize) -> &BTreeMap<String, u64> {
        &self.faults[engine]
    }

    /// What an engine has used.
    #[must_use]
    pub fn usage(&self, engine: usize) -> &Usage {
        &self.usage[engine]
    }

    /// Milliseconds a move that were nobody's: between an answer and the next question.
    #[must_use]
    pub fn overhead_ms(&self) -> f64 {
        let moves: u64 = self.usage.iter().map(|usage| usage.moves).sum();
        1e3 * self.overhead.as_secs_f64() / moves.max(1) as f64
    }

    /// In one line, of the first pairing.
    #[must_use]
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let tally = self.tally(0);
        match self.plan.pairings.len() {
            1 => Standing::new(&tally, sprt).to_string(),
            _ => format!("{} of {} games", self.games, self.plan.games()),
        }
    }

    /// For people, in lines.
    #[must_use]
    pub fn text(&self, sprt: Option<&Sprt>) -> String {
        let mut text = String::new();
        let name = |engine: usize| &self.plan.engines[engine].name;
        if self.plan.engines.len() > 2 {
            text.push_str(&self.table());
        }
        for (i, &(a, b)) in self.plan.pairings.iter().enumerate() {
            let tally = self.tally(i);
            let _ = writeln!(text, "{} - {}: {:#}", name(a), name(b), Standing::new(&tally, sprt));
        }
        let width = self.plan.engines.iter().map(|e| e.name.chars().count()).max().unwrap_or(0);
        for (engine, usage) in self.usage.iter().enumerate() {
            let _ = write!(text, "{:width$}  {:.1} ms a move", name(engine), usage.ms());
            if let Some(depth) = usage.depth() {
                let _ = write!(text, ", depth {depth:.1}");
            }
            if let Some(nps) = usage.nps() {
                let nodes = usage.nodes as f64 / usage.moves.max(1) as f64;
                let _ =
                    write!(text, ", {nodes:.0} nodes a move, {:.0} thousand a second", nps / 1e3);
            }
            for (kind, count) in &self.faults[engine] {
                let _ = write!(text, "; {kind}: {count}");
            }
            text.push('\n');
        }
        let reasons: Vec<_> = self.reasons.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        if self.games > 0 {
            let _ = writeln!(
                text,
                "{} games of {:.1} plies; {}",
                self.games,
                self.plies as f64 / self.games as f64,
                if reasons.is_empty() {
                    "none ended by the rules".to_owned()
                } else {
                    reasons.join(", ")
                }
            );
            let _ = writeln!(text, "overhead {:.3} ms a move", self.overhead_ms());
        }
        text
    }

    /// Points of each engine, the best first.
    fn table(&self) -> String {
        let mut rows: Vec<_> = (0..self.plan.engines.len())
            .map(|engine| {
                let mut sum = [0u64; 3];
                for (i, &(a, b)) in self.plan.pairings.iter().enumerate() {
                    let tally = self.tally(i);
                    let tally = if b == engine { tally.swapped() } else { tally };
                    if a == engine || b == engine {
                        sum[0] += u64::from(tally.wins());
                        sum[1] += u64::from(tally.draws());
                        sum[2] += u64::from(tally.losses());
                    }
                }
                (engine, sum)
            })
            .collect();
        let points = |sum: &[u64; 3]| sum[0] as f64 + 0.5 * sum[1] as f64;
        rows.sort_by(|a, b| points(&b.1).total_cmp(&points(&a.1)).then(a.0.cmp(&b.0)));
        let mut text = String::new();
        for (place, (engine, sum)) in (1..).zip(&rows) {
            let games: u64 = sum.iter().sum();
            let _ = writeln!(
                text,
                "{place:>2}. {:24} {:>7.1} of {games:<6} W {} D {} L {}",
                self.plan.engines[*engine].name,
                points(sum),
                sum[0],
                sum[1],
                sum[2]
            );
        }
        text
    }
}
