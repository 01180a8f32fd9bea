//! A set of registers, by bank and row, that finds the lowest row of a bank without a search.

use crate::systems::sharing::units::registers::Registers;

/// Rows per word, and maximum words per bank: a bank has at most 4096 rows.
const WORD: usize = 64;

#[derive(Clone, Debug)]
pub struct Rows {
    /// Words per bank.
    words_per_bank: usize,
    /// Rows in the set, one bit each, in words of 64 rows, by bank.
    words: Vec<u64>,
    /// Words of each bank that are not zero, one bit each.
    filled: Vec<u64>,
    /// Banks that have a row in the set, one bit each.
    banks: u32,
}

impl Rows {
    pub fn new(registers: &Registers) -> Rows {
        let words_per_bank = registers.rows.div_ceil(WORD);
        Rows {
            words_per_bank,
            words: vec![0; registers.banks * words_per_bank],
            filled: vec![0; registers.banks],
            banks: 0,
        }
    }

    #[inline]
    pub fn set(&mut self, (bank, row): (usize, usize), inside: bool) {
        let word = row / WORD;
        let rows = &mut self.words[bank * self.words_per_bank + word];
        *rows = *rows & !(1 << (row % WORD)) | u64::from(inside) << (row % WORD);
        let filled = &mut self.filled[bank];
        *filled = *filled & !(1 << word) | u64::from(*rows != 0) << word;
        self.banks = self.banks & !(1 << bank) | u32::from(*filled != 0) << bank;
    }

    /// Lowest row that is not in `without`, of the first bank from `home` on that has one.
    #[inline]
    pub fn first(&self, home: usize, without: &[Option<(usize, usize)>]) -> Option<(usize, usize)> {
        let behind = self.banks >> home << home;
        let mut turns = [behind, self.banks ^ behind].into_iter().flat_map(bits);
        turns.find_map(|bank| Some((bank, self.lowest(bank, without)?)))
    }

    #[inline]
    fn lowest(&self, bank: usize, without: &[Option<(usize, usize)>]) -> Option<usize> {
        bits(self.filled[bank]).find_map(|word| {
            let without = without.iter().flatten().filter(|(b, r)| *b == bank && r / WORD == word);
            let without = without.fold(0u64, |rows, (_, row)| rows | 1 << (row % WORD));
            let rows = self.words[bank * self.words_per_bank + word] & !without;
            (rows != 0).then(|| word * WORD + rows.trailing_zeros() as usize)
        })
    }
}

/// Indices of the set bits, lowest first.
#[inline]
fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set: u64 = set.into();
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}
