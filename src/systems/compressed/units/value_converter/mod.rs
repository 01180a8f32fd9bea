#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::compressed::config::Compression;
use crate::units::{Fault, Unit};

pub struct ValueConverter;

/// Parameters of the converter.
#[derive(Clone, Debug)]
pub struct Params {
    /// Lanes, 1 to 32.
    pub lanes: usize,
    /// Whether narrow formats have subnormal codes; without them, these codes read as zero.
    pub subnormals: bool,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// slices of each code, 2 to 8, which select the format of all lanes
        slices: u8 = 4;
        /// codes, each in the low bits of its lane, lane 0 lowest
        data: WarpRegister = 32, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// converted numbers in binary32, lane 0 lowest
        data: WarpRegister = 32, times params.lanes;
    }
}

impl Unit for ValueConverter {
    const NAME: &'static str = "value_converter";
    const SUMMARY: &'static str = "converts the narrow floats of a warp register to binary32";
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

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
