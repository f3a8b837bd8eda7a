//! Plays engines against each other and tells who is stronger; see
//! `benches/README.md`.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use benches::arena::game::{Draw, Policy, Resign};
use benches::arena::journal::{Journal, Known, journal_file};
use benches::arena::record::Record;
use benches::arena::referee::Table;
use benches::arena::settings::EngineSettings;
use benches::arena::totals::{Summary, Totals};
use benches::arena::tournament::{Outcome, Plan, pairings};
use benches::openings::{self, Game};
use benches::stats::{Decision, Sprt, Standing};
use clap::{Parser, ValueEnum};
use cli::progress::Progress;
use cli::{Error, Output};
use serde_json::{Value, json};

/// Plays engines against each other and tells who is stronger.
///
/// An engine is a list of words: cmd="PROGRAM ARGUMENT ...", name=, proto=uci|ucci|gomocup,
/// dir=FOLDER, option.NAME=VALUE, line=TEXT (sent as it is), ranks=1 (of engines that count
/// ranks from 1, such as Fairy-Stockfish), restart=on (a new process for each game), and tc=,
/// movetime=, nodes= or depth=.
///
///   arena --engine "cmd=new/xiangqi name=new" --engine "cmd=old/xiangqi name=old"
///         --openings benches/openings/xiangqi.txt --nodes 5000 --sprt 0,5 --games 20000
#[derive(Parser, Debug)]
#[command(name = "arena", version)]
struct Arguments {
    /// The game.
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: Kind,
    /// Of gomoku: freestyle, standard or renju; freestyle unless given. Of xiangqi: asian or
    /// none, for repetitions; asian unless given.
    #[arg(long)]
    rule: Option<String>,
    /// Points on a side of gomoku's board, from 5 to 22; 15 unless given.
    #[arg(long, value_parser = cli::args::whole::<5, 22>)]
    size: Option<u64>,
    /// One who takes part; given for each.
    #[arg(long, value_name = "WORDS")]
    engine: Vec<String>,
    /// Words for all engines.
    #[arg(long, value_name = "WORDS", default_value = "")]
    each: String,
    /// Milliseconds of each move.
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Seconds of a game and seconds added for each move, such as 10+0.1, or 40/300 for
    /// every 40 moves.
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Nodes of each search: the same games every time.
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies of each search.
    #[arg(long, value_name = "D")]
    depth: Option<String>,
    /// Where games begin, each with both colours.
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Openings in an order drawn with this number, not as in the file.
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
    /// Games of each pairing; an even number.
    #[arg(long, value_name = "N", default_value = "100", value_parser = cli::args::whole::<2, 10_000_000>)]
    games: u64,
    /// The first engine against each other one only.
    #[arg(long)]
    gauntlet: bool,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = cli::args::whole::<1, 1024>)]
    concurrency: u64,
    /// Stop when the first engine is proved to be no stronger than ELO0, or as strong as ELO1.
    #[arg(long, value_name = "ELO0,ELO1", value_delimiter = ',', allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// Chance to accept ELO1 wrongly.
    #[arg(long, default_value = "0.05", requires = "sprt")]
    alpha: f64,
    /// Chance to accept ELO0 wrongly.
    #[arg(long, default_value = "0.05", requires = "sprt")]
    beta: f64,
    /// Milliseconds that an answer may be late.
    #[arg(long, value_name = "MS", default_value = "20", value_parser = cli::args::whole::<0, 600_000>)]
    margin: u64,
    /// Seconds after which an engine without a clock hangs.
    #[arg(long, value_name = "S", default_value = "60", value_parser = cli::args::whole::<1, 86_400>)]
    patience: u64,
    /// Won when for MOVES moves of both the winner's score is SCORE or more, and the
    /// loser's as much below zero.
    #[arg(long, value_name = "MOVES,SCORE", value_delimiter = ',')]
    resign: Vec<u32>,
    /// Drawn when, from PLY on, for MOVES moves of both no score is further from zero than
    /// SCORE.
    #[arg(long, value_name = "PLY,MOVES,SCORE", value_delimiter = ',')]
    draw: Vec<u32>,
    /// Drawn after so many plies.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = cli::args::whole::<1, 100_000>)]
    max_plies: u64,
    /// Megabytes that an engine may hold.
    #[arg(long, value_name = "MB", value_parser = cli::args::whole::<1, 1_000_000>)]
    memory: Option<u64>,
    /// Write the games: xiangqi as PGN; gomoku as SGF if the name ends in .sgf, or else as PSQ
    /// in a folder. Results go to a file beside, whose name ends in .jsonl.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the match of the record.
    #[arg(long, requires = "record")]
    resume: bool,
    /// Write all that engines and the arena say to each other.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tell the standing after so many games.
    #[arg(long, value_name = "N", default_value = "100", value_parser = cli::args::whole::<1, 10_000_000>)]
    report: u64,
    /// Print a JSON object at the end.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Xiangqi,
    Gomoku,
}

fn main() -> ExitCode {
    let result = cli::args::parse(std::env::args_os())
        .and_then(|arguments: Arguments| arguments.run())
        .map_err(anyhow::Error::from);
    cli::exit("arena", result)
}

impl Arguments {
    fn run(&self) -> Result<(), Error> {
        let plan = self.plan()?;
        let sprt = self.sprt(&plan)?;
        let stop = cli::interrupt_flag()?;
        let started = plan.try_engines(&[&*stop]);
        started.map_err(|(engine, fault)| {
            Error::failure(format_args!("{}: {fault}", plan.engines[engine].name))
        })?;
        let (mut files, known) = self.files(&plan)?;
        let mut totals = Totals::new(&plan);
        known.games.iter().for_each(|game| totals.add(game));
        let done: BTreeSet<_> = known.games.iter().map(|game| game.job.number).collect();

        let out = Output::stdout();
        let mut progress = Progress::new(plan.games() as u64, "games");
        progress.add(done.len() as u64);
        let mut failed = None;
        let decided = |totals: &Totals<'_>| {
            sprt.as_ref().is_some_and(|s| s.decision(&totals.pairs(0)) != Decision::Continue)
        };
        if !decided(&totals) {
            plan.run(&done, &stop, |outcome| {
                let summary = Summary::of(outcome.job, &outcome.game);
                totals.add(&summary);
                progress.add(1);
                progress.say(totals.line(sprt.as_ref()));
                let told =
                    progress.hidden(|| self.tell(&plan, &totals, &outcome, sprt.as_ref(), &out));
                let written =
                    files.as_mut().map_or(Ok(()), |files| files.add(&plan, &outcome, &summary));
                // A match that is written down goes on when nobody reads the standing.
                let told = if self.record.is_some() { Ok(()) } else { told };
                if let Err(error) = told.and(written) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                if decided(&totals) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        progress.finish();
        if self.json {
            out.line(self.object(&plan, &totals, sprt.as_ref()))?;
        } else {
            for line in totals.text(sprt.as_ref()).lines() {
                out.line(line)?;
            }
        }
        match failed {
            Some(error) => Err(error),
            None if stop.load(Ordering::Relaxed) => Err(Error::failure(match &self.record {
                Some(_) => "stopped; --resume goes on",
                None => "stopped",
            })),
            None => Ok(()),
        }
    }

    fn plan(&self) -> Result<Plan, Error> {
        let engines = self.engines()?;
        let (game, rules) = self.rules()?;
        let mut lines = openings::read(&self.openings, game).map_err(Error::failure)?;
        if let Some(seed) = self.shuffle {
            lines = openings::shuffled(lines, seed);
        }
        let table = |opening: &openings::Opening| -> Option<Table> {
            match game {
                Game::Xiangqi => Some(opening.xiangqi()?.with_rules(rules).into()),
                Game::Gomoku { rule, size } => Some(opening.gomoku(rule, size)?.into()),
            }
        };
        if self.games % 2 == 1 {
            return Err(Error::usage(format_args!(
                "--games {}: expected an even number, since each opening is played twice",
                self.games
            )));
        }
        let log = self.log.as_ref().map(|path| {
            // A disk that is full shows at the first line.
            let file = File::create(path).and_then(|mut file| {
                writeln!(file, "arena {}", env!("CARGO_PKG_VERSION")).map(|()| file)
            });
            file.map_err(|e| Error::failure(format_args!("{}: {e}", path.display())))
        });
        let whole = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Ok(Plan {
            pairings: pairings(engines.len(), self.gauntlet),
            engines,
            rounds: whole(self.games / 2),
            openings: lines.iter().filter_map(table).collect(),
            policy: self.policy()?,
            concurrency: NonZeroUsize::new(whole(self.concurrency)).map_or(1, NonZeroUsize::get),
            log: log.transpose()?.map(|file| Arc::new(Mutex::new(file))),
        })
    }

    fn engines(&self) -> Result<Vec<EngineSettings>, Error> {
        let split = |words: &str| {
            shell_words::split(words)
                .map_err(|_| Error::usage(format_args!("`{words}`: expected quotes in pairs")))
        };
        let mut each = split(&self.each)?;
        let limits = [
            ("tc", &self.tc),
            ("movetime", &self.movetime),
            ("nodes", &self.nodes),
            ("depth", &self.depth),
        ];
        each.extend(
            limits
                .iter()
                .filter_map(|(key, value)| value.as_ref().map(|value| format!("{key}={value}"))),
        );
        let engine =
            |words: &String| EngineSettings::of_words(&each, &split(words)?).map_err(Error::usage);
        let mut engines = self.engine.iter().map(engine).collect::<Result<Vec<_>, _>>()?;
        if engines.len() < 2 {
            return Err(Error::usage("--engine: expected two or more engines"));
        }
        let mut names = BTreeSet::new();
        for engine in &mut engines {
            if !engine.limits.is_set() {
                return Err(Error::usage(format_args!(
                    "{}: expected a limit: --movetime, --tc, --nodes or --depth",
                    engine.name
                )));
            }
            if !names.insert(engine.name.clone()) {
                return Err(Error::usage(format_args!(
                    "name={}: expected another name for each engine",
                    engine.name
                )));
            }
        }
        Ok(engines)
    }

    fn rules(&self) -> Result<(Game, xiangqi::Rules), Error> {
        let mut rules = xiangqi::Rules::default();
        let game = match self.game {
            Kind::Xiangqi => {
                if let Some(size) = self.size {
                    return Err(Error::usage(format_args!(
                        "--size {size}: expected for gomoku alone"
                    )));
                }
                if let Some(rule) = &self.rule {
                    rules.repetition = rule
                        .parse()
                        .map_err(|e| Error::usage(format_args!("--rule {rule}: {e}")))?;
                }
                Game::Xiangqi
            }
            Kind::Gomoku => {
                let rule = self.rule.as_deref().unwrap_or("freestyle");
                let size = gomoku::Size::new(self.size.unwrap_or(15) as usize);
                Game::Gomoku {
                    rule: rule
                        .parse()
                        .map_err(|e| Error::usage(format_args!("--rule {rule}: {e}")))?,
                    size: size.unwrap_or(gomoku::Size::FIFTEEN),
                }
            }
        };
        Ok((game, rules))
    }

    fn policy(&self) -> Result<Policy, Error> {
        let count = |name: &str, words: &[u32], wanted: usize, example: &str| {
            if words.is_empty() || words.len() == wanted {
                return Ok(());
            }
            let words: Vec<_> = words.iter().map(ToString::to_string).collect();
            Err(Error::usage(format_args!(
                "{name} {}: expected such as {example}",
                words.join(",")
            )))
        };
        count("--resign", &self.resign, 2, "4,800")?;
        count("--draw", &self.draw, 3, "80,8,10")?;
        let score = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let resign = match self.resign[..] {
            [moves, s] => Some(Resign { moves: moves.max(1) as usize, score: score(s).max(1) }),
            _ => None,
        };
        let draw = match self.draw[..] {
            [after, moves, s] => {
                Some(Draw { after: after as usize, moves: moves.max(1) as usize, score: score(s) })
            }
            _ => None,
        };
        Ok(Policy {
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            resign,
            draw,
            longest: self.max_plies as usize,
            memory: self.memory.map(|mb| mb << 20),
        })
    }

    fn sprt(&self, plan: &Plan) -> Result<Option<Sprt>, Error> {
        match self.sprt[..] {
            [] => Ok(None),
            [elo0, elo1] if plan.engines.len() == 2 => {
                Sprt::new(elo0, elo1, self.alpha, self.beta).map(Some).map_err(Error::usage)
            }
            [_, _] => Err(Error::usage("--sprt: expected two engines")),
            _ => Err(Error::usage("--sprt: expected two numbers, such as 0,5")),
        }
    }

    /// The files of the match, and the games that they know.
    fn files(&self, plan: &Plan) -> Result<(Option<Files>, Known), Error> {
        let Some(path) = &self.record else { return Ok((None, Known::default())) };
        let head = self.head(plan);
        let file = journal_file(path);
        let failed = |e: std::io::Error| Error::failure(format_args!("{}: {e}", path.display()));
        let is_gomoku = self.game == Kind::Gomoku;
        let (journal, known, record) = if self.resume && file.exists() {
            let (journal, known) = Journal::resume(&file, &head, plan).map_err(Error::failure)?;
            let record = Record::open(path, is_gomoku, Some(known.length)).map_err(failed)?;
            (journal, known, record)
        } else {
            if let Some(old) = [path, &file].into_iter().find(|f| f.exists()) {
                return Err(Error::failure(format_args!(
                    "{}: there already; --resume goes on with a match",
                    old.display()
                )));
            }
            let record = Record::open(path, is_gomoku, None).map_err(failed)?;
            let journal = Journal::create(&file, &head).map_err(Error::failure)?;
            (journal, Known::default(), record)
        };
        Ok((Some(Files { journal, record, path: path.clone() }), known))
    }

    /// What must be the same when a match is resumed.
    fn head(&self, plan: &Plan) -> Value {
        let engines: Vec<_> = plan.engines.iter().map(|e| format!("{e:?}")).collect();
        let openings: Vec<_> = plan.openings.iter().map(ToString::to_string).collect();
        let rule = self.rule.as_deref().unwrap_or(match self.game {
            Kind::Xiangqi => "asian",
            Kind::Gomoku => "freestyle",
        });
        json!({
            "game": format!("{:?}", self.game).to_lowercase(),
            "rule": rule,
            "size": self.size.unwrap_or(15),
            "engines": engines,
            "pairings": plan.pairings,
            "policy": format!("{:?}", plan.policy),
            "openings": openings.len(),
            "openings_hash": format!("{:016x}", fnv(&openings.join("\n"))),
        })
    }

    /// Faults at once, and the standing now and then.
    fn tell(
        &self,
        plan: &Plan,
        totals: &Totals<'_>,
        outcome: &Outcome,
        sprt: Option<&Sprt>,
        out: &Output,
    ) -> Result<(), Error> {
        let names = outcome.seats.map(|engine| &plan.engines[engine].name);
        if let benches::arena::game::Reason::Fault(seat, fault) = &outcome.game.reason {
            let (number, name) = (outcome.job.number + 1, names[seat.index()]);
            if !self.json {
                out.line(format_args!("game {number}: {name} {fault}"))?;
            }
        }
        if !self.json && (totals.games() as u64).is_multiple_of(self.report) {
            out.line(format_args!("after {} games: {}", totals.games(), totals.line(sprt)))?;
        }
        Ok(())
    }

    fn object(&self, plan: &Plan, totals: &Totals<'_>, sprt: Option<&Sprt>) -> Value {
        let pairings: Vec<_> = plan
            .pairings
            .iter()
            .enumerate()
            .map(|(i, &(a, b))| {
                let tally = totals.tally(i);
                let elo = tally.estimate().map(|e| json!([e.elo.value, e.elo.lower, e.elo.upper]));
                json!({
                    "first": plan.engines[a].name,
                    "second": plan.engines[b].name,
                    "wins": tally.wins(),
                    "draws": tally.draws(),
                    "losses": tally.losses(),
                    "pairs": tally.pair_counts(),
                    "elo": elo,
                    "los": tally.estimate().map(|e| e.los),
                    "llr": sprt.map(|sprt| sprt.llr(&totals.pairs(i))),
                    "text": Standing::new(&tally, sprt).to_string(),
                })
            })
            .collect();
        let engines: Vec<_> = plan
            .engines
            .iter()
            .enumerate()
            .map(|(i, engine)| {
                let usage = totals.usage(i);
                json!({
                    "name": engine.name,
                    "moves": usage.moves,
                    "ms_a_move": usage.ms(),
                    "depth": usage.depth(),
                    "nps": usage.nps(),
                    "faults": totals.faults(i),
                })
            })
            .collect();
        json!({
            "games": totals.games(),
            "pairings": pairings,
            "engines": engines,
            "overhead_ms": totals.overhead_ms(),
            "sprt": sprt.map(|sprt| json!({
                "elo0": sprt.elo0(),
                "elo1": sprt.elo1(),
                "bounds": [sprt.lower(), sprt.upper()],
                "decision": sprt.decision(&totals.pairs(0)).to_string(),
            })),
        })
    }
}

/// FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo).
fn fnv(text: &str) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Where a match is written.
struct Files {
    journal: Journal,
    record: Record,
    path: PathBuf,
}

impl Files {
    fn add(&mut self, plan: &Plan, outcome: &Outcome, summary: &Summary) -> Result<(), Error> {
        let names = outcome.seats.map(|engine| plan.engines[engine].name.as_str());
        let length = self.record.add(outcome.job.number, names, &outcome.game);
        let length =
            length.map_err(|e| Error::failure(format_args!("{}: {e}", self.path.display())))?;
        self.journal.add(summary, length).map_err(Error::failure)
    }
}
