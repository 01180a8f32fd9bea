#![doc = include_str!("contract.md")]

mod disturbance;
mod faults;
mod model;
mod rtl;
mod stim;

pub use disturbance::Disturbance;
pub use model::Model;
pub use rtl::design_as;

use super::restore_selector::{self, Op, RestoreSelector};
use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

pub struct SttArray;

/// Parameters of the STT-RAM array.
#[derive(Clone, Debug)]
pub struct Params {
    /// Number of warp registers, 1 to 4096.
    pub entries: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
    /// Stored ones that fall to zero when they are read.
    pub disturbance: Disturbance,
    /// Parameters of the restore selector that gives the operations.
    pub selector: restore_selector::Params,
}

impl Params {
    pub fn entry_bits(&self) -> usize {
        bits_for(self.entries)
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
        /// Idle 0, Read 1, Write 2, Reverse 3, Selective 4, Direct 5
        op: Op = Op::BITS;
        /// last cycle of the operation, in which it takes effect
        last: bool = 1;
        /// entry of the operation
        entry: u16 = params.entry_bits();
        /// the latch and the lane mask are loaded for a write
        load: bool = 1;
        /// bit n: lane n is written
        lane_mask: u32 = params.lanes;
        /// data to write, lane 0 lowest
        write_data: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the previous cycle was the last of a read
        read_valid: bool = 1;
        /// data of the last read or reverse read, lane 0 lowest
        read_data: WarpRegister = params.lane_bits, times params.lanes, under read_valid;
        /// the previous cycle was the last of a reverse read
        sensed: bool = 1;
        /// the reverse read did not give all ones of the latch
        disturbed: bool = 1, under sensed;
    }
}

impl Unit for SttArray {
    const NAME: &'static str = "stt_array";
    const SUMMARY: &'static str = "storage of an STT-RAM bank; a read may flip stored bits";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.registers",
        "stt.read_cycles",
        "stt.write_cycles",
        "stt.disturb",
        "stt.node_nm",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params {
            entries: config.gpu().bank_entries(),
            lanes: LANES,
            lane_bits: 32,
            disturbance: Disturbance::from(config),
            selector: RestoreSelector::params(config),
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, ["rf_stt_array", "rf_stt_cells"])
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
