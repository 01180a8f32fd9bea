//! Energy of the STT-RAM register file in pJ, by table I of Zhang et al. 2016.
//!
//! The table gives energies per bit. An entry is a row of 1024 bits, and every access reads or
//! writes an entire row. A restore costs only the bits that it writes: a direct restore all ones
//! that the read gave, a selective restore the ones that were lost. The table has no buffers. Here
//! they have the table's SRAM energy per bit and its leakage per byte. At that rate the 12 KB of
//! both buffers leak more than the array, so their leakage is a separate part.

use super::config::Stt as Settings;
use super::paper::LIST;
use crate::bits::LANES;
use crate::config::Config;
use crate::sm::register_file::Counts;
use crate::tech::{Account, Baseline, Clock};

/// Source of the figures.
const SOURCE: &str = "Zhang et al. 2016, table I";

/// Bits of an entry.
const ENTRY_BITS: f64 = (LANES * 32) as f64;

/// Bytes of an entry.
const ENTRY_BYTES: usize = LANES * 4;

/// Capacity in KB and number of banks of the table's register file.
const COVERED: [usize; 2] = [128, 16];

/// Energy figures of a memory of table I.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Energy of reading a bit, in pJ.
    pub read_pj: f64,
    /// Energy of writing a bit, in pJ.
    pub write_pj: f64,
    /// Leakage of the entire register file, in mW.
    pub leakage_mw: f64,
}

impl Row {
    fn of(column: usize) -> Row {
        Row {
            read_pj: LIST.part("stt-t1-read-energy", column),
            write_pj: LIST.part("stt-t1-write-energy", column),
            leakage_mw: LIST.part("stt-t1-leakage", column),
        }
    }

    /// The SRAM of the table.
    pub fn sram() -> Row {
        Row::of(0)
    }

    /// The STT-RAM of the table.
    pub fn stt() -> Row {
        Row::of(1)
    }

    /// Energy of reads and writes of entire entries, in pJ.
    fn accesses_pj(self, reads: u64, writes: u64) -> f64 {
        ENTRY_BITS * (self.read_pj * reads as f64 + self.write_pj * writes as f64)
    }

    /// Leakage energy in pJ (mW times ns).
    fn leakage_pj(self, cycles: u64, clock: Clock) -> f64 {
        self.leakage_mw * clock.ns(cycles)
    }
}

/// Numbers of operations of a register file, over all banks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Reads requested from the banks.
    pub reads: u64,
    /// Writes requested from the banks.
    pub writes: u64,
    /// Reads of the array, without reverse reads.
    pub array_reads: u64,
    /// Reverse reads of the array.
    pub reverse_reads: u64,
    /// Writes of the array with a new value, without restores.
    pub array_writes: u64,
    /// Stored ones in the entries that were restored directly.
    pub direct_ones: u64,
    /// Stored ones in the entries that were restored selectively.
    pub selective_ones: u64,
    /// Reads of the buffers, drains included.
    pub buffer_reads: u64,
    /// Writes to the buffers.
    pub buffer_writes: u64,
    /// Cycles of the run, for the leakage.
    pub cycles: u64,
}

impl Work {
    /// The operations in the counts of a run of `cycles` cycles.
    pub fn new(counts: &Counts, cycles: u64) -> Work {
        let total = counts.total();
        let of = |name| counts.event(name);
        let (selective, drains) = (of("selective"), of("drains"));
        Work {
            reads: total.reads,
            writes: total.writes,
            array_reads: of("skipped") + selective + of("direct") + of("unprotected"),
            reverse_reads: selective,
            array_writes: of("array_writes"),
            direct_ones: of("direct_ones"),
            selective_ones: of("selective_ones"),
            buffer_reads: of("write_buffer_hits") + of("read_buffer_hits") + drains,
            buffer_writes: of("buffered_writes") + of("buffered_reads"),
            cycles,
        }
    }
}

/// Total size of the write buffers and of the read buffers, in bytes.
pub fn buffer_bytes(settings: &Settings, banks: usize) -> [usize; 2] {
    [settings.buffered_writes, settings.buffered_reads].map(|entries| entries * banks * ENTRY_BYTES)
}

/// Leakage of `bytes` bytes of buffers, in mW.
pub fn buffer_leakage_mw(bytes: usize) -> f64 {
    Row::sram().leakage_mw * bytes as f64 / (1024.0 * LIST.number("stt-base-rf"))
}

/// The energy account of a register file with `buffer_bytes` bytes of buffers. The baseline is the
/// table's SRAM with the same reads, writes and cycles. None if the configuration has no clock.
pub fn account(work: &Work, buffer_bytes: usize, config: &Config) -> Option<Account> {
    let clock = Clock::from_mhz(config.gpu().clock_mhz)?;
    let settings = Settings::from(config);
    let (sram, stt) = (Row::sram(), Row::stt());
    let node = |nm: &f64| *nm == settings.node_nm as f64;
    let nodes = LIST.numbers("stt-t2-nodes");
    let rate = nodes.iter().position(node).map_or(0.0, |n| LIST.part("stt-t2-ber", n));
    let buffers = Row { leakage_mw: buffer_leakage_mw(buffer_bytes), ..sram };
    let total_pj = sram.accesses_pj(work.reads, work.writes) + sram.leakage_pj(work.cycles, clock);
    Some(Account {
        source: SOURCE,
        memory: "128 KB of STT-RAM in 16 banks; buffers at the table's rate of SRAM",
        parts: vec![
            ("read", stt.accesses_pj(work.array_reads, 0)),
            ("write", stt.accesses_pj(0, work.array_writes)),
            ("reverse read", stt.accesses_pj(work.reverse_reads, 0)),
            ("selective restore", stt.write_pj * rate * work.selective_ones as f64),
            ("direct restore", stt.write_pj * work.direct_ones as f64),
            ("buffers", buffers.accesses_pj(work.buffer_reads, work.buffer_writes)),
            ("buffer leakage", buffers.leakage_pj(work.cycles, clock)),
            (Account::LEAKAGE, stt.leakage_pj(work.cycles, clock)),
        ],
        baseline: Some(Baseline { name: "128 KB of SRAM", total_pj }),
        beyond: beyond(config),
    })
}

/// Energy of the table's SRAM with the same reads, writes and cycles, in pJ; 0 without a clock.
pub fn sram_pj(work: &Work, config: &Config) -> f64 {
    let sram = Row::sram();
    let leakage = Clock::from_mhz(config.gpu().clock_mhz);
    let leakage = leakage.map_or(0.0, |clock| sram.leakage_pj(work.cycles, clock));
    sram.accesses_pj(work.reads, work.writes) + leakage
}

fn beyond(config: &Config) -> Option<String> {
    let (kb, banks) = (4 * config.gpu().registers / 1024, config.gpu().banks);
    ([kb, banks] != COVERED).then(|| format!("{kb} KB in {banks} banks are configured"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the table's rate for SRAM, 12 KB of buffers leak 23.3 mW, more than the array.
    #[test]
    fn the_buffers_leak_more_than_the_array() {
        let mw = buffer_leakage_mw(12 << 10);
        assert!((mw - 23.3).abs() < 0.05 && mw > Row::stt().leakage_mw, "{mw}");
    }

    /// Below 79.7 % of ones, a direct restore costs less than the reverse read of a selective one.
    #[test]
    fn the_second_read_costs_as_much_as_eight_hundred_ones() {
        let stt = Row::stt();
        let ones = ENTRY_BITS * stt.read_pj / stt.write_pj;
        assert!((100.0 * ones / ENTRY_BITS - 79.7).abs() < 0.05, "{ones}");
    }
}
