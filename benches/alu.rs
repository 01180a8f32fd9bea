//! How many thread operations a second does the ALU compute, beside a plain loop over the lanes
//! that does one of them at a time?

use criterion::{Criterion, Throughput};
use regforge::bits::{LANES, splitmix64};
use regforge::ptx::alu::{Source, Value, compare, compute, select};
use regforge::ptx::isa::{
    Compare, Compute, Convert, Float, FloatMode, Integer, Rounding, Test, Type,
};
use std::hint::black_box;
use std::time::Duration;

/// Any bits, in floats of moderate size.
fn operand(seed: u64) -> Value {
    let word = |lane: usize, salt| splitmix64(seed + salt + lane as u64) as u32;
    Value {
        lo: std::array::from_fn(|lane| (word(lane, 0) & 0x07ff_ffff) | 0x3c00_0000),
        hi: std::array::from_fn(|lane| (word(lane, 99) & 0x007f_ffff) | 0x3fe0_0000),
    }
}

/// Multiplies and adds floats, one lane after the other.
#[inline(never)]
fn naive(src: &[Source], out: &mut Value) {
    for lane in 0..LANES {
        let number = |n: usize| black_box(f32::from_bits(src[n].lo[lane]));
        out.lo[lane] = (number(0) * number(1) + number(2)).to_bits();
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let mode = FloatMode::default();
    let zero = FloatMode { rounding: Rounding::Zero, ..mode };
    let to_int = Convert {
        from: Type::F32,
        to: Type::S32,
        rounding: Rounding::Zero,
        to_integral: true,
        flush: false,
        saturate: false,
    };
    let ops = [
        ("add.s32", Compute::Integer(Integer::Add, Type::S32)),
        ("mad.lo.s32", Compute::Integer(Integer::MadLo, Type::S32)),
        ("shl.b32", Compute::Integer(Integer::ShiftLeft, Type::B32)),
        ("add.s64", Compute::Integer(Integer::Add, Type::S64)),
        ("mad.wide.s32", Compute::Integer(Integer::MadWide, Type::S32)),
        ("add.f32", Compute::Float(Float::Add, Type::F32, mode)),
        ("fma.rn.f32", Compute::Float(Float::Fma, Type::F32, mode)),
        ("fma.rz.f32", Compute::Float(Float::Fma, Type::F32, zero)),
        ("fma.rn.f64", Compute::Float(Float::Fma, Type::F64, mode)),
        ("div.rn.f32", Compute::Float(Float::Div, Type::F32, mode)),
        ("ex2.approx.f32", Compute::Float(Float::Ex2, Type::F32, mode)),
        ("cvt.rzi.s32.f32", Compute::Convert(to_int)),
        ("fma.rn.f16x2", Compute::Float(Float::Fma, Type::F16x2, mode)),
    ];
    let operands = [1, 2, 3].map(|n| operand(n * 1000));
    let src = [0, 1, 2].map(|n| operands[n].source());
    let mut out = Value::ZERO;
    let mut group = criterion.benchmark_group("alu");
    group.throughput(Throughput::Elements(LANES as u64));
    group.bench_function("naive mul, add f32", |b| b.iter(|| naive(black_box(&src), &mut out)));
    for (name, op) in &ops {
        group.bench_function(*name, |b| {
            b.iter(|| compute(black_box(op), black_box(&src), black_box(&mut out)));
        });
    }
    let less =
        Compare { test: Test::Less, ty: Type::S32, flush: false, combine: None, value: None };
    for (name, ty) in [("setp.lt.s32", Type::S32), ("setp.lt.f32", Type::F32)] {
        let less = Compare { ty, ..less };
        group.bench_function(name, |b| {
            b.iter(|| compare(black_box(&less), black_box(src[0]), src[1], 0));
        });
    }
    group.bench_function("selp.b32", |b| {
        b.iter(|| select(Type::B32, src[0], src[1], black_box(0x1234_5678), black_box(&mut out)));
    });
    group.finish();
    criterion.final_summary();
}
