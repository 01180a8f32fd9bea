//! A memory whose access energy is the same at every address.

use super::Clock;

/// Claim ids of the figures of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    pub capacity: &'static str,
    pub latency: &'static str,
    pub energy: &'static str,
    pub leakage: &'static str,
}

/// One row of a technology table: a complete memory. One access transfers one warp register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    pub name: &'static str,
    pub capacity_bytes: u64,
    pub read_ps: u32,
    pub write_ps: u32,
    /// Energy of a read of 1024 bits.
    pub read_pj: f64,
    /// Energy of a write of 1024 bits.
    pub write_pj: f64,
    /// Leakage of all banks together.
    pub leakage_mw: f64,
    pub claims: Claims,
}

impl Memory {
    /// Energy in pJ of these reads and writes.
    pub fn accesses_pj(&self, reads: u64, writes: u64) -> [f64; 2] {
        [self.read_pj * reads as f64, self.write_pj * writes as f64]
    }

    /// Leakage energy in pJ over these cycles: mW times ns.
    pub fn leakage_pj(&self, cycles: u64, clock: Clock) -> f64 {
        self.leakage_mw * clock.ns(cycles)
    }
}
