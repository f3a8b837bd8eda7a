//! `play`, of any program.

use super::words::{Weighted, number, word};
use super::{Program, Talk, Tongue};
use crate::openings::Dice;

/// A game at the terminal.
#[derive(Debug)]
pub(super) struct Play {
    program: Program,
    args: Vec<String>,
}

const LINES: Weighted<'_> = &[
    (6, &["undo", "hint", "go", "stop", "board", "moves", "new", "help", "?", ""]),
    (3, &["side both", "side x", "side red", "side black", "side first", "side frob", "resign"]),
    (2, &["save missing/file", "save", "flip", "Undo", "HINT", "side"]),
    (1, &["side none", "quit", "exit"]),
];

/// With what it is begun: small games and large ones, and every side.
fn games(program: Program) -> &'static [&'static str] {
    match program {
        Program::Tictactoe => &[
            "--side x",
            "--side o",
            "--side both",
            "--mnk 4,4,3 --side o",
            "--mnk 9,9,5",
            "--mnk 1,1,1 --side both",
            "--board XO./.X./... --side o",
        ],
        Program::Grundy => &["7", "20 9 5 --side second", "3 --side both", "60 59 --misere", "1"],
        Program::Gomoku => &[
            "--side black",
            "--size 5 --side both",
            "--rule renju --side white",
            "--size 22 --rule standard",
            "--moves h8 i9 --side both",
        ],
        Program::Xiangqi => &[
            "--side red",
            "--side black --flip",
            "--side both --skill 0",
            "--fen 3k4R/8R/9/9/9/9/9/9/9/4K4 b --side both",
            "--rule none --side both",
        ],
    }
}

impl Play {
    pub fn new(program: Program, dice: &mut Dice) -> Self {
        let game = dice.pick(games(program)).unwrap_or_default();
        let words = format!("play {game} --nodes {}", 1 + dice.below(2000));
        Self { program, args: words.split(' ').map(str::to_owned).collect() }
    }

    fn any_move(&self, dice: &mut Dice) -> String {
        let letter = |dice: &mut Dice, n| char::from(b'a' + dice.below(n) as u8);
        match self.program {
            Program::Tictactoe => dice.below(10).to_string(),
            Program::Grundy => {
                let heap = dice.below(20);
                let part = dice.below(heap.max(1));
                format!("{heap}={}+{part}", heap.saturating_sub(part))
            }
            Program::Gomoku => format!("{}{}", letter(dice, 15), 1 + dice.below(15)),
            Program::Xiangqi => {
                let (from, to) = (letter(dice, 9), letter(dice, 9));
                format!("{from}{}{to}{}", dice.below(10), dice.below(10))
            }
        }
    }
}

impl Tongue for Play {
    fn args(&self) -> Vec<String> {
        self.args.clone()
    }

    fn line(&self, dice: &mut Dice) -> String {
        match dice.below(10) {
            0..5 => word(dice, LINES),
            5 => number(dice),
            _ => self.any_move(dice),
        }
    }

    fn leaves(&self, line: &str) -> bool {
        // Where the engine plays itself, it leaves when the game is over.
        let words = line.trim().to_ascii_lowercase();
        ["quit", "exit", "side"].iter().any(|word| words.starts_with(word))
            && !words.contains("both")
    }

    fn sync(&self, number: u64) -> (Vec<String>, String) {
        // Refused in every state, and the name is told.
        let lines = ["stop".to_owned(), format!("save missing/{number}")];
        (lines.to_vec(), format!("cannot save to `missing/{number}`"))
    }

    fn judge(&self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn examine(&self, dice: &mut Dice, talk: &mut Talk) -> Result<u64, String> {
        let mut moves = 0;
        talk.say("side both");
        talk.say("new");
        for _ in 0..=dice.below(12) {
            let name = talk.lines;
            talk.say("moves");
            talk.say(&format!("save missing/{name}"));
            let said = talk.all_until(&format!("cannot save to `missing/{name}`"))?;
            let list = said.len().checked_sub(2).map_or("", |i| said[i].as_str());
            let legal: Vec<_> = list.split(' ').filter(|word| *word != "none").collect();
            let Some(next) = dice.pick(&legal) else { break };
            talk.say("hint");
            let hint = talk.until("The engine would play ")?;
            let hinted = hint.split(' ').nth(4).unwrap_or_default();
            if !legal.contains(&hinted) {
                return Err(format!("`{hint}` is not among {list}"));
            }
            moves += 1;
            talk.say(next);
        }
        Ok(moves)
    }

    fn goodbye(&self) -> &'static str {
        "quit"
    }
}
