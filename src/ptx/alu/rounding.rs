//! Exact results, rounded once.
//!
//! A sum, product, quotient or root of narrower numbers is first computed in f64 and rounded to
//! odd: if it is inexact, its last bit is 1. Such a result can then be rounded, in any direction,
//! to a format that is at least two bits shorter, with the same result as a single rounding. (Boldo
//! and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
//! odd".)

use crate::ptx::isa::{Rounding, Type};

/// A binary format of IEEE 754 that f64 holds exactly.
#[derive(Clone, Copy)]
pub(super) struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

impl Format {
    /// The format of a type of at most 32 bits; f32's if the type is none of the shorter ones.
    #[inline(always)]
    pub fn of(ty: Type) -> Self {
        match ty {
            Type::F16 | Type::F16x2 => Self { exponent_bits: 5, fraction_bits: 10 },
            Type::Bf16 | Type::Bf16x2 => Self { exponent_bits: 8, fraction_bits: 7 },
            _ => Self { exponent_bits: 8, fraction_bits: 23 },
        }
    }

    #[inline(always)]
    pub fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.fraction_bits)
    }

    #[inline(always)]
    fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// PTX's canonical NaN: all bits set except the sign.
    fn nan(self) -> u64 {
        self.sign() - 1
    }

    /// The number, with a subnormal replaced by zero of the same sign.
    #[inline(always)]
    pub fn flush(self, bits: u32) -> u32 {
        let zero = u64::from(bits) & self.infinity() == 0;
        if zero { bits & self.sign() as u32 } else { bits }
    }
}

/// Rounds a number to a shorter format and returns its bits.
pub(super) fn narrow(x: f64, format: Format, rounding: Rounding) -> u32 {
    let negative = x.is_sign_negative();
    let sign = if negative { format.sign() } else { 0 };
    let magnitude = if x.is_nan() {
        return format.nan() as u32;
    } else if x.is_infinite() {
        format.infinity()
    } else {
        narrow_magnitude(x.to_bits() << 1 >> 1, negative, format, rounding)
    };
    (sign | magnitude) as u32
}

/// Rounds the magnitude of a finite number, given as bits.
fn narrow_magnitude(bits: u64, negative: bool, format: Format, rounding: Rounding) -> u64 {
    const FRACTION: u32 = 52;
    const BIAS: i32 = 1023;
    let exponent = ((bits >> FRACTION) as i32).max(1) - BIAS;
    let hidden = u64::from(bits >> FRACTION != 0) << FRACTION;
    let significand = bits & ((1 << FRACTION) - 1) | hidden;
    let bias = (1 << (format.exponent_bits - 1)) - 1;
    let lowest = 1 - bias;
    let subnormal_shift = (lowest - exponent).max(0) as u32;
    let shift = (FRACTION - format.fraction_bits + subnormal_shift).min(63);
    let (kept, lost) = (significand >> shift, significand & ((1 << shift) - 1));
    let half = 1 << (shift - 1);
    let away = match rounding {
        Rounding::NearestEven => lost > half || lost == half && kept & 1 != 0,
        Rounding::Zero => false,
        Rounding::Down => negative && lost != 0,
        Rounding::Up => !negative && lost != 0,
    };
    // The hidden bit, or a carry into its position, adds one to the exponent.
    let below = (exponent.max(lowest) + bias - 1) as u64;
    let rounded = (below << format.fraction_bits) + kept + u64::from(away);
    if rounded < format.infinity() {
        return rounded;
    }
    let to_infinity = match rounding {
        Rounding::NearestEven => true,
        Rounding::Zero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    };
    format.infinity() - u64::from(!to_infinity)
}

/// Rounds to odd: `nearest` is the number rounded to nearest, the sign of `error` says on which
/// side of it the exact number is.
pub(super) fn odd(nearest: f64, error: f64) -> f64 {
    let bits = nearest.to_bits();
    if !nearest.is_finite() || error.is_nan() || error == 0.0 || bits & 1 != 0 {
        return nearest;
    }
    // The two neighbours of a number with an even fraction have odd ones.
    let outward = (error > 0.0) == (nearest > 0.0);
    f64::from_bits(if outward { bits + 1 } else { bits - 1 })
}

/// `a + b`, rounded to odd. A sum of zero gets the sign that `rounding` demands.
pub(super) fn add(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = a + b;
    if sum == 0.0 && rounding == Rounding::Down {
        return if a.is_sign_negative() || b.is_sign_negative() { -0.0 } else { 0.0 };
    }
    // Knuth's two-sum: the error of an addition is itself a floating-point number.
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    odd(sum, error)
}

/// `a / b`, rounded to odd. The quotient must be far from the ends of f64's range.
pub(super) fn div(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    let rest = libm::fma(-quotient, b, a);
    odd(quotient, if b < 0.0 { -rest } else { rest })
}

/// The square root, rounded to odd. The number must be far from the ends of f64's range.
pub(super) fn sqrt(a: f64) -> f64 {
    let root = a.sqrt();
    odd(root, libm::fma(-root, root, a))
}

/// The square root of any f64, rounded.
pub(super) fn sqrt_f64(a: f64, rounding: Rounding) -> f64 {
    let root = a.sqrt();
    if rounding == Rounding::NearestEven || a <= 0.0 || !root.is_finite() {
        return root;
    }
    // Scaled by a power of four, the remainder is not subnormal, so its sign is right.
    let up = if a < 1e-200 { f64::from_bits((1023 + 200) << 52) } else { 1.0 };
    let scaled_root = root * up;
    let rest = libm::fma(-scaled_root, scaled_root, a * up * up);
    match rounding {
        Rounding::Up if rest > 0.0 => root.next_up(),
        Rounding::Down | Rounding::Zero if rest < 0.0 => root.next_down(),
        _ => root,
    }
}

/// Converts an integer to f64, rounded.
pub(super) fn f64_from_int(x: i128, rounding: Rounding) -> f64 {
    let nearest = x as f64;
    let error = x - nearest as i128;
    let toward = match rounding {
        Rounding::NearestEven => 0,
        Rounding::Zero => -x.signum(),
        Rounding::Down => -1,
        Rounding::Up => 1,
    };
    match (error.signum(), toward) {
        (1, 1) => nearest.next_up(),
        (-1, -1) => nearest.next_down(),
        _ => nearest,
    }
}

/// Converts an integer to f64, rounded to odd.
pub(super) fn odd_from_int(x: i128) -> f64 {
    let nearest = x as f64;
    odd(nearest, (x - nearest as i128) as f64)
}

/// Rounds a float to an integral value.
#[inline(always)]
pub(super) fn integral(x: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::NearestEven => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}
