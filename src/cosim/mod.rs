//! Checks that model and RTL agree in every cycle.
//!
//! A unit's Verilog becomes a shared object under Verilator ([`Builder`], [`Library`]); lockstep
//! ([`Check`]) feeds it and the model with the same inputs and compares every output on every
//! cycle, from the first reset edge on. Data may differ only while their own valid is low. A
//! difference is shrunk ([`shrink`]) to a short sequence of inputs that can be replayed
//! ([`Recording`]).

mod agreement;
mod build;
mod check;
mod fault;
mod icarus;
mod in_loop;
mod layout;
mod library;
mod lint;
mod lockstep;
mod prove;
mod record;
mod shrink;

pub use agreement::Agreement;
pub use build::{Builder, Trace};
pub use check::{Check, Passed, Source};
pub use fault::{FaultInLockstep, refute, with_fault};
pub use icarus::FourState;
pub use in_loop::{Rtl, SideBySide};
pub use layout::{Layout, Slot};
pub use library::{Instance, Library};
pub use lint::{lint, lint_commands};
pub use lockstep::{LockstepOutcome, Mismatch, Replay, record, replay, run};
pub use prove::{prove, prove_commands};
pub use record::Recording;
pub use shrink::shrink;
