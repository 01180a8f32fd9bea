//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("convert_valid_o  = (|converting_q) && !whole", "convert_valid_o  = |converting_q")
        .in_lockstep(&[]),
    fault("rst_ni && claim_i[s]", "1'b0").refutes(0, &[]),
    // The third slot is cleared with the first one.
    fault("claim_i[s]", "claim_i[s % 2]").refutes(0, &[]),
    fault("(|converting_q) && !whole", "|converting_q").refutes(0, &[]),
    fault("left[r] && (r[1:0] > req_last_q)", "1'b0").refutes(0, &[]),
    fault("second_left_q[s] && first_left_q[s]", "1'b0").refutes(0, &[]),
    // After a reset the slot that was converted last comes last.
    fault("convert_last_q <= 2'd0;", "").in_lockstep(&[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_collector_unit", from, to)
}
