//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.collector_units=4", "compression.converters=1"];

pub const FAULTS: &[Fault] = &[
    // Told when its first part is written.
    Fault::new(
        "rf_compressed_register_file",
        "busy && (remain == 2'd0)",
        "busy && (remain != left_q[2*n +: 2])",
    )
    .in_lockstep(KEYS),
    // The entry that was looked up in an earlier cycle is lost.
    Fault::new(
        "rf_compressed_register_file",
        "entry_held_q[n] ? held_entry_q[32*n +: 32] : found",
        "found",
    )
    .in_lockstep(KEYS),
    // A bank whose port is taken is read.
    Fault::new("rf_compressed_register_file", "free[u] = asks[u] && !store", "free[u] = asks[u]")
        .in_lockstep(KEYS),
    Fault::new("rf_converter_turns", "first_i[c-step] || !first_i[c]", "1'b1").refutes(0, &[]),
];
