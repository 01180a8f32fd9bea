//! What an SM counts.

use serde::Serialize;

/// Counts of a run. Cycles that were skipped count as if they had been simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statistics {
    pub cycles: u64,
    /// Those of them that were skipped, as nothing could happen.
    pub skipped_cycles: u64,
    pub ctas: u64,
    /// Warp instructions that were issued, and that have retired.
    pub issued: u64,
    pub retired: u64,
    /// Lanes that executed, guards applied.
    pub thread_instructions: u64,
    /// Warp instructions by class.
    pub sp: u64,
    pub sfu: u64,
    pub memory: u64,
    pub control: u64,
    /// Of all classes: no lane executed, so that they were dropped at issue.
    pub nullified: u64,
    /// Instructions by the number of lanes on their path, 0 to 32.
    #[serde(serialize_with = "as_list")]
    pub issued_by_lanes: [u64; 33],
    /// Cycles times schedulers in which nothing was issued: no warp had an instruction; all that
    /// had one waited for a register or predicate; a collector unit was lacking.
    pub idle: u64,
    pub scoreboard: u64,
    pub stalled: u64,
    pub branches: u64,
    pub divergent_branches: u64,
    pub barriers: u64,
    /// Warp instructions by the memory that they access.
    pub global_loads: u64,
    pub global_stores: u64,
    pub shared_accesses: u64,
    pub local_accesses: u64,
    pub constant_loads: u64,
    pub atomics: u64,
    pub texture_fetches: u64,
    /// Lanes of those to global and local memory, atomics among the loads, and to shared memory.
    pub thread_loads: u64,
    pub thread_stores: u64,
    pub thread_shared_accesses: u64,
    /// Passes of shared memory beyond the first of each access.
    pub shared_conflicts: u64,
    /// Cycles in which the load/store unit could not go on.
    pub memory_stalls: u64,
    /// Loads that the register file already held.
    pub loads_held: u64,
    /// Cycles times warp slots with a warp.
    pub warp_cycles: u64,
    /// Registers to be read and to be written, and those that the register file accepted.
    pub reads_wanted: u64,
    pub reads_accepted: u64,
    pub writes_wanted: u64,
    pub writes_accepted: u64,
    /// Cycles times collector units that were taken, from issue until their instruction went.
    pub collector_cycles: u64,
    /// Instructions that went through one.
    pub collected: u64,
    /// Cycles times registers that waited for a write channel.
    pub write_wait_cycles: u64,
}

impl Default for Statistics {
    fn default() -> Self {
        Statistics {
            cycles: 0,
            skipped_cycles: 0,
            ctas: 0,
            issued: 0,
            retired: 0,
            thread_instructions: 0,
            sp: 0,
            sfu: 0,
            memory: 0,
            control: 0,
            nullified: 0,
            issued_by_lanes: [0; 33],
            idle: 0,
            scoreboard: 0,
            stalled: 0,
            branches: 0,
            divergent_branches: 0,
            barriers: 0,
            global_loads: 0,
            global_stores: 0,
            shared_accesses: 0,
            local_accesses: 0,
            constant_loads: 0,
            atomics: 0,
            texture_fetches: 0,
            thread_loads: 0,
            thread_stores: 0,
            thread_shared_accesses: 0,
            shared_conflicts: 0,
            memory_stalls: 0,
            loads_held: 0,
            warp_cycles: 0,
            reads_wanted: 0,
            reads_accepted: 0,
            writes_wanted: 0,
            writes_accepted: 0,
            collector_cycles: 0,
            collected: 0,
            write_wait_cycles: 0,
        }
    }
}

fn as_list<S: serde::Serializer>(counts: &[u64; 33], serializer: S) -> Result<S::Ok, S::Error> {
    counts.as_slice().serialize(serializer)
}

impl Statistics {
    /// Thread instructions a cycle, as GPGPU-Sim counts.
    pub fn ipc(&self) -> f64 {
        self.thread_instructions as f64 / self.cycles.max(1) as f64
    }
}
