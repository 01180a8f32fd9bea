//! Narrow floating-point formats, which store a 32-bit float in fewer 4-bit slices.
//!
//! All formats are like IEEE 754: a sign, a biased exponent and a fraction, with zeros, infinities
//! and NaNs. The widest is binary32 itself, the 16-bit one is binary16. A code is in the low bits
//! of a word.
//!
//! - [`Format::extend`] is exact.
//! - [`Format::truncate`] rounds to the nearest code, ties to even. A number beyond the largest
//!   code becomes infinity.
//! - A NaN stays a NaN. It becomes quiet and keeps the upper bits of its payload.
//! - Without subnormal support, subnormal codes read as zero, and a number that rounds below the
//!   smallest normal number becomes zero. The sign is kept.

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    pub exponent_bits: u32,
    pub fraction_bits: u32,
}

/// The formats, narrowest first: 8, 12, ... 32 bits, or 2, 3, ... 8 slices (table 3 of the
/// compression paper, sdc-t3-*).
pub const FORMATS: [Format; 7] = [
    Format::new(3, 4),
    Format::new(4, 7),
    Format::new(5, 10),
    Format::new(5, 14),
    Format::new(6, 17),
    Format::new(7, 20),
    Format::BINARY32,
];

/// Class of a number, without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Zero,
    Subnormal,
    Normal,
    Infinity,
    Nan,
}

/// Fraction bits of binary32, and its largest exponent field.
const FRACTION: u32 = 23;
const LARGEST: u32 = 255;
const BIAS: u32 = 127;
const QUIET: u32 = 1 << (FRACTION - 1);

impl Format {
    const fn new(exponent_bits: u32, fraction_bits: u32) -> Format {
        Format { exponent_bits, fraction_bits }
    }

    pub const BINARY32: Format = Format::new(8, 23);

    /// The format that fills `slices` slices of 4 bits; none fills only one.
    pub fn of_slices(slices: usize) -> Option<Format> {
        slices.checked_sub(2).and_then(|n| FORMATS.get(n)).copied()
    }

    /// Bits of a code: sign, exponent and fraction.
    pub const fn bits(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Slices of 4 bits that a code fills.
    pub const fn slices(self) -> usize {
        self.bits() as usize / 4
    }

    /// Bias of the exponent.
    pub const fn bias(self) -> u32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent field of infinities and NaNs.
    pub const fn largest_exponent(self) -> u32 {
        (1 << self.exponent_bits) - 1
    }

    /// Class of a code; bits above the code are ignored.
    pub const fn class(self, code: u32) -> Class {
        let exponent = code >> self.fraction_bits & self.largest_exponent();
        let fraction = code & ((1 << self.fraction_bits) - 1);
        match (exponent, fraction) {
            (0, 0) => Class::Zero,
            (0, _) => Class::Subnormal,
            (largest, fraction) if largest == self.largest_exponent() => match fraction {
                0 => Class::Infinity,
                _ => Class::Nan,
            },
            _ => Class::Normal,
        }
    }

    /// Fraction bits of binary32 that this format lacks.
    const fn dropped(self) -> u32 {
        FRACTION - self.fraction_bits
    }

    /// The binary32 number that a code stands for.
    #[inline]
    pub fn extend(self, code: u32, subnormals: bool) -> u32 {
        let sign = code >> (self.bits() - 1) << 31;
        let exponent = code >> self.fraction_bits & self.largest_exponent();
        let fraction = code & ((1 << self.fraction_bits) - 1);
        let aligned = fraction << self.dropped();
        let magnitude = match exponent {
            0 if self.dropped() == 0 => aligned,
            0 if fraction == 0 || !subnormals => 0,
            0 => {
                let leading = aligned.leading_zeros() - (31 - FRACTION);
                (BIAS - self.bias() + 1 - leading) << FRACTION
                    | (aligned << leading & ((1 << FRACTION) - 1))
            }
            exponent if exponent == self.largest_exponent() => LARGEST << FRACTION | aligned,
            exponent => (exponent + BIAS - self.bias()) << FRACTION | aligned,
        };
        sign | magnitude
    }

    /// The code nearest to a binary32 number.
    #[inline]
    pub fn truncate(self, number: u32, subnormals: bool) -> u32 {
        if self.dropped() == 0 {
            return number;
        }
        let magnitude = number & 0x7fff_ffff;
        (number >> 31) << (self.bits() - 1) | self.truncate_magnitude(magnitude, subnormals)
    }

    fn truncate_magnitude(self, magnitude: u32, subnormals: bool) -> u32 {
        let exponent = magnitude >> FRACTION;
        let infinity = self.largest_exponent() << self.fraction_bits;
        if magnitude > LARGEST << FRACTION {
            return infinity | ((magnitude | QUIET) & (QUIET * 2 - 1)) >> self.dropped();
        }
        let lowest = BIAS - self.bias();
        match exponent.checked_sub(lowest) {
            // Numbers that are normal in this format or, without subnormals, may round up to a
            // normal one.
            Some(biased) if biased > 0 || !subnormals => {
                let rebiased = magnitude - (lowest << FRACTION);
                let code = round(rebiased, self.dropped()).min(infinity);
                if code >> self.fraction_bits == 0 { 0 } else { code }
            }
            _ if !subnormals || exponent == 0 => 0,
            _ => {
                let significand = magnitude & ((1 << FRACTION) - 1) | 1 << FRACTION;
                round(significand, (self.dropped() + lowest + 1 - exponent).min(31))
            }
        }
    }
}

/// Drops the lowest `dropped` bits of a number, rounding to nearest, ties to even.
fn round(number: u32, dropped: u32) -> u32 {
    let kept = number >> dropped;
    let rest = number & ((1 << dropped) - 1);
    let half = 1 << (dropped - 1);
    kept + u32::from(rest > half || rest == half && kept & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_paper() {
        assert_eq!(FORMATS.map(Format::bits), [8, 12, 16, 20, 24, 28, 32]);
        assert_eq!(FORMATS.map(Format::bias), [3, 7, 15, 15, 31, 63, 127]);
        assert_eq!(Format::of_slices(4).map(Format::bits), Some(16));
        assert_eq!((Format::of_slices(1), Format::of_slices(9)), (None, None));
    }

    #[test]
    fn every_code_that_is_no_nan_comes_back() {
        for format in FORMATS.into_iter().filter(|format| format.bits() <= 20) {
            for code in 0..1u32 << format.bits() {
                let number = f32::from_bits(format.extend(code, true));
                let back = format.truncate(number.to_bits(), true);
                match number.is_nan() {
                    true => assert!(f32::from_bits(format.extend(back, true)).is_nan()),
                    false => assert_eq!(back, code, "{format:?}"),
                }
            }
        }
    }

    #[test]
    fn largest_numbers_are_those_of_the_formats() {
        let largest = |slices| {
            let format = Format::of_slices(slices).expect("a format");
            f32::from_bits(
                format.extend(format.largest_exponent() * (1 << format.fraction_bits) - 1, true),
            )
        };
        assert_eq!([2, 3, 4, 5].map(largest), [15.5, 255.0, 65504.0, 65534.0]);
    }
}
