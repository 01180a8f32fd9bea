//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["expars.max_passed=1"];

pub const FAULTS: &[Fault] = &[
    // Counts that go on, a wrong warp's, a division that is one off, loses a borrow or has no bound,
    // a limit of 0.
    fault("!ended_q && |ended", "|ended").in_lockstep(KEYS).refutes(0, &[]),
    fault("ended & ~below", "ended").in_lockstep(KEYS).refutes(0, &[]),
    fault("low >= by_low", "low > by_low").in_lockstep(KEYS).refutes(0, &[]),
    fault("borrow_q  <= !low_fits", "borrow_q  <= 1'b0").in_lockstep(KEYS).refutes(0, &[]),
    fault(" && times_q != Most", "").in_lockstep(KEYS).refutes(0, &[]),
    fault("times_q == ", "1'b0 & times_q == ").in_lockstep(KEYS).refutes(0, &[]),
    fault("issues_q};", "issues};").in_lockstep(KEYS).refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_warp_limiter", from, to)
}
