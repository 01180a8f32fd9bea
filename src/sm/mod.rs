//! Streaming multiprocessors: run a kernel, cycle by cycle, on a register file.
//!
//! One SM, or several SMs of a GPU ([`Gpu`]), run all CTAs of a launch. As many CTAs are resident
//! as fit. The stages of a cycle, in order:
//!
//! 1. The reads of the collector units and the finished results are offered to the register file.
//! 2. Instructions with all operands are dispatched to their execution unit.
//! 3. The register file's answers enter the collector units.
//! 4. Results become ready.
//! 5. Each scheduler issues an instruction.
//! 6. One warp is fetched.
//! 7. A CTA is launched.
//!
//! A stage sees the results of the other stages in the next cycle.
//!
//! Register values are stored only in the register file, and instructions compute with its answers.
//! So a register file that loses a write or mixes up two answers gives a wrong kernel output, not
//! only a wrong count. Loads and stores take effect when they enter the load/store unit; [`memory`]
//! gives the time at which their data arrives. Predicates are not in the register file.
//!
//! Dependences:
//!
//! - Read after write, write after write: a scoreboard stalls an instruction while a write of a
//!   register that it reads or writes is pending.
//! - Write after read: a finished result waits until the register file has accepted all older reads
//!   of its register. From then on the register file keeps their order; if it does not, the result
//!   waits until these reads are answered.
//! - Registers that share storage count as one register in both rules.
//! - Memory: a warp's memory instructions take effect in program order. A barrier or fence waits
//!   for the memory instructions before it.
//!
//! Keys add features of GPGPU-Sim: latches before and behind the collector units, results that
//! reserve their cycle (`buses`), control instructions that pass through the SP units, fetches of
//! the wrong path, and caches for instructions and constants. The presets `gpgpusim-3.2.2` and
//! `gpgpusim-4.2` explain each setting.
//!
//! Cycles in which nothing can happen are skipped. They count as if they had been simulated.

#![deny(missing_docs)]

mod back;
mod bundles;
mod buses;
mod collector;
mod cta;
mod device;
mod free_writes;
mod front;
mod gpu;
pub(crate) mod instruction;
mod load_store;
mod lookup;
pub mod memory;
mod pipeline;
mod promised;
pub mod register_file;
mod releases;
mod results;
mod scheduler;
mod statistics;
mod warp;
mod watch;

pub use bundles::Bundles;
pub use gpu::{Gpu, OfSm, Outcome};
pub use instruction::{Class, Ends, Hint};
pub use pipeline::Workload;
pub use statistics::Statistics;
pub use watch::{Reason, Unwatched, Watch};
