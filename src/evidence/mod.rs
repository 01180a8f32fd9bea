//! The record of slow checks whose verdict follows from content alone: proofs, planted faults,
//! lockstep in other configurations than the default one, lint, four-state simulation, area.
//!
//! An entry of `evidence.toml` holds as long as its key is that of the present check: the hash of
//! the Verilog, of the tools' input, and of their versions. A check without such an entry is stale
//! or missing and must be run again.

mod check;
mod lists;
mod record;

pub use check::{Check, Kind, Tools};
pub use lists::{all, of};
pub use record::{Entry, Record, State};
