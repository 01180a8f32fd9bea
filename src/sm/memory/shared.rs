//! Passes of shared memory: the bytes that an access needs from each bank, pass by pass.
//!
//! Consecutive 32-bit words are in consecutive banks, and a bank delivers one word per pass. The
//! rules are those of the CUDA C Programming Guide for compute capability 2.x (appendix F.4.3):
//!
//! - Lanes that access the same word share it.
//! - An access of 64 bits per lane is made by half-warps in turn. Only lanes of one half conflict.
//! - An access of 128 bits is made by quarter-warps in turn. Each takes one pass more than the
//!   maximum number of different words in one bank, because the guide says that nearly all such
//!   accesses have 2-way conflicts whatever their addresses.
//! - A wider access is split into accesses of 128 bits.

use crate::bits::{LANES, WarpRegister};
use std::mem::take;
use std::ops::Range;

/// Maximum banks of shared memory.
pub const SHARED_BANKS: usize = 32;

/// One pass: at most one word of each bank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// Whether the pass stores.
    pub stores: bool,
    /// Accessed bytes: bit 4 b + n is byte n of bank b's word.
    pub enables: u128,
    /// Row of each bank: the byte address divided by 4 and by the number of banks.
    pub rows: [u32; SHARED_BANKS],
    /// A lane that accesses each bank; the only one for an atomic operation.
    pub lanes: [u8; SHARED_BANKS],
    /// Stored words, or loaded words where they are `known`. Unused unless shared memory is in the
    /// register file.
    pub words: [u32; SHARED_BANKS],
    /// Loaded bytes with known values, as `enables`. None in a pass that stores.
    pub known: u128,
}

impl Pass {
    /// Banks that are accessed.
    pub fn banks(&self) -> impl Iterator<Item = usize> + use<> {
        let enables = self.enables;
        (0..SHARED_BANKS).filter(move |bank| nibble(enables, *bank) != 0)
    }

    /// Wrong bits of a loaded word.
    pub fn differs(&self, bank: usize, word: u32) -> u32 {
        (self.words[bank] ^ word) & bytes(nibble(self.known, bank))
    }

    /// Whether the pass accesses this row of a bank.
    fn asks(&self, bank: usize, row: u32) -> bool {
        nibble(self.enables, bank) != 0 && self.rows[bank] == row
    }
}

/// The four enables of a bank.
fn nibble(bits: u128, bank: usize) -> u32 {
    (bits >> (4 * bank)) as u32 & 0xf
}

/// Mask of the bits of these bytes.
fn bytes(enables: u32) -> u32 {
    (0..4).fold(0, |mask, n| mask | (0xff * (enables >> n & 1)) << (8 * n))
}

/// Values that the lanes of an atomic operation loaded.
pub struct Found<'a> {
    /// The lower and the upper word of each lane.
    pub words: [&'a WarpRegister; 2],
    /// Whether values have both words.
    pub wide: bool,
    /// Whether the program had stored all of them before.
    pub known: bool,
}

/// An access of a warp to shared memory.
pub struct SharedAccess<'a> {
    /// Address of each lane in the space, bytes.
    pub addresses: &'a [u64; LANES],
    /// Lanes that execute.
    pub lanes: u32,
    /// Bytes of each lane, 1 to 32.
    pub bytes: u64,
    /// Whether the access changes memory.
    pub stores: bool,
    /// Whether lanes that access the same word are serialised, as for atomic operations.
    pub atomic: bool,
    /// Number of banks, 1 to [`SHARED_BANKS`].
    pub banks: usize,
}

/// Grouping of lanes into accesses.
struct Split {
    /// Lanes of a group: the warp, a half, a quarter.
    lanes: usize,
    /// Bytes per lane and access.
    bytes: u64,
    /// Additional passes of a group, beyond its conflicts.
    more: usize,
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

/// The passes of an access, in order. An access without bytes takes one empty pass.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    /// The passes; empty if they were only counted.
    all: Vec<Pass>,
    count: usize,
    /// Rows of each pass of a group of lanes, by bank. Kept between accesses to avoid allocations.
    rows: Vec<[u32; SHARED_BANKS]>,
}

/// A word that a lane accesses.
struct Word {
    /// Index of the pass in its group.
    pass: usize,
    bank: usize,
    row: u32,
    lane: usize,
    /// Accessed bytes of the word; bit n is byte n.
    enables: u32,
}

impl Passes {
    /// Splits an access into passes; the passes of the last access are dropped.
    pub fn split(&mut self, access: &SharedAccess) {
        let Passes { all, count, rows } = self;
        all.clear();
        let none = || Pass { stores: access.stores, ..Pass::default() };
        *count = each_group(access, |group, before| {
            group.each_word(rows, |word| {
                let n = before + word.pass;
                if n >= all.len() {
                    all.resize_with(n + 1, none);
                }
                let pass = &mut all[n];
                pass.rows[word.bank] = word.row;
                pass.lanes[word.bank] = word.lane as u8;
                pass.enables |= u128::from(word.enables) << (4 * word.bank);
            })
        });
        all.resize_with(*count, none);
    }

    /// Counts the passes of an access without storing them.
    pub fn only_count(&mut self, access: &SharedAccess) {
        self.all.clear();
        self.count = each_group(access, |group, _| match group.is_within_a_row() {
            true => 1,
            false => group.each_word(&mut self.rows, |_| ()),
        });
    }

    /// Number of passes, at least 1.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Pass n.
    pub fn get(&self, n: usize) -> Option<&Pass> {
        self.all.get(n)
    }

    /// Fills in the words of a load or a store that has taken effect. `now` gives the word at a
    /// byte address and its known bytes.
    pub fn fill(&mut self, banks: usize, now: impl Fn(u64) -> (u32, u32)) {
        for pass in &mut self.all {
            for bank in pass.banks() {
                let (word, known) = now(address(pass.rows[bank], bank, banks));
                pass.words[bank] = word;
                if !pass.stores {
                    pass.known |= pass.enables & u128::from(known) << (4 * bank);
                }
            }
        }
    }

    /// Fills in the words of an atomic operation: each pass becomes a pass that loads and one that
    /// stores.
    pub fn fill_atomic(&mut self, banks: usize, found: &Found, now: impl Fn(u64) -> (u32, u32)) {
        let count = self.all.len();
        self.count = 2 * count;
        self.all.resize_with(self.count, Pass::default);
        for n in (0..count).rev() {
            let mut stores = take(&mut self.all[n]);
            let mut loads = Pass { stores: false, ..stores.clone() };
            for bank in stores.banks() {
                let row = stores.rows[bank];
                let bytes = nibble(stores.enables, bank);
                // The next pass of these bytes loads what this one stores.
                let is_next =
                    |p: &&Pass| !p.stores && p.asks(bank, row) && nibble(p.enables, bank) == bytes;
                let next = self.all[2 * n + 2..].iter().find(is_next);
                let at = address(row, bank, banks);
                stores.words[bank] = next.map_or_else(|| now(at).0, |next| next.words[bank]);
                let first = bytes.trailing_zeros();
                let upper = found.wide && !at.is_multiple_of(8);
                let word = found.words[usize::from(upper)][usize::from(stores.lanes[bank])];
                loads.words[bank] = word << (8 * first);
            }
            loads.known = if found.known { loads.enables } else { 0 };
            self.all[2 * n] = loads;
            self.all[2 * n + 1] = stores;
        }
    }
}

/// Lanes that conflict, and the bytes of each that they access.
struct Group<'a> {
    access: &'a SharedAccess<'a>,
    lanes: u32,
    bytes: Range<u64>,
}

/// Sums the passes of an access, at least 1. `passes(group, sum)` returns the passes of a group,
/// given the sum of the groups before it.
#[inline]
fn each_group(access: &SharedAccess, mut passes: impl FnMut(&Group, usize) -> usize) -> usize {
    let split = Split::of(access.bytes);
    let group = u32::MAX >> (LANES - split.lanes);
    let mut sum = 0;
    for piece in 0..access.bytes.div_ceil(split.bytes) {
        let from = piece * split.bytes;
        for first in (0..LANES).step_by(split.lanes) {
            let lanes = access.lanes & group << first;
            if lanes != 0 {
                let bytes = from..from + split.bytes.min(access.bytes - from);
                sum += passes(&Group { access, lanes, bytes }, sum) + split.more;
            }
        }
    }
    sum.max(1)
}

impl Group<'_> {
    /// Addresses of the first and the last byte of a lane.
    #[inline]
    fn of_lane(&self, lane: usize) -> [u64; 2] {
        let from = self.access.addresses[lane].wrapping_add(self.bytes.start);
        [from, from.wrapping_add(self.bytes.end - self.bytes.start - 1)]
    }

    /// Whether all words are within as many adjacent words as there are banks, so that no two are
    /// in the same bank.
    #[inline]
    fn is_within_a_row(&self) -> bool {
        let (mut low, mut high) = (u64::MAX, 0);
        for lane in 0..LANES {
            if self.lanes >> lane & 1 != 0 {
                let [from, last] = self.of_lane(lane);
                (low, high) = (low.min(from / 4), high.max(last / 4));
            }
        }
        !self.access.atomic && high.wrapping_sub(low) < self.access.banks as u64
    }

    /// Calls `see` with each word, and returns the number of passes. The content of `rows` is
    /// overwritten.
    #[inline]
    fn each_word(&self, rows: &mut Vec<[u32; SHARED_BANKS]>, mut see: impl FnMut(Word)) -> usize {
        let mut lanes = self.lanes;
        // By bank: the number of passes that access it, which are the first passes.
        let mut taken = [0u8; SHARED_BANKS];
        let mut most = 0;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let [from, last] = self.of_lane(lane);
            for word in from / 4..=last / 4 {
                let (row, bank) = place(word, self.access.banks);
                let passes = usize::from(taken[bank]);
                let known = match self.access.atomic {
                    true => None,
                    false => rows[..passes].iter().position(|rows| rows[bank] == row),
                };
                let pass = known.unwrap_or(passes);
                if pass == passes {
                    taken[bank] += 1;
                    most = most.max(passes + 1);
                    if rows.len() == passes {
                        rows.push([0; SHARED_BANKS]);
                    }
                    rows[passes][bank] = row;
                }
                let first = if word == from / 4 { from % 4 } else { 0 };
                let end = if word == last / 4 { last % 4 } else { 3 };
                let enables = (2 << end) - (1 << first);
                see(Word { pass, bank, row, lane, enables });
            }
        }
        most
    }
}

/// The address of a word, bytes.
fn address(row: u32, bank: usize, banks: usize) -> u64 {
    4 * (u64::from(row) * banks as u64 + bank as u64)
}

/// Row and bank of a word.
#[inline]
fn place(word: u64, banks: usize) -> (u32, usize) {
    // Avoids a division, which would take longer than the rest of the function.
    match banks.is_power_of_two() {
        true => ((word >> banks.trailing_zeros()) as u32, word as usize & (banks - 1)),
        false => ((word / banks as u64) as u32, (word % banks as u64) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    const ALL: u32 = u32::MAX;

    fn split(
        addresses: &[u64; LANES],
        lanes: u32,
        bytes: u64,
        banks: usize,
        atomic: bool,
    ) -> Passes {
        let mut passes = Passes::default();
        passes.split(&SharedAccess { addresses, lanes, bytes, stores: atomic, atomic, banks });
        passes
    }

    proptest! {
        /// Counting alone counts what splitting does.
        #[test]
        fn passes_are_counted_as_they_are_split(
            start in 0u64..64,
            stride in 0u64..80,
            scattered in proptest::array::uniform32(0u64..300),
            is_scattered: bool,
            lanes: u32,
            size in 0u32..5,
            banks in proptest::sample::select(vec![1, 7, 16, 32]),
            atomic: bool,
        ) {
            let bytes = 1u64 << size;
            let addresses = std::array::from_fn(|lane| {
                let at = start + stride * lane as u64;
                bytes * if is_scattered { scattered[lane] } else { at }
            });
            let access =
                SharedAccess { addresses: &addresses, lanes, bytes, stores: false, atomic, banks };
            let [mut split, mut counted] = [Passes::default(), Passes::default()];
            split.split(&access);
            counted.only_count(&access);
            prop_assert_eq!(split.count(), counted.count());
            prop_assert_eq!(split.count(), split.all.len());
        }
    }

    fn passes(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> usize {
        split(addresses, lanes, bytes, banks, false).count()
    }

    fn atomic_passes(addresses: &[u64; LANES], lanes: u32, bytes: u64, banks: usize) -> usize {
        split(addresses, lanes, bytes, banks, true).count()
    }

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
        assert_eq!((passes(&two, 0, 4, 32), atomic_passes(&two, 0, 4, 32)), (1, 1));
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

    proptest! {
        /// Pass by pass, lanes add to words of a few rows, one after the other.
        #[test]
        fn passes_of_an_atomic_operation_find_what_those_before_have_left(
            places in proptest::array::uniform32(0u64..40), lanes: u32, size in 1u32..4, banks in 1usize..=32,
        ) {
            let bytes = 1 << size;
            let addresses = places.map(|place| 8 * (place / 4) + (bytes * (place % 4)) % 8);
            let mut memory = [7u8; 88];
            let mut model = memory;
            let mut values = [[0; LANES]; 2];
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
                let at = addresses[lane] as usize;
                let value = &mut memory[at..at + bytes as usize];
                let old = value.iter().rev().fold(0, |old, byte| old << 8 | u64::from(*byte));
                let new = old.wrapping_mul(5).wrapping_add(lane as u64).to_le_bytes();
                value.copy_from_slice(&new[..bytes as usize]);
                (values[0][lane], values[1][lane]) = (old as u32, (old >> 32) as u32);
            }
            let word = |memory: &[u8; 88], at: usize| {
                u32::from_le_bytes(memory[at..at + 4].try_into().unwrap())
            };
            let mut passes = split(&addresses, lanes, bytes, banks, true);
            let count = passes.count();
            let found = Found { words: [&values[0], &values[1]], wide: bytes == 8, known: true };
            passes.fill_atomic(banks, &found, |at| (word(&memory, at as usize), 0xf));
            prop_assert_eq!(passes.count(), 2 * count);
            for pass in &passes.all {
                for bank in pass.banks() {
                    let at = address(pass.rows[bank], bank, banks) as usize;
                    let now = word(&model, at);
                    prop_assert!(pass.stores || pass.differs(bank, now) == 0);
                    let mask = if pass.stores { super::bytes(nibble(pass.enables, bank)) } else { 0 };
                    let new = now & !mask | pass.words[bank] & mask;
                    model[at..at + 4].copy_from_slice(&new.to_le_bytes());
                }
            }
            prop_assert_eq!(model, memory);
        }
    }

    /// Byte by byte, from the definition.
    fn brute_force(
        addresses: &[u64; LANES],
        lanes: u32,
        bytes: u64,
        banks: usize,
        atomic: bool,
    ) -> usize {
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
        most.values().map(|words| *words + more).sum::<usize>().max(1)
    }

    /// Addresses of the bytes of all passes.
    fn bytes_of(passes: &Passes, banks: usize) -> Vec<u64> {
        let of_pass = |pass: &Pass| -> Vec<u64> {
            let enabled = (0..4 * SHARED_BANKS).filter(|at| pass.enables >> at & 1 != 0);
            let address = |at: usize| {
                let (bank, byte) = (at / 4, at % 4);
                4 * (u64::from(pass.rows[bank]) * banks as u64 + bank as u64) + byte as u64
            };
            enabled.map(address).collect()
        };
        passes.all.iter().flat_map(of_pass).collect()
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
            banks in 1usize..=SHARED_BANKS,
        ) {
            let mut addresses: [u64; LANES] =
                std::array::from_fn(|lane| (from + stride * lane as u64) * 4);
            if jittery {
                addresses.iter_mut().zip(jitter).for_each(|(address, by)| *address = by * bytes);
            }
            let expected = |atomic| brute_force(&addresses, lanes, bytes, banks, atomic);
            prop_assert_eq!(passes(&addresses, lanes, bytes, banks), expected(false));
            prop_assert_eq!(atomic_passes(&addresses, lanes, bytes, banks), expected(true));
            // Each byte that a lane accesses is in a pass, for an atomic once for each lane.
            let of_lane = |lane: usize| (0..bytes).map(move |byte| addresses[lane] + byte);
            let mut wanted: Vec<u64> =
                (0..LANES).filter(|lane| lanes >> lane & 1 != 0).flat_map(of_lane).collect();
            for atomic in [true, false] {
                wanted.sort_unstable();
                let mut found = bytes_of(&split(&addresses, lanes, bytes, banks, atomic), banks);
                found.sort_unstable();
                if !atomic {
                    // Lanes of two groups may ask for one byte.
                    wanted.dedup();
                    found.dedup();
                }
                prop_assert_eq!(&found, &wanted);
            }
        }
    }
}
