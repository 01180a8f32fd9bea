#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use super::{Parameters, Unit};
use crate::bits::bits_for;
use crate::config::{self, Config};
use crate::emit::Design;
use crate::error::Result;
use crate::ports;
use crate::units::Fault;
use std::marker::PhantomData;

/// The unit. `S` takes its parameters from a system's configuration.
pub struct Placement<S>(PhantomData<fn() -> S>);

impl<S> Placement<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: Placement<S> = Placement(PhantomData);
}

const NAME: &str = "placement";
const CONTRACT: &str = include_str!("contract.md");

/// Parameters of the placement.
#[derive(Clone, Debug)]
pub struct Params {
    /// Rule that spreads registers over banks: swizzled, linear or GPGPU-Sim's.
    pub placement: config::Placement,
    /// Number of banks, a power of two.
    pub banks: usize,
    /// Warp slots of the SM.
    pub warps: usize,
    /// Number of entries of a bank.
    pub entries: usize,
}

impl Params {
    /// Bits of a thread's register number.
    pub const REG_BITS: usize = 8;
    /// Bits of a number of registers, 1 to 256.
    pub const REGS_BITS: usize = 9;

    /// Bits of a warp slot's number.
    pub fn warp_bits(&self) -> usize {
        bits_for(self.warps)
    }

    /// Bits of a bank's number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }

    /// Bits of an entry's number.
    pub fn entry_bits(&self) -> usize {
        bits_for(self.entries)
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// registers per thread of the running kernel, 1 to 256
        regs_per_thread: u16 = Params::REGS_BITS;
        /// warp slot of the register
        warp: u8 = params.warp_bits();
        /// number of the register in its thread
        reg: u8 = Params::REG_BITS;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bank that holds the register
        bank: u8 = params.bank_bits();
        /// entry of the bank that holds the register
        entry: u16 = params.entry_bits();
    }
}

impl<S: Parameters<Params>> Unit for Placement<S> {
    const NAME: &'static str = NAME;
    const SUMMARY: &'static str = "computes the bank and entry of a warp's register";
    const CONTRACT: &'static str = CONTRACT;
    const KEYS: &'static [&'static str] = S::KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        S::of(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, "rf_placement")
    }
}
