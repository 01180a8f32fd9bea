//! Floating-point instructions.
//!
//! PTX ISA, "Floating Point Instructions" and "Half Precision Floating Point Instructions". f32 and
//! f64 with rounding to nearest use the host's arithmetic. f64 with other roundings is emulated.
//! Everything else is computed exactly and then rounded once ([`super::rounding`]).
//!
//! A computed NaN is always the same one, so that results do not depend on the host: PTX's
//! canonical NaN, 0x7fffffff for f32 and 0x7fff for the halves. For f64 the ISA defines none; here
//! it is 0xfff8000000000000, CUDA's NaN. `abs`, `neg` and `copysign` only change the sign.
//!
//! A result is flushed if it is subnormal after rounding.
//!
//! # Approximations
//!
//! The ISA bounds their error. Here they are nearly exact, and the same on every host:
//!
//! | | error here | allowed by the ISA |
//! |---|---|---|
//! | `rcp`, `sqrt`, `div.approx`, `div.full` of f32 | 0.5 ulp | 1 ulp, 2^-23, 2 ulp, 2 ulp |
//! | `rsqrt`, `sin`, `cos` of f32 | 0.501 ulp | 2^-22.9 relative, 2^-20.5 absolute |
//! | `lg2`, `ex2`, `tanh` of f32 | 0.501 ulp | 2^-22, 2^-22, 2^-11 |
//! | the same of f16 and bf16 | 0.501 ulp | 2^-9.9 and more |
//! | `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64` | 2^-20 relative, lower word 0 | 2^-20, lower word 0 |
//! | `rsqrt.approx.f64` | 1.5 ulp | 2^-22 relative |
//!
//! They are computed in f64 with the functions of `libm`, and rounded once. For divisors above
//! 2^126, `div.approx` returns the quotient, like `div.full`, although the ISA says 0: the executor
//! does not distinguish the two.

use super::lanes::{Lane, map1, map2, map3};
use super::rounding::{self, Format, narrow};
use super::{Source, Value};
use crate::bits::LANES;
use crate::ptx::isa::{Float, FloatMode, Rounding, Type};
use multiversion::multiversion;
use rustc_apfloat::Float as _;
use rustc_apfloat::Round;
use rustc_apfloat::ieee::Double;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// CUDA's NaN of f64.
pub(super) const NAN_F64: u64 = 0xfff8_0000_0000_0000;

/// A floating-point instruction of any type.
pub(super) fn compute(op: Float, ty: Type, mode: FloatMode, src: &[Source], out: &mut Value) {
    let nearest = mode.rounding == Rounding::NearestEven || mode.approximate;
    match ty {
        Type::F16x2 | Type::Bf16x2 => packed(op, ty, mode, src, out),
        Type::F64 if mode.approximate && mode.flush && !matches!(op, Float::Div) => {
            upper_word(op, src, out)
        }
        Type::F64 if nearest || !depends_on_rounding(op) => native_f64(op, mode, src, out),
        Type::F64 => directed_f64(op, mode, src, out),
        Type::F32 if nearest || !depends_on_rounding(op) => native_f32(op, mode, src, out),
        _ => exact(op, ty, mode, src, out),
    }
}

/// `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64`: use only the operand's upper word; the result's
/// lower word is 0.
fn upper_word(op: Float, src: &[Source], out: &mut Value) {
    const UPPER: u64 = 0xffff_ffff_0000_0000;
    const NAN: f64 = f64::from_bits(0x7fff_ffff_0000_0000);
    map1(src, out, |a: f64| {
        let a = f64::from_bits(a.to_bits() & UPPER).flushed();
        let result = 1.0 / if op == Float::Rcp { a } else { a.sqrt() };
        if result.is_nan() { NAN } else { f64::from_bits(result.flushed().to_bits() & UPPER) }
    });
}

fn depends_on_rounding(op: Float) -> bool {
    use Float::{Add, Div, Fma, Mul, Rcp, Sqrt, Sub};
    matches!(op, Add | Sub | Mul | Fma | Div | Rcp | Sqrt)
}

/// A float type for which the host has arithmetic.
pub(super) trait Native:
    Lane
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const NAN: Self;
    fn fused(self, b: Self, c: Self) -> Self;
    fn root(self) -> Self;
    fn magnitude(self) -> Self;
    fn with_sign(self, sign: Self) -> Self;
    fn is_negative(self) -> bool;
    /// The number, with subnormals replaced by zero of the same sign.
    fn flushed(self) -> Self;
    fn wide(self) -> f64;
    fn from_wide(x: f64) -> Self;
}

macro_rules! native {
    ($($ty:ident: $nan:expr;)*) => {$(
        impl Native for $ty {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NAN: Self = $ty::from_bits($nan);
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn with_sign(self, sign: Self) -> Self {
                self.copysign(sign)
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline(always)]
            fn flushed(self) -> Self {
                let tiny = self.abs() < $ty::MIN_POSITIVE;
                if tiny { (0.0 as $ty).copysign(self) } else { self }
            }
            #[inline(always)]
            fn wide(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn from_wide(x: f64) -> Self {
                x as $ty
            }
        }
    )*};
}
native! {
    f32: 0x7fff_ffff;
    f64: NAN_F64;
}

#[multiversion(targets("x86_64+avx2+fma"))]
fn native_f32(op: Float, mode: FloatMode, src: &[Source], out: &mut Value) {
    native::<f32>(op, mode, src, out);
}

#[multiversion(targets("x86_64+avx2+fma"))]
fn native_f64(op: Float, mode: FloatMode, src: &[Source], out: &mut Value) {
    native::<f64>(op, mode, src, out);
}

/// Operations with rounding to nearest, in the host's arithmetic.
#[inline(always)]
fn native<T: Native>(op: Float, mode: FloatMode, src: &[Source], out: &mut Value) {
    match op {
        Float::Add => binary(mode, src, out, |a: T, b| a + b),
        Float::Sub => binary(mode, src, out, |a: T, b| a - b),
        Float::Mul => binary(mode, src, out, |a: T, b| a * b),
        Float::Div => binary(mode, src, out, |a: T, b| a / b),
        Float::Fma => map3(src, out, |a: T, b, c| {
            finish(mode, prepare(mode, a).fused(prepare(mode, b), prepare(mode, c)))
        }),
        Float::Abs => map1(src, out, |a: T| prepare(mode, a).magnitude()),
        Float::Neg => map1(src, out, |a: T| -prepare(mode, a)),
        Float::CopySign => map2(src, out, |sign: T, a: T| a.with_sign(sign)),
        Float::Min => binary(mode, src, out, min::<T>),
        Float::Max => binary(mode, src, out, max::<T>),
        Float::MinNan => binary(mode, src, out, |a: T, b| either_nan(a, b, min(a, b))),
        Float::MaxNan => binary(mode, src, out, |a: T, b| either_nan(a, b, max(a, b))),
        Float::Rcp => unary(mode, src, out, |a: T| T::ONE / a),
        Float::Sqrt => unary(mode, src, out, T::root),
        Float::Rsqrt => unary(mode, src, out, |a: T| T::from_wide(1.0 / a.wide().sqrt())),
        Float::Sin => unary(mode, src, out, |a: T| T::from_wide(libm::sin(a.wide()))),
        Float::Cos => unary(mode, src, out, |a: T| T::from_wide(libm::cos(a.wide()))),
        Float::Lg2 => unary(mode, src, out, |a: T| T::from_wide(libm::log2(a.wide()))),
        Float::Ex2 => unary(mode, src, out, |a: T| T::from_wide(libm::exp2(a.wide()))),
        Float::Tanh => unary(mode, src, out, |a: T| T::from_wide(libm::tanh(a.wide()))),
    }
}

#[inline(always)]
fn unary<T: Native>(mode: FloatMode, src: &[Source], out: &mut Value, f: impl Fn(T) -> T) {
    map1(src, out, |a| finish(mode, f(prepare(mode, a))));
}

#[inline(always)]
fn binary<T: Native>(mode: FloatMode, src: &[Source], out: &mut Value, f: impl Fn(T, T) -> T) {
    map2(src, out, |a, b| finish(mode, f(prepare(mode, a), prepare(mode, b))));
}

/// Applies the modifiers of the instruction to an operand.
#[inline(always)]
fn prepare<T: Native>(mode: FloatMode, x: T) -> T {
    if mode.flush { x.flushed() } else { x }
}

/// Applies the modifiers of the instruction to a result.
#[inline(always)]
fn finish<T: Native>(mode: FloatMode, x: T) -> T {
    if mode.saturate {
        return clamp(prepare(mode, x));
    }
    if is_nan(x) { T::NAN } else { prepare(mode, x) }
}

/// Clamps to [0, 1]; -0 and NaN become 0.
#[inline(always)]
pub(super) fn clamp<T: Native>(x: T) -> T {
    let below = if x < T::ONE { x } else { T::ONE };
    if x > T::ZERO { below } else { T::ZERO }
}

#[expect(clippy::eq_op, reason = "only NaN differs from itself")]
#[inline(always)]
fn is_nan<T: Native>(x: T) -> bool {
    x != x
}

/// The smaller number; -0 is smaller than +0, and a number is preferred to NaN.
#[inline(always)]
fn min<T: Native>(a: T, b: T) -> T {
    let first = a < b || a == b && a.is_negative();
    if first || is_nan(b) { a } else { b }
}

/// The larger number; +0 is larger than -0, and a number is preferred to NaN.
#[inline(always)]
fn max<T: Native>(a: T, b: T) -> T {
    let first = a > b || a == b && b.is_negative();
    if first || is_nan(b) { a } else { b }
}

#[inline(always)]
fn either_nan<T: Native>(a: T, b: T, otherwise: T) -> T {
    if is_nan(a) || is_nan(b) { T::NAN } else { otherwise }
}

/// Operations on f16, bf16 and f32 in every rounding.
fn exact(op: Float, ty: Type, mode: FloatMode, src: &[Source], out: &mut Value) {
    let format = Format::of(ty);
    for lane in 0..LANES {
        let bits = |n: usize| {
            let bits = src.get(n).map_or(0, |src| src.lo[lane]);
            if mode.flush { format.flush(bits) } else { bits }
        };
        if let Some(bits) = with_sign(op, format, bits(0), bits(1)) {
            out.lo[lane] = bits;
            continue;
        }
        let number = |n| widen(ty, bits(n));
        let result = exact_lane(op, mode.rounding, number(0), number(1), number(2));
        let result = if mode.saturate { clamp(result) } else { result };
        let bits = narrow(result, format, mode.rounding);
        out.lo[lane] = if mode.flush { format.flush(bits) } else { bits };
    }
}

/// The operations that change only the sign; `None` for all others.
fn with_sign(op: Float, format: Format, a: u32, b: u32) -> Option<u32> {
    let sign = format.sign() as u32;
    let below = sign - 1;
    match op {
        Float::Abs => Some(a & below),
        Float::Neg => Some((a ^ sign) & (sign | below)),
        Float::CopySign => Some(a & sign | b & below),
        _ => None,
    }
}

/// A result that only has to be rounded to the final format.
fn exact_lane(op: Float, rounding: Rounding, a: f64, b: f64, c: f64) -> f64 {
    match op {
        Float::Add => rounding::add(a, b, rounding),
        Float::Sub => rounding::add(a, -b, rounding),
        Float::Mul => a * b,
        Float::Fma => rounding::add(a * b, c, rounding),
        Float::Div => rounding::div(a, b),
        Float::Rcp => rounding::div(1.0, a),
        Float::Sqrt => rounding::sqrt(a),
        Float::Min => min(a, b),
        Float::Max => max(a, b),
        Float::MinNan => either_nan(a, b, min(a, b)),
        Float::MaxNan => either_nan(a, b, max(a, b)),
        Float::Rsqrt => 1.0 / a.sqrt(),
        Float::Sin => libm::sin(a),
        Float::Cos => libm::cos(a),
        Float::Lg2 => libm::log2(a),
        Float::Ex2 => libm::exp2(a),
        Float::Tanh => libm::tanh(a),
        Float::Abs | Float::Neg | Float::CopySign => a,
    }
}

/// The value of a float of at most 32 bits.
#[inline(always)]
pub(super) fn widen(ty: Type, bits: u32) -> f64 {
    match ty {
        Type::F16 | Type::F16x2 => half::f16::from_bits(bits as u16).to_f64(),
        Type::Bf16 | Type::Bf16x2 => half::bf16::from_bits(bits as u16).to_f64(),
        _ => f64::from(f32::from_bits(bits)),
    }
}

/// Operates on each half separately.
fn packed(op: Float, ty: Type, mode: FloatMode, src: &[Source], out: &mut Value) {
    let half = if ty == Type::F16x2 { Type::F16 } else { Type::Bf16 };
    let mut result = [[0; LANES]; 2];
    for (n, result) in result.iter_mut().enumerate() {
        let halves = [0, 1, 2].map(|operand| {
            let words = src.get(operand).map_or(&[0; LANES], |src| src.lo);
            words.map(|word| word >> (16 * n) & 0xffff)
        });
        let halves = [0, 1, 2].map(|n| Source { lo: &halves[n], hi: &halves[n] });
        let mut value = Value { lo: [0; LANES], hi: [0; LANES] };
        exact(op, half, mode, &halves, &mut value);
        *result = value.lo;
    }
    for (lane, out) in out.lo.iter_mut().enumerate() {
        *out = result[1][lane] << 16 | result[0][lane];
    }
}

/// f64 operations in the roundings that the host lacks.
fn directed_f64(op: Float, mode: FloatMode, src: &[Source], out: &mut Value) {
    for lane in 0..LANES {
        let number = |n: usize| src.get(n).map_or(0.0, |src| f64::read(src, lane));
        let (a, b, c) = (number(0), number(1), number(2));
        let (a, b, c) = (prepare(mode, a), prepare(mode, b), prepare(mode, c));
        finish(mode, emulated(op, mode.rounding, a, b, c)).write(out, lane);
    }
}

fn emulated(op: Float, rounding: Rounding, a: f64, b: f64, c: f64) -> f64 {
    let double = |x: f64| Double::from_bits(u128::from(x.to_bits()));
    let round = match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    };
    let result = match op {
        Float::Add => double(a).add_r(double(b), round),
        Float::Sub => double(a).sub_r(double(b), round),
        Float::Mul => double(a).mul_r(double(b), round),
        Float::Fma => double(a).mul_add_r(double(b), double(c), round),
        Float::Div => double(a).div_r(double(b), round),
        Float::Rcp => double(1.0).div_r(double(a), round),
        _ => return rounding::sqrt_f64(a, rounding),
    };
    f64::from_bits(result.value.to_bits() as u64)
}
