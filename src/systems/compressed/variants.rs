//! Configurations that the default does not cover: banks with two ports, few collector units, one
//! converter; fewer grants than banks, so that banks wait; the request stage.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[
    Variant {
        units: &["compressed_register_file"],
        keys: &["sram.bank_ports=1r1w", "gpu.collector_units=5", "compression.converters=1"],
        cycles: 50_000,
    },
    Variant {
        units: &["compressed_register_file"],
        keys: &["sram.max_banks=3", "gpu.collector_units=5"],
        cycles: 60_000,
    },
    Variant {
        units: &["compressed_register_file", "compressed_racetrack_register_file"],
        keys: &["gpu.request_stage=true"],
        cycles: 50_000,
    },
    Variant {
        units: &["compressed_register_file"],
        keys: &[
            "gpu.request_stage=true",
            "sram.bank_ports=1r1w",
            "sram.max_banks=3",
            "gpu.collector_units=5",
            "compression.converters=1",
        ],
        cycles: 60_000,
    },
];
