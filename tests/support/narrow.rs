//! The narrow float formats by an independent library, LLVM's arithmetic in Rust.

use rustc_apfloat::ieee::{IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert};

/// IEEE 754 in so many bits.
struct Ieee<const BITS: usize, const EXPONENT: usize>;

impl<const BITS: usize, const EXPONENT: usize> Semantics for Ieee<BITS, EXPONENT> {
    const BITS: usize = BITS;
    const EXP_BITS: usize = EXPONENT;
}

/// One format: what a code stands for, and the code of a number, with and without subnormals.
pub struct Oracle {
    pub slices: usize,
    pub extend: fn(u32, bool) -> u32,
    pub truncate: fn(u32, bool) -> u32,
}

/// A format of so many bits and exponent bits, and one as precise whose exponents go on for ever.
const fn oracle<const BITS: usize, const EXPONENT: usize, const WIDE: usize>() -> Oracle {
    Oracle {
        slices: BITS / 4,
        extend: extend::<Ieee<BITS, EXPONENT>>,
        truncate: truncate::<Ieee<BITS, EXPONENT>, Ieee<WIDE, 10>>,
    }
}

/// All that are narrower than binary32.
pub const ORACLES: [Oracle; 6] = [
    oracle::<8, 3, 15>(),
    oracle::<12, 4, 18>(),
    oracle::<16, 5, 21>(),
    oracle::<20, 5, 25>(),
    oracle::<24, 6, 28>(),
    oracle::<28, 7, 31>(),
];

fn converted<F: Semantics, T: Semantics>(number: IeeeFloat<F>) -> IeeeFloat<T> {
    number.convert(&mut false).value
}

fn extend<S: Semantics>(code: u32, subnormals: bool) -> u32 {
    let mut narrow = IeeeFloat::<S>::from_bits(code.into());
    if narrow.is_denormal() && !subnormals {
        narrow = IeeeFloat::ZERO.copy_sign(narrow);
    }
    let number: Single = converted(narrow);
    number.to_bits() as u32
}

fn truncate<S: Semantics, W: Semantics>(number: u32, subnormals: bool) -> u32 {
    let number = Single::from_bits(number.into());
    let nearest: IeeeFloat<S> = converted(number);
    let unbounded: IeeeFloat<W> = converted(number);
    let smallest: IeeeFloat<W> = converted(IeeeFloat::<S>::smallest_normalized());
    let flushed = !subnormals && unbounded.abs() < smallest;
    let code = if flushed { IeeeFloat::ZERO.copy_sign(nearest) } else { nearest };
    code.to_bits() as u32
}
