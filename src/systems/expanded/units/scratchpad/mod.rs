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
    /// Rows; a row is one word of every bank.
    pub rows: usize,
    /// Banks, and lanes of a register; fewer than 32 only in proofs.
    pub banks: usize,
    /// Passes in a row after which a waiting register access is granted, 1 to 255.
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
    /// Inputs of a cycle. Bit or element n of a vector belongs to bank n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a pass of shared memory is offered
        pass_valid: bool = 1;
        /// the pass stores, else it loads
        pass_stores: bool = 1;
        /// row that the pass accesses in bank n
        pass_row: [u16; LANES] = params.row_bits(), times params.banks;
        /// enabled bytes of bank n in the pass, lowest first
        pass_enable: [u8; LANES] = Params::WORD_BYTES, times params.banks;
        /// word that the pass stores in bank n
        pass_data: WarpRegister = 32, times params.banks;
        /// an access to a warp register is offered
        register_valid: bool = 1;
        /// the register access writes, else it reads
        register_writes: bool = 1;
        /// row of the register
        register_row: u16 = params.row_bits();
        /// bit n: the register access writes lane n
        register_lanes: u32 = params.banks;
        /// register data to write, lane 0 lowest
        register_data: WarpRegister = 32, times params.banks;
    }
}

ports! {
    /// Outputs of a cycle. Bit or element n of a vector belongs to bank n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// a pass can be accepted
        pass_ready: bool = 1;
        /// bit n: bank n answers a load of the previous cycle
        answered: u32 = params.banks;
        /// word that bank n loaded, 0 if it does not answer
        words: WarpRegister = 32, times params.banks;
        /// the register access is accepted
        register_granted: bool = 1;
        /// a register was read in the previous cycle
        fetched: bool = 1;
        /// register that was read, lane 0 lowest
        fetched_data: WarpRegister = 32, times params.banks, under fetched;
    }
}

impl Unit for Scratchpad {
    const NAME: &'static str = "scratchpad";
    const SUMMARY: &'static str =
        "shared memory that also stores overflow registers, with one port";
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
