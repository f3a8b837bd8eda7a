//! The Gomocup protocol and the Yixin dialect.

use ::gomoku::{Board, Gomoku, Point, Rule, Size};

use super::words::{Weighted, number, word};
use super::{Talk, Tongue};
use crate::openings::Dice;

/// The engine between a manager's pipes.
#[derive(Debug, Default)]
pub(super) struct Gomocup {}

const LINES: Weighted<'_> = &[
    (6, &["START 15", "START 20", "START 5", "RESTART", "BEGIN", "BOARD", "DONE", "SWAP2BOARD"]),
    (4, &["yxboard", "yxstop", "yxshowforbid", "yxnbest 2", "yxshowinfo", "yxhashclear", "ABOUT"]),
    (2, &["RECTSTART 15,15", "RECTSTART 15,16", "SUGGEST 7,7", "", "STOP", "yxwhat"]),
    (1, &["START 22", "START 23", "START", "END"]),
];

const KEYS: &[&str] = &[
    "rule",
    "max_depth",
    "max_node",
    "thread_num",
    "skill_level",
    "game_type",
    "evaluate",
    "folder",
    "reduction_divisor",
    "nothing",
];

/// What keeps searches short, most often.
const INFOS: &[&str] = &[
    "INFO max_node 100",
    "INFO timeout_turn 5",
    "INFO timeout_turn 0",
    "INFO rule 0",
    "INFO rule 1",
    "INFO rule 4",
    "INFO max_memory 20000000",
    "INFO max_memory 83886080",
    "INFO hash_size 1024",
    "INFO thread_num 2",
    "INFO rule 8",
    "INFO max_memory 1",
    "INFO max_memory 0",
    "INFO max_memory -1",
    "INFO hash_size -1",
];

fn place(dice: &mut Dice) -> String {
    match dice.below(10) {
        0 => format!("{},{}", number(dice), number(dice)),
        1 => format!("{} , {}", dice.below(15), dice.below(15)),
        _ => format!("{},{}", dice.below(15), dice.below(15)),
    }
}

/// A point as the protocol has it.
fn written(point: Point, size: Size) -> String {
    format!("{},{}", point.x(), size.get() - 1 - point.y())
}

fn point(text: &str, size: Size) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let (x, y) = (x.parse::<usize>().ok()?, y.parse::<usize>().ok()?);
    let point = Point::new(x, (size.get() - 1).checked_sub(y)?)?;
    size.contains(point).then_some(point)
}

fn is_over(board: &Board) -> bool {
    board.winner().is_some() || board.vacant().all(|point| board.check(point).is_err())
}

impl Tongue for Gomocup {
    fn args(&self) -> Vec<String> {
        Vec::new()
    }

    fn line(&self, dice: &mut Dice) -> String {
        match dice.below(10) {
            0..3 => word(dice, LINES),
            3 => format!("INFO {} {}", dice.pick(KEYS).unwrap_or_default(), number(dice)),
            // Nobody waits for a minute.
            4 if dice.below(3) == 0 => {
                let key = dice.pick(&["timeout_turn", "timeout_match", "time_left"]);
                let ms = ["-1", "2147483647", "99999999999999999999", "soon", "1.5", ""];
                let short = dice.below(50).to_string();
                let ms = if dice.below(2) == 0 { dice.pick(&ms) } else { Some(&*short) };
                format!("INFO {} {}", key.unwrap_or_default(), ms.unwrap_or_default())
            }
            4 => dice.pick(INFOS).unwrap_or_default().to_owned(),
            5 => format!("TURN {}", place(dice)),
            6 => format!("PLAY {}", place(dice)),
            7 => format!("TAKEBACK {}", place(dice)),
            _ => format!("{},{}", place(dice), 1 + dice.below(3)),
        }
    }

    fn leaves(&self, line: &str) -> bool {
        line.trim_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case("end"))
    }

    fn sync(&self, number: u64) -> (Vec<String>, String) {
        // Out of a position that is being sent, and behind the search that it begins.
        let end = format!("sync{number}");
        let lines = ["yxstop", "DONE", "yxstop", &end].map(str::to_owned);
        (lines.to_vec(), format!("UNKNOWN `sync{number}`"))
    }

    fn judge(&self, line: &str) -> Result<(), String> {
        let known =
            ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "FORBID ", "SWAP", "name=\""];
        let points = line.split([',', ' ']).all(|n| n.parse::<usize>().is_ok());
        let fits = points || known.iter().any(|k| line.starts_with(k));
        if fits { Ok(()) } else { Err("no answer of the protocol".to_owned()) }
    }

    fn examine(&self, dice: &mut Dice, talk: &mut Talk) -> Result<u64, String> {
        let rules = [(Rule::Freestyle, 0), (Rule::Standard, 1), (Rule::Renju, 4)];
        let (rule, number) = rules[dice.below(3)];
        let size = Size::new(5 + dice.below(18)).unwrap_or_default();
        // What earlier settings left to be told is told once, before the game.
        let settings = ["max_memory 40000000", "hash_size 1024", "thread_num 1", "max_node 200"];
        settings.iter().for_each(|line| talk.say(&format!("INFO {line}")));
        talk.say(&format!("INFO rule {number}"));
        talk.say("INFO timeout_turn 50");
        let sync = self.sync(talk.lines + 1_000_000);
        talk.say("ABOUT");
        sync.0.iter().for_each(|line| talk.say(line));
        talk.until(&sync.1)?;
        talk.say(&format!("START {}", size.get()));
        self.answer(talk, "OK")?;

        let mut game = Gomoku::new(rule, size);
        let mut line = "BEGIN".to_owned();
        let mut moves = 0;
        for _ in 0..dice.below(40) {
            talk.say(&line);
            let said = self.answer(talk, "")?;
            let m = point(&said, size);
            let played = m.ok_or(()).and_then(|m| game.play(m).map_err(|_| ()));
            if played.is_err() {
                let moves: Vec<_> = game.moves().iter().map(Point::to_string).collect();
                return Err(format!("`{said}` on {} after {}", size.get(), moves.join(" ")));
            }
            moves += 1;
            let legal = game.legal_moves();
            let goes_on = |m: &Point| {
                let mut next = game.clone();
                next.play(*m).is_ok() && !is_over(next.board())
            };
            let legal: Vec<_> = legal.into_iter().filter(goes_on).collect();
            let Some(m) = dice.pick(&legal) else { break };
            if is_over(game.board()) || game.play(m).is_err() {
                break;
            }
            line = format!("TURN {}", written(m, size));
        }
        Ok(moves)
    }

    fn stop(&self) -> &'static str {
        "yxstop"
    }

    fn goodbye(&self) -> &'static str {
        "END"
    }
}

impl Gomocup {
    /// The next line that is not for people.
    fn answer(&self, talk: &mut Talk, beginning: &str) -> Result<String, String> {
        let wanted = |line: &str| !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ");
        let line = talk.piped.until("an answer", wanted)?.text;
        if line.starts_with(beginning) {
            Ok(line)
        } else {
            Err(format!("`{line}`: not {beginning}"))
        }
    }
}
