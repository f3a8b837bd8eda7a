//! The stones of the game, as the manager has put them.
//!
//! The manager is the referee: stones may come in any order, be taken back in
//! any order, and stand where renju forbids Black to play. Whether they make a
//! position is asked when a move is wanted.

use gomoku::{Board, Gomoku, PlayError, Point, Rule, Side, Size};

use super::super::table::ending;
use super::words;

/// Stones with their sides, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    pub size: Size,
    list: Vec<(Point, Side)>,
}

impl Stones {
    pub const fn none(size: Size) -> Self {
        Self { size, list: Vec::new() }
    }

    #[cfg(test)]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub const fn len(&self) -> usize {
        self.list.len()
    }

    fn contains(&self, point: Point) -> bool {
        self.list.iter().any(|(p, _)| *p == point)
    }

    /// Puts a stone on a vacant point.
    ///
    /// # Errors
    /// That it is not vacant.
    pub fn put(&mut self, point: Point, side: Side) -> Result<(), String> {
        if self.contains(point) {
            return Err(format!("{} is occupied", words::answer(point, self.size)));
        }
        self.list.push((point, side));
        Ok(())
    }

    /// Puts a stone where Black and White come in turns.
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    pub fn put_in_turn(&mut self, point: Point) -> Result<(), String> {
        let side = if self.list.len().is_multiple_of(2) { Side::Black } else { Side::White };
        self.put(point, side)
    }

    /// Takes a stone away, wherever it is in the order.
    ///
    /// # Errors
    /// That there is none.
    pub fn take(&mut self, point: Point) -> Result<(), String> {
        let at = self.list.iter().rposition(|(p, _)| *p == point);
        let at = at.ok_or_else(|| format!("no stone on {}", words::answer(point, self.size)))?;
        self.list.remove(at);
        Ok(())
    }

    /// The game that these stones make.
    ///
    /// # Errors
    /// That neither side can be to move.
    pub fn game(&self, rule: Rule) -> Result<Gomoku, String> {
        let mut game = Gomoku::new(rule, self.size);
        let in_order = |&(point, side): &(Point, Side)| {
            game.side_to_move() == side && game.play(point).is_ok()
        };
        if self.list.iter().all(in_order) {
            return Ok(game);
        }
        let of = |side| -> Vec<Point> {
            self.list.iter().filter(|(_, s)| *s == side).map(|(p, _)| *p).collect()
        };
        let (black, white) = (of(Side::Black), of(Side::White));
        let board = Board::with_stones(rule, self.size, &black, &white);
        let wrong = |e: PlayError| match e {
            PlayError::OffBoard(p) | PlayError::Occupied(p) => {
                format!("{} is occupied", words::answer(p, self.size))
            }
            other => other.to_string(),
        };
        board.map(Gomoku::from_board).map_err(wrong)
    }
}

/// Refuses a game in which no move can be made.
///
/// # Errors
/// How it has ended.
pub(super) fn check_open(game: &Gomoku) -> Result<(), String> {
    let Some(end) = ending(game) else { return Ok(()) };
    Err(match (end.winner, end.reason) {
        (Some(side), "line") => {
            let side = if side == Side::Black.index() { Side::Black } else { Side::White };
            format!("the game is over: {side} has made five")
        }
        (_, "full_board") => "the game is over: the board is full".to_owned(),
        _ => format!("the game is over: {} has forbidden points only", game.side_to_move()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Point {
        words::point([x, y], Size::FIFTEEN).unwrap()
    }

    #[test]
    fn stones_come_and_go_in_any_order() {
        let mut stones = Stones::none(Size::FIFTEEN);
        for (i, side) in [(0, Side::Black), (1, Side::White), (2, Side::Black)] {
            stones.put(at(i, 0), side).unwrap();
        }
        assert_eq!(stones.put(at(1, 0), Side::White), Err("1,0 is occupied".to_owned()));
        stones.take(at(0, 0)).unwrap();
        assert_eq!(stones.take(at(0, 0)), Err("no stone on 0,0".to_owned()));
        let game = stones.game(Rule::Freestyle).unwrap();
        assert_eq!((game.side_to_move(), game.board().stones()), (Side::Black, 2));
        // White has one too many for a moment.
        stones.take(at(2, 0)).unwrap();
        assert!(stones.game(Rule::Freestyle).unwrap_err().contains("0 black and 1 white"));
        stones.take(at(1, 0)).unwrap();
        assert!(stones.is_empty());
    }

    #[test]
    fn black_stands_where_he_must_not_play() {
        let mut stones = Stones::none(Size::FIFTEEN);
        for i in 0..6 {
            stones.put(at(2 * i, 14), Side::White).unwrap();
        }
        // Six in a row.
        for i in [0, 1, 2, 4, 5, 3] {
            stones.put(at(i + 3, 7), Side::Black).unwrap();
        }
        let game = stones.game(Rule::Renju).unwrap();
        assert_eq!((game.board().winner(), game.board().stones()), (None, 12));
        assert!(check_open(&game).is_ok());
        let free = stones.game(Rule::Freestyle).unwrap();
        assert!(check_open(&free).unwrap_err().contains("black has made five"));
    }
}
