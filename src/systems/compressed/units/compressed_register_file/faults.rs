//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.collector_units=4", "compression.converters=1"];

const STAGES: Keys =
    &["gpu.banks=4", "gpu.collector_units=4", "compression.converters=1", "gpu.request_stage=true"];

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
    Fault::new("rf_compressed_register_file", "reads = !store", "reads = 1'b1").in_lockstep(KEYS),
    // An operand is taken while one that comes back waits, and is lost.
    Fault::new(
        "rf_compressed_register_file",
        "+: Converters]) && convert_moves",
        "+: Converters])",
    )
    .in_lockstep(STAGES),
    // A write is rounded while the one before it waits for its bank.
    Fault::new("rf_compressed_register_file", "(!rounded_q[n] || places)", "1'b1")
        .in_lockstep(STAGES),
    // A part is asked for before the last one is read.
    Fault::new("rf_compressed_register_file", "!(|ask_q) || served[c]", "1'b1").in_lockstep(STAGES),
    // A number's carry comes from the next number.
    Fault::new("rf_thread_staged_truncator", "{26'd0, up_q}", "{26'd0, up}").in_lockstep(STAGES),
    Fault::new("rf_converter_turns", "first_i[c-step] || !first_i[c]", "1'b1").refutes(0, &[]),
];
