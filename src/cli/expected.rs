//! Whether launches have left what was expected.

use crate::error::{Error, Result};
use crate::ptx::launch::Comparison;

/// Says on standard error which buffers of a launch are wrong, and where first.
pub fn explain_comparisons(launch: &str, comparisons: &[Comparison]) {
    for wrong in comparisons.iter().filter(|comparison| !comparison.agrees()) {
        note!("{launch}: {wrong}");
    }
}

/// Nothing if no launch is wrong.
///
/// # Errors
/// [`Error::Disagreement`] with the names of those that are.
pub fn as_expected<'a>(wrong: impl Iterator<Item = &'a str>) -> Result<()> {
    let wrong: Vec<&str> = wrong.collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Error::Disagreement(format!("not as expected: {}", wrong.join(", ")))),
    }
}
