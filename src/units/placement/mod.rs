#![doc = include_str!("contract.md")]

mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use super::{Stimulus, Unit};
use crate::bits::bits_for;
use crate::config::{self, Config};
use crate::emit::Design;
use crate::error::Result;
use crate::ports;

pub struct Placement;

/// What shapes the placement.
#[derive(Clone, Debug)]
pub struct Params {
    pub placement: config::Placement,
    /// A power of two.
    pub banks: usize,
    pub warps: usize,
    /// Entries of a bank.
    pub entries: usize,
}

impl Params {
    /// Bits of a thread's register number.
    pub const REG_BITS: usize = 8;
    /// Bits of a number of registers, 1 to 256.
    pub const REGS_BITS: usize = 9;

    pub fn warp_bits(&self) -> usize {
        bits_for(self.warps)
    }

    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }

    pub fn entry_bits(&self) -> usize {
        bits_for(self.entries)
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// registers of a thread of the running kernel, 1 to 256
        regs_per_thread: u16 = Params::REGS_BITS;
        /// warp slot
        warp: u8 = params.warp_bits();
        /// register of the thread
        reg: u8 = Params::REG_BITS;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bank that holds it
        bank: u8 = params.bank_bits();
        /// entry of that bank
        entry: u16 = params.entry_bits();
    }
}

impl Unit for Placement {
    const NAME: &'static str = "placement";
    const SUMMARY: &'static str = "which bank and entry hold a warp's register";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] =
        &["gpu.banks", "gpu.warps", "gpu.placement", "racetrack.positions"];

    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Scenarios = stim::Scenarios;

    fn params(config: &Config) -> Params {
        Params {
            placement: config.gpu.placement,
            banks: config.gpu.banks,
            warps: config.gpu.warps,
            entries: config.racetrack.positions,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::NAME, "rf_placement")
    }

    fn stimulus(params: &Params, seed: u64) -> Box<dyn Stimulus<Self>> {
        Box::new(stim::Random::new(params, seed))
    }

    fn scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }
}
