//! Red-Shield's half of the compiler: which reads need no restore, and which values are worth a
//! place in the read buffer.

pub mod dead_reads;
pub mod hints;
pub mod references;
pub mod report;
pub mod show;

pub use hints::{Dead, Hints, hints};
