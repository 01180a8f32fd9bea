#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use super::domain_array::{In, Out, Params};
pub use model::Model;

use super::domain_array;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::units::{Fault, Stimulus, Unit};

pub struct DomainArrayPhysical;

impl Unit for DomainArrayPhysical {
    const NAME: &'static str = "domain_array_physical";
    const SUMMARY: &'static str =
        "racetrack storage of a bank as wires that really shift (reference)";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = domain_array::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = domain_array::Scenarios;

    fn params(config: &Config) -> Params {
        domain_array::params(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> domain_array::Scenarios {
        domain_array::scenarios(inputs, outputs)
    }

    fn reachable(params: &Params) -> domain_array::Scenarios {
        domain_array::reachable(params)
    }
}
