//! Initial contents of arrays.

use super::{Dtype, ElementBytes};
use crate::bits::splitmix64;

/// Initial contents of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Undefined: a kernel must not rely on them.
    Undefined,
    /// The bytes of one element, repeated.
    Fill(ElementBytes),
    /// The bytes of all elements.
    Data(Vec<u8>),
    /// Elements that a rule generates.
    Generated(Generator),
}

/// A rule that generates elements, the same on every host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Generator {
    /// Uniformly distributed floats from `low` (included) to `high` (excluded).
    UniformFloat {
        /// Start of the random sequence.
        seed: u64,
        /// Lowest value.
        low: f64,
        /// Upper bound, never reached.
        high: f64,
    },
    /// Uniformly distributed integers from `low` (included) to `high` (excluded).
    UniformInt {
        /// Start of the random sequence.
        seed: u64,
        /// Lowest value.
        low: i64,
        /// Upper bound, never reached.
        high: i64,
    },
    /// The index of each element.
    Iota,
}

impl Contents {
    /// Whether a kernel may rely on the contents.
    pub fn is_defined(&self) -> bool {
        *self != Contents::Undefined
    }

    /// Bytes of `count` elements; 0 if the contents are undefined.
    pub fn bytes(&self, dtype: Dtype, count: usize) -> Vec<u8> {
        match self {
            Contents::Undefined => vec![0; count * dtype.bytes()],
            // The usual case; the system provides zeroed memory without touching it.
            Contents::Fill(element) if element.iter().all(|&byte| byte == 0) => {
                vec![0; count * dtype.bytes()]
            }
            Contents::Fill(element) => element.repeat(count),
            Contents::Data(bytes) => bytes.clone(),
            Contents::Generated(generator) => {
                let mut bytes = Vec::with_capacity(count * dtype.bytes());
                for index in 0..count as u64 {
                    bytes.extend_from_slice(&generator.element(dtype, index));
                }
                bytes
            }
        }
    }
}

impl Generator {
    /// The bytes of element `index`.
    fn element(&self, dtype: Dtype, index: u64) -> ElementBytes {
        match *self {
            Generator::Iota => dtype.encode_int(index.into()),
            Generator::UniformInt { seed, low, high } => {
                let span = high.abs_diff(low);
                let above = (u128::from(random(seed, index)) * u128::from(span)) >> 64;
                dtype.encode_int(i128::from(low) + above as i128)
            }
            Generator::UniformFloat { seed, low, high } => {
                let unit = (random(seed, index) >> 11) as f64 / (1u64 << 53) as f64;
                let value = low + unit * (high - low);
                // Rounding may reach the excluded upper bound.
                let last = match dtype {
                    Dtype::F32 => f64::from((high as f32).next_down()),
                    _ => high.next_down(),
                };
                dtype.encode_float(value.min(last))
            }
        }
    }
}

/// Number `index` of the published splitmix64 sequence that starts at `seed`.
fn random(seed: u64, index: u64) -> u64 {
    splitmix64(seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(generator: Generator, dtype: Dtype, count: usize) -> Vec<f64> {
        let bytes = Contents::Generated(generator).bytes(dtype, count);
        bytes.chunks(dtype.bytes()).map(|bytes| dtype.decode(bytes).to_f64()).collect()
    }

    /// All values are within the bounds, some are near each bound, and half are below the middle.
    fn assert_uniform(values: &[f64], low: f64, high: f64) {
        assert!(values.iter().all(|&value| low <= value && value < high));
        let share = |limit: f64| {
            let below = values.iter().filter(|&&value| value < low + limit * (high - low)).count();
            below as f64 / values.len() as f64
        };
        for limit in [0.1, 0.5, 0.9] {
            assert!((share(limit) - limit).abs() < 0.02, "{} below {limit}", share(limit));
        }
    }

    #[test]
    fn uniform_numbers_fill_their_range() {
        let float = |low, high| Generator::UniformFloat { seed: 1, low, high };
        assert_uniform(&elements(float(-2.0, 3.0), Dtype::F32, 10_000), -2.0, 3.0);
        assert_uniform(&elements(float(0.0, 1e300), Dtype::F64, 10_000), 0.0, 1e300);
        let int = |low, high| Generator::UniformInt { seed: 1, low, high };
        assert_uniform(&elements(int(0, 1 << 32), Dtype::U32, 10_000), 0.0, 2f64.powi(32));
        assert_uniform(&elements(int(-500, 500), Dtype::I32, 10_000), -500.0, 500.0);
        assert_eq!(elements(int(7, 8), Dtype::U32, 3), [7.0; 3]);
    }

    #[test]
    fn the_upper_bound_is_never_reached() {
        let generator = Generator::UniformFloat { seed: 3, low: 1.0, high: 1.0 + 1.2e-7 };
        assert!(elements(generator, Dtype::F32, 1000).iter().all(|&value| value == 1.0));
    }

    #[test]
    fn numbers_are_the_same_everywhere() {
        let generator = Generator::UniformInt { seed: 0, low: 0, high: 1 << 32 };
        let published = [0xe220_a839u32, 0x6e78_9e6a];
        assert_eq!(elements(generator, Dtype::U32, 2), published.map(f64::from));
    }

    #[test]
    fn iota_counts_in_every_type() {
        for dtype in Dtype::ALL {
            assert_eq!(elements(Generator::Iota, dtype, 3), [0.0, 1.0, 2.0]);
        }
    }
}
