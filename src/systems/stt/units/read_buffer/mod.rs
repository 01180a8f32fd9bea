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

/// Parameters of the read buffer.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Number of registers, 1 to 8.
    pub depth: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
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
        /// the looked-up register is read
        read: bool = 1;
        /// the place of the looked-up register is freed
        free: bool = 1;
        /// a register is stored in the buffer
        fill: bool = 1;
        /// entry of the register to store
        fill_entry: u16 = params.entry_bits;
        /// value of the register to store, lane 0 lowest
        fill_data: WarpRegister = params.lane_bits, times params.lanes;
        /// a register is written, so its copy is freed
        invalidate: bool = 1;
        /// entry of the written register
        invalidate_entry: u16 = params.entry_bits;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the buffer holds the looked-up register
        hit: bool = 1;
        /// the previous cycle was a read that hit
        data_valid: bool = 1;
        /// data of the last read that hit, lane 0 lowest
        data: WarpRegister = params.lane_bits, times params.lanes, under data_valid;
    }
}

impl Unit for ReadBuffer {
    const NAME: &'static str = "read_buffer";
    const SUMMARY: &'static str = "cache of the frequently read registers of an STT-RAM bank";
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
