//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("pushed & ~drains", "pushed").refutes(0, &[]),
    fault("lanes_q | push_lane_mask_i", "lanes_q").refutes(0, &[]),
    fault("valid_q & ~frees;", "valid_q;").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_stt_write_buffer", from, to)
}
