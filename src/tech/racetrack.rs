//! The racetrack register file: an array with shifts, and a write buffer before it.
//!
//! The table's write buffer holds 2 KB, one entry a bank, but the paper gives each bank two entries,
//! which are 4 KB (`rm-e03`). [`LIANG_2016`] is the table as printed;
//! [`Racetrack::with_write_buffer`] makes the buffer as large as its entries are. It then scales the
//! leakage with the capacity, as twice the cells leak twice, and leaves the energy of an access
//! alone, as an access still touches one entry of one bank. That is our choice: the paper has no
//! figure for it.

use super::{Claims, Clock, Counts, Energy, Liang2016, Memory, Source};
use crate::bits::WarpRegister;

/// A racetrack register file with its write buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Racetrack<S> {
    pub array: Memory<S>,
    /// Time of one step of a bank's head.
    pub shift_ps: u32,
    /// Energy of one step of a bank's head, all 1024 wires together.
    pub shift_pj: f64,
    /// Of all banks together; a write goes into it and out of it again.
    pub write_buffer: Memory<S>,
}

/// The racetrack register file of 256 KB in 16 banks of 8 ports, its write buffer as printed.
pub const LIANG_2016: Racetrack<Liang2016> = Racetrack {
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
        source: Liang2016,
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
        source: Liang2016,
    },
};

/// Where a racetrack access costs as much as one of the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakEven {
    /// Shifts of a read that use up what it saves. None if it saves nothing even without any.
    pub shifts_per_read: Option<f64>,
    /// The same of a write, the write buffer left out.
    pub shifts_per_write: Option<f64>,
    /// Reads for every write, none of them with a shift, that make up for the write and its way
    /// through the write buffer; 0 if it needs none. None if reads save nothing.
    pub reads_per_write: Option<f64>,
}

impl<S: Source> Racetrack<S> {
    /// The same with a write buffer of so many entries in each bank.
    pub fn with_write_buffer(self, entries: usize, banks: usize) -> Racetrack<S> {
        let capacity_bytes = entries as u64 * banks as u64 * size_of::<WarpRegister>() as u64;
        let scale = capacity_bytes as f64 / self.write_buffer.capacity_bytes as f64;
        let leakage_mw = self.write_buffer.leakage_mw * scale;
        let write_buffer = Memory { capacity_bytes, leakage_mw, ..self.write_buffer };
        Racetrack { write_buffer, ..self }
    }

    /// Energy of all accesses and steps, and the leakage of array and write buffer.
    pub fn energy(&self, counts: &Counts, clock: Clock) -> Energy<S> {
        let buffered = Counts {
            reads: counts.write_buffer_reads,
            writes: counts.write_buffer_writes,
            cycles: counts.cycles,
            ..Counts::default()
        };
        let array = self.array.energy(counts, clock);
        let buffer = self.write_buffer.energy(&buffered, clock);
        Energy {
            shift_pj: self.shift_pj * counts.shift_total as f64,
            write_buffer_pj: buffer.dynamic_pj(),
            leakage_pj: array.leakage_pj + buffer.leakage_pj,
            ..array
        }
    }

    /// Where accesses cost as much as the baseline's; leakage is left out.
    pub fn break_even(&self, baseline: &Memory<S>) -> BreakEven {
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
