//! Registers between the channels and the banks.

use crate::units::Shape;

pub(super) static SHAPES: &[Shape] = &[Shape {
    units: &["racetrack_register_file"],
    keys: &["gpu.request_stage=true"],
    cycles: 100_000,
}];
