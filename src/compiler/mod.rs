//! What is decided about a kernel before it runs.
//!
//! From a kernel to its registers: [`values`] tells apart what one virtual register holds at
//! different times, [`liveness`] says when each is needed, [`allocate`] gives them places, and
//! [`occupancy`] says how many CTAs then fit. [`report`] has the figures of all of them.
//!
//! Static data compression keeps values in fewer bits: [`ranges`] says how many an integer needs,
//! [`tuning`] how many a float, [`needs`] which is which, and [`slices`] packs them.
//! [`compression`] has the figures.

pub mod allocate;
pub mod case;
pub mod compression;
pub mod liveness;
pub mod mapping;
pub mod needs;
pub mod occupancy;
pub mod ranges;
pub mod report;
pub mod slices;
pub mod tlp;
pub mod tuning;
pub mod values;
