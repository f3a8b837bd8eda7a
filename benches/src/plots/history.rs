//! How the Elo of a match came about, game after game.

use plotters::prelude::*;
use serde_json::Value;

use super::{COLOURS, FONT, PlotError, SIZE, explain};
use crate::stats::{Score, Tally};

/// The standing of the first engine of a pairing after each pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// Who plays: the first engine, and the second.
    pub names: [String; 2],
    /// Games, Elo of the first engine, and the bounds of its 95 % interval.
    pub points: Vec<(usize, f64, f64, f64)>,
    /// The results at the end.
    pub tally: Tally,
}

/// Why a text is no journal of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// The first line tells no match.
    #[error(
        "line 1 tells no match: expected the journal that arena writes beside its games (.jsonl)"
    )]
    Head,
    /// A line is no game.
    #[error("line {0} is no game of the match")]
    Game(usize),
    /// There are no games, or too few to say anything.
    #[error("no pair of games has ended: nothing is known")]
    Nothing,
}

impl History {
    /// Reads the journal of a match (`FILE.jsonl` beside the games); of each
    /// pairing one history.
    ///
    /// # Errors
    /// [`HistoryError`] names the line.
    pub fn read(text: &str) -> Result<Vec<Self>, HistoryError> {
        let mut lines = text.lines().zip(1..);
        let head: Value = lines
            .next()
            .and_then(|(line, _)| serde_json::from_str(line).ok())
            .ok_or(HistoryError::Head)?;
        let engines = head["engines"].as_array().ok_or(HistoryError::Head)?;
        let names: Vec<String> =
            engines.iter().map(|e| name(e.as_str().unwrap_or_default())).collect();
        let pairings = head["pairings"].as_array().ok_or(HistoryError::Head)?;
        let mut all = Vec::new();
        for pairing in pairings {
            let engine = |place: usize| {
                let number = usize::try_from(pairing[place].as_u64()?).ok()?;
                names.get(number).cloned()
            };
            let names = engine(0).zip(engine(1)).ok_or(HistoryError::Head)?;
            all.push((
                Self { names: names.into(), points: Vec::new(), tally: Tally::default() },
                Vec::new(),
            ));
        }
        if all.is_empty() {
            return Err(HistoryError::Head);
        }
        for (line, number) in lines {
            let wrong = || HistoryError::Game(number);
            // A line without its end was cut off, when the match was.
            let Ok(game) = serde_json::from_str::<Value>(line) else {
                if number == text.lines().count() && !text.ends_with('\n') {
                    break;
                }
                return Err(wrong());
            };
            let index = game["game"].as_u64().and_then(|n| n.checked_sub(1)).ok_or_else(wrong)?;
            let second = index % 2 == 1;
            let score = match game["winner"].as_str() {
                Some("none") => Score::Draw,
                Some("first") if !second => Score::Win,
                Some("second") if second => Score::Win,
                Some("first" | "second") => Score::Loss,
                _ => return Err(wrong()),
            };
            let pair = index / 2;
            let (history, waiting) = &mut all[(pair % pairings.len() as u64) as usize];
            history.add(pair, score, waiting);
        }
        let all: Vec<_> =
            all.into_iter().map(|(history, _)| history).filter(|h| !h.points.is_empty()).collect();
        if all.is_empty() { Err(HistoryError::Nothing) } else { Ok(all) }
    }

    /// Adds a game. Pairs count when both of their games have ended.
    fn add(&mut self, pair: u64, score: Score, waiting: &mut Vec<(u64, Score)>) {
        let Some(place) = waiting.iter().position(|(other, _)| *other == pair) else {
            waiting.push((pair, score));
            return;
        };
        let (_, first) = waiting.swap_remove(place);
        self.tally.add_pair(first, score);
        let games = 2 * (self.points.len() + 1);
        let elo = self.tally.estimate().map(|estimate| estimate.elo);
        let (value, lower, upper) =
            elo.map_or((0.0, f64::NEG_INFINITY, f64::INFINITY), |e| (e.value, e.lower, e.upper));
        self.points.push((games, value, lower, upper));
    }
}

/// The name in the settings of an engine, as the journal has them.
fn name(settings: &str) -> String {
    let after = settings.split_once("name: \"").map_or(settings, |(_, after)| after);
    after.split('"').next().unwrap_or(after).to_owned()
}

/// Elo beyond this is not shown: it is that of a match won throughout.
const MOST: f64 = 400.0;

/// Draws histories, each with its error.
///
/// # Errors
/// [`PlotError`], which no input is known to bring about.
pub fn history(title: &str, all: &[History]) -> Result<String, PlotError> {
    let games = all.iter().flat_map(|h| &h.points).map(|p| p.0).max().unwrap_or(2);
    // The first games tell little: the figure is as high as what comes after them.
    let settled = all.iter().flat_map(|h| h.points.iter().skip(h.points.len() / 12));
    let high = settled
        .flat_map(|&(_, _, lower, upper)| [lower.abs(), upper.abs()])
        .filter(|elo| elo.is_finite())
        .fold(20.0, f64::max)
        .min(MOST);
    let clamp = |elo: f64| elo.clamp(-high, high);
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(PlotError::of)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 24))
            .margin(16)
            // The last number of the axis is wider than its place.
            .margin_right(36)
            .x_label_area_size(48)
            .y_label_area_size(70)
            .build_cartesian_2d(0f64..games as f64, -high..high)
            .map_err(PlotError::of)?;
        chart
            .configure_mesh()
            .x_desc("games")
            .y_desc("Elo, with its 95 % interval")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| if y.abs() < 0.5 { "0".to_owned() } else { format!("{y:+.0}") })
            .label_style((FONT, 15))
            .axis_desc_style((FONT, 17))
            .light_line_style(RGBColor(242, 242, 242))
            .bold_line_style(RGBColor(220, 220, 220))
            .draw()
            .map_err(PlotError::of)?;
        let zero = [(0.0, 0.0), (games as f64, 0.0)];
        let line = LineSeries::new(zero, RGBColor(120, 120, 120).stroke_width(1));
        chart.draw_series(line).map_err(PlotError::of)?;
        for (h, &colour) in all.iter().zip(COLOURS.iter().cycle()) {
            let upper = h.points.iter().map(|p| (p.0 as f64, clamp(p.3)));
            let lower = h.points.iter().rev().map(|p| (p.0 as f64, clamp(p.2)));
            let band = Polygon::new(upper.chain(lower).collect::<Vec<_>>(), colour.mix(0.15));
            chart.draw_series(std::iter::once(band)).map_err(PlotError::of)?;
            let [a, b] = &h.names;
            let estimate = h.tally.estimate();
            let elo = estimate.map_or(String::new(), |e| e.elo.to_string());
            let points = h.points.iter().map(|p| (p.0 as f64, clamp(p.1)));
            chart
                .draw_series(LineSeries::new(points, colour.stroke_width(3)))
                .map_err(PlotError::of)?
                .label(format!("{a} against {b}: Elo {elo} in {} games", 2 * h.points.len()))
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(3))
                });
        }
        explain(&mut chart, SeriesLabelPosition::UpperRight)?;
        root.present().map_err(PlotError::of)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"engines":["EngineSettings { name: \"new\", x }","EngineSettings { name: \"old\" }"],"pairings":[[0,1]]}"#;

    fn journal(games: &[(usize, &str)]) -> String {
        let games =
            games.iter().map(|(n, winner)| format!("{{\"game\":{n},\"winner\":\"{winner}\"}}\n"));
        format!("{HEAD}\n{}", games.collect::<String>())
    }

    #[test]
    fn pairs_count_when_both_games_are_over() {
        // Game 1 and 2 are a pair, the colours exchanged: the first engine wins both;
        // game 4 waits for game 3.
        let text = journal(&[(1, "first"), (4, "none"), (2, "second")]);
        let all = History::read(&text).unwrap();
        assert_eq!(all[0].names, ["new", "old"]);
        assert_eq!(all[0].tally.to_string(), "W 2 D 0 L 0, pairs [0 0 0 0 1]");
        let text = journal(&[(1, "first"), (4, "none"), (2, "second"), (3, "none")]);
        let all = History::read(&text).unwrap();
        assert_eq!(all[0].tally.to_string(), "W 2 D 2 L 0, pairs [0 0 1 0 1]");
        assert_eq!(all[0].points.iter().map(|p| p.0).collect::<Vec<_>>(), [2, 4]);
        assert!(history("a title", &all).unwrap().contains("new against old"));
    }

    #[test]
    fn what_is_no_journal() {
        assert_eq!(History::read(""), Err(HistoryError::Head));
        assert_eq!(History::read("{}"), Err(HistoryError::Head));
        assert_eq!(History::read(&journal(&[])), Err(HistoryError::Nothing));
        assert_eq!(History::read(&journal(&[(1, "me")])), Err(HistoryError::Game(2)));
        // The last line was cut off.
        let cut = journal(&[(1, "first"), (2, "first")]) + "{\"ga";
        assert_eq!(History::read(&cut).unwrap()[0].points.len(), 1);
    }
}
