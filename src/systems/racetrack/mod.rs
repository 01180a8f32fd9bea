//! Racetrack memory (Liang and Wang 2016): registers on magnetic wires that shift past access
//! ports.

pub mod commands;
pub mod compiler;
pub mod config;
pub mod energy;
pub mod paper;
pub mod register_file;
mod system;
pub mod techniques;
pub mod units;
mod variants;

pub use system::Racetrack;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Racetrack,
    paper: Some(&paper::PAPER),
    commands: commands::COMMANDS,
    reports: &[],
};
