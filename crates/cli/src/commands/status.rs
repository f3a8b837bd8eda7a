//! `status`: what the rules say.

use search_core::legal_moves;
use serde_json::{Map, json};

use crate::args::StatusArgs;
use crate::error::Error;
use crate::game::{Game, PositionArgs};
use crate::output::Output;

pub(super) fn run<G: Game, A: PositionArgs>(
    args: &StatusArgs<A>,
    pos: &G::Position,
    out: &Output,
) -> Result<(), Error> {
    let side = G::SIDES[G::side_to_move(pos)];
    let ending = G::ending(pos);
    let moves: Vec<String> = match ending {
        // Over by a rule that `legal_moves` may not know.
        Some(_) => Vec::new(),
        None => legal_moves(pos).into_iter().map(|m| G::move_text(pos, m)).collect(),
    };
    let winner = ending.and_then(|e| e.winner).map(|w| G::SIDES[w]);
    let mut status = Map::new();
    status.insert("side_to_move".into(), json!(side));
    status.insert("legal_moves".into(), json!(moves));
    let outcome = ending.map(|e| json!({ "winner": winner, "reason": e.reason }));
    status.insert("outcome".into(), json!(outcome));
    G::add_status(pos, &mut status);
    if args.json {
        out.line(serde_json::Value::Object(status))?;
        return Ok(());
    }

    out.line(G::board(pos, None, args.game.view()).trim_end())?;
    out.line("")?;
    match ending {
        Some(e) => {
            let result = winner.map_or("a draw".to_owned(), |w| format!("{w} has won"));
            out.line(format_args!("The game is over: {result} ({}).", e.reason.replace('_', " ")))?;
        }
        None => {
            out.line(format_args!("{side} to move, {} legal moves:", moves.len()))?;
            out.line(moves.join(" "))?;
        }
    }
    for (key, value) in &status {
        if !matches!(key.as_str(), "side_to_move" | "legal_moves" | "outcome") {
            out.line(format_args!("{}: {value}", key.replace('_', " ")))?;
        }
    }
    Ok(())
}
