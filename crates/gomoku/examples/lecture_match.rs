//! The engine against the lecture's players and a random one, through the pipe
//! that managers use:
//!
//! ```text
//! cargo build --release -p gomoku
//! cargo run --release -p gomoku --example lecture_match -- target/release/gomoku
//! ```
//!
//! The games begin with a few random stones near the middle, each opening
//! played with both colours; every move is judged by the rules library. The
//! status is 1 unless the engine won every game and broke no rule.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example that prints")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use gomoku::lecture::{lines, windows};
use gomoku::{Board, PlayError, Point, Rule, Side, Size};
use search_core::reference::Search;
use search_core::{Position, legal_moves};

const USAGE: &str = "usage: lecture_match ENGINE [--games N] [--movetime MS] [--rule freestyle|standard|renju] \
                     [--opponents random,windows,lines] [--depth D] [--margin MS]";

/// What an engine that has lost its way is waited for.
const FOR_EVER: Duration = Duration::from_secs(20);

/// What is played.
struct Settings {
    engine: String,
    games: usize,
    movetime: u64,
    /// What the pipe and the scheduler may add to a move.
    margin: u64,
    rule: Rule,
    opponents: Vec<String>,
    /// Of the player who looks ahead.
    depth: u32,
}

impl Settings {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut settings = Self {
            engine: words.next().ok_or(USAGE)?,
            games: 100,
            movetime: 100,
            margin: 50,
            rule: Rule::Freestyle,
            opponents: ["random", "windows", "lines"].map(str::to_owned).into(),
            depth: 2,
        };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} needs a value; {USAGE}"))?;
            let wrong = |e: &dyn std::fmt::Display| format!("{name} {value}: {e}");
            match &*name {
                "--games" => settings.games = value.parse().map_err(|e| wrong(&e))?,
                "--movetime" => settings.movetime = value.parse().map_err(|e| wrong(&e))?,
                "--margin" => settings.margin = value.parse().map_err(|e| wrong(&e))?,
                "--depth" => settings.depth = value.parse().map_err(|e| wrong(&e))?,
                "--rule" => settings.rule = value.parse().map_err(|e| wrong(&e))?,
                "--opponents" => settings.opponents = value.split(',').map(str::to_owned).collect(),
                _ => return Err(format!("{name} is no option; {USAGE}")),
            }
        }
        Ok(settings)
    }
}

/// Random numbers (xorshift, G. Marsaglia 2003): the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// The engine, as a manager sees it.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Engine {
    fn start(path: &str) -> Result<Self, String> {
        let spawned = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = spawned.map_err(|e| format!("cannot start {path}: {e}"))?;
        let input = process.stdin.take().ok_or("no pipe")?;
        let lines = BufReader::new(process.stdout.take().ok_or("no pipe")?).lines();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, input, output })
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        // A manager's lines end so.
        let text = text.replace('\n', "\r\n") + "\r\n";
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|e| format!("the engine has left: {e}"))
    }

    /// Its answer, without what it says to people and to its author.
    fn ask(&mut self, text: &str) -> Result<String, String> {
        self.send(text)?;
        loop {
            let line = self.output.recv_timeout(FOR_EVER).map_err(|e| format!("no answer: {e}"))?;
            if !["MESSAGE", "DEBUG"].iter().any(|word| line.starts_with(word)) {
                return Ok(line.trim().to_owned());
            }
        }
    }

    /// A new game.
    fn reset(&mut self, settings: &Settings, size: Size) -> Result<(), String> {
        let answer = self.ask(&format!("START {size}"))?;
        if answer != "OK" {
            return Err(format!("START: {answer}"));
        }
        let rule = match settings.rule {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
        };
        self.send(&format!(
            "INFO rule {rule}\nINFO timeout_match 0\nINFO time_left 2147483647\nINFO timeout_turn {}",
            settings.movetime
        ))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("END");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(1) {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Who plays against the engine.
enum Opponent {
    /// Alpha-beta to a depth, by the lines of the board.
    Lines(u32),
    /// One look at the windows of five.
    Windows,
    Random(Random),
}

impl Opponent {
    fn named(name: &str, depth: u32) -> Result<Self, String> {
        match name {
            "lines" => Ok(Self::Lines(depth)),
            "windows" => Ok(Self::Windows),
            "random" => Ok(Self::Random(Random(0x2545_f491_4f6c_dd1d))),
            _ => Err(format!("{name} is no opponent; {USAGE}")),
        }
    }

    fn choose(&mut self, board: &Board) -> Option<Point> {
        match self {
            Self::Lines(depth) => {
                let evaluate = |board: &Board| lines::value(board, board.side_to_move());
                Search::new(*depth, evaluate).alpha_beta(board).best
            }
            Self::Windows => windows::choose(board),
            Self::Random(random) => {
                let moves = legal_moves(board);
                moves.get(random.below(moves.len())).copied()
            }
        }
    }
}

/// How the games against one opponent went.
#[derive(Default)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
    illegal: usize,
    forbidden: usize,
    late: usize,
    slowest: Duration,
    stones: usize,
}

impl Tally {
    const fn is_perfect(&self) -> bool {
        self.drawn + self.lost + self.illegal + self.forbidden + self.late == 0
    }
}

/// The stones before a game: none in the first pair of games, so that the
/// engine is told to begin, and then two or three near the middle.
fn opening(rule: Rule, size: Size, pair: usize) -> (Board, Vec<Point>) {
    let mut random = Random((pair as u64 + 1) * 0x9e37_79b9_7f4a);
    let (mut board, mut moves) = (Board::new(rule, size), Vec::new());
    let count = if pair == 0 { 0 } else { 2 + pair % 2 };
    let middle = size.center();
    let near = |p: &Point| p.x().abs_diff(middle.x()) <= 2 && p.y().abs_diff(middle.y()) <= 2;
    while moves.len() < count {
        let points: Vec<_> = legal_moves(&board).into_iter().filter(near).collect();
        let point = points[random.below(points.len())];
        board.make(point);
        moves.push(point);
    }
    (board, moves)
}

/// A point as the protocol writes it; the row counts from above.
fn written(size: Size, point: Point) -> String {
    format!("{},{}", point.x(), size.get() - 1 - point.y())
}

fn read(size: Size, text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let row: usize = y.trim().parse().ok()?;
    Point::new(x.trim().parse().ok()?, (size.get() - 1).checked_sub(row)?)
}

/// What tells the engine to move: the game so far the first time, and then
/// what the opponent has played.
fn order(board: &Board, moves: &[Point], side: Side, is_first: bool) -> String {
    let size = board.size();
    match moves {
        [] => "BEGIN".to_owned(),
        [.., last] if !is_first => format!("TURN {}", written(size, *last)),
        _ => {
            let line = |&point: &Point| {
                let whose = if board.at(point) == Some(side) { 1 } else { 2 };
                format!("{},{whose}\n", written(size, point))
            };
            format!("BOARD\n{}DONE", moves.iter().map(line).collect::<String>())
        }
    }
}

/// One game. What the engine does wrong loses it.
fn play(
    engine: &mut Engine,
    opponent: &mut Opponent,
    settings: &Settings,
    game: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    let size = Size::FIFTEEN;
    let side = Side::ALL[game % 2];
    let (mut board, mut moves) = opening(settings.rule, size, game / 2);
    engine.reset(settings, size)?;
    let mut is_first = true;
    while board.winner().is_none() && !legal_moves(&board).is_empty() {
        let point = if board.side_to_move() == side {
            let begun = Instant::now();
            let answer = engine.ask(&order(&board, &moves, side, is_first))?;
            let time = begun.elapsed();
            is_first = false;
            tally.slowest = tally.slowest.max(time);
            if time > Duration::from_millis(settings.movetime + settings.margin) {
                tally.late += 1;
            }
            let point = read(size, &answer);
            let fault = point.map(|point| board.check(point));
            let Some((point, Ok(()))) = point.zip(fault) else {
                eprintln!("game {game}: {answer}: {fault:?} in {board:?}");
                match fault {
                    Some(Err(PlayError::Forbidden(..))) => tally.forbidden += 1,
                    _ => tally.illegal += 1,
                }
                tally.lost += 1;
                return Ok(());
            };
            point
        } else {
            opponent.choose(&board).ok_or("the opponent finds no move")?
        };
        board.make(point);
        moves.push(point);
    }
    tally.stones += moves.len();
    match board.winner() {
        None => tally.drawn += 1,
        Some(winner) if winner == side => tally.won += 1,
        Some(_) => tally.lost += 1,
    }
    if board.winner() != Some(side) {
        let names: String = moves.iter().map(Point::to_string).collect();
        eprintln!("game {game}, the engine {side}: not won: {names}");
    }
    Ok(())
}

fn run() -> Result<bool, String> {
    let settings = Settings::read(std::env::args().skip(1))?;
    let mut perfect = true;
    for name in &settings.opponents {
        let mut opponent = Opponent::named(name, settings.depth)?;
        let mut engine = Engine::start(&settings.engine)?;
        let mut tally = Tally::default();
        for game in 0..settings.games {
            play(&mut engine, &mut opponent, &settings, game, &mut tally)?;
        }
        perfect &= tally.is_perfect();
        println!(
            "{name}, {}: {} games, {} won, {} drawn, {} lost; {} illegal, {} forbidden, {} late; \
             slowest move {} ms; {} stones a game",
            settings.rule,
            settings.games,
            tally.won,
            tally.drawn,
            tally.lost,
            tally.illegal,
            tally.forbidden,
            tally.late,
            tally.slowest.as_millis(),
            tally.stones / settings.games.max(1),
        );
    }
    Ok(perfect)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("lecture_match: {error}");
            ExitCode::from(2)
        }
    }
}
