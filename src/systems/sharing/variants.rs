//! Variants to check besides the default: the options of the look-up, and the request stage.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[
    Variant { units: &["address_pattern"], keys: &["sharing.lanes=run"], cycles: 100_000 },
    Variant { units: &["address_pattern"], keys: &["sharing.rows=true"], cycles: 100_000 },
    Variant {
        units: &["address_pattern"],
        keys: &["sharing.lanes=run", "sharing.rows=true"],
        cycles: 100_000,
    },
    Variant {
        units: &["address_pattern"],
        keys: &["sharing.address_check=low_bits"],
        cycles: 100_000,
    },
    Variant { units: &["address_mapping_table"], keys: &["sharing.entries=1"], cycles: 30_000 },
    Variant {
        units: &["address_mapping_table"],
        keys: &["sharing.entries=3", "sharing.lanes=run"],
        cycles: 30_000,
    },
    Variant {
        units: &["address_mapping_table"],
        keys: &["sharing.entries=16", "sharing.rows=true"],
        cycles: 30_000,
    },
    Variant {
        units: &["address_mapping_table"],
        keys: &["sharing.entries=64", "sharing.lanes=run", "sharing.rows=true"],
        cycles: 30_000,
    },
    // The smallest table with two blocks.
    Variant { units: &["address_mapping_table"], keys: &["sharing.entries=26"], cycles: 30_000 },
    Variant { units: &["address_mapping_table"], keys: &["sharing.partial=false"], cycles: 30_000 },
    Variant {
        units: &["address_mapping_table"],
        keys: &["sharing.entries=17", "sharing.store_rule=exact"],
        cycles: 30_000,
    },
    Variant {
        units: &["sharing_register_file"],
        keys: &["gpu.request_stage=true"],
        cycles: 100_000,
    },
];
