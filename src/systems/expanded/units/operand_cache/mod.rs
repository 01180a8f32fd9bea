#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::expanded::config::{CacheIndex, Expanded};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Fault, Unit};

/// The unit.
pub struct OperandCache;

/// Most banks, the bound of `expars.cache_banks`.
pub const MAX_BANKS: usize = 8;

/// Most pairs of lines, by the bound of `expars.cache_lines`.
const MAX_PAIRS: usize = 32;

/// Parameters of the cache.
#[derive(Clone, Debug)]
pub struct Params {
    /// Read channels; fewer than [`READ_PORTS`] only in proofs.
    pub reads: usize,
    /// Write channels; fewer than [`WRITE_PORTS`] only in proofs.
    pub writes: usize,
    /// Warp slots of the SM, 1 to 64.
    pub warps: usize,
    /// Bits of a thread's register number, 8; fewer only in proofs.
    pub reg_bits: usize,
    /// Collector units.
    pub collector_units: usize,
    /// Operand slots of a collector unit.
    pub operand_slots: usize,
    /// Lines, a power of two.
    pub lines: usize,
    /// Banks, at most as many as lines.
    pub banks: usize,
    /// Where a register's line is.
    pub index: CacheIndex,
    /// Writes that wait for the scratchpad.
    pub depth: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane, 32; fewer only in proofs.
    pub lane_bits: usize,
}

impl Params {
    /// Bits of a warp slot's number.
    pub fn warp_bits(&self) -> usize {
        bits_for(self.warps)
    }

    /// Bits of a collector unit's number.
    pub fn cu_bits(&self) -> usize {
        bits_for(self.collector_units)
    }

    /// Bits of an operand slot's number.
    pub fn slot_bits(&self) -> usize {
        bits_for(self.operand_slots)
    }

    /// Bits of a line's number.
    pub fn line_bits(&self) -> usize {
        bits_for(self.lines)
    }

    /// Bits of a bank's number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }

    /// Lines of a bank.
    pub fn sets(&self) -> usize {
        self.lines.div_ceil(self.banks)
    }

    /// Bits of a register's number that its line does not say.
    pub fn upper_bits(&self) -> usize {
        self.reg_bits - self.line_bits()
    }

    /// Bits of a register.
    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }

    /// Bits of a number of queued writes.
    pub fn count_bits(&self) -> usize {
        bits_for(self.depth + 1)
    }

    /// The line of a register.
    #[inline]
    pub fn line(&self, warp: u8, reg: u8) -> usize {
        let warp = if self.index == CacheIndex::Swizzled { warp } else { 0 };
        (usize::from(reg) + usize::from(warp)) % self.lines
    }

    /// The register of a warp whose line this is, with these upper bits.
    #[inline]
    pub fn reg(&self, line: usize, warp: u8, upper: u8) -> u8 {
        let reg = usize::from(upper) * self.lines;
        let warp = if self.index == CacheIndex::Swizzled { usize::from(warp) } else { 0 };
        (reg + (line + 64 * self.lines - warp) % self.lines) as u8
    }

    /// The upper bits of a register's number.
    #[inline]
    pub fn upper(&self, reg: u8) -> u8 {
        reg >> self.line_bits()
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit or element n is channel n, warp slot n, or lane n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// reads that are offered
        read_valid: u8 = params.reads;
        /// collector units that ask
        read_cu: [u8; READ_PORTS] = params.cu_bits(), times params.reads;
        /// their operand slots
        read_slot: [u8; READ_PORTS] = params.slot_bits(), times params.reads;
        /// their warps
        read_warp: [u8; READ_PORTS] = params.warp_bits(), times params.reads;
        /// their registers
        read_reg: [u8; READ_PORTS] = params.reg_bits, times params.reads;
        /// writes that are offered
        write_valid: u8 = params.writes;
        /// their warps
        write_warp: [u8; WRITE_PORTS] = params.warp_bits(), times params.writes;
        /// their registers
        write_reg: [u8; WRITE_PORTS] = params.reg_bits, times params.writes;
        /// lanes to write
        write_lane_mask: [u32; WRITE_PORTS] = params.lanes, times params.writes;
        /// 32 bits a lane, lane 0 lowest
        write_data: [WarpRegister; WRITE_PORTS] = params.data_bits(), times params.writes;
        /// pins present registers
        pin: bool = 1;
        /// warp of the registers to pin
        pin_warp: u8 = params.warp_bits();
        /// bit n: a register with number mod lines n
        pin_wanted: u64 = params.lines;
        /// number div CacheLines of each, two to an element
        pin_upper: [u16; MAX_PAIRS] = 2 * params.upper_bits(), times params.lines / 2;
        /// asks for a line
        claim: bool = 1;
        /// warp of the register that needs a line
        claim_warp: u8 = params.warp_bits();
        /// the register
        claim_reg: u8 = params.reg_bits;
        /// warps whose pins are taken away
        released: u64 = params.warps;
        /// warps that end
        ended: u64 = params.warps;
        /// the scratchpad accepts the request
        spilled_granted: bool = 1;
        /// data of the fetch of the cycle before
        fetched_data: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit or element n is channel n, bank n, or lane n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// reads that would be accepted
        read_ready: u8 = params.reads;
        /// writes that would be accepted
        write_ready: u8 = params.writes;
        /// banks that answer a read of the cycle before
        answered: u8 = params.banks;
        /// collector units that asked; 0 of the other banks
        answer_cu: [u8; MAX_BANKS] = params.cu_bits(), times params.banks;
        /// their operand slots; 0 of the other banks
        answer_slot: [u8; MAX_BANKS] = params.slot_bits(), times params.banks;
        /// 32 bits a lane, lane 0 lowest; 0 of the other banks
        answer_data: [WarpRegister; MAX_BANKS] = params.data_bits(), times params.banks;
        /// present wanted registers, by number mod lines
        present: u64 = params.lines;
        /// the claim is accepted
        claimed: bool = 1;
        /// a line fills
        filling: bool = 1;
        /// an access to the scratchpad is requested
        spilled_valid: bool = 1;
        /// the access writes
        spilled_writes: bool = 1;
        /// its warp
        spilled_warp: u8 = params.warp_bits(), under spilled_valid;
        /// its register
        spilled_reg: u8 = params.reg_bits, under spilled_valid;
        /// lanes to write
        spilled_lanes: u32 = params.lanes, under spilled_writes;
        /// data to write, lane 0 lowest
        spilled_data: WarpRegister = params.lane_bits, times params.lanes, under spilled_writes;
        /// a write without a line goes to the queue
        direct: bool = 1;
        /// the content of a line that leaves goes to the queue
        written_back: bool = 1;
        /// the claimed line is pinned
        blocked: bool = 1;
        /// an operation is under way
        busy: bool = 1;
    }
}

impl In {
    /// The registers that are to be pinned, by number mod lines.
    #[inline]
    pub fn wanted<'a>(&'a self, params: &'a Params) -> impl Iterator<Item = (usize, u8)> + 'a {
        let upper_bits = params.upper_bits();
        (0..params.lines).filter(|n| self.pin_wanted >> n & 1 != 0).map(move |n| {
            let upper = self.pin_upper[n / 2] >> (upper_bits * (n % 2));
            let upper = usize::from(upper) & ((1 << upper_bits) - 1);
            (n, (upper * params.lines + n) as u8)
        })
    }

    /// Asks that these registers of a warp be pinned.
    pub fn want(&mut self, params: &Params, warp: u8, regs: impl Iterator<Item = u8>) {
        (self.pin, self.pin_warp, self.pin_wanted) = (true, warp, 0);
        self.pin_upper = Default::default();
        for reg in regs {
            let n = usize::from(reg) % params.lines;
            self.pin_wanted |= 1 << n;
            let upper = u16::from(params.upper(reg)) << (params.upper_bits() * (n % 2));
            self.pin_upper[n / 2] |= upper;
        }
    }
}

impl Unit for OperandCache {
    const NAME: &'static str = "operand_cache";
    const SUMMARY: &'static str = "holds registers of the scratchpad that instructions need soon";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "expars.cache_lines",
        "expars.cache_banks",
        "expars.cache_index",
        "expars.write_queue_depth",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let (gpu, expanded) = (config.gpu(), Expanded::from(config));
        Params {
            reads: READ_PORTS,
            writes: WRITE_PORTS,
            warps: gpu.warps,
            reg_bits: 8,
            collector_units: gpu.collector_units,
            operand_slots: gpu.operand_slots,
            lines: expanded.cache_lines,
            banks: expanded.cache_banks,
            index: expanded.cache_index,
            depth: expanded.write_queue_depth,
            lanes: LANES,
            lane_bits: 32,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
