//! Results of atomic operations in memory.

use crate::ptx::alu;
use crate::ptx::isa::{AtomicOp, Type};
use half::{bf16, f16};

/// The new value of a location of this type, from its old value and the operands. `flush`: whether
/// a sum of `.f32` flushes subnormal numbers; sums in shared memory do not.
pub fn update(op: AtomicOp, ty: Type, flush: bool, old: u64, a: u64, b: u64) -> u64 {
    match op {
        AtomicOp::And => old & a,
        AtomicOp::Or => old | a,
        AtomicOp::Xor => old ^ a,
        AtomicOp::Exchange => a,
        AtomicOp::CompareAndSwap if truncated(ty, old) == truncated(ty, a) => b,
        AtomicOp::CompareAndSwap => old,
        AtomicOp::Increment if truncated(ty, old) >= truncated(ty, a) => 0,
        AtomicOp::Increment => old.wrapping_add(1),
        AtomicOp::Decrement if old == 0 || truncated(ty, old) > truncated(ty, a) => a,
        AtomicOp::Decrement => old.wrapping_sub(1),
        AtomicOp::Add if flush => {
            let flushed = |bits: u64| u64::from(alu::flushed(bits as u32));
            flushed(add(ty, flushed(old), flushed(a)))
        }
        AtomicOp::Add => add(ty, old, a),
        AtomicOp::Min if less(ty, a, old) => a,
        AtomicOp::Max if less(ty, old, a) => a,
        AtomicOp::Min | AtomicOp::Max => old,
    }
}

fn truncated(ty: Type, value: u64) -> u64 {
    value & (u64::MAX >> (64 - ty.bits()))
}

fn add(ty: Type, a: u64, b: u64) -> u64 {
    let halves = |sum: &dyn Fn(u16, u16) -> u16| {
        let low = u64::from(sum(a as u16, b as u16));
        u64::from(sum((a >> 16) as u16, (b >> 16) as u16)) << 16 | low
    };
    let half = |a: u16, b: u16| (f16::from_bits(a) + f16::from_bits(b)).to_bits();
    let brain = |a: u16, b: u16| (bf16::from_bits(a) + bf16::from_bits(b)).to_bits();
    match ty {
        Type::F32 => (f32::from_bits(a as u32) + f32::from_bits(b as u32)).to_bits().into(),
        Type::F64 => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        Type::F16 => half(a as u16, b as u16).into(),
        Type::Bf16 => brain(a as u16, b as u16).into(),
        Type::F16x2 => halves(&half),
        Type::Bf16x2 => halves(&brain),
        _ => a.wrapping_add(b),
    }
}

fn less(ty: Type, a: u64, b: u64) -> bool {
    match ty {
        Type::S32 => (a as i32) < b as i32,
        Type::S64 => (a as i64) < b as i64,
        Type::F32 => f32::from_bits(a as u32) < f32::from_bits(b as u32),
        Type::F64 => f64::from_bits(a) < f64::from_bits(b),
        _ => truncated(ty, a) < truncated(ty, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_follow_the_isa() {
        let new = |op, ty, old, a| update(op, ty, false, old, a, 99);
        assert_eq!(new(AtomicOp::Increment, Type::U32, 6, 7), 7);
        assert_eq!(new(AtomicOp::Increment, Type::U32, 7, 7), 0);
        assert_eq!(new(AtomicOp::Decrement, Type::U32, 0, 7), 7);
        assert_eq!(new(AtomicOp::Decrement, Type::U32, 8, 7), 7);
        assert_eq!(new(AtomicOp::Decrement, Type::U32, 7, 7), 6);
        assert_eq!(new(AtomicOp::CompareAndSwap, Type::B32, 5, 5), 99);
        assert_eq!(new(AtomicOp::CompareAndSwap, Type::B32, 5, 6), 5);
        assert_eq!(new(AtomicOp::Min, Type::S32, 3, 0xffff_ffff) as u32, u32::MAX);
        assert_eq!(new(AtomicOp::Max, Type::S32, 3, 0xffff_ffff), 3);
        assert_eq!(new(AtomicOp::Max, Type::U32, 3, 0xffff_ffff), 0xffff_ffff);
        let one = u64::from(1f32.to_bits());
        assert_eq!(new(AtomicOp::Add, Type::F32, one, one), u64::from(2f32.to_bits()));
        assert_eq!(new(AtomicOp::Add, Type::U32, 0xffff_ffff, 2) as u32, 1);
        assert_eq!(new(AtomicOp::Add, Type::F32, 1, 0x8000_0001), 0);
        assert_eq!(new(AtomicOp::Add, Type::F32, 1, 1), 2);
        assert_eq!(update(AtomicOp::Add, Type::F32, true, 1, 1, 0), 0);
        assert_eq!(
            update(AtomicOp::Add, Type::F32, true, 0x8000_0001, 0x8000_0001, 0),
            0x8000_0000
        );
    }
}
