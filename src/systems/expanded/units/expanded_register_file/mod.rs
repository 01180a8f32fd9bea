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

/// Registers per thread at the input of the banks: the line's number is warp and register in one.
const REGS_PER_THREAD: u16 = 256;

/// Parameters of the file beside its channels.
#[derive(Clone, Debug)]
pub struct OwnParams {
    /// The SRAM banks.
    pub banks: sram_register_file::Params,
    /// The table that locates registers.
    pub table: register_allocation_table::Params,
    /// The operand cache.
    pub cache: operand_cache::Params,
    /// The unit that fetches registers into the cache.
    pub prefetcher: register_prefetcher::Params,
    /// Shared memory.
    pub scratchpad: scratchpad::Params,
    /// The unit that counts instructions and limits active warps.
    pub limiter: warp_limiter::Params,
}

impl OwnParams {
    /// Cycles within which the warp that has its turn holds its bundle, counted from the last cycle
    /// in which another warp pins a line that it needs.
    pub fn most_wait(&self) -> u64 {
        let depth = self.cache.depth as u64;
        let turn = u64::from(self.scratchpad.max_shared_run) + 1;
        self.cache.lines as u64 * ((depth + 2) * turn + 8) + 4
    }
}

/// Parameters of the file.
pub type Params = Joined<Shared, OwnParams>;

ports! {
    /// Inputs beside the channels. Bit or element n of a vector belongs to warp slot n, register n
    /// or bank n of the scratchpad.
    #[derive(Copy)]
    pub struct OwnIn(params: &OwnParams) -> Direction::Input {
        /// the variables of a kernel are loaded
        load: bool = 1;
        /// the kernel has mix CTAs
        enable: bool = 1;
        /// first warp slot of the mix CTAs
        start_warp: u8 = params.table.warp_bits();
        /// first register of mix CTAs in the scratchpad
        start_reg: u8 = register_allocation_table::Params::REG_BITS;
        /// offset added to the lines of mix CTAs
        offset: u16 = params.table.line_bits();
        /// the entry of a mix CTA is loaded
        load_base: bool = 1;
        /// index of the mix CTA whose entry is loaded
        base_cta: u8 = params.table.cta_bits();
        /// byte address of the mix CTA's scratchpad registers
        base: u32 = params.table.address_bits();
        /// first warp slot of the mix CTA whose entry is loaded
        base_warp: u8 = params.table.warp_bits();
        /// a pass of shared memory is offered
        pass_valid: bool = 1;
        /// the pass stores, else it loads
        pass_stores: bool = 1;
        /// row that the pass accesses in bank n
        pass_row: [u16; LANES] = params.scratchpad.row_bits(), times LANES;
        /// enabled bytes of bank n in the pass, lowest first
        pass_enable: [u8; LANES] = scratchpad::Params::WORD_BYTES, times LANES;
        /// word that the pass stores in bank n
        pass_data: WarpRegister = 32, times LANES;
        /// a warp presents its next bundle
        bundle_valid: bool = 1;
        /// warp slot of the bundle
        bundle_warp: u8 = params.table.warp_bits();
        /// bit n: the bundle reads or writes register n
        bundle_set: RegisterSet = params.prefetcher.registers;
        /// bit n: warp slot n releases its bundle
        released: u64 = params.table.warps;
        /// bit n: warp slot n issued an instruction
        issued: u64 = params.table.warps;
        /// bit n: warp slot n ends
        ended: u64 = params.table.warps;
    }
}

ports! {
    /// Outputs beside the channels. Bit or element n of a vector belongs to warp slot n, or to bank
    /// n of the scratchpad or of the cache.
    #[derive(Copy)]
    pub struct OwnOut(params: &OwnParams) -> Direction::Output {
        /// a pass can be accepted
        pass_ready: bool = 1;
        /// bit n: bank n answers a load of the previous cycle
        answered: u32 = LANES;
        /// word that bank n loaded, 0 if it does not answer
        words: WarpRegister = 32, times LANES;
        /// bit n: cache bank n answers a read
        cache_valid: u8 = params.cache.banks;
        /// collector unit that cache bank n answers
        cache_cu: [u8; MAX_BANKS] = params.cache.cu_bits(), times params.cache.banks;
        /// operand slot that cache bank n answers
        cache_slot: [u8; MAX_BANKS] = params.cache.slot_bits(), times params.cache.banks;
        /// data of cache bank n, 32 bits a lane, lane 0 lowest
        cache_data: [WarpRegister; MAX_BANKS] = 1024, times params.cache.banks;
        /// bit n: request n is for the cache, reads first
        in_cache: u16 = register_allocation_table::CHANNELS;
        /// the bundle has no register in the scratchpad
        bundle_none: bool = 1;
        /// bit n: warp slot n holds its bundle
        holds: u64 = params.table.warps;
        /// maximum number of active warps
        active: u8 = params.limiter.active_bits();
        /// the scratchpad reads or writes a register
        moved: bool = 1;
        /// the scratchpad writes a register
        moved_back: bool = 1;
        /// a write without a cache line enters the write queue
        direct: bool = 1;
        /// content of a leaving line enters the write queue
        written_back: bool = 1;
        /// number of warps in the prefetching queue
        queued: u8 = params.prefetcher.count_bits();
        /// registers are pinned or claimed, or a line fills
        fetches: bool = 1;
        /// the warp with its turn claims a cache line
        claims: bool = 1;
        /// warp slot that has its turn
        claim_warp: u8 = params.table.warp_bits();
        /// register that needs the claimed line
        claim_reg: u8 = placement::Params::REG_BITS, under claims;
        /// another warp has pinned the claimed line
        blocked: bool = 1;
        /// a fetch, a queued write or a division is in flight
        busy: bool = 1;
        /// a line is blocked, and nothing else is in flight
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
        "complete register file of SRAM banks, with overflow registers in the scratchpad";
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
