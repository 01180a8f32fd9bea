//! Numbers, banks and rows of the physical registers.

use crate::bits::bits_for;
use crate::config::Config;

/// Physical registers in banks: number p has row p div banks and bank (p + row) mod banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Number of banks, a power of two.
    pub banks: usize,
    /// Rows per bank.
    pub rows: usize,
}

impl From<&Config> for Registers {
    fn from(config: &Config) -> Registers {
        let gpu = config.gpu();
        Registers { banks: gpu.banks, rows: gpu.bank_entries() }
    }
}

impl Registers {
    pub fn count(&self) -> usize {
        self.banks * self.rows
    }

    /// Bits of a physical register number.
    pub fn phys_bits(&self) -> usize {
        bits_for(self.count())
    }

    /// Bank and row of a register.
    #[inline]
    pub fn place(&self, phys: u16) -> (usize, usize) {
        let phys = usize::from(phys);
        let row = phys >> self.banks.trailing_zeros();
        ((phys + row) & (self.banks - 1), row)
    }

    /// Register of a bank and row.
    #[inline]
    pub fn at(&self, bank: usize, row: usize) -> u16 {
        let column = bank.wrapping_sub(row) & (self.banks - 1);
        (row * self.banks + column) as u16
    }
}
