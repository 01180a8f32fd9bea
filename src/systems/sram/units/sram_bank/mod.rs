#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;

pub use model::{Model, Served};

use super::sram_array;
use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sram::config::{BankPorts, Sram};
use crate::units::{Stimulus, Unit, read_queue, write_buffer};

pub struct SramBank;

/// What shapes the bank: the parameters of its parts. Positions of queue and buffer are entries.
#[derive(Clone, Debug)]
pub struct Params {
    pub ports: BankPorts,
    pub queue: read_queue::Params,
    pub buffer: write_buffer::Params,
    pub array: sram_array::Params,
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a read is offered
        read_valid: bool = 1;
        /// collector unit that asks
        read_cu: u8 = params.queue.cu_bits();
        /// its operand slot
        read_slot: u8 = params.queue.slot_bits();
        /// entry to read
        read_entry: u16 = params.array.entry_bits();
        /// a write is offered
        write_valid: bool = 1;
        /// entry to write
        write_entry: u16 = params.array.entry_bits();
        /// lanes to write
        write_lane_mask: u32 = params.array.lanes;
        /// 32 bits a lane, lane 0 lowest
        write_data: WarpRegister = params.array.lane_bits, times params.array.lanes;
        /// one of this cycle's busy banks
        grant: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the read queue is not full
        read_ready: bool = 1;
        /// the write buffer is not full
        write_ready: bool = 1;
        /// a request could be served
        req_valid: bool = 1;
        /// performs a read
        read: bool = 1;
        /// performs a write
        write: bool = 1;
        /// a read is answered
        rsp_valid: bool = 1;
        /// collector unit that asked
        rsp_cu: u8 = params.queue.cu_bits(), under rsp_valid;
        /// its operand slot
        rsp_slot: u8 = params.queue.slot_bits(), under rsp_valid;
        /// 32 bits a lane, lane 0 lowest
        rsp_data: WarpRegister = params.array.lane_bits, times params.array.lanes, under rsp_valid;
    }
}

impl Unit for SramBank {
    const NAME: &'static str = "sram_bank";
    const SUMMARY: &'static str = "one bank of the SRAM register file, with its buffers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.registers",
        "gpu.collector_units",
        "gpu.operand_slots",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        let array = sram_array::SramArray::params(config);
        let depth = Sram::from(config).read_queue_depth;
        Params {
            ports: Sram::from(config).bank_ports,
            queue: read_queue::Params {
                depth,
                position_bits: array.entry_bits(),
                collector_units: config.gpu().collector_units,
                operand_slots: config.gpu().operand_slots,
            },
            buffer: write_buffer::Params {
                depth: Sram::from(config).write_buffer_depth,
                position_bits: array.entry_bits(),
                read_queue_depth: depth,
                lanes: LANES,
                lane_bits: 32,
            },
            array,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
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
