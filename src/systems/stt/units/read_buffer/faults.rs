//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    // A stale entry, and a fill of what is written.
    fault("(invalidate_i ? written : {Depth{1'b0}})", "0").refutes(0, &[]),
    fault("invalidate_entry_i == fill_entry_i", "1'b0").refutes(0, &[]),
    // Two copies of one register.
    fault("(fill_i ? filled : {Depth{1'b0}})", "{Depth{1'b0}}").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_read_buffer", from, to)
}
