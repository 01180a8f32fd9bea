//! Energy of the STT-RAM register file by table I of Zhang et al. 2016, in pJ.
//!
//! The table gives energies per bit. An entry is a row of 1024 bits, and every access is one of a
//! whole row. A direct restore writes the ones that the read gave, a selective one those that the read
//! lost, so these cost as many bits as are written. The table has no buffers: here they cost, per bit
//! and per byte, what its SRAM costs. By that rate the 12 KB of both buffers leak more than the array,
//! so their leakage is a part of its own.

use super::config::Stt as Settings;
use super::paper::LIST;
use crate::bits::LANES;
use crate::config::Config;
use crate::sm::register_file::Counts;
use crate::tech::{Account, Baseline, Clock};

/// Where the figures are from.
const SOURCE: &str = "Zhang et al. 2016, table I";

/// Bits of an entry.
const ENTRY_BITS: f64 = (LANES * 32) as f64;

/// Bytes of an entry.
const ENTRY_BYTES: usize = LANES * 4;

/// The register file of the table: KB and banks.
const COVERED: [usize; 2] = [128, 16];

/// A memory of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// pJ of a bit that is read.
    pub read_pj: f64,
    /// pJ of a bit that is written.
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

    /// pJ of this many reads and writes of whole entries.
    fn accesses_pj(self, reads: u64, writes: u64) -> f64 {
        ENTRY_BITS * (self.read_pj * reads as f64 + self.write_pj * writes as f64)
    }

    /// pJ of leakage, mW times ns.
    fn leakage_pj(self, cycles: u64, clock: Clock) -> f64 {
        self.leakage_mw * clock.ns(cycles)
    }
}

/// Operations of a register file, summed over banks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Reads and writes that the banks were asked for.
    pub reads: u64,
    pub writes: u64,
    /// Reads of the array, and reads in reverse.
    pub array_reads: u64,
    pub reverse_reads: u64,
    /// Writes of the array that bring a new value.
    pub array_writes: u64,
    /// Ones among the entries that were restored directly, and selectively.
    pub direct_ones: u64,
    pub selective_ones: u64,
    /// Reads that a buffer answered, and writes into one.
    pub buffer_reads: u64,
    pub buffer_writes: u64,
    /// Cycles from first to last.
    pub cycles: u64,
}

impl Work {
    /// Operations of a run of `cycles` cycles.
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

/// Bytes of a configuration's write buffers and read buffers.
pub fn buffer_bytes(settings: &Settings, banks: usize) -> [usize; 2] {
    [settings.buffered_writes, settings.buffered_reads].map(|entries| entries * banks * ENTRY_BYTES)
}

/// Leakage of `bytes` bytes of buffers, in mW.
pub fn buffer_leakage_mw(bytes: usize) -> f64 {
    Row::sram().leakage_mw * bytes as f64 / (1024.0 * LIST.number("stt-base-rf"))
}

/// The account of a register file with buffers of that size, in bytes. Its baseline is the table's
/// SRAM with the same reads and writes in as many cycles. None if the configuration has no clock.
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

/// pJ of the table's SRAM with the same reads and writes in as many cycles; 0 without a clock.
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

    /// 12 KB of buffers leak 23.3 mW, more than the array.
    #[test]
    fn the_buffers_leak_more_than_the_array() {
        let mw = buffer_leakage_mw(12 << 10);
        assert!((mw - 23.3).abs() < 0.05 && mw > Row::stt().leakage_mw, "{mw}");
    }

    /// A direct restore costs less than the second read of a selective one below 79.7 % of ones.
    #[test]
    fn the_second_read_costs_as_much_as_eight_hundred_ones() {
        let stt = Row::stt();
        let ones = ENTRY_BITS * stt.read_pj / stt.write_pj;
        assert!((100.0 * ones / ENTRY_BITS - 79.7).abs() < 0.05, "{ones}");
    }
}
