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
    /// 1 to 32.
    pub lanes: usize,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// slices that part 0, low, and part 1 fill, a bit each
        masks: [u8; 2] = SLICES, times 2;
        /// which part of the value the data hold
        part: bool = 1;
        /// the value is extended by its top bit, not by zeros
        signed: bool = 1;
        /// data of the part's physical register
        data: WarpRegister = 32, times params.lanes;
    }
}

impl In {
    /// The value's place, in any two registers.
    fn placed(&self) -> Indirection {
        Indirection { registers: [0, 1], masks: self.masks, signed: self.signed, float: false }
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// the part's share of the value, to be merged by OR
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
