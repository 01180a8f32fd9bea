//! The baseline: SRAM banks.

pub mod config;
pub mod energy;
pub mod register_file;
mod shapes;
mod system;
pub mod units;

pub use system::Sram;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    shapes: shapes::SHAPES,
    system: Some(&Sram),
    paper: None,
    commands: &[],
    reports: &[],
};
