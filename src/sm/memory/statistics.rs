//! Counters of the memory hierarchy.

use super::AccessKind;
use crate::sm::statistics::sum_fields;
use serde::Serialize;

/// Counters of a memory hierarchy. L2 and DRAM count the requests of one SM, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Loads of global and generic memory.
    pub loads: Accesses,
    /// Global stores. They are sent to L2 whether or not L1 has the line.
    pub stores: Accesses,
    /// Loads of local memory, in L1.
    pub local_loads: Accesses,
    /// Stores to local memory, in L1.
    pub local_stores: Accesses,
    /// Atomics. They are sent to L2 whether or not L1 has the line.
    pub atomics: Accesses,
    /// Texture fetches, in the texture cache.
    pub textures: Accesses,
    /// Loads of constants and parameters, in the constant cache.
    #[serde(skip_serializing_if = "Accesses::is_none")]
    pub constants: Accesses,
    /// Fetches, in the instruction cache.
    #[serde(skip_serializing_if = "Accesses::is_none")]
    pub instructions: Accesses,
    /// Attempts of loads, local loads and textures that found no MSHR, no merge entry, no place in
    /// the set or no room in the queue. They are not counted as accesses; the successful attempt
    /// is.
    pub load_reservation_failures: u64,
    /// The same attempts of stores, local stores and atomics.
    pub store_reservation_failures: u64,
    /// Lines of L1 that were replaced.
    pub evictions: u64,
    /// Dirty lines of local stores that L1 wrote back to L2.
    pub write_backs: u64,
    /// Lines that partial local stores fetched to L1.
    pub local_store_fetches: u64,
    /// Accesses to L2.
    pub l2: Accesses,
    /// Dirty lines that L2 wrote back to DRAM.
    pub l2_write_backs: u64,
    /// Accesses to DRAM.
    pub dram: Dram,
    /// Bytes from the SM to L2 over the interconnect, headers included.
    pub bytes_to_l2: u64,
    /// Bytes from L2 to the SM over the interconnect, headers included.
    pub bytes_from_l2: u64,
}

/// Accesses to a cache, each to one line:
/// `accesses = hits + pending_hits + misses`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accesses {
    /// Lines that were accessed.
    pub accesses: u64,
    /// Accesses to a line that was present.
    pub hits: u64,
    /// Accesses to a line that was in flight.
    pub pending_hits: u64,
    /// Accesses to a line that was neither present nor in flight.
    pub misses: u64,
}

/// DRAM: `reads + writes = row_hits + row_misses`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dram {
    /// Transfers from DRAM.
    pub reads: u64,
    /// Transfers to DRAM.
    pub writes: u64,
    /// Transfers to the open row of their bank.
    pub row_hits: u64,
    /// Transfers to another row, or to a bank without an open row.
    pub row_misses: u64,
}

/// Answer of a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Hit,
    Pending,
    Miss,
}

impl Statistics {
    #[inline]
    pub(super) fn of(&mut self, kind: AccessKind) -> &mut Accesses {
        match kind {
            AccessKind::Load | AccessKind::UncachedLoad => &mut self.loads,
            AccessKind::Store => &mut self.stores,
            AccessKind::LocalLoad => &mut self.local_loads,
            AccessKind::LocalStore => &mut self.local_stores,
            AccessKind::Atomic => &mut self.atomics,
            AccessKind::Texture => &mut self.textures,
            AccessKind::Constant => &mut self.constants,
            AccessKind::Instruction => &mut self.instructions,
        }
    }

    pub(super) fn refused(&mut self, kind: AccessKind, times: u64) {
        let failures = match kind {
            AccessKind::Load
            | AccessKind::UncachedLoad
            | AccessKind::LocalLoad
            | AccessKind::Texture => &mut self.load_reservation_failures,
            AccessKind::Constant | AccessKind::Instruction => return,
            AccessKind::Store | AccessKind::LocalStore | AccessKind::Atomic => {
                &mut self.store_reservation_failures
            }
        };
        *failures += times;
    }
}

impl Accesses {
    /// Whether there were no accesses.
    fn is_none(&self) -> bool {
        self.accesses == 0
    }

    #[inline]
    pub(super) fn count(&mut self, answer: Answer) {
        self.accesses += 1;
        match answer {
            Answer::Hit => self.hits += 1,
            Answer::Pending => self.pending_hits += 1,
            Answer::Miss => self.misses += 1,
        }
    }
}

impl Dram {
    pub(super) fn count_transfer(&mut self, write: bool) {
        match write {
            true => self.writes += 1,
            false => self.reads += 1,
        }
    }

    pub(super) fn count_row(&mut self, hit: bool) {
        match hit {
            true => self.row_hits += 1,
            false => self.row_misses += 1,
        }
    }
}

sum_fields! {
    Statistics: loads stores local_loads local_stores atomics textures constants instructions
    load_reservation_failures store_reservation_failures evictions write_backs local_store_fetches
    l2 l2_write_backs dram bytes_to_l2 bytes_from_l2
}

sum_fields! { Accesses: accesses hits pending_hits misses }

sum_fields! { Dram: reads writes row_hits row_misses }
