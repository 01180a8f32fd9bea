//! Randomness for stimulus: the same for the same seed on every machine.

use crate::bits::{LANES, WarpRegister};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Cycles of a phase, in which stimulus keeps the same rates.
const PHASE: u64 = 256;

/// A random source that counts cycles.
pub struct Dice {
    rng: Xoshiro256PlusPlus,
    cycle: u64,
}

/// Random numbers of one cycle of stimulus.
pub struct Throw {
    /// Whether to reset: in the first cycle, and rarely afterwards.
    pub reset: bool,
    /// Whether a new phase begins.
    pub new_phase: bool,
    /// Random bytes.
    pub bytes: [u8; 8],
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice { rng: Xoshiro256PlusPlus::seed_from_u64(seed), cycle: 0 }
    }

    /// Random numbers of the next cycle. On average one cycle in `reset_every`, a power of two, is
    /// a reset.
    #[inline]
    pub fn throw(&mut self, reset_every: u64) -> Throw {
        let random = self.rng.next_u64();
        let first = self.cycle == 0;
        let new_phase = self.cycle.is_multiple_of(PHASE);
        self.cycle += 1;
        let reset =
            first || random.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (reset_every - 1) == 0;
        Throw { reset, new_phase, bytes: random.to_le_bytes() }
    }

    /// Eight random bytes.
    #[inline]
    pub fn bytes(&mut self) -> [u8; 8] {
        self.rng.next_u64().to_le_bytes()
    }

    /// A number below `limit`.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.rng.next_u64() >> 32) * limit as u64) >> 32) as usize
    }

    /// Lanes to write: all lanes half of the time, else random ones.
    pub fn lane_mask(&mut self) -> u32 {
        let random = self.rng.next_u64();
        if random >> 63 == 0 { u32::MAX } else { random as u32 }
    }

    /// As [`Dice::lane_mask`], but at times all lanes except one, to detect a lane that the RTL
    /// ignores.
    pub fn lane_mask_or_gap(&mut self) -> u32 {
        match self.below(8) {
            0 => !self.one_bit_of(LANES),
            _ => self.lane_mask(),
        }
    }

    /// As [`Dice::warp_register`], but at times with a single bit set, to detect a bit that the RTL
    /// ignores.
    pub fn warp_register_or_bit(&mut self) -> WarpRegister {
        if self.below(16) > 0 {
            return self.warp_register();
        }
        let mut value = [0; LANES];
        match self.below(4) {
            0 => value[0] = 1,
            1 => value[LANES - 1] = 1 << 31,
            _ => value[self.below(LANES)] = self.one_bit_of(u32::BITS as usize),
        }
        value
    }

    /// A number that differs from `of` in one of the low `bits` bits.
    pub fn twin(&mut self, of: u16, bits: usize) -> u16 {
        of ^ 1 << self.below(bits)
    }

    /// A number with one of its low `bits` bits set, most often the lowest or the highest.
    fn one_bit_of(&mut self, bits: usize) -> u32 {
        match self.below(4) {
            0 => 1,
            1 => 1 << (bits - 1),
            _ => 1 << self.below(bits),
        }
    }

    pub fn warp_register(&mut self) -> WarpRegister {
        let mut value = [0; 32];
        for pair in value.chunks_exact_mut(2) {
            let random = self.rng.next_u64();
            pair[0] = random as u32;
            pair[1] = (random >> 32) as u32;
        }
        value
    }
}

/// A number below `limit` (at most 256) from a random byte.
#[inline]
pub fn scaled(byte: u8, limit: usize) -> u8 {
    ((usize::from(byte) * limit) >> 8) as u8
}

/// Four numbers, from two upper and two lower halves. They are so few that accesses conflict often,
/// and so alike that a comparison of only one half is detected.
#[derive(Clone, Copy, Default)]
pub struct Few {
    upper: [u16; 2],
    lower: [u16; 2],
}

impl Few {
    /// Numbers of `bits` bits, at most 16, from four random bytes.
    pub fn new(random: [u8; 4], bits: usize) -> Self {
        let [a, b, c, d] = random;
        let low = bits / 2;
        Few {
            upper: [a, b].map(|byte| u16::from(scaled(byte, 1 << (bits - low))) << low),
            lower: [c, d].map(|byte| u16::from(scaled(byte, 1 << low))),
        }
    }

    /// The number selected by the low two bits.
    #[inline]
    pub fn pick(&self, bits: u8) -> u16 {
        self.upper[usize::from(bits & 1)] | self.lower[usize::from(bits >> 1 & 1)]
    }
}
