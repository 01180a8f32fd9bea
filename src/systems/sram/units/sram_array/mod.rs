#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use rtl::design_as;

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::Design;
use crate::error::Result;
use crate::ports;
use crate::systems::sram::config::{BankPorts, Sram};
use crate::units::{Fault, Unit};

pub struct SramArray;

/// Parameters of the SRAM array.
#[derive(Clone, Debug)]
pub struct Params {
    /// Number of warp registers, 1 to 4096.
    pub entries: usize,
    /// Whether one read and one write can be performed in a cycle, instead of one of the two.
    pub two_ports: bool,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
    /// Parts of a lane with a write mask bit each: 1, or the slices per lane of packed registers.
    pub slices: usize,
}

impl Params {
    pub fn entry_bits(&self) -> usize {
        bits_for(self.entries)
    }

    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }

    /// Names of the Verilog modules of the array and of its memory.
    pub fn modules(&self) -> [&'static str; 2] {
        match self.slices {
            1 => ["rf_sram_array", "rf_sram_memory"],
            _ => ["rf_sram_array_sliced", "rf_sram_memory_sliced"],
        }
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// an entry is read
        read: bool = 1;
        /// entry to read
        read_entry: u16 = params.entry_bits();
        /// an entry is written
        write: bool = 1;
        /// entry to write
        write_entry: u16 = params.entry_bits();
        /// bit n: lane n is written
        lane_mask: u32 = params.lanes;
        /// data to write, lane 0 lowest
        write_data: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the previous cycle was a read
        read_valid: bool = 1;
        /// data of the last read, lane 0 lowest
        read_data: WarpRegister = params.lane_bits, times params.lanes, under read_valid;
    }
}

impl Unit for SramArray {
    const NAME: &'static str = "sram_array";
    const SUMMARY: &'static str = "storage of an SRAM bank: a memory with one or two ports";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["gpu.banks", "gpu.registers", "sram.bank_ports"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params {
            entries: config.gpu().bank_entries(),
            two_ports: Sram::from(config).bank_ports == BankPorts::Separate,
            lanes: LANES,
            lane_bits: 32,
            slices: 1,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design_as(params, Self::OWNER, params.modules())
    }
}
