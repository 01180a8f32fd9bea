//! Configuration with multi-cycle writes, for which the register file waits.

use crate::units::Variant;

pub(super) const VARIANTS: &[Variant] = &[Variant {
    units: &["packed_racetrack_bank", "compressed_racetrack_register_file"],
    keys: &["racetrack.write_cycles=3", "racetrack.ports=4"],
    cycles: 60_000,
}];
