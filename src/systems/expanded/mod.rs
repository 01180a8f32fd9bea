//! EXPARS (Yu et al. 2018): registers that do not fit into the register file are stored in the
//! scratchpad.

pub mod compiler;
pub mod config;
pub mod paper;
mod register_file;
pub mod system;
pub mod techniques;
pub mod units;
mod variants;

use super::Entry;
use system::Expanded;

pub(super) const ENTRY: Entry = Entry {
    section: &config::SECTION,
    units: units::UNITS,
    variants: variants::VARIANTS,
    system: &Expanded,
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::EXPANDED],
};
