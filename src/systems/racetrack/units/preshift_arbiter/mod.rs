#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

pub struct PreshiftArbiter;

/// Parameters of the arbiter.
#[derive(Clone, Debug)]
pub struct Params {
    /// Number of banks, a power of two from 2 to 32.
    pub banks: usize,
}

ports! {
    /// Inputs of a cycle; bit b of a vector is bank b.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// bit b: bank b has a request
        request: u32 = params.banks;
        /// bit b: the head of bank b is at the offset of its request
        aligned: u32 = params.banks;
        /// bit b: an earlier write still holds bank b
        busy: u32 = params.banks;
        /// only aligned banks compete for grants
        aligned_only: bool = 1;
        /// banks without a grant may shift
        preshift_en: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle; bit b of a vector is bank b.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit b: bank b shifts without a grant
        preshift: u32 = params.banks;
    }
}

impl Unit for PreshiftArbiter {
    const NAME: &'static str = "preshift_arbiter";
    const SUMMARY: &'static str = "selects the idle banks that shift ahead to their next request";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { banks: config.gpu().banks }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
