#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::expanded::config::Expanded;
use crate::systems::expanded::units::register_allocation_table::REGISTER_BYTES;
use crate::units::{Fault, Unit};

/// The unit.
pub struct Scratchpad;

/// Parameters of the scratchpad.
#[derive(Clone, Debug)]
pub struct Params {
    /// Rows, one word of each bank.
    pub rows: usize,
    /// Banks, and lanes of a register; fewer than 32 only in proofs.
    pub banks: usize,
    /// Passes after which a register that waits goes first, 1 to 255.
    pub max_shared_run: u8,
}

impl Params {
    /// Bytes of a word.
    pub const WORD_BYTES: usize = 4;

    /// Bits of a row's number.
    pub fn row_bits(&self) -> usize {
        bits_for(self.rows)
    }

    /// Bits of a number of passes.
    pub fn run_bits(&self) -> usize {
        bits_for(usize::from(self.max_shared_run) + 1)
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit or element n is bank n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a pass of shared memory
        pass_valid: bool = 1;
        /// the pass stores
        pass_stores: bool = 1;
        /// row of the word in the bank
        pass_row: [u16; LANES] = params.row_bits(), times params.banks;
        /// bytes of the word, the lowest first
        pass_enable: [u8; LANES] = Params::WORD_BYTES, times params.banks;
        /// data to store
        pass_data: WarpRegister = 32, times params.banks;
        /// an access to a warp register
        register_valid: bool = 1;
        /// the access writes
        register_writes: bool = 1;
        /// row of the register
        register_row: u16 = params.row_bits();
        /// lanes to write
        register_lanes: u32 = params.banks;
        /// data to write, lane 0 lowest
        register_data: WarpRegister = 32, times params.banks;
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit or element n is bank n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// a pass is accepted if one is offered
        pass_ready: bool = 1;
        /// banks that answer the pass of the cycle before
        answered: u32 = params.banks;
        /// words of these banks; others give 0
        words: WarpRegister = 32, times params.banks;
        /// the register is accepted
        register_granted: bool = 1;
        /// a register was read in the cycle before
        fetched: bool = 1;
        /// its value, lane 0 lowest
        fetched_data: WarpRegister = 32, times params.banks, under fetched;
    }
}

impl Unit for Scratchpad {
    const NAME: &'static str = "scratchpad";
    const SUMMARY: &'static str = "shared memory that also holds registers, behind one port";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.shared_bytes", "expars.max_shared_run"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let rows = config.gpu().shared_bytes / REGISTER_BYTES;
        let max_shared_run = Expanded::from(config).max_shared_run;
        Params { rows: rows.max(1), banks: LANES, max_shared_run }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
