#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{RegisterSet, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::expanded::config::{Expanded, Queue};
use crate::units::{Fault, Unit};

/// The unit.
pub struct RegisterPrefetcher;

/// Most pairs of lines, by the bound of `expars.cache_lines`.
const MAX_PAIRS: usize = 32;

/// Parameters of the prefetcher.
#[derive(Clone, Debug)]
pub struct Params {
    /// Warp slots of the SM, 1 to 64.
    pub warps: usize,
    /// Registers of a thread that a vector can name.
    pub registers: usize,
    /// Bits of a thread's register number, 8; fewer only in proofs.
    pub reg_bits: usize,
    /// Lines of the operand cache, a power of two.
    pub lines: usize,
    /// Which warp goes next.
    pub queue: Queue,
    /// Warps that go before one that came earlier, at most.
    pub max_passed: u8,
}

impl Params {
    /// Bits of a warp slot's number.
    pub fn warp_bits(&self) -> usize {
        bits_for(self.warps)
    }

    /// Bits of a number of warps.
    pub fn count_bits(&self) -> usize {
        bits_for(self.warps + 1)
    }

    /// Bits of a line's number.
    pub fn line_bits(&self) -> usize {
        bits_for(self.lines)
    }

    /// Bits of a register's number beside those of its remainder.
    pub fn upper_bits(&self) -> usize {
        self.reg_bits - self.line_bits()
    }

    /// Bits of a number of warps that were passed.
    pub fn passed_bits(&self) -> usize {
        bits_for(usize::from(self.max_passed) + 1)
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit n is warp slot n, register n, or remainder n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a warp's next bundle
        bundle_valid: bool = 1;
        /// the bundle's warp
        bundle_warp: u8 = params.warp_bits();
        /// registers that it reads or writes
        bundle_set: RegisterSet = params.registers;
        /// the warp is one of a mix CTA
        bundle_mix: bool = 1;
        /// first register in the scratchpad
        spilled_from: u8 = params.reg_bits;
        /// warps whose bundle has ended
        released: u64 = params.warps;
        /// registers that are in the cache
        present: u64 = params.lines;
        /// the claim is accepted
        claimed: bool = 1;
        /// a line fills
        filling: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit n is warp slot n, or element n remainder n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// the bundle has no register in the scratchpad
        bundle_none: bool = 1;
        /// warps that hold their bundle
        holds: u64 = params.warps;
        /// asks the cache for present registers, and pins them
        pin: bool = 1;
        /// warp of the registers to pin
        pin_warp: u8 = params.warp_bits();
        /// registers to pin, by remainder
        pin_wanted: u64 = params.lines, under pin;
        /// number div CacheLines of each, two to an element
        pin_upper: [u16; MAX_PAIRS] = 2 * params.upper_bits(), times params.lines / 2, under pin;
        /// asks the cache for a line
        claim: bool = 1;
        /// warp of the register that needs a line
        claim_warp: u8 = params.warp_bits();
        /// the register
        claim_reg: u8 = params.reg_bits, under claim;
        /// warps that wait in the queue
        queued: u8 = params.count_bits();
        /// a warp waits, or its registers are fetched
        busy: bool = 1;
    }
}

impl Unit for RegisterPrefetcher {
    const NAME: &'static str = "register_prefetcher";
    const SUMMARY: &'static str =
        "fetches the registers of a warp's next bundle from the scratchpad";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.warps",
        "expars.max_registers",
        "expars.cache_lines",
        "expars.queue",
        "expars.max_passed",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let expanded = Expanded::from(config);
        Params {
            warps: config.gpu().warps,
            registers: expanded.max_registers,
            reg_bits: 8,
            lines: expanded.cache_lines,
            queue: expanded.queue,
            max_passed: expanded.max_passed,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
