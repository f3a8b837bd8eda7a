//! The scores of a game as a picture.

use super::{Judged, Mark, expected};
use crate::game::{Game, MoveOf};
use crate::picture::Picture;
use search_core::Position;

const LEFT: f64 = 64.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 44.0;
const HEIGHT: f64 = 240.0;
const INK: &str = "#333333";
const LINE: &str = "#1565c0";

/// What result was to be expected after each move, in per cent for the side that
/// begins; bad moves have their marks.
pub fn plot<G: Game>(start: &G::Position, judged: &[Judged<MoveOf<G>>], title: &str) -> Picture {
    let n = judged.len().max(1) as f64;
    // Wide enough for long games, and not so wide that a page makes it tiny.
    let width = (n * 9.0).clamp(460.0, 900.0);
    let mut picture = Picture::new(LEFT + width + RIGHT, TOP + HEIGHT + 44.0, title);
    let at = |ply: f64, result: f64| (LEFT + ply / n * width, TOP + (1.0 - result) * HEIGHT);
    picture.text_from((12.0, 20.0), 16.0, INK, title);
    for (result, label) in [(0.0, "0 %"), (0.25, ""), (0.5, "50 %"), (0.75, ""), (1.0, "100 %")] {
        let (from, to) = (at(0.0, result), at(n, result));
        picture.line(from, to, if result == 0.5 { "#888888" } else { "#dddddd" }, 1.0);
        picture.text_to((LEFT - 8.0, from.1), 13.0, INK, label);
    }
    // Ticks at every move, or at round numbers of moves.
    let moves = (judged.len() / 2).max(1);
    let step =
        [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|s| moves / s <= 12).unwrap_or(1000);
    for number in (step..=moves).step_by(step) {
        let (x, y) = at((number * 2) as f64, 0.0);
        picture.line((x, y), (x, y + 5.0), "#888888", 1.0);
        picture.text((x, y + 16.0), 12.0, INK, &number.to_string());
    }
    picture.text((LEFT + width / 2.0, TOP + HEIGHT + 33.0), 13.0, INK, "move");

    let mut points: Vec<_> = (1..)
        .zip(judged)
        .map(|(ply, j): (usize, _)| at(ply as f64, expected::<G>(j.score_of_first())))
        .collect();
    if let Some(first) = judged.first() {
        let best = expected::<G>(first.best_score);
        points.insert(0, at(0.0, if first.side == 0 { best } else { 1.0 - best }));
    }
    if points.len() > 1 {
        let mut area = points.clone();
        area.push(at(n, 0.5));
        area.push(at(0.0, 0.5));
        picture.area(&area, LINE, 0.15);
        picture.path(&points, LINE, 2.0);
    }
    let mut pos = start.clone();
    for (j, &point) in judged.iter().zip(points.iter().skip(1)) {
        if let Some(mark) = j.mark {
            let colour = match mark {
                Mark::Inaccuracy => "#f9a825",
                Mark::Mistake => "#ef6c00",
                Mark::Blunder => "#b71c1c",
            };
            picture.disc(point, 4.5, colour, ("#ffffff", 1.0));
            // Marks of few games lie so near to each other that names overlap.
            if mark >= Mark::Mistake {
                let text = format!("{}{}", G::move_text(&pos, j.played), mark.sign());
                // Away from the line: below where the score fell, above where it rose.
                let fell = j.side == 0;
                let below = point.1 + 13.0 < TOP + HEIGHT && (fell || point.1 < TOP + 12.0);
                let y = point.1 + if below { 13.0 } else { -12.0 };
                let half = text.len() as f64 * 3.2;
                // `clamp` would not bear a text that is wider than the plot.
                let x = point.0.min(LEFT + width - half).max(LEFT + half);
                // The line may run behind it.
                picture.area(
                    &[
                        (x - half, y - 7.0),
                        (x + half, y - 7.0),
                        (x + half, y + 6.0),
                        (x - half, y + 6.0),
                    ],
                    "#ffffff",
                    0.85,
                );
                picture.text((x, y), 11.0, colour, &text);
            }
        }
        pos.make(j.played);
    }
    picture.caption(&format!(
        "Expected result of {} by the engine, from 0 (lost) to 100 % (won).",
        G::SIDES[0]
    ));
    picture.space(4.0);
    picture
}
