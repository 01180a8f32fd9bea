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
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Fault, Unit};

pub struct IndirectionTable;

/// Parameters of the table: 16 banks of 16 entries, which are smaller only in proofs.
#[derive(Clone, Debug)]
pub struct Params {
    /// A power of two.
    pub banks: usize,
    /// Entries of a bank, a power of two.
    pub rows: usize,
    pub entry_bits: usize,
    /// Channels of the registers that are read, and of those that are written.
    pub sources: usize,
    pub destinations: usize,
}

impl Params {
    pub fn bank_bits(&self) -> usize {
        bits_for(self.banks)
    }

    pub fn row_bits(&self) -> usize {
        bits_for(self.rows)
    }

    /// Bits of an architectural register's number.
    pub fn register_bits(&self) -> usize {
        self.bank_bits() + self.row_bits()
    }

    pub fn registers(&self) -> usize {
        self.banks * self.rows
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit n is channel n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// loads an entry into both copies
        load_valid: bool = 1;
        /// register whose entry is loaded
        load_register: u8 = params.register_bits();
        /// the entry
        load_entry: u32 = params.entry_bits;
        /// registers to read are looked up
        source_valid: u8 = params.sources;
        /// the registers to read
        source_register: [u8; READ_PORTS] = params.register_bits(), times params.sources;
        /// registers to write are looked up
        destination_valid: u8 = params.destinations;
        /// the registers to write
        destination_register: [u8; WRITE_PORTS] = params.register_bits(), times params.destinations;
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit n is channel n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// lookups that would be accepted
        source_ready: u8 = params.sources;
        /// lookups of the cycle before that are answered
        source_found: u8 = params.sources;
        /// their entries, 0 where none is answered
        source_entry: [u32; READ_PORTS] = params.entry_bits, times params.sources;
        /// lookups that would be accepted
        destination_ready: u8 = params.destinations;
        /// lookups of the cycle before that are answered
        destination_found: u8 = params.destinations;
        /// their entries, 0 where none is answered
        destination_entry: [u32; WRITE_PORTS] = params.entry_bits, times params.destinations;
    }
}

impl Unit for IndirectionTable {
    const NAME: &'static str = "indirection_table";
    const SUMMARY: &'static str = "where packed registers lie: two copies, 16 banks each";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(_: &Config) -> Params {
        let (sources, destinations) = (READ_PORTS, WRITE_PORTS);
        Params { banks: 16, rows: 16, entry_bits: 32, sources, destinations }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
