//! Draws a study as a tornado chart.

use super::Study;
use crate::error::Result;
use crate::report::{Range, tornado};
use std::path::Path;

/// Draws how far each assumption moves the figure, the widest range first, and all best values
/// together.
///
/// # Errors
/// If the file cannot be written.
pub fn plot(study: &Study, path: &Path) -> Result<()> {
    let range = |(n, assumption): (usize, &super::Assumption)| {
        let own = study.alone.iter().filter(|tried| tried.changes[0].0 == n);
        let figures = own.map(|tried| tried.figure).chain([study.ours]);
        let (low, high) = figures
            .fold((f64::MAX, f64::MIN), |(low, high), figure| (low.min(figure), high.max(figure)));
        Range { name: assumption.name.into(), low, high }
    };
    let mut ranges: Vec<Range> = study.open.assumptions.iter().enumerate().map(range).collect();
    ranges.sort_by(|a, b| (b.high - b.low).total_cmp(&(a.high - a.low)));
    let together = study.together.figure;
    let (low, high) = (together.min(study.ours), together.max(study.ours));
    ranges.push(Range { name: "best value of each".into(), low, high });
    let title = format!("{}, {}", study.claim.id, study.claim.unit);
    let marks =
        [("ours", study.ours), ("neutral", study.headline.neutral), ("paper", study.theirs())];
    tornado(path, &title, &ranges, &marks)
}
