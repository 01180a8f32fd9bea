//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("(older_q == {Registers{1'b0}})", "1'b1").refutes(0, &[]),
    fault("(older_q == {Registers{1'b0}})", "(older_q[ReadPorts-1:0] == {ReadPorts{1'b0}})")
        .refutes(0, &[]),
    fault(
        "(older_q == {Registers{1'b0}})",
        "(older_q[Registers-1:ReadPorts] == {WritePorts{1'b0}})",
    )
    .refutes(0, &[]),
    fault("|| (loads[m]", "|| (1'b0 && loads[m]").refutes(0, &[]),
    fault("older_q & ~enters_bank", "older_q").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_request_stage", from, to)
}
