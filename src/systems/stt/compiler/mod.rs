//! Compiler passes of Red-Shield: dead reads, which need no restore, and values for the read
//! buffer.

pub mod dead_reads;
pub mod hints;
pub mod references;
pub mod report;
pub mod show;

pub use hints::{Dead, Hints, hints};
