//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("(older == {Registers{1'b0}})", "1'b1").refutes(0, &[]),
    fault("(older == {Registers{1'b0}})", "(older[ReadPorts-1:0] == {ReadPorts{1'b0}})")
        .refutes(0, &[]),
    fault("(older == {Registers{1'b0}})", "(older[Registers-1:ReadPorts] == {WritePorts{1'b0}})")
        .refutes(0, &[]),
    fault("(m < n) && loads[m]", "1'b0").refutes(0, &[]),
    fault("earlier_q & ~enters_bank", "earlier_q").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_request_stage", from, to)
}
