//! Energy of the SRAM register file.

use crate::config::Config;
use crate::tech::{Account, Claims, Clock, LIANG_2016 as SOURCE, Memory};

/// The SRAM register file of table 3: 128 KB in 16 banks.
pub const LIANG_2016: Memory = Memory {
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
};

/// Number of banks of [`LIANG_2016`].
const BANKS: usize = 16;

/// Energy of [`LIANG_2016`] by part, in pJ. The source gives the SRAM no write buffer.
pub fn parts(reads: u64, writes: u64, cycles: u64, clock: Clock) -> Vec<(&'static str, f64)> {
    let [read, write] = LIANG_2016.accesses_pj(reads, writes);
    let leakage = LIANG_2016.leakage_pj(cycles, clock);
    vec![("read", read), ("write", write), (Account::LEAKAGE, leakage)]
}

/// The energy account of the SRAM register file. None if the configuration has no clock.
pub fn account(reads: u64, writes: u64, cycles: u64, config: &Config) -> Option<Account> {
    let clock = Clock::from_mhz(config.gpu().clock_mhz)?;
    Some(Account {
        source: SOURCE,
        memory: "128 KB of SRAM in 16 banks",
        parts: parts(reads, writes, cycles, clock),
        baseline: None,
        beyond: beyond(config),
    })
}

fn beyond(config: &Config) -> Option<String> {
    let (bytes, banks) = (4 * config.gpu().registers as u64, config.gpu().banks);
    let covered = bytes == LIANG_2016.capacity_bytes && banks == BANKS;
    (!covered).then(|| format!("{} KB in {banks} banks are configured", bytes >> 10))
}
