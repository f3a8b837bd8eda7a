//! `position [startpos | fen F] [moves ...]`, for both protocols.

use cli::words::{on_one_line, quote};
use xiangqi::{Rules, Xiangqi};

use super::words::first_word;

/// Reads what stands behind the word `position`.
///
/// The whole game is played again at every move: ten thousand moves take a
/// few milliseconds.
///
/// # Errors
/// The bad word and what was expected.
pub(super) fn read(text: &str, rules: Rules) -> Result<Xiangqi, String> {
    let (board, moves) = split_at_moves(text);
    let game = match first_word(board) {
        ("startpos", "") => Ok(Xiangqi::start()),
        ("startpos", more) => {
            Err(format!("{}: expected `moves` after `startpos`", quote(first_word(more).0)))
        }
        ("fen", fen) => Xiangqi::from_fen(fen).map_err(|e| e.to_string()),
        ("", _) => Err("expected `startpos` or `fen`".to_owned()),
        (word, _) => Err(format!("{}: expected `startpos` or `fen`", quote(word))),
    };
    let mut game = game.map_err(|e| on_one_line(&e))?.with_rules(rules);
    for (i, word) in moves.split_whitespace().enumerate() {
        game.play_text(word)
            .map_err(|e| format!("move {}: {}", i + 1, on_one_line(&e.to_string())))?;
    }
    Ok(game)
}

/// The texts before and behind the word `moves`.
fn split_at_moves(text: &str) -> (&str, &str) {
    let mut rest = text;
    loop {
        let (word, behind) = first_word(rest);
        if word.is_empty() {
            return (text, "");
        }
        if word == "moves" {
            let before = text.len() - rest.trim_start().len();
            return (&text[..before], behind);
        }
        rest = behind;
    }
}
