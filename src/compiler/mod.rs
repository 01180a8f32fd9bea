//! Analyses and decisions about a kernel before it runs.
//!
//! From a kernel to its registers: [`values`] distinguishes the values that one virtual register
//! holds at different times, [`liveness`] says when each is needed, [`allocate`] gives them places,
//! [`warp_liveness`] says when no lane of a warp needs a place any more ([`uniform`]: where lanes
//! may part), and [`occupancy`] says how many CTAs then fit. [`report`] has the figures of all of
//! them. A system's own half is in its folder.

pub mod allocate;
pub mod liveness;
pub mod occupancy;
pub mod report;
pub mod uniform;
pub mod values;
pub mod warp_liveness;
