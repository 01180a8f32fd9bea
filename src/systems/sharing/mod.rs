//! Locality-aware sharing (Jeon et al. 2019): warps share loaded registers.

pub mod compiler;
pub mod config;
pub mod paper;
mod register_file;
pub mod results;
mod shapes;
mod system;
pub mod techniques;
pub mod units;

pub use system::Sharing;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    shapes: shapes::SHAPES,
    system: Some(&Sharing),
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::SHARING],
};
