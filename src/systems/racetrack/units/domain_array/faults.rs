//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] =
    &[Fault::new("rf_domain_array", " && lane_mask_i[lane]", "").in_lockstep(&[])];
