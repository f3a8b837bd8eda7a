//! The Gomocup protocol (Petr Lastovicka, 2005), and what our dialect adds.

use gomoku::{Gomoku, Point, Rule, Side, Size};

use super::player::{Said, Told, Turn, clocks, mate_score};
use super::referee::Seat;
use super::settings::Limits;

/// What is said at the beginning of a game.
pub(super) fn infos(game: &Gomoku, limits: &Limits, options: &[(String, String)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |key: &str, value: u128| lines.push(format!("INFO {key} {value}"));
    say(
        "rule",
        match game.rule() {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
        },
    );
    // A game between engines.
    say("game_type", 1);
    if let Some(time) = limits.movetime {
        say("timeout_turn", time.as_millis());
        say("timeout_match", 0x7fff_ffff);
    } else if let Some(clock) = limits.clock {
        let base = clock.base.as_millis() + clock.increment.as_millis();
        say("timeout_turn", base);
        say("timeout_match", base);
    }
    // Words of the Yixin dialect.
    if let Some(nodes) = limits.nodes {
        say("max_node", nodes.into());
    }
    if let Some(depth) = limits.depth {
        say("max_depth", depth.into());
    }
    lines.extend(options.iter().map(|(name, value)| format!("INFO {name} {value}")));
    lines
}

/// The position, or the last move if the engine knows the others.
pub(super) fn question(game: &Gomoku, turn: &Turn<'_>, in_game: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if turn.limits.movetime.is_none() && turn.limits.clock.is_some() {
        let (first, second) = clocks(turn);
        let is_first = seat(game.side_to_move()) == Seat::First;
        lines.push(format!("INFO time_left {}", if is_first { first } else { second }));
    }
    match game.moves().last() {
        None => lines.push("BEGIN".to_owned()),
        Some(&last) if in_game => lines.push(format!("TURN {}", written(last, game.size()))),
        Some(_) => {
            lines.push("BOARD".to_owned());
            let own = game.side_to_move();
            let mut side = Side::Black;
            for &point in game.moves() {
                lines.push(format!(
                    "{},{}",
                    written(point, game.size()),
                    if side == own { 1 } else { 2 }
                ));
                side = side.other();
            }
            lines.push("DONE".to_owned());
        }
    }
    lines
}

const fn seat(side: Side) -> Seat {
    match side {
        Side::Black => Seat::First,
        Side::White => Seat::Second,
    }
}

/// `X,Y`: the column from 0, the row from above.
fn written(point: Point, size: Size) -> String {
    format!("{},{}", point.x(), size.get() - 1 - point.y())
}

/// What a line says.
pub(super) fn read(line: &str, size: Size) -> Said {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_uppercase().as_str() {
        "MESSAGE" | "DEBUG" => about(rest).map_or(Said::Nothing, Said::About),
        // (UNKNOWN may be about an INFO that the engine does not know.)
        "ERROR" => Said::Refusal(line.to_owned()),
        "SUGGEST" => Said::Ask(format!("PLAY {}", rest.trim())),
        "OK" | "UNKNOWN" => Said::Nothing,
        _ => match line.split_once(',') {
            Some((x, y)) if is_number(x) && is_number(y) => Said::Move(named(x, y, size)),
            _ => Said::Nothing,
        },
    }
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The name of a point, or what was said where it is none.
fn named(x: &str, y: &str, size: Size) -> String {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let point = || Point::new(number(x)?, (size.get() - 1).checked_sub(number(y)?)?);
    point().map_or_else(|| format!("{},{}", x.trim(), y.trim()), |point| point.to_string())
}

/// `depth 9-13 ev 120 n 512345 n/ms 911 tm 562 pv h8`, as Yixin and Rapfi write it.
fn about(text: &str) -> Option<Told> {
    let words: Vec<_> = text.split_whitespace().collect();
    let after = |names: &[&str]| {
        let place = words.iter().position(|w| names.contains(&w.to_ascii_lowercase().as_str()))?;
        words.get(place + 1).copied()
    };
    let score = after(&["ev", "eval"]).and_then(|word| {
        let mate = |sign: i32, moves: &str| Some(sign * mate_score(moves.parse().ok()?));
        match word.strip_prefix("+M").map(|m| (1, m)).or(word.strip_prefix("-M").map(|m| (-1, m))) {
            Some((sign, moves)) => mate(sign, moves),
            None => word.parse().ok(),
        }
    })?;
    let depth = after(&["depth"]).and_then(|word| word.split('-').next()?.parse().ok());
    let nodes = after(&["n", "nodes"]).and_then(nodes);
    Some(Told { score: Some(score), depth, nodes })
}

/// `512345`, `512K` or `3M`.
fn nodes(word: &str) -> Option<u64> {
    let (digits, unit) = match word.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 1000),
        None => word.strip_suffix('M').map_or((word, 1), |digits| (digits, 1_000_000)),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_engines() {
        let say = |line: &str| read(line, Size::FIFTEEN);
        assert!(matches!(say("7,7"), Said::Move(m) if m == "h8"));
        assert!(matches!(say(" 0,0\t"), Said::Move(m) if m == "a15"));
        assert!(matches!(say("99,99"), Said::Move(m) if m == "99,99"));
        assert!(matches!(say("99999999999999999999,1"), Said::Move(_)));
        assert!(matches!(say("-1,3"), Said::Move(m) if m == "-1,3"));
        assert!(matches!(say("suggest 3,4"), Said::Ask(m) if m == "PLAY 3,4"));
        assert!(matches!(say("ERROR no"), Said::Refusal(_)));
        for line in ["", ",", "7,", "7 7", "OK", "DEBUG 7,7", "hello, world", "MESSAGE"] {
            assert!(matches!(say(line), Said::Nothing), "{line}");
        }
        let told = |line: &str| match say(line) {
            Said::About(told) => told,
            _ => panic!("{line}"),
        };
        let line = "MESSAGE depth 9-13 ev 120 n 512345 n/ms 911 tm 562 pv h8 i9";
        assert_eq!(told(line), Told { score: Some(120), depth: Some(9), nodes: Some(512_345) });
        assert_eq!(told("MESSAGE ev -M2 n 5K").score, Some(-29_996));
        assert_eq!(told("MESSAGE depth 2 ev +M3 n 3M").nodes, Some(3_000_000));
    }

    #[test]
    fn questions() {
        let mut game = Gomoku::new(Rule::Renju, Size::FIFTEEN);
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let turn = Turn {
            limits: &limits,
            left: Default::default(),
            moves_to_go: None,
            end: std::time::Duration::MAX,
        };
        assert_eq!(question(&game, &turn, false), ["BEGIN"]);
        for point in ["h8", "i9", "a1"] {
            game.play(Point::parse(point, Size::FIFTEEN).unwrap()).unwrap();
        }
        let board = ["BOARD", "7,7,2", "8,6,1", "0,14,2", "DONE"];
        assert_eq!(question(&game, &turn, false), board);
        assert_eq!(question(&game, &turn, true), ["TURN 0,14"]);
        let infos = infos(&game, &limits, &[("hash_size".to_owned(), "1024".to_owned())]);
        assert_eq!(
            infos,
            ["INFO rule 4", "INFO game_type 1", "INFO max_node 500", "INFO hash_size 1024"]
        );
    }
}
