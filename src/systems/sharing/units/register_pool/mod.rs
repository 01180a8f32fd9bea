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

/// Registers that a merge holds at a time.
pub const HOLDS: usize = 2;

/// Registers that are queried: the access' and those of the writes.
pub const QUERIES: usize = 4;

/// Most map entries that name one register.
pub const MOST: u8 = 63;

/// Parameters of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The physical registers.
    pub registers: Registers,
    /// Whether a register that nobody maps stays with its table entry until it is wanted.
    pub keep: bool,
}

impl Params {
    /// Bits of a count of map entries.
    pub const COUNT_BITS: usize = 6;

    /// Bits of a physical register's number.
    pub fn phys_bits(&self) -> usize {
        self.registers.phys_bits()
    }

    /// Bits of a number of registers.
    pub fn in_use_bits(&self) -> usize {
        bits_for(self.registers.count() + 1)
    }

    /// Bits of a bank's number.
    pub fn bank_bits(&self) -> usize {
        bits_for(self.registers.banks)
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit or element k is channel k.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// the offered register is taken
        take: bool = 1;
        /// bank from which one is wanted
        take_home: u8 = params.bank_bits();
        /// one more map entry names a register
        map: bool = 1;
        /// that register
        map_phys: u16 = params.phys_bits();
        /// one map entry less names a register
        unmap: u8 = UNMAPS;
        /// that register
        unmap_phys: [u16; UNMAPS] = params.phys_bits(), times UNMAPS;
        /// a table entry names it
        unmap_recorded: u8 = UNMAPS;
        /// a register is held in the next cycle
        hold: u8 = HOLDS;
        /// that register
        hold_phys: [u16; HOLDS] = params.phys_bits(), times HOLDS;
        /// queried registers: of the access, of writes 0 to 2
        query_phys: [u16; QUERIES] = params.phys_bits(), times QUERIES;
        /// register that a load hits
        hit_phys: u16 = params.phys_bits();
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit k is channel k.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// a register is offered
        can_take: bool = 1;
        /// that register
        take_phys: u16 = params.phys_bits(), under can_take;
        /// the register is kept: drop its table entry
        take_kept: bool = 1, under can_take;
        /// one map entry names the queried register
        single: u8 = QUERIES;
        /// no further map entry may name the hit register
        hit_full: bool = 1;
        /// the register becomes free, drop its table entry
        released: u8 = UNMAPS;
        /// number of mapped registers
        in_use: u16 = params.in_use_bits();
        /// no register is mapped
        emptied: bool = 1;
    }
}

impl Unit for RegisterPool {
    const NAME: &'static str = "register_pool";
    const SUMMARY: &'static str = "counts what maps each physical register, offers free ones";
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
