//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[
    fault("push_valid_i && push_ready_o", "push_valid_i").refutes(0, KEYS),
    fault("pop_i && front_valid_o", "pop_i && front_serviceable_o").refutes(0, KEYS),
    fault("front_valid_o && !waits[front_q]", "front_valid_o").refutes(0, KEYS),
    fault("= |match", "= match[front_q]").refutes(0, KEYS),
    fault("|(match & ~waits)", "|match").refutes(0, KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_write_buffer", from, to)
}
