//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.registers=1024", "gpu.warps=8"];

pub const FAULTS: &[Fault] = &[
    // A walk that leaves the last register, that does not unmap, that unmaps what it should wait with,
    // that takes a used bank.
    Fault::new("rf_rename_table", "next} + 9'd1 >= regs", "next} + 9'd2 >= regs").refutes(0, &[]),
    Fault::new("rf_rename_table", "& clear_i)) || walks", "& clear_i))").refutes(0, &[]),
    Fault::new("rf_rename_table", "walk_looks && walk_go_i && (", "walk_looks && (")
        .refutes(0, &[]),
    Fault::new("rf_rename_table", "walking_q && !change_valid[walk_bank_q]", "walking_q")
        .refutes(0, &[]),
    // The wrong channel, an entry that is not unmapped, a warp that seems to have left.
    Fault::new("rf_rename_changes", "if (first[a])", "if (valid_i[a])").refutes(0, &[]),
    Fault::new("rf_rename_reads", "valid_i[k] && (bank", "(bank").refutes(0, &[]),
    Fault::new("rf_rename_bank", "if (clear_i) mapped_q", "if (1'b0) mapped_q").refutes(0, &[]),
    Fault::new("rf_rename_table", "used_q | sets", "used_q & sets").refutes(0, &[]),
    Fault::new("rf_rename_table", "next} + 9'd1 >= regs", "next} + 9'd1 > regs").in_lockstep(KEYS),
    Fault::new("rf_rename_bank", "(set_i) phys_q", "(rst_ni) phys_q").in_lockstep(KEYS),
    Fault::new("rf_rename_reads", "k < c", "k + 1 < c").in_lockstep(KEYS),
];
