#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rows;
mod rtl;
mod stim;

pub use model::{Model, Offer};

use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sharing::config::Sharing;
use crate::systems::sharing::units::registers::Registers;
use crate::units::{Fault, Unit};

pub struct RegisterPool;

/// Channels that unmap a register in one cycle.
pub const UNMAPS: usize = 3;

/// Maximum registers that a merge holds at a time.
pub const HOLDS: usize = 2;

/// Registers that are queried per cycle: one for the access and one for each write.
pub const QUERIES: usize = 4;

/// Maximum map entries that may name one register.
pub const MOST: u8 = 63;

/// Parameters of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The physical registers.
    pub registers: Registers,
    /// Whether an unmapped register keeps its data and its table entry until it is taken.
    pub keep: bool,
}

impl Params {
    /// Bits of a count of map entries.
    pub const COUNT_BITS: usize = 6;

    /// Bits of a physical register number.
    pub fn phys_bits(&self) -> usize {
        self.registers.phys_bits()
    }

    /// Bits of a count of registers.
    pub fn in_use_bits(&self) -> usize {
        bits_for(self.registers.count() + 1)
    }

    /// Bits of a bank number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.registers.banks)
    }
}

ports! {
    /// Inputs of a cycle. Bit or element k of a vector is channel k.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// the offered register is taken
        take: bool = 1;
        /// bank in which the search for a register to offer begins
        take_home: u8 = params.bank_bits();
        /// one more map entry names register map_phys
        map: bool = 1;
        /// physical register that a further map entry names
        map_phys: u16 = params.phys_bits();
        /// bit n: a map entry no longer names register n of unmap_phys
        unmap: u8 = UNMAPS;
        /// physical registers that a map entry no longer names
        unmap_phys: [u16; UNMAPS] = params.phys_bits(), times UNMAPS;
        /// bit n: a table entry names register n of unmap_phys
        unmap_recorded: u8 = UNMAPS;
        /// bit n: register n of hold_phys is held in the next cycle
        hold: u8 = HOLDS;
        /// physical registers that are held in the next cycle
        hold_phys: [u16; HOLDS] = params.phys_bits(), times HOLDS;
        /// physical registers that are queried: of the access, of writes 0 to 2
        query_phys: [u16; QUERIES] = params.phys_bits(), times QUERIES;
        /// physical register that a load hits
        hit_phys: u16 = params.phys_bits();
    }
}

ports! {
    /// Outputs of a cycle. Bit k of a vector is channel k.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// a register is offered
        can_take: bool = 1;
        /// physical register that is offered
        take_phys: u16 = params.phys_bits(), under can_take;
        /// the offered register is kept: its table entry must be dropped when it is taken
        take_kept: bool = 1, under can_take;
        /// bit n: exactly one map entry names register n of query_phys
        single: u8 = QUERIES;
        /// no further map entry may name register hit_phys
        hit_full: bool = 1;
        /// bit n: register n of unmap_phys becomes free, its table entry must be dropped
        released: u8 = UNMAPS;
        /// number of mapped physical registers
        in_use: u16 = params.in_use_bits();
        /// no physical register is mapped
        emptied: bool = 1;
    }
}

impl Unit for RegisterPool {
    const NAME: &'static str = "register_pool";
    const SUMMARY: &'static str =
        "counts the map entries of each physical register and offers free registers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "gpu.registers", "sharing.keep"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { registers: Registers::from(config), keep: Sharing::from(config).keep }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
