//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[
    fault("push_valid_i && push_ready_o", "push_valid_i").in_lockstep(&[]).refutes(0, KEYS),
    fault("(popped_match && !pushed_match)", "popped_match").refutes(0, KEYS),
    fault("push_cu_i, push_slot_i, push_position_i", "push_cu_i, 2'd0, push_position_i")
        .refutes(0, KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_read_queue", from, to)
}
