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
use crate::units::{Fault, Unit};

pub struct DomainArrayPhysical;

impl Unit for DomainArrayPhysical {
    const NAME: &'static str = "domain_array_physical";
    const SUMMARY: &'static str =
        "storage of a racetrack bank as shifting wires, domain by domain (reference model)";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = domain_array::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        domain_array::params(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
