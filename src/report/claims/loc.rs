//! What follows from arithmetic alone in "Locality-aware GPU Register File" (`loc-*`).

use super::computed::{Computed, ShownErratum};

pub const COMPUTED: &[Computed] = &[];

pub const ERRATA: &[ShownErratum] = &[];
