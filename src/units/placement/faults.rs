//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("linear[3:0] + entry_o[3:0]", "linear[3:0]").in_lockstep(&[]),
    fault("regs_per_thread_i} + reg_number", "regs_per_thread_i}").in_lockstep(&[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_placement", from, to)
}
