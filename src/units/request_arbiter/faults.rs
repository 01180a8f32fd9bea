//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("competes & ~full", "competes & ~(full & {full[14:0], full[15]})")
        .in_lockstep(&[])
        .refutes(0, &[]),
    fault("first_q <= {last[14:0], last[15]}", "first_q <= last").refutes(0, &[]),
    fault("!held16_4) first_q", "!held16_4 && (|full)) first_q").refutes(1, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_request_arbiter", from, to)
}
