//! The game as people see it.

use cli::{Ending, Game, MoveOf, View};
use search_core::Position;
use serde_json::{Map, Value, json};
use xiangqi::{Evaluation, Move, Rules, Side, Xiangqi};

use super::drawing;

/// Xiangqi, for the shared commands.
#[derive(Debug)]
pub(crate) struct Table;

/// Reads a legal move in any notation.
pub(crate) fn parse_move(pos: &Xiangqi, text: &str) -> Result<Move, String> {
    xiangqi::notation::parse_any(pos.board(), text).map_err(|e| e.to_string())
}

/// Openings, middle games and endings: fights, mates, and positions that must
/// not be taken for won.
const BENCH: [(&str, u32); 12] = [
    (xiangqi::START, 6),
    ("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1", 6),
    ("r1bak1b1r/4a4/2n3n2/4c4/p1p1P1p1p/6P2/P1P5P/2N1C1N2/4A4/R1B1KAB1R w - - 0 1", 6),
    ("rnba1aCn1/4k4/8r/p1p1p3p/1c4P2/2P6/P3c3P/1C4N2/4K4/RNBA1AB1R b - - 0 1", 6),
    ("2bakab2/9/c3c1n2/p3p1p1p/1npr5/2P2NP2/P3P3P/2CCB4/4A4/1NBAKR3 b - - 0 1", 6),
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 6),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", 7),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", 8),
    ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1", 9),
    ("4ka3/4a4/9/p8/C8/9/9/8B/3p2ppc/4K4 w - - 0 1", 9),
    ("3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1", 9),
    ("9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1", 8),
];

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
        let read = |(fen, depth): (&str, u32)| Some((Xiangqi::from_fen(fen).ok()?, depth));
        BENCH.into_iter().filter_map(read).collect()
    }
}
