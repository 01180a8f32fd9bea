//! Locality-aware sharing (Jeon et al. 2019): warps share loaded registers. Not built yet: its
//! paper and its half of the compiler alone.

pub mod compiler;
pub mod paper;

use super::Entry;

pub(super) const ENTRY: Entry = Entry {
    system: None,
    paper: Some(&paper::PAPER),
    commands: &[],
    reports: &[compiler::report::SHARING],
};
