//! SVG plots.

use crate::error::{Error, Result};
use crate::files::write_whole;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

const INK: RGBColor = RGBColor(0x1f, 0x4e, 0x79);
const PALE: RGBColor = RGBColor(0xa9, 0xb8, 0xc6);

const FONT: (&str, i32) = ("sans-serif", 15);

/// Cycles that the upper part of a head plot shows individually.
const WINDOW: u64 = 1000;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawing = std::result::Result<(), Box<dyn std::error::Error>>;

/// Runs a drawing and writes the file atomically.
pub(super) fn draw(
    path: &Path,
    size: (u32, u32),
    drawing: impl FnOnce(&Area) -> Drawing,
) -> Result<()> {
    let svg = drawn(size, |root| {
        root.fill(&WHITE)?;
        drawing(root)
    });
    write_whole(path, svg?.as_bytes())
}

/// Runs a drawing and returns it as an element of an HTML page.
fn element(size: (u32, u32), drawing: impl FnOnce(&Area) -> Drawing) -> Result<String> {
    // An HTML page does not need the name space.
    Ok(drawn(size, drawing)?.replace(" xmlns=\"http://www.w3.org/2000/svg\"", ""))
}

fn drawn(size: (u32, u32), drawing: impl FnOnce(&Area) -> Drawing) -> Result<String> {
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let done = drawing(&root).and_then(|()| Ok(root.present()?));
    drop(root);
    done.map_err(Error::emission("chart"))?;
    Ok(svg)
}

/// Draws the offset under the ports. The upper part shows the first cycles one by one; the lower
/// part shows how long the head was at each offset over the entire run. `points` are the cycles at
/// which the offset changed, with the new offset.
///
/// # Errors
/// If the file cannot be written.
pub fn head_over_time(path: &Path, title: &str, points: &[(u64, u64)], cycles: u64) -> Result<()> {
    let top = points.iter().map(|point| point.1).max().unwrap_or(0);
    draw(path, (960, 640), |root| {
        let (upper, lower) = root.split_vertically(340);
        steps(&upper, title, points, cycles.min(WINDOW), top)?;
        dwell(&lower, points, cycles, top)
    })
}

/// A line that steps from offset to offset.
fn steps(area: &Area, title: &str, points: &[(u64, u64)], cycles: u64, top: u64) -> Drawing {
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0..cycles, 0..top + 1)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().light_line_style(WHITE).x_desc("cycle (first 1,000)");
    mesh.y_desc("offset under the ports").draw()?;
    let mut line: Vec<(u64, u64)> = Vec::new();
    for &(cycle, head) in points.iter().take_while(|point| point.0 < cycles) {
        line.extend(line.last().map(|&(_, before)| (cycle, before)));
        line.push((cycle, head));
    }
    line.extend(line.last().map(|&(_, head)| (cycles, head)));
    chart.draw_series(LineSeries::new(line, INK))?;
    Ok(())
}

/// Draws the time at each offset: the longer the head was there in a part of the run, the darker
/// the cell.
fn dwell(area: &Area, points: &[(u64, u64)], cycles: u64, top: u64) -> Drawing {
    const PARTS: u64 = 120;
    let part = cycles.div_ceil(PARTS).max(1);
    let mut shares = vec![vec![0u64; top as usize + 1]; PARTS as usize];
    let ends = points.iter().skip(1).map(|point| point.0).chain([cycles]);
    for (&(from, head), to) in points.iter().zip(ends) {
        for cycle in from..to.min(cycles) {
            shares[(cycle / part) as usize][head as usize] += 1;
        }
    }
    let most = shares.iter().flatten().max().copied().unwrap_or(1).max(1);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0..cycles.max(1), 0..top + 1)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_mesh().x_desc("cycle (entire run); darker = longer at this offset");
    mesh.y_desc("offset").draw()?;
    for (n, offsets) in shares.iter().enumerate() {
        let from = n as u64 * part;
        let cells = offsets.iter().enumerate().filter(|(_, count)| **count > 0);
        chart.draw_series(cells.map(|(offset, &count)| {
            let corners = [(from, offset as u64), ((from + part).min(cycles), offset as u64 + 1)];
            Rectangle::new(corners, INK.mix(count as f64 / most as f64).filled())
        }))?;
    }
    Ok(())
}

/// Draws a histogram of accesses by the number of shifts before them.
///
/// # Errors
/// If the file cannot be written.
pub fn distance_histogram(path: &Path, title: &str, counts: &[u64]) -> Result<()> {
    let top = counts.iter().max().copied().unwrap_or(0).max(1);
    draw(path, (960, 420), |root| {
        let mut chart = ChartBuilder::on(root)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(
                (0..counts.len().saturating_sub(1)).into_segmented(),
                0..top + top / 20,
            )?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().light_line_style(WHITE).y_desc("accesses");
        mesh.x_desc("shifts between two accesses of a bank").draw()?;
        let bars = counts.iter().enumerate().map(|(distance, &count)| (distance, count));
        let histogram = Histogram::vertical(&chart).style(INK.filled()).margin(4).data(bars);
        chart.draw_series(histogram)?;
        Ok(())
    })
}

/// Horizontal bars with their names and values.
///
/// # Errors
/// If the file cannot be written.
pub fn bars(path: &Path, title: &str, bars: &[(String, f64)]) -> Result<()> {
    const ROW: i32 = 28;
    const LEFT: i32 = 320;
    const LENGTH: f64 = 520.0;
    let top = bars.iter().map(|bar| bar.1).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let height = (bars.len() as i32 * ROW + 60) as u32;
    draw(path, (960, height), |root| {
        root.titled(title, ("sans-serif", 18))?;
        for (n, (name, value)) in bars.iter().enumerate() {
            let y = 40 + n as i32 * ROW;
            let right = LEFT + (value / top * LENGTH) as i32;
            root.draw(&Rectangle::new([(LEFT, y), (right, y + ROW - 8)], INK.filled()))?;
            root.draw(&Text::new(name.clone(), (12, y + 3), ("sans-serif", 14)))?;
            let value = format!("{value:.1}");
            root.draw(&Text::new(value, (right + 6, y + 3), ("sans-serif", 14)))?;
        }
        Ok(())
    })
}

/// The range over which an assumption moves a figure.
pub struct Range {
    pub name: String,
    pub low: f64,
    pub high: f64,
}

/// A bar for each range, with vertical lines at the marks.
///
/// # Errors
/// If the file cannot be written.
pub fn tornado(path: &Path, title: &str, ranges: &[Range], marks: &[(&str, f64)]) -> Result<()> {
    const ROW: i32 = 28;
    const TOP: i32 = 64;
    const LEFT: f64 = 320.0;
    const LENGTH: f64 = 560.0;
    let all = || ranges.iter().flat_map(|one| [one.low, one.high]).chain(marks.iter().map(|m| m.1));
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let x = |figure: f64| (LEFT + LENGTH * (figure - low) / (high - low).max(f64::EPSILON)) as i32;
    let bottom = TOP + ranges.len() as i32 * ROW;
    draw(path, (960, (bottom + 12) as u32), |root| {
        let text = |text: String, x, y| root.draw(&Text::new(text, (x, y), ("sans-serif", 14)));
        text(title.into(), 12, 10)?;
        for (n, (name, figure)) in marks.iter().enumerate() {
            let (x, y) = (x(*figure), 6 + n as i32 * 16);
            root.draw(&PathElement::new([(x, y + 14), (x, bottom)], PALE))?;
            text(format!("{name} {figure:.1}"), x + 3, y)?;
        }
        for (n, range) in ranges.iter().enumerate() {
            let y = TOP + n as i32 * ROW;
            let corners = [(x(range.low), y), (x(range.high).max(x(range.low) + 1), y + ROW - 8)];
            root.draw(&Rectangle::new(corners, INK.filled()))?;
            text(range.name.clone(), 12, y + 3)?;
        }
        Ok(())
    })
}

/// A value of a paper and our value.
pub struct Pair {
    pub name: String,
    pub theirs: f64,
    pub ours: f64,
    /// Both as they are printed.
    pub printed: [String; 2],
}

/// Draws pairs of bars as an `<svg>` element. All bars of the paper, whose values must not be 0,
/// have the same length; ours is scaled by the ratio of the values. A bar of three times that
/// length or more is cut, with a gap near its end.
///
/// # Errors
/// [`Error::Emission`] if the drawing fails.
pub fn paired_bars(pairs: &[Pair]) -> Result<String> {
    const ROW: i32 = 34;
    const BAR: i32 = 12;
    const LEFT: i32 = 260;
    const LENGTH: f64 = 180.0;
    const LONGEST: f64 = 3.0;
    let height = pairs.len() as i32 * ROW + 8;
    element((960, height as u32), |root| {
        let text = |text: &str, x, y| root.draw(&Text::new(text.to_string(), (x, y), FONT));
        for (n, pair) in pairs.iter().enumerate() {
            let y = 4 + n as i32 * ROW;
            text(&pair.name, 4, y + BAR / 2)?;
            let ratio = pair.ours / pair.theirs;
            let bars = [(1.0, PALE, y), (ratio.clamp(0.0, LONGEST), INK, y + BAR)];
            for ((length, colour, y), printed) in bars.into_iter().zip(&pair.printed) {
                let right = LEFT + (length * LENGTH) as i32;
                let corners = [(LEFT, y), (right, y + BAR - 1)];
                root.draw(&Rectangle::new(corners, colour.filled()))?;
                if length == LONGEST {
                    let gap = [(right - 12, y), (right - 6, y + BAR - 1)];
                    root.draw(&Rectangle::new(gap, WHITE.filled()))?;
                }
                text(printed, right + 6, y)?;
            }
        }
        Ok(())
    })
}

/// Draws points on logarithmic axes, with the line of equality and lines at 15 % above and below
/// it.
///
/// # Errors
/// If the file cannot be written.
pub fn scatter(path: &Path, title: &str, axes: [&str; 2], points: &[(f64, f64)]) -> Result<()> {
    let all = points.iter().flat_map(|(x, y)| [*x, *y]);
    let low = all.clone().fold(f64::INFINITY, f64::min) / 1.3;
    let high = all.fold(f64::MIN_POSITIVE, f64::max) * 1.3;
    draw(path, (720, 720), |root| {
        let range = || (low..high).log_scale();
        let mut chart = ChartBuilder::on(root)
            .caption(title, ("sans-serif", 18))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(70)
            .build_cartesian_2d(range(), range())?;
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_desc(axes[0]).y_desc(axes[1]).draw()?;
        for (factor, colour) in [(0.85, PALE), (1.0, INK), (1.15, PALE)] {
            let ends = [(low, low * factor), (high, high * factor)];
            chart.draw_series(LineSeries::new(ends, colour))?;
        }
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 4, INK.filled())))?;
        Ok(())
    })
}
