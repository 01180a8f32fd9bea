//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    // A hit that is too short, a look that does not see what is recorded in its cycle, data that
    // are there before they are filled.
    Fault::new("rf_address_mapping_compare", "(entry_last_i >= last_i)", "1'b1")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(0, &[]),
    // A store that spares an entry, or what is recorded in the cycle of its look.
    Fault::new("rf_address_mapping_compare", "(entry_end_i >= low_i)", "(entry_base_i >= low_i)")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(1, &[]),
    Fault::new("rf_address_mapping_compare", "(entry_pitch_i == pitch_i)", "1'b1")
        .in_lockstep(&["sharing.rows=true", "sharing.entries=8"]),
    Fault::new("rf_address_mapping_entry", "write_i ? new_match_i : match", "match")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(0, &[]),
    Fault::new("rf_address_mapping_entry", "write_i ? new_overlap_i : overlap", "overlap")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(1, &[]),
    Fault::new("rf_address_mapping_entry", "!write_i && (ready_q || filled)", "ready_q || filled")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(0, &[]),
    // Two entries of a register.
    Fault::new("rf_address_mapping_entry", "(record_i && (new_phys_i == phys_q))", "1'b0")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(3, &[]),
    Fault::new("rf_address_mapping_entry", "multiple && near", "near")
        .in_lockstep(&["sharing.entries=8"]),
    Fault::new("rf_cover_search", "|(select_q & valid[4*g +: 4])", "|select_q")
        .in_lockstep(&["sharing.entries=8"]),
    Fault::new("rf_cover_search", "select & ~write[4*g +: 4]", "select")
        .in_lockstep(&["sharing.entries=8"]),
    // A drop that is ignored, and one that comes too late.
    Fault::new("rf_address_mapping_table", "new_valid = 1'b0;", "new_valid = 1'b1;")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(2, &[]),
    Fault::new("rf_address_mapping_table", "wire complete = |", "wire complete = 1'b1 || |")
        .in_lockstep(&["sharing.entries=8"]),
    Fault::new("rf_address_mapping_table", "- head_best - from", "- head_best")
        .in_lockstep(&["sharing.lanes=run", "sharing.entries=8"]),
    Fault::new("rf_address_mapping_table", "d < 6;", "d < 7;")
        .in_lockstep(&["sharing.entries=8"])
        .refutes(2, &[]),
    Fault::new("rf_address_mapping_entry", "(used_q && !pass_i)", "used_q")
        .in_lockstep(&["sharing.entries=8"]),
    Fault::new("rf_address_mapping_table", "ahead_q & ~used", "~used")
        .in_lockstep(&["sharing.entries=8"]),
];
