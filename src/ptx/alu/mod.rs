//! Lane-wise arithmetic, in all 32 lanes at once.
//!
//! These are pure functions of the operands' bits. All lanes are computed, including inactive ones,
//! whose operands may be anything: nothing here panics. The caller merges results by the mask of
//! active lanes. A mask has bit `l` for lane `l`.
//!
//! Of a source narrower than 32 bits, only the low bits are used. A result narrower than 32 bits
//! has zeros above.

mod compare;
mod convert;
mod float;
mod integer;
mod lanes;
mod rounding;

use super::isa::{Carry, CarryKind, Classify, Compare, Compute, Logic, Type};
use crate::bits::{LANES, WarpRegister};
use integer::Int;
use lanes::{Lane, has_lane, map1};
use multiversion::multiversion;

/// Values of 32 lanes: low words and high words. A value of at most 32 bits uses only `lo`; its
/// `hi` is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Bits 31 to 0 of each lane.
    pub lo: WarpRegister,
    /// Bits 63 to 32 of each lane.
    pub hi: WarpRegister,
}

impl Value {
    /// 0 in all lanes.
    pub const ZERO: Self = Self { lo: [0; LANES], hi: [0; LANES] };

    /// The same value by reference.
    pub fn source(&self) -> Source<'_> {
        Source { lo: &self.lo, hi: &self.hi }
    }
}

/// A value by reference, which an instruction reads without a copy.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Bits 31 to 0 of each lane.
    pub lo: &'a WarpRegister,
    /// Bits 63 to 32 of each lane.
    pub hi: &'a WarpRegister,
}

/// Computes one value from the operands, in the order of [`Compute`].
pub fn compute(op: &Compute, src: &[Source], out: &mut Value) {
    match *op {
        Compute::Move(ty) => move_bits(ty, src, out),
        Compute::Integer(op, ty) => integer::compute(op, ty, src, out),
        Compute::Float(op, ty, mode) => float::compute(op, ty, mode, src, out),
        Compute::Convert(convert) => convert::convert(&convert, src, out),
        Compute::SelectSign { ty, float, flush } => {
            select(ty, src[0], src[1], not_negative(src[2], float, flush), out);
        }
        Compute::Permute(mode) => integer::permute(mode, src, out),
    }
}

fn move_bits(ty: Type, src: &[Source], out: &mut Value) {
    match ty.bits() {
        64 => *out = Value { lo: *src[0].lo, hi: *src[0].hi },
        32 => out.lo = *src[0].lo,
        16 => map1(src, out, |a: u16| a),
        8 => map1(src, out, |a: u8| a),
        _ => map1(src, out, |a: u32| a & 1),
    }
}

/// `slct`: mask of the lanes whose number is at least 0; NaN is not.
fn not_negative(a: Source, float: bool, flush: bool) -> u32 {
    lanes::lanes_where(|lane| {
        let bits = a.lo[lane];
        if float {
            let tiny = flush && bits & 0x7f80_0000 == 0;
            tiny || f32::from_bits(bits) >= 0.0
        } else {
            bits as i32 >= 0
        }
    })
}

/// An `.f32` number; a subnormal becomes zero of the same sign.
pub(super) fn flushed(bits: u32) -> u32 {
    rounding::Format::of(Type::F32).flush(bits)
}

/// Masks of the lanes where a comparison is true, combined with the third operand, a predicate. For
/// a pair of halves, the masks of the lower and of the upper halves; for other types, the same mask
/// twice.
pub fn compare(op: &Compare, a: Source, b: Source, combine: u32) -> [u32; 2] {
    let lower = combined(op, compare::test(op, a, b), combine);
    match op.ty {
        Type::F16x2 | Type::Bf16x2 => [lower, upper(op, a, b, combine)],
        _ => [lower; 2],
    }
}

/// The two predicates of `setp` with `p|q`: the test and the negated test. For a pair of halves,
/// the tests of the two halves.
pub fn compare_both(op: &Compare, a: Source, b: Source, combine: u32) -> [u32; 2] {
    let test = compare::test(op, a, b);
    let second = match op.ty {
        Type::F16x2 | Type::Bf16x2 => upper(op, a, b, combine),
        _ => combined(op, !test, combine),
    };
    [combined(op, test, combine), second]
}

/// The combined comparison of the upper halves.
fn upper(op: &Compare, a: Source, b: Source, combine: u32) -> u32 {
    let [a_upper, b_upper] = [a, b].map(|pair| pair.lo.map(|bits| bits >> 16));
    let a = Source { lo: &a_upper, hi: a.hi };
    let b = Source { lo: &b_upper, hi: b.hi };
    combined(op, compare::test(op, a, b), combine)
}

fn combined(op: &Compare, test: u32, combine: u32) -> u32 {
    match op.combine {
        None => test,
        Some((op, negated)) => logic(op, test, if negated { !combine } else { combine }),
    }
}

/// Result of `set`: all ones or 1.0 in the lanes of the first mask, else 0. For a 32-bit result of
/// a comparison of halves, each half uses its own mask.
pub fn as_value(ty: Type, [lower, upper]: [u32; 2], out: &mut Value) {
    let one: u64 = match ty {
        Type::F16 => 0x3c00,
        Type::F16x2 => 0x3c00_3c00,
        Type::Bf16 => 0x3f80,
        Type::Bf16x2 => 0x3f80_3f80,
        Type::F32 => u64::from(1f32.to_bits()),
        Type::F64 => 1f64.to_bits(),
        _ => u64::MAX >> (64 - ty.bits()),
    };
    for lane in 0..LANES {
        let value = match (has_lane(lower, lane), has_lane(upper, lane)) {
            (true, true) => one,
            (true, false) => one & 0xffff,
            (false, true) => one & 0xffff_0000,
            (false, false) => 0,
        };
        value.write(out, lane);
    }
}

/// A predicate computed from one value.
pub fn classify(op: &Classify, a: Source) -> u32 {
    match *op {
        Classify::IsSpace(space) => compare::is_in_space(space, a),
        Classify::Float(kind, ty) => compare::is_kind(kind, ty, a),
    }
}

/// The first value in the lanes of the mask, else the second.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn select(ty: Type, a: Source, b: Source, mask: u32, out: &mut Value) {
    let low = (u64::MAX >> (64 - ty.bits())) as u32;
    choose(a.lo, b.lo, mask, low, &mut out.lo);
    if ty.bits() == 64 {
        choose(a.hi, b.hi, mask, u32::MAX, &mut out.hi);
    }
}

#[inline(always)]
fn choose(a: &WarpRegister, b: &WarpRegister, mask: u32, bits: u32, out: &mut WarpRegister) {
    for lane in 0..LANES {
        out[lane] = bits & if has_lane(mask, lane) { a[lane] } else { b[lane] };
    }
}

/// Arithmetic with the condition code: reads and writes a carry, or a borrow for a subtraction.
/// `src` holds the two or three numbers. (PTX ISA, "Extended-Precision Integer Arithmetic
/// Instructions".)
pub fn carry(op: &Carry, src: &[Source], carry_in: u32, out: &mut Value) -> u32 {
    match op.ty {
        Type::S64 => carry_typed::<i64, u64>(op, src, carry_in, out),
        Type::U64 | Type::B64 => carry_typed::<u64, u64>(op, src, carry_in, out),
        Type::S32 => carry_typed::<i32, u32>(op, src, carry_in, out),
        _ => carry_typed::<u32, u32>(op, src, carry_in, out),
    }
}

/// `T` is the type of the factors, `U` the unsigned type of the same width.
#[inline(always)]
fn carry_typed<T: Int, U: Int>(op: &Carry, src: &[Source], carry_in: u32, out: &mut Value) -> u32 {
    let carry_in = if op.carry_in { carry_in } else { 0 };
    let mut factors = Value::ZERO;
    let (a, b) = match op.kind {
        CarryKind::Add | CarryKind::Sub => (src[0], src[1]),
        CarryKind::MadLo => {
            lanes::map2(src, &mut factors, T::mul);
            (factors.source(), src[2])
        }
        CarryKind::MadHi => {
            lanes::map2(src, &mut factors, T::mul_hi);
            (factors.source(), src[2])
        }
    };
    let mut carry_out = 0;
    for lane in 0..LANES {
        let (a, b) = (U::read(&a, lane), U::read(&b, lane));
        let one = if has_lane(carry_in, lane) { U::ONE } else { U::ZERO };
        let (result, carried) = if op.kind == CarryKind::Sub {
            let difference = a.sub(b);
            (difference.sub(one), a < b || difference < one)
        } else {
            let sum = a.add(b);
            (sum.add(one), sum < a || sum.add(one) < sum)
        };
        result.write(out, lane);
        carry_out |= u32::from(carried) << lane;
    }
    carry_out
}

/// Packs several values into one, the first in the lowest bits.
pub fn pack(ty: Type, src: &[Source], out: &mut Value) {
    if ty.bits() == 64 {
        return move_bits(ty, src, out);
    }
    *out = Value::ZERO;
    let low = u32::MAX >> (32 - ty.bits());
    for (n, src) in src.iter().enumerate() {
        let (high, position) = place(ty, n);
        let word = if high { &mut out.hi } else { &mut out.lo };
        for (word, element) in word.iter_mut().zip(src.lo) {
            *word |= (element & low) << position;
        }
    }
}

/// Unpacks one value into several, the lowest first.
pub fn unpack(ty: Type, src: Source, out: &mut [Value]) {
    let low = (u64::MAX >> (64 - ty.bits())) as u32;
    for (n, out) in out.iter_mut().enumerate() {
        let (high, position) = place(ty, n);
        let word = if high { src.hi } else { src.lo };
        out.lo = word.map(|word| word >> position & low);
        if ty.bits() == 64 {
            *out = Value { lo: *src.lo, hi: *src.hi };
        }
    }
}

/// Position of element `n`: whether it is in the high word, and its bit in that word.
fn place(ty: Type, n: usize) -> (bool, u32) {
    let bit = ty.bits() as usize * n;
    (bit & 32 != 0, (bit % 32) as u32)
}

/// One predicate from one or two others; `b` is ignored by unary operations.
pub fn logic(op: Logic, a: u32, b: u32) -> u32 {
    match op {
        Logic::Move => a,
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
        Logic::Not => !a,
    }
}
