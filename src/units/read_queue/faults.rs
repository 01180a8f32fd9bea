//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("push_valid_i && push_ready_o", "push_valid_i").in_lockstep(&[]).refutes(0, &[]),
    fault("match | (comes", "(match & ~leaves) | (comes").refutes(0, &[]),
    fault("push_cu_i, push_slot_i, push_position_i", "push_cu_i, 2'd0, push_position_i")
        .refutes(0, &[]),
    // Only of more than four places.
    fault("leaves >> (Depth - 1)", "leaves >> 3").in_lockstep(&[]).refutes(1, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_read_queue", from, to)
}
