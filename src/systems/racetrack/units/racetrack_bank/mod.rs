#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;
mod stream;

pub use model::{Model, Request};

use super::shift_controller::Op;
use super::{PortRegions, domain_array, shift_controller};
use crate::bits::WarpRegister;
use crate::config::{Config, Opt};
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::racetrack::config::Racetrack;
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::{ReadQueue, WriteBuffer};
use crate::units::{Stimulus, StreamScope, Unit, read_queue, write_buffer};

pub struct RacetrackBank;

/// What shapes the bank: the parameters of its parts.
#[derive(Clone, Debug)]
pub struct Params {
    pub geometry: PortRegions,
    /// Writes in a row while a read waits, 1 to 255; 0 for no limit.
    pub max_write_run: usize,
    pub controller: shift_controller::Params,
    pub queue: read_queue::Params,
    pub buffer: write_buffer::Params,
    pub array: domain_array::Params,
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
        /// port region of the register
        read_port: u8 = params.geometry.port_bits();
        /// offset of the register in its region
        read_offset: u8 = params.geometry.offset_bits();
        /// a write is offered
        write_valid: bool = 1;
        /// port region of the register
        write_port: u8 = params.geometry.port_bits();
        /// offset of the register in its region
        write_offset: u8 = params.geometry.offset_bits();
        /// lanes to write
        write_lane_mask: u32 = params.array.lanes;
        /// 32 bits a lane, lane 0 lowest
        write_data: WarpRegister = params.array.lane_bits, times params.array.lanes;
        /// one of this cycle's busy banks
        grant: bool = 1;
        /// may shift without a grant
        preshift_en: bool = 1;
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
        /// a request, and the head at its offset
        aligned: bool = 1;
        /// an earlier write still holds the bank
        busy: bool = 1;
        /// Nop 0, Read 1, Write 2, ShiftLeft 3, ShiftRight 4
        op: Op = Op::BITS;
        /// offset under the ports now
        head: u8 = params.geometry.offset_bits();
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

impl Unit for RacetrackBank {
    const NAME: &'static str = "racetrack_bank";
    const SUMMARY: &'static str = "one bank of the racetrack register file, with its buffers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "racetrack.positions",
        "racetrack.ports",
        "racetrack.write_cycles",
        "racetrack.read_queue_depth",
        "racetrack.write_buffer_depth",
        "racetrack.max_write_run",
        "gpu.collector_units",
        "gpu.operand_slots",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        Params {
            geometry: PortRegions::from(config),
            max_write_run: Racetrack::from(config).max_write_run,
            controller: shift_controller::ShiftController::params(config),
            queue: ReadQueue::params(config),
            buffer: WriteBuffer::params(config),
            array: domain_array::DomainArray::params(config),
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

    const STREAM: Option<StreamScope> = Some(StreamScope::Bank);

    fn entries(params: &Params) -> usize {
        params.geometry.positions()
    }

    const STREAM_OPTIONS: &'static [Opt] = Mode::STREAM_OPTIONS;

    fn stream(params: &Params, replay: &StreamReplay) -> Result<Option<Box<dyn Stimulus<Self>>>> {
        let mode = Mode::of_stream(&replay.options, replay.banks, params.geometry)?;
        Ok(Some(Box::new(stream::Replay::new(params, &replay.requests, mode))))
    }
}
