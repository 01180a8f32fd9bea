//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("part_i && first[s]", "first[s]").in_lockstep(&[]),
    // The paper's pad: above a part, though another one goes on there (sdc-e02).
    fault("(part_i || (second == 8'd0))", "1'b1").refutes(0, &[]),
    fault("mask & ~far_1", "~far_1").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_value_extractor", from, to)
}
