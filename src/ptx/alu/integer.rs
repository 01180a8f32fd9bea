//! Integer and bitwise instructions.
//!
//! PTX ISA, "Integer Arithmetic Instructions", "Logic and Shift Instructions" and "Video
//! Instructions". Arithmetic wraps unless the instruction's name says that it saturates. Where the
//! ISA leaves the result open, it is that of NVIDIA's hardware: for division by zero the quotient
//! is all ones, and the remainder is the dividend.

use super::lanes::{Lane, map1, map2, map3, map4};
use super::{Source, Value};
use crate::ptx::isa::{Integer, Permute, Type};
use multiversion::multiversion;

/// An integer type. Operations have the type's width and signedness.
pub(super) trait Int: Lane + Ord {
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;
    const ONES: Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn add_saturate(self, other: Self) -> Self;
    fn sub_saturate(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The upper half of the product.
    fn mul_hi(self, other: Self) -> Self;
    /// The product of numbers of at most 32 bits.
    fn mul_wide(self, other: Self) -> u64;
    fn div(self, other: Self) -> Self;
    fn rem(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn neg(self) -> Self;
    fn abs_diff(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn not(self) -> Self;
    /// Left shift; 0 for distances of the type's width or more.
    fn shl(self, distance: u32) -> Self;
    /// Right shift; fills with the sign bit for signed types, else with 0.
    fn shr(self, distance: u32) -> Self;
    fn count_ones(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn reverse(self) -> Self;
}

macro_rules! int {
    ($($ty:ident, $unsigned:ident, $wide:ident, $shr:expr;)*) => {$(
        impl Int for $ty {
            const BITS: u32 = $ty::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ONES: Self = !0;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn add_saturate(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline(always)]
            fn sub_saturate(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn mul_hi(self, other: Self) -> Self {
                ((self as $wide).wrapping_mul(other as $wide) >> $ty::BITS) as $ty
            }
            #[inline(always)]
            fn mul_wide(self, other: Self) -> u64 {
                (self as u64).wrapping_mul(other as u64)
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                if other == 0 { !0 } else { self.wrapping_div(other) }
            }
            #[inline(always)]
            fn rem(self, other: Self) -> Self {
                if other == 0 { self } else { self.wrapping_rem(other) }
            }
            #[inline(always)]
            fn abs(self) -> Self {
                if self < Self::ZERO { self.wrapping_neg() } else { self }
            }
            #[inline(always)]
            fn neg(self) -> Self {
                self.wrapping_neg()
            }
            #[inline(always)]
            fn abs_diff(self, other: Self) -> Self {
                if self < other { other.wrapping_sub(self) } else { self.wrapping_sub(other) }
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn not(self) -> Self {
                !self
            }
            #[inline(always)]
            fn shl(self, distance: u32) -> Self {
                if distance < $ty::BITS { self.wrapping_shl(distance) } else { 0 }
            }
            #[inline(always)]
            fn shr(self, distance: u32) -> Self {
                $shr(self, distance)
            }
            #[inline(always)]
            fn count_ones(self) -> u32 {
                $ty::count_ones(self)
            }
            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                $ty::leading_zeros(self)
            }
            #[inline(always)]
            fn reverse(self) -> Self {
                self.reverse_bits()
            }
        }
    )*};
}
int! {
    u8, u8, u16, |a: u8, n| if n < 8 { a.wrapping_shr(n) } else { 0 };
    i8, u8, i16, |a: i8, n: u32| a.wrapping_shr(n.min(7));
    u16, u16, u32, |a: u16, n| if n < 16 { a.wrapping_shr(n) } else { 0 };
    i16, u16, i32, |a: i16, n: u32| a.wrapping_shr(n.min(15));
    u32, u32, u64, |a: u32, n| if n < 32 { a.wrapping_shr(n) } else { 0 };
    i32, u32, i64, |a: i32, n: u32| a.wrapping_shr(n.min(31));
    u64, u64, u128, |a: u64, n| if n < 64 { a.wrapping_shr(n) } else { 0 };
    i64, u64, i128, |a: i64, n: u32| a.wrapping_shr(n.min(63));
}

/// An instruction on integers of up to 64 bits.
#[multiversion(targets("x86_64+avx2+fma"))]
pub(super) fn compute(op: Integer, ty: Type, src: &[Source], out: &mut Value) {
    match ty {
        Type::S8 => typed::<i8>(op, src, out),
        Type::S16 => typed::<i16>(op, src, out),
        Type::S32 => typed::<i32>(op, src, out),
        Type::S64 => typed::<i64>(op, src, out),
        _ => match ty.bits() {
            64 => typed::<u64>(op, src, out),
            32 => typed::<u32>(op, src, out),
            16 => typed::<u16>(op, src, out),
            _ => typed::<u8>(op, src, out),
        },
    }
}

#[inline(always)]
fn typed<T: Int>(op: Integer, src: &[Source], out: &mut Value) {
    use Integer as I;
    let signed = T::ONES < T::ZERO;
    match op {
        I::Add => map2(src, out, T::add),
        I::AddSaturate => map2(src, out, T::add_saturate),
        I::Sub => map2(src, out, T::sub),
        I::SubSaturate => map2(src, out, T::sub_saturate),
        I::MulLo => map2(src, out, T::mul),
        I::MulHi => map2(src, out, T::mul_hi),
        I::MulWide => map2(src, out, T::mul_wide),
        I::MadLo => map3(src, out, |a: T, b, c| a.mul(b).add(c)),
        I::MadHi => map3(src, out, |a: T, b, c| a.mul_hi(b).add(c)),
        I::MadHiSaturate => map3(src, out, |a: T, b, c| a.mul_hi(b).add_saturate(c)),
        I::MadWide => map3(src, out, |a: T, b, c: u64| a.mul_wide(b).wrapping_add(c)),
        I::SumAbsDiff => map3(src, out, |a: T, b, c: T| c.add(a.abs_diff(b))),
        I::Div => map2(src, out, T::div),
        I::Rem => map2(src, out, T::rem),
        I::Abs => map1(src, out, T::abs),
        I::Neg => map1(src, out, T::neg),
        I::Min => map2(src, out, T::min),
        I::Max => map2(src, out, T::max),
        I::PopCount => map1(src, out, T::count_ones),
        I::CountLeadingZeros => map1(src, out, T::leading_zeros),
        I::FindLeadingBit => map1(src, out, find_leading_bit::<T>),
        I::FindLeadingBitShift => map1(src, out, find_leading_bit_shift::<T>),
        I::Reverse => map1(src, out, T::reverse),
        I::Extract => map3(src, out, extract::<T>),
        I::Insert => map4(src, out, insert::<T>),
        I::And => map2(src, out, T::and),
        I::Or => map2(src, out, T::or),
        I::Xor => map2(src, out, T::xor),
        I::Not => map1(src, out, T::not),
        I::LogicalNot => map1(src, out, |a: T| if a == T::ZERO { T::ONE } else { T::ZERO }),
        I::ShiftLeft => map2(src, out, T::shl),
        I::ShiftRight => map2(src, out, T::shr),
        I::Logic3(table) => map3(src, out, |a: T, b, c| logic3(table, a, b, c)),
        I::Mul24Lo => map2(src, out, |a, b| product24(signed, a, b) as u32),
        I::Mul24Hi => map2(src, out, |a, b| (product24(signed, a, b) >> 16) as u32),
        I::Mad24Lo => map3(src, out, |a, b, c| (product24(signed, a, b) as u32).wrapping_add(c)),
        I::Mad24Hi => {
            map3(src, out, |a, b, c| ((product24(signed, a, b) >> 16) as u32).wrapping_add(c));
        }
        I::Mad24HiSaturate => {
            map3(src, out, |a, b, c: i32| ((product24(true, a, b) >> 16) as i32).saturating_add(c))
        }
        I::FunnelLeft { wrap } => {
            map3(src, out, |lo, hi, n| (pair(lo, hi) << distance(n, wrap) >> 32) as u32);
        }
        I::FunnelRight { wrap } => {
            map3(src, out, |lo, hi, n| (pair(lo, hi) >> distance(n, wrap)) as u32);
        }
        I::Dot4 { signed } => map3(src, out, |a, b, c| dot4(signed, a, b, c)),
        I::Dot2 { signed, high } => map3(src, out, |a, b, c| dot2(signed, high, a, b, c)),
        I::AbsDiff4 { signed, add } => map3(src, out, |a, b, c| abs_diff4(signed, add, a, b, c)),
    }
}

/// `bfind`: number of the highest bit that differs from the sign; all ones if there is none.
#[inline(always)]
fn find_leading_bit<T: Int>(a: T) -> u32 {
    (T::BITS - 1).wrapping_sub(unlike_sign(a).leading_zeros())
}

/// `bfind.shiftamt`: left shift that takes that bit to the highest position; all ones if there is
/// none.
#[inline(always)]
fn find_leading_bit_shift<T: Int>(a: T) -> u32 {
    let distance = unlike_sign(a).leading_zeros();
    if distance == T::BITS { u32::MAX } else { distance }
}

/// The bits that differ from the sign; for an unsigned number, the bits that are set.
#[inline(always)]
fn unlike_sign<T: Int>(a: T) -> T {
    a.xor(if a < T::ZERO { T::ONES } else { T::ZERO })
}

/// `bfe`: `length` bits from `position` on, extended by the highest of them, or by the word's
/// highest bit if the field ends beyond it.
#[inline(always)]
fn extract<T: Int>(a: T, position: u32, length: u32) -> T {
    let above = T::BITS.saturating_sub(length & 0xff);
    a.shr(position & 0xff).shl(above).shr(above)
}

/// `bfi`: `b` with `length` bits from `position` on replaced by the lowest bits of `a`.
#[inline(always)]
fn insert<T: Int>(a: T, b: T, position: u32, length: u32) -> T {
    let position = position & 0xff;
    let field = T::ONES.shl(length & 0xff).not().shl(position);
    a.shl(position).and(field).or(b.and(field.not()))
}

/// `lop3`: bit `4a + 2b + c` of the table. A tree of multiplexers; its lowest level is the same in
/// every lane.
#[inline(always)]
fn logic3<T: Int>(table: u8, a: T, b: T, c: T) -> T {
    let entry = |index: u8| if table >> index & 1 != 0 { T::ONES } else { T::ZERO };
    let choose = |which: T, one: T, zero: T| one.xor(zero).and(which).xor(zero);
    let by_c = |index: u8| choose(c, entry(index + 1), entry(index));
    let by_b = |index: u8| choose(b, by_c(index + 2), by_c(index));
    choose(a, by_b(4), by_b(0))
}

/// The product of the lowest 24 bits of two words.
#[inline(always)]
fn product24(signed: bool, a: u32, b: u32) -> i64 {
    let number = |a: u32| {
        let top = (a << 8) as i32;
        if signed { i64::from(top >> 8) } else { i64::from(top as u32 >> 8) }
    };
    number(a).wrapping_mul(number(b))
}

#[inline(always)]
fn pair(lo: u32, hi: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

/// Distance of a funnel shift.
#[inline(always)]
fn distance(n: u32, wrap: bool) -> u32 {
    if wrap { n & 31 } else { n.min(32) }
}

/// A field of `bits` bits at `position`, as a number.
#[inline(always)]
fn field(word: u32, position: u32, bits: u32, signed: bool) -> i32 {
    let top = word << (32 - bits - position);
    if signed { top as i32 >> (32 - bits) } else { (top >> (32 - bits)) as i32 }
}

/// `dp4a`.
#[inline(always)]
fn dot4(signed: [bool; 2], a: u32, b: u32, c: u32) -> u32 {
    let product =
        |n: u32| field(a, 8 * n, 8, signed[0]).wrapping_mul(field(b, 8 * n, 8, signed[1])) as u32;
    (0..4).fold(c, |sum, n| sum.wrapping_add(product(n)))
}

/// `dp2a`.
#[inline(always)]
fn dot2(signed: [bool; 2], high: bool, a: u32, b: u32, c: u32) -> u32 {
    let first = if high { 16 } else { 0 };
    let product = |n: u32| {
        let byte = field(b, first + 8 * n, 8, signed[1]);
        field(a, 16 * n, 16, signed[0]).wrapping_mul(byte) as u32
    };
    (0..2).fold(c, |sum, n| sum.wrapping_add(product(n)))
}

/// `vabsdiff4` of all four bytes. Without `add`, each difference is truncated to a byte. No byte is
/// inactive, so the third operand is then unused.
#[inline(always)]
fn abs_diff4(signed: [bool; 2], add: bool, a: u32, b: u32, c: u32) -> u32 {
    let difference = |n: u32| field(a, 8 * n, 8, signed[0]).abs_diff(field(b, 8 * n, 8, signed[1]));
    if add {
        (0..4).fold(c, |sum, n| sum.wrapping_add(difference(n)))
    } else {
        (0..4).fold(0, |word, n| word | (difference(n) & 0xff) << (8 * n))
    }
}

/// `prmt`: bytes 0 to 3 come from `a`, bytes 4 to 7 from `b`.
pub(super) fn permute(mode: Permute, src: &[Source], out: &mut Value) {
    map3(src, out, |a, b, c| {
        (0..4).fold(0, |word, n| word | permuted_byte(mode, pair(a, b), c, n) << (8 * n))
    });
}

/// Byte `n` of the result: the tables of the ISA as formulas. Every mode except `Index` uses the
/// two lowest bits of the selector.
#[inline(always)]
fn permuted_byte(mode: Permute, bytes: u64, selector: u32, n: u32) -> u32 {
    let first = selector & 3;
    let (index, sign) = match mode {
        Permute::Index => (selector >> (4 * n) & 7, selector >> (4 * n) & 8 != 0),
        Permute::ForwardExtract => (first + n, false),
        Permute::BackwardExtract => ((first + 8 - n) % 8, false),
        Permute::Replicate => (first, false),
        Permute::EdgeLeft => (first.max(n), false),
        Permute::EdgeRight => (first.min(n), false),
        Permute::Replicate16 => ((first & 1) * 2 + (n & 1), false),
    };
    let byte = (bytes >> (8 * index)) as u8;
    // The sign bit of the byte, in all eight bits.
    if sign { u32::from((byte as i8 >> 7) as u8) } else { u32::from(byte) }
}
