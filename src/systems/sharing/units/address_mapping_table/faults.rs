//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["sharing.entries=8"];
/// Two blocks, the last one smaller.
const BLOCKS: Keys = &["sharing.entries=35"];

const BLOCK: &str = "rf_address_mapping_block";
const SEARCH: &str = "rf_cover_search";
const TABLE: &str = "rf_address_mapping_table";

pub const FAULTS: &[Fault] = &[
    // A hit that is too short, a look that does not see what is recorded in its cycle, data that
    // are there before they are filled.
    Fault::new(BLOCK, ">= last_i)", ">= last_i || 1'b1)").in_lockstep(KEYS).refutes(0, &[]),
    // A store that spares an entry, or what is recorded in the cycle of its look.
    Fault::new(BLOCK, "end_less_low = {1'b0, end_q[", "end_less_low = {1'b0, base_q[")
        .in_lockstep(KEYS)
        .refutes(1, &[]),
    Fault::new(BLOCK, "== pitch_i)", "== pitch_i || 1'b1)")
        .in_lockstep(&["sharing.rows=true", "sharing.entries=8"]),
    Fault::new(BLOCK, "write & {Size{match[Size]}}", "write & match[Size-1:0]")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    Fault::new(BLOCK, "write & {Size{overlap[Size]}}", "write & overlap[Size-1:0]")
        .in_lockstep(KEYS)
        .refutes(1, &[]),
    Fault::new(BLOCK, "~write & (ready_q | filled)", "ready_q | filled")
        .in_lockstep(KEYS)
        .refutes(0, &[]),
    // Two entries of a register.
    Fault::new(BLOCK, "dropped | recorded)", "dropped)").in_lockstep(KEYS).refutes(3, &[]),
    // A cover between the entry's words, one behind its last word, one of a place that is written
    // over, one that is deleted.
    Fault::new(BLOCK, "& finer_i) == 8'd0", "& 8'd0) == 8'd0").in_lockstep(KEYS),
    Fault::new(BLOCK, "&& !behind_low[", "|| !behind_low[").in_lockstep(KEYS).refutes(4, &[]),
    Fault::new(SEARCH, "select_q & valid;", "select_q;").in_lockstep(KEYS).refutes(4, &[]),
    Fault::new(SEARCH, "longest & ~write;", "longest;").in_lockstep(KEYS).refutes(4, &[]),
    // A pair with a gap.
    Fault::new(TABLE, "(|reach)", "1'b1").in_lockstep(KEYS).refutes(4, &[]),
    // The shorter of two covers, where one ends behind a multiple of 16384 words.
    Fault::new(BLOCK, "(low_i[13])", "(1'b0)").in_lockstep(KEYS),
    Fault::new(TABLE, " - {1'b0, first_q}", "")
        .in_lockstep(&["sharing.lanes=run", "sharing.entries=8"]),
    // A drop that is ignored, and one that comes too late.
    Fault::new(TABLE, "new_valid = 1'b0;", "new_valid = 1'b1;").in_lockstep(KEYS).refutes(2, &[]),
    Fault::new(TABLE, "d < 6;", "d < 7;").in_lockstep(KEYS).refutes(2, &[]),
    // Victims: the hand forgets, starts at the first place, stays where it is if all are used, stays
    // out of the last block.
    Fault::new(BLOCK, "(used_q & ~pass)", "used_q").in_lockstep(KEYS),
    Fault::new(BLOCK, "ahead_q & ~used_q", "~used_q").in_lockstep(KEYS),
    Fault::new(BLOCK, "any_unused ? above_unused : behind", "above_unused").in_lockstep(KEYS),
    // A comparison without the highest bit; a stride of two bits that counts as one of one bit.
    Fault::new(BLOCK, "(base_q[24*n +: 24] == base_i)", "(base_q[24*n +: 23] == base_i[22:0])")
        .in_lockstep(KEYS),
    Fault::new(BLOCK, "(pitch_q[24*n +: 24] == pitch_i)", "(pitch_q[24*n +: 8] == pitch_i[7:0])")
        .in_lockstep(&["sharing.rows=true", "sharing.entries=8"]),
    Fault::new(TABLE, "(stride_i & (stride_i - 9'd1)) == 9'd0", "stride_i[8]").in_lockstep(KEYS),
    Fault::new(
        TABLE,
        "query_phys_i[10*d +: 10] == record_phys_i",
        "query_phys_i[10*d +: 9] == record_phys_i[8:0]",
    )
    .in_lockstep(KEYS),
    // A store is compared up to the first lane's word, not up to its highest one.
    Fault::new(BLOCK, "high_less_base = {1'b0, high_i}", "high_less_base = {1'b0, base_i}")
        .in_lockstep(KEYS)
        .refutes(1, &[]),
    // A register that is not queried counts as recorded.
    Fault::new(BLOCK, "queried_0 = {Size{query_valid_i[0]}}", "queried_0 = {Size{1'b1}}")
        .in_lockstep(KEYS),
    // Registers that are told apart, or given, without their highest bit.
    Fault::new(BLOCK, "for (k = 0; k < 10;", "for (k = 0; k < 9;").in_lockstep(KEYS),
    Fault::new(BLOCK, "for (h = 0; h < 10;", "for (h = 0; h < 9;").in_lockstep(KEYS),
    Fault::new(TABLE, ".below_i        (4'b0011)", ".below_i        (4'b0000)").in_lockstep(BLOCKS),
];
