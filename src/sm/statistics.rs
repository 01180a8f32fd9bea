//! Counts of an SM.

use serde::{Serialize, Serializer};

/// Implements `+=` for a struct of counts, all of whose fields must be listed.
macro_rules! sum_fields {
    ($counts:ty: $($field:ident)*) => {
        impl std::ops::AddAssign for $counts {
            fn add_assign(&mut self, other: Self) {
                let Self { $($field),* } = self;
                $(*$field += other.$field;)*
            }
        }
    };
}
pub(super) use sum_fields;

/// Counts of a run. Cycles that were skipped count as if they had been simulated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Cycles of the run.
    pub cycles: u64,
    /// Cycles that were skipped, because nothing could happen in them.
    pub skipped_cycles: u64,
    /// Completed CTAs.
    pub ctas: u64,
    /// Warp instructions that were issued.
    pub issued: u64,
    /// Warp instructions that have retired.
    pub retired: u64,
    /// Lanes that executed, guards applied.
    pub thread_instructions: u64,
    /// Warp instructions of the SPs.
    pub sp: u64,
    /// Warp instructions of the SFUs.
    pub sfu: u64,
    /// Warp instructions of the load/store unit.
    pub memory: u64,
    /// Warp instructions that took effect at issue.
    pub control: u64,
    /// Warp instructions of all classes that were dropped at issue, because no lane executed.
    pub nullified: u64,
    /// Instructions by the number of lanes on their path, 0 to 32.
    pub issued_by_lanes: ByLanes,
    /// Scheduler cycles without issue: no warp had an instruction.
    pub idle: u64,
    /// Scheduler cycles without issue: all warps with an instruction waited for a register or
    /// predicate.
    pub scoreboard: u64,
    /// Scheduler cycles without issue: no collector unit was free.
    pub stalled: u64,
    /// Branches that a warp executed, indexed ones included.
    pub branches: u64,
    /// Branches whose lanes diverged.
    pub divergent_branches: u64,
    /// Arrivals of warps at barriers.
    pub barriers: u64,
    /// Warp instructions that loaded from global memory.
    pub global_loads: u64,
    /// Warp instructions that stored to global memory.
    pub global_stores: u64,
    /// Warp instructions that loaded from or stored to shared memory.
    pub shared_accesses: u64,
    /// Warp instructions that loaded from or stored to local memory.
    pub local_accesses: u64,
    /// Warp instructions that loaded constants or kernel parameters.
    pub constant_loads: u64,
    /// Atomics of warps on any memory.
    pub atomics: u64,
    /// Texture fetches of warps.
    pub texture_fetches: u64,
    /// Lanes that loaded from global or local memory, atomics included.
    pub thread_loads: u64,
    /// Lanes that stored to global or local memory.
    pub thread_stores: u64,
    /// Lanes that accessed shared memory, atomics included.
    pub thread_shared_accesses: u64,
    /// Passes of shared memory beyond the first of each access.
    pub shared_conflicts: u64,
    /// Cycles in which the load/store unit stalled.
    pub memory_stalls: u64,
    /// Loads that got their data from registers.
    pub loads_held: u64,
    /// Lines that these loads would have requested from L1.
    pub lines_saved: u64,
    /// Loads with addresses outside of the register file's window.
    pub loads_outside: u64,
    /// Sum over cycles of the resident warps.
    pub warp_cycles: u64,
    /// Register reads that were queued.
    pub reads_wanted: u64,
    /// Reads that the register file accepted.
    pub reads_accepted: u64,
    /// Register writes that were queued.
    pub writes_wanted: u64,
    /// Writes that the register file accepted.
    pub writes_accepted: u64,
    /// Sum over cycles of the collector units in use, from issue until their instruction started.
    pub collector_cycles: u64,
    /// Instructions that used a collector unit.
    pub collected: u64,
    /// Sum over cycles of the registers that waited for a write channel.
    pub write_wait_cycles: u64,
}

/// A count for each number of lanes, 0 to 32. JSON: a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByLanes(pub [u64; 33]);

impl Default for ByLanes {
    fn default() -> Self {
        ByLanes([0; 33])
    }
}

impl Serialize for ByLanes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

impl Statistics {
    /// Thread instructions a cycle, as GPGPU-Sim counts.
    pub fn ipc(&self) -> f64 {
        self.thread_instructions as f64 / self.cycles.max(1) as f64
    }
}

impl std::ops::AddAssign for ByLanes {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, more)| *own += more);
    }
}

sum_fields! {
    Statistics: cycles skipped_cycles ctas issued retired thread_instructions sp sfu memory control
    nullified issued_by_lanes idle scoreboard stalled branches divergent_branches barriers
    global_loads global_stores shared_accesses local_accesses constant_loads atomics
    texture_fetches thread_loads thread_stores thread_shared_accesses shared_conflicts
    memory_stalls loads_held lines_saved loads_outside warp_cycles reads_wanted reads_accepted
    writes_wanted writes_accepted collector_cycles collected write_wait_cycles
}
