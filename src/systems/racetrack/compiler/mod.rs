//! The racetrack paper's half of the compiler: where each register lies, and how many CTAs run.

pub mod mapping;
pub mod tlp;
