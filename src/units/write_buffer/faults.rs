//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("push_valid_i && push_ready_o", "push_valid_i").refutes(0, &[]),
    fault("pop_i && front_valid_o", "pop_i && front_serviceable_o").refutes(0, &[]),
    fault("front_valid_o && !waits[front_q]", "front_valid_o").refutes(0, &[]),
    fault("= |match", "= match[front_q]").refutes(0, &[]),
    fault("|(match & ~waits)", "|match").refutes(0, &[]),
    fault("older_reads & ~read_leaving_i", "older_reads").refutes(0, &[]),
    fault("older_reads & ~read_leaving_i", "push ? older_reads : older_reads & ~read_leaving_i")
        .refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_write_buffer", from, to)
}
