#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::operand_cache::{self, MAX_BANKS, OperandCache};
use super::register_allocation_table::{self, RegisterAllocationTable};
use super::register_prefetcher::{self, RegisterPrefetcher};
use super::scratchpad::{self, Scratchpad};
use super::warp_limiter::{self, WarpLimiter};
use crate::bits::{LANES, RegisterSet, WarpRegister};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sram::units::sram_register_file::{self, SramRegisterFile};
use crate::units::bank_file::{Shared, SharedIn, SharedOut};
use crate::units::{Fault, Joined, Unit, placement};

/// The unit.
pub struct ExpandedRegisterFile;

/// Registers per thread at the banks' input: a line's number is then its linear one.
const REGS_PER_THREAD: u16 = 256;

/// Parameters of the file beside its channels.
#[derive(Clone, Debug)]
pub struct OwnParams {
    /// The banks.
    pub banks: sram_register_file::Params,
    /// Locates registers.
    pub table: register_allocation_table::Params,
    /// The cache.
    pub cache: operand_cache::Params,
    /// Fetches registers into the cache.
    pub prefetcher: register_prefetcher::Params,
    /// Shared memory.
    pub scratchpad: scratchpad::Params,
    /// Counts instructions and limits active warps.
    pub limiter: warp_limiter::Params,
}

impl OwnParams {
    /// Cycles in which the warp whose turn it is holds its bundle, after the last one in which a line
    /// that it needs is pinned.
    pub fn most_wait(&self) -> u64 {
        let depth = self.cache.depth as u64;
        let turn = u64::from(self.scratchpad.max_shared_run) + 1;
        self.cache.lines as u64 * ((depth + 2) * turn + 8) + 4
    }
}

/// Parameters of the file.
pub type Params = Joined<Shared, OwnParams>;

ports! {
    /// Inputs beside the channels; of the vectors bit or element n is warp slot n, register n, or
    /// bank n of the scratchpad.
    #[derive(Copy)]
    pub struct OwnIn(params: &OwnParams) -> Direction::Input {
        /// takes a kernel's variables, while busy is low
        load: bool = 1;
        /// there are mix CTAs
        enable: bool = 1;
        /// first warp slot of a mix CTA
        start_warp: u8 = params.table.warp_bits();
        /// first register of a mix CTA in the scratchpad
        start_reg: u8 = register_allocation_table::Params::REG_BITS;
        /// added to the lines of mix CTAs
        offset: u16 = params.table.line_bits();
        /// takes the entry of a mix CTA
        load_base: bool = 1;
        /// index of the mix CTA
        base_cta: u8 = params.table.cta_bits();
        /// address of its registers in the scratchpad
        base: u32 = params.table.address_bits();
        /// its first warp slot
        base_warp: u8 = params.table.warp_bits();
        /// a pass of shared memory
        pass_valid: bool = 1;
        /// the pass stores
        pass_stores: bool = 1;
        /// row of the word in the bank
        pass_row: [u16; LANES] = params.scratchpad.row_bits(), times LANES;
        /// bytes of the word, the lowest first
        pass_enable: [u8; LANES] = scratchpad::Params::WORD_BYTES, times LANES;
        /// data to store
        pass_data: WarpRegister = 32, times LANES;
        /// a warp's next bundle
        bundle_valid: bool = 1;
        /// the bundle's warp
        bundle_warp: u8 = params.table.warp_bits();
        /// registers that it reads or writes
        bundle_set: RegisterSet = params.prefetcher.registers;
        /// warps whose bundle has ended
        released: u64 = params.table.warps;
        /// warps that issued an instruction
        issued: u64 = params.table.warps;
        /// warps that end
        ended: u64 = params.table.warps;
    }
}

ports! {
    /// Outputs beside the channels; of the vectors bit or element n is warp slot n, or bank n of the
    /// scratchpad or of the cache.
    #[derive(Copy)]
    pub struct OwnOut(params: &OwnParams) -> Direction::Output {
        /// a pass is accepted if one is offered
        pass_ready: bool = 1;
        /// banks that answer the pass of the cycle before
        answered: u32 = LANES;
        /// words of these banks; others give 0
        words: WarpRegister = 32, times LANES;
        /// banks of the cache that answer
        cache_valid: u8 = params.cache.banks;
        /// collector units that asked
        cache_cu: [u8; MAX_BANKS] = params.cache.cu_bits(), times params.cache.banks;
        /// their operand slots
        cache_slot: [u8; MAX_BANKS] = params.cache.slot_bits(), times params.cache.banks;
        /// 32 bits a lane, lane 0 lowest
        cache_data: [WarpRegister; MAX_BANKS] = 1024, times params.cache.banks;
        /// channels whose request is for the cache, reads first
        in_cache: u16 = register_allocation_table::CHANNELS;
        /// the bundle has no register in the scratchpad
        bundle_none: bool = 1;
        /// warps that hold their bundle
        holds: u64 = params.table.warps;
        /// maximum of active warps
        active: u8 = params.limiter.active_bits();
        /// the scratchpad reads or writes a register
        moved: bool = 1;
        /// the register is written
        moved_back: bool = 1;
        /// a write without a line goes to the queue
        direct: bool = 1;
        /// a line that leaves the cache goes to the queue
        written_back: bool = 1;
        /// warps that wait for their turn
        queued: u8 = params.prefetcher.count_bits();
        /// lines are asked for, or one fills
        fetches: bool = 1;
        /// the warp asks for a line
        claims: bool = 1;
        /// the warp whose turn it is
        claim_warp: u8 = params.table.warp_bits();
        /// register for which it asks for a line
        claim_reg: u8 = placement::Params::REG_BITS, under claims;
        /// another warp has pinned that line
        blocked: bool = 1;
        /// a fetch, a write, or a division is under way
        busy: bool = 1;
        /// a line is blocked, and nothing else is under way
        waits: bool = 1;
    }
}

/// Inputs of a cycle.
pub type In = Joined<SharedIn, OwnIn>;

/// Outputs of a cycle.
pub type Out = Joined<SharedOut, OwnOut>;

impl Unit for ExpandedRegisterFile {
    const NAME: &'static str = "expanded_register_file";
    const SUMMARY: &'static str =
        "SRAM banks and a scratchpad that has the registers which do not fit";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.ctas",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.request_stage",
        "gpu.registers",
        "gpu.shared_bytes",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
        "sram.max_banks",
        "expars.max_registers",
        "expars.cache_lines",
        "expars.cache_banks",
        "expars.cache_index",
        "expars.write_queue_depth",
        "expars.max_shared_run",
        "expars.queue",
        "expars.max_passed",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let banks = SramRegisterFile::params(config);
        let own = OwnParams {
            table: RegisterAllocationTable::params(config),
            cache: OperandCache::params(config),
            prefetcher: RegisterPrefetcher::params(config),
            scratchpad: Scratchpad::params(config),
            limiter: WarpLimiter::params(config),
            banks: banks.clone(),
        };
        Joined { shared: banks.shared, own }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
