//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("&& early_out_i &&", "&&").refutes(0, &[]),
    fault("if (!dead_i)", "if (1'b1)").refutes(0, &[]),
    fault("&& !conflict_i", "&& conflict_i").refutes(0, &[]),
    fault("hold_d = ReadHold", "hold_d = 3'd0").refutes(2, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_restore_selector", from, to)
}
