//! Fixed-width values, and how they travel as 32-bit words.
//!
//! A warp register is 32 lanes of 32 bits. A field of a port struct is stored in as many
//! little-endian words as its port is wide; nothing here knows hardware.

/// Lanes of a warp.
pub const LANES: usize = 32;

/// One register of all lanes of a warp, lane 0 first.
pub type WarpRegister = [u32; LANES];

/// Bits that a number below `count` needs, at least one.
pub fn bits_for(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// Writes the lanes of `new` that `mask` selects over `old`.
pub fn merge_lanes(old: &mut WarpRegister, new: &WarpRegister, mask: u32) {
    for (lane, (old, new)) in old.iter_mut().zip(new).enumerate() {
        let keep = (mask >> lane & 1).wrapping_sub(1);
        *old = (*old & keep) | (*new & !keep);
    }
}

/// The finaliser of splitmix64: a well mixed function of one number.
pub fn splitmix64(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A value that travels through a port of `width` bits as `width.div_ceil(32)` words.
pub trait Field: Copy + Default {
    fn store(&self, width: usize, words: &mut [u32]);
    fn load(width: usize, words: &[u32]) -> Self;
}

impl Field for bool {
    #[inline]
    fn store(&self, _: usize, words: &mut [u32]) {
        words[0] = u32::from(*self);
    }
    #[inline]
    fn load(_: usize, words: &[u32]) -> Self {
        words[0] & 1 != 0
    }
}

/// Fields of up to 32 bits.
macro_rules! small_field {
    ($($int:ty),*) => {$(
        impl Field for $int {
            #[inline]
            fn store(&self, width: usize, words: &mut [u32]) {
                let word = u32::from(*self);
                debug_assert!(width >= 32 || word >> width == 0, "{word} exceeds {width} bits");
                words[0] = word;
            }
            #[inline]
            fn load(_: usize, words: &[u32]) -> Self {
                words[0] as $int
            }
        }
    )*};
}
small_field!(u8, u16, u32);

impl Field for WarpRegister {
    #[inline]
    fn store(&self, width: usize, words: &mut [u32]) {
        let count = width.div_ceil(32);
        words[..count].copy_from_slice(&self[..count]);
    }
    #[inline]
    fn load(width: usize, words: &[u32]) -> Self {
        let mut value = [0; LANES];
        let count = width.div_ceil(32);
        value[..count].copy_from_slice(&words[..count]);
        value
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
    fn splitmix64_is_the_published_sequence() {
        // First outputs of the reference generator seeded with 0: its state advances by the same constant.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix64(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }
}
