//! EXPARS (Yu et al. 2018): registers expanded into scratchpad. Not built yet: its paper alone.

pub mod paper;

use super::Entry;

pub(super) const ENTRY: Entry =
    Entry { system: None, paper: Some(&paper::PAPER), commands: &[], reports: &[] };
