//! Comparisons and other predicates.
//!
//! PTX ISA, "Comparison and Selection Instructions" and "Comparisons". Every test combines three
//! masks: lanes where the first number is less, where both are equal, and where one is NaN.

use super::Source;
use super::float::widen;
use super::lanes::{Lane, lanes_where};
use super::rounding::Format;
use crate::ptx::isa::{Compare, FloatKind, Space, Test, Type};
use crate::ptx::kernel::window;
use multiversion::multiversion;

/// Order of the numbers in two registers, as masks of lanes.
struct Order {
    less: u32,
    equal: u32,
    unordered: u32,
}

/// Mask of the lanes where a test is true.
#[multiversion(targets("x86_64+avx2+fma"))]
pub(super) fn test(op: &Compare, a: Source, b: Source) -> u32 {
    let Order { less, equal, unordered } = match op.ty {
        Type::S8 => order(a, b, |x: i8| x),
        Type::S16 => order(a, b, |x: i16| x),
        Type::S32 => order(a, b, |x: i32| x),
        Type::S64 => order(a, b, |x: i64| x),
        Type::Pred | Type::B8 | Type::U8 => order(a, b, |x: u8| x),
        Type::B16 | Type::U16 => order(a, b, |x: u16| x),
        Type::B32 | Type::U32 => order(a, b, |x: u32| x),
        Type::B64 | Type::U64 => order(a, b, |x: u64| x),
        Type::F64 => float_order(a, b, |x: f64| x),
        Type::F32 if !op.flush => float_order(a, b, |x: f32| x),
        Type::F32 => {
            let flush = |bits| f32::from_bits(Format::of(Type::F32).flush(bits));
            float_order(a, b, flush)
        }
        ty => {
            let format = Format::of(ty);
            let flush = |bits| if op.flush { format.flush(bits) } else { bits };
            float_order(a, b, |x: u16| widen(ty, flush(x.into())))
        }
    };
    match op.test {
        Test::Equal => equal,
        Test::NotEqual => !(equal | unordered),
        Test::Less => less,
        Test::LessEqual => less | equal,
        Test::Greater => !(less | equal | unordered),
        Test::GreaterEqual => !(less | unordered),
        Test::UnorderedEqual => equal | unordered,
        Test::UnorderedNotEqual => !equal,
        Test::UnorderedLess => less | unordered,
        Test::UnorderedLessEqual => less | equal | unordered,
        Test::UnorderedGreater => !(less | equal),
        Test::UnorderedGreaterEqual => !less,
        Test::Numbers => !unordered,
        Test::NotANumber => unordered,
    }
}

#[inline(always)]
fn order<A: Lane, N: PartialOrd>(a: Source, b: Source, number: impl Fn(A) -> N) -> Order {
    let less = lanes_where(|n| number(A::read(&a, n)) < number(A::read(&b, n)));
    let equal = lanes_where(|n| number(A::read(&a, n)) == number(A::read(&b, n)));
    Order { less, equal, unordered: 0 }
}

#[expect(clippy::eq_op, reason = "only NaN differs from itself")]
#[inline(always)]
fn float_order<A: Lane, N: PartialOrd + Copy>(
    a: Source,
    b: Source,
    number: impl Fn(A) -> N,
) -> Order {
    let is_nan = |x: N| x != x;
    let unordered =
        lanes_where(|n| is_nan(number(A::read(&a, n))) || is_nan(number(A::read(&b, n))));
    Order { unordered, ..order(a, b, number) }
}

/// `testp`: tests the class of a float. Zero is a normal number.
pub(super) fn is_kind(kind: FloatKind, ty: Type, a: Source) -> u32 {
    lanes_where(|lane| {
        let (exponent, fraction) = parts(ty, a, lane);
        match kind {
            FloatKind::Finite => exponent != Exponent::Highest,
            FloatKind::Infinite => exponent == Exponent::Highest && !fraction,
            FloatKind::Number => exponent != Exponent::Highest || !fraction,
            FloatKind::NotANumber => exponent == Exponent::Highest && fraction,
            FloatKind::Normal => {
                exponent == Exponent::Between || exponent == Exponent::Lowest && !fraction
            }
            FloatKind::Subnormal => exponent == Exponent::Lowest && fraction,
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exponent {
    Lowest,
    Between,
    Highest,
}

/// Class of a float's exponent, and whether its fraction is not 0.
fn parts(ty: Type, a: Source, lane: usize) -> (Exponent, bool) {
    let (bits, fraction_bits) = match ty {
        Type::F64 => (u64::read(&a, lane), 52),
        Type::F16 | Type::F16x2 => (u64::from(a.lo[lane] & 0xffff), 10),
        Type::Bf16 | Type::Bf16x2 => (u64::from(a.lo[lane] & 0xffff), 7),
        _ => (u64::from(a.lo[lane]), 23),
    };
    let exponent_bits = ty.bits().min(if fraction_bits < 23 { 16 } else { 64 }) - 1 - fraction_bits;
    let highest = (1 << exponent_bits) - 1;
    let exponent = match bits >> fraction_bits & highest {
        0 => Exponent::Lowest,
        exponent if exponent == highest => Exponent::Highest,
        _ => Exponent::Between,
    };
    (exponent, bits & ((1 << fraction_bits) - 1) != 0)
}

/// `isspacep`: lanes whose generic address is in a state space ([`window`]). Only the low 32 bits
/// of an address count. Parameters, and addresses in no other space, are also global.
pub(super) fn is_in_space(space: Space, a: Source) -> u32 {
    let within = |first: u64, bytes: u64| {
        let range = first..first + bytes;
        lanes_where(|lane| range.contains(&u64::from(a.lo[lane])))
    };
    let shared = within(window::SHARED, window::BYTES);
    let local = within(window::LOCAL, window::BYTES);
    let constant = within(window::CONST, window::GLOBAL - window::CONST);
    match space {
        Space::Generic => u32::MAX,
        Space::Shared => shared,
        Space::Local => local,
        Space::Const => constant,
        Space::Param => within(window::PARAM, window::BYTES),
        Space::Global => !(shared | local | constant),
    }
}
