//! Counts of shared loads and of registers in a run.

use crate::sm::Outcome;
use serde::Serialize;

/// Counts of a run: loads of global memory by verdict, changes of the table, and registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loads {
    /// Warp loads from global memory.
    pub loads: u64,
    /// Loads with an address outside the window of 64 MiB that begins at the first buffer. They
    /// cannot share.
    pub outside: u64,
    /// Eligible loads: the sum of the following five counts.
    pub eligible: u64,
    /// Loads from a register whose data was in place.
    pub held: u64,
    /// Loads from a register whose data was in flight.
    pub coming: u64,
    /// Loads whose data was merged from two registers.
    pub merged: u64,
    /// Loads that went to memory and were recorded in the table.
    pub recorded: u64,
    /// Loads that went to memory and were not recorded.
    pub unrecorded: u64,
    /// Lines that held, coming and merged loads would have requested from L1.
    pub lines_saved: u64,
    /// Stores that deleted entries of the table.
    pub invalidated: u64,
    /// Fences and acquiring operations that deleted entries of the table.
    pub flushed: u64,
    /// Loads that replaced another entry of the table.
    pub evicted: u64,
    /// Copies of shared registers, for writes of some lanes.
    pub copies: u64,
    /// Maximum number of mapped registers of warps.
    pub mapped_at_most: u64,
    /// Maximum number of mapped physical registers.
    pub registers_at_most: u64,
}

impl Loads {
    /// The counts of a run.
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

    /// Whether each eligible load has exactly one verdict.
    pub fn is_complete(&self) -> bool {
        let told = self.held + self.coming + self.merged + self.recorded + self.unrecorded;
        self.eligible == told && self.eligible <= self.loads
    }
}
