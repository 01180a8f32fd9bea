#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::in_stages;

use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::compressed::config::Compression;
use crate::systems::compressed::indirection::{Indirection, SLICES};
use crate::units::{Fault, Unit};

pub struct ValueTruncator;

/// Parameters of the truncator.
#[derive(Clone, Debug)]
pub struct Params {
    /// Lanes, 1 to 32; the model has 32.
    pub lanes: usize,
    /// Whether narrow formats have subnormal codes; without them, results below the smallest normal
    /// number become zero.
    pub subnormals: bool,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// the results are binary32 numbers, not integers
        float: bool = 1;
        /// slices that the value fills: element 0 in register 0, element 1 in register 1
        masks: [u8; 2] = SLICES, times 2;
        /// results to pack, 32 bits a lane, lane 0 lowest
        data: WarpRegister = 32, times params.lanes;
    }
}

ports! {
    /// Inputs that the staged truncator has beside those of the combinational one.
    pub struct StageIn(params: &Params) -> Direction::Input {
        /// clock
        clk: bool = 1;
        /// stage 1 takes a new value
        decode: bool = 1;
        /// stage 2 takes the rounded value of stage 1
        round: bool = 1;
    }
}

impl In {
    /// Layout of the value, with arbitrary register numbers.
    fn placed(&self) -> Indirection {
        Indirection { registers: [0, 1], masks: self.masks, signed: false, float: self.float }
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// slices to write: element 0 in register 0, element 1 in register 1
        masks: [u8; 2] = SLICES, times 2;
        /// data for register 0 (element 0) and register 1 (element 1)
        data: [WarpRegister; 2] = 32 * params.lanes, times 2;
    }
}

impl Unit for ValueTruncator {
    const NAME: &'static str = "value_truncator";
    const SUMMARY: &'static str = "rounds results to narrow floats and places them in their slices";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["compression.subnormals"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { lanes: LANES, subnormals: Compression::from(config).subnormals }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
