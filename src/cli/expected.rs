//! Reports launches whose output is not as expected.

use crate::error::{Error, Result};
use crate::ptx::launch::Comparison;

/// Prints on standard error the wrong buffers of a launch, each with its first wrong element.
pub fn explain_comparisons(launch: &str, comparisons: &[Comparison]) {
    for wrong in comparisons.iter().filter(|comparison| !comparison.agrees()) {
        note!("{launch}: {wrong}");
    }
}

/// Succeeds if no launch is wrong.
///
/// # Errors
/// [`Error::Disagreement`] with the names of the wrong launches.
pub fn as_expected<'a>(wrong: impl Iterator<Item = &'a str>) -> Result<()> {
    let wrong: Vec<&str> = wrong.collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Error::Disagreement(format!("unexpected output: {}", wrong.join(", ")))),
    }
}
