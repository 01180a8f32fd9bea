#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;

pub use model::{Entry, Model};
pub use rtl::design_as;

use super::{Geometry, Stimulus, Unit};
use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;

pub struct WriteBuffer;

/// What shapes the buffer.
#[derive(Clone, Debug)]
pub struct Params {
    /// Writes that it holds, 1 to 8.
    pub depth: usize,
    /// Bits that name a position.
    pub position_bits: usize,
    /// Reads that can wait at the bank: most that a write waits for.
    pub read_queue_depth: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
}

impl Params {
    /// Bits of a number of waiting reads.
    pub fn count_bits(&self) -> usize {
        bits_for(self.read_queue_depth + 1)
    }

    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a write is offered
        push_valid: bool = 1;
        /// where the register lies
        push_position: u16 = params.position_bits;
        /// lanes to write
        push_lane_mask: u32 = params.lanes;
        /// 32 bits a lane, lane 0 lowest
        push_data: WarpRegister = params.lane_bits, times params.lanes;
        /// older reads of this position that still wait
        push_older_reads: u8 = params.count_bits();
        /// the bank performs a read
        read_valid: bool = 1;
        /// its position
        read_position: u16 = params.position_bits;
        /// takes the front away
        pop: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// not full
        push_ready: bool = 1;
        /// a write waits
        front_valid: bool = 1;
        /// the oldest write waits for no read
        front_serviceable: bool = 1;
        /// a write of the read's position waits
        read_blocked: bool = 1;
        /// one such write waits for no read: it is older
        read_younger: bool = 1;
        /// the oldest write's position
        front_position: u16 = params.position_bits, under front_valid;
        /// its lanes
        front_lane_mask: u32 = params.lanes, under front_valid;
        /// its data
        front_data: WarpRegister = params.lane_bits, times params.lanes, under front_valid;
    }
}

impl Unit for WriteBuffer {
    const NAME: &'static str = "write_buffer";
    const SUMMARY: &'static str =
        "writes that wait at a bank, behind older reads of their register";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "racetrack.write_buffer_depth",
        "racetrack.read_queue_depth",
        "racetrack.positions",
        "racetrack.ports",
    ];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        Params {
            depth: config.racetrack.write_buffer_depth,
            position_bits: Geometry::from(&config.racetrack).position_bits(),
            read_queue_depth: config.racetrack.read_queue_depth,
            lanes: LANES,
            lane_bits: 32,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::NAME, "rf_write_buffer")
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
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
