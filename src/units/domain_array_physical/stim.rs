//! The walks of the logical array serve the physical one too.

pub(super) use crate::units::domain_array::Random;
