//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("push_valid_i && push_ready_o", "push_valid_i").in_lockstep(&[]).refutes(0, &[]),
    fault("match[i] && !leaving[i]", "match[i]").refutes(0, &[]),
    fault("push_cu_i, push_slot_i, push_position_i", "push_cu_i, 2'd0, push_position_i")
        .refutes(0, &[]),
    // Only of more than four places.
    fault("pop && (front_q", "pop && ({1'b0, front_q[1:0]}").in_lockstep(&[]).refutes(1, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_read_queue", from, to)
}
