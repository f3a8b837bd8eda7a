//! The nim-values of Grundy's game: how they scatter.

use std::collections::BTreeSet;

use grundy::record::is_common;
use plotters::prelude::*;

use super::{COLOURS, FONT, PlotError, SIZE, explain, grouped};

/// Draws the values of the heaps 0, 1, 2, ..., as they are given. Points that fall
/// together are drawn once, so that a million of them are still a small file.
///
/// # Errors
/// [`PlotError`], which no input is known to bring about.
pub fn nim_values(values: &[u16]) -> Result<String, PlotError> {
    let last = values.len().saturating_sub(1).max(1) as f64;
    let most = f64::from(values.iter().copied().max().unwrap_or(0)).max(4.0) * 1.05;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(PlotError::of)?;
        let title = format!("Nim-values of Grundy's game, heaps up to {}", grouped(last));
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 24))
            .margin(16)
            // The last number of the axis is wider than its place.
            .margin_right(36)
            .x_label_area_size(48)
            .y_label_area_size(70)
            .build_cartesian_2d(0f64..last, 0f64..most)
            .map_err(PlotError::of)?;
        chart
            .configure_mesh()
            .x_desc("coins of the heap")
            .y_desc("nim-value")
            .x_label_formatter(&|x| grouped(*x))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style((FONT, 15))
            .axis_desc_style((FONT, 17))
            .light_line_style(RGBColor(244, 244, 244))
            .bold_line_style(RGBColor(225, 225, 225))
            .draw()
            .map_err(PlotError::of)?;
        // Half a pixel is not to be seen.
        let (columns, rows) = (2.0 * f64::from(SIZE.0), 2.0 * f64::from(SIZE.1));
        let radius = if values.len() > 5_000 { 1 } else { 2 };
        for (common, name, colour) in [(true, "common", COLOURS[0]), (false, "rare", COLOURS[1])] {
            let mut seen = BTreeSet::new();
            let points = (0u32..).zip(values).filter(|(_, value)| is_common(**value) == common);
            let points = points.map(|(heap, &value)| (f64::from(heap), f64::from(value)));
            let new = points.filter(|(x, y)| {
                seen.insert(((x / last * columns) as u32, (y / most * rows) as u32))
            });
            let dots: Vec<_> = new.map(|at| Circle::new(at, radius, colour.filled())).collect();
            let count = values.iter().filter(|value| is_common(**value) == common).count();
            chart
                .draw_series(dots)
                .map_err(PlotError::of)?
                .label(format!("{name}: {} heaps", grouped(count as f64)))
                .legend(move |(x, y)| Circle::new((x + 12, y), 5, colour.filled()));
        }
        explain(&mut chart, SeriesLabelPosition::UpperLeft)?;
        root.present().map_err(PlotError::of)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_and_rare() {
        // The heaps 0 to 11, by hand.
        let figure = nim_values(&[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]).unwrap();
        assert!(figure.contains("common: 3 heaps") && figure.contains("rare: 9 heaps"));
        assert!(nim_values(&[]).is_ok() && nim_values(&[0]).is_ok());
    }
}
