//! Variants of the units: with registers between the channels and the banks.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[Variant {
    units: &["expanded_register_file"],
    keys: &["gpu.request_stage=true"],
    cycles: 100_000,
}];
