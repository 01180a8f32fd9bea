//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["expars.max_passed=1"];

pub const FAULTS: &[Fault] = &[
    // Counts that go on, a wrong warp's, a division that is one off or has no bound, a limit of 0.
    fault("!ended_q && |ended", "|ended").in_lockstep(KEYS).refutes(0, &[]),
    fault("ended & (~ended + ", "ended & (ended + ").in_lockstep(KEYS).refutes(0, &[]),
    fault("left_q >= by", "left_q > by").in_lockstep(KEYS).refutes(0, &[]),
    fault("left_q >= by && times_q != Most", "left_q >= by").in_lockstep(KEYS).refutes(0, &[]),
    fault("times_q == ", "1'b0 & times_q == ").in_lockstep(KEYS).refutes(0, &[]),
    fault("if (!ends) left_q <= left_q + issues", "left_q <= left_q + issues")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_warp_limiter", from, to)
}
