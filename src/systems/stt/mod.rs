//! Red-Shield (Zhang et al. 2016): an STT-RAM register file whose reads may disturb the read cells.

pub mod compiler;
pub mod config;
pub mod energy;
pub mod paper;
pub mod register_file;
pub mod scheme;
mod system;
pub mod techniques;
pub mod units;
mod variants;

pub use system::Stt;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Stt,
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::DEAD],
};
