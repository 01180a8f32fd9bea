//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["sharing.entries=8"];
/// Two blocks, the last one smaller.
const BLOCKS: Keys = &["sharing.entries=35"];

const COMPARE: &str = "rf_address_mapping_compare";
const BLOCK: &str = "rf_address_mapping_block";
const SEARCH: &str = "rf_cover_search";
const TABLE: &str = "rf_address_mapping_table";

pub const FAULTS: &[Fault] = &[
    // A hit that is too short, a look that does not see what is recorded in its cycle, data that
    // are there before they are filled.
    Fault::new(COMPARE, "(entry_last_i >= last_i)", "1'b1").in_lockstep(KEYS).refutes(0, &[]),
    // A store that spares an entry, or what is recorded in the cycle of its look.
    Fault::new(COMPARE, "{1'b0, entry_end_i} - ", "{1'b0, entry_base_i} - ")
        .in_lockstep(KEYS)
        .refutes(1, &[]),
    Fault::new(COMPARE, "(entry_pitch_i == pitch_i)", "1'b1")
        .in_lockstep(&["sharing.rows=true", "sharing.entries=8"]),
    Fault::new(BLOCK, "write[n] ? look_match : match", "match").in_lockstep(KEYS).refutes(0, &[]),
    Fault::new(BLOCK, "write[n] ? look_overlap : overlap", "overlap")
        .in_lockstep(KEYS)
        .refutes(1, &[]),
    Fault::new(BLOCK, "!write[n] && (ready_q || (|filled))", "ready_q || (|filled)")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    // Two entries of a register.
    Fault::new(BLOCK, "record_i && (new_phys_i == phys_q)", "1'b0")
        .in_lockstep(KEYS)
        .refutes(3, &[]),
    // A cover between the entry's words, one behind its last word, one of a place that is written
    // over, one that is deleted.
    Fault::new(BLOCK, "& below) == 8'd0", "& 8'd0) == 8'd0").in_lockstep(KEYS),
    Fault::new(BLOCK, "&& ends_behind;", ";").in_lockstep(KEYS).refutes(4, &[]),
    Fault::new(SEARCH, "|(select_q & valid[5*g +: 5])", "|select_q")
        .in_lockstep(KEYS)
        .refutes(4, &[]),
    Fault::new(SEARCH, "longest & ~write[5*g +: 5]", "longest").in_lockstep(KEYS).refutes(4, &[]),
    // A pair with a gap.
    Fault::new(TABLE, "(|reach)", "1'b1").in_lockstep(KEYS).refutes(4, &[]),
    // The shorter of two covers, where one ends behind a multiple of 16384 words.
    Fault::new(BLOCK, "{end_q[13] ^ low_i[13], ", "{end_q[13], ").in_lockstep(KEYS),
    Fault::new(TABLE, " - {1'b0, first_q}", "")
        .in_lockstep(&["sharing.lanes=run", "sharing.entries=8"]),
    // A drop that is ignored, and one that comes too late.
    Fault::new(TABLE, "new_valid = 1'b0;", "new_valid = 1'b1;").in_lockstep(KEYS).refutes(2, &[]),
    Fault::new(TABLE, "d < 6;", "d < 7;").in_lockstep(KEYS).refutes(2, &[]),
    // Victims: the hand forgets, starts at the first place, stays where it is if all are used, stays
    // out of the last block.
    Fault::new(BLOCK, "(used_q && !pass[n])", "used_q").in_lockstep(KEYS),
    Fault::new(BLOCK, "ahead_q & ~used", "~used").in_lockstep(KEYS),
    Fault::new(BLOCK, "any_unused ? above_unused : behind", "above_unused").in_lockstep(KEYS),
    // A comparison without the highest bit; a stride of two bits that counts as one of one bit.
    Fault::new(COMPARE, "(entry_base_i == base_i)", "(entry_base_i[22:0] == base_i[22:0])")
        .in_lockstep(KEYS),
    Fault::new(COMPARE, "(entry_pitch_i == pitch_i)", "(entry_pitch_i[7:0] == pitch_i[7:0])")
        .in_lockstep(&["sharing.rows=true", "sharing.entries=8"]),
    Fault::new(TABLE, "(stride_i & (stride_i - 9'd1)) == 9'd0", "stride_i[8]").in_lockstep(KEYS),
    Fault::new(
        TABLE,
        "query_phys_i[10*d +: 10] == record_phys_i",
        "query_phys_i[10*d +: 9] == record_phys_i[8:0]",
    )
    .in_lockstep(KEYS),
    // A store is compared from the first lane's word on, not from its lowest one.
    Fault::new(COMPARE, "- {1'b0, low_i}", "- {1'b0, base_i}").in_lockstep(KEYS).refutes(1, &[]),
    Fault::new(TABLE, ".below_i        (4'b0011)", ".below_i        (4'b0000)").in_lockstep(BLOCKS),
];
