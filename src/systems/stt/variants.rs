//! Further configurations to check: each disturbance, one or two front ports, early and late
//! drains, reads of one or more cycles, and the request stage.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[
    Variant {
        units: &["stt_array", "stt_bank", "stt_register_file"],
        keys: &["stt.disturb=all", "stt.bank_ports=1rw", "stt.drain_from=1"],
        cycles: 100_000,
    },
    Variant {
        units: &["stt_array", "stt_bank", "stt_register_file"],
        keys: &["stt.disturb=none", "stt.bank_ports=1r1w", "stt.drain_from=2"],
        cycles: 100_000,
    },
    Variant {
        units: &["stt_array", "stt_bank", "stt_register_file"],
        keys: &["stt.disturb=rate", "stt.bank_ports=1r1w", "stt.node_nm=11"],
        cycles: 100_000,
    },
    // Fewer answer channels than banks, and reads that hold their banks for several cycles.
    Variant {
        units: &["stt_array", "stt_bank", "stt_register_file"],
        keys: &["stt.disturb=all", "stt.read_cycles=3", "stt.max_banks=4"],
        cycles: 100_000,
    },
    Variant { units: &["stt_register_file"], keys: &["gpu.request_stage=true"], cycles: 100_000 },
    Variant {
        units: &["stt_register_file"],
        keys: &["gpu.request_stage=true", "stt.read_cycles=3", "gpu.placement=linear"],
        cycles: 100_000,
    },
];
