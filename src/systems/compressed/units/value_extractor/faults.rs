//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("part_i && first[s]", "first[s]").in_lockstep(&[]),
    // The paper's single pad: in all slices that the part does not fill (sdc-e02).
    fault("|at_7[7:slice]", "at_7[slice]").refutes(0, &[]),
    fault("mask & ~far_1", "~far_1").refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_value_extractor", from, to)
}
