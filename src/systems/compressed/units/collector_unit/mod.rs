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

/// Maximum operand slots, the upper bound of `gpu.operand_slots`.
pub const MAX_SLOTS: usize = 4;

/// Parameters of the collector unit.
#[derive(Clone, Debug)]
pub struct Params {
    /// Operand slots, 2 to 4.
    pub slots: usize,
    /// Lanes of a register: 32; fewer only in proofs.
    pub lanes: usize,
    /// Bits per lane: 32; fewer only in proofs.
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
    /// Inputs of a cycle. In vectors, bit s is slot s.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// bit s: the lookup for slot s is accepted, which claims the slot
        claim: u8 = params.slots;
        /// bit s: the table entry for slot s arrives
        located: u8 = params.slots;
        /// table entry for each slot
        entry: [u32; MAX_SLOTS] = 32, times params.slots;
        /// the requested part is granted and will arrive
        grant: bool = 1;
        /// a part arrives
        part_valid: bool = 1;
        /// slot of the arriving part
        part_slot: u8 = params.slot_bits();
        /// the arriving part is the last one of its operand
        part_last: bool = 1;
        /// data of the arriving part, extended and in place
        part: WarpRegister = params.lane_bits, times params.lanes;
        /// a converter takes the offered operand
        convert_grant: bool = 1;
        /// a converted operand comes back
        converted_valid: bool = 1;
        /// slot of the converted operand
        converted_slot: u8 = params.slot_bits();
        /// converted operand in binary32
        converted: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// a part is requested
        req_valid: bool = 1;
        /// slot of the requested part
        req_slot: u8 = params.slot_bits(), under req_valid;
        /// table entry of the requested part
        req_entry: u32 = 32, under req_valid;
        /// the requested part is part 1
        req_second: bool = 1, under req_valid;
        /// the requested part is the last one of its operand
        req_last: bool = 1, under req_valid;
        /// an operand is offered to a converter
        convert_valid: bool = 1;
        /// slot of the offered operand
        convert_slot: u8 = params.slot_bits(), under convert_valid;
        /// slices of each code in the offered operand, 2 to 7
        convert_slices: u8 = 4, under convert_valid;
        /// codes of the offered operand, one per lane
        convert_data: WarpRegister = params.lane_bits, times params.lanes, under convert_valid;
        /// a converted operand may come back in this cycle
        converted_ready: bool = 1;
        /// an operand is answered
        rsp_valid: bool = 1;
        /// slot of the answered operand
        rsp_slot: u8 = params.slot_bits(), under rsp_valid;
        /// value of the answered operand
        rsp_data: WarpRegister = params.lane_bits, times params.lanes, under rsp_valid;
    }
}

impl Unit for CollectorUnit {
    const NAME: &'static str = "collector_unit";
    const SUMMARY: &'static str =
        "collects the packed operands of an instruction: locates, reads and merges their parts";
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
