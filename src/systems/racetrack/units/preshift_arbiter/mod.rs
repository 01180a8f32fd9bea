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
    /// A power of two, 2 to 32.
    pub banks: usize,
}

ports! {
    /// Inputs of a cycle; bit b is bank b.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// banks with a request
        request: u32 = params.banks;
        /// banks whose head lies under their request's offset
        aligned: u32 = params.banks;
        /// banks that an earlier write still holds
        busy: u32 = params.banks;
        /// only aligned banks compete for grants
        aligned_only: bool = 1;
        /// idle banks may shift
        preshift_en: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle; bit b is bank b.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// banks that need no grant to shift
        preshift: u32 = params.banks;
    }
}

impl Unit for PreshiftArbiter {
    const NAME: &'static str = "preshift_arbiter";
    const SUMMARY: &'static str = "which banks shift towards their next request without a grant";
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
