//! Further configurations to check: one or two ports per bank, few or all banks per cycle, and the
//! request stage.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[
    Variant { units: &["sram_register_file"], keys: &["sram.max_banks=4"], cycles: 50_000 },
    Variant {
        units: &["sram_bank", "sram_register_file"],
        keys: &["sram.bank_ports=1r1w"],
        cycles: 50_000,
    },
    Variant {
        units: &["sram_register_file"],
        keys: &["sram.bank_ports=1r1w", "sram.max_banks=4"],
        cycles: 50_000,
    },
    Variant { units: &["sram_register_file"], keys: &["gpu.request_stage=true"], cycles: 100_000 },
    Variant {
        units: &["sram_register_file"],
        keys: &["gpu.request_stage=true", "sram.bank_ports=1r1w", "sram.max_banks=4"],
        cycles: 100_000,
    },
];
