//! `eval`: what the evaluation sees, term by term.

use std::fmt::Write;

use clap::Args;
use cli::{Error, Game, Output, PositionArgs};
use serde_json::json;
use xiangqi::{Account, Evaluation, Side, Xiangqi, tuning};

use super::BoardArgs;
use super::table::Table;

/// Arguments of `eval`.
#[derive(Args, Clone, Debug)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    game: BoardArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl EvalArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.check("--json", !self.json, false)?;
        let pos = self.game.position()?;
        let account = Evaluation::account(&pos);
        if self.json {
            out.line(json(&pos, &account))?;
            return Ok(());
        }
        out.line(format_args!("{}\n", Table::board(&pos, None, self.game.view()).trim_end()))?;
        out.text(table(&pos, &account))?;
        Ok(())
    }
}

/// The score of an account, for the side to move.
fn for_mover(pos: &Xiangqi, account: &Account) -> i32 {
    match pos.side_to_move() {
        Side::Red => account.for_red,
        Side::Black => -account.for_red,
    }
}

fn json(pos: &Xiangqi, account: &Account) -> serde_json::Value {
    let terms = account.entries.iter().map(|entry| {
        let [red, black] = entry.sides.map(|(middle, end)| [middle, end]);
        json!({ "name": entry.group.name, "red": red, "black": black })
    });
    json!({
        "side_to_move": pos.side_to_move().name(),
        "score": { "cp": for_mover(pos, account) },
        "phase": account.phase,
        "scale": account.scale,
        "terms": terms.collect::<Vec<_>>(),
    })
}

/// The terms that are not nothing, with their sums: for the middle game and for the ending.
fn table(pos: &Xiangqi, account: &Account) -> String {
    let mut text = format!(
        "{:18} {:>15} {:>15} {:>15}\n{:18}{}\n",
        "",
        "red",
        "black",
        "difference",
        "term",
        format!("{:>8} {:>7}", "middle", "end").repeat(3),
    );
    let mut row = |name: &str, [red, black]: [(i32, i32); 2]| {
        let (middle, end) = (red.0 - black.0, red.1 - black.1);
        let _ = writeln!(
            text,
            "{name:18}{:>8} {:>7}{:>8} {:>7}{middle:>+8} {end:>+7}",
            red.0, red.1, black.0, black.1,
        );
    };
    let mut sums = [(0, 0); 2];
    for entry in &account.entries {
        for (sum, side) in sums.iter_mut().zip(entry.sides) {
            *sum = (sum.0 + side.0, sum.1 + side.1);
        }
        if entry.sides != [(0, 0); 2] {
            row(entry.group.name, entry.sides);
        }
    }
    row("sum", sums);
    let Account { phase, scale, for_red, .. } = account;
    let _ = writeln!(
        text,
        "\nphase {phase} of {} (the start of a game), a lead counts {scale} parts of {}\n\
         score for red {for_red:+}, for {} (to move) {:+}",
        tuning::PHASES,
        tuning::FULL,
        pos.side_to_move(),
        for_mover(pos, account),
    );
    text
}
