//! Figures as SVG: nodes by depth, the history of a match, nim-values.

mod history;
mod nim;
mod nodes;

pub use history::{History, HistoryError, history};
pub use nim::nim_values;
pub use nodes::{Ladder, Series, nodes, nodes_by_depth};

use plotters::coord::CoordTranslate;
use plotters::prelude::*;

/// Told apart by people who do not see all colours (M. Okabe, K. Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// The size of all figures.
const SIZE: (u32, u32) = (860, 560);
const FONT: &str = "sans-serif";

/// Why a figure was not drawn.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw: {0}")]
pub struct PlotError(String);

impl PlotError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// What the lines and dots of a figure are, in a box of its own.
fn explain<'a, B: DrawingBackend + 'a, C: CoordTranslate>(
    chart: &mut ChartContext<'a, B, C>,
    position: SeriesLabelPosition,
) -> Result<(), PlotError> {
    chart
        .configure_series_labels()
        .position(position)
        .label_font((FONT, 16))
        .background_style(WHITE.mix(0.9))
        .border_style(RGBColor(200, 200, 200))
        .margin(10)
        .legend_area_size(34)
        .draw()
        .map_err(PlotError::of)
}

/// A number with its thousands apart, or as a power where it is one of ten.
fn grouped(n: f64) -> String {
    let digits = format!("{n:.0}");
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}
