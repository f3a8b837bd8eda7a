//! Heaps as people see them.

use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};
use cli::draw::Sketch;
use cli::picture::{Marks, Picture};
use cli::{Ending, Game, MoveOf, View};
use grundy::{Heaps, Misere, NimSum, Side, Split};
use search_core::perft::perft_until;
use search_core::{Evaluate, Heuristics, Proof};
use serde_json::{Map, Value, json};

use super::picture;

/// Commands that look at every move take positions of so many coins: half as
/// many moves, and a game of as many plies, are enough for anybody.
pub(super) const MAX_COINS: u64 = 10_000;

/// The nim-values of all heaps that the engine meets.
static NIM: LazyLock<NimSum> = LazyLock::new(|| NimSum::up_to(MAX_COINS as u32));

/// The game by one set of rules.
#[derive(Debug)]
pub(super) struct Coins<R>(PhantomData<R>);

/// Positions by one set of rules: who cannot move has lost, or has won.
pub(super) trait Rules: Heuristics<Move = Split> + Display + Send + Sync + 'static {
    const MISERE: bool;
    const EVALUATIONS: &'static [(&'static str, &'static str)];

    fn of(heaps: Heaps) -> Self;
    fn heaps(&self) -> &Heaps;
    fn prove(&mut self, nim: &mut NimSum) -> Option<Proof<Split>>;
    fn worth(&self, nim: &mut NimSum) -> i32;
}

const NONE: (&str, &str) = ("none", "every position that is not over is worth 0");

impl Rules for Heaps {
    const MISERE: bool = false;
    const EVALUATIONS: &'static [(&'static str, &'static str)] =
        &[("nim-sum", "the nim-sum tells who wins, with a proof"), NONE];

    fn of(heaps: Heaps) -> Self {
        heaps
    }

    fn heaps(&self) -> &Heaps {
        self
    }

    fn prove(&mut self, nim: &mut NimSum) -> Option<Proof<Split>> {
        nim.probe(self, 0).0
    }

    fn worth(&self, nim: &mut NimSum) -> i32 {
        nim.evaluate(self)
    }
}

impl Rules for Misere {
    const MISERE: bool = true;
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[NONE];

    fn of(heaps: Heaps) -> Self {
        Self(heaps)
    }

    fn heaps(&self) -> &Heaps {
        &self.0
    }

    fn prove(&mut self, _: &mut NimSum) -> Option<Proof<Split>> {
        None
    }

    fn worth(&self, _: &mut NimSum) -> i32 {
        0
    }
}

/// The evaluations that have a name.
#[derive(Clone, Debug)]
pub(super) enum Evaluation {
    NimSum(NimSum),
    None,
}

impl<R: Rules> Evaluate<R> for Evaluation {
    fn evaluate(&mut self, pos: &R) -> i32 {
        match self {
            Self::NimSum(nim) => pos.worth(nim),
            Self::None => 0,
        }
    }

    fn probe(&mut self, pos: &mut R, _: u64) -> (Option<Proof<Split>>, u64) {
        match self {
            Self::NimSum(nim) => (pos.prove(nim), 0),
            Self::None => (None, 0),
        }
    }
}

/// Heaps drawn one by one, at most, and coins drawn of one.
const MAX_DRAWN: (usize, u32) = (40, 60);

const LIVE: Style = AnsiColor::Yellow.on_default().bold();
const DEAD: Style = Style::new().dimmed();

impl<R: Rules> Game for Coins<R> {
    type Position = R;
    type Evaluation = Evaluation;

    const NAME: &'static str = "grundy";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const EVALUATIONS: &'static [(&'static str, &'static str)] = R::EVALUATIONS;

    fn evaluation(name: &str) -> Option<Evaluation> {
        // Each set of rules has names of its own.
        R::EVALUATIONS.iter().find(|(known, _)| *known == name)?;
        Some(if name == NONE.0 { Evaluation::None } else { Evaluation::NimSum(NIM.clone()) })
    }

    fn side_to_move(pos: &R) -> usize {
        usize::from(pos.heaps().side_to_move() == Side::Second)
    }

    fn move_text(_: &R, split: Split) -> String {
        split.to_string()
    }

    fn reason(pos: &R, split: Split) -> Option<String> {
        (!R::MISERE).then(|| reason(pos.heaps(), split))?
    }

    fn parse_move(pos: &R, text: &str) -> Result<Split, String> {
        let split: Split = text.parse().map_err(|e: grundy::SplitError| e.to_string())?;
        pos.heaps().check(split).map_err(|e| e.to_string())
    }

    /// A line for each size, equal heaps together.
    fn board(pos: &R, last: Option<MoveOf<Self>>, _: View) -> String {
        let sizes = pos.heaps().sizes();
        let width = sizes.first().map_or(1, |h| h.to_string().len());
        let groups: Vec<_> = sizes.chunk_by(|a, b| a == b).collect();
        let mut text = String::new();
        for group in groups.iter().take(MAX_DRAWN.0) {
            let heap = group[0];
            let style = if heap < 3 { DEAD } else { LIVE };
            let new = last.is_some_and(|m| [m.small, m.large()].contains(&heap));
            let style = if new { style.underline() } else { style };
            let coins = match heap {
                ..=2 => "o ".repeat(heap as usize),
                heap if heap <= MAX_DRAWN.1 => "o ".repeat(heap as usize),
                _ => "o o o ...".to_owned(),
            };
            let count = match group.len() {
                1 => String::new(),
                n => format!("   {n} of them"),
            };
            let pad = " ".repeat(width - heap.to_string().len());
            text += &format!(" {pad}{style}{heap}{style:#}  {}{count}\n", coins.trim_end());
        }
        if groups.len() > MAX_DRAWN.0 {
            text += &format!(" and {} smaller sizes\n", groups.len() - MAX_DRAWN.0);
        }
        text
    }

    fn rows(pos: &R) -> Vec<String> {
        let sizes = pos.heaps().sizes();
        if sizes.len() > 12 { Vec::new() } else { vec![pos.to_string()] }
    }

    fn sketch(pos: &R) -> Sketch {
        Sketch::Heaps(pos.heaps().sizes().to_vec())
    }

    /// Misère play knows no nim-values.
    fn picture(pos: &R, marks: &Marks<Split>, _: View) -> Option<Picture> {
        let nim = (!R::MISERE).then_some(&*NIM);
        picture::picture(pos.heaps(), marks, nim)
    }

    fn ending(pos: &R) -> Option<Ending> {
        let mover = Self::side_to_move(pos);
        let winner = if R::MISERE { mover } else { 1 - mover };
        pos.heaps().is_over().then_some(Ending { winner: Some(winner), reason: "no_moves" })
    }

    fn add_status(pos: &R, status: &mut Map<String, Value>) {
        if !R::MISERE {
            status.insert("nim_value".into(), json!(NIM.of(pos.heaps())));
        }
    }

    fn position_args(pos: &R) -> Vec<String> {
        let mut words: Vec<_> = pos.heaps().sizes().iter().map(ToString::to_string).collect();
        if pos.heaps().side_to_move() == Side::Second {
            words.extend(["--to-move".to_owned(), "second".to_owned()]);
        }
        if R::MISERE {
            words.push("--misere".to_owned());
        }
        words
    }

    /// Small enough for minimax: about a million nodes.
    fn default_depth(pos: &R) -> u32 {
        let (mut depth, mut nodes, mut asked) = (1, 1, 0);
        loop {
            let stop = || {
                asked += 1;
                asked > 100_000
            };
            match perft_until(pos, depth, stop) {
                Some(0) => return (depth - 1).max(1),
                Some(more) if nodes + more <= 1_000_000 => nodes += more,
                _ => return (depth - 1).max(1),
            }
            depth += 1;
        }
    }

    /// Positions of `bench` here; the binary's own adds others.
    fn bench() -> Vec<(R, u32)> {
        Vec::new()
    }
}

/// The nim-sum behind a move.
fn reason(heaps: &Heaps, split: Split) -> Option<String> {
    // Larger sums would not be read.
    let values: Vec<_> = heaps.live().take(9).filter_map(|h| NIM.of_heap(h)).collect();
    let values: Vec<_> =
        heaps.live().zip(&values).map(|(h, value)| format!("{h} is worth {value}")).collect();
    let values =
        if values.len() < 9 { format!("{}: the", values.join(", ")) } else { "The".into() };
    let (parts, sum) = (NIM.of_heap(split.small)? ^ NIM.of_heap(split.large())?, NIM.of(heaps)?);
    Some(if sum == 0 {
        format!("{values} nim-sum is 0, and every move loses against perfect play.")
    } else {
        let left = sum ^ NIM.of_heap(split.heap)? ^ parts;
        let what = if left == 0 { "0, which is lost for the other side" } else { "not 0" };
        format!("{values} nim-sum is {sum}, and {split} makes it {what}.")
    })
}
