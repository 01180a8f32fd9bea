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

pub struct SttWriteBuffer;

/// Parameters of the buffer.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Writes that it holds, 1 to 8.
    pub depth: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
}

impl Params {
    /// Bits of a number of buffered writes, 0 to `depth`.
    pub fn count_bits(&self) -> usize {
        bits_for(self.depth + 1)
    }

    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }

    /// A mask of all lanes.
    pub fn all_lanes(&self) -> u32 {
        u32::MAX >> (LANES - self.lanes)
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a write is offered
        push_valid: bool = 1;
        /// its entry
        push_entry: u16 = params.entry_bits;
        /// lanes to write
        push_lane_mask: u32 = params.lanes;
        /// 32 bits a lane, lane 0 lowest
        push_data: WarpRegister = params.lane_bits, times params.lanes;
        /// takes the oldest write out
        drain: bool = 1;
        /// entry to look up
        lookup_entry: u16 = params.entry_bits;
        /// reads its write
        read: bool = 1;
        /// frees its write
        cancel: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the push merges, or a place is unused
        push_ready: bool = 1;
        /// buffered writes
        count: u8 = params.count_bits();
        /// a write waits
        oldest_valid: bool = 1;
        /// entry of the oldest
        oldest_entry: u16 = params.entry_bits, under oldest_valid;
        /// a write of the looked-up entry waits
        hit: bool = 1;
        /// lanes that it writes
        hit_lanes: u32 = params.lanes, under hit;
        /// the cycle before was a drain, or a read that hit
        data_valid: bool = 1;
        /// lanes of that write
        data_lanes: u32 = params.lanes, under data_valid;
        /// its data; other lanes are zero
        data: WarpRegister = params.lane_bits, times params.lanes, under data_valid;
    }
}

impl Unit for SttWriteBuffer {
    const NAME: &'static str = "stt_write_buffer";
    const SUMMARY: &'static str = "writes that an STT-RAM bank merges, reads and drains";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "gpu.registers", "stt.buffered_writes"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params {
            depth: Stt::from(config).buffered_writes,
            entry_bits: bits_for(config.gpu().bank_entries()),
            lanes: LANES,
            lane_bits: 32,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, ["rf_stt_write_buffer", "rf_stt_write_memory"])
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
