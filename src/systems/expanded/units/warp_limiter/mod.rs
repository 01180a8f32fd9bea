#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

/// The unit.
pub struct WarpLimiter;

/// Parameters of the limiter.
#[derive(Clone, Debug)]
pub struct Params {
    /// Warp slots of the SM, 1 to 64.
    pub warps: usize,
    /// Bits of an instruction count, 32; fewer only in proofs.
    pub count_bits: usize,
}

impl Params {
    /// Bits of a number of warps.
    pub fn active_bits(&self) -> usize {
        bits_for(self.warps + 1)
    }

    /// Bits of the low part of a subtraction. Its borrow reaches the high part a cycle later.
    pub fn low_bits(&self) -> usize {
        self.count_bits.div_ceil(4)
    }

    /// Bits of the count of all warps' instructions.
    pub fn total_bits(&self) -> usize {
        self.count_bits + bits_for(self.warps)
    }
}

ports! {
    /// Inputs of a cycle. Bit n of a vector belongs to warp slot n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a kernel starts: all counts are cleared
        begin: bool = 1;
        /// bit n: warp slot n issues an instruction
        issued: u64 = params.warps;
        /// bit n: warp slot n ends
        ended: u64 = params.warps;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// maximum number of active warps
        active: u8 = params.active_bits();
        /// the maximum is W_Opt
        limited: bool = 1;
        /// W_Opt is being computed
        divides: bool = 1;
    }
}

impl Unit for WarpLimiter {
    const NAME: &'static str = "warp_limiter";
    const SUMMARY: &'static str = "limits the number of active warps by counted instructions";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.warps"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { warps: config.gpu().warps, count_bits: 32 }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
