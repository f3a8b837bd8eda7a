//! UCI and UCCI, as xiangqi engines speak them.

use std::fmt::Write;

use xiangqi::Xiangqi;

use super::player::{Said, Told, Turn, clocks, mate_score};
use super::referee::{Seat, Table};
use super::settings::Protocol;

/// The lines that set options.
pub(super) fn options(protocol: Protocol, options: &[(String, String)]) -> Vec<String> {
    let mut lines = Vec::new();
    if protocol == Protocol::Ucci {
        lines.push("setoption usemillisec true".to_owned());
    }
    lines.extend(options.iter().map(|(name, value)| match protocol {
        Protocol::Ucci => format!("setoption {name} {value}"),
        _ => format!("setoption name {name} value {value}"),
    }));
    lines
}

/// The name of an option that a line announces: `option name Move Overhead type spin ...`.
pub(super) fn option(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    if (words.next(), words.next()) != (Some("option"), Some("name")) {
        return None;
    }
    let name: Vec<_> = words.take_while(|&word| word != "type").collect();
    Some(name.join(" "))
}

/// The position, and the word to search it.
pub(super) fn question(
    protocol: Protocol,
    game: &Xiangqi,
    turn: &Turn<'_>,
    lowest_rank: u8,
) -> Vec<String> {
    let mut position = format!("position fen {}", game.first().fen());
    for (i, m) in game.moves().enumerate() {
        let lead = if i == 0 { " moves" } else { "" };
        let _ = write!(position, "{lead} {}", with_ranks_from(lowest_rank, &m.to_string()));
    }
    let mut go = "go".to_owned();
    let limits = turn.limits;
    if let Some(nodes) = limits.nodes {
        let _ = write!(go, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(go, " depth {depth}");
    }
    let is_uci = protocol == Protocol::Uci;
    if let Some(time) = limits.movetime {
        let ms = time.as_millis();
        // UCCI has no time for a move; a control of one move is the same.
        let _ = match is_uci {
            true => write!(go, " movetime {ms}"),
            false => write!(go, " time {ms} movestogo 1"),
        };
    } else if let Some(clock) = limits.clock {
        let (first, second) = clocks(turn);
        let inc = clock.increment.as_millis();
        if is_uci {
            let _ = write!(go, " wtime {first} btime {second} winc {inc} binc {inc}");
            if let Some(moves) = turn.moves_to_go {
                let _ = write!(go, " movestogo {moves}");
            }
        } else {
            let is_first = Table::from(game.clone()).to_move() == Seat::First;
            let (own, other) = if is_first { (first, second) } else { (second, first) };
            let _ = match turn.moves_to_go {
                Some(moves) => write!(go, " time {own} movestogo {moves} opptime {other}"),
                None => {
                    write!(go, " time {own} increment {inc} opptime {other} oppincrement {inc}")
                }
            };
        }
    }
    vec![position, go]
}

/// A move for, or of, an engine that counts ranks from another number.
fn with_ranks_from(lowest: u8, text: &str) -> String {
    shifted(text, i32::from(lowest)).unwrap_or_else(|| text.to_owned())
}

/// `h2e2` as `h3e3` if ranks are to be one more.
fn shifted(text: &str, by: i32) -> Option<String> {
    if by == 0 {
        return Some(text.to_owned());
    }
    let mut rest = text;
    let mut moved = String::new();
    for _ in 0..2 {
        let file = rest.chars().next().filter(char::is_ascii_lowercase)?;
        rest = &rest[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let rank: i32 = rest[..end].parse().ok()?;
        rest = &rest[end..];
        let _ = write!(moved, "{file}{}", rank + by);
    }
    rest.is_empty().then_some(moved)
}

/// What a line says.
pub(super) fn read(protocol: Protocol, line: &str, told: &mut Told, lowest_rank: u8) -> Said {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => {
            let text = words.next().unwrap_or_default();
            if protocol == Protocol::Uci && matches!(text, "(none)" | "0000" | "none" | "") {
                return Said::Refusal(line.to_owned());
            }
            let own = shifted(text, -i32::from(lowest_rank));
            Said::Move(own.unwrap_or_else(|| text.to_owned()))
        }
        Some("nobestmove") => Said::Refusal(line.to_owned()),
        Some("info") => {
            about(words, told);
            Said::Nothing
        }
        _ => Said::Nothing,
    }
}

/// `info depth 12 score cp 34 nodes 5000 ...`.
fn about<'a>(words: impl Iterator<Item = &'a str>, told: &mut Told) {
    let words: Vec<_> = words.collect();
    let after = |word: &str| {
        let place = words.iter().position(|&w| w == word)?;
        words.get(place + 1..)
    };
    if words.first() == Some(&"string") {
        return;
    }
    let number = |word: &str| after(word)?.first()?.parse().ok();
    if number("multipv").is_some_and(|line| line > 1) {
        return;
    }
    told.nodes = number("nodes").or(told.nodes);
    let score = after("score").and_then(|words| match *words {
        ["cp", score, ..] => score.parse().ok(),
        ["mate", moves, ..] => moves.parse().ok().map(mate_score),
        [score, ..] => score.parse().ok(),
        [] => None,
    });
    let is_bound = words.iter().any(|w| matches!(*w, "lowerbound" | "upperbound"));
    if let Some(score) = score.filter(|_| !is_bound) {
        told.score = Some(score);
        told.depth = number("depth").and_then(|d| u32::try_from(d).ok()).or(told.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_one() {
        assert_eq!(with_ranks_from(1, "a9a0"), "a10a1");
        assert_eq!(shifted("a10a1", -1).as_deref(), Some("a9a0"));
        assert_eq!(with_ranks_from(0, "h2e2"), "h2e2");
        for text in ["", "h2", "h2e", "e2e2x", "h2e2q", "99", "é2e2"] {
            assert_eq!(shifted(text, -1), None, "{text}");
        }
    }

    #[test]
    fn options_by_name() {
        let line = "option name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(option(line).as_deref(), Some("Move Overhead"));
        assert_eq!(option("option name Clear Hash type button").as_deref(), Some("Clear Hash"));
        assert_eq!(option("id name x"), None);
    }

    #[test]
    fn lines_of_engines() {
        let mut told = Told::default();
        let mut say = |line: &str| read(Protocol::Uci, line, &mut told, 1);
        assert!(matches!(say("bestmove h3e3 ponder h10g8"), Said::Move(m) if m == "h2e2"));
        assert!(matches!(say("bestmove (none)"), Said::Refusal(_)));
        assert!(matches!(say("bestmove"), Said::Refusal(_)));
        assert!(matches!(say(""), Said::Nothing));
        assert!(matches!(
            say("info depth 9 seldepth 20 multipv 1 score cp -31 nodes 4321 nps 1 pv a"),
            Said::Nothing
        ));
        say("info depth 8 multipv 2 score cp 99 nodes 4322");
        say("info string nodes 1 depth 1 score cp 1");
        say("info depth 10 score cp 77 lowerbound nodes 5000");
        say("info nodes");
        assert_eq!(told, Told { score: Some(-31), depth: Some(9), nodes: Some(5000) });
        read(Protocol::Uci, "info depth 3 score mate -2", &mut told, 0);
        assert_eq!(told.score, Some(-29_996));
        read(Protocol::Uci, "info depth 3 score mate -2147483648", &mut told, 0);
        read(Protocol::Uci, "info depth 3 score mate 2147483647", &mut told, 0);
        assert_eq!(told.score, Some(10_000));
        read(Protocol::Ucci, "info depth 4 score 12 pv h2e2", &mut told, 0);
        assert_eq!((told.score, told.depth), (Some(12), Some(4)));
        assert!(matches!(read(Protocol::Ucci, "nobestmove", &mut told, 0), Said::Refusal(_)));
    }
}
