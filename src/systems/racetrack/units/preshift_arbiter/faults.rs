//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[fault("~aligned_i", "aligned_i").refutes(0, KEYS)];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_preshift_arbiter", from, to)
}
