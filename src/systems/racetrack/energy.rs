//! Energy of the racetrack register file: an array with shifts, and a write buffer in front of it.
//!
//! The write buffer of table 3 holds 2 KB, one entry per bank, but the paper gives each bank two
//! entries, which need 4 KB (`rm-e03`). [`LIANG_2016`] is the table as printed.
//! [`Racetrack::with_write_buffer`] gives the buffer the capacity of its entries. It scales the
//! leakage with the capacity and leaves the energy of an access unchanged, because an access still
//! uses one entry of one bank. This scaling is our choice: the paper has no figure for it.

use super::config::Racetrack as Settings;
use crate::bits::WarpRegister;
use crate::config::Config;
use crate::sm::register_file::Counts;
use crate::systems::sram;
use crate::tech::{Account, Baseline, Claims, Clock, LIANG_2016 as SOURCE, Memory};

/// Energy, latency and capacity of a racetrack register file with its write buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Racetrack {
    pub array: Memory,
    /// Time to shift one bank by one step.
    pub shift_ps: u32,
    /// Energy to shift one bank, all 1024 wires, by one step.
    pub shift_pj: f64,
    /// Write buffers of all banks. Each write is written to a buffer once and read from it once.
    pub write_buffer: Memory,
}

/// The racetrack register file of table 3: 256 KB in 16 banks of 8 ports, with the printed write
/// buffer.
pub const LIANG_2016: Racetrack = Racetrack {
    array: Memory {
        name: "RM",
        capacity_bytes: 256 << 10,
        read_ps: 280,
        write_ps: 1_240,
        read_pj: 117.12,
        write_pj: 173.22,
        leakage_mw: 7.95,
        claims: Claims {
            capacity: "rm-t3-rm-capacity",
            latency: "rm-t3-rm-latency",
            energy: "rm-t3-rm-energy",
            leakage: "rm-t3-rm-leakage",
        },
    },
    shift_ps: 610,
    shift_pj: 56.16,
    write_buffer: Memory {
        name: "write buffer",
        capacity_bytes: 2 << 10,
        read_ps: 150,
        write_ps: 160,
        read_pj: 15.60,
        write_pj: 14.60,
        leakage_mw: 1.12,
        claims: Claims {
            capacity: "rm-t3-wb-capacity",
            latency: "rm-t3-wb-latency",
            energy: "rm-t3-wb-energy",
            leakage: "rm-t3-wb-leakage",
        },
    },
};

/// Points at which racetrack accesses cost as much energy as those of the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakEven {
    /// Shifts per read at which the saving of the read is used up. None if a read saves nothing
    /// even without shifts.
    pub shifts_per_read: Option<f64>,
    /// The same for a write, without the energy of the write buffer.
    pub shifts_per_write: Option<f64>,
    /// Reads per write, without shifts, that compensate for the cost of the write and of the write
    /// buffer; 0 if the write costs no more than the baseline's. None if reads save nothing.
    pub reads_per_write: Option<f64>,
}

impl Racetrack {
    /// This register file with a write buffer of `entries` entries per bank.
    pub fn with_write_buffer(self, entries: usize, banks: usize) -> Racetrack {
        let capacity_bytes = entries as u64 * banks as u64 * size_of::<WarpRegister>() as u64;
        let scale = capacity_bytes as f64 / self.write_buffer.capacity_bytes as f64;
        let leakage_mw = self.write_buffer.leakage_mw * scale;
        let write_buffer = Memory { capacity_bytes, leakage_mw, ..self.write_buffer };
        Racetrack { write_buffer, ..self }
    }

    /// Energy in pJ by part: accesses, shifts, write buffer, and leakage of array and write buffer.
    /// Each write is written to the write buffer, if there is one, and read from it.
    pub fn parts(&self, work: &Work, clock: Clock) -> Vec<(&'static str, f64)> {
        let [read, write] = self.array.accesses_pj(work.reads, work.writes);
        let [out, into] = self.write_buffer.accesses_pj(work.writes, work.writes);
        let [array, buffer] =
            [self.array, self.write_buffer].map(|memory| memory.leakage_pj(work.cycles, clock));
        let buffered =
            (self.write_buffer.capacity_bytes > 0).then_some(("write buffer", out + into));
        [("read", read), ("write", write), (SHIFT, self.shift_pj * work.shifts as f64)]
            .into_iter()
            .chain(buffered)
            .chain([(Account::LEAKAGE, array + buffer)])
            .collect()
    }

    /// The break-even points against a baseline, without leakage.
    pub fn break_even(&self, baseline: &Memory) -> BreakEven {
        let read_gain = baseline.read_pj - self.array.read_pj;
        let write_gain = baseline.write_pj - self.array.write_pj;
        let buffered_gain = write_gain - self.write_buffer.read_pj - self.write_buffer.write_pj;
        let shifts = |gain: f64| (gain >= 0.0).then(|| gain / self.shift_pj);
        BreakEven {
            shifts_per_read: shifts(read_gain),
            shifts_per_write: shifts(write_gain),
            reads_per_write: (read_gain > 0.0).then(|| (-buffered_gain / read_gain).max(0.0)),
        }
    }
}

/// Name of the account's part for shifts.
pub const SHIFT: &str = "shift";

/// Numbers of operations of a register file, over all banks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub reads: u64,
    pub writes: u64,
    /// Shifts by one step, on demand or ahead.
    pub shifts: u64,
    /// Cycles of the run, for the leakage.
    pub cycles: u64,
}

impl Work {
    /// The operations in the counts of a run of `cycles` cycles.
    pub fn of(counts: &Counts, cycles: u64) -> Work {
        let total = counts.total();
        let shifts = total.events.get("demand_shifts") + total.events.get("preshifts");
        Work { reads: total.reads, writes: total.writes, shifts, cycles }
    }
}

/// The energy account of a racetrack register file with the configured depth of the write buffer.
/// The baseline is 128 KB of SRAM. None if the configuration has no clock.
pub fn account(work: &Work, config: &Config) -> Option<Account> {
    account_of(work, Settings::from(config).write_buffer_depth, config)
}

/// The energy account with a write buffer of `entries` entries per bank.
pub fn account_of(work: &Work, entries: usize, config: &Config) -> Option<Account> {
    let clock = Clock::from_mhz(config.gpu().clock_mhz)?;
    let settings = Settings::from(config);
    let ours = LIANG_2016.with_write_buffer(entries, config.gpu().banks);
    let sram = sram::energy::parts(work.reads, work.writes, work.cycles, clock);
    let total_pj = sram.iter().map(|(_, pj)| pj).sum();
    Some(Account {
        source: SOURCE,
        memory: "256 KB of racetrack memory in 16 banks of 128 positions and 8 ports",
        parts: ours.parts(work, clock),
        baseline: Some(Baseline { name: "128 KB of SRAM", total_pj }),
        beyond: beyond(&settings, config.gpu().banks),
    })
}

/// Banks, positions per bank, and ports of [`LIANG_2016`].
const COVERED: [usize; 3] = [16, 128, 8];

fn beyond(settings: &Settings, banks: usize) -> Option<String> {
    let &Settings { positions, ports, .. } = settings;
    ([banks, positions, ports] != COVERED)
        .then(|| format!("{banks} banks of {positions} positions and {ports} ports are configured"))
}
