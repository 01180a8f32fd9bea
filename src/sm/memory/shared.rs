//! Bank conflicts of shared memory: how many passes an access takes.
//!
//! Consecutive 32-bit words lie in consecutive banks, and a bank gives one word in a pass. The rules
//! are those of the CUDA C Programming Guide for compute capability 2.x (appendix F.4.3): lanes that
//! ask for one word share it; accesses of 64 bits are made by half-warps in turn, and only lanes of
//! one half conflict; those of 128 bits by quarter-warps, and each takes one pass more than the most
//! different words that one bank is asked for, as the guide says that nearly all of them conflict
//! twofold whatever their addresses. Wider ones are split into accesses of 128 bits.

use crate::bits::LANES;
use arrayvec::ArrayVec;

/// Most banks that a configuration may ask for.
const BANKS: usize = 64;

/// Most words of one group of lanes: 8 lanes of 16 bytes, or 16 of 8, or 32 of 4, each perhaps
/// across one word more.
const WORDS: usize = 2 * LANES;

/// Which lanes go together, and what of their bytes.
struct Split {
    /// Lanes of a group: the warp, a half, a quarter.
    lanes: usize,
    /// Bytes of a lane that go at once.
    bytes: u64,
    /// Passes that a group takes beyond its conflicts.
    more: u64,
}

impl Split {
    fn of(bytes: u64) -> Split {
        match bytes {
            0..=4 => Split { lanes: LANES, bytes: 4, more: 0 },
            5..=8 => Split { lanes: LANES / 2, bytes: 8, more: 0 },
            _ => Split { lanes: LANES / 4, bytes: 16, more: 1 },
        }
    }
}

/// Passes that a load or store of shared memory takes; 0 if no lane executes. `bytes` is what each
/// lane accesses, 1 to 32; `banks` is 1 to 64.
pub fn passes(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> u64 {
    sum_of_groups(addresses, lanes, bytes, |addresses, lanes, bytes| {
        most_words(addresses, lanes, bytes, banks)
    })
}

/// Passes that an atomic on shared memory takes: as [`passes`], but lanes of one word follow one
/// another, as each needs what the one before has left.
pub fn atomic_passes(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> u64 {
    sum_of_groups(addresses, lanes, bytes, |addresses, lanes, bytes| {
        most_lanes(addresses, lanes, bytes, banks)
    })
}

/// The passes of all groups of lanes, one after the other.
fn sum_of_groups(
    addresses: &[u64; LANES],
    lanes: u32,
    bytes: u64,
    of: impl Fn(&[u64; LANES], u32, u64) -> u64,
) -> u64 {
    let split = Split::of(bytes);
    let group = u32::MAX >> (LANES - split.lanes);
    let mut sum = 0;
    let mut addresses = *addresses;
    for piece in 0..bytes.div_ceil(split.bytes) {
        let here = split.bytes.min(bytes - piece * split.bytes);
        for first in (0..LANES).step_by(split.lanes) {
            let lanes = lanes & group << first;
            if lanes != 0 {
                sum += of(&addresses, lanes, here) + split.more;
            }
        }
        addresses.iter_mut().for_each(|address| *address = address.wrapping_add(split.bytes));
    }
    sum
}

/// The words of each lane, and the banks they are in.
#[inline]
fn each_word(
    addresses: &[u64; LANES],
    mut lanes: u32,
    bytes: u64,
    banks: usize,
    mut see: impl FnMut(u64, usize),
) {
    while lanes != 0 {
        let address = addresses[lanes.trailing_zeros() as usize];
        lanes &= lanes - 1;
        for word in address / 4..=address.saturating_add(bytes - 1) / 4 {
            // A division takes longer than all the rest.
            let bank = match banks.is_power_of_two() {
                true => word as usize & (banks - 1),
                false => (word % banks as u64) as usize,
            };
            see(word, bank);
        }
    }
}

/// The most different words that one bank is asked for.
fn most_words(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> u64 {
    let mut counts = [0u64; BANKS];
    let mut words: ArrayVec<u64, WORDS> = ArrayVec::new();
    let mut most = 0;
    each_word(addresses, lanes, bytes, banks, |word, bank| {
        // The first word of a bank is new; others must be looked for.
        if counts[bank] == 0 || !words.contains(&word) {
            words.push(word);
            counts[bank] += 1;
            most = most.max(counts[bank]);
        }
    });
    most
}

/// The most lanes that ask one bank for something.
fn most_lanes(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> u64 {
    let mut counts = [0u64; BANKS];
    each_word(addresses, lanes, bytes, banks, |_, bank| counts[bank] += 1);
    counts.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    const ALL: u32 = u32::MAX;

    fn strided(stride: u64) -> [u64; LANES] {
        std::array::from_fn(|lane| stride * lane as u64)
    }

    #[test]
    fn strides_conflict_by_their_common_divisor_with_the_banks() {
        for (stride, expected) in
            [(1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32), (33, 1)]
        {
            assert_eq!(passes(&strided(4 * stride), ALL, 4, 32), expected, "stride {stride}");
        }
        assert_eq!(passes(&strided(4), ALL, 4, 16), 2);
        assert_eq!(passes(&strided(4), ALL, 4, 1), 32);
    }

    #[test]
    fn lanes_of_one_word_share_a_pass_but_not_if_they_change_it() {
        assert_eq!(passes(&strided(0), ALL, 4, 32), 1);
        // Four bytes of each of eight words.
        assert_eq!(passes(&strided(1), ALL, 1, 32), 1);
        // Two words of one bank, in turn.
        let two: [u64; LANES] = std::array::from_fn(|lane| 128 * (lane as u64 % 2));
        assert_eq!(passes(&two, ALL, 4, 32), 2);
        assert_eq!(atomic_passes(&strided(0), ALL, 4, 32), 32);
        assert_eq!(atomic_passes(&strided(0), 0xff, 4, 32), 8);
        assert_eq!(atomic_passes(&strided(4), ALL, 4, 32), 1);
        assert_eq!((passes(&two, 0, 4, 32), atomic_passes(&two, 0, 4, 32)), (0, 0));
    }

    #[test]
    fn wide_accesses_go_by_halves_and_quarters() {
        assert_eq!(passes(&strided(8), ALL, 8, 32), 2);
        assert_eq!(passes(&strided(8), 0xffff, 8, 32), 1);
        assert_eq!(passes(&strided(16), ALL, 8, 32), 4);
        // A quarter takes one pass more than its conflicts.
        assert_eq!(passes(&strided(16), ALL, 16, 32), 8);
        assert_eq!(passes(&strided(16), 0xff, 16, 32), 2);
        assert_eq!(passes(&strided(0), ALL, 16, 32), 8);
        // Two pieces of 16 bytes, each with lanes 32 bytes apart: two lanes for each bank.
        assert_eq!(passes(&strided(32), ALL, 32, 32), 2 * 4 * 3);
    }

    /// Byte by byte, from the definition.
    fn brute_force(
        addresses: &[u64; LANES],
        lanes: u32,
        bytes: u64,
        banks: usize,
        atomic: bool,
    ) -> u64 {
        let (group, piece, more) = match bytes {
            1 | 2 | 4 => (32, 4, 0),
            8 => (16, 8, 0),
            _ => (8, 16, 1),
        };
        let mut asked: HashMap<(u64, usize, u64), HashSet<(u64, usize)>> = HashMap::new();
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
            for byte in 0..bytes {
                let word = (addresses[lane] + byte) / 4;
                let who = if atomic { lane } else { 0 };
                let place = (byte / piece, lane / group, word % banks as u64);
                asked.entry(place).or_default().insert((word, who));
            }
        }
        let mut most = HashMap::new();
        for ((piece, group, _), words) in asked {
            let most = most.entry((piece, group)).or_insert(0);
            *most = words.len().max(*most);
        }
        most.values().map(|words| *words as u64 + more).sum()
    }

    proptest! {
        #[test]
        fn as_byte_by_byte(
            from in 0u64..64,
            stride in 0u64..20,
            jitter in prop::array::uniform32(0u64..200),
            jittery: bool,
            lanes: u32,
            bytes in prop::sample::select(&[1u64, 2, 4, 8, 16, 32]),
            banks in 1usize..=64,
        ) {
            let mut addresses: [u64; LANES] =
                std::array::from_fn(|lane| (from + stride * lane as u64) * 4);
            if jittery {
                addresses.iter_mut().zip(jitter).for_each(|(address, by)| *address = by * bytes);
            }
            let expected = |atomic| brute_force(&addresses, lanes, bytes, banks, atomic);
            prop_assert_eq!(passes(&addresses, lanes, bytes, banks), expected(false));
            prop_assert_eq!(atomic_passes(&addresses, lanes, bytes, banks), expected(true));
        }
    }
}
