//! Streaming multiprocessors: a kernel, cycle by cycle, on a register file.
//!
//! One SM, or several of a GPU ([`Gpu`]), run all CTAs of a launch, as many at a time as fit. In every
//! cycle, in this order: the collector units' reads and the finished results are offered to the register file;
//! instructions whose operands are all there go to their execution unit; the register file's
//! answers enter the collector units; results become ready; each scheduler issues an instruction;
//! one warp is fetched; a CTA is launched. What a stage leaves is seen by the others in the next cycle.
//!
//! Values live in the register file: what it answers is what is computed with, so that a register
//! file that loses a write or mixes up two answers ends in a wrong result, not in a wrong count.
//! Loads and stores take effect when they enter the load/store unit; when their data comes,
//! [`memory`] says. Predicates are kept beside the register file.
//!
//! Dependences: a scoreboard keeps an instruction from issuing while a register that it reads or
//! writes is still to be written (read after write, write after write). A finished result waits
//! while an older read of its register has not been accepted by the register file (write after
//! read); once accepted, the register file keeps their order, or the result waits until the read is
//! answered. Registers that share storage count as one in all of this. A warp's memory instructions take
//! effect in program order, and a barrier or fence waits for those before it.
//!
//! Keys add what GPGPU-Sim has: latches before and behind the collector units, results that reserve their
//! cycle (`buses`), control instructions that pass the SP units, the fetch of a wrong path, and caches
//! for instructions and constants. The presets `gpgpusim-3.2.2` and `gpgpusim-4.2` tell line by line.
//!
//! Cycles in which nothing can happen are skipped; they count as if they had been simulated.

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
