//! Computes the interval that an instruction writes from the intervals that it reads.

use super::interval::Interval;
use crate::bits::LANES;
use crate::ptx::exec::Geometry;
use crate::ptx::isa::{
    Access, Barrier, Carry, CarryKind, Compute, Convert, Instruction, Integer, Op, Reg, Special,
    Type, Vote,
};
use crate::ptx::kernel::Kernel;

/// Bounds of the special registers in a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Threads of a CTA, by dimension.
    block: [Interval; 3],
    /// CTAs of the grid, by dimension.
    grid: [Interval; 3],
    /// Maximum threads of a CTA.
    threads: i128,
}

impl Limits {
    /// The limits of any launch that CUDA allows.
    pub const ANY: Limits = Limits {
        block: [Interval::new(1, 1024), Interval::new(1, 1024), Interval::new(1, 64)],
        grid: [
            Interval::new(1, i32::MAX as i128),
            Interval::new(1, 65_535),
            Interval::new(1, 65_535),
        ],
        threads: 1024,
    };

    /// The limits of one launch.
    pub fn new(geometry: &Geometry) -> Limits {
        Limits {
            block: geometry.block.map(Interval::of),
            grid: geometry.grid.map(Interval::of),
            threads: geometry.threads() as i128,
        }
    }

    /// Range of a special register.
    pub fn special(&self, special: Special) -> Interval {
        let below = |count: i128| Interval::new(0, (count - 1).max(0));
        let warps = (self.threads as u64).div_ceil(LANES as u64);
        match special {
            Special::Tid(n) => below(self.block[usize::from(n)].high),
            Special::Ntid(n) => self.block[usize::from(n)],
            Special::Ctaid(n) => below(self.grid[usize::from(n)].high),
            Special::Nctaid(n) => self.grid[usize::from(n)],
            Special::LaneId => below(LANES as i128),
            Special::WarpId => below(warps.into()),
            Special::NwarpId => Interval::new(0, warps.into()),
            Special::Clock64 | Special::GlobalTimer | Special::GridId => Interval::full(64),
            _ => Interval::unsigned(32),
        }
    }
}

/// Bits of the words that the intervals of a register stand for. A register of less than 32 bits is
/// kept in a word of 32 bits.
pub fn width_of(kernel: &Kernel, reg: Reg) -> u32 {
    kernel.ty(reg).bits().max(32)
}

/// Range that an instruction writes to its destination `dst`, a register of `width` bits. None
/// while an operand has no value yet.
pub fn result(
    instruction: &Instruction,
    dst: usize,
    src: &[Option<Interval>],
    width: u32,
    limits: &Limits,
) -> Option<Interval> {
    let op = &instruction.op;
    let arms = match op {
        Op::Select(ty) | Op::Compute(Compute::SelectSign { ty, .. }) => Some(*ty),
        _ => None,
    };
    if let Some(ty) = arms {
        let either = [src[0], src[1]].into_iter().flatten().reduce(Interval::union)?;
        return Some(written(either, ty.bits(), width));
    }
    let is_value = |n: &usize| !op.reads_predicate(*n, src.len());
    let src = (0..src.len()).filter(is_value).map(|n| src[n]).collect::<Option<Vec<_>>>()?;
    let (exact, bits) = match op {
        Op::Compute(compute) => computed(compute, &src),
        Op::Compare(compare) => match compare.value {
            Some(ty) if ty.is_float() => (Interval::unsigned(ty.bits()), ty.bits()),
            ty => (Interval::new(-1, 0), ty.map_or(32, Type::bits)),
        },
        Op::Load(access) => return Some(loaded(access, width)),
        Op::Atomic(atomic) => return Some(stale(atomic.access.ty, width)),
        Op::Pack(ty) => packed(*ty, &src),
        Op::Unpack(ty) => (unpacked(*ty, dst, instruction.dst.len(), src[0]), ty.bits()),
        Op::Carry(op) => (carried(op, &src), op.ty.bits()),
        Op::Shuffle(_) => (src[0], 32),
        Op::Vote { kind: Vote::Ballot, .. } => (Interval::unsigned(32), 32),
        Op::Barrier(Barrier::CountTrue { .. }) => (Interval::new(0, limits.threads), 32),
        _ => (Interval::full(width), width),
    };
    let converts = matches!(op, Op::Compute(Compute::Convert(_)));
    // In a 64-bit register, only a conversion defines the upper word beyond a narrower result.
    let whole = bits >= width || width == 32 || converts;
    Some(if whole { written(exact, bits, width) } else { Interval::full(width) })
}

/// Range of a result of `bits` bits, zero extended.
fn written(exact: Interval, bits: u32, width: u32) -> Interval {
    match bits >= width {
        true => exact.wrapped(width),
        false => exact.view(bits, false),
    }
}

/// Range of a loaded value: all values of the type.
fn loaded(access: &Access, width: u32) -> Interval {
    Interval::of_type(access.ty).wrapped(width)
}

/// Range of a value of this type that is zero extended.
fn stale(ty: Type, width: u32) -> Interval {
    Interval::unsigned(ty.bits()).wrapped(width)
}

/// Range and bits of a computed result.
fn computed(compute: &Compute, src: &[Interval]) -> (Interval, u32) {
    match *compute {
        Compute::Move(ty) => (src[0], ty.bits()),
        Compute::Integer(op, ty) => integer(op, ty, src),
        Compute::Float(_, ty, _) => (Interval::unsigned(ty.bits()), ty.bits()),
        Compute::Convert(convert) => (converted(&convert, src), convert.to.bits()),
        Compute::Permute(_) | Compute::SelectSign { .. } => (Interval::unsigned(32), 32),
    }
}

fn converted(op: &Convert, src: &[Interval]) -> Interval {
    let all = Interval::of_type(op.to);
    let whole = |ty: Type| !ty.is_float();
    match whole(op.from) && whole(op.to) {
        true if op.saturate => src[0].view_as(op.from).clamped(all),
        true => src[0].view_as(op.from),
        false => all,
    }
}

/// Range and bits of an integer result.
fn integer(op: Integer, ty: Type, src: &[Interval]) -> (Interval, u32) {
    use Integer as I;
    let bits = match op {
        I::MulWide | I::MadWide => 2 * ty.bits(),
        I::PopCount | I::CountLeadingZeros | I::FindLeadingBit | I::FindLeadingBitShift => 32,
        _ => ty.bits(),
    };
    let exact = ring(op, ty, src).or_else(|| ordered(op, ty, src)).or_else(|| bitwise(op, ty, src));
    (exact.unwrap_or(Interval::full(bits)), bits)
}

/// Range of sums and products, which may be computed on any numbers that stand for the words. None
/// for other operations, or if the result needs too many bits.
fn ring(op: Integer, ty: Type, src: &[Interval]) -> Option<Interval> {
    use Integer as I;
    let bits = ty.bits();
    let word = |n: usize| src[n].wrapped(bits);
    let number = |n: usize| src[n].view_as(ty);
    let high = |shift: u32| Some(number(0).times(number(1))?.shifted_down(shift));
    let product24 = || {
        let part = |n: usize| src[n].view(24, ty.is_signed());
        part(0).times(part(1))
    };
    Some(match op {
        I::Add => word(0).plus(word(1)),
        I::Sub => word(0).minus(word(1)),
        I::Neg => word(0).negated(),
        I::MulLo => word(0).times(word(1))?,
        I::MadLo => word(0).times(word(1))?.wrapped(bits).plus(word(2)),
        I::MulHi => high(bits)?,
        I::MadHi => high(bits)?.plus(word(2)),
        I::MulWide => number(0).times(number(1))?,
        I::MadWide => number(0).times(number(1))?.plus(src[2].wrapped(2 * bits)),
        I::Mul24Lo => product24()?,
        I::Mul24Hi => product24()?.shifted_down(16),
        I::Mad24Lo => product24()?.plus(word(2)),
        I::Mad24Hi => product24()?.shifted_down(16).plus(word(2)),
        I::SumAbsDiff => number(0).minus(number(1)).abs().plus(word(2)),
        _ => return None,
    })
}

/// Range of operations that depend on the order of numbers.
fn ordered(op: Integer, ty: Type, src: &[Interval]) -> Option<Interval> {
    use Integer as I;
    let bits = ty.bits();
    let number = |n: usize| src[n].view_as(ty);
    let unsigned = |n: usize| src[n].view(bits, false);
    let all = Interval::of_type(ty);
    let up_to = |most: u32| Interval::new(0, most.into());
    Some(match op {
        I::AddSaturate => number(0).plus(number(1)).clamped(all),
        I::SubSaturate => number(0).minus(number(1)).clamped(all),
        I::Div => number(0).over(number(1))?,
        I::Rem => number(0).remainder(number(1)),
        I::Abs => number(0).abs(),
        I::Min => number(0).min(number(1)),
        I::Max => number(0).max(number(1)),
        I::PopCount => Interval::new(0, unsigned(0).lengths().high),
        I::CountLeadingZeros => Interval::of(bits).minus(unsigned(0).lengths()),
        I::FindLeadingBit | I::FindLeadingBitShift => Interval::new(-1, i128::from(bits) - 1),
        I::Extract => extracted(ty, src),
        I::Insert => inserted(bits, src),
        I::LogicalNot => up_to(1),
        I::ShiftLeft => shifted_left(bits, src)?,
        I::ShiftRight => {
            let distance = src[1].view(32, false);
            number(0).shifted_right(distance.min(Interval::of(bits)))?
        }
        _ => return None,
    })
}

/// Range of a left shift. Bits beyond the width are lost; a shift by the width or more gives 0.
fn shifted_left(bits: u32, src: &[Interval]) -> Option<Interval> {
    let distance = src[1].view(32, false);
    let beyond = distance.high >= i128::from(bits);
    let near = distance.intersection(Interval::new(0, i128::from(bits) - 1));
    match near {
        None => Some(Interval::ZERO),
        Some(near) => {
            let moved = src[0].wrapped(bits).shifted_left(near)?;
            Some(if beyond { moved.union(Interval::ZERO) } else { moved })
        }
    }
}

/// Range of a bit-field extract, from the length of the field and the bits above its position.
fn extracted(ty: Type, src: &[Interval]) -> Interval {
    let (position, length) = (src[1].view(8, false), src[2].view(8, false));
    let bits = length.high.clamp(1, ty.bits().into()) as u32;
    match ty.is_signed() {
        true => Interval::signed(bits),
        false => {
            let above = src[0].view_as(ty).high >> position.low.min(64);
            Interval::new(0, Interval::unsigned(bits).high.min(above))
        }
    }
}

/// Range of a bit-field insert: no more bits than the longer of both operands.
fn inserted(bits: u32, src: &[Interval]) -> Interval {
    let (position, length) = (src[2].view(8, false), src[3].view(8, false));
    let end = (position.high + length.high).min(bits.into());
    let old = src[1].view(bits, false).lengths().high;
    Interval::unsigned(end.max(old).max(1) as u32)
}

/// Range of bitwise operations.
fn bitwise(op: Integer, ty: Type, src: &[Interval]) -> Option<Interval> {
    use Integer as I;
    let word = |n: usize| src[n].wrapped(ty.bits());
    Some(match op {
        I::And => word(0).and(word(1)),
        I::Or => word(0).or(word(1)),
        I::Xor => Interval::bitwise(&[word(0), word(1)], true),
        I::Not => word(0).complement(),
        I::Logic3(table) => Interval::bitwise(&[word(0), word(1), word(2)], table & 1 == 0),
        _ => return None,
    })
}

/// Range of sums with a carry.
fn carried(op: &Carry, src: &[Interval]) -> Interval {
    let carry = Interval::new(0, i128::from(op.carry_in));
    let word = |n: usize| src[n].wrapped(op.ty.bits());
    match op.kind {
        CarryKind::Add => word(0).plus(word(1)).plus(carry),
        CarryKind::Sub => word(0).minus(word(1)).minus(carry),
        CarryKind::MadLo | CarryKind::MadHi => Interval::full(op.ty.bits()),
    }
}

/// Range and bits of a concatenation of values.
fn packed(ty: Type, src: &[Interval]) -> (Interval, u32) {
    let bits = ty.bits() * src.len() as u32;
    let place = |n: usize| Interval::of(1i128 << (ty.bits() * n as u32));
    let part = |n: usize| src[n].view(ty.bits(), false).times(place(n));
    let sum = (0..src.len()).map(part).try_fold(Interval::ZERO, |sum, part| Some(sum.plus(part?)));
    (sum.unwrap_or(Interval::full(bits.min(64))), bits.min(64))
}

/// Range of one of `count` concatenated values.
fn unpacked(ty: Type, which: usize, count: usize, src: Interval) -> Interval {
    let (bits, all) = (ty.bits(), ty.bits() * count as u32);
    match which {
        0 => src,
        _ if all > 64 => Interval::full(bits),
        n => src.view(all, false).shifted_down(bits * n as u32),
    }
}
