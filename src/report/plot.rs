//! SVG plots.

use crate::error::{Error, Place, Result};
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (960, 420);
const INK: RGBColor = RGBColor(0x1f, 0x4e, 0x79);

fn failed<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> Error + '_ {
    move |error| Error::input(Place::whole(path.display()), error, "a place for a plot")
}

/// Offset under the ports, cycle by cycle: `points` are the cycles at which it changed.
///
/// # Errors
/// If the file cannot be written.
pub fn head_over_time(path: &Path, title: &str, points: &[(u64, u64)], cycles: u64) -> Result<()> {
    let failed = failed(path);
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(&failed)?;
    let top = points.iter().map(|point| point.1).max().unwrap_or(0) + 1;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0..cycles.max(1), 0..top)
        .map_err(&failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("cycle")
        .y_desc("offset under the ports")
        .draw()
        .map_err(&failed)?;
    let mut steps: Vec<(u64, u64)> = Vec::new();
    for &(cycle, head) in points {
        let before = steps.last().map(|&(_, before)| (cycle, before));
        steps.extend(before);
        steps.push((cycle, head));
    }
    let last = steps.last().map(|&(_, head)| (cycles, head));
    steps.extend(last);
    chart.draw_series(LineSeries::new(steps, INK)).map_err(&failed)?;
    root.present().map_err(&failed)
}

/// How many accesses came after so many shifts.
///
/// # Errors
/// If the file cannot be written.
pub fn distance_histogram(path: &Path, title: &str, counts: &[u64]) -> Result<()> {
    let failed = failed(path);
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(&failed)?;
    let top = counts.iter().max().copied().unwrap_or(0).max(1);
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((0..counts.len().saturating_sub(1)).into_segmented(), 0..top + top / 20)
        .map_err(&failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("shifts between two accesses of a bank")
        .y_desc("accesses")
        .draw()
        .map_err(&failed)?;
    let bars = counts.iter().enumerate().map(|(distance, &count)| (distance, count));
    let histogram = Histogram::vertical(&chart).style(INK.filled()).margin(4).data(bars);
    chart.draw_series(histogram).map_err(&failed)?;
    root.present().map_err(&failed)
}
