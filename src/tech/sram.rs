//! A memory that answers every address alike, and the SRAM register file as the baseline.

use super::{Claims, Clock, Counts, Energy, Liang2016, Source};

/// One row of a technology table: a whole memory, an access of which is one warp register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory<S> {
    pub name: &'static str,
    pub capacity_bytes: u64,
    pub read_ps: u32,
    pub write_ps: u32,
    /// Energy of a read of 1024 bits.
    pub read_pj: f64,
    /// Energy of a write of 1024 bits.
    pub write_pj: f64,
    /// Of all banks together.
    pub leakage_mw: f64,
    pub claims: Claims,
    pub source: S,
}

/// The SRAM register file of 128 KB in 16 banks.
pub const LIANG_2016: Memory<Liang2016> = Memory {
    name: "SRAM",
    capacity_bytes: 128 << 10,
    read_ps: 310,
    write_ps: 310,
    read_pj: 218.88,
    write_pj: 57.28,
    leakage_mw: 12.31,
    claims: Claims {
        capacity: "rm-t3-sram-capacity",
        latency: "rm-t3-sram-latency",
        energy: "rm-t3-sram-energy",
        leakage: "rm-t3-sram-leakage",
    },
    source: Liang2016,
};

impl<S: Source> Memory<S> {
    /// Energy of the reads and writes, and of the leakage; a memory of this kind neither shifts nor
    /// buffers.
    pub fn energy(&self, counts: &Counts, clock: Clock) -> Energy<S> {
        Energy {
            read_pj: self.read_pj * counts.reads as f64,
            write_pj: self.write_pj * counts.writes as f64,
            shift_pj: 0.0,
            write_buffer_pj: 0.0,
            leakage_pj: self.leakage_pj(counts.cycles, clock),
            source: self.source,
        }
    }

    /// Leakage over so many cycles: mW times ns is pJ.
    pub fn leakage_pj(&self, cycles: u64, clock: Clock) -> f64 {
        self.leakage_mw * clock.ns(cycles)
    }
}
