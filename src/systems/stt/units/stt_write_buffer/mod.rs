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

/// Parameters of the write buffer.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Number of buffered writes, 1 to 8.
    pub depth: usize,
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
}

impl Params {
    /// Bits of the number of buffered writes, 0 to `depth`.
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
        /// entry of the offered write
        push_entry: u16 = params.entry_bits;
        /// bit n: lane n is written by the offered write
        push_lane_mask: u32 = params.lanes;
        /// data of the offered write, lane 0 lowest
        push_data: WarpRegister = params.lane_bits, times params.lanes;
        /// the oldest write is removed
        drain: bool = 1;
        /// entry to look up
        lookup_entry: u16 = params.entry_bits;
        /// the buffered write of the looked-up entry is read
        read: bool = 1;
        /// the buffered write of the looked-up entry is freed
        cancel: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the offered write merges, or a place is free
        push_ready: bool = 1;
        /// number of buffered writes
        count: u8 = params.count_bits();
        /// at least one write is buffered
        oldest_valid: bool = 1;
        /// entry of the oldest buffered write
        oldest_entry: u16 = params.entry_bits, under oldest_valid;
        /// a write of the looked-up entry is buffered
        hit: bool = 1;
        /// bit n: the write that hits writes lane n
        hit_lanes: u32 = params.lanes, under hit;
        /// the previous cycle was a drain, or a read that hit
        data_valid: bool = 1;
        /// bit n: the drained or read write writes lane n
        data_lanes: u32 = params.lanes, under data_valid;
        /// data of the drained or read write; other lanes zero
        data: WarpRegister = params.lane_bits, times params.lanes, under data_valid;
    }
}

impl Unit for SttWriteBuffer {
    const NAME: &'static str = "stt_write_buffer";
    const SUMMARY: &'static str =
        "write buffer of an STT-RAM bank: merges writes, answers reads, drains to the array";
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
