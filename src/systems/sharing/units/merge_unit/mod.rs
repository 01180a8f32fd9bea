#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::{Job, Model};

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sharing::config::{MergeRule, Sharing};
use crate::systems::sharing::units::registers::Registers;
use crate::units::{Fault, Unit};

pub struct MergeUnit;

/// Maximum registers that a job reads.
pub const SOURCES: usize = 2;

/// Cycles without progress after which a job is urgent.
pub const PATIENCE: u8 = 16;

/// Parameters of the unit.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Bits of a physical register number.
    pub phys_bits: usize,
    /// Lanes of a register, a power of two; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
    /// Whether merges shift and OR without masks.
    pub plain: bool,
}

impl Params {
    /// Bits of a lane number.
    pub fn index_bits(&self) -> usize {
        bits_for(self.lanes)
    }

    /// Bits of a signed shift by lanes.
    pub fn shift_bits(&self) -> usize {
        self.index_bits() + 1
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
        /// a job begins
        start: bool = 1;
        /// the job is a copy of register a
        copy: bool = 1;
        /// first lane of the result
        first: u8 = params.index_bits();
        /// last lane of the result
        last: u8 = params.index_bits();
        /// last lane that comes from register a
        split: u8 = params.index_bits();
        /// physical register a
        a_phys: u16 = params.phys_bits;
        /// lane i of the result is lane i + a_shift of a, signed
        a_shift: u8 = params.shift_bits();
        /// physical register b
        b_phys: u16 = params.phys_bits;
        /// lane i of the result is lane i + b_shift of b, signed
        b_shift: u8 = params.shift_bits();
        /// physical register that gets the result
        dest_phys: u16 = params.phys_bits;
        /// the read is accepted
        read_ready: bool = 1;
        /// the read of a source is answered
        rsp_valid: bool = 1;
        /// value of the source, lane 0 in the lowest bits
        rsp_data: WarpRegister = params.lane_bits, times params.lanes;
        /// the write is accepted
        write_ready: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// a job is in flight
        busy: bool = 1;
        /// bit 0, 1: register a, b is held, because its read is not answered yet
        held: u8 = SOURCES;
        /// physical registers a and b of the job
        held_phys: [u16; SOURCES] = params.phys_bits, times SOURCES, under busy;
        /// bit 0, 1: register a, b is held in the next cycle
        hold: u8 = SOURCES;
        /// physical registers a and b; 0 if not held in the next cycle
        hold_phys: [u16; SOURCES] = params.phys_bits, times SOURCES;
        /// the read of a source is offered
        read_valid: bool = 1;
        /// physical register to read
        read_phys: u16 = params.phys_bits, under read_valid;
        /// the write of the result is offered
        write_valid: bool = 1;
        /// physical register to write
        write_phys: u16 = params.phys_bits, under write_valid;
        /// result, all lanes, lane 0 in the lowest bits
        write_data: WarpRegister = params.lane_bits, times params.lanes, under write_valid;
        /// the job has waited 16 cycles for a read, an answer or the write
        urgent: bool = 1;
    }
}

impl Unit for MergeUnit {
    const NAME: &'static str = "merge_unit";
    const SUMMARY: &'static str = "merges two registers into one, or copies one register";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "gpu.registers", "sharing.merge_rule"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let phys_bits = Registers::from(config).phys_bits();
        let plain = Sharing::from(config).merge_rule == MergeRule::Plain;
        Params { phys_bits, lanes: LANES, lane_bits: 32, plain }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
