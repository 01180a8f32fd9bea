//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] =
    &[fault("if (answers[a]) count = count + 3'd1;", "if (answers[a]) count = 3'd1;")
        .in_lockstep(&[])];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_racetrack_register_file", from, to)
}
