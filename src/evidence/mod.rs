//! The record of slow checks whose verdict follows from content alone: proofs, lint, area.
//!
//! An entry of `evidence.toml` holds as long as its key is that of the present check: the hash of
//! the Verilog, of what the tools are told, and of their versions. A check without such an entry is
//! stale or missing; it must be run again.

mod check;
mod lists;
mod record;

pub use check::{Check, Kind, Tools};
pub use lists::{all, areas, lints, proofs};
pub use record::{Entry, Record, State};
