//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("held & ~older", "held").refutes(0, &[]),
    // Only reads, then only writes, count as older.
    fault("{Banks{earlier_q[m]}}", "{Banks{earlier_q[m] && (m < ReadPorts)}}").refutes(0, &[]),
    fault("{Banks{earlier_q[m]}}", "{Banks{earlier_q[m] && (m >= ReadPorts)}}").refutes(0, &[]),
    fault("(m < n) && loads[m]", "1'b0").refutes(0, &[]),
    fault("earlier_q & stays", "earlier_q").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_request_stage", from, to)
}
