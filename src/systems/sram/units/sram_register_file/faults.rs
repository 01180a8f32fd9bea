//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.request_stage=true"];

pub const FAULTS: &[Fault] = &[
    Fault::new(
        "rf_sram_register_file",
        "for (rc = ReadPorts - 1; rc >= 0; rc = rc - 1)",
        "for (rc = 0; rc < ReadPorts; rc = rc + 1)",
    )
    .in_lockstep(&[]),
    Fault::new(
        "rf_request_stage",
        "{Banks{earlier_q[m]}}",
        "{Banks{earlier_q[m] && (m < ReadPorts)}}",
    )
    .in_lockstep(KEYS),
    Fault::new("rf_request_stage", "offer & bank_read_ready_i", "held & bank_read_ready_i")
        .in_lockstep(KEYS),
    Fault::new(
        "rf_sram_request_arbiter",
        "assign grant_o = competes",
        "assign grant_o = request_i",
    )
    .refutes(0, &[]),
];
