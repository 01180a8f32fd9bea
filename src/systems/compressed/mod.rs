//! Static data compression (Angerd et al. 2020): narrow integers and floats packed in slices of
//! 4 bits.

pub mod commands;
pub mod compiler;
pub mod config;
pub mod indirection;
pub mod paper;
pub mod register_file;
mod system;
pub mod units;
mod variants;

pub use system::{Compressed, Packed};

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Compressed,
    paper: Some(&paper::PAPER),
    commands: commands::COMMANDS,
    reports: &[compiler::report::PACKED],
};
