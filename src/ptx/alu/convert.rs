//! Conversions of numbers.
//!
//! PTX ISA, "Data Movement and Conversion Instructions: cvt". A float becomes an integer by
//! rounding; outside the range of the type, the nearest integer of the type. NaN becomes 0. (PTX
//! ISA 9.0 gives `1 << (bits - 1)` for NaN if f64 or 64-bit integers are involved.)

use super::float::{NAN_F64, clamp, widen};
use super::lanes::{Lane, map1, map2};
use super::rounding::{self, Format, integral, narrow};
use super::{Source, Value};
use crate::ptx::isa::{Convert, Rounding, Type};
use multiversion::multiversion;

/// Converts numbers. Two f32 become a pair of halves; the first is the upper half.
#[multiversion(targets("x86_64+avx2+fma"))]
pub(super) fn convert(op: &Convert, src: &[Source], out: &mut Value) {
    match op.from {
        Type::F32 if matches!(op.to, Type::F16x2 | Type::Bf16x2) => pair(op, src, out),
        Type::F32 => from_float(op, src, out, |bits: u32| source_f32(op, bits)),
        Type::F64 => from_float(op, src, out, |a: f64| a),
        Type::F16 | Type::F16x2 => from_float(op, src, out, |a: u16| widen(Type::F16, a.into())),
        Type::Bf16 | Type::Bf16x2 => {
            from_float(op, src, out, |a: u16| widen(Type::Bf16, a.into()));
        }
        Type::S8 => from_whole::<i8>(op, src, out),
        Type::S16 => from_whole::<i16>(op, src, out),
        Type::S32 => from_whole::<i32>(op, src, out),
        Type::S64 => from_whole::<i64>(op, src, out),
        Type::Pred | Type::B8 | Type::U8 => from_whole::<u8>(op, src, out),
        Type::B16 | Type::U16 => from_whole::<u16>(op, src, out),
        Type::B32 | Type::U32 => from_whole::<u32>(op, src, out),
        Type::B64 | Type::U64 => from_whole::<u64>(op, src, out),
    }
}

#[inline(always)]
fn source_f32(op: &Convert, bits: u32) -> f64 {
    widen(Type::F32, if op.flush { Format::of(Type::F32).flush(bits) } else { bits })
}

#[inline(always)]
fn pair(op: &Convert, src: &[Source], out: &mut Value) {
    let half = if op.to == Type::F16x2 { Type::F16 } else { Type::Bf16 };
    let half = |bits: u32| to_narrow(op, half, source_f32(op, bits));
    map2(src, out, |upper: u32, lower: u32| half(upper) << 16 | half(lower));
}

/// An integer type that can be converted.
trait Whole: Lane {
    fn exact(self) -> i128;
    fn nearest_f32(self) -> f32;
    fn nearest_f64(self) -> f64;
}

macro_rules! whole {
    ($($ty:ty),*) => {$(
        impl Whole for $ty {
            #[inline(always)]
            fn exact(self) -> i128 {
                i128::from(self)
            }
            #[inline(always)]
            fn nearest_f32(self) -> f32 {
                self as f32
            }
            #[inline(always)]
            fn nearest_f64(self) -> f64 {
                self as f64
            }
        }
    )*};
}
whole!(u8, i8, u16, i16, u32, i32, u64, i64);

#[inline(always)]
fn from_whole<T: Whole>(op: &Convert, src: &[Source], out: &mut Value) {
    let nearest = op.rounding == Rounding::NearestEven;
    match op.to {
        Type::F32 if nearest && !op.saturate => map1(src, out, T::nearest_f32),
        Type::F64 if nearest && !op.saturate => map1(src, out, T::nearest_f64),
        Type::F64 => map1(src, out, |a: T| {
            let x = rounding::f64_from_int(a.exact(), op.rounding);
            if op.saturate { clamp(x) } else { x }
        }),
        ty if ty.is_float() => {
            map1(src, out, |a: T| to_narrow(op, ty, rounding::odd_from_int(a.exact())))
        }
        ty if op.saturate => {
            let (least, greatest) = range(ty);
            map1(src, out, |a: T| a.exact().clamp(least, greatest) as u64 & low_bits(ty));
        }
        ty => map1(src, out, |a: T| a.exact() as u64 & low_bits(ty)),
    }
}

/// The smallest and the largest integer of a type.
fn range(ty: Type) -> (i128, i128) {
    let bits = ty.bits();
    if ty.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// A mask of the type's bits.
fn low_bits(ty: Type) -> u64 {
    u64::MAX >> (64 - ty.bits())
}

#[inline(always)]
fn from_float<A: Lane>(op: &Convert, src: &[Source], out: &mut Value, read: impl Fn(A) -> f64) {
    let whole = |a| integral(read(a), op.rounding);
    match op.to {
        Type::F64 => map1(src, out, |a| to_f64(op, read(a))),
        Type::F32 if op.rounding == Rounding::NearestEven || op.to_integral => {
            map1(src, out, |a| to_f32(op, read(a)));
        }
        ty if ty.is_float() => map1(src, out, |a| to_narrow(op, ty, read(a))),
        Type::S32 => map1(src, out, |a| whole(a) as i32),
        Type::U32 | Type::B32 => map1(src, out, |a| whole(a) as u32),
        Type::S64 => map1(src, out, |a| whole(a) as i64),
        Type::U64 | Type::B64 => map1(src, out, |a| whole(a) as u64),
        Type::S16 => map1(src, out, |a| whole(a) as i16),
        Type::U16 | Type::B16 => map1(src, out, |a| whole(a) as u16),
        Type::S8 => map1(src, out, |a| whole(a) as i8),
        _ => map1(src, out, |a| whole(a) as u8),
    }
}

/// Rounding to an integral value and saturation, applied before the conversion to a float rounds.
#[inline(always)]
fn adjust(op: &Convert, x: f64) -> f64 {
    let x = if op.to_integral { integral(x, op.rounding) } else { x };
    if op.saturate { clamp(x) } else { x }
}

#[inline(always)]
fn to_f64(op: &Convert, x: f64) -> f64 {
    let x = adjust(op, x);
    if x.is_nan() { f64::from_bits(NAN_F64) } else { x }
}

/// Converts to f32, rounding to nearest.
#[inline(always)]
fn to_f32(op: &Convert, x: f64) -> u32 {
    let x = adjust(op, x) as f32;
    let bits = if x.is_nan() { 0x7fff_ffff } else { x.to_bits() };
    if op.flush { Format::of(Type::F32).flush(bits) } else { bits }
}

/// Converts to a float of at most 32 bits, as bits.
fn to_narrow(op: &Convert, ty: Type, x: f64) -> u32 {
    let format = Format::of(ty);
    let bits = narrow(adjust(op, x), format, op.rounding);
    if op.flush && ty == Type::F32 { format.flush(bits) } else { bits }
}
