#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::{design_as, searches_as};

use super::{Parameters, Unit};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::Fault;
use std::marker::PhantomData;

/// The unit. `S` takes its parameters from a system's configuration.
pub struct RequestArbiter<S>(PhantomData<fn() -> S>);

impl<S> RequestArbiter<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: RequestArbiter<S> = RequestArbiter(PhantomData);
}

const NAME: &str = "request_arbiter";
const CONTRACT: &str = include_str!("contract.md");

/// Parameters of the arbiter.
#[derive(Clone, Debug)]
pub struct Params {
    /// Number of banks: a power of two, 2 to 32.
    pub banks: usize,
    /// Maximum number of busy banks in a cycle, 2 to 32.
    pub max_banks: usize,
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// bit n: bank n has a request
        request: u32 = params.banks;
        /// bit n: the head of bank n is at its request's offset
        aligned: u32 = params.banks;
        /// bit n: an earlier write still holds bank n
        busy: u32 = params.banks;
        /// only aligned banks compete
        aligned_only: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit n: bank n is granted
        grant: u32 = params.banks;
    }
}

impl<S: Parameters<Params>> Unit for RequestArbiter<S> {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str =
        "selects the banks that read, write or shift for a request in each cycle";
    const CONTRACT: &'static str = CONTRACT;
    const KEYS: &'static [&'static str] = S::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        S::of(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, "rf_request_arbiter")
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
