#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{LANES, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Fault, Unit};

/// The unit.
pub struct RegisterAllocationTable;

/// Channels whose registers are located: read channels, then write channels.
pub const CHANNELS: usize = READ_PORTS + WRITE_PORTS;

/// Maximum number of address ports, used only in proofs.
const ADDRESSES: usize = 2;

/// Bytes of a warp register.
pub const REGISTER_BYTES: usize = 128;

/// Parameters of the table.
#[derive(Clone, Debug)]
pub struct Params {
    /// Channels whose registers are located; fewer than [`CHANNELS`] only in proofs.
    pub channels: usize,
    /// Address ports: one, or two in proofs.
    pub addresses: usize,
    /// Warp slots of the SM, 1 to 64.
    pub warps: usize,
    /// Maximum number of mix CTAs, 1 to 32.
    pub ctas: usize,
    /// Warp registers of the register file that the warp slots can address.
    pub lines: usize,
    /// Bytes of the scratchpad.
    pub bytes: usize,
}

impl Params {
    /// Bits of a thread's register number.
    pub const REG_BITS: usize = 8;

    /// Bits of a warp slot's number.
    pub fn warp_bits(&self) -> usize {
        bits_for(self.warps)
    }

    /// Bits of a mix CTA's number.
    pub fn cta_bits(&self) -> usize {
        bits_for(self.ctas)
    }

    /// Bits of a line, a place in the register file.
    pub fn line_bits(&self) -> usize {
        bits_for(self.lines)
    }

    /// Bits of a byte address in the scratchpad, at least one more than within a register.
    pub fn address_bits(&self) -> usize {
        bits_for(self.bytes.max(2 * REGISTER_BYTES))
    }

    /// The offset added to the lines of mix CTAs, modulo the range of its field. `start_warp` is
    /// the first warp slot of these CTAs. The modulo matters only if all registers of mix CTAs are
    /// in the scratchpad: the other CTAs may then occupy all lines, and no line uses the offset.
    pub fn offset(&self, start_warp: usize, registers: usize, start_reg: usize) -> u16 {
        (start_warp * (registers - start_reg) % (1 << self.line_bits())) as u16
    }

    /// Bits of a row number of the scratchpad; a row holds one register.
    pub fn row_bits(&self) -> usize {
        self.address_bits() - bits_for(REGISTER_BYTES)
    }
}

ports! {
    /// Inputs of a cycle. Element k of a vector belongs to channel k.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// the variables of a kernel are loaded
        load: bool = 1;
        /// the kernel has mix CTAs
        enable: bool = 1;
        /// first warp slot of the mix CTAs
        start_warp: u8 = params.warp_bits();
        /// first register of a mix CTA's thread in the scratchpad
        start_reg: u8 = Params::REG_BITS;
        /// last register of a thread
        max_reg: u8 = Params::REG_BITS;
        /// offset added to the lines of mix CTAs
        offset: u16 = params.line_bits();
        /// the entry of a mix CTA is loaded
        load_base: bool = 1;
        /// index of the mix CTA whose entry is loaded
        base_cta: u8 = params.cta_bits();
        /// byte address of the mix CTA's scratchpad registers
        base: u32 = params.address_bits();
        /// first warp slot of the mix CTA whose entry is loaded
        base_warp: u8 = params.warp_bits();
        /// warp slot of channel k's register, reads before writes
        warp: [u8; CHANNELS] = params.warp_bits(), times params.channels;
        /// register of channel k, reads before writes
        reg: [u8; CHANNELS] = Params::REG_BITS, times params.channels;
        /// warp slot of a bundle
        bundle_warp: u8 = params.warp_bits();
        /// warp slot of the register to address
        spilled_warp: [u8; ADDRESSES] = params.warp_bits(), times params.addresses;
        /// register to address
        spilled_reg: [u8; ADDRESSES] = Params::REG_BITS, times params.addresses;
    }
}

ports! {
    /// Outputs of a cycle. Bit or element k of a vector belongs to channel k.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// bit k: the register of channel k is in the scratchpad
        in_spm: u16 = params.channels;
        /// line of channel k's register in the register file
        line: [u16; CHANNELS] = params.line_bits(), times params.channels;
        /// the warp of the bundle belongs to a mix CTA
        bundle_mix: bool = 1;
        /// first register of a mix CTA's thread in the scratchpad
        spilled_from: u8 = Params::REG_BITS;
        /// byte address of the register in the scratchpad
        address: [u32; ADDRESSES] = params.address_bits(), times params.addresses;
    }
}

impl Unit for RegisterAllocationTable {
    const NAME: &'static str = "register_allocation_table";
    const SUMMARY: &'static str =
        "locates each register: in the register file, or at an address in the scratchpad";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] =
        &["gpu.warps", "gpu.ctas", "gpu.registers", "gpu.shared_bytes"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let gpu = config.gpu();
        Params {
            channels: CHANNELS,
            addresses: 1,
            warps: gpu.warps,
            ctas: gpu.ctas,
            lines: (gpu.registers / LANES).min(gpu.warps << Params::REG_BITS),
            bytes: gpu.shared_bytes,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Register-file CTAs may take all lines, if all registers of mix CTAs are in the scratchpad.
    #[test]
    fn the_offset_of_every_launch_fits_its_field() {
        let lines = 32;
        let params =
            Params { channels: CHANNELS, addresses: 1, warps: 8, ctas: 8, lines, bytes: 1024 };
        for start_warp in 0..params.warps {
            for registers in 1..=lines / start_warp.max(1) {
                for start_reg in 0..=registers {
                    let exact = start_warp * (registers - start_reg);
                    let offset = usize::from(params.offset(start_warp, registers, start_reg));
                    assert!(offset < lines, "{start_warp} {registers} {start_reg}");
                    assert!(start_reg == 0 || offset == exact);
                }
            }
        }
    }
}
