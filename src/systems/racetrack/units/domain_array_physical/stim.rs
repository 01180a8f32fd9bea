//! Uses the stimulus of the logical array.

pub use crate::systems::racetrack::units::domain_array::Random;
