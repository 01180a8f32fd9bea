//! Analyses and decisions about a kernel before it runs.
//!
//! From a kernel to its registers:
//!
//! - [`values`] separates the values that one virtual register holds at different times.
//! - [`liveness`] finds where a thread needs each value.
//! - [`allocate`] gives the values homes.
//! - [`warp_liveness`] finds when no lane of a warp needs a home any more; [`uniform`] finds the
//!   branches at which lanes may diverge.
//! - [`occupancy`] computes how many CTAs then fit.
//! - [`report`] collects the figures of all of them.
//!
//! The compiler half of each system is in the folder of the system.

pub mod allocate;
pub mod liveness;
pub mod occupancy;
pub mod report;
pub mod uniform;
pub mod values;
pub mod warp_liveness;
