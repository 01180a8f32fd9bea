//! The record of slow checks whose verdict depends on content alone: proofs, planted faults,
//! lockstep in configurations other than the default, lint, four-state simulation, area.
//!
//! An entry of `evidence.toml` is valid while its key equals the key of the current check: the hash
//! of the Verilog, of the tools' input, and of the tools' versions. A check without a valid entry
//! is stale or missing and must be run again.

mod check;
mod lists;
mod record;

pub use check::{Check, Kind, Tools};
pub use lists::{all, of};
pub use record::{Entry, Record, State};
