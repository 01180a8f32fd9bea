//! Coalescing: the lines that a warp's access touches.

use crate::bits::LANES;
use arrayvec::ArrayVec;

/// Maximum lines of one access. A lane accesses at most 32 bytes, no more than a line has, so it
/// touches at most two lines. The executor allows only aligned accesses, which touch one.
const MOST: usize = 2 * LANES;

/// Words of 64 bits that hold a bit for each byte of the longest line, 256 bytes.
const WORDS: usize = 4;

/// The lines that the lanes of a warp touch, each once, in order of the first lane that touches it.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    addresses: ArrayVec<u64, MOST>,
    /// For each line, a mask of the touched bytes.
    touched: ArrayVec<[u64; WORDS], MOST>,
}

impl Lines {
    /// No lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Whether no line is touched.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Address of line `n` and the number of its touched bytes; none beyond the last line.
    #[inline]
    pub fn get(&self, n: usize) -> Option<(u64, u32)> {
        let touched = self.touched.get(n)?;
        Some((self.addresses[n], touched.iter().map(|word| word.count_ones()).sum()))
    }

    /// Address and number of touched bytes of each line.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        (0..self.len()).filter_map(|n| self.get(n))
    }

    /// Marks bytes of a block of at most 64 bytes as touched, and adds their line if it is new.
    #[inline]
    fn touch(&mut self, block: u64, bytes: u64, line_bytes: u64) {
        if bytes == 0 {
            return;
        }
        let offset = block & (line_bytes - 1);
        let line = block - offset;
        let place = self.addresses.iter().position(|other| *other == line);
        let place = place.unwrap_or_else(|| {
            self.addresses.push(line);
            self.touched.push([0; WORDS]);
            self.addresses.len() - 1
        });
        self.touched[place][(offset / 64) as usize] |= bytes;
    }
}

/// Replaces `lines` by the lines that an access of `bytes` bytes at each active lane's address
/// touches. `bytes` is 1 to 32, `line_bytes` a power of two from 32 to 256.
#[inline]
pub fn coalesce(
    addresses: &[u64; LANES],
    lanes: u32,
    bytes: u64,
    line_bytes: u64,
    lines: &mut Lines,
) {
    lines.clear();
    lines.add(addresses, lanes, bytes, line_bytes);
}

impl Lines {
    /// Removes all lines.
    pub fn clear(&mut self) {
        self.addresses.clear();
        self.touched.clear();
    }

    /// Adds the lines that an access touches, as [`coalesce`] does.
    #[inline]
    pub fn add(&mut self, addresses: &[u64; LANES], mut lanes: u32, bytes: u64, line_bytes: u64) {
        let block_bytes = line_bytes.min(64);
        let (in_block, access) = (u64::MAX >> (64 - block_bytes), u64::MAX >> (64 - bytes));
        // Most lanes touch the same block as the lane before.
        let (mut block, mut touched) = (0, 0);
        while lanes != 0 {
            let address = addresses[lanes.trailing_zeros() as usize];
            lanes &= lanes - 1;
            let offset = address & (block_bytes - 1);
            if address - offset != block {
                self.touch(block, touched, line_bytes);
                (block, touched) = (address - offset, 0);
            }
            touched |= access << offset & in_block;
            if offset + bytes > block_bytes {
                self.touch(block, touched, line_bytes);
                block = block.wrapping_add(block_bytes);
                touched = access >> (block_bytes - offset);
            }
        }
        self.touch(block, touched, line_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn coalesced(addresses: &[u64; LANES], lanes: u32, bytes: u64, line: u64) -> Vec<(u64, u32)> {
        // Whatever was there before is gone.
        let mut lines = Lines::new();
        coalesce(&[7 << 20; LANES], 1, 1, line, &mut lines);
        coalesce(addresses, lanes, bytes, line, &mut lines);
        assert_eq!(lines.iter().count(), lines.len());
        lines.iter().collect()
    }

    /// Byte by byte.
    fn brute_force(addresses: &[u64; LANES], lanes: u32, bytes: u64, line: u64) -> Vec<(u64, u32)> {
        let (mut order, mut touched) = (Vec::new(), HashSet::new());
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
            for byte in addresses[lane]..addresses[lane] + bytes {
                touched.insert(byte);
                if !order.contains(&(byte / line)) {
                    order.push(byte / line);
                }
            }
        }
        let of = |n: u64| touched.iter().filter(|byte| *byte / line == n).count() as u32;
        order.iter().map(|n| (n * line, of(*n))).collect()
    }

    fn strided(from: u64, stride: u64) -> [u64; LANES] {
        std::array::from_fn(|lane| from + stride * lane as u64)
    }

    #[test]
    fn the_patterns_that_programs_are_written_for() {
        assert_eq!(coalesced(&strided(4096, 4), u32::MAX, 4, 128), [(4096, 128)]);
        assert_eq!(coalesced(&strided(4100, 4), u32::MAX, 4, 128), [(4096, 124), (4224, 4)]);
        assert_eq!(coalesced(&strided(4096, 0), u32::MAX, 4, 128), [(4096, 4)]);
        assert_eq!(coalesced(&strided(4096, 4), 0xf0, 4, 128), [(4096, 16)]);
        assert_eq!(coalesced(&strided(4096, 4), 0, 4, 128), []);
        assert_eq!(coalesced(&strided(0, 128), u32::MAX, 4, 128).len(), LANES);
        assert_eq!(coalesced(&strided(0, 8), u32::MAX, 8, 128), [(0, 128), (128, 128)]);
        assert_eq!(coalesced(&strided(0, 32), u32::MAX, 32, 256), strided_lines(4, 256));
        // The most there can be: every lane's bytes in two lines of their own.
        assert_eq!(coalesced(&strided(16, 64), u32::MAX, 32, 32), strided_halves());
        assert_eq!(coalesced(&[u64::MAX; LANES], 1, 4, 128), [(u64::MAX - 127, 1), (0, 3)]);
    }

    fn strided_lines(count: u64, line: u64) -> Vec<(u64, u32)> {
        (0..count).map(|n| (n * line, line as u32)).collect()
    }

    fn strided_halves() -> Vec<(u64, u32)> {
        (0..2 * LANES as u64).map(|n| (n * 32, 16)).collect()
    }

    proptest! {
        #[test]
        fn as_byte_by_byte(
            from in 0u64..2000,
            stride in 0u64..300,
            jitter in prop::array::uniform32(0u64..40),
            jittery: bool,
            lanes: u32,
            bytes in 1u64..=32,
            line in prop::sample::select(&[32u64, 64, 128, 256]),
        ) {
            let mut addresses = strided(from, stride);
            if jittery {
                addresses.iter_mut().zip(jitter).for_each(|(address, by)| *address += by * by);
            }
            prop_assert_eq!(
                coalesced(&addresses, lanes, bytes, line),
                brute_force(&addresses, lanes, bytes, line)
            );
        }
    }
}
