//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_source_table", "!taken || shared", "1'b1").in_lockstep(&[]).refutes(0, &[]),
    Fault::new("rf_destination_table", "(load_valid_i\n", "(1'b0 && load_valid_i\n")
        .refutes(0, &[]),
    // The third channel does not hear the second one.
    Fault::new("rf_destination_table", "m < n;", "m < n && m < 1;").refutes(0, &[]),
];
