#![doc = include_str!("contract.md")]

mod faults;
mod held;
mod model;
mod proofs;
mod rtl;
mod stim;

pub use model::Model;

use super::mapping_controller;
use super::merge_unit;
use super::register_pool;
use super::{address_mapping_table, address_pattern, rename_table};
use crate::bits::{WarpRegister, bits_for};
use crate::config::{Config, Placement};
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::sm::register_file::RELEASE_PORTS;
use crate::systems::sram::units::sram_register_file::{self, SramRegisterFile};
use crate::units::bank_file::{Shared, SharedIn, SharedOut};
use crate::units::channels::WRITE_PORTS;
use crate::units::{Fault, Joined, Unit, placement};

/// The unit.
pub struct SharingRegisterFile;

/// Registers per thread at the input of the banks behind the map: a physical register's number is
/// then its linear one.
const REGS_PER_THREAD: u16 = 256;

/// Parameters of the file beside its channels.
#[derive(Clone, Debug)]
pub struct OwnParams {
    /// The banks, with one operand slot more: that of the merge.
    pub banks: sram_register_file::Params,
    /// Finds the pattern of a load's addresses.
    pub pattern: address_pattern::Params,
    /// Maps addresses to loaded registers.
    pub table: address_mapping_table::Params,
    /// Where registers are.
    pub map: rename_table::Params,
    /// Which are free.
    pub pool: register_pool::Params,
    /// Merges two registers into one.
    pub merge: merge_unit::Params,
    /// Decides the verdict of each load.
    pub controller: mapping_controller::Params,
    /// Warp slots.
    pub warps: usize,
}

/// Parameters of the file.
pub type Params = Joined<Shared, OwnParams>;

ports! {
    /// Inputs beside the channels.
    #[derive(Copy)]
    pub struct OwnIn(params: &OwnParams) -> Direction::Input {
        /// fills: data of recorded loads
        write_fill: u8 = WRITE_PORTS;
        /// an access is offered
        access_valid: bool = 1;
        /// 0 load, 1 store, 2 flush
        access_kind: u8 = 2;
        /// warp of the access
        access_warp: u8 = bits_for(params.warps);
        /// destination of a load
        access_reg: u8 = placement::Params::REG_BITS;
        /// other lanes need nothing of the destination
        access_whole: bool = 1;
        /// L1 lacks a line of it
        access_missing: bool = 1;
        /// log2 of the bytes of a lane, 0 to 5
        access_bytes: u8 = 3;
        /// lanes that access
        access_lanes: u32 = 32;
        /// lanes whose address is in the window
        access_inside: u32 = 32;
        /// byte addresses within the window, lane 0 lowest
        access_address: WarpRegister = 26, times 32;
        /// registers to release; bit n is release channel n
        release_valid: u8 = RELEASE_PORTS;
        /// their warps
        release_warp: [u8; RELEASE_PORTS] = bits_for(params.warps), times RELEASE_PORTS;
        /// their numbers
        release_reg: [u8; RELEASE_PORTS] = placement::Params::REG_BITS, times RELEASE_PORTS;
        /// a warp has left
        leave_valid: bool = 1;
        /// its slot
        leave_warp: u8 = bits_for(params.warps);
    }
}

ports! {
    /// Outputs beside the channels.
    #[derive(Copy)]
    pub struct OwnOut(params: &OwnParams) -> Direction::Output {
        /// channels whose oldest outstanding write is in place
        written: u8 = WRITE_PORTS;
        /// an access would be accepted
        access_ready: bool = 1;
        /// a load is judged
        verdict_valid: bool = 1;
        /// 0 recorded, 1 memory, 2 held, 3 coming, 4 merged
        verdict: u8 = 3, under verdict_valid;
        /// the load might have been shared
        eligible: bool = 1, under verdict_valid;
        /// a load that was coming or merged has its data
        woken_valid: bool = 1;
        /// its warp
        woken_warp: u8 = bits_for(params.warps), under woken_valid;
        /// its destination
        woken_reg: u8 = placement::Params::REG_BITS, under woken_valid;
        /// releases that would be accepted
        release_ready: u8 = RELEASE_PORTS;
        /// a warp that has left would be accepted
        leave_ready: bool = 1;
        /// slots that mapped nothing since their last leave
        left: u64 = params.warps;
        /// a request, a merge or a walk is under way
        busy: bool = 1;
        /// one more register is mapped
        mapped: bool = 1;
        /// registers that are unmapped, 0 to 3
        unmapped: u8 = 2;
        /// physical registers that are mapped
        in_use: u16 = params.pool.in_use_bits();
        /// a copy begins
        copied: bool = 1;
        /// a store or a flush deletes entries of the table
        lost: bool = 1;
        /// the access is a flush
        flushes: bool = 1, under lost;
        /// a load takes the entry of another
        evicted: bool = 1;
    }
}

/// Inputs of a cycle.
pub type In = Joined<SharedIn, OwnIn>;

/// Outputs of a cycle.
pub type Out = Joined<SharedOut, OwnOut>;

impl OwnParams {
    /// Parameters in a configuration.
    fn new(config: &Config) -> OwnParams {
        let mut banks = SramRegisterFile::params(config);
        banks.shared.placement.placement = Placement::Swizzled;
        banks.shared.front.queue.operand_slots += 1;
        OwnParams {
            banks,
            pattern: address_pattern::AddressPattern::params(config),
            table: address_mapping_table::AddressMappingTable::params(config),
            map: rename_table::RenameTable::params(config),
            pool: register_pool::RegisterPool::params(config),
            merge: merge_unit::MergeUnit::params(config),
            controller: mapping_controller::MappingController::params(config),
            warps: config.gpu().warps,
        }
    }
}

impl Unit for SharingRegisterFile {
    const NAME: &'static str = "sharing_register_file";
    const SUMMARY: &'static str = "SRAM banks whose registers warps share that load the same data";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.request_stage",
        "gpu.registers",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
        "sram.max_banks",
        "sharing.entries",
        "sharing.waiting",
        "sharing.partial",
        "sharing.keep",
        "sharing.lanes",
        "sharing.rows",
        "sharing.store_rule",
        "sharing.write_rule",
        "sharing.load_rule",
        "sharing.merge_rule",
        "sharing.address_check",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Joined { shared: SramRegisterFile::params(config).shared, own: OwnParams::new(config) }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        proofs::proofs(params)
    }
}
