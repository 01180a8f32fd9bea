#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;
mod stream;

pub use model::Model;
pub use stream::Replay;

use super::{map_table, preshift_arbiter, racetrack_bank};
use crate::bits::WarpRegister;
use crate::config::{Config, Opt};
use crate::emit::Design;
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::{Placement, RequestArbiter};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Stimulus, StreamScope, Unit, placement, request_arbiter};

pub struct RacetrackRegisterFile;

/// Most banks that can answer in a cycle.
pub const MAX_ANSWERS: usize = 8;

/// What shapes the register file: the parameters of its parts.
#[derive(Clone, Debug)]
pub struct Params {
    pub placement: placement::Params,
    pub map: map_table::Params,
    pub request_arbiter: request_arbiter::Params,
    pub preshift_arbiter: preshift_arbiter::Params,
    pub bank: racetrack_bank::Params,
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
        /// registers of a thread of the running kernel, 1 to 256
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// only aligned banks compete for grants
        aligned_only: bool = 1;
        /// idle banks may shift
        preshift_en: bool = 1;
        /// loads an entry of a map table
        map_valid: bool = 1;
        /// of which bank
        map_bank: u8 = params.placement.bank_bits();
        /// which entry
        map_entry: u16 = params.map.entry_bits();
        /// port region of its register
        map_port: u8 = params.map.geometry.port_bits();
        /// offset of its register in the region
        map_offset: u8 = params.map.geometry.offset_bits();
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
        rsp_valid: u8 = params.max_banks();
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
        /// banks that shift
        bank_shift: u32 = params.banks();
    }
}

impl Unit for RacetrackRegisterFile {
    const NAME: &'static str = "racetrack_register_file";
    const SUMMARY: &'static str =
        "the racetrack register file: banks, arbiters, placement, map tables";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "racetrack.positions",
        "racetrack.ports",
        "racetrack.write_cycles",
        "racetrack.read_queue_depth",
        "racetrack.write_buffer_depth",
        "racetrack.max_write_run",
        "racetrack.max_banks",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        Params {
            placement: Placement::params(config),
            map: map_table::MapTable::params(config),
            request_arbiter: RequestArbiter::params(config),
            preshift_arbiter: preshift_arbiter::PreshiftArbiter::params(config),
            bank: racetrack_bank::RacetrackBank::params(config),
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    const STREAM: Option<StreamScope> = Some(StreamScope::Whole);

    fn entries(params: &Params) -> usize {
        params.placement.entries
    }

    const STREAM_OPTIONS: &'static [Opt] = Mode::STREAM_OPTIONS;

    fn stream(params: &Params, replay: &StreamReplay) -> Result<Option<Box<dyn Stimulus<Self>>>> {
        let mode = Mode::of_stream(&replay.options, replay.banks, params.bank.geometry)?;
        let StreamReplay { requests, regs_per_thread, .. } = replay;
        Ok(Some(Box::new(Replay::new(params, requests, *regs_per_thread, mode))))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }
}
