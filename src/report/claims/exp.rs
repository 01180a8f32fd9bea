//! What follows from arithmetic alone in "Improving Thread-level Parallelism in GPUs Through Expanding Register File to
//! Scratchpad Memory" (`exp-*`).

use super::computed::{Computed, ShownErratum};

pub const COMPUTED: &[Computed] = &[];

pub const ERRATA: &[ShownErratum] = &[];
