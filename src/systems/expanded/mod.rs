//! EXPARS (Yu et al. 2018): registers expanded into scratchpad. Its paper, its half of the
//! compiler and its first units; it does not run in the SM yet.

pub mod compiler;
pub mod config;
pub mod paper;
pub mod units;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    system: None,
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::EXPANDED],
};
