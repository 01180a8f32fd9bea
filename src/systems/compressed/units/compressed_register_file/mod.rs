#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::{
    collector_unit, indirection_table, slice_array, value_converter, value_extractor,
    value_truncator,
};
use crate::bits::{WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::Design;
use crate::error::Result;
use crate::ports;
use crate::systems::compressed::config::Compression;
use crate::systems::sram::config::{BankPorts, Sram};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Stimulus, Unit, placement};

pub struct CompressedRegisterFile;

/// Most collector units, each with its answer channel: the bound of `gpu.collector_units`.
pub const MAX_COLLECTORS: usize = 32;

/// Parameters of the register file's parts.
#[derive(Clone, Debug)]
pub struct Params {
    pub placement: placement::Params,
    pub table: indirection_table::Params,
    pub collector: collector_unit::Params,
    pub array: slice_array::Params,
    pub extractor: value_extractor::Params,
    pub converter: value_converter::Params,
    pub truncator: value_truncator::Params,
    pub ports: BankPorts,
    /// 2 to 32.
    pub collector_units: usize,
    /// Warp converters.
    pub converters: usize,
}

impl Params {
    pub fn banks(&self) -> usize {
        self.placement.banks
    }

    pub fn cu_bits(&self) -> usize {
        bits_for(self.collector_units)
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// physical registers of a thread, 1 to 128
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// loads an entry of the table
        load_valid: bool = 1;
        /// architectural register
        load_register: u8 = params.table.register_bits();
        /// where it lies
        load_entry: u32 = params.table.entry_bits;
        /// reads that are offered
        read_valid: u8 = READ_PORTS;
        /// collector units that ask
        read_cu: [u8; READ_PORTS] = params.cu_bits(), times READ_PORTS;
        /// their operand slots
        read_slot: [u8; READ_PORTS] = params.collector.slot_bits(), times READ_PORTS;
        /// warps
        read_warp: [u8; READ_PORTS] = params.placement.warp_bits(), times READ_PORTS;
        /// architectural registers
        read_reg: [u8; READ_PORTS] = placement::Params::REG_BITS, times READ_PORTS;
        /// writes that are offered
        write_valid: u8 = WRITE_PORTS;
        /// warps
        write_warp: [u8; WRITE_PORTS] = params.placement.warp_bits(), times WRITE_PORTS;
        /// architectural registers
        write_reg: [u8; WRITE_PORTS] = placement::Params::REG_BITS, times WRITE_PORTS;
        /// lanes to write
        write_lane_mask: [u32; WRITE_PORTS] = 32, times WRITE_PORTS;
        /// 32 bits a lane, lane 0 lowest
        write_data: [WarpRegister; WRITE_PORTS] = 1024, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of a cycle; of the bank outputs bit b is bank b, of the others bit c is collector
    /// unit c.
    pub struct Out(params: &Params) -> Direction::Output {
        /// reads that would be accepted
        read_ready: u8 = READ_PORTS;
        /// writes that would be accepted
        write_ready: u8 = WRITE_PORTS;
        /// channels whose oldest untold write is in place
        written: u8 = WRITE_PORTS;
        /// collector units with an answer
        rsp_valid: u32 = params.collector_units;
        /// their operand slots
        rsp_slot: [u8; MAX_COLLECTORS] =
            params.collector.slot_bits(), times params.collector_units;
        /// 32 bits a lane, lane 0 lowest
        rsp_data: [WarpRegister; MAX_COLLECTORS] = 1024, times params.collector_units;
        /// collector units whose operand is converted
        converted: u32 = params.collector_units;
        /// banks with a request
        bank_request: u32 = params.banks();
        /// banks that perform a read
        bank_read: u32 = params.banks();
        /// banks that perform a write
        bank_write: u32 = params.banks();
    }
}

impl Unit for CompressedRegisterFile {
    const NAME: &'static str = "compressed_register_file";
    const SUMMARY: &'static str = "the register file of packed registers, from request to operand";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.registers",
        "sram.bank_ports",
        "compression.subnormals",
        "compression.converters",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        let gpu = &config.gpu();
        let array = slice_array::SliceArray::params(config);
        Params {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: array.entries,
            },
            table: indirection_table::IndirectionTable::params(config),
            collector: collector_unit::CollectorUnit::params(config),
            array,
            extractor: value_extractor::ValueExtractor::params(config),
            converter: value_converter::ValueConverter::params(config),
            truncator: value_truncator::ValueTruncator::params(config),
            ports: Sram::from(config).bank_ports,
            collector_units: gpu.collector_units,
            converters: Compression::from(config).converters,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }
}
