//! The walks of the logical array serve the physical one too.

pub use crate::systems::racetrack::units::domain_array::Random;
