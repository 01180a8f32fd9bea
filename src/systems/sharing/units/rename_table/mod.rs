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
    /// Placement of the entries. There are as many physical registers as entries.
    pub placement: placement::Params,
}

impl Params {
    /// Bits of a physical register number.
    pub fn phys_bits(&self) -> usize {
        bits_for(self.placement.banks * self.placement.entries)
    }

    /// Bits of a warp slot number.
    pub fn warp_bits(&self) -> usize {
        self.placement.warp_bits()
    }
}

ports! {
    /// Inputs of a cycle. Bit or element k of a vector is channel k.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// registers per thread of the running kernel, 1 to 256
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// bit n: read channel n looks up a register
        read_valid: u8 = READ_PORTS;
        /// bank of the entry that each read channel looks up
        read_bank: [u8; READ_PORTS] = params.placement.bank_bits(), times READ_PORTS;
        /// entry in the bank that each read channel looks up
        read_entry: [u16; READ_PORTS] = params.placement.entry_bits(), times READ_PORTS;
        /// bit n: change channel n looks up a register
        change_valid: u8 = CHANGES;
        /// bank of the entry that each change channel looks up
        change_bank: [u8; CHANGES] = params.placement.bank_bits(), times CHANGES;
        /// entry in the bank that each change channel looks up
        change_entry: [u16; CHANGES] = params.placement.entry_bits(), times CHANGES;
        /// bit n: the register of change channel n is mapped to set_phys
        set: u8 = SETS;
        /// warp slot of the register of change channels 0 to 3
        set_warp: [u8; SETS] = params.warp_bits(), times SETS;
        /// physical register to which set maps
        set_phys: u16 = params.phys_bits();
        /// bit n: the register of change channel 4 + n is unmapped
        clear: u8 = CLEARS;
        /// a warp leaves
        leave_valid: bool = 1;
        /// slot of the warp that leaves
        leave_warp: u8 = params.warp_bits();
        /// the register that the walk offers is unmapped in this cycle
        walk_go: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle. Bit or element k of a vector is channel k.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit n: no lower read channel asks for the bank of read channel n
        read_ready: u8 = READ_PORTS;
        /// bit n: the register of read channel n is mapped
        read_mapped: u8 = READ_PORTS;
        /// physical register that each read channel finds, else 0
        read_phys: [u16; READ_PORTS] = params.phys_bits(), times READ_PORTS;
        /// bit n: no lower change channel asks for the bank of change channel n
        change_ready: u8 = CHANGES;
        /// bit n: the register of change channel n is mapped
        change_mapped: u8 = CHANGES;
        /// physical register that each change channel finds, else 0
        change_phys: [u16; CHANGES] = params.phys_bits(), times CHANGES;
        /// no warp is walked, so a leave is accepted
        leave_ready: bool = 1;
        /// the walk is at a mapped register
        walk_valid: bool = 1;
        /// physical register that the walk is at
        walk_phys: u16 = params.phys_bits(), under walk_valid;
        /// bit n: slot n is not walked and was not set since reset or its last walk
        left: u64 = params.placement.warps;
    }
}

impl Unit for RenameTable {
    const NAME: &'static str = "rename_table";
    const SUMMARY: &'static str = "maps each register of a warp to a physical register";
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
