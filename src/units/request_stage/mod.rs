#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub(super) use rtl::MODULE;

use super::Unit;
use super::channels::{READ_PORTS, WRITE_PORTS};
use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::Fault;

/// The unit.
pub struct RequestStage;

const NAME: &str = "request_stage";
const CONTRACT: &str = include_str!("contract.md");

/// Parameters of the stage.
#[derive(Clone, Debug)]
pub struct Params {
    /// Number of banks: a power of two, 2 to 32.
    pub banks: usize,
}

impl Params {
    /// Bits of a bank's number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }
}

/// Number of registers: one for each channel, read channels first.
const REGISTERS: usize = READ_PORTS + WRITE_PORTS;

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// bit n: read channel n offers a read
        read_valid: u8 = READ_PORTS;
        /// bank of each read channel's read
        read_bank: [u8; READ_PORTS] = params.bank_bits(), times READ_PORTS;
        /// bit n: write channel n offers a write
        write_valid: u8 = WRITE_PORTS;
        /// bank of each write channel's write
        write_bank: [u8; WRITE_PORTS] = params.bank_bits(), times WRITE_PORTS;
        /// bit n: bank n can accept a read
        bank_read_ready: u32 = params.banks;
        /// bit n: bank n can accept a write
        bank_write_ready: u32 = params.banks;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit n: read channel n is ready
        read_ready: u8 = READ_PORTS;
        /// bit n: write channel n is ready
        write_ready: u8 = WRITE_PORTS;
        /// per channel: one-hot bank that is offered its read
        read_offer: [u32; READ_PORTS] = params.banks, times READ_PORTS;
        /// per channel: one-hot bank that is offered its write
        write_offer: [u32; WRITE_PORTS] = params.banks, times WRITE_PORTS;
        /// bit n: a request of bank n is held
        waiting: u32 = params.banks;
    }
}

impl Unit for RequestStage {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str =
        "request registers between channels and banks; requests stay in order per bank";
    const CONTRACT: &'static str = CONTRACT;
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

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        Ok(vec![rtl::in_order()?])
    }
}
