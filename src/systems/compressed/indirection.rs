//! The layout of packed registers in slices.
//!
//! A thread's 32-bit register has 8 slices of 4 bits; slice s is bits 4s+3 to 4s. A packed value of
//! k slices fills the slices that a mask names in one physical register, lowest first. A split
//! value continues in the slices that a second mask names in a second register.

/// Slices of a register.
pub const SLICES: usize = 8;
/// Bits of a slice.
pub const SLICE_BITS: usize = 4;

/// Entry of the indirection table for an architectural register, 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Indirection {
    /// Physical registers of part 0 and part 1, 7 bits each.
    pub registers: [u8; 2],
    /// Slice masks of part 0 and part 1; the second is 0 if the register is not split.
    pub masks: [u8; 2],
    /// Whether the value is sign extended, not zero extended.
    pub signed: bool,
    /// Whether the value is a floating-point number, in the format of its width.
    pub float: bool,
}

impl Indirection {
    /// The entry of an uncompressed register: all slices of one physical register.
    pub fn whole(register: u8) -> Indirection {
        Indirection { registers: [register, 0], masks: [0xff, 0], signed: false, float: false }
    }

    /// Slices that the value fills, 1 to 8.
    pub fn slices(&self) -> usize {
        (self.masks[0].count_ones() + self.masks[1].count_ones()) as usize
    }

    pub fn is_split(&self) -> bool {
        self.masks[1] != 0
    }

    /// Whether it is read through a converter: a float of fewer than 32 bits.
    pub fn converts(&self) -> bool {
        self.float && self.slices() < SLICES
    }

    /// Whether a table may hold it (SDC-I1): part 0 is not empty, the value has at most 8 slices,
    /// two parts are in different registers, and a float has at least two slices.
    pub fn is_legal(&self) -> bool {
        let slices = self.slices();
        self.masks[0] != 0
            && slices <= SLICES
            && (!self.is_split() || self.registers[0] != self.registers[1])
            && (!self.float || slices >= 2)
            && self.registers.iter().all(|&register| register < 1 << 7)
    }

    /// Whether two values share a slice.
    pub fn overlaps(&self, other: &Indirection) -> bool {
        let parts = (0..2).flat_map(|a| (0..2).map(move |b| (a, b)));
        parts.into_iter().any(|(a, b)| {
            self.registers[a] == other.registers[b] && self.masks[a] & other.masks[b] != 0
        })
    }

    /// The table entry as a word:
    /// `[31] signed, [30:24] r1, [23:16] m1, [15] float, [14:8] r0, [7:0] m0`.
    pub fn word(&self) -> u32 {
        let part = |n: usize, flag: bool| {
            u32::from(flag) << 15 | u32::from(self.registers[n]) << 8 | u32::from(self.masks[n])
        };
        part(1, self.signed) << 16 | part(0, self.float)
    }

    pub fn from_word(word: u32) -> Indirection {
        let register = |half: u32| (half >> 8 & 0x7f) as u8;
        Indirection {
            registers: [register(word), register(word >> 16)],
            masks: [word as u8, (word >> 16) as u8],
            signed: word >> 31 != 0,
            float: word >> 15 & 1 != 0,
        }
    }

    /// Runs of adjacent slices of a part, from the lowest slice up.
    fn runs(&self, part: usize) -> impl Iterator<Item = Run> {
        let mut left = u32::from(self.masks[part]);
        let mut place =
            if part == 0 { 0 } else { SLICE_BITS * self.masks[0].count_ones() as usize };
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            let slices = (left.checked_shr(first)?).trailing_ones() as usize;
            left &= left.wrapping_add(1 << first);
            let bits = u32::MAX >> (u32::BITS as usize - SLICE_BITS * slices);
            let run = Run { at: SLICE_BITS * first as usize, place, bits };
            place += SLICE_BITS * slices;
            Some(run)
        })
    }

    /// Contribution of a part to the values of all lanes if its physical register reads as `data`.
    /// A value is the OR of its parts. The last part of a signed value also fills the bits above
    /// the value with copies of its top bit.
    pub fn extract<const N: usize>(&self, part: usize, data: &[u32; N]) -> [u32; N] {
        let mut values = [0; N];
        for Run { at, place, bits } in self.runs(part) {
            let lanes = values.iter_mut().zip(data);
            lanes.for_each(|(value, data)| *value |= (data >> at & bits) << place);
        }
        let last = part == 1 || !self.is_split();
        let end = SLICE_BITS * if last { self.slices() } else { SLICES };
        if self.signed && (1..u32::BITS as usize).contains(&end) {
            let spare = u32::BITS as usize - end;
            values.iter_mut().for_each(|value| *value = ((*value << spare) as i32 >> spare) as u32);
        }
        values
    }

    /// Contents of the physical register of a part, for the given values of all lanes. Slices
    /// outside the mask are 0.
    pub fn scatter<const N: usize>(&self, part: usize, values: &[u32; N]) -> [u32; N] {
        let mut data = [0; N];
        for Run { at, place, bits } in self.runs(part) {
            let lanes = data.iter_mut().zip(values);
            lanes.for_each(|(data, value)| *data |= (value >> place & bits) << at);
        }
        data
    }
}

/// Slices that are adjacent both in a register and in the value.
struct Run {
    /// Lowest bit of the run in the register.
    at: usize,
    /// Lowest bit of the run in the value.
    place: usize,
    /// Mask of as many bits as the run has, from bit 0 up.
    bits: u32,
}

/// Bits of a register that a slice mask covers.
pub fn slice_bits(mask: u8) -> u32 {
    // Each mask bit moves to the lowest bit of its slice.
    let mut bits = u32::from(mask);
    bits = (bits | bits << 12) & 0x000f_000f;
    bits = (bits | bits << 6) & 0x0303_0303;
    bits = (bits | bits << 3) & 0x1111_1111;
    bits * 0xf
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_3_of_the_paper() {
        let placed =
            Indirection { registers: [0, 1], masks: [0x80, 0x4c], signed: false, float: true };
        assert!(placed.is_legal() && placed.is_split() && placed.converts());
        assert_eq!(
            [placed.scatter(0, &[0x4321]), placed.scatter(1, &[0x4321])],
            [[0x1000_0000], [0x0400_3200]]
        );
        assert_eq!(
            placed.extract(0, &[0x1fff_ffff])[0] | placed.extract(1, &[0xf4ff_32ff])[0],
            0x4321
        );
    }

    #[test]
    fn every_legal_placement_brings_back_what_it_took() {
        let masks = (0..=255u8).flat_map(|m0| (0..=255u8).map(move |m1| [m0, m1]));
        for masks in masks {
            for signed in [false, true] {
                let placed = Indirection { registers: [3, 4], masks, signed, float: false };
                assert_eq!(Indirection::from_word(placed.word()), placed);
                if !placed.is_legal() {
                    continue;
                }
                let spare = 32 - SLICE_BITS * placed.slices();
                for value in [0x8765_4321u32, 0x789a_bcde] {
                    let expected = match signed {
                        true => ((value << spare) as i32 >> spare) as u32,
                        false => value << spare >> spare,
                    };
                    let parts = [0, 1].map(|part| {
                        let noise = !slice_bits(masks[part]) & 0xdead_beef;
                        placed
                            .extract(part, &placed.scatter(part, &[value]).map(|data| data | noise))
                            [0]
                    });
                    assert_eq!(parts[0] | parts[1], expected, "{placed:x?}");
                }
            }
        }
    }
}
