//! The game as people see it.

use cli::picture::{Marks, Picture};
use cli::{Ending, Game, MoveOf, View};
use search_core::Position;
use serde_json::{Map, Value, json};
use xiangqi::{Evaluation, Move, Rules, Side, Xiangqi};

use super::{bench, drawing, picture};

/// Xiangqi, for the shared commands.
#[derive(Debug)]
pub(crate) struct Table;

/// Reads a legal move in any notation.
pub(crate) fn parse_move(pos: &Xiangqi, text: &str) -> Result<Move, String> {
    xiangqi::notation::parse_any(pos.board(), text).map_err(|e| e.to_string())
}

impl Game for Table {
    type Position = Xiangqi;
    type Evaluation = Evaluation;

    const NAME: &'static str = "xiangqi";
    const SIDES: [&'static str; 2] = [Side::Red.name(), Side::Black.name()];
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &{
        let [classic, material] = Evaluation::ALL;
        [(classic.1, classic.2), (material.1, material.2)]
    };
    const CAN_FLIP: bool = true;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::ALL.into_iter().find(|e| e.1 == name).map(|e| e.0)
    }

    fn side_to_move(pos: &Xiangqi) -> usize {
        pos.side_to_move().index()
    }

    fn move_text(_: &Xiangqi, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(pos: &Xiangqi, text: &str) -> Result<Move, String> {
        parse_move(pos, text)
    }

    fn board(pos: &Xiangqi, last: Option<MoveOf<Self>>, view: View) -> String {
        // A game that was given by moves has a last one, too.
        drawing::board(pos.board(), last.or_else(|| pos.moves().next_back()), view)
    }

    fn history(pos: &Xiangqi) -> Vec<Move> {
        pos.moves().collect()
    }

    fn picture(pos: &Xiangqi, marks: &Marks<Move>, view: View) -> Option<Picture> {
        Some(picture::picture(pos, marks, view))
    }

    fn ending(pos: &Xiangqi) -> Option<Ending> {
        let end = pos.ending()?;
        Some(Ending { winner: end.winner.map(Side::index), reason: end.reason.name() })
    }

    fn add_status(pos: &Xiangqi, status: &mut Map<String, Value>) {
        status.insert("in_check".into(), json!(pos.board().in_check()));
        status.insert("fen".into(), json!(pos.fen()));
    }

    fn position_args(pos: &Xiangqi) -> Vec<String> {
        let mut words = vec!["--fen".to_owned(), pos.first().fen()];
        let moves: Vec<_> = pos.moves().map(|m| m.to_string()).collect();
        if !moves.is_empty() {
            words.extend(["--moves".to_owned(), moves.join(",")]);
        }
        let rules = pos.rules();
        let default = Rules::default();
        if rules.repetition != default.repetition {
            words.extend(["--rule".to_owned(), rules.repetition.name().to_owned()]);
        }
        if rules.quiet_limit != default.quiet_limit {
            let plies = rules.quiet_limit.unwrap_or(0).to_string();
            words.extend(["--sixty-moves".to_owned(), plies]);
        }
        words
    }

    /// Small enough for minimax: about a million nodes.
    fn default_depth(pos: &Xiangqi) -> u32 {
        let branches = pos.count_moves().max(2);
        (1..=6).take_while(|&depth| branches.pow(depth) <= 1_000_000).last().unwrap_or(1)
    }

    fn tree_depth(_: &Xiangqi) -> u32 {
        1
    }

    fn bench() -> Vec<(Xiangqi, u32)> {
        let read = |fen| Some((Xiangqi::from_fen(fen).ok()?, bench::DEPTH));
        bench::POSITIONS.into_iter().filter_map(read).collect()
    }
}
