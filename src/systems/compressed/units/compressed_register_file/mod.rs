#![doc = include_str!("contract.md")]

pub(super) mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::storages::{PackedStorage, bank_params};
use super::{
    collector_unit, indirection_table, packed_bank, value_converter, value_extractor,
    value_truncator,
};
use crate::bits::{WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::compressed::config::Compression;
use crate::units::bank_file::{self, Shared};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Fault, Joined, Unit, placement};
use std::marker::PhantomData;

/// The unit: a register file of packed registers over the storage `S`.
pub struct CompressedRegisterFile<S>(PhantomData<fn() -> S>);

impl<S> CompressedRegisterFile<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: CompressedRegisterFile<S> = CompressedRegisterFile(PhantomData);
}

/// Maximum collector units, each with an answer channel: the upper bound of `gpu.collector_units`.
pub const MAX_COLLECTORS: usize = 32;

/// Parameters that do not depend on the storage, by part of the register file.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Placement, arbiter and ports of the banks.
    pub file: Shared,
    pub table: indirection_table::Params,
    pub collector: collector_unit::Params,
    pub extractor: value_extractor::Params,
    pub converter: value_converter::Params,
    pub truncator: value_truncator::Params,
    /// Collector units, 2 to 32.
    pub collector_units: usize,
    /// Warp converters.
    pub converters: usize,
}

impl Shape {
    pub fn banks(&self) -> usize {
        self.file.banks()
    }

    pub fn placement(&self) -> &placement::Params {
        &self.file.placement
    }

    /// Whether fewer banks can be granted in a cycle than there are.
    pub fn limits_banks(&self) -> bool {
        self.file.max_banks() < self.banks()
    }

    /// Whether the request stage adds pipeline registers (`gpu.request_stage`).
    pub fn stages(&self) -> bool {
        self.file.request_stage
    }

    pub fn cu_bits(&self) -> usize {
        bits_for(self.collector_units)
    }
}

/// Parameters of the register file: its parts, then the storage's own.
pub type Params<S> = Joined<Shape, <S as bank_file::InFile>::FileParams>;

/// Parameters of the banks as a plain file of banks.
pub fn file_params<S: PackedStorage>(params: &Params<S>) -> bank_file::Params<S> {
    bank_file::Params::<S> { shared: params.shared.file.clone(), own: params.own.clone() }
}

/// Parameters of each bank.
pub fn packed_bank_params<S: PackedStorage>(params: &Params<S>) -> packed_bank::Params<S> {
    bank_params::<S>(&file_params::<S>(params))
}

ports! {
    /// Inputs of a cycle that every storage has.
    pub struct SharedIn(params: &Shape) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// physical registers of a thread, 1 to 128
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// a table entry is loaded
        load_valid: bool = 1;
        /// architectural register whose entry is loaded
        load_register: u8 = params.table.register_bits();
        /// table entry to load: physical registers, slice masks, flags
        load_entry: u32 = params.table.entry_bits;
        /// bit n: a read is requested on read channel n
        read_valid: u8 = READ_PORTS;
        /// collector unit of each read
        read_cu: [u8; READ_PORTS] = params.cu_bits(), times READ_PORTS;
        /// operand slot of each read
        read_slot: [u8; READ_PORTS] = params.collector.slot_bits(), times READ_PORTS;
        /// warp of each read
        read_warp: [u8; READ_PORTS] = params.placement().warp_bits(), times READ_PORTS;
        /// architectural register of each read
        read_reg: [u8; READ_PORTS] = placement::Params::REG_BITS, times READ_PORTS;
        /// bit n: a write is requested on write channel n
        write_valid: u8 = WRITE_PORTS;
        /// warp of each write
        write_warp: [u8; WRITE_PORTS] = params.placement().warp_bits(), times WRITE_PORTS;
        /// architectural register of each write
        write_reg: [u8; WRITE_PORTS] = placement::Params::REG_BITS, times WRITE_PORTS;
        /// lanes that each write changes
        write_lane_mask: [u32; WRITE_PORTS] = 32, times WRITE_PORTS;
        /// data of each write, 32 bits a lane, lane 0 lowest
        write_data: [WarpRegister; WRITE_PORTS] = 1024, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of a cycle that every storage has. Bit n of `read_ready`, `write_ready` and
    /// `written` is channel n, bit b of the bank outputs is bank b, and bit c of the others is
    /// collector unit c.
    pub struct SharedOut(params: &Shape) -> Direction::Output {
        /// bit n: a read on read channel n would be accepted
        read_ready: u8 = READ_PORTS;
        /// bit n: a write on write channel n would be accepted
        write_ready: u8 = WRITE_PORTS;
        /// bit n: the oldest outstanding write of write channel n completes in this cycle
        written: u8 = WRITE_PORTS;
        /// bit c: collector unit c gets an answer
        rsp_valid: u32 = params.collector_units;
        /// operand slot of each answer
        rsp_slot: [u8; MAX_COLLECTORS] =
            params.collector.slot_bits(), times params.collector_units;
        /// operand of each answer, 32 bits a lane, lane 0 lowest
        rsp_data: [WarpRegister; MAX_COLLECTORS] = 1024, times params.collector_units;
        /// bit c: a converter takes an operand of collector unit c
        converted: u32 = params.collector_units;
        /// bit b: bank b has a request
        bank_request: u32 = params.banks();
        /// bit b: bank b is granted
        bank_grant: u32 = params.banks();
        /// bit b: bank b performs a read
        bank_read: u32 = params.banks();
        /// bit b: bank b performs a write
        bank_write: u32 = params.banks();
    }
}

/// Inputs of a cycle: the shared ones, then the storage's own.
pub type In<S> = Joined<SharedIn, <S as bank_file::InFile>::FileIn>;

/// Outputs of a cycle: the shared ones, then the storage's own.
pub type Out<S> = Joined<SharedOut, <S as bank_file::InFile>::FileOut>;

impl<S: PackedStorage> Unit for CompressedRegisterFile<S> {
    const NAME: &'static str = S::PACKED_FILE.name;
    const SUMMARY: &'static str = S::PACKED_FILE.summary;
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = S::PACKED_FILE.keys;
    const FAULTS: &'static [Fault] = S::PACKED_FILE.faults;

    type Model = Model<S>;
    type Random = stim::Random<S>;

    fn params(config: &Config) -> Params<S> {
        let bank_file::Params::<S> { shared: file, own } = S::packed_params(config);
        let shared = Shape {
            file,
            table: indirection_table::IndirectionTable::params(config),
            collector: collector_unit::CollectorUnit::params(config),
            extractor: value_extractor::ValueExtractor::params(config),
            converter: value_converter::ValueConverter::params(config),
            truncator: value_truncator::ValueTruncator::params(config),
            collector_units: config.gpu().collector_units,
            converters: Compression::from(config).converters,
        };
        Params::<S> { shared, own }
    }

    fn design(params: &Params<S>) -> Result<Design> {
        rtl::design::<S>(params)
    }

    fn proofs(params: &Params<S>) -> Result<Vec<Proof>> {
        rtl::proofs(&params.shared)
    }
}
