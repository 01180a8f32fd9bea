//! Counts of a run about loads that share.

use crate::sm::Outcome;
use serde::Serialize;

/// Loads of global memory by what became of them, and registers. Counts of the whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loads {
    /// Warp instructions that loaded from global memory.
    pub loads: u64,
    /// Loads with an address outside of the window of 64 MiB from the first buffer on, which cannot
    /// share.
    pub outside: u64,
    /// Eligible loads: the sum of the following five counts.
    pub eligible: u64,
    /// From a register whose data was there.
    pub held: u64,
    /// From a register whose data was on its way.
    pub coming: u64,
    /// From two registers.
    pub merged: u64,
    /// To memory, with an entry of the table.
    pub recorded: u64,
    /// To memory, without one.
    pub unrecorded: u64,
    /// Lines that held, coming and merged loads would have asked of L1.
    pub lines_saved: u64,
    /// Stores, and fences and the like, that took loads out of the table.
    pub invalidated: u64,
    pub flushed: u64,
    /// Loads that took the entry of another.
    pub evicted: u64,
    /// Copies of registers that others share, for writes of some lanes.
    pub copies: u64,
    /// Maximum number of registers of warps that were mapped.
    pub mapped_at_most: u64,
    /// Maximum number of physical registers that were taken for them.
    pub registers_at_most: u64,
}

impl Loads {
    /// Counts of a run.
    pub fn new(outcome: &Outcome) -> Loads {
        let (counts, statistics) = (&outcome.register_file, &outcome.statistics);
        let of = |name| counts.event(name);
        Loads {
            loads: statistics.global_loads,
            outside: statistics.loads_outside,
            eligible: of("eligible"),
            held: of("held"),
            coming: of("coming"),
            merged: of("merged"),
            recorded: of("recorded"),
            unrecorded: of("unrecorded"),
            lines_saved: statistics.lines_saved,
            invalidated: of("invalidated"),
            flushed: of("flushed"),
            evicted: of("evicted"),
            copies: of("copies"),
            mapped_at_most: of("mapped_at_most"),
            registers_at_most: of("registers_at_most"),
        }
    }

    /// Whether every load that might share is counted once.
    pub fn is_complete(&self) -> bool {
        let told = self.held + self.coming + self.merged + self.recorded + self.unrecorded;
        self.eligible == told && self.eligible <= self.loads
    }
}
