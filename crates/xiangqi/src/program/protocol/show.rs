//! What `d` and `eval` show to people.

use cli::{Game, View};
use search_core::{Evaluate, Position};
use xiangqi::{Evaluation, Side, Xiangqi};

use super::super::table::Table;

/// The board, and what the rules say about it.
pub(super) fn position(pos: &Xiangqi) -> String {
    let board = Table::board(pos, None, View { letters: true, ..View::default() });
    let checkers: Vec<_> = pos.board().checkers().into_iter().map(|s| s.to_string()).collect();
    let checkers = if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") };
    let ending = pos.ending().map_or_else(
        || "none".to_owned(),
        |end| {
            let reason = end.reason.name();
            match end.winner {
                Some(side) => format!("{} wins ({reason})", side.name()),
                None => format!("draw ({reason})"),
            }
        },
    );
    format!(
        "{}\n\nFen: {}\nKey: {:016x}\nCheckers: {checkers}\nLegal moves: {}\nEnding: {ending}",
        board.trim_end(),
        pos.fen(),
        pos.key(),
        pos.legal_moves().len(),
    )
}

/// The terms of the evaluation and their sum.
pub(super) fn evaluation(pos: &Xiangqi) -> String {
    let terms = Evaluation::terms(pos);
    let [red, black] = terms.mobility;
    let total = Evaluation::default().evaluate(pos);
    let (side, for_red) = match pos.side_to_move() {
        Side::Red => (Side::Red, total),
        Side::Black => (Side::Black, -total),
    };
    format!(
        "Material and place: {:+} (Red less Black)\n\
         Mobility: Red {red}, Black {black}\n\
         Total for {} (to move): {total:+}\n\
         Total for red: {for_red:+}",
        terms.placed,
        side.name(),
    )
}
