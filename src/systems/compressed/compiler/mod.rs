//! The compiler half of static data compression: it packs several narrow values into one register.
//!
//! - [`ranges`] finds how many bits an integer needs.
//! - [`tuning`] finds how many bits a float needs.
//! - [`needs`] separates integers from floats and gives the slices of each register.
//! - [`slices`] packs the slices into physical registers.
//! - [`case`] applies all of this to a launch.
//! - [`compression`] reports the effect on registers and occupancy.

pub mod case;
pub mod compression;
pub mod needs;
pub mod ranges;
pub mod report;
pub mod slices;
pub mod tuning;

pub use case::{pack_case, table};
