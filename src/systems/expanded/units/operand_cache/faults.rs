//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.warps=8", "expars.cache_lines=4", "expars.cache_banks=2"];

pub const FAULTS: &[Fault] = &[
    // A write of a line that fills goes to the queue, or to the line.
    fault("filling_q[line] || (leaves_dirty", "(leaves_dirty").in_lockstep(KEYS).refutes(0, &[]),
    fault("hits[k]  = valid_q[line]", "hits[k]  = (valid_q[line] || filling_q[line])")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    // A clean line is taken in the cycle in which a write makes it dirty.
    fault(
        "!valid_q[claim_line]",
        "!(valid_q[claim_line] && (pinned_q[claim_line] || dirty_q[claim_line]))",
    )
    .in_lockstep(KEYS)
    .refutes(0, &[]),
    // A write overtakes the content of the line that it finds leaving.
    fault(" || (leaves_dirty && leave_line_q == line)", "").in_lockstep(KEYS).refutes(0, &[]),
    // A fetch overtakes queued writes, or the one of the cycle of its claim.
    fault("fetch_q && older_q == ", "fetch_q || 1'b0 && older_q == ")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    fault("older_q      <= count;", "older_q      <= after_pop;").in_lockstep(KEYS).refutes(0, &[]),
    // A pinned line leaves, pins are lost or stay, a line is taken while it leaves.
    fault("&& !pinned_q[claim_line]", "").in_lockstep(KEYS).refutes(0, &[]),
    fault("takes || ((pinned_q", "((pinned_q").in_lockstep(KEYS).refutes(0, &[]),
    fault("((pinned_q[at] || found[at]) && !goes)", "found[at] || (pinned_q[at] && !goes)")
        .in_lockstep(KEYS),
    // The line of a warp whose slot is like the one that writes, or pins.
    fault("tag_warp_q[3*line +: 3] == warp", "tag_warp_q[3*line+1 +: 2] == warp[2:1]")
        .in_lockstep(KEYS),
    fault("warp == pin_warp_i", "warp[1:0] == pin_warp_i[1:0]").in_lockstep(KEYS),
    fault("|| found[at]) && !goes", ") && !goes").in_lockstep(KEYS).refutes(0, &[]),
    fault("\n      && !(leaves_dirty && leave_line_q == claim_line)", "")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    // Content that is not written back, one fetch in place of another.
    fault("written || (dirty_q[at]", "(dirty_q[at]").in_lockstep(KEYS).refutes(0, &[]),
    fault("(!fetch_q || fetched)", "1'b1").in_lockstep(KEYS).refutes(0, &[]),
    // Answers to reads that were not accepted, and to another slot.
    fault("asks && can_read[at]", "asks").in_lockstep(KEYS).refutes(0, &[]),
    fault("slot_q <= slot;", "slot_q <= ~slot;").in_lockstep(KEYS).refutes(0, &[]),
    // A wanted register counts as absent, by its line instead of by its number.
    fault("pin_i && valid_q[at]", "pin_i && valid_q[at] && dirty_q[at]")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    fault("tag_upper_q[6*at +: 6] == upper", "tag_upper_q[6*at +: 3] == upper[2:0]")
        .in_lockstep(KEYS),
    fault("= found[line]", "= found[at]").in_lockstep(KEYS).refutes(0, &[]),
    // Idle while a line is fetched.
    fault("leave_q || fetch_q ||", "leave_q ||").in_lockstep(KEYS).refutes(0, &[]),
    // Half of a line is fetched: the other lanes have what was there before. The proof has one
    // lane.
    fault("lanes  = {32{1'b1}};", "lanes  = {{16{1'b0}}, {16{1'b1}}};").in_lockstep(KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_operand_cache", from, to)
}
