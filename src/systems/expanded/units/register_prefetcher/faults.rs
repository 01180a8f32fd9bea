//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["expars.max_passed=1"];

pub const FAULTS: &[Fault] = &[
    // A warp that is passed for ever, places of the queue that are lost.
    fault("takes_first = passed_q", "takes_first = 1'b0 & passed_q")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    fault("if (turn && takes_first) first_q", "if (turn) first_q")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    // Registers of the register file, lines of registers that are there.
    fault("<< spilled_from_i", "<< 1'b0").in_lockstep(KEYS).refutes(0, &[]),
    fault("bundle_mix_i ? ", "1'b1 ? ").in_lockstep(KEYS).refutes(0, &[]),
    fault("wanted & ~present_i", "wanted").in_lockstep(KEYS).refutes(0, &[]),
    // A bundle that is held while a line fills, or for ever, or again and again.
    fault("none_left && !filling_i", "none_left").in_lockstep(KEYS).refutes(0, &[]),
    fault("holds_q[n] && !released[n]", "holds_q[n]").in_lockstep(KEYS).refutes(0, &[]),
    fault("pin_q || (claims_q && !done)", "pin_q || claims_q").in_lockstep(KEYS).refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_register_prefetcher", from, to)
}
