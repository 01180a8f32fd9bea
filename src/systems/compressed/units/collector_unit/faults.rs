//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("converted_ready_o = !whole", "converted_ready_o = 1'b1")
        .in_lockstep(&[])
        .refutes(0, &[]),
    fault("if (claim_i[s]) field_q", "if (1'b0) field_q").refutes(0, &[]),
    // The third slot is cleared with the first one.
    fault("claim_i[s]", "claim_i[s % 2]").refutes(0, &[]),
    // Offered again while a converter has it.
    fault("else if (goes) whole_q[s]", "else if (rsp_valid_o) whole_q[s]").refutes(0, &[]),
    fault("left[r] && (r[1:0] > req_last_q)", "1'b0").refutes(0, &[]),
    fault("second_left_q[s] && first_left_q[s]", "1'b0").refutes(0, &[]),
    // A second part does not make an operand whole.
    fault("!(first_left_q[req_slot] && second_left_q[req_slot])", "!second_left_q[req_slot]")
        .in_lockstep(&[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_collector_unit", from, to)
}
