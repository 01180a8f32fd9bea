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

/// Registers per thread at the input of the banks behind the map. With 256, the warp and register
/// inputs together form the physical register number.
const REGS_PER_THREAD: u16 = 256;

/// Parameters of the file in addition to those of its channels.
#[derive(Clone, Debug)]
pub struct OwnParams {
    /// The banks, with one extra operand slot for the merge unit.
    pub banks: sram_register_file::Params,
    /// Finds the pattern of a load's addresses.
    pub pattern: address_pattern::Params,
    /// Maps addresses to loaded registers.
    pub table: address_mapping_table::Params,
    /// Maps registers of warps to physical registers.
    pub map: rename_table::Params,
    /// Counts map entries and offers free registers.
    pub pool: register_pool::Params,
    /// Merges two registers into one.
    pub merge: merge_unit::Params,
    /// Decides the verdict of each load.
    pub controller: mapping_controller::Params,
    /// Number of warp slots.
    pub warps: usize,
}

/// Parameters of the file.
pub type Params = Joined<Shared, OwnParams>;

ports! {
    /// Inputs in addition to those of the channels.
    #[derive(Copy)]
    pub struct OwnIn(params: &OwnParams) -> Direction::Input {
        /// bit n: the write of channel n is the fill of a recorded load
        write_fill: u8 = WRITE_PORTS;
        /// an access is offered
        access_valid: bool = 1;
        /// 0 load, 1 store, 2 flush
        access_kind: u8 = 2;
        /// warp of the access
        access_warp: u8 = bits_for(params.warps);
        /// destination register of a load
        access_reg: u8 = placement::Params::REG_BITS;
        /// no lane outside the load needs the old value of its destination
        access_whole: bool = 1;
        /// L1 lacks a line of the load
        access_missing: bool = 1;
        /// log2 of the bytes that each lane accesses, 0 to 5
        access_bytes: u8 = 3;
        /// bit n: lane n is active in the access
        access_lanes: u32 = 32;
        /// bit n: the address of lane n is in the window
        access_inside: u32 = 32;
        /// byte address of each lane within the window, lane 0 in the lowest bits
        access_address: WarpRegister = 26, times 32;
        /// bit n: release channel n offers a register to release
        release_valid: u8 = RELEASE_PORTS;
        /// warp of the register to release, for each release channel
        release_warp: [u8; RELEASE_PORTS] = bits_for(params.warps), times RELEASE_PORTS;
        /// register to release, for each release channel
        release_reg: [u8; RELEASE_PORTS] = placement::Params::REG_BITS, times RELEASE_PORTS;
        /// a warp has left
        leave_valid: bool = 1;
        /// slot of the warp that has left
        leave_warp: u8 = bits_for(params.warps);
    }
}

ports! {
    /// Outputs in addition to those of the channels.
    #[derive(Copy)]
    pub struct OwnOut(params: &OwnParams) -> Direction::Output {
        /// bit n: the oldest outstanding write of channel n is in place
        written: u8 = WRITE_PORTS;
        /// an access can be accepted
        access_ready: bool = 1;
        /// a load gets its verdict
        verdict_valid: bool = 1;
        /// verdict on the load: 0 recorded, 1 memory, 2 held, 3 coming, 4 merged
        verdict: u8 = 3, under verdict_valid;
        /// the load that gets its verdict may be shared
        eligible: bool = 1, under verdict_valid;
        /// the data of a coming or merged load is in place
        woken_valid: bool = 1;
        /// warp of the load that is woken
        woken_warp: u8 = bits_for(params.warps), under woken_valid;
        /// destination register of the load that is woken
        woken_reg: u8 = placement::Params::REG_BITS, under woken_valid;
        /// bit n: release channel n can accept a release
        release_ready: u8 = RELEASE_PORTS;
        /// a leave can be accepted
        leave_ready: bool = 1;
        /// bit n: warp slot n has mapped no register since reset or its last leave
        left: u64 = params.warps;
        /// a request, a merge or a walk is in flight outside the banks
        busy: bool = 1;
        /// a register of a warp that was not mapped becomes mapped
        mapped: bool = 1;
        /// number of registers that releases and walks unmap in this cycle, 0 to 2
        unmapped: u8 = 2;
        /// number of mapped physical registers
        in_use: u16 = params.pool.in_use_bits();
        /// a copy begins
        copied: bool = 1;
        /// a store or a flush deletes entries of the table
        lost: bool = 1;
        /// the entries are deleted by a flush
        flushes: bool = 1, under lost;
        /// a load that is recorded replaces another entry of the table
        evicted: bool = 1;
    }
}

/// Inputs of a cycle.
pub type In = Joined<SharedIn, OwnIn>;

/// Outputs of a cycle.
pub type Out = Joined<SharedOut, OwnOut>;

impl OwnParams {
    /// Parameters that the configuration sets.
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
    const SUMMARY: &'static str =
        "complete register file of SRAM banks; warps that load the same data share a register";
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
