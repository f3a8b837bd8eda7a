//! How late engines answer, by the clock of who waits for them.

use std::fmt::{self, Write as _};
use std::hint::black_box;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cli::testing::Piped;
use gomoku::{Gomoku, Point, Rule, Size};
use xiangqi::Xiangqi;

use crate::openings::Dice;
use crate::storm::Program;

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// So much for each.
    Move(Duration),
    /// So much for a game, and so much more for each move.
    Clock(Duration, Duration),
}

impl FromStr for Control {
    type Err = String;

    /// `10` (ms), or `1+0.01` (seconds).
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}`: expected milliseconds such as 10, or seconds such as 1+0.01");
        let seconds = |text: &str| {
            let time = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
            time.filter(|time| *time < Duration::from_secs(100_000)).ok_or_else(wrong)
        };
        match text.split_once('+') {
            Some((whole, increment)) => Ok(Self::Clock(seconds(whole)?, seconds(increment)?)),
            None => {
                let ms = cli::args::whole::<1, 1_000_000>(text).map_err(|_| wrong())?;
                Ok(Self::Move(Duration::from_millis(ms)))
            }
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(time) => write!(f, "{} ms", time.as_millis()),
            Self::Clock(whole, increment) => {
                write!(f, "{}+{} s", whole.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// A move, timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// From the moment the question was written to the moment the answer was read.
    pub took: Duration,
    /// What there was.
    pub limit: Duration,
}

/// Threads that do nothing but keep the processor busy, until this is dropped.
#[derive(Debug)]
pub struct Load {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// So many of them.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let busy = || {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let mut n = 1_u64;
                while !stop.load(Ordering::Relaxed) {
                    n = black_box(n.wrapping_mul(6_364_136_223_846_793_005) | 1);
                }
            })
        };
        let threads = std::iter::repeat_with(busy).take(threads).collect();
        Self { stop, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Has an engine play itself, each game with random moves first, and times so many moves.
///
/// # Errors
/// What the engine does wrong, but for being late.
pub fn time(
    program: &Path,
    kind: Program,
    control: Control,
    moves: usize,
    seed: u64,
) -> Result<Vec<Timed>, String> {
    let mut dice = Dice::new(seed);
    let mut piped = Piped::start(&program.to_string_lossy(), &[""; 0])?;
    let mut timed = Vec::new();
    while timed.len() < moves {
        match kind {
            Program::Xiangqi => uci(&mut piped, control, moves, &mut dice, &mut timed)?,
            _ => gomocup(&mut piped, control, moves, &mut dice, &mut timed)?,
        }
    }
    piped.finish()?.well()?;
    Ok(timed)
}

/// Both clocks.
struct Clocks {
    control: Control,
    left: [Duration; 2],
}

impl Clocks {
    const fn new(control: Control) -> Self {
        let whole = match control {
            Control::Move(time) | Control::Clock(time, _) => time,
        };
        Self { control, left: [whole; 2] }
    }

    const fn limit(&self, side: usize) -> Duration {
        self.left[side]
    }

    /// After a move.
    fn count(&mut self, side: usize, took: Duration) {
        if let Control::Clock(_, increment) = self.control {
            self.left[side] = self.left[side].saturating_sub(took) + increment;
        }
    }
}

/// Plies of a game, at most: positions of all kinds come up.
const PLIES: usize = 120;

fn uci(
    piped: &mut Piped,
    control: Control,
    moves: usize,
    dice: &mut Dice,
    timed: &mut Vec<Timed>,
) -> Result<(), String> {
    let mut game = Xiangqi::start();
    let mut line = "position startpos moves".to_owned();
    for _ in 0..dice.below(12) {
        let Some(m) = dice.pick(&game.legal_moves()) else { return Ok(()) };
        game.play(m).map_err(|e| e.to_string())?;
        let _ = write!(line, " {m}");
    }
    piped.send(&["ucinewgame", "isready"]);
    piped.until("readyok", |line| line == "readyok")?;
    let mut clocks = Clocks::new(control);
    for ply in 0..PLIES {
        if game.ending().is_some() || timed.len() == moves {
            break;
        }
        let limit = clocks.limit(ply % 2);
        let go = match control {
            Control::Move(time) => format!("go movetime {}", time.as_millis()),
            Control::Clock(_, inc) => {
                let [own, other] = [ply % 2, 1 - ply % 2].map(|i| clocks.limit(i).as_millis());
                let inc = inc.as_millis();
                let (red, black) = match game.side_to_move() {
                    xiangqi::Side::Red => (own, other),
                    xiangqi::Side::Black => (other, own),
                };
                format!("go wtime {red} btime {black} winc {inc} binc {inc}")
            }
        };
        let text = format!("{line}\n{go}\n");
        let began = Instant::now();
        piped.bytes(text.as_bytes());
        let answer = piped.until("bestmove", |line| line.starts_with("bestmove "))?;
        let took = answer.at.duration_since(began);
        timed.push(Timed { took, limit });
        clocks.count(ply % 2, took);
        let m = answer.text.split(' ').nth(1).unwrap_or_default();
        game.play_text(m).map_err(|e| format!("{}: {e}", game.fen()))?;
        let _ = write!(line, " {m}");
    }
    Ok(())
}

fn gomocup(
    piped: &mut Piped,
    control: Control,
    moves: usize,
    dice: &mut Dice,
    timed: &mut Vec<Timed>,
) -> Result<(), String> {
    let size = Size::FIFTEEN;
    let written = |point: Point| format!("{},{}", point.x(), size.get() - 1 - point.y());
    let mut game = Gomoku::new(Rule::Freestyle, size);
    // Somewhere around the middle, so that games differ.
    for _ in 0..=dice.below(5) {
        let near = |m: &Point| m.x().abs_diff(7) <= 3 && m.y().abs_diff(7) <= 3;
        let legal: Vec<_> = game.legal_moves().into_iter().filter(near).collect();
        if let Some(m) = dice.pick(&legal) {
            game.play(m).map_err(|e| e.to_string())?;
        }
    }
    let (turn, whole) = match control {
        Control::Move(time) => (time, 0),
        Control::Clock(time, _) => (time, time.as_millis()),
    };
    let infos = [
        "START 15".to_owned(),
        "INFO rule 0".to_owned(),
        format!("INFO timeout_turn {}", turn.as_millis()),
        format!("INFO timeout_match {whole}"),
    ];
    piped.send(&infos);
    piped.until("OK", |line| line == "OK")?;
    let mut clocks = Clocks::new(control);
    for ply in 0..PLIES {
        if game.board().winner().is_some() || game.legal_moves().is_empty() || timed.len() == moves
        {
            break;
        }
        let limit = clocks.limit(ply % 2);
        let mut text = String::new();
        if matches!(control, Control::Clock(..)) {
            let _ = writeln!(text, "INFO time_left {}", limit.as_millis());
        }
        text += "BOARD\n";
        let own = game.side_to_move();
        for (point, side) in game.board().occupied() {
            let _ = writeln!(text, "{},{}", written(point), if side == own { 1 } else { 2 });
        }
        text += "DONE\n";
        let began = Instant::now();
        piped.bytes(text.as_bytes());
        let wanted = |line: &str| !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ");
        let answer = piped.until("a move", wanted)?;
        let took = answer.at.duration_since(began);
        timed.push(Timed { took, limit });
        clocks.count(ply % 2, took);
        let point = answer.text.split_once(',').and_then(|(x, y)| {
            let (x, y) = (x.parse().ok()?, y.parse::<usize>().ok()?);
            Point::new(x, (size.get() - 1).checked_sub(y)?)
        });
        let point = point.ok_or_else(|| format!("`{}` is no move", answer.text))?;
        game.play(point).map_err(|e| format!("{}: {e}", answer.text))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls() {
        let control = |text: &str| text.parse::<Control>();
        assert_eq!(control("10"), Ok(Control::Move(Duration::from_millis(10))));
        let clock = Control::Clock(Duration::from_secs(1), Duration::from_millis(10));
        assert_eq!(control("1+0.01"), Ok(clock));
        assert_eq!(clock.to_string(), "1+0.01 s");
        for bad in ["", "0", "-1", "1+", "+1", "1+x", "1+-1", "inf+1"] {
            assert!(control(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::new(Control::Clock(ms(1000), ms(10)));
        clocks.count(0, ms(300));
        clocks.count(1, ms(2000));
        assert_eq!(clocks.left, [ms(710), ms(10)]);
        let mut clocks = Clocks::new(Control::Move(ms(50)));
        clocks.count(0, ms(30));
        assert_eq!(clocks.limit(0), ms(50));
    }
}
