#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use super::{Stimulus, Unit};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;

pub struct RequestArbiter;

/// What shapes the arbiter.
#[derive(Clone, Debug)]
pub struct Params {
    /// A power of two, 2 to 32.
    pub banks: usize,
    /// Banks that may be busy in a cycle, 2 to 32.
    pub max_banks: usize,
}

ports! {
    /// Inputs of a cycle; bit b is bank b.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// banks with a request
        request: u32 = params.banks;
        /// banks whose head lies under their request's offset
        aligned: u32 = params.banks;
        /// banks that an earlier write still holds
        busy: u32 = params.banks;
        /// only aligned banks compete
        aligned_only: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle; bit b is bank b.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// banks that are granted
        grant: u32 = params.banks;
    }
}

impl Unit for RequestArbiter {
    const NAME: &'static str = "request_arbiter";
    const SUMMARY: &'static str = "which banks read, write or shift for a request in a cycle";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "racetrack.max_banks"];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        Params { banks: config.gpu.banks, max_banks: config.racetrack.max_banks }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::NAME, "rf_request_arbiter")
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }
}
