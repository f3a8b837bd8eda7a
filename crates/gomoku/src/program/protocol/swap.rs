//! Swap2: who begins puts three stones, the other chooses a colour or puts two
//! more and leaves the choice to the first.

use std::time::{Duration, Instant};

use cli::host::Signals;
use cli::searcher;
use gomoku::library::Library;
use gomoku::{Gomoku, Point, Size};
use search_core::{Limits, Position, Score};

use super::super::table::Table;
use super::job::Engine;
use super::words;

/// What is answered to `SWAP2BOARD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Stones, in turns.
    Points(Vec<Point>),
    /// The other colour: Black.
    Swap,
}

impl Choice {
    /// As the protocol has it.
    pub fn text(&self, size: Size) -> String {
        match self {
            Self::Points(points) => {
                let points: Vec<_> = points.iter().map(|p| words::answer(*p, size)).collect();
                points.join(" ")
            }
            Self::Swap => "SWAP".to_owned(),
        }
    }
}

/// Where no library has an opening: three stones each that leave both sides about the same, as columns and rows
/// from the lower left corner: near it, so that they fit every board of 15 and
/// more, and stay as they were seen from there.
const OPENINGS: [[(usize, usize); 3]; 5] = [
    [(9, 5), (10, 6), (11, 3)],
    [(5, 6), (4, 6), (2, 3)],
    [(12, 2), (7, 1), (13, 2)],
    [(8, 12), (5, 11), (6, 11)],
    [(13, 2), (13, 4), (8, 4)],
];
/// For smaller boards, as steps from the middle.
const SMALL: [(isize, isize); 3] = [(2, 1), (-1, 2), (0, -2)];

/// Three stones to begin with; another `number`, another opening.
pub(super) fn opening(library: Option<&Library>, size: Size, number: usize) -> Vec<Point> {
    let known = library.map_or(&[][..], Library::openings);
    if !known.is_empty() {
        return known[number % known.len()].to_vec();
    }
    let points = OPENINGS[number % OPENINGS.len()];
    if size >= Size::FIFTEEN {
        return points.iter().filter_map(|&(x, y)| Point::new(x, y)).collect();
    }
    let middle = size.center();
    let at = |&(dx, dy): &(isize, isize)| {
        let (x, y) = (middle.x().checked_add_signed(dx)?, middle.y().checked_add_signed(dy)?);
        Point::new(x, y)
    };
    SMALL.iter().filter_map(at).collect()
}

/// A lead that is taken rather than shared out, in units of the evaluation.
const CLEAR: i32 = 100;
/// A look at a pair of stones, and a closer one at the most even pairs.
const LOOK: u64 = 400;
const CLOSER_LOOK: u64 = 20_000;
const PAIRS: usize = 4;
/// How far from a stone further stones are put.
const NEAR: usize = 3;

/// What the library chooses where three or five stones lie there, if it knows them.
pub(super) fn known(library: Option<&Library>, game: &Gomoku) -> Option<Choice> {
    let library = library?;
    let known = library.look_up(game.board())?;
    let moves = known.best.map(|best| Choice::Points(vec![best]));
    let value = known.value.get();
    match game.board().stones() {
        3 if value < -CLEAR => Some(Choice::Swap),
        3 if value <= CLEAR => {
            library.pair(game.board()).map(|pair| Choice::Points(pair.to_vec())).or(moves)
        }
        5 if known.value < Score::DRAW => Some(Choice::Swap),
        3 | 5 => moves,
        _ => None,
    }
}

/// Three stones lie there: White is to move. Better for Black: we take Black.
/// Better for White: we move. Else two more stones, White's and Black's, after
/// which neither side is better.
pub(super) fn choose_of_three(
    engine: &mut Engine,
    game: &Gomoku,
    time: Duration,
    signals: &Signals,
) -> Choice {
    let mut judge = Judge { engine, signals };
    let (value, best) = judge.look(game, time * 2 / 5, u64::MAX);
    let best = best.map(|m| Choice::Points(vec![m]));
    match best {
        Some(_) if value.get() < -CLEAR => Choice::Swap,
        Some(best) if value.get() <= CLEAR => judge.even(game, time * 2 / 5).unwrap_or(best),
        Some(best) => best,
        None => Choice::Swap,
    }
}

/// Five stones lie there, White is to move, and the choice is ours: to move, or Black.
pub(super) fn choose_of_five(
    engine: &mut Engine,
    game: &Gomoku,
    time: Duration,
    signals: &Signals,
) -> Choice {
    let (value, best) = Judge { engine, signals }.look(game, time * 4 / 5, u64::MAX);
    match best {
        Some(best) if value >= Score::DRAW => Choice::Points(vec![best]),
        _ => Choice::Swap,
    }
}

struct Judge<'a> {
    engine: &'a mut Engine,
    signals: &'a Signals,
}

impl Judge<'_> {
    /// What a game is worth for the side to move, and its best move.
    fn look(&mut self, game: &Gomoku, time: Duration, nodes: u64) -> (Score, Option<Point>) {
        let limits = Limits { nodes: Some(nodes), ..Limits::movetime(time) };
        let stop = &self.signals.stop;
        let report = searcher::search::<Table>(self.engine, game, &limits, stop, &mut |_| ());
        (report.score, report.best())
    }

    /// Two stones after which neither side is better, as far as a short look tells.
    fn even(&mut self, game: &Gomoku, time: Duration) -> Option<Choice> {
        let until = Instant::now() + time;
        let half = Instant::now() + time / 2;
        let mut seen: Vec<(i32, [Point; 2])> = Vec::new();
        for pair in pairs(game) {
            if !seen.is_empty() && (Instant::now() >= half || self.signals.stop.is_set()) {
                break;
            }
            let Some(next) = played(game, pair) else { continue };
            seen.push((self.look(&next, time / 8, LOOK).0.get().abs(), pair));
        }
        seen.sort_by_key(|(lead, _)| *lead);
        seen.truncate(PAIRS);
        let mut best = seen.first().copied()?;
        let mut least = i32::MAX;
        for (_, pair) in seen {
            if Instant::now() >= until || self.signals.stop.is_set() {
                break;
            }
            let Some(next) = played(game, pair) else { continue };
            let lead = self.look(&next, time / 8, CLOSER_LOOK).0.get().abs();
            if lead < least {
                least = lead;
                best = (lead, pair);
            }
        }
        Some(Choice::Points(best.1.to_vec()))
    }
}

/// The game after two stones, unless one may not be put or ends it.
fn played(game: &Gomoku, pair: [Point; 2]) -> Option<Gomoku> {
    let mut next = game.clone();
    pair.iter().try_for_each(|p| next.play(*p)).ok()?;
    next.outcome().is_none().then_some(next)
}

/// Pairs of points near the stones, well mixed, so that the first few are a
/// fair sample.
fn pairs(game: &Gomoku) -> impl Iterator<Item = [Point; 2]> {
    let board = game.board();
    let stones: Vec<_> = game.size().each().filter(|&p| !board.is_vacant(p)).collect();
    let near = |p: &Point| {
        stones.iter().any(|q| p.x().abs_diff(q.x()) <= NEAR && p.y().abs_diff(q.y()) <= NEAR)
    };
    let points: Vec<_> = board.vacant().filter(near).collect();
    let all = points.len() * points.len();
    // A prime that divides no such product but its own multiples' steps through all of them.
    const STEP: usize = 7919;
    (0..all).filter_map(move |i| {
        let at = i * STEP % all;
        let (a, b) = (points[at / points.len()], points[at % points.len()]);
        (a != b).then_some([a, b])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_fit_every_board() {
        for n in 5..=22 {
            let size = Size::new(n).unwrap();
            for number in 0..10 {
                let points = opening(None, size, number);
                assert_eq!(points.len(), 3);
                assert!(points.iter().all(|&p| size.contains(p)), "{n}: {points:?}");
                assert!(points[0] != points[1] && points[1] != points[2] && points[2] != points[0]);
            }
        }
    }

    #[test]
    fn all_pairs_are_come_to() {
        let mut game = Gomoku::new(gomoku::Rule::Freestyle, Size::FIFTEEN);
        for name in ["a1", "b3", "a5"] {
            game.play(Point::parse(name, game.size()).unwrap()).unwrap();
        }
        let mut seen: Vec<_> = pairs(&game).collect();
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
        // Eight rows of four columns, six of the fifth, less the stones.
        let n = 8 * 4 + 6 - 3;
        assert_eq!(all, n * (n - 1));
    }
}
