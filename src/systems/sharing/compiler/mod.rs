//! Compile-time half of locality-aware sharing: when registers of a warp are released, and which
//! loads may share.

pub mod lifetimes;
pub mod loads;
pub mod pattern;
pub mod report;

pub use lifetimes::{Lifetime, Lifetimes, Load, lifetimes};
