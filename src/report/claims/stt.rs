//! What follows from arithmetic alone in "Shielding STT-RAM Based Register files on GPUs Against Read Disturbance" (`stt-*`).

use super::computed::{Computed, ShownErratum};

pub const COMPUTED: &[Computed] = &[];

pub const ERRATA: &[ShownErratum] = &[];
