#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;
mod stream;

pub use model::Model;

use super::sram_bank;
use crate::bits::WarpRegister;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::sram::config::Sram;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Stimulus, StreamScope, Unit, placement, request_arbiter};

pub struct SramRegisterFile;

/// Most banks that can answer in a cycle.
pub const MAX_ANSWERS: usize = 16;

/// What shapes the register file: the parameters of its parts.
#[derive(Clone, Debug)]
pub struct Params {
    pub placement: placement::Params,
    pub request_arbiter: request_arbiter::Params,
    pub bank: sram_bank::Params,
}

impl Params {
    pub fn banks(&self) -> usize {
        self.request_arbiter.banks
    }

    pub fn max_banks(&self) -> usize {
        self.request_arbiter.max_banks
    }

    /// Whether each bank has an answer channel of its own.
    pub fn answers_directly(&self) -> bool {
        self.max_banks() == self.banks()
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// registers of a thread of the kernel, 1 to 256
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// reads that are offered
        read_valid: u8 = READ_PORTS;
        /// collector units that ask
        read_cu: [u8; READ_PORTS] = params.bank.queue.cu_bits(), times READ_PORTS;
        /// their operand slots
        read_slot: [u8; READ_PORTS] = params.bank.queue.slot_bits(), times READ_PORTS;
        /// warps
        read_warp: [u8; READ_PORTS] = params.placement.warp_bits(), times READ_PORTS;
        /// registers
        read_reg: [u8; READ_PORTS] = placement::Params::REG_BITS, times READ_PORTS;
        /// writes that are offered
        write_valid: u8 = WRITE_PORTS;
        /// warps
        write_warp: [u8; WRITE_PORTS] = params.placement.warp_bits(), times WRITE_PORTS;
        /// registers
        write_reg: [u8; WRITE_PORTS] = placement::Params::REG_BITS, times WRITE_PORTS;
        /// lanes to write
        write_lane_mask: [u32; WRITE_PORTS] = 32, times WRITE_PORTS;
        /// 32 bits a lane, lane 0 lowest
        write_data: [WarpRegister; WRITE_PORTS] = 1024, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of a cycle; of the bank outputs bit b is bank b.
    pub struct Out(params: &Params) -> Direction::Output {
        /// reads that would be accepted
        read_ready: u8 = READ_PORTS;
        /// writes that would be accepted
        write_ready: u8 = WRITE_PORTS;
        /// answers
        rsp_valid: u16 = params.max_banks();
        /// collector units that asked
        rsp_cu: [u8; MAX_ANSWERS] = params.bank.queue.cu_bits(), times params.max_banks();
        /// their operand slots
        rsp_slot: [u8; MAX_ANSWERS] = params.bank.queue.slot_bits(), times params.max_banks();
        /// 32 bits a lane, lane 0 lowest
        rsp_data: [WarpRegister; MAX_ANSWERS] = 1024, times params.max_banks();
        /// banks with a request
        bank_request: u32 = params.banks();
        /// banks that are granted
        bank_grant: u32 = params.banks();
        /// banks that perform a read
        bank_read: u32 = params.banks();
        /// banks that perform a write
        bank_write: u32 = params.banks();
    }
}

impl Unit for SramRegisterFile {
    const NAME: &'static str = "sram_register_file";
    const SUMMARY: &'static str = "the SRAM register file, the baseline: banks, arbiter, placement";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.registers",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
        "sram.max_banks",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        let bank = sram_bank::SramBank::params(config);
        let gpu = &config.gpu();
        Params {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: bank.array.entries,
            },
            request_arbiter: request_arbiter::Params {
                banks: gpu.banks,
                max_banks: Sram::from(config).max_banks.min(gpu.banks),
            },
            bank,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    const STREAM: Option<StreamScope> = Some(StreamScope::Whole);

    fn entries(params: &Params) -> usize {
        params.placement.entries
    }

    fn stream(params: &Params, replay: &StreamReplay) -> Result<Option<Box<dyn Stimulus<Self>>>> {
        Ok(Some(Box::new(stream::Replay::new(params, replay))))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }
}
