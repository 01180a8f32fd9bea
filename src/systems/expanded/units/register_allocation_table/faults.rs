//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["expars.max_passed=1"];

pub const FAULTS: &[Fault] = &[
    // A border that is one off, a CTA that is taken for another, launches without mix CTAs.
    fault("warp >= start_warp_q", "warp > start_warp_q").in_lockstep(KEYS).refutes(0, &[]),
    fault("number >= start_reg_q", "number > start_reg_q").in_lockstep(KEYS).refutes(0, &[]),
    fault("mix && number", "number").in_lockstep(KEYS).refutes(0, &[]),
    fault("enable_q && warp", "warp").in_lockstep(KEYS).refutes(0, &[]),
    // Lines of mix CTAs on those of others, rows of one warp on those of another.
    fault("offset = mix ?", "offset = 1'b0 ?").in_lockstep(KEYS).refutes(0, &[]),
    fault("in_file = mix ?", "in_file = 1'b0 ?").in_lockstep(KEYS).refutes(0, &[]),
    fault("all & ~(all >> 1)", "all").in_lockstep(KEYS).refutes(0, &[]),
    fault("earlier = warp - first", "earlier = warp").in_lockstep(KEYS).refutes(0, &[]),
    fault("{1'b0, max_reg_q} + 9'd1", "{1'b0, max_reg_q}").in_lockstep(KEYS).refutes(0, &[]),
    // 256 registers that are counted as none, and 256 in the scratchpad.
    fault("{1'b0, max_reg_q} + 9'd1", "{1'b0, max_reg_q + 8'd1}").in_lockstep(KEYS),
    fault("registers - {1'b0, start_reg_q}", "{1'b0, registers[7:0] - start_reg_q}")
        .in_lockstep(KEYS),
    fault("enable_q && bundle_warp_i", "bundle_warp_i").in_lockstep(KEYS).refutes(0, &[]),
    fault("bundle_warp_i >= start_warp_q", "bundle_warp_i > start_warp_q")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_register_allocation_table", from, to)
}
