//! Static data compression's half of the compiler: values in fewer bits, several to a register.
//!
//! [`ranges`] says how many bits an integer needs, [`tuning`] how many a float, [`needs`] which is
//! which, and [`slices`] packs them. [`case`] does all of it to a launch, [`compression`] has the
//! figures.

pub mod case;
pub mod compression;
pub mod needs;
pub mod ranges;
pub mod report;
pub mod slices;
pub mod tuning;

pub use case::{pack_case, table};
