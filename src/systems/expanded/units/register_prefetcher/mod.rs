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

/// Maximum number of pairs of lines, from the upper bound of `expars.cache_lines`.
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
    /// Which warp of the queue has the next turn.
    pub queue: Queue,
    /// Maximum number of later warps in a row that pass the longest waiting one.
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

    /// Bits of a register number above its remainder modulo `lines`.
    pub fn upper_bits(&self) -> usize {
        self.reg_bits - self.line_bits()
    }

    /// Bits of a count up to `max_passed`.
    pub fn passed_bits(&self) -> usize {
        bits_for(usize::from(self.max_passed) + 1)
    }
}

ports! {
    /// Inputs of a cycle. Bit n of a vector belongs to warp slot n, register n or remainder n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a warp presents its next bundle
        bundle_valid: bool = 1;
        /// warp slot of the bundle
        bundle_warp: u8 = params.warp_bits();
        /// bit n: the bundle reads or writes register n
        bundle_set: RegisterSet = params.registers;
        /// the warp of the bundle belongs to a mix CTA
        bundle_mix: bool = 1;
        /// first register of a mix CTA's thread in the scratchpad
        spilled_from: u8 = params.reg_bits;
        /// bit n: warp slot n releases its bundle
        released: u64 = params.warps;
        /// bit n: the wanted register of remainder n is cached
        present: u64 = params.lines;
        /// the claim of a line is accepted
        claimed: bool = 1;
        /// a cache line is filling
        filling: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle. Bit n of a vector belongs to warp slot n or remainder n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// the bundle has no register in the scratchpad
        bundle_none: bool = 1;
        /// bit n: warp slot n holds its bundle
        holds: u64 = params.warps;
        /// the cache must pin the wanted registers that it has
        pin: bool = 1;
        /// warp slot of the registers to pin
        pin_warp: u8 = params.warp_bits();
        /// bit n: a register with remainder n is to be pinned
        pin_wanted: u64 = params.lines, under pin;
        /// register number div CacheLines, two to an element
        pin_upper: [u16; MAX_PAIRS] = 2 * params.upper_bits(), times params.lines / 2, under pin;
        /// a cache line is claimed
        claim: bool = 1;
        /// warp slot of the register that needs a line
        claim_warp: u8 = params.warp_bits();
        /// register that needs a line
        claim_reg: u8 = params.reg_bits, under claim;
        /// number of warps in the queue
        queued: u8 = params.count_bits();
        /// a warp is queued, or its registers are being fetched
        busy: bool = 1;
    }
}

impl Unit for RegisterPrefetcher {
    const NAME: &'static str = "register_prefetcher";
    const SUMMARY: &'static str =
        "prefetches the registers of a warp's next bundle from the scratchpad";
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
