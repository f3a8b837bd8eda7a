//! `forbidden`: what renju forbids Black.

use clap::Args;
use cli::{Error, Output, PositionArgs};
use gomoku::{Forbidden, Gomoku, Point, Rule};
use serde_json::json;

use super::{GomokuArgs, drawing};

/// Arguments of `forbidden`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Without --rule, the rule is renju: no other forbids anything.")]
pub(crate) struct ForbiddenArgs {
    #[command(flatten)]
    game: GomokuArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The points where Black must not play, whoever is to move; none once the
/// game is over.
pub(super) fn of(game: &Gomoku) -> Vec<(Point, Forbidden)> {
    match game.board().winner() {
        Some(_) => Vec::new(),
        None => game.board().forbidden_points(),
    }
}

impl ForbiddenArgs {
    pub(crate) fn run(&self, out: &Output) -> Result<(), Error> {
        self.game.check("--json", !self.json)?;
        let rule = self.game.rule.unwrap_or(Rule::Renju);
        let game = GomokuArgs { rule: Some(rule), ..self.game.clone() }.position()?;
        let points = of(&game);
        if self.json {
            let point = |(p, why): &(Point, Forbidden)| json!({ "point": p.to_string(), "reason": why.name() });
            out.line(json!({
                "rule": rule.name(),
                "side_to_move": game.side_to_move().name(),
                "forbidden": points.iter().map(point).collect::<Vec<_>>(),
            }))?;
            return Ok(());
        }
        let last = game.moves().last().copied();
        let board = drawing::board(&game, last, self.game.view(), true);
        out.line(format_args!("{}\n", board.trim_end()))?;
        if !points.is_empty() {
            for (point, why) in points {
                out.line(format_args!("{:<4}{}", point.to_string(), why.name()))?;
            }
            return Ok(());
        }
        let why = match (rule, game.board().winner()) {
            (Rule::Renju, None) => "no point is forbidden".to_owned(),
            (Rule::Renju, Some(side)) => format!("none: the game is over, {side} has won"),
            _ => format!("none: {rule} forbids nothing"),
        };
        out.line(why)?;
        Ok(())
    }
}
