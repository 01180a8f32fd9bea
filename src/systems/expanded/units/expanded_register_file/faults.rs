//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.warps=8", "expars.cache_lines=4", "expars.cache_banks=2"];

pub const FAULTS: &[Fault] = &[
    // Requests that go to both, readiness of the wrong one, answers to reads that were not accepted.
    Fault::new("rf_expanded_register_file", "(read_valid_i & ~read_in_cache)", "(read_valid_i)")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    Fault::new(
        "rf_expanded_register_file",
        "(cache_read_ready & read_in_cache)",
        "cache_read_ready",
    )
    .in_lockstep(KEYS)
    .refutes(0, &[]),
    Fault::new(
        "rf_expanded_register_file",
        ".spilled_granted_i(spilled_granted)",
        ".spilled_granted_i(spilled_valid)",
    )
    .in_lockstep(KEYS),
    Fault::new(
        "rf_expanded_register_file",
        ".released_i       (released_i)",
        ".released_i       (ended_i)",
    )
    .in_lockstep(KEYS)
    .refutes(3, &[]),
    Fault::new("rf_expanded_register_file", "(write_valid_i & ~write_in_cache)", "(write_valid_i)")
        .refutes(0, &[]),
    Fault::new("rf_operand_cache", "asks && can_read[at]", "asks").refutes(0, &[]),
    // The scratchpad's grants do not come back.
    Fault::new(
        "rf_expanded_register_file",
        ".spilled_granted_i(spilled_granted)",
        ".spilled_granted_i(1'b0)",
    )
    .refutes(1, &[]),
    // A bundle that is held too early, or has other registers.
    Fault::new("rf_register_prefetcher", "none_left && !filling_i", "none_left").refutes(2, &[]),
    Fault::new("rf_register_prefetcher", "wanted & ~present_i", "wanted & present_i")
        .refutes(2, &[]),
    Fault::new("rf_register_prefetcher", "bundle_set_i & kept", "bundle_set_i & ~kept")
        .refutes(2, &[]),
    // The last write is lost: to a line that fills, between mark and dirty bit, before the older content
    // of its line is queued, or of a direct write that the fetch does not wait for; or a register has
    // another's row.
    Fault::new(
        "rf_operand_cache",
        "hits[k]  = valid_q[line] && same",
        "hits[k]  = (valid_q[line] || filling_q[line]) && same",
    )
    .refutes(3, &[]),
    Fault::new(
        "rf_operand_cache",
        "leave_q   <= marks ||",
        "leave_q   <= (marks && dirty_q[claim_line]) ||",
    )
    .refutes(3, &[]),
    Fault::new(
        "rf_operand_cache",
        "(filling_q[line] || (leaves_dirty && leave_line_q == line)) && same",
        "filling_q[line] && same",
    )
    .refutes(3, &[]),
    Fault::new("rf_operand_cache", "older_q      <= count;", "older_q      <= after_pop;")
        .refutes(3, &[]),
    Fault::new("rf_register_allocation_table", "earlier = warp - first", "earlier = warp")
        .refutes(3, &[]),
    // Passes of shared memory that a register waits for without a bound.
    Fault::new("rf_scratchpad", "run_q != MaxSharedRun", "1'b1").refutes(3, &[]),
];
