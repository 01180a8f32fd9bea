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
    /// A power of two, 2 to 32.
    pub banks: usize,
}

impl Params {
    /// Bits of a bank's number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }
}

/// Registers: one for each channel, reads first.
const REGISTERS: usize = READ_PORTS + WRITE_PORTS;

ports! {
    /// Inputs of a cycle; bit or element n of the first four is channel n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// reads that are offered
        read_valid: u8 = READ_PORTS;
        /// their banks
        read_bank: [u8; READ_PORTS] = params.bank_bits(), times READ_PORTS;
        /// writes that are offered
        write_valid: u8 = WRITE_PORTS;
        /// their banks
        write_bank: [u8; WRITE_PORTS] = params.bank_bits(), times WRITE_PORTS;
        /// banks that would accept a read; bit b is bank b
        bank_read_ready: u32 = params.banks;
        /// banks that would accept a write
        bank_write_ready: u32 = params.banks;
    }
}

ports! {
    /// Outputs of a cycle; bit or element n is channel n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// reads that would be accepted
        read_ready: u8 = READ_PORTS;
        /// writes that would be accepted
        write_ready: u8 = WRITE_PORTS;
        /// bank that is offered each held read, as a bit
        read_offer: [u32; READ_PORTS] = params.banks, times READ_PORTS;
        /// bank that is offered each held write
        write_offer: [u32; WRITE_PORTS] = params.banks, times WRITE_PORTS;
        /// banks of held requests; bit b is bank b
        waiting: u32 = params.banks;
    }
}

impl Unit for RequestStage {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str =
        "registers between channels and banks, which keep each bank's order";
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
