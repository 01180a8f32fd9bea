#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::{Conversion, Model, Part, Request};

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

pub struct CollectorUnit;

/// Most operand slots, the bound of `gpu.operand_slots`.
pub const MAX_SLOTS: usize = 4;

/// Parameters of the collector unit.
#[derive(Clone, Debug)]
pub struct Params {
    /// Operand slots, 2 to 4.
    pub slots: usize,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
}

impl Params {
    pub fn slot_bits(&self) -> usize {
        bits_for(self.slots)
    }

    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit s is slot s.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// slots whose register's lookup is accepted
        claim: u8 = params.slots;
        /// slots whose entry comes
        located: u8 = params.slots;
        /// the entries
        entry: [u32; MAX_SLOTS] = 32, times params.slots;
        /// the part that is asked for will come
        grant: bool = 1;
        /// a part comes
        part_valid: bool = 1;
        /// its slot
        part_slot: u8 = params.slot_bits();
        /// with it the slot's operand is whole
        part_last: bool = 1;
        /// the part, extended
        part: WarpRegister = params.lane_bits, times params.lanes;
        /// a converter takes the operand that is offered
        convert_grant: bool = 1;
        /// an operand comes back converted
        converted_valid: bool = 1;
        /// its slot
        converted_slot: u8 = params.slot_bits();
        /// its value
        converted: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// a part is asked for
        req_valid: bool = 1;
        /// slot of the requested part
        req_slot: u8 = params.slot_bits(), under req_valid;
        /// its entry of the indirection table
        req_entry: u32 = 32, under req_valid;
        /// the second part
        req_second: bool = 1, under req_valid;
        /// with it the slot's operand is whole
        req_last: bool = 1, under req_valid;
        /// an operand is offered to a converter
        convert_valid: bool = 1;
        /// its slot
        convert_slot: u8 = params.slot_bits(), under convert_valid;
        /// slices of its format, 2 to 7
        convert_slices: u8 = 4, under convert_valid;
        /// its code in every lane
        convert_data: WarpRegister = params.lane_bits, times params.lanes, under convert_valid;
        /// a converted operand can be answered
        converted_ready: bool = 1;
        /// an operand is answered
        rsp_valid: bool = 1;
        /// its slot
        rsp_slot: u8 = params.slot_bits(), under rsp_valid;
        /// its value
        rsp_data: WarpRegister = params.lane_bits, times params.lanes, under rsp_valid;
    }
}

impl Unit for CollectorUnit {
    const NAME: &'static str = "collector_unit";
    const SUMMARY: &'static str = "collects packed operands: where they lie, and their parts";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.operand_slots"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { slots: config.gpu().operand_slots, lanes: LANES, lane_bits: 32 }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
