//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.registers=1024", "gpu.warps=8"];

pub const FAULTS: &[Fault] = &[
    // A walk that leaves the last register, that does not unmap, that takes a used bank.
    Fault::new("rf_rename_table", "walk_next >= regs", "walk_next + 9'd1 >= regs").refutes(0, &[]),
    Fault::new("rf_rename_table", "& clear_i)) || walks", "& clear_i))").refutes(0, &[]),
    Fault::new("rf_rename_table", "walking_q && !change_valid[walk_bank]", "walking_q")
        .refutes(0, &[]),
    // The wrong channel, an entry that is not unmapped, a warp that seems to have left.
    Fault::new("rf_rename_changes", "asks & (~asks + 6'd1)", "asks").refutes(0, &[]),
    Fault::new("rf_rename_reads", "valid_i[k] && (bank", "(bank").refutes(0, &[]),
    Fault::new("rf_rename_bank", "set_i || clear_i", "set_i").refutes(0, &[]),
    Fault::new("rf_rename_table", "used_q | sets", "used_q & sets").refutes(0, &[]),
    Fault::new("rf_rename_table", "walk_next >= regs", "walk_next > regs").in_lockstep(KEYS),
    Fault::new("rf_rename_bank", "rst_ni && set_i", "rst_ni").in_lockstep(KEYS),
    Fault::new("rf_rename_reads", "k < c", "k + 1 < c").in_lockstep(KEYS),
];
