#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use super::{Parameters, Position, Unit};
use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::Fault;
use std::marker::PhantomData;

/// The unit. `S` takes its parameters from a system's configuration.
pub struct ReadQueue<S>(PhantomData<fn() -> S>);

impl<S> ReadQueue<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: ReadQueue<S> = ReadQueue(PhantomData);
}

const NAME: &str = "read_queue";
const CONTRACT: &str = include_str!("contract.md");

/// Parameters of the queue.
#[derive(Clone, Debug)]
pub struct Params {
    /// Capacity in reads, 1 to 48.
    pub depth: usize,
    /// Bit fields of a register's position.
    pub position: Position,
    /// Collector units of the SM.
    pub collector_units: usize,
    /// Operand slots of a collector unit.
    pub operand_slots: usize,
    /// Bits of the hints for the bank's storage that each read carries above its collector unit.
    pub hint_bits: usize,
}

impl Params {
    /// Bits of a collector unit's number.
    pub fn cu_bits(&self) -> usize {
        bits_for(self.collector_units)
    }

    /// Bits of a collector unit's number and of the hints above it.
    pub fn tag_bits(&self) -> usize {
        self.cu_bits() + self.hint_bits
    }

    /// Bits of an operand slot's number.
    pub fn slot_bits(&self) -> usize {
        bits_for(self.operand_slots)
    }

    /// Bits of a number of waiting reads, 0 to `depth`.
    pub fn count_bits(&self) -> usize {
        bits_for(self.depth + 1)
    }
}

/// A waiting read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Requesting collector unit; the read's hints are in the bits above it.
    pub cu: u8,
    /// Operand slot of the collector unit.
    pub slot: u8,
    /// Position of the register: its entry, and its row in the bits above.
    pub position: u32,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a read is offered
        push_valid: bool = 1;
        /// collector unit of the offered read
        push_cu: u8 = params.tag_bits();
        /// operand slot of the offered read
        push_slot: u8 = params.slot_bits();
        /// position of the register to read
        push_position: u32 = params.position.bits();
        /// removes the oldest read
        pop: bool = 1;
        /// entry whose reads are looked up
        probe_entry: u16 = params.position.entry_bits;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// the queue is not full
        push_ready: bool = 1;
        /// a read waits
        front_valid: bool = 1;
        /// collector unit of the oldest read
        front_cu: u8 = params.tag_bits(), under front_valid;
        /// operand slot of the oldest read
        front_slot: u8 = params.slot_bits(), under front_valid;
        /// position of the oldest read
        front_position: u32 = params.position.bits(), under front_valid;
        /// another read waits behind the oldest
        followed: bool = 1;
        /// bit n: the read in place n is popped now
        leaving: u64 = params.depth;
        /// bit n: place n has a read of probe_entry
        probe_reads: u64 = params.depth;
    }
}

impl<S: Parameters<Params>> Unit for ReadQueue<S> {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str = "queue of the reads that wait at a bank, first in, first out";
    const CONTRACT: &'static str = CONTRACT;
    const KEYS: &'static [&'static str] = S::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        S::of(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, "rf_read_queue")
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
