//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_domain_array_sliced", " && lane_mask_i[part]", "")
        .in_lockstep(&[])
        .refutes(2, &[]),
    Fault::new("rf_packed_racetrack_bank", "op_o == 3'd2", "write_wanted").in_lockstep(&[]),
    Fault::new("rf_packed_racetrack_bank", "op_o == 3'd1", "read_wanted").refutes(0, &[]),
    Fault::new("rf_shift_controller", "if (shifts) head_d", "if (shifts && req_write_i) head_d")
        .refutes(1, &[]),
];
