//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.registers=1024", "gpu.warps=8"];

pub const FAULTS: &[Fault] = &[
    // No mask, the wrong shift, a source that is given up with its read.
    fault("from_first & ~behind_split", "from_first").refutes(0, &[]),
    fault("held_q[0] ? a_shift_q : b_shift_q", "a_shift_q").refutes(0, &[]),
    fault("held_q[1] && held_q[0], 1'b0", "2'd0").refutes(0, &[]),
    fault("|held_q && !asked_q", "|held_q").refutes(0, &[]),
    // The hold of this cycle is named instead of that of the next one; then the wrong source.
    fault("hold_o        = held;", "hold_o        = held_q;").in_lockstep(KEYS).refutes(0, &[]),
    fault("hold_phys_o   = {held[1]", "hold_phys_o   = {held[0]").refutes(0, &[]),
    fault("copy_i ? 3'd0 : a_shift_i", "a_shift_i").refutes(0, &[]),
    fault("else if (!waited_q[4])", "else").refutes(0, &[]),
    fault("|| (write_valid_o && !write_ready_i)", "").in_lockstep(KEYS).refutes(0, &[]),
    fault("(asked_q && !rsp_valid_i)\n", "1'b0\n").in_lockstep(KEYS).refutes(0, &[]),
    // A write, a read, or an answer that never becomes urgent.
    fault("|| (write_valid_o && !write_ready_i)", "").refutes(2, &[]),
    fault("&& waited_q[4]", "&& waited_q[4] && held_q == 2'd0").refutes(2, &[]),
    fault("(asked_q && !rsp_valid_i)\n", "1'b0\n").refutes(2, &[]),
    fault("source[3:2] == 2'd0", "1'b1").refutes(1, &[]),
    fault("({32{1'b1}} << split_q) << 1", "{32{1'b1}} << split_q").in_lockstep(KEYS),
    fault("if (shift[4])", "if (1'b0)").in_lockstep(KEYS),
    fault("read_phys_o   = held_q[0]", "read_phys_o   = held_q[1]").in_lockstep(KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_merge_unit", from, to)
}
