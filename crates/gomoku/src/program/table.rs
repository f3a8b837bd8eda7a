//! The game as people see it.

use cli::picture::{Marks, Picture};
use cli::report::Shown;
use cli::{Choice, Ending, Game, MoveOf, View};
use gomoku::lecture::windows;
use gomoku::library::Library;
use gomoku::{Evaluation, Gomoku, Point, Rule, Side, Size};
use search_core::{Outcome, Position, final_outcome};
use serde_json::{Map, Value, json};

use super::{drawing, forbidden, names, picture};

/// Gomoku, for the shared commands.
#[derive(Debug)]
pub(crate) struct Table;

/// Openings and fights, and positions with threats that decide.
const BENCH: [(usize, Rule, &str, u32); 12] = [
    (15, Rule::Freestyle, "j6k7l4", 10),
    (15, Rule::Freestyle, "l8k8h10i9l10l6i8", 9),
    (15, Rule::Freestyle, "g10g11f10j10h13h12i9i11k9j12", 10),
    (15, Rule::Freestyle, "c5g6g4f3e4e5e7f8d4f4d6f5f2e3b4a3", 10),
    (15, Rule::Freestyle, "l9h9g8g9i9h10h8j10i11i8j7k8k10j11l7l8m8j12j9k9m7", 10),
    (15, Rule::Freestyle, "l3f13m6d11h9e3g3c12g11m7h13m8e9i9d10d8h8g6h12m12", 5),
    (20, Rule::Freestyle, "j10k11l8k9i9k12", 10),
    (20, Rule::Freestyle, "m12g10b2e13d13f12k2g8j4d5k8j10h5c5m9f11", 9),
    (15, Rule::Standard, "g3h2c3d3g2f5e4f3f6e5h5g4c5c6", 9),
    (15, Rule::Standard, "f10d6f4e7f8e6d8c8", 9),
    (15, Rule::Renju, "h8i9i10k8j9", 9),
    (15, Rule::Renju, "i8l7l6k6h6k3j5j9k5k8i10k9", 9),
];

/// Reads a point where the side to move may play.
fn parse_move(pos: &Gomoku, text: &str) -> Result<Point, String> {
    let point = Point::parse(text, pos.size()).map_err(|e| e.to_string())?;
    pos.board().check(point).map_err(|e| e.to_string())?;
    Ok(point)
}

/// Whether the game is over, for whom, and by which rule.
pub(super) fn ending(pos: &Gomoku) -> Option<Ending> {
    let board = pos.board();
    if let Some(side) = board.winner() {
        return Some(Ending { winner: Some(side.index()), reason: "line" });
    }
    match final_outcome(pos)? {
        _ if board.stones() == pos.size().points() => {
            Some(Ending { winner: None, reason: "full_board" })
        }
        // All that is left to Black is forbidden.
        outcome => {
            let side = pos.side_to_move();
            let winner = match outcome {
                Outcome::Win => Some(side),
                Outcome::Loss => Some(side.other()),
                Outcome::Draw | Outcome::Value(_) => None,
            };
            Some(Ending { winner: winner.map(Side::index), reason: "no_moves" })
        }
    }
}

impl Game for Table {
    type Position = Gomoku;
    type Evaluation = Evaluation;

    const NAME: &'static str = "gomoku";
    const SIDES: [&'static str; 2] = [Side::Black.name(), Side::White.name()];
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &Evaluation::ALL;

    /// About four open twos more.
    const CLEAR_ADVANTAGE: i32 = 300;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn for_textbook_alone(evaluation: &str) -> bool {
        evaluation == "lines"
    }

    fn choose(player: &str, pos: &Gomoku) -> Option<Choice<Point>> {
        let look = (player == "windows").then(|| windows::look(pos.board())).flatten()?;
        let mut notes = Map::new();
        let plays = if look.attacks() { "attack" } else { "defence" };
        notes.insert("plays".into(), json!(plays));
        for (name, (point, score)) in [("attack", look.attack), ("defence", look.defence)] {
            notes.insert(name.into(), json!({ "point": point.to_string(), "score": score }));
        }
        Some(Choice { best: look.point(), notes })
    }

    fn known_move(pos: &Gomoku) -> Option<(Point, String)> {
        let known = Library::embedded(pos.rule(), pos.size())?.look_up(pos.board())?;
        Some((known.best?, format!("library, {}", Shown::of_score(known.value, false))))
    }

    fn side_to_move(pos: &Gomoku) -> usize {
        pos.side_to_move().index()
    }

    fn move_text(_: &Gomoku, m: Point) -> String {
        m.to_string()
    }

    fn parse_move(pos: &Gomoku, text: &str) -> Result<Point, String> {
        parse_move(pos, text)
    }

    fn board(pos: &Gomoku, last: Option<MoveOf<Self>>, view: View) -> String {
        // A game that was given by moves has a last one, too.
        let last = last.or_else(|| pos.moves().last().copied());
        let black = pos.side_to_move() == Side::Black && pos.board().winner().is_none();
        drawing::board(pos, last, view, black)
    }

    const PLACES: bool = true;

    fn history(pos: &Gomoku) -> Vec<Point> {
        pos.moves().to_vec()
    }

    fn picture(pos: &Gomoku, marks: &Marks<Point>, view: View) -> Option<Picture> {
        Some(picture::picture(pos, marks, view))
    }

    fn ending(pos: &Gomoku) -> Option<Ending> {
        ending(pos)
    }

    fn add_status(pos: &Gomoku, status: &mut Map<String, Value>) {
        let names: Vec<_> = forbidden::of(pos).iter().map(|(p, _)| p.to_string()).collect();
        status.insert("forbidden".into(), json!(names));
        status.insert("rule".into(), json!(pos.rule().name()));
        status.insert("size".into(), json!(pos.size().get()));
    }

    fn position_args(pos: &Gomoku) -> Vec<String> {
        let mut words = vec![
            "--size".to_owned(),
            pos.size().to_string(),
            "--rule".to_owned(),
            pos.rule().name().to_owned(),
        ];
        let mut list = |option: &str, points: Vec<Point>| {
            if !points.is_empty() {
                let names: Vec<_> = points.iter().map(Point::to_string).collect();
                words.extend([option.to_owned(), names.join(",")]);
            }
        };
        let first = pos.first();
        let of = |side| pos.size().each().filter(|&p| first.at(p) == Some(side)).collect();
        list("--black", of(Side::Black));
        list("--white", of(Side::White));
        list("--moves", pos.moves().to_vec());
        words
    }

    /// Small enough for minimax: about a million nodes.
    fn default_depth(pos: &Gomoku) -> u32 {
        let branches = pos.count_moves().max(2);
        (1..=6).take_while(|&depth| branches.pow(depth) <= 1_000_000).last().unwrap_or(1)
    }

    fn tree_depth(_: &Gomoku) -> u32 {
        1
    }

    fn bench() -> Vec<(Gomoku, u32)> {
        let read = |(n, rule, moves, depth): (usize, Rule, &str, u32)| {
            let size = Size::new(n)?;
            let mut game = Gomoku::new(rule, size);
            for name in names(moves) {
                game.play(Point::parse(name, size).ok()?).ok()?;
            }
            Some((game, depth))
        };
        BENCH.into_iter().filter_map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_can_be_played() {
        let bench = Table::bench();
        assert_eq!(bench.len(), BENCH.len());
        assert!(bench.iter().all(|(game, _)| ending(game).is_none()));
    }
}
