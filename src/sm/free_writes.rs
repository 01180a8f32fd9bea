//! Values of all registers, for the experiment without writes (`sm.writes = "free"`).
//!
//! The register file then gives the timing of reads, and the values come from here.

use crate::bits::{LANES, WarpRegister, merge_lanes};
use crate::config::{Config, Writes};

/// Registers of a warp: all that an 8-bit register number can name.
const REGISTERS: usize = 256;

/// The registers' values.
pub struct FreeWrites(Vec<WarpRegister>);

impl FreeWrites {
    /// Zeros; none if the register file takes writes.
    pub fn new(config: &Config) -> Option<FreeWrites> {
        let registers = config.gpu().warps * REGISTERS;
        (config.sm().writes == Writes::Free).then(|| FreeWrites(vec![[0; LANES]; registers]))
    }

    pub fn get(&self, warp: usize, reg: u8) -> &WarpRegister {
        &self.0[warp * REGISTERS + usize::from(reg)]
    }

    /// Writes some lanes of a register.
    pub fn set(&mut self, warp: usize, reg: u8, lanes: u32, value: &WarpRegister) {
        merge_lanes(&mut self.0[warp * REGISTERS + usize::from(reg)], value, lanes);
    }
}
