//! Placement: the bank and entry of a warp's register.

use crate::config::{Gpu, Placement};

/// Places warp registers in banks; no two registers share an entry.
#[derive(Clone, Debug)]
pub struct Placer {
    pub placement: Placement,
    pub banks: usize,
    pub regs_per_thread: usize,
}

impl Placer {
    pub fn new(gpu: &Gpu, regs_per_thread: usize) -> Placer {
        Placer { placement: gpu.placement, banks: gpu.banks, regs_per_thread }
    }

    /// Divides a number by the number of banks: quotient and remainder. A power of two needs no
    /// division.
    #[inline]
    fn divide(&self, number: usize) -> (usize, usize) {
        match self.banks.is_power_of_two() {
            true => (number >> self.banks.trailing_zeros(), number & (self.banks - 1)),
            false => (number / self.banks, number % self.banks),
        }
    }

    /// Bank and entry of a warp's register. `reg` must be below `regs_per_thread`.
    #[inline]
    pub fn place(&self, warp: u8, reg: u8) -> (usize, usize) {
        let (warp, reg) = (usize::from(warp), usize::from(reg));
        let linear = warp * self.regs_per_thread + reg;
        let (row, column) = self.divide(linear);
        match self.placement {
            Placement::Swizzled => (self.divide(linear + row).1, row),
            Placement::Linear => (column, row),
            Placement::Gpgpusim => {
                let rows = self.divide(self.regs_per_thread + self.banks - 1).0;
                (self.divide(warp + reg).1, warp * rows + self.divide(reg).0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        /// C3: no two registers share a bank and entry.
        #[test]
        fn placement_is_injective(banks in 2usize..=64, regs in 1usize..=64, warps in 1u8..=48) {
            for placement in [Placement::Swizzled, Placement::Linear, Placement::Gpgpusim] {
                let placer = Placer { placement, banks, regs_per_thread: regs };
                let mut seen = HashSet::new();
                for warp in 0..warps {
                    for reg in 0..regs as u8 {
                        let (bank, entry) = placer.place(warp, reg);
                        prop_assert!(bank < banks);
                        prop_assert!(seen.insert((bank, entry)));
                    }
                }
            }
        }
    }

    #[test]
    fn equal_registers_of_warps_spread_over_banks() {
        let placer = Placer { placement: Placement::Swizzled, banks: 16, regs_per_thread: 32 };
        let banks: HashSet<usize> = (0..8).map(|warp| placer.place(warp, 5).0).collect();
        assert_eq!(banks.len(), 8);
    }
}
