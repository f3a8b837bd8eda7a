//! UCI and UCCI.

use std::fmt::Write as _;

use ::xiangqi::{RepetitionRule, Rules, Xiangqi};

use super::words::{Weighted, number, word};
use super::{Talk, Tongue};
use crate::openings::Dice;

/// The engine between a GUI's pipes.
#[derive(Debug, Default)]
pub(super) struct Uci {}

const LINES: Weighted<'_> = &[
    (6, &["uci", "isready", "stop", "ponderhit", "d", "eval", "help", "ucinewgame"]),
    (3, &["ucci", "uccinewgame", "probe", "register", "debug on", "", "ponderhit draw"]),
    (1, &["bench", "quit", "perft 2", "go perft 2"]),
    (6, &["position startpos", "position startpos moves h2e2 h9g7", "startpos moves b2e2"]),
    (4, &["go depth 3", "go nodes 500", "go movetime 5", "go infinite", "go ponder", "go"]),
];

const OPTIONS: &[&str] = &[
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Skill Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Clear Hash",
    "Move Overhead",
    "Repetition Rule",
    "Sixty Move Rule",
    "UCI_ShowWDL",
    "UCI_Variant",
    "hashsize",
    "usemillisec",
    "repetition",
    "drawmoves",
    "newgame",
    "skilllevel",
    "nothing",
];

const VALUES: &[&str] = &[
    "1",
    "2",
    "4",
    "16",
    "33554432",
    "true",
    "false",
    "on",
    "asian",
    "none",
    "asianrule",
    "alwaysdraw",
    "xiangqi",
    "<empty>",
    "",
    "value",
    "much",
];

const GO: &[&str] = &[
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "time",
    "increment",
    "opptime",
    "draw",
    "perft",
    "frob",
];

const FENS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k4R/8R/9/9/9/9/9/9/9/4K4 b",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 119 60",
    "9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1",
    "4k4/4a4/1R7/9/9/9/6N2/9/9/4K4 w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/4R4/4K4 w",
    "9/9/9/9/9/9/9/9/9/9 w",
    "4k4/9 b",
];

/// Four characters that look like a move, most often.
fn any_move(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..2 {
        let file = b'a' + dice.below(9) as u8;
        let _ = write!(text, "{}{}", char::from(file), dice.below(10));
    }
    text
}

/// A game of legal moves, and the line that sets it up.
fn game(dice: &mut Dice) -> (Xiangqi, String) {
    // The first ones can be searched; the last are no positions.
    let fen = FENS[dice.below(6)];
    let mut game = Xiangqi::from_fen(fen).unwrap_or_else(|_| Xiangqi::start());
    let mut line = format!("position fen {fen}");
    let plies = if dice.below(30) == 0 { 1000 } else { dice.below(80) };
    for ply in 0..plies {
        let Some(m) = dice.pick(&game.legal_moves()) else { break };
        let Ok(()) = game.play(m) else { break };
        let _ = write!(line, "{}{m}", if ply == 0 { " moves " } else { " " });
    }
    (game, line)
}

impl Tongue for Uci {
    fn args(&self) -> Vec<String> {
        Vec::new()
    }

    fn line(&self, dice: &mut Dice) -> String {
        match dice.below(10) {
            0..5 => word(dice, LINES),
            5 => {
                let (name, value) = (dice.pick(OPTIONS), dice.pick(VALUES));
                let (name, value) = (name.unwrap_or_default(), value.unwrap_or_default());
                match dice.below(3) {
                    0 => format!("setoption {name} {value}"),
                    // Tables that are found and written to take time and tell nothing new.
                    1 if name != "Hash" && name != "hashsize" => {
                        format!("setoption name {name} value {}", number(dice))
                    }
                    _ => format!("setoption name {name} value {value}"),
                }
            }
            6 => {
                let mut line = "go".to_owned();
                for _ in 0..dice.below(5) {
                    let word = dice.pick(GO).unwrap_or_default();
                    let _ = write!(line, " {word}");
                    match dice.below(4) {
                        0 => {}
                        1 => line += &format!(" {}", any_move(dice)),
                        _ => line += &format!(" {}", number(dice)),
                    }
                }
                line
            }
            7 => game(dice).1,
            8 => {
                let mut line = format!("position fen {}", dice.pick(FENS).unwrap_or_default());
                for _ in 0..dice.below(6) {
                    line += if dice.below(4) == 0 { " moves " } else { " " };
                    line += &any_move(dice);
                }
                line
            }
            _ => format!("banmoves {} {}", any_move(dice), any_move(dice)),
        }
    }

    fn leaves(&self, line: &str) -> bool {
        line.trim_start().starts_with("quit")
    }

    fn sync(&self, number: u64) -> (Vec<String>, String) {
        // A position that is wrong waits behind searches, and is named.
        let end = format!("position sync{number}");
        let lines = ["stop", "uci", "stop", &end, "isready"].map(str::to_owned);
        (lines.to_vec(), format!("info string position: `sync{number}`"))
    }

    fn judge(&self, line: &str) -> Result<(), String> {
        let Some(rest) = line.strip_prefix("bestmove ") else { return Ok(()) };
        let is_move = |word: &str| {
            let bytes = word.as_bytes();
            let places = bytes.len() == 4
                && bytes.iter().enumerate().all(|(i, b)| match i % 2 {
                    0 => (b'a'..=b'i').contains(b),
                    _ => b.is_ascii_digit(),
                });
            places || word == "(none)"
        };
        let mut words = rest.split(' ').filter(|w| !matches!(*w, "ponder" | "draw" | "resign"));
        if words.all(is_move) { Ok(()) } else { Err("no move".to_owned()) }
    }

    fn examine(&self, dice: &mut Dice, talk: &mut Talk) -> Result<u64, String> {
        let rule = if dice.below(2) == 0 { "asian" } else { "none" };
        let lines = dice.below(3) + 1;
        talk.say("uci");
        talk.say(&format!("setoption name Repetition Rule value {rule}"));
        talk.say(&format!("setoption name MultiPV value {lines}"));
        talk.say("setoption name Threads value 1");
        talk.until("uciok")?;
        let mut moves = 0;
        for _ in 0..=dice.below(3) {
            let (game, position) = game(dice);
            let repetition = rule.parse().unwrap_or(RepetitionRule::Asian);
            let game = game.with_rules(Rules { repetition, ..Rules::default() });
            talk.say(&position);
            talk.say("d");
            let fen = talk.until("Fen: ")?;
            if fen.strip_prefix("Fen: ") != Some(&game.fen()) {
                return Err(format!("{fen} and not {}", game.fen()));
            }
            let limit = match dice.below(5) {
                0 => format!("nodes {}", dice.below(3000)),
                1 => format!("depth {}", dice.below(6)),
                2 => format!("wtime {} btime {}", dice.below(200), dice.below(200)),
                3 => "infinite".to_owned(),
                _ => format!("movetime {}", dice.below(20)),
            };
            talk.say(&format!("go {limit}"));
            if limit == "infinite" {
                talk.say("stop");
            }
            judge_search(&game, &talk.all_until("bestmove")?)?;
            moves += 1;
        }
        Ok(moves)
    }

    fn goodbye(&self) -> &'static str {
        "quit"
    }
}

/// Whether the answer of a search, and its lines, can be played.
fn judge_search(game: &Xiangqi, said: &[String]) -> Result<(), String> {
    let plays = |mut line: &mut dyn Iterator<Item = &str>| {
        let mut game = game.clone();
        Iterator::all(&mut line, |m| game.play_text(m).is_ok())
    };
    for line in said {
        let mut words = line.split(' ');
        if line.starts_with("info depth") && words.any(|w| w == "pv") && !plays(&mut words) {
            return Err(format!("a line that cannot be played in {}: {line}", game.fen()));
        }
    }
    let answer = said.last().map_or("", String::as_str);
    let is_right = match answer.strip_prefix("bestmove ") {
        Some("(none)") => game.legal_moves().is_empty(),
        Some(rest) => plays(&mut rest.split(' ').filter(|word| *word != "ponder")),
        None => false,
    };
    if is_right { Ok(()) } else { Err(format!("`{answer}` in {}", game.fen())) }
}
