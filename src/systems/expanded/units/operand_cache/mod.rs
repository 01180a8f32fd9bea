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

/// Maximum number of banks, the upper bound of `expars.cache_banks`.
pub const MAX_BANKS: usize = 8;

/// Maximum number of pairs of lines, from the upper bound of `expars.cache_lines`.
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
    /// How a register selects its line.
    pub index: CacheIndex,
    /// Entries of the queue of writes to the scratchpad.
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

    /// Bits of a register number above its remainder modulo `lines`.
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

    /// The register of a warp that has this line and these upper bits.
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
    /// Inputs of a cycle. Bit or element n of a vector belongs to channel n, warp slot n or lane n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// bit n: read channel n offers a read
        read_valid: u8 = params.reads;
        /// collector unit of read channel n
        read_cu: [u8; READ_PORTS] = params.cu_bits(), times params.reads;
        /// operand slot of read channel n
        read_slot: [u8; READ_PORTS] = params.slot_bits(), times params.reads;
        /// warp slot of read channel n
        read_warp: [u8; READ_PORTS] = params.warp_bits(), times params.reads;
        /// register of read channel n
        read_reg: [u8; READ_PORTS] = params.reg_bits, times params.reads;
        /// bit n: write channel n offers a write
        write_valid: u8 = params.writes;
        /// warp slot of write channel n
        write_warp: [u8; WRITE_PORTS] = params.warp_bits(), times params.writes;
        /// register of write channel n
        write_reg: [u8; WRITE_PORTS] = params.reg_bits, times params.writes;
        /// lane mask of write channel n
        write_lane_mask: [u32; WRITE_PORTS] = params.lanes, times params.writes;
        /// channel n's write data, 32 bits a lane, lane 0 lowest
        write_data: [WarpRegister; WRITE_PORTS] = params.data_bits(), times params.writes;
        /// wanted registers that are in the cache are pinned
        pin: bool = 1;
        /// warp slot of the registers to pin
        pin_warp: u8 = params.warp_bits();
        /// bit n: a register with remainder n is to be pinned
        pin_wanted: u64 = params.lines;
        /// register number div CacheLines, two to an element
        pin_upper: [u16; MAX_PAIRS] = 2 * params.upper_bits(), times params.lines / 2;
        /// a claim of a line is presented
        claim: bool = 1;
        /// warp slot of the register that needs a line
        claim_warp: u8 = params.warp_bits();
        /// register that needs a line
        claim_reg: u8 = params.reg_bits;
        /// bit n: the pins of warp slot n are removed
        released: u64 = params.warps;
        /// bit n: warp slot n ends, and its lines are dropped
        ended: u64 = params.warps;
        /// the scratchpad access is granted
        spilled_granted: bool = 1;
        /// data of the fetch granted in the previous cycle
        fetched_data: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle. Bit or element n of a vector belongs to channel n, bank n or lane n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit n: a read on channel n would be accepted
        read_ready: u8 = params.reads;
        /// bit n: a write on channel n would be accepted
        write_ready: u8 = params.writes;
        /// bit n: bank n answers a read of the previous cycle
        answered: u8 = params.banks;
        /// collector unit that bank n answers, 0 if none
        answer_cu: [u8; MAX_BANKS] = params.cu_bits(), times params.banks;
        /// operand slot that bank n answers, 0 if none
        answer_slot: [u8; MAX_BANKS] = params.slot_bits(), times params.banks;
        /// data of bank n, 32 bits a lane, 0 if no answer
        answer_data: [WarpRegister; MAX_BANKS] = params.data_bits(), times params.banks;
        /// bit n: the wanted register of remainder n is cached
        present: u64 = params.lines;
        /// the claim is accepted
        claimed: bool = 1;
        /// a line is filling
        filling: bool = 1;
        /// an access to the scratchpad is requested
        spilled_valid: bool = 1;
        /// the scratchpad access writes, else it reads
        spilled_writes: bool = 1;
        /// warp slot of the scratchpad access
        spilled_warp: u8 = params.warp_bits(), under spilled_valid;
        /// register of the scratchpad access
        spilled_reg: u8 = params.reg_bits, under spilled_valid;
        /// lanes that the scratchpad access writes
        spilled_lanes: u32 = params.lanes, under spilled_writes;
        /// data for the scratchpad, lane 0 lowest
        spilled_data: WarpRegister = params.lane_bits, times params.lanes, under spilled_writes;
        /// a write without a line enters the write queue
        direct: bool = 1;
        /// the content of a leaving line enters the queue
        written_back: bool = 1;
        /// the claimed line is pinned
        blocked: bool = 1;
        /// an operation is in flight
        busy: bool = 1;
    }
}

impl In {
    /// The registers to pin, each with its remainder modulo `lines`.
    #[inline]
    pub fn wanted<'a>(&'a self, params: &'a Params) -> impl Iterator<Item = (usize, u8)> + 'a {
        let upper_bits = params.upper_bits();
        (0..params.lines).filter(|n| self.pin_wanted >> n & 1 != 0).map(move |n| {
            let upper = self.pin_upper[n / 2] >> (upper_bits * (n % 2));
            let upper = usize::from(upper) & ((1 << upper_bits) - 1);
            (n, (upper * params.lines + n) as u8)
        })
    }

    /// Sets the inputs that pin these registers of a warp.
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
    const SUMMARY: &'static str =
        "cache of scratchpad registers, with a queue of writes to the scratchpad";
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
