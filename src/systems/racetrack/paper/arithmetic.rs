//! Arithmetic behind the racetrack paper's numbers.

use crate::bits::{WarpRegister, bits_for};
use crate::compiler::occupancy::{KernelNeeds, Residency, Resources};
use crate::systems::racetrack::compiler::mapping::{Map, MoveMatrix};
use crate::systems::racetrack::energy as racetrack;
use crate::systems::racetrack::units::PortRegions;
use crate::tech::Clock;

/// `rm-t2-banks`
pub const BANKS: u64 = 16;

/// `rm-ports`
pub const PORTS: usize = 8;

/// `rm-t2-clock`
pub const CLOCK_MHZ: usize = 700;

/// Banks that are read or written in one cycle (`rm-ops-per-cycle`).
pub const BUSY_BANKS: usize = 4;

/// Capacity of the SRAM register file (`rm-t2-rf`).
pub const SMALL_BYTES: usize = 128 << 10;
/// Capacity of the racetrack register file (`rm-capacity`).
pub const LARGE_BYTES: usize = 256 << 10;

/// Table 1: threads per CTA, registers per thread, TLP.
pub const TABLE_1: [(usize, usize, usize); 5] =
    [(256, 60, 2), (256, 30, 4), (512, 41, 1), (768, 22, 1), (256, 40, 3)];

/// Warp registers of a bank.
pub fn registers_per_bank(file_bytes: usize) -> usize {
    file_bytes / BANKS as usize / size_of::<WarpRegister>()
}

/// Groups of registers at the same offset of a bank, one per offset.
pub fn groups(file_bytes: usize) -> usize {
    registers_per_bank(file_bytes) / PORTS
}

pub fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// Maximum number of shifts between two registers that share a port (equation 4).
pub fn longest_way(registers_per_port: usize) -> usize {
    let offsets = 0..registers_per_port;
    offsets.clone().flat_map(|a| offsets.clone().map(move |b| a.abs_diff(b))).max().unwrap_or(0)
}

/// Cycles of the longest shift of a bank at the paper's clock.
pub fn longest_wait(file_bytes: usize, ports: usize) -> u64 {
    let shifts = longest_way(registers_per_bank(file_bytes) / ports) as u64;
    shifts * cycles(CLOCK_MHZ, racetrack::LIANG_2016.shift_ps)
}

/// Cycles of a clock that an operation takes.
pub fn cycles(mhz: usize, latency_ps: u32) -> u64 {
    Clock::from_mhz(mhz).map_or(0, |clock| clock.cycles(latency_ps))
}

/// Occupancies of the kernels of Table 1 on the baseline's SM with a register file of this size.
/// The paper does not print their shared memory, and none of its TLPs is limited by it.
pub fn residencies(file_bytes: usize) -> [Residency; 5] {
    let resources = Resources::FERMI.with_register_file(file_bytes);
    TABLE_1.map(|(threads_per_cta, regs_per_thread, _)| {
        resources.residency(&KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes: 0 })
    })
}

pub fn mean_occupancy(rows: &[Residency; 5]) -> f64 {
    rows.iter().map(|row| row.occupancy).sum::<f64>() / 5.0
}

/// Number of choices of a TLP from `lowest` to `highest` for each of the five kernels of Table 1
/// with a mean occupancy of 80.0 %.
pub fn choices_at_80_percent(lowest: [usize; 5], highest: [usize; 5]) -> usize {
    let threads = |choice: &[usize; 5]| -> usize {
        choice.iter().zip(&TABLE_1).map(|(tlp, (threads, ..))| tlp * threads).sum()
    };
    let of_all = TABLE_1.len() * Resources::FERMI.threads;
    let choices = tlp_choices(lowest, highest);
    choices.iter().filter(|choice| threads(choice) * 10 == of_all * 8).count()
}

/// All ways to choose a TLP for every kernel.
fn tlp_choices(lowest: [usize; 5], highest: [usize; 5]) -> Vec<[usize; 5]> {
    let mut choices = vec![[0; 5]];
    for n in 0..5 {
        let with = |choice: &[usize; 5], tlp| {
            let mut choice = *choice;
            choice[n] = tlp;
            choice
        };
        let each = |choice| (lowest[n]..=highest[n]).map(move |tlp| with(choice, tlp));
        choices = choices.iter().flat_map(each).collect();
    }
    choices
}

/// Capacity per area of the racetrack register file, relative to SRAM.
pub fn register_file_density() -> f64 {
    /// `rm-area`
    const AREA: f64 = 0.55;
    LARGE_BYTES as f64 / SMALL_BYTES as f64 / AREA
}

/// Size in bits of a table with the position of every register of every bank.
pub fn position_table_bits(file_bytes: usize) -> usize {
    let positions = registers_per_bank(file_bytes);
    BANKS as usize * positions * bits_for(positions)
}

/// A trace for Fig. 7, whose accesses are lost: one of the sixteen traces that fit its numbers.
pub const FIG_7: [usize; 6] = [4, 1, 3, 0, 3, 2];

/// Fig. 7: registers, accesses, shifts with the ascending map, shifts with R0 and R4 exchanged.
pub fn fig_7() -> [u64; 4] {
    let matrix = MoveMatrix::of(5, FIG_7);
    let ascending = Map::direct(PortRegions { ports: 1, offsets: 5 });
    let mut exchanged = ascending.clone();
    exchanged.place.swap(0, 4);
    let registers = matrix.used().len() as u64;
    [registers, matrix.accesses(), ascending.shifts(&matrix), exchanged.shifts(&matrix)]
}

/// Shifts of a head that visits these offsets in order.
fn steps(path: &[usize]) -> usize {
    path.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum()
}

/// Possible offsets of a head during its shift from one offset to another.
fn on_the_way(from: usize, to: usize) -> std::ops::RangeInclusive<usize> {
    from.min(to)..=from.max(to)
}

/// Cases in which a preshift of the head leads to fewer, equally many, or more shifts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preshifts {
    pub fewer: usize,
    pub equal: usize,
    pub more: usize,
}

impl Preshifts {
    pub fn all(&self) -> usize {
        self.fewer + self.equal + self.more
    }

    fn count(&mut self, with: usize, without: usize) {
        match with.cmp(&without) {
            std::cmp::Ordering::Less => self.fewer += 1,
            std::cmp::Ordering::Equal => self.equal += 1,
            std::cmp::Ordering::Greater => self.more += 1,
        }
    }
}

/// Compares shifts with and without a preshift, over all offsets: in the cases in which the read
/// that caused the preshift is served next, and in those in which a write overtakes it.
pub fn preshifts(offsets: usize) -> (Preshifts, Preshifts) {
    let (mut in_order, mut overtaken) = (Preshifts::default(), Preshifts::default());
    for (start, read) in (0..offsets).flat_map(|a| (0..offsets).map(move |b| (a, b))) {
        for stop in on_the_way(start, read) {
            in_order.count(steps(&[start, stop, read]), steps(&[start, read]));
            for write in 0..offsets {
                overtaken.count(steps(&[start, stop, write, read]), steps(&[start, write, read]));
            }
        }
    }
    (in_order, overtaken)
}
