//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[
    fault("domain_q <= from_left", "domain_q <= from_right").in_lockstep(&[]).refutes(0, KEYS),
    fault("(port_i == Region", "(port_i <= Region").refutes(0, KEYS),
    fault("read_valid_q <= rst_ni &&", "read_valid_q <=").refutes(0, KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_domain_array_physical", from, to)
}
