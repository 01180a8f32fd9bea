//! What follows from arithmetic alone in "A GPU Register File using Static Data Compression" (`sdc-*`).

use super::computed::{Computed, ShownErratum};

pub const COMPUTED: &[Computed] = &[];

pub const ERRATA: &[ShownErratum] = &[];
