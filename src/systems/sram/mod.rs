//! The SRAM register file, the baseline of all comparisons.

pub mod config;
pub mod energy;
pub mod register_file;
mod system;
pub mod units;
mod variants;

pub use system::Sram;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Sram,
    paper: None,
    commands: &[],
    reports: &[],
};
