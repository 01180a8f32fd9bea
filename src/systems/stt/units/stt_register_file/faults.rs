//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new(
        "rf_request_stage",
        "{Banks{earlier_q[m]}}",
        "{Banks{earlier_q[m] && (m >= ReadPorts)}}",
    )
    .in_lockstep(&["gpu.request_stage=true"]),
    Fault::new(
        "rf_stt_register_file",
        "held_hints_q[2*hc +: 2] <=",
        "held_hints_q[2*hc +: 2] <= 2'd0 &",
    )
    .in_lockstep(&["gpu.request_stage=true"]),
    Fault::new("rf_stt_register_file", "reads_q && !answers[b]", "1'b0").in_lockstep(&[
        "stt.disturb=all",
        "stt.read_cycles=2",
        "stt.max_banks=4",
    ]),
];
