//! Red-Shield (Zhang et al. 2016): STT-RAM whose reads disturb what they read.

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
