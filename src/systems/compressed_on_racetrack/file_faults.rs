//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.collector_units=4", "racetrack.max_banks=2"];

pub const FAULTS: &[Fault] = &[
    // A write is acknowledged while its bank still moves.
    fault(" && bank_write_o[store_bank_q[2*z +: 2]]", "").in_lockstep(KEYS),
    // A read is taken as performed while its bank still moves.
    fault("chosen & {Collectors{bank_read_o[b]}}", "chosen").in_lockstep(KEYS),
    // A bank forgets for whose read it moves.
    fault("else held_q <= chosen;", "else held_q <= {Collectors{1'b0}};").in_lockstep(KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_compressed_racetrack_register_file", from, to)
}
