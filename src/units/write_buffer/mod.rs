#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::{Entry, Model};
pub use rtl::design_as;

use super::{Parameters, Position, Unit};
use crate::bits::{WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::Fault;
use std::marker::PhantomData;

/// The unit. `S` takes its parameters from a system's configuration.
pub struct WriteBuffer<S>(PhantomData<fn() -> S>);

impl<S> WriteBuffer<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: WriteBuffer<S> = WriteBuffer(PhantomData);
}

const NAME: &str = "write_buffer";
const CONTRACT: &str = include_str!("contract.md");

/// Parameters of the buffer.
#[derive(Clone, Debug)]
pub struct Params {
    /// Capacity in writes, 1 to 8.
    pub depth: usize,
    /// Bit fields of a register's position.
    pub position: Position,
    /// Places of the bank's read queue: the maximum number of reads that a write waits for.
    pub read_queue_depth: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
}

impl Params {
    /// Bits of a place's number in the ring.
    pub fn index_bits(&self) -> usize {
        bits_for(self.depth)
    }

    /// Bits of a register's data, all lanes.
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
        /// position of the register to write
        push_position: u32 = params.position.bits();
        /// bit n: lane n is written
        push_lane_mask: u32 = params.lanes;
        /// data to write, 32 bits a lane, lane 0 lowest
        push_data: WarpRegister = params.lane_bits, times params.lanes;
        /// bit n: the read in place n is older than the write
        push_older_reads: u64 = params.read_queue_depth;
        /// bit n: the read in place n leaves the read queue
        read_leaving: u64 = params.read_queue_depth;
        /// entry of the oldest queued read
        read_entry: u16 = params.position.entry_bits;
        /// removes the oldest write
        pop: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the buffer is not full
        push_ready: bool = 1;
        /// a write waits
        front_valid: bool = 1;
        /// the oldest write waits for no read
        front_serviceable: bool = 1;
        /// a write of read_entry is buffered
        read_blocked: bool = 1;
        /// a write of read_entry waits for no read
        read_younger: bool = 1;
        /// position of the oldest write
        front_position: u32 = params.position.bits(), under front_valid;
        /// lanes of the oldest write
        front_lane_mask: u32 = params.lanes, under front_valid;
        /// data of the oldest write
        front_data: WarpRegister = params.lane_bits, times params.lanes, under front_valid;
    }
}

impl<S: Parameters<Params>> Unit for WriteBuffer<S> {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str =
        "buffer of the writes that wait at a bank, behind older reads of their register";
    const CONTRACT: &'static str = CONTRACT;
    const KEYS: &'static [&'static str] = S::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        S::of(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, "rf_write_buffer")
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
