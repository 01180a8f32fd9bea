//! Position of a register in its bank.

/// Bit fields of a position: a register's entry in the low bits, and above it the row in which the
/// storage keeps the register. If entries are rows, there are no bits above.
///
/// Only entries are compared; the bits above are stored and returned. So a row may be known late in
/// a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Bits of an entry's number.
    pub entry_bits: usize,
    /// Bits above the entry: those of a row, or 0.
    pub above_bits: usize,
}

impl Position {
    /// Position in a storage whose entries are rows.
    pub fn of_entries(entry_bits: usize) -> Position {
        Position { entry_bits, above_bits: 0 }
    }

    /// Bits of a position.
    pub fn bits(&self) -> usize {
        self.entry_bits + self.above_bits
    }

    /// Bits of a row's number.
    pub fn row_bits(&self) -> usize {
        if self.above_bits > 0 { self.above_bits } else { self.entry_bits }
    }

    /// Position of an entry in a row.
    #[inline]
    pub fn of(&self, entry: u16, row: u16) -> u32 {
        let above = if self.above_bits > 0 { u32::from(row) << self.entry_bits } else { 0 };
        above | u32::from(entry)
    }

    /// Entry of a position.
    #[inline]
    pub fn entry(&self, position: u32) -> u16 {
        (position & ((1 << self.entry_bits) - 1)) as u16
    }

    /// Row of a position.
    #[inline]
    pub fn row(&self, position: u32) -> u16 {
        let below = if self.above_bits > 0 { self.entry_bits } else { 0 };
        (position >> below) as u16
    }

    /// Position of an entry in a row chosen by a random byte.
    pub fn random(&self, entry: u16, byte: u8) -> u32 {
        let row = (u32::from(byte) * 0x101) >> (16 - self.above_bits);
        self.of(entry, row as u16)
    }

    /// Verilog bit select of a position's entry; empty if the entry is the entire position.
    pub fn entry_select(&self) -> String {
        match self.above_bits {
            0 => String::new(),
            _ => format!("[{}:0]", self.entry_bits - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_and_row_of_a_position_are_those_that_it_was_made_of() {
        for position in [Position::of_entries(9), Position { entry_bits: 9, above_bits: 10 }] {
            let row = if position.above_bits > 0 { 0x2a5 } else { 0x155 };
            let made = position.of(0x155, row);
            assert_eq!((position.entry(made), position.row(made)), (0x155, row));
            assert!(
                made >> position.bits() == 0 && position.random(3, 255) >> position.bits() == 0
            );
        }
    }
}
