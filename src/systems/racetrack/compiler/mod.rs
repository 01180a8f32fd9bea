//! Compiler passes of the racetrack paper: register mapping and the choice of the TLP.

pub mod mapping;
pub mod tlp;
