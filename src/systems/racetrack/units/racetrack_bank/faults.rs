//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_write_buffer", "front_valid_o && !waits[front_q]", "front_valid_o")
        .in_lockstep(&[]),
    Fault::new("rf_domain_array", " && lane_mask_i[lane]", "").in_lockstep(&[]).refutes(2, &[]),
    Fault::new("rf_write_buffer", "front_valid_o && !waits", "front_valid_o || waits")
        .refutes(0, &[]),
    Fault::new("rf_read_queue", "match | (comes", "match | (comes & ~comes").refutes(0, &[]),
    Fault::new(
        "rf_racetrack_bank",
        ".req_write_i   (write_wanted)",
        ".req_write_i   (write_wanted && !queue_valid)",
    )
    .refutes(0, &[]),
    Fault::new("rf_racetrack_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i")
        .refutes(0, &[]),
    Fault::new("rf_racetrack_bank", "{write_row, write_entry_i}", "{read_row, write_entry_i}")
        .in_lockstep(&[])
        .refutes(2, &[]),
    Fault::new("rf_shift_controller", "if (shifts) head_d", "if (shifts && req_write_i) head_d")
        .refutes(3, &[]),
    Fault::new("rf_shift_controller", "(grant_i || preshift_en_i)", "grant_i").refutes(3, &[]),
];
