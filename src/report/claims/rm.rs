//! What follows from arithmetic alone in "Performance-Centric Optimization for Racetrack Memory
//! Based Register File on GPUs" (`rm-*`).

use super::computed::{Computed, ShownErratum};
use super::taken::{Missing, Taken};

pub const COMPUTED: &[Computed] = &[];

pub const ERRATA: &[ShownErratum] = &[];

pub const TAKEN: &[Taken] = &[];

pub const MISSING: &[Missing] = &[];
