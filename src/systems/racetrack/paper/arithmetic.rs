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

/// The SRAM register file (`rm-t2-rf`) and that of racetrack memory (`rm-capacity`).
pub const SMALL_BYTES: usize = 128 << 10;
pub const LARGE_BYTES: usize = 256 << 10;

/// Table 1: threads per CTA, registers per thread, TLP.
pub const TABLE_1: [(usize, usize, usize); 5] =
    [(256, 60, 2), (256, 30, 4), (512, 41, 1), (768, 22, 1), (256, 40, 3)];

/// Warp registers of a bank.
pub fn registers_per_bank(file_bytes: usize) -> usize {
    file_bytes / BANKS as usize / size_of::<WarpRegister>()
}

/// Groups of registers that lie at the same offset of a bank, one group for each offset.
pub fn groups(file_bytes: usize) -> usize {
    registers_per_bank(file_bytes) / PORTS
}

pub fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// Longest way of a head, in shifts, over registers that share a port (equation 4).
pub fn longest_way(registers_per_port: usize) -> usize {
    let offsets = 0..registers_per_port;
    offsets.clone().flat_map(|a| offsets.clone().map(move |b| a.abs_diff(b))).max().unwrap_or(0)
}

/// Cycles at the paper's clock that the farthest shift of a bank takes.
pub fn longest_wait(file_bytes: usize, ports: usize) -> u64 {
    let shifts = longest_way(registers_per_bank(file_bytes) / ports) as u64;
    shifts * cycles(CLOCK_MHZ, racetrack::LIANG_2016.shift_ps)
}

/// Cycles of a clock that an operation takes.
pub fn cycles(mhz: usize, latency_ps: u32) -> u64 {
    Clock::from_mhz(mhz).map_or(0, |clock| clock.cycles(latency_ps))
}

/// The kernels of Table 1 on the baseline's SM with a register file of this size. Their shared
/// memory is not printed; none of the paper's TLPs needs it for a limit.
pub fn residencies(file_bytes: usize) -> [Residency; 5] {
    let resources = Resources::FERMI.with_register_file(file_bytes);
    TABLE_1.map(|(threads_per_cta, regs_per_thread, _)| {
        resources.residency(&KernelNeeds { threads_per_cta, regs_per_thread, shared_bytes: 0 })
    })
}

pub fn mean_occupancy(rows: &[Residency; 5]) -> f64 {
    rows.iter().map(|row| row.occupancy).sum::<f64>() / 5.0
}

/// In how many ways TLPs from `lowest` up to `highest` bring the five kernels of Table 1 to a mean
/// occupancy of 80.0 %.
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

/// Capacity of the register file of racetrack memory for its area, as a multiple of SRAM's.
pub fn register_file_density() -> f64 {
    /// `rm-area`
    const AREA: f64 = 0.55;
    LARGE_BYTES as f64 / SMALL_BYTES as f64 / AREA
}

/// Bits of a table with the position of every register of every bank.
pub fn position_table_bits(file_bytes: usize) -> usize {
    let positions = registers_per_bank(file_bytes);
    BANKS as usize * positions * bits_for(positions)
}

/// The accesses of Fig. 7 are lost; this is one of the sixteen traces that fit its numbers.
pub const FIG_7: [usize; 6] = [4, 1, 3, 0, 3, 2];

/// Registers and accesses of Fig. 7, shifts with the ascending map and with R0 and R4 exchanged.
pub fn fig_7() -> [u64; 4] {
    let matrix = MoveMatrix::of(5, FIG_7);
    let ascending = Map::direct(PortRegions { ports: 1, offsets: 5 });
    let mut exchanged = ascending.clone();
    exchanged.place.swap(0, 4);
    let registers = matrix.used().len() as u64;
    [registers, matrix.accesses(), ascending.shifts(&matrix), exchanged.shifts(&matrix)]
}

/// Steps of a head that goes to these offsets in turn.
fn steps(path: &[usize]) -> usize {
    path.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum()
}

/// Where a head may stand that has shifted towards a read without having got there.
fn on_the_way(from: usize, to: usize) -> std::ops::RangeInclusive<usize> {
    from.min(to)..=from.max(to)
}

/// Change of the number of steps by a preshift of the head, over all ways.
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

/// Every way of a head with and without a preshift: those that go on to the read that it was for,
/// and those that a write overtakes.
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
