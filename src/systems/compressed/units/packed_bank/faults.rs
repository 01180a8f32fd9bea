//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_packed_bank", "{8{write_lane_mask_i[l]}} & ", "").in_lockstep(&[]),
    Fault::new("rf_sram_memory_sliced", " && wmask_i[n]", "").in_lockstep(&[]).refutes(1, &[]),
    Fault::new("rf_packed_bank", "}} & write_slice_mask_i", "}}").refutes(0, &[]),
];
