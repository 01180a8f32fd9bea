//! Fixed-width values, and their packing into 32-bit words.
//!
//! A warp register is 32 lanes of 32 bits. A field of a port struct is stored in little-endian
//! words, just enough for the width of its port. Nothing here knows hardware.

pub mod float;

/// Lanes of a warp.
pub const LANES: usize = 32;

/// One register in all lanes of a warp, lane 0 first.
pub type WarpRegister = [u32; LANES];

/// A set of a thread's registers: bit n mod 64 of word n div 64 is register n.
pub type RegisterSet = [u64; 4];

/// Bits needed to represent the numbers below `count`, at least one.
pub fn bits_for(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// Copies the lanes of `new` that `mask` selects into `old`.
pub fn merge_lanes(old: &mut WarpRegister, new: &WarpRegister, mask: u32) {
    merge_bits(old, new, mask, u32::MAX);
}

/// Copies the bits `bits` of the lanes of `new` that `mask` selects into `old`.
#[inline]
pub fn merge_bits(old: &mut WarpRegister, new: &WarpRegister, mask: u32, bits: u32) {
    if mask & bits == u32::MAX {
        *old = *new;
        return;
    }
    for (lane, (old, new)) in old.iter_mut().zip(new).enumerate() {
        let changed = bits & (mask >> lane & 1).wrapping_neg();
        *old = (*old & !changed) | (*new & changed);
    }
}

/// The finaliser of splitmix64: a well mixed function of one number.
pub fn splitmix64(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The shape of a port: `count` elements of `bits` bits, side by side, the first in the lowest
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub bits: usize,
    pub count: usize,
}

impl Shape {
    /// Bits of all elements together.
    pub fn width(self) -> usize {
        self.bits * self.count
    }

    /// Number of 32-bit words that hold the port.
    pub fn words(self) -> usize {
        self.width().div_ceil(32)
    }
}

/// A value that crosses a port as 32-bit words, lowest word first.
pub trait Field: Copy + Default {
    fn store(&self, shape: Shape, words: &mut [u32]);
    fn load(shape: Shape, words: &[u32]) -> Self;
}

impl Field for bool {
    #[inline]
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = u32::from(*self);
    }
    #[inline]
    fn load(_: Shape, words: &[u32]) -> Self {
        words[0] & 1 != 0
    }
}

/// Fields of up to 32 bits: one number.
macro_rules! small_field {
    ($($int:ty),*) => {$(
        impl Field for $int {
            #[inline]
            fn store(&self, shape: Shape, words: &mut [u32]) {
                words[0] = u32::from(*self);
                debug_assert!(shape.bits >= 32 || words[0] >> shape.bits == 0, "{self} is too wide");
            }
            #[inline]
            fn load(_: Shape, words: &[u32]) -> Self {
                words[0] as $int
            }
        }
    )*};
}
small_field!(u8, u16, u32);

/// Fields of up to 64 bits: one number.
impl Field for u64 {
    #[inline]
    fn store(&self, shape: Shape, words: &mut [u32]) {
        debug_assert!(shape.bits >= 64 || self >> shape.bits == 0, "{self} is too wide");
        words[0] = *self as u32;
        if shape.bits > 32 {
            words[1] = (self >> 32) as u32;
        }
    }
    #[inline]
    fn load(shape: Shape, words: &[u32]) -> Self {
        let high = if shape.bits > 32 { words[1] } else { 0 };
        u64::from(high) << 32 | u64::from(words[0])
    }
}

/// Stores elements side by side in 32-bit words.
#[inline]
fn pack(elements: impl Iterator<Item = u32>, shape: Shape, words: &mut [u32]) {
    let (mut word, mut bits, mut held) = (0, 0u64, 0);
    for element in elements.take(shape.count) {
        debug_assert!(element >> shape.bits == 0, "{element} is too wide");
        bits |= u64::from(element) << held;
        held += shape.bits;
        if held >= 32 {
            words[word] = bits as u32;
            (word, bits, held) = (word + 1, bits >> 32, held - 32);
        }
    }
    if held > 0 {
        words[word] = bits as u32;
    }
}

/// Reads the elements that [`pack`] stored.
#[inline]
fn unpack(shape: Shape, words: &[u32]) -> impl Iterator<Item = u32> {
    (0..shape.count).map(move |n| {
        let (word, bit) = (n * shape.bits / 32, n * shape.bits % 32);
        let high = if bit + shape.bits > 32 { words[word + 1] } else { 0 };
        let value = (u64::from(high) << 32 | u64::from(words[word])) >> bit;
        (value & ((1 << shape.bits) - 1)) as u32
    })
}

/// Arrays of fields of up to 16 bits each, side by side.
macro_rules! packed_field {
    ($($int:ty),*) => {$(
        impl<const N: usize> Field for [$int; N]
        where
            [$int; N]: Default,
        {
            #[inline]
            fn store(&self, shape: Shape, words: &mut [u32]) {
                pack(self.iter().map(|element| u32::from(*element)), shape, words);
            }
            #[inline]
            fn load(shape: Shape, words: &[u32]) -> Self {
                let mut elements = Self::default();
                let loaded = elements.iter_mut().zip(unpack(shape, words));
                loaded.for_each(|(element, value)| *element = value as $int);
                elements
            }
        }
    )*};
}
packed_field!(u8, u16);

impl Field for RegisterSet {
    #[inline]
    fn store(&self, shape: Shape, words: &mut [u32]) {
        for (n, word) in words.iter_mut().enumerate().take(shape.words()) {
            *word = (self[n / 2] >> (32 * (n % 2))) as u32;
        }
    }
    #[inline]
    fn load(shape: Shape, words: &[u32]) -> Self {
        let mut set = RegisterSet::default();
        for (n, word) in words.iter().enumerate().take(shape.words()) {
            set[n / 2] |= u64::from(*word) << (32 * (n % 2));
        }
        set
    }
}

/// Arrays of up to 32 bits each, side by side: lane masks, lanes of a warp register, narrower
/// numbers.
impl<const N: usize> Field for [u32; N]
where
    [u32; N]: Default,
{
    #[inline]
    fn store(&self, shape: Shape, words: &mut [u32]) {
        match shape.bits {
            32 => words[..shape.count].copy_from_slice(&self[..shape.count]),
            _ => pack(self.iter().copied(), shape, words),
        }
    }
    #[inline]
    fn load(shape: Shape, words: &[u32]) -> Self {
        let mut value = Self::default();
        match shape.bits {
            32 => value[..shape.count].copy_from_slice(&words[..shape.count]),
            _ => value.iter_mut().zip(unpack(shape, words)).for_each(|(old, new)| *old = new),
        }
        value
    }
}

/// Arrays of complete warp registers.
impl<const N: usize> Field for [WarpRegister; N]
where
    [WarpRegister; N]: Default,
{
    #[inline]
    fn store(&self, shape: Shape, words: &mut [u32]) {
        for (register, words) in self.iter().zip(words.chunks_exact_mut(LANES)).take(shape.count) {
            words.copy_from_slice(register);
        }
    }
    #[inline]
    fn load(shape: Shape, words: &[u32]) -> Self {
        let mut registers = Self::default();
        for (register, words) in
            registers.iter_mut().zip(words.chunks_exact(LANES)).take(shape.count)
        {
            register.copy_from_slice(words);
        }
        registers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_needs_so_many_bits() {
        let expected = [(1, 1), (2, 1), (3, 2), (8, 3), (9, 4), (128, 7), (129, 8)];
        for (count, bits) in expected {
            assert_eq!(bits_for(count), bits, "{count}");
        }
    }

    #[test]
    fn only_selected_lanes_change() {
        let mut old = [1; LANES];
        merge_lanes(&mut old, &[2; LANES], 0x8000_0001);
        let changed: Vec<usize> = (0..LANES).filter(|&lane| old[lane] == 2).collect();
        assert_eq!(changed, [0, 31]);
    }

    #[test]
    fn elements_lie_side_by_side() {
        let shape = Shape { bits: 7, count: 6 };
        let values = [0x7f, 1, 2, 3, 0x55, 0x40];
        let mut words = [u32::MAX; 2];
        values.store(shape, &mut words);
        let all = u64::from(words[1]) << 32 | u64::from(words[0]);
        let expected = (0..6).map(|n| u64::from(values[n]) << (7 * n)).sum::<u64>();
        assert_eq!(all, expected);
        assert_eq!(<[u8; 6]>::load(shape, &words), values);
    }

    #[test]
    fn words_may_be_narrower_than_32_bits() {
        let shape = Shape { bits: 26, count: 3 };
        let values = [0x3ff_ffff, 0x200_0001, 0x155_5555];
        let mut words = [u32::MAX; 3];
        values.store(shape, &mut words);
        assert_eq!(words, [0x07ff_ffff, 0x5558_0000, 0x0000_1555]);
        assert_eq!(<[u32; 3]>::load(shape, &words), values);
    }

    #[test]
    fn a_set_of_registers_is_one_number() {
        let shape = Shape { bits: 72, count: 1 };
        let set = [0x8000_0001_4000_0002, 0x81, 0, 0];
        let mut words = [u32::MAX; 4];
        set.store(shape, &mut words);
        assert_eq!(words, [0x4000_0002, 0x8000_0001, 0x81, u32::MAX]);
        assert_eq!(<[u64; 4]>::load(shape, &words), set);
    }

    #[test]
    fn fewer_elements_than_the_array_holds_take_less_room() {
        let shape = Shape { bits: 32, count: 2 };
        let mut words = [9; 3];
        [1u32, 2, 3].store(shape, &mut words);
        assert_eq!(words, [1, 2, 9]);
        assert_eq!(<[u32; 3]>::load(shape, &words), [1, 2, 0]);
    }

    #[test]
    fn splitmix64_is_the_published_sequence() {
        // First outputs of the reference generator seeded with 0: its state advances by the same constant.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix64(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }
}
