#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::{Model, Walk};
pub use rtl::PLACEMENT;

use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::channels::READ_PORTS;
use crate::units::{Fault, Unit, placement};

pub struct RenameTable;

/// Channels that set entries: the access and the writes.
pub const SETS: usize = 4;

/// Channels that clear entries: the releases.
pub const CLEARS: usize = 2;

/// Channels that change entries.
pub const CHANGES: usize = SETS + CLEARS;

/// Parameters of the table.
#[derive(Clone, Debug)]
pub struct Params {
    /// Where a warp's registers have their entries; there are as many physical registers.
    pub placement: placement::Params,
}

impl Params {
    /// Bits of a physical register's number.
    pub fn phys_bits(&self) -> usize {
        bits_for(self.placement.banks * self.placement.entries)
    }

    /// Bits of a warp slot's number.
    pub fn warp_bits(&self) -> usize {
        self.placement.warp_bits()
    }
}

ports! {
    /// Inputs of a cycle; of the vectors bit or element k is channel k.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// registers of a thread of the running kernel, 1 to 256
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// registers to read are looked up
        read_valid: u8 = READ_PORTS;
        /// banks of their entries
        read_bank: [u8; READ_PORTS] = params.placement.bank_bits(), times READ_PORTS;
        /// their entries
        read_entry: [u16; READ_PORTS] = params.placement.entry_bits(), times READ_PORTS;
        /// registers to change are looked up
        change_valid: u8 = CHANGES;
        /// banks of their entries
        change_bank: [u8; CHANGES] = params.placement.bank_bits(), times CHANGES;
        /// their entries
        change_entry: [u16; CHANGES] = params.placement.entry_bits(), times CHANGES;
        /// maps the register of change channel k
        set: u8 = SETS;
        /// warp slots of the registers of change channels
        set_warp: [u8; SETS] = params.warp_bits(), times SETS;
        /// physical register to map it to
        set_phys: u16 = params.phys_bits();
        /// unmaps the register of change channel 4 + k
        clear: u8 = CLEARS;
        /// a warp leaves
        leave_valid: bool = 1;
        /// its slot
        leave_warp: u8 = params.warp_bits();
        /// the register that the walk offers is unmapped
        walk_go: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle; of the vectors bit or element k is channel k.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// no lower read channel asks for the bank
        read_ready: u8 = READ_PORTS;
        /// the register is mapped
        read_mapped: u8 = READ_PORTS;
        /// its physical register
        read_phys: [u16; READ_PORTS] = params.phys_bits(), times READ_PORTS;
        /// no lower change channel asks for the bank
        change_ready: u8 = CHANGES;
        /// the register is mapped
        change_mapped: u8 = CHANGES;
        /// its physical register
        change_phys: [u16; CHANGES] = params.phys_bits(), times CHANGES;
        /// no warp is walked
        leave_ready: bool = 1;
        /// the walk is at a mapped register
        walk_valid: bool = 1;
        /// the physical register
        walk_phys: u16 = params.phys_bits(), under walk_valid;
        /// slots that set nothing since reset or their last walk
        left: u64 = params.placement.warps;
    }
}

impl Unit for RenameTable {
    const NAME: &'static str = "rename_table";
    const SUMMARY: &'static str = "which physical register a warp's register is mapped to";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] =
        &["gpu.banks", "gpu.registers", "gpu.warps", "gpu.placement"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let gpu = config.gpu();
        Params {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: gpu.bank_entries(),
            },
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
