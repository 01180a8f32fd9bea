//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("head[7] ? largest : nonzero", "nonzero").in_lockstep(&[]),
    fault("6'd1 - {1'b0, zeros}", "6'd0 - zeros").refutes(0, &[]),
    fault("{6{implicit}}", "{6{1'b1}}").refutes(1, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_thread_value_converter", from, to)
}
