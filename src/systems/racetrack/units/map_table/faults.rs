//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[
    fault("else if (load_valid_i) loaded_q", "else if (1'b0) loaded_q")
        .in_lockstep(&[])
        .refutes(0, KEYS),
    fault("loaded_q ? write_place", "!loaded_q ? write_place").refutes(0, KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_map_table", from, to)
}
