//! Locality-aware sharing (Jeon et al. 2019): warps that load the same data share registers.

pub mod compiler;
pub mod config;
pub mod paper;
mod register_file;
pub mod results;
mod system;
pub mod techniques;
pub mod units;
mod variants;

pub use system::Sharing;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Sharing,
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::SHARING],
};
