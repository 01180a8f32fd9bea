//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

/// Each one falls that is read.
const FALLING: Keys = &["stt.disturb=all", "gpu.registers=4096"];
/// Two rows, so that a read often meets a write that it follows.
const TWO_ROWS: Keys = &["stt.disturb=all", "gpu.registers=1024"];
const LONG_READS: Keys = &["stt.disturb=all", "stt.read_cycles=2", "stt.max_banks=4"];

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_stt_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i").refutes(0, &[]),
    Fault::new("rf_stt_bank", "hit ? hit_lanes :", "hit ? 1'd0 :").refutes(1, &[]),
    Fault::new("rf_stt_bank", ".dead_i        (dead)", ".dead_i        (promote)")
        .in_lockstep(FALLING)
        .refutes(1, &[]),
    Fault::new("rf_stt_bank", "grant_i && needs_array", "1'b0 && needs_array").refutes(2, &[]),
    // A write that finds no place though there are some, or never the array.
    Fault::new("rf_stt_write_buffer", "merge || !(&valid_q);", "merge;").refutes(3, &[]),
    Fault::new("rf_stt_bank", "= free && directs", "= write_buffer_en_i && directs")
        .refutes(3, &[]),
    // Drains that need a grant, and none before DrainFirstFrom.
    Fault::new("rf_stt_bank", "(late && !reads)", "(late && !reads && grant_i)").refutes(4, &[]),
    Fault::new("rf_stt_bank", "(late && !reads)", "1'b0").refutes(4, &[]),
    Fault::new(
        "rf_stt_array",
        "of_selective_q ? lost :",
        "of_selective_q ? {lost[1023:32], 32'd0} :",
    )
    .in_lockstep(FALLING),
    // A register of which one lane is not in the buffer; a write that leaves the read buffer as it
    // is while that is switched off.
    Fault::new("rf_stt_bank", "(&hit_lanes)", "(&hit_lanes[30:0])").in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "(write_o),", "(write_o && read_buffer_en_i),").in_lockstep(FALLING),
    // Lanes that a write put into the read buffer are lost.
    Fault::new("rf_stt_bank", "= cache_valid      ?", "= (cache_valid && !overlay_q[lane]) ?")
        .in_lockstep(FALLING),
    Fault::new("rf_stt_array", "latch_q <= read_data_o", "latch_q <= write_data_i")
        .in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "cancel_en_i),", "1'b1),").in_lockstep(FALLING),
    // A dead read from the read buffer that leaves its register's write in the write buffer.
    Fault::new("rf_stt_bank", "(read_o && dead", "(read_o && !cached && dead")
        .in_lockstep(TWO_ROWS),
    Fault::new("rf_stt_bank", "queue_followed ||", "").in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "queue_followed || (count >= DrainFirstFrom)", "queue_followed")
        .in_lockstep(FALLING),
    // A promoted register that is destroyed, and one that is written meanwhile.
    Fault::new("rf_stt_bank", "promote && (restore != 2'd0)", "promote").in_lockstep(FALLING),
    Fault::new("rf_stt_bank", ".invalidate_i      (write_o)", ".invalidate_i      (1'b0)")
        .in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "hit ? hit_lanes :", "hit ? 32'd0 :").in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "drains ? oldest_entry", "drains ? buffer_row").in_lockstep(FALLING),
    Fault::new("rf_stt_bank", "grant_i && !reading_q", "grant_i").in_lockstep(LONG_READS),
    Fault::new("rf_stt_bank", "fill_q && !reading_q", "fill_q").in_lockstep(LONG_READS),
    Fault::new("rf_stt_bank", "(read_o && !array_read)", "read_o").in_lockstep(LONG_READS),
];
