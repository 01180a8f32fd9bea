#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use stim::masks;

use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::compressed::indirection::{Indirection, SLICES};
use crate::units::{Fault, Unit};

pub struct ValueExtractor;

/// Parameters of the extractor.
#[derive(Clone, Debug)]
pub struct Params {
    /// Lanes, 1 to 32.
    pub lanes: usize,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// slices that the value fills: element 0 in part 0, element 1 in part 1
        masks: [u8; 2] = SLICES, times 2;
        /// the data hold part 1 of the value, not part 0
        part: bool = 1;
        /// the value is sign extended, not zero extended
        signed: bool = 1;
        /// physical register that holds the part, 32 bits a lane, lane 0 lowest
        data: WarpRegister = 32, times params.lanes;
    }
}

impl In {
    /// Layout of the value, with arbitrary register numbers.
    fn placed(&self) -> Indirection {
        Indirection { registers: [0, 1], masks: self.masks, signed: self.signed, float: false }
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// slices of the value that the part holds, to be ORed with the other part
        data: WarpRegister = 32, times params.lanes;
    }
}

impl Unit for ValueExtractor {
    const NAME: &'static str = "value_extractor";
    const SUMMARY: &'static str = "gathers a packed value's slices from a physical register";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(_: &Config) -> Params {
        Params { lanes: LANES }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
