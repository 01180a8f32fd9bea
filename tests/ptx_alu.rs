//! Does every instruction compute what the PTX ISA says? Checked against other ways to compute the
//! same: emulated floats, 128-bit integers, bits taken one at a time.

use regforge::bits::{LANES, splitmix64};
use regforge::ptx::alu::{
    Source, Value, as_value, carry, classify, compare, compare_both, compute, pack, select, unpack,
};
use regforge::ptx::isa::{
    Carry, CarryKind, Classify, Compare, Compute, Convert, Float, FloatKind, FloatMode, Integer,
    Logic, Permute, Rounding, Space, Test, Type,
};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float as ApFloat, FloatConvert, Round};

const ROUNDINGS: [(Rounding, Round); 4] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::Zero, Round::TowardZero),
    (Rounding::Down, Round::TowardNegative),
    (Rounding::Up, Round::TowardPositive),
];
const INTEGERS: [Type; 6] = [Type::U16, Type::S16, Type::U32, Type::S32, Type::U64, Type::S64];
const FLOATS: [Type; 4] = [Type::F16, Type::Bf16, Type::F32, Type::F64];

/// Vectors of 32 lanes, from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        splitmix64(self.0)
    }

    /// Bits of a number: any, or one near a power of two, or one near the ends of its type.
    fn bits(&mut self, ty: Type) -> u64 {
        let (kind, any) = (self.next(), self.next());
        let near = (kind >> 8) % 5;
        let top = 1u64 << (ty.bits() - 1);
        let bits = match kind % 8 {
            0 => (1u64 << (any % 64)).wrapping_add(near).wrapping_sub(2),
            1 => top.wrapping_add(near).wrapping_sub(2),
            2 => near.wrapping_sub(2),
            3 if ty.is_float() => self.special(ty),
            4 | 5 if ty.is_float() => self.moderate(ty),
            _ => any,
        };
        bits & low(ty.bits())
    }

    /// A float at the ends of the exponents.
    fn special(&mut self, ty: Type) -> u64 {
        let (fraction, sign) = (fraction_bits(ty), self.next() & 1);
        let exponents = low(ty.bits() - 1 - fraction);
        let exponent = [0, 1, exponents - 1, exponents][self.next() as usize % 4];
        let digits = [0, 1, low(fraction), self.next() & low(fraction)][self.next() as usize % 4];
        sign << (ty.bits() - 1) | exponent << fraction | digits
    }

    /// A float around 1.
    fn moderate(&mut self, ty: Type) -> u64 {
        let fraction = fraction_bits(ty);
        let bias = low(ty.bits() - 2 - fraction);
        let exponent = bias - 3 + self.next() % 7;
        let sign = self.next() & 1;
        let digits = self.next() & low(fraction) & (low(fraction) << (self.next() % 24));
        sign << (ty.bits() - 1) | exponent << fraction | (digits & low(fraction))
    }

    fn value(&mut self, ty: Type) -> Value {
        value(|_| self.bits(ty) | if ty.bits() < 32 { self.next() << ty.bits() } else { 0 })
    }
}

fn fraction_bits(ty: Type) -> u32 {
    match ty {
        Type::F16 => 10,
        Type::Bf16 => 7,
        Type::F32 => 23,
        _ => 52,
    }
}

fn low(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

fn value(mut f: impl FnMut(usize) -> u64) -> Value {
    let mut value = Value::ZERO;
    for lane in 0..LANES {
        let bits = f(lane);
        (value.lo[lane], value.hi[lane]) = (bits as u32, (bits >> 32) as u32);
    }
    value
}

fn lane(value: &Value, lane: usize, ty: Type) -> u64 {
    (u64::from(value.hi[lane]) << 32 | u64::from(value.lo[lane])) & low(ty.bits())
}

/// The result of one lane, which must have nothing above its width but zeros.
fn result(value: &Value, n: usize, ty: Type) -> u64 {
    let bits = if ty.bits() > 32 { lane(value, n, ty) } else { u64::from(value.lo[n]) };
    assert_eq!(bits & !low(ty.bits()), 0, "bits above {ty:?}");
    bits
}

fn run(op: Compute, operands: &[Value]) -> Value {
    let src: Vec<Source> = operands.iter().map(Value::source).collect();
    let mut out = value(|_| 0xdead_beef_dead_beef);
    compute(&op, &src, &mut out);
    out
}

/// One lane's result.
fn one(op: Compute, operands: &[u64]) -> u64 {
    let operands: Vec<Value> = operands.iter().map(|&bits| value(|_| bits)).collect();
    lane(&run(op, &operands), 7, Type::U64)
}

fn word(op: Compute, operands: &[u32]) -> u32 {
    one(op, &operands.iter().map(|&bits| u64::from(bits)).collect::<Vec<_>>()) as u32
}

fn int(op: Integer, ty: Type) -> Compute {
    Compute::Integer(op, ty)
}

fn f32_op(op: Float, operands: &[f32]) -> f32 {
    let bits: Vec<u32> = operands.iter().map(|x| x.to_bits()).collect();
    f32::from_bits(word(Compute::Float(op, Type::F32, FloatMode::default()), &bits))
}

/// A number of an integer type.
fn number(bits: u64, ty: Type) -> i128 {
    let bits = bits & low(ty.bits());
    let negative = ty.is_signed() && bits >> (ty.bits() - 1) & 1 != 0;
    i128::from(bits) - if negative { 1 << ty.bits() } else { 0 }
}

fn ends(ty: Type) -> (i128, i128) {
    let n = ty.bits();
    if ty.is_signed() { (-(1 << (n - 1)), (1 << (n - 1)) - 1) } else { (0, (1 << n) - 1) }
}

// Floats.

fn ap_op<F: ApFloat>(op: Float, round: Round, flush: bool, src: [u64; 3], nan: u64) -> u64 {
    let keep = |x: F| if flush && x.is_denormal() { F::ZERO.copy_sign(x) } else { x };
    let [a, b, c] = src.map(|bits| keep(F::from_bits(bits.into())));
    let one = F::from_u128(1).value;
    let x = match op {
        Float::Add => a.add_r(b, round).value,
        Float::Sub => a.sub_r(b, round).value,
        Float::Mul => a.mul_r(b, round).value,
        Float::Div => a.div_r(b, round).value,
        Float::Rcp => one.div_r(a, round).value,
        _ => a.mul_add_r(b, c, round).value,
    };
    if x.is_nan() { nan } else { keep(x).to_bits() as u64 }
}

fn oracle(op: Float, ty: Type, round: Round, flush: bool, src: [u64; 3]) -> u64 {
    match ty {
        Type::F16 => ap_op::<Half>(op, round, flush, src, 0x7fff),
        Type::Bf16 => ap_op::<BFloat>(op, round, flush, src, 0x7fff),
        Type::F32 => ap_op::<Single>(op, round, flush, src, 0x7fff_ffff),
        _ => ap_op::<Double>(op, round, flush, src, 0xfff8 << 48),
    }
}

#[test]
fn float_arithmetic_is_rounded_once() {
    use Float::{Add, Div, Fma, Mul, Rcp, Sub};
    let mut random = Random(1);
    for ty in FLOATS {
        for op in [Add, Sub, Mul, Fma, Div, Rcp] {
            for (rounding, round) in ROUNDINGS {
                for flush in [false, true] {
                    let mode = FloatMode { rounding, flush, ..FloatMode::default() };
                    for _ in 0..200 {
                        let src = [0; 3].map(|_| random.value(ty));
                        let out = run(Compute::Float(op, ty, mode), &src);
                        for n in 0..LANES {
                            let bits = src.map(|value| lane(&value, n, ty));
                            let expected = oracle(op, ty, round, flush, bits);
                            assert_eq!(
                                result(&out, n, ty),
                                expected,
                                "{op:?} {ty:?} {mode:?} {bits:x?}, not {expected:x}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn directed_f64_lies_beside_the_nearest() {
    // The emulation itself is not trusted: down and up are equal, or neighbours around the nearest.
    let mut random = Random(2);
    for op in [Float::Add, Float::Mul, Float::Div, Float::Fma, Float::Sqrt] {
        for _ in 0..200 {
            let src = [0; 3].map(|_| random.value(Type::F64));
            let rounded = ROUNDINGS.map(|(rounding, _)| {
                let mode = FloatMode { rounding, ..FloatMode::default() };
                run(Compute::Float(op, Type::F64, mode), &src)
            });
            for n in 0..LANES {
                let [near, zero, down, up] =
                    [0, 1, 2, 3].map(|r| f64::from_bits(lane(&rounded[r], n, Type::F64)));
                if near.is_nan() {
                    assert!(zero.is_nan() && down.is_nan() && up.is_nan());
                    continue;
                }
                assert!(down <= near && near <= up, "{op:?} {down} {near} {up}");
                assert!(up == down || up == down.next_up(), "{op:?} {down} {up}");
                assert_eq!(zero, if down >= 0.0 { down } else { up }, "{op:?}");
            }
        }
    }
}

#[test]
fn square_roots_are_the_greatest_that_fit() {
    let mut random = Random(3);
    for ty in [Type::F16, Type::Bf16, Type::F32] {
        for (rounding, _) in ROUNDINGS {
            let mode = FloatMode { rounding, ..FloatMode::default() };
            let src = random.value(ty);
            let out = run(Compute::Float(Float::Sqrt, ty, mode), &[src]);
            for n in 0..LANES {
                let wide = |bits: u64| ap_convert(bits, ty, Type::F64, Round::TowardZero);
                let wide = |bits| f64::from_bits(wide(bits));
                let bits = result(&out, n, ty);
                let (a, root) = (wide(lane(&src, n, ty)), wide(bits));
                if a.is_nan() || a <= 0.0 || a.is_infinite() {
                    assert!(root == a || root.is_nan(), "sqrt {a} = {root}");
                    continue;
                }
                // Squares of these are exact in f64.
                let (below, above) = (wide(bits - 1), wide(bits + 1));
                let fits = match rounding {
                    Rounding::Zero | Rounding::Down => root * root <= a && a < above * above,
                    Rounding::Up => below * below < a && a <= root * root,
                    Rounding::NearestEven => {
                        let (least, most) = ((below + root) / 2.0, (root + above) / 2.0);
                        least * least <= a && a <= most * most
                    }
                };
                assert!(fits, "{ty:?} {rounding:?} sqrt {a} = {root}");
            }
        }
    }
}

#[test]
fn pairs_of_halves_compute_like_two() {
    let mut random = Random(4);
    for (pair, half) in [(Type::F16x2, Type::F16), (Type::Bf16x2, Type::Bf16)] {
        for op in [Float::Add, Float::Mul, Float::Fma, Float::Min, Float::Neg, Float::Abs] {
            let mode = FloatMode::default();
            let src = [0; 3].map(|_| value(|_| random.bits(half) | random.bits(half) << 16));
            let both = run(Compute::Float(op, pair, mode), &src);
            for shift in [0, 16] {
                let shifted = src.map(|src| value(|n| u64::from(src.lo[n] >> shift)));
                let alone = run(Compute::Float(op, half, mode), &shifted);
                for n in 0..LANES {
                    assert_eq!(both.lo[n] >> shift & 0xffff, alone.lo[n], "{op:?} {half:?}");
                }
            }
        }
    }
}

#[test]
fn minimum_and_maximum_know_zeros_and_nan() {
    let canonical = 0x7fff_ffff;
    let cases = [
        (Float::Min, -0.0, 0.0, (-0f32).to_bits()),
        (Float::Min, 0.0, -0.0, (-0f32).to_bits()),
        (Float::Max, -0.0, 0.0, 0),
        (Float::Max, 0.0, -0.0, 0),
        (Float::Min, f32::NAN, 3.0, 3f32.to_bits()),
        (Float::Max, 3.0, f32::NAN, 3f32.to_bits()),
        (Float::Min, f32::NAN, -f32::NAN, canonical),
        (Float::MinNan, f32::NAN, 3.0, canonical),
        (Float::MaxNan, 3.0, -f32::NAN, canonical),
        (Float::MaxNan, 3.0, 4.0, 4f32.to_bits()),
        (Float::Add, f32::INFINITY, -f32::INFINITY, canonical),
    ];
    for (op, a, b, expected) in cases {
        assert_eq!(f32_op(op, &[a, b]).to_bits(), expected, "{op:?} {a} {b}");
    }
}

#[test]
fn saturation_clamps_and_nan_is_zero() {
    let mode = FloatMode { saturate: true, ..FloatMode::default() };
    let add = Compute::Float(Float::Add, Type::F32, mode);
    for (a, expected) in [(-1.0, 0.0), (0.5, 0.5), (7.0, 1.0), (f32::NAN, 0.0), (-0.0, 0f32)] {
        assert_eq!(word(add, &[f32::to_bits(a), (-0f32).to_bits()]), expected.to_bits(), "{a}");
    }
    let add = Compute::Float(Float::Add, Type::F16, mode);
    assert_eq!(
        [0xbc00, 0x3800, 0x4400, 0x7e00].map(|a| word(add, &[a, 0])),
        [0, 0x3800, 0x3c00, 0]
    );
}

#[test]
fn signs_change_and_nothing_else() {
    let nan = 0xffc0_1234;
    let op = |op| Compute::Float(op, Type::F32, FloatMode::default());
    assert_eq!(word(op(Float::Abs), &[nan]), 0x7fc0_1234);
    assert_eq!(word(op(Float::Neg), &[nan]), 0x7fc0_1234);
    assert_eq!(f32_op(Float::CopySign, &[-1.0, 5.0]), -5.0);
    let flush = FloatMode { flush: true, ..FloatMode::default() };
    assert_eq!(word(Compute::Float(Float::Neg, Type::F32, flush), &[1]), 0x8000_0000);
}

#[test]
fn approximations_have_the_special_values_of_the_isa() {
    let inf = f32::INFINITY;
    let cases = [
        (Float::Rcp, 0.0, inf),
        (Float::Rcp, -0.0, -inf),
        (Float::Rcp, -inf, -0.0),
        (Float::Sqrt, -0.0, -0.0),
        (Float::Sqrt, inf, inf),
        (Float::Rsqrt, 0.0, inf),
        (Float::Rsqrt, -0.0, -inf),
        (Float::Rsqrt, inf, 0.0),
        (Float::Lg2, 0.0, -inf),
        (Float::Lg2, -0.0, -inf),
        (Float::Lg2, inf, inf),
        (Float::Lg2, 8.0, 3.0),
        (Float::Ex2, -inf, 0.0),
        (Float::Ex2, inf, inf),
        (Float::Ex2, 128.0, inf),
        (Float::Ex2, 1e-40, 1.0),
        (Float::Ex2, -3.0, 0.125),
        (Float::Sin, -0.0, -0.0),
        (Float::Cos, -0.0, 1.0),
        (Float::Tanh, -inf, -1.0),
        (Float::Tanh, inf, 1.0),
    ];
    for (op, a, expected) in cases {
        assert_eq!(f32_op(op, &[a]).to_bits(), expected.to_bits(), "{op:?} {a}");
    }
    let nans = [(Float::Sqrt, -1.0), (Float::Rsqrt, -1.0), (Float::Lg2, -1.0)];
    for (op, a) in nans.into_iter().chain([(Float::Sin, inf), (Float::Cos, -inf)]) {
        assert_eq!(f32_op(op, &[a]).to_bits(), 0x7fff_ffff, "{op:?} {a}");
    }
}

#[test]
fn approximations_are_almost_exact() {
    let mut random = Random(5);
    type Reference = fn(f64) -> f64;
    let cases: [(Float, Reference); 6] = [
        (Float::Rsqrt, |a| 1.0 / a.sqrt()),
        (Float::Sin, f64::sin),
        (Float::Cos, f64::cos),
        (Float::Lg2, f64::log2),
        (Float::Ex2, f64::exp2),
        (Float::Tanh, f64::tanh),
    ];
    for (op, reference) in cases {
        for _ in 0..500 {
            let a = f32::from_bits(random.bits(Type::F32) as u32);
            let (found, exact) = (f32_op(op, &[a]), reference(f64::from(a)));
            let ulp = f64::from(exact.abs() as f32).max(1e-38) * 2f64.powi(-23);
            let close = (f64::from(found) - exact).abs() <= 0.501 * ulp;
            assert!(close || found == exact as f32 || exact.is_nan(), "{op:?} {a}: {found}");
            assert_eq!(found.is_nan(), exact.is_nan(), "{op:?} {a}");
        }
    }
}

// Conversions.

fn ap_to<F: FloatConvert<G>, G: ApFloat>(bits: u64, round: Round, nan: u64) -> u64 {
    let x: G = F::from_bits(bits.into()).convert_r(round, &mut false).value;
    if x.is_nan() { nan } else { x.to_bits() as u64 }
}

fn ap_from<F>(bits: u64, to: Type, round: Round) -> u64
where
    F: ApFloat
        + FloatConvert<Half>
        + FloatConvert<BFloat>
        + FloatConvert<Single>
        + FloatConvert<Double>,
{
    let x = F::from_bits(bits.into());
    match to {
        Type::F16 => ap_to::<F, Half>(bits, round, 0x7fff),
        Type::Bf16 => ap_to::<F, BFloat>(bits, round, 0x7fff),
        Type::F32 => ap_to::<F, Single>(bits, round, 0x7fff_ffff),
        Type::F64 => ap_to::<F, Double>(bits, round, 0xfff8 << 48),
        _ if to.is_signed() => {
            x.to_i128_r(to.bits() as usize, round, &mut false).value as u64 & low(to.bits())
        }
        _ => x.to_u128_r(to.bits() as usize, round, &mut false).value as u64,
    }
}

fn ap_convert(bits: u64, from: Type, to: Type, round: Round) -> u64 {
    let int = number(bits, from);
    match (from, to) {
        (Type::F16, _) => ap_from::<Half>(bits, to, round),
        (Type::Bf16, _) => ap_from::<BFloat>(bits, to, round),
        (Type::F32, _) => ap_from::<Single>(bits, to, round),
        (Type::F64, _) => ap_from::<Double>(bits, to, round),
        (_, Type::F16) => Half::from_i128_r(int, round).value.to_bits() as u64,
        (_, Type::Bf16) => BFloat::from_i128_r(int, round).value.to_bits() as u64,
        (_, Type::F32) => Single::from_i128_r(int, round).value.to_bits() as u64,
        (_, Type::F64) => Double::from_i128_r(int, round).value.to_bits() as u64,
        _ => int as u64 & low(to.bits()),
    }
}

fn cvt(from: Type, to: Type, rounding: Rounding) -> Convert {
    Convert { from, to, rounding, to_integral: false, flush: false, saturate: false }
}

#[test]
fn every_type_converts_to_every_other() {
    use Type::{Bf16, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};
    let types = [U8, S8, U16, S16, U32, S32, U64, S64, F16, Bf16, F32, F64];
    let mut random = Random(6);
    for (from, to) in types.iter().flat_map(|&from| types.map(|to| (from, to))) {
        for (rounding, round) in ROUNDINGS {
            let op = Compute::Convert(cvt(from, to, rounding));
            for _ in 0..100 {
                let src = random.value(from);
                let out = run(op, &[src]);
                for n in 0..LANES {
                    let bits = lane(&src, n, from);
                    let expected = ap_convert(bits, from, to, round);
                    assert_eq!(result(&out, n, to), expected, "{op:?} {bits:x}");
                }
            }
        }
    }
}

#[test]
fn every_half_converts() {
    for (ty, to) in [(Type::F16, Type::F32), (Type::F16, Type::S8), (Type::F16, Type::U64)]
        .into_iter()
        .chain([(Type::F16, Type::Bf16), (Type::Bf16, Type::F16), (Type::Bf16, Type::S32)])
    {
        for (rounding, round) in ROUNDINGS {
            for first in (0..0x10000).step_by(LANES) {
                let out =
                    run(Compute::Convert(cvt(ty, to, rounding)), &[value(|n| first + n as u64)]);
                for n in 0..LANES {
                    let expected = ap_convert(first + n as u64, ty, to, round);
                    assert_eq!(result(&out, n, to), expected, "{ty:?} {to:?} {first:x}+{n}");
                }
            }
        }
    }
}

#[test]
fn floats_become_integral() {
    let mut random = Random(7);
    for ty in [Type::F16, Type::F32, Type::F64] {
        for (rounding, round) in ROUNDINGS {
            let convert = Convert { to_integral: true, ..cvt(ty, ty, rounding) };
            let src = random.value(ty);
            let out = run(Compute::Convert(convert), &[src]);
            for n in 0..LANES {
                let bits = lane(&src, n, ty);
                let (expected, nan) = match ty {
                    Type::F16 => integral::<Half>(bits, round),
                    Type::F32 => integral::<Single>(bits, round),
                    _ => integral::<Double>(bits, round),
                };
                let found = result(&out, n, ty);
                assert!(nan || found == expected, "{ty:?} {rounding:?} {bits:x} {found:x}");
            }
        }
    }
}

fn integral<F: ApFloat>(bits: u64, round: Round) -> (u64, bool) {
    let x = F::from_bits(bits.into());
    (x.round_to_integral(round).value.to_bits() as u64, x.is_nan())
}

#[test]
fn conversions_saturate_and_flush() {
    let saturate = |from, to| {
        Compute::Convert(Convert { saturate: true, ..cvt(from, to, Rounding::NearestEven) })
    };
    assert_eq!(word(saturate(Type::S32, Type::U8), &[-5i32 as u32]), 0);
    assert_eq!(word(saturate(Type::S32, Type::S8), &[-500i32 as u32]), 0x80);
    assert_eq!(word(saturate(Type::U32, Type::S16), &[70_000]), 0x7fff);
    assert_eq!(one(saturate(Type::S64, Type::U32), &[1 << 40]) as u32, u32::MAX);
    assert_eq!(word(saturate(Type::F32, Type::F32), &[3f32.to_bits()]), 1f32.to_bits());
    assert_eq!(word(saturate(Type::F32, Type::F32), &[f32::NAN.to_bits()]), 0);
    let up = Convert { flush: true, ..cvt(Type::F32, Type::S32, Rounding::Up) };
    assert_eq!(word(Compute::Convert(up), &[1]), 0, "a flushed operand does not round up");
    let small = Convert { flush: true, ..cvt(Type::F64, Type::F32, Rounding::NearestEven) };
    assert_eq!(one(Compute::Convert(small), &[(-1e-40f64).to_bits()]) as u32, 0x8000_0000);
    let pair = Compute::Convert(cvt(Type::F32, Type::F16x2, Rounding::NearestEven));
    assert_eq!(word(pair, &[1f32.to_bits(), 2f32.to_bits()]), 0x3c00_4000);
}

// Integers.

fn expected_integer(op: Integer, ty: Type, [a, b, c]: [i128; 3], wide_c: i128) -> i128 {
    use Integer as I;
    let (least, most) = ends(ty);
    let bits = ty.bits();
    match op {
        I::Add => a + b,
        I::AddSaturate => (a + b).clamp(least, most),
        I::Sub => a - b,
        I::SubSaturate => (a - b).clamp(least, most),
        I::MulLo | I::MulWide => a.wrapping_mul(b),
        I::MulHi => high(a, b, ty),
        I::MadLo => a.wrapping_mul(b).wrapping_add(c),
        I::MadHi => high(a, b, ty) + c,
        I::MadHiSaturate => (high(a, b, ty) + c).clamp(least, most),
        I::MadWide => (a * b).wrapping_add(wide_c),
        I::SumAbsDiff => c + (a - b).abs(),
        I::Div if b == 0 => -1,
        I::Div => a / b,
        I::Rem if b == 0 => a,
        I::Rem => a % b,
        I::Abs => a.abs(),
        I::Neg => -a,
        I::Min => a.min(b),
        I::Max => a.max(b),
        I::And => a & b,
        I::Or => a | b,
        I::Xor => a ^ b,
        I::Not => !a,
        I::LogicalNot => i128::from(a == 0),
        I::PopCount => (0..bits).filter(|&n| a >> n & 1 != 0).count() as i128,
        I::CountLeadingZeros => (0..bits).rev().take_while(|&n| a >> n & 1 == 0).count() as i128,
        I::Reverse => (0..bits).fold(0, |sum, n| sum | (a >> n & 1) << (bits - 1 - n)),
        I::FindLeadingBit => leading(a, bits).map_or(-1, i128::from),
        I::FindLeadingBitShift => leading(a, bits).map_or(-1, |n| i128::from(bits - 1 - n)),
        _ => panic!("{op:?}"),
    }
}

fn high(a: i128, b: i128, ty: Type) -> i128 {
    // Products of two u64 need all 128 bits.
    if ty.is_signed() {
        (a * b) >> ty.bits()
    } else {
        ((a as u128 * b as u128) >> ty.bits()) as i128
    }
}

fn leading(a: i128, bits: u32) -> Option<u32> {
    (0..bits).rev().find(|&n| (a >> n & 1 != 0) != (a < 0))
}

#[test]
fn integers_compute_like_wider_ones() {
    use Integer as I;
    let two = [I::Add, I::Sub, I::AddSaturate, I::SubSaturate, I::MulLo, I::MulHi, I::MadLo];
    let more = [I::MadHi, I::MadHiSaturate, I::SumAbsDiff, I::Div, I::Rem, I::Abs, I::Neg, I::Min];
    let logic = [I::Max, I::And, I::Or, I::Xor, I::Not, I::LogicalNot, I::Reverse];
    let words = [I::PopCount, I::CountLeadingZeros, I::FindLeadingBit, I::FindLeadingBitShift];
    let wide = [I::MulWide, I::MadWide];
    let all = two.into_iter().chain(more).chain(logic).chain(words).chain(wide);
    let mut random = Random(8);
    for (op, ty) in all.flat_map(|op| INTEGERS.map(|ty| (op, ty))) {
        let is_wide = wide.contains(&op);
        let to = match ty.bits() {
            _ if words.contains(&op) => Type::U32,
            64 if is_wide => continue,
            32 if is_wide => Type::U64,
            16 if is_wide => Type::U32,
            _ => ty,
        };
        for _ in 0..100 {
            let src = [random.value(ty), random.value(ty), random.value(Type::U64)];
            let out = run(Compute::Integer(op, ty), &src);
            for n in 0..LANES {
                let numbers = src.map(|src| number(lane(&src, n, ty), ty));
                let wide_c = number(lane(&src[2], n, to), to);
                let expected = expected_integer(op, ty, numbers, wide_c);
                let expected = expected as u64 & low(to.bits());
                assert_eq!(result(&out, n, to), expected, "{op:?} {ty:?} {numbers:?}");
            }
        }
    }
}

#[test]
fn products_of_24_bits() {
    use Integer as I;
    let mut random = Random(9);
    for ty in [Type::U32, Type::S32] {
        for op in [I::Mul24Lo, I::Mul24Hi, I::Mad24Lo, I::Mad24Hi, I::Mad24HiSaturate] {
            let src = [0; 3].map(|_| random.value(ty));
            let signed = op == I::Mad24HiSaturate || ty == Type::S32;
            let out = run(Compute::Integer(op, ty), &src);
            for n in 0..LANES {
                let short = |k: usize| {
                    let bits = i128::from(src[k].lo[n] & 0xff_ffff);
                    if signed && bits >= 1 << 23 { bits - (1 << 24) } else { bits }
                };
                let (product, c) = (short(0) * short(1), i128::from(src[2].lo[n] as i32));
                let expected = match op {
                    I::Mul24Lo => product,
                    I::Mul24Hi => product >> 16,
                    I::Mad24Lo => product + c,
                    I::Mad24Hi => (product >> 16) + c,
                    _ => ((product >> 16) + c).clamp(i32::MIN.into(), i32::MAX.into()),
                };
                assert_eq!(out.lo[n], expected as u32, "{op:?} {ty:?}");
            }
        }
    }
}

/// Bit `n` of a word, the sign or 0 beyond its end.
fn bit(a: u64, n: u32, ty: Type) -> u64 {
    if n < ty.bits() {
        a >> n & 1
    } else if ty.is_signed() {
        a >> (ty.bits() - 1) & 1
    } else {
        0
    }
}

/// A word, bit by bit.
fn bits(ty: Type, f: impl Fn(u32) -> u64) -> u64 {
    (0..ty.bits()).map(|n| f(n) << n).sum()
}

#[test]
fn shifts_and_fields_bit_by_bit() {
    use Integer as I;
    let mut random = Random(10);
    for ty in INTEGERS {
        for _ in 0..300 {
            let values = [random.value(ty), random.value(ty)];
            let distances = [0; 2]
                .map(|_| value(|n| if n % 4 == 0 { random.next() } else { random.next() % 70 }));
            let src = [values[0], values[1], distances[0], distances[1]];
            let left = run(int(I::ShiftLeft, ty), &[src[0], src[2]]);
            let right = run(int(I::ShiftRight, ty), &[src[0], src[2]]);
            let field = run(int(I::Extract, ty), &[src[0], src[2], src[3]]);
            let inserted = run(int(I::Insert, ty), &src);
            for n in 0..LANES {
                let [a, b] = values.map(|value| lane(&value, n, ty));
                let [distance, count] = distances.map(|value| value.lo[n]);
                let (from, len) = (distance & 0xff, count & 0xff);
                let shl = bits(ty, |n| if n < distance { 0 } else { a >> (n - distance) & 1 });
                assert_eq!(result(&left, n, ty), shl, "{a:x} << {distance}");
                let shr = bits(ty, |n| bit(a, n.saturating_add(distance), ty));
                assert_eq!(result(&right, n, ty), shr, "{ty:?} {a:x} >> {distance}");
                let top = (from + len).saturating_sub(1).min(ty.bits() - 1);
                let sign = if len == 0 || !ty.is_signed() { 0 } else { a >> top & 1 };
                let inside = |n| n < len && from + n < ty.bits();
                let bfe = bits(ty, |n| if inside(n) { a >> (from + n) & 1 } else { sign });
                assert_eq!(result(&field, n, ty), bfe, "bfe {ty:?} {a:x} {from} {len}");
                let taken = |n| n >= from && n < from + len;
                let bfi = bits(ty, |n| if taken(n) { a >> (n - from) & 1 } else { b >> n & 1 });
                assert_eq!(result(&inserted, n, ty), bfi, "bfi {a:x} {b:x} {from} {len}");
            }
        }
    }
}

#[test]
fn words_bit_by_bit() {
    let mut random = Random(11);
    let ty = Type::B32;
    for table in 0..=255 {
        let src = [0; 3].map(|_| random.value(Type::U32));
        let logic = run(int(Integer::Logic3(table), ty), &src);
        let [left, left_wrap, right, right_wrap] = [
            Integer::FunnelLeft { wrap: false },
            Integer::FunnelLeft { wrap: true },
            Integer::FunnelRight { wrap: false },
            Integer::FunnelRight { wrap: true },
        ]
        .map(|op| run(int(op, ty), &src));
        for n in 0..LANES {
            let [a, b, c] = src.map(|src| u64::from(src.lo[n]));
            let index = |n: u32| (a >> n & 1) * 4 + (b >> n & 1) * 2 + (c >> n & 1);
            let expected = bits(ty, |n| u64::from(table) >> index(n) & 1);
            assert_eq!(u64::from(logic.lo[n]), expected, "lop3 {table:x}");
            // Bits of the pair by number, low word first.
            let pair = |n: u64| if n < 32 { a >> n & 1 } else { b >> (n - 32) & 1 };
            for (result, distance) in [(&left, c.min(32)), (&left_wrap, c % 32)] {
                let expected = bits(ty, |n| pair(u64::from(n) + 32 - distance));
                assert_eq!(u64::from(result.lo[n]), expected, "shf.l {c}");
            }
            for (result, distance) in [(&right, c.min(32)), (&right_wrap, c % 32)] {
                let expected = bits(ty, |n| pair(u64::from(n) + distance));
                assert_eq!(u64::from(result.lo[n]), expected, "shf.r {c}");
            }
        }
    }
}

#[test]
fn bytes_permute_as_in_the_tables() {
    let (a, b) = (0x3322_1100, 0x77e6_5544);
    let prmt = |mode, selector| word(Compute::Permute(mode), &[a, b, selector]);
    // The tables of the ISA, for selectors 0 to 3, highest byte first.
    let tables = [
        (Permute::ForwardExtract, [0x3210, 0x4321, 0x5432, 0x6543]),
        (Permute::BackwardExtract, [0x5670, 0x6701, 0x7012, 0x0123]),
        (Permute::Replicate, [0x0000, 0x1111, 0x2222, 0x3333]),
        (Permute::EdgeLeft, [0x3210, 0x3211, 0x3222, 0x3333]),
        (Permute::EdgeRight, [0x0000, 0x1110, 0x2210, 0x3210]),
        (Permute::Replicate16, [0x1010, 0x3232, 0x1010, 0x3232]),
    ];
    for (mode, rows) in tables {
        for (selector, row) in (0..).zip(rows) {
            assert_eq!(prmt(mode, selector), prmt(Permute::Index, row), "{mode:?} {selector}");
        }
    }
    assert_eq!(prmt(Permute::Index, 0x7610), 0x77e6_1100);
    assert_eq!(prmt(Permute::Index, 0xe0f6), 0xff00_00e6, "signs of bytes 6 and 7");
}

#[test]
fn bytes_multiply_and_differ() {
    let dot4 = |signed| int(Integer::Dot4 { signed }, Type::S32);
    assert_eq!(
        word(dot4([true, true]), &[0xff01_0280, 0x0203_047f, 10]),
        (10 - 128 * 127 + 2 * 4 + 3 - 2) as u32
    );
    assert_eq!(word(dot4([false, true]), &[0xff, 0xff, 0]), (-255i32) as u32);
    let dot2 = |high| int(Integer::Dot2 { signed: [true, false], high }, Type::S32);
    assert_eq!(word(dot2(false), &[0xffff_0003, 0x0807_0605, 1]), 1 + 3 * 5 - 6);
    assert_eq!(word(dot2(true), &[0xffff_0003, 0x0807_0605, 1]), 1 + 3 * 7 - 8);
    let differ = |add| int(Integer::AbsDiff4 { signed: [false; 2], add }, Type::U32);
    assert_eq!(word(differ(true), &[0x0010_ff05, 0x0111_000a, 100]), 100 + 1 + 1 + 255 + 5);
    assert_eq!(word(differ(false), &[0x0010_ff05, 0x0111_000a, 100]), 0x0101_ff05);
}

// Predicates.

const TESTS: [Test; 14] = [
    Test::Equal,
    Test::NotEqual,
    Test::Less,
    Test::LessEqual,
    Test::Greater,
    Test::GreaterEqual,
    Test::UnorderedEqual,
    Test::UnorderedNotEqual,
    Test::UnorderedLess,
    Test::UnorderedLessEqual,
    Test::UnorderedGreater,
    Test::UnorderedGreaterEqual,
    Test::Numbers,
    Test::NotANumber,
];

fn holds<T: PartialOrd>(test: Test, a: T, b: T) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = a.partial_cmp(&b);
    match test {
        Test::Equal => order == Some(Equal),
        Test::NotEqual => matches!(order, Some(Less | Greater)),
        Test::Less => order == Some(Less),
        Test::LessEqual => matches!(order, Some(Less | Equal)),
        Test::Greater => order == Some(Greater),
        Test::GreaterEqual => matches!(order, Some(Greater | Equal)),
        Test::UnorderedEqual => matches!(order, None | Some(Equal)),
        Test::UnorderedNotEqual => order != Some(Equal),
        Test::UnorderedLess => matches!(order, None | Some(Less)),
        Test::UnorderedLessEqual => order != Some(Greater),
        Test::UnorderedGreater => matches!(order, None | Some(Greater)),
        Test::UnorderedGreaterEqual => order != Some(Less),
        Test::Numbers => order.is_some(),
        Test::NotANumber => order.is_none(),
    }
}

fn comparison(test: Test, ty: Type) -> Compare {
    Compare { test, ty, flush: false, combine: None, value: None }
}

#[test]
fn comparisons_hold_where_they_should() {
    let mut random = Random(12);
    for (ty, test) in INTEGERS.into_iter().chain(FLOATS).flat_map(|ty| TESTS.map(|t| (ty, t))) {
        for _ in 0..20 {
            let a = random.value(ty);
            let b = value(|n| if n % 3 == 0 { lane(&a, n, ty) } else { random.bits(ty) });
            let [mask, _] = compare(&comparison(test, ty), a.source(), b.source(), 0);
            for n in 0..LANES {
                let (a, b) = (lane(&a, n, ty), lane(&b, n, ty));
                let float =
                    |bits| f64::from_bits(ap_convert(bits, ty, Type::F64, Round::TowardZero));
                let expected = if ty.is_float() {
                    holds(test, float(a), float(b))
                } else {
                    holds(test, number(a, ty), number(b, ty))
                };
                assert_eq!(mask >> n & 1 != 0, expected, "{test:?} {ty:?} {a:x} {b:x}");
            }
        }
    }
}

#[test]
fn comparisons_combine_and_flush() {
    let (a, b) = (value(|n| n as u64), value(|_| 16));
    let combine = Some((Logic::And, true));
    let less = Compare { combine, ..comparison(Test::Less, Type::S32) };
    let both = compare_both(&less, a.source(), b.source(), 0x00ff_00ff);
    assert_eq!(both, [0xff00, 0xff00_0000]);
    assert_eq!(compare(&less, a.source(), b.source(), 0x00ff_00ff)[0], both[0]);
    let (tiny, zero) = (value(|_| 1), value(|_| 0x8000_0000));
    let flush = Compare { flush: true, ..comparison(Test::Equal, Type::F32) };
    assert_eq!(compare(&flush, tiny.source(), zero.source(), 0)[0], u32::MAX);
}

#[test]
fn masks_become_values_and_values_are_chosen() {
    let mut out = Value::ZERO;
    as_value(Type::F32, [2; 2], &mut out);
    assert_eq!(out.lo[..3], [0, 0x3f80_0000, 0]);
    as_value(Type::S32, [2; 2], &mut out);
    assert_eq!(out.lo[..3], [0, u32::MAX, 0]);
    let (a, b) = (value(|n| n as u64 | 7 << 32), value(|_| 0x9_0001_0005));
    select(Type::B64, a.source(), b.source(), 0x8000_0000, &mut out);
    assert_eq!((out.lo[31], out.hi[31], out.lo[30], out.hi[30]), (31, 7, 0x1_0005, 9));
    select(Type::B16, a.source(), b.source(), 0, &mut out);
    assert_eq!(out.lo[0], 5);
}

#[test]
fn moves_keep_the_bits_of_their_type() {
    let moved = |ty| one(Compute::Move(ty), &[0x0123_4567_89ab_cdef]);
    assert_eq!(moved(Type::B64), 0x0123_4567_89ab_cdef);
    assert_eq!(moved(Type::F32) as u32, 0x89ab_cdef);
    assert_eq!(moved(Type::S16) as u32, 0xcdef);
}

#[test]
fn slct_looks_at_the_sign() {
    let slct = |float, flush| Compute::SelectSign { ty: Type::B32, float, flush };
    assert_eq!(word(slct(false, false), &[1, 2, 0]), 1);
    assert_eq!(word(slct(false, false), &[1, 2, u32::MAX]), 2);
    assert_eq!(word(slct(true, false), &[1, 2, (-0f32).to_bits()]), 1);
    assert_eq!(word(slct(true, false), &[1, 2, f32::NAN.to_bits()]), 2);
    assert_eq!(word(slct(true, false), &[1, 2, 0x8000_0001]), 2);
    assert_eq!(word(slct(true, true), &[1, 2, 0x8000_0001]), 1);
}

#[test]
fn floats_are_of_kinds() {
    let kinds = |bits: u64, ty| {
        use FloatKind::{Finite, Infinite, Normal, NotANumber, Number, Subnormal};
        [Finite, Infinite, Number, NotANumber, Normal, Subnormal]
            .map(|kind| classify(&Classify::Float(kind, ty), value(|_| bits).source()) & 1)
    };
    assert_eq!(kinds(0, Type::F32), [1, 0, 1, 0, 1, 0]);
    assert_eq!(kinds(0x8000_0001, Type::F32), [1, 0, 1, 0, 0, 1]);
    assert_eq!(kinds(0xff80_0000, Type::F32), [0, 1, 1, 0, 0, 0]);
    assert_eq!(kinds(0x7ff8 << 48, Type::F64), [0, 0, 0, 1, 0, 0]);
    assert_eq!(kinds(0xc3c00, Type::F16), [1, 0, 1, 0, 1, 0]);
    assert_eq!(kinds(0x7f81, Type::Bf16), [0, 0, 0, 1, 0, 0]);
}

#[test]
fn addresses_are_in_spaces() {
    let spaces = |address: u64| {
        [Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param]
            .map(|space| classify(&Classify::IsSpace(space), value(|_| address).source()) & 1)
    };
    assert_eq!(spaces(0x1000_0000), [1, 0, 0, 0, 0]);
    assert_eq!(spaces(0x01ff_ffff), [0, 1, 0, 0, 0]);
    assert_eq!(spaces(0x0200_0000), [0, 0, 1, 0, 0]);
    assert_eq!(spaces(0x0300_0000), [1, 0, 0, 0, 1]);
    assert_eq!(spaces(0x0400_0000), [0, 0, 0, 1, 0]);
}

// Several words.

#[test]
fn carries_make_wide_numbers() {
    let mut random = Random(13);
    for (ty, kind) in [Type::U32, Type::U64]
        .into_iter()
        .flat_map(|ty| [CarryKind::Add, CarryKind::Sub].map(|kind| (ty, kind)))
    {
        for _ in 0..100 {
            let [a0, a1, b0, b1] = [0; 4].map(|_| random.value(ty));
            let first = Carry { kind, ty, carry_in: false, carry_out: true };
            let second = Carry { carry_in: true, ..first };
            let (mut low_half, mut high_half) = (Value::ZERO, Value::ZERO);
            let cc = carry(&first, &[a0.source(), b0.source()], u32::MAX, &mut low_half);
            let last = carry(&second, &[a1.source(), b1.source()], cc, &mut high_half);
            for n in 0..LANES {
                let wide =
                    |lo, hi| u128::from(lane(hi, n, ty)) << ty.bits() | u128::from(lane(lo, n, ty));
                let (a, b) = (wide(&a0, &a1), wide(&b0, &b1));
                // Shifted to the top, so that carries leave the 128 bits.
                let free = 128 - 2 * ty.bits();
                let (sum, carried) = match kind {
                    CarryKind::Add => (a << free).overflowing_add(b << free),
                    _ => (a << free).overflowing_sub(b << free),
                };
                assert_eq!(wide(&low_half, &high_half), sum >> free, "{kind:?} {ty:?}");
                assert_eq!(last >> n & 1 != 0, carried, "{kind:?} {ty:?}");
            }
        }
    }
}

#[test]
fn carries_go_with_products() {
    let mad = |kind, ty, carry_in| Carry { kind, ty, carry_in, carry_out: true };
    let mut random = Random(14);
    for _ in 0..100 {
        let [a, b, c, d] = [0; 4].map(|_| random.value(Type::U32));
        let (mut lo, mut hi) = (Value::ZERO, Value::ZERO);
        let lower = mad(CarryKind::MadLo, Type::U32, false);
        let cc = carry(&lower, &[a.source(), b.source(), c.source()], 0, &mut lo);
        let upper = mad(CarryKind::MadHi, Type::U32, true);
        let last = carry(&upper, &[a.source(), b.source(), d.source()], cc, &mut hi);
        for n in 0..LANES {
            let addend = u64::from(d.lo[n]) << 32 | u64::from(c.lo[n]);
            let product = u64::from(a.lo[n]) * u64::from(b.lo[n]);
            let (sum, carried) = product.overflowing_add(addend);
            assert_eq!(u64::from(hi.lo[n]) << 32 | u64::from(lo.lo[n]), sum);
            assert_eq!(last >> n & 1 != 0, carried);
        }
    }
    let (minus, two) = (value(|_| u64::MAX), value(|_| 2));
    let mut out = Value::ZERO;
    let signed = mad(CarryKind::MadHi, Type::S32, false);
    carry(&signed, &[minus.source(), two.source(), two.source()], 0, &mut out);
    assert_eq!(out.lo[0], 1, "the high word of -2 is -1");
}

#[test]
fn what_is_packed_unpacks() {
    let mut random = Random(15);
    for (ty, count) in [(Type::B8, 4), (Type::B16, 2), (Type::B16, 4), (Type::B32, 2)] {
        let parts: Vec<Value> = (0..count).map(|_| random.value(ty)).collect();
        let src: Vec<Source> = parts.iter().map(Value::source).collect();
        let mut whole = Value::ZERO;
        pack(ty, &src, &mut whole);
        let mut out = vec![Value::ZERO; count];
        unpack(ty, whole.source(), &mut out);
        for n in 0..LANES {
            let bits = (0..count).map(|k| lane(&parts[k], n, ty) << (ty.bits() as usize * k));
            assert_eq!(lane(&whole, n, Type::B64), bits.sum::<u64>(), "{ty:?}");
            for k in 0..count {
                assert_eq!(result(&out[k], n, ty), lane(&parts[k], n, ty), "{ty:?} {k}");
            }
        }
    }
}

// What made real kernels fail.

#[test]
fn trap_shifts_by_the_width_or_more_clamp() {
    assert_eq!(word(int(Integer::ShiftRight, Type::U32), &[u32::MAX, 36]), 0);
    assert_eq!(word(int(Integer::ShiftLeft, Type::B32), &[u32::MAX, 32]), 0);
    assert_eq!(word(int(Integer::ShiftRight, Type::S32), &[0x8000_0000, 99]), u32::MAX);
    assert_eq!(one(int(Integer::ShiftRight, Type::S64), &[1 << 63, 64]), u64::MAX);
}

#[test]
fn trap_floats_below_zero_are_zero_unsigned() {
    let cvt = |to| Compute::Convert(cvt(Type::F32, to, Rounding::Zero));
    assert_eq!(word(cvt(Type::U32), &[(-7.5f32).to_bits()]), 0);
    assert_eq!(word(cvt(Type::U32), &[1e20f32.to_bits()]), u32::MAX);
    assert_eq!(word(cvt(Type::S32), &[f32::NAN.to_bits()]), 0);
}

#[test]
fn trap_bfind_shiftamt() {
    let bfind = |ty| int(Integer::FindLeadingBitShift, ty);
    assert_eq!(word(bfind(Type::U32), &[1]), 31);
    assert_eq!(word(bfind(Type::U32), &[0]), u32::MAX);
    assert_eq!(word(bfind(Type::S32), &[u32::MAX]), u32::MAX);
    assert_eq!(word(bfind(Type::S32), &[-3i32 as u32]), 30);
}

#[test]
fn trap_division_never_panics() {
    for ty in INTEGERS {
        let most = 1 << (ty.bits() - 1);
        let div = |op, a, b| one(int(op, ty), &[a, b]) & low(ty.bits());
        assert_eq!(div(Integer::Div, 5, 0), low(ty.bits()));
        assert_eq!(div(Integer::Rem, 5, 0), 5);
        if ty.is_signed() {
            assert_eq!(div(Integer::Div, most, u64::MAX), most, "{ty:?}");
            assert_eq!(div(Integer::Rem, most, u64::MAX), 0, "{ty:?}");
        }
    }
}
