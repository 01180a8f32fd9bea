#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::stt::config::Stt;
use crate::units::{Fault, Unit};

pub struct ReadBuffer;

/// Parameters of the buffer.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Registers that it holds, 1 to 8.
    pub depth: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// Bits of a register's part: 32 lanes of 32 bits, less only in proofs.
    pub lane_bits: usize,
    /// Lanes of a register.
    pub lanes: usize,
}

impl Params {
    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// entry to look up
        lookup_entry: u16 = params.entry_bits;
        /// reads it
        read: bool = 1;
        /// gives its place up
        free: bool = 1;
        /// takes a register in
        fill: bool = 1;
        /// its entry
        fill_entry: u16 = params.entry_bits;
        /// its value, lane 0 lowest
        fill_data: WarpRegister = params.lane_bits, times params.lanes;
        /// a register is written
        invalidate: bool = 1;
        /// its entry
        invalidate_entry: u16 = params.entry_bits;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the looked-up register is present
        hit: bool = 1;
        /// the cycle before was a read that hit
        data_valid: bool = 1;
        /// data of that read, lane 0 lowest
        data: WarpRegister = params.lane_bits, times params.lanes, under data_valid;
    }
}

impl Unit for ReadBuffer {
    const NAME: &'static str = "read_buffer";
    const SUMMARY: &'static str = "a cache of an STT-RAM bank's registers that are read often";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "gpu.registers", "stt.buffered_reads"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params {
            depth: Stt::from(config).buffered_reads,
            entry_bits: bits_for(config.gpu().bank_entries()),
            lane_bits: 32,
            lanes: LANES,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, ["rf_read_buffer", "rf_read_buffer_memory"])
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
