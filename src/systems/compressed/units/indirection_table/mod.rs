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

/// Parameters of the table: 16 banks of 16 entries. Only proofs use other sizes.
#[derive(Clone, Debug)]
pub struct Params {
    /// Banks of each copy, a power of two.
    pub banks: usize,
    /// Entries of a bank, a power of two.
    pub rows: usize,
    pub entry_bits: usize,
    /// Lookup channels of the source copy.
    pub sources: usize,
    /// Lookup channels of the destination copy.
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
    /// Inputs of a cycle. In vectors, bit n is channel n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// an entry is loaded into both copies
        load_valid: bool = 1;
        /// architectural register whose entry is loaded
        load_register: u8 = params.register_bits();
        /// table entry to load
        load_entry: u32 = params.entry_bits;
        /// bit n: source channel n requests a lookup
        source_valid: u8 = params.sources;
        /// architectural register of each source channel
        source_register: [u8; READ_PORTS] = params.register_bits(), times params.sources;
        /// bit n: destination channel n requests a lookup
        destination_valid: u8 = params.destinations;
        /// architectural register of each destination channel
        destination_register: [u8; WRITE_PORTS] = params.register_bits(), times params.destinations;
    }
}

ports! {
    /// Outputs of a cycle. In vectors, bit n is channel n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit n: a lookup on source channel n would be accepted
        source_ready: u8 = params.sources;
        /// bit n: source channel n gets the entry of its last-cycle lookup
        source_found: u8 = params.sources;
        /// table entry for each source channel, 0 without an answer
        source_entry: [u32; READ_PORTS] = params.entry_bits, times params.sources;
        /// bit n: a lookup on destination channel n would be accepted
        destination_ready: u8 = params.destinations;
        /// bit n: destination channel n gets the entry of its last-cycle lookup
        destination_found: u8 = params.destinations;
        /// table entry for each destination channel, 0 without an answer
        destination_entry: [u32; WRITE_PORTS] = params.entry_bits, times params.destinations;
    }
}

impl Unit for IndirectionTable {
    const NAME: &'static str = "indirection_table";
    const SUMMARY: &'static str =
        "locates packed registers: physical registers and slices, in two copies of 16 banks";
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
