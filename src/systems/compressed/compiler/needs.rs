//! How much of a register each virtual register needs: its slices of 4 bits, and how a value comes
//! back from them.
//!
//! A word is an integer or a float by what is done with it, not by its type: compilers keep floats
//! in `.b32`. It is a float if some instruction computes with it or makes it as an f32, and none
//! reads or makes it as bits. Moves, selections and shuffles only hand a value on, so what they
//! connect has one class, and one register that is read as bits makes integers of all of them. A
//! float may be rounded to a narrower format; an integer takes what its range needs and comes back
//! exactly. Values of 64 bits take two whole registers, predicates none. Halves are bits of 16.

use super::ranges::Ranges;
use crate::bits::float::Format;
use crate::ptx::isa::{AtomicOp, Classify, Compute, Instruction, Op, Operand, Reg, Type};
use crate::ptx::kernel::Kernel;
use crate::systems::compressed::indirection::{SLICE_BITS, SLICES};
use petgraph::unionfind::UnionFind;

/// Kind of value in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Predicate,
    /// 64 bits.
    Pair,
    /// Bits that must come back as they are.
    Integer,
    /// An f32, and nowhere anything else.
    Float,
}

/// Slices that a register needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Need {
    /// 1 to 8; 16 for a pair and 0 for a predicate.
    pub slices: usize,
    /// Comes back by its sign.
    pub signed: bool,
    /// Kept in the format of its slices.
    pub float: bool,
}

impl Need {
    /// A whole register.
    pub const WHOLE: Need = Need { slices: SLICES, signed: false, float: false };
    /// Two of them.
    pub const PAIR: Need = Need { slices: 2 * SLICES, signed: false, float: false };
}

/// The class of each register.
pub fn classes(kernel: &Kernel) -> Vec<Class> {
    let mut evidence = Evidence {
        connected: UnionFind::new(kernel.registers.len()),
        roles: vec![Roles::default(); kernel.registers.len()],
    };
    kernel.code.iter().for_each(|instruction| evidence.add(instruction));
    let mut joined = vec![Roles::default(); kernel.registers.len()];
    for (reg, roles) in evidence.roles.iter().enumerate() {
        let all = &mut joined[evidence.connected.find(reg)];
        all.float |= roles.float;
        all.bits |= roles.bits;
    }
    let class = |(reg, ty): (usize, Type)| match (ty, ty.bits()) {
        (Type::Pred, _) => Class::Predicate,
        (_, 64) => Class::Pair,
        (_, 32) if joined[evidence.connected.find(reg)].is_float() => Class::Float,
        _ => Class::Integer,
    };
    kernel.registers.iter().map(|register| register.ty).enumerate().map(class).collect()
}

/// Slices that each register needs: integers by their ranges, if there are any, floats in these
/// formats, by register, if there are any.
pub fn needs(classes: &[Class], ranges: Option<&Ranges>, formats: Option<&[Format]>) -> Vec<Need> {
    let need = |(reg, class): (usize, &Class)| match class {
        Class::Predicate => Need::default(),
        Class::Pair => Need::PAIR,
        Class::Float => formats.map_or(Need::WHOLE, |formats| of_format(formats[reg])),
        Class::Integer => ranges.map_or(Need::WHOLE, |ranges| of_range(ranges, Reg(reg as u32))),
    };
    classes.iter().enumerate().map(need).collect()
}

fn of_format(format: Format) -> Need {
    match format.slices() {
        SLICES => Need::WHOLE,
        slices => Need { slices, signed: false, float: true },
    }
}

/// A register that nobody writes keeps all bits, whatever they are.
fn of_range(ranges: &Ranges, reg: Reg) -> Need {
    let width = ranges.of(reg).map(|range| range.width());
    let slices = width.map_or(SLICES, |width| (width.bits as usize).div_ceil(SLICE_BITS));
    match width {
        Some(width) if slices < SLICES => Need { slices, signed: width.signed, float: false },
        _ => Need::WHOLE,
    }
}

/// How a register's value is treated anywhere.
#[derive(Clone, Copy, Default)]
struct Roles {
    float: bool,
    bits: bool,
}

impl Roles {
    fn is_float(self) -> bool {
        self.float && !self.bits
    }
}

/// How an instruction treats an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Handed on, as it is.
    Copy,
    Float,
    Bits,
}

impl Role {
    fn of(ty: Type) -> Role {
        match ty {
            Type::F32 => Role::Float,
            Type::B32 => Role::Copy,
            _ => Role::Bits,
        }
    }

    /// The same where a type without a sign says nothing about floats.
    fn of_number(ty: Type) -> Role {
        if ty == Type::F32 { Role::Float } else { Role::Bits }
    }
}

struct Evidence {
    /// Registers that hand values on to each other.
    connected: UnionFind<usize>,
    roles: Vec<Roles>,
}

impl Evidence {
    fn add(&mut self, instruction: &Instruction) {
        let Instruction { op, dst, src, .. } = instruction;
        for (n, operand) in src.iter().enumerate() {
            let Operand::Reg(reg) = *operand else { continue };
            self.note(reg, source_role(op, n));
            let handed_on = hands_on(op, n).then(|| dst.first().copied().flatten()).flatten();
            if let Some(to) = handed_on {
                self.connected.union(reg.index(), to.index());
            }
        }
        for reg in dst.iter().flatten() {
            self.note(*reg, destination_role(op));
        }
    }

    fn note(&mut self, reg: Reg, role: Role) {
        let roles = &mut self.roles[reg.index()];
        roles.float |= role == Role::Float;
        roles.bits |= role == Role::Bits;
    }
}

/// Whether source `n` may become the first destination, bit by bit.
fn hands_on(op: &Op, n: usize) -> bool {
    match op {
        Op::Compute(Compute::Move(ty)) => n == 0 && ty.bits() == 32,
        Op::Compute(Compute::SelectSign { ty, .. }) | Op::Select(ty) => n < 2 && ty.bits() == 32,
        Op::Shuffle(_) => n == 0,
        _ => false,
    }
}

fn source_role(op: &Op, n: usize) -> Role {
    match op {
        _ if hands_on(op, n) => Role::Copy,
        Op::Compute(Compute::Float(_, ty, _)) => Role::of_number(*ty),
        Op::Compute(Compute::Convert(convert)) => Role::of_number(convert.from),
        Op::Compute(Compute::SelectSign { float: true, .. }) if n == 2 => Role::Float,
        Op::Compare(compare) => Role::of_number(compare.ty),
        Op::Classify(Classify::Float(_, ty)) => Role::of_number(*ty),
        Op::Store(access) if n > 0 => Role::of(access.ty),
        Op::Atomic(atomic) if n > 0 && atomic.op == AtomicOp::Add => {
            Role::of_number(atomic.access.ty)
        }
        Op::Texture(texture) => Role::of_number(texture.coordinates),
        _ => Role::Bits,
    }
}

fn destination_role(op: &Op) -> Role {
    match op {
        _ if hands_on(op, 0) => Role::Copy,
        Op::Compute(Compute::Float(_, ty, _)) => Role::of_number(*ty),
        Op::Compute(Compute::Convert(convert)) => Role::of_number(convert.to),
        Op::Compare(compare) => compare.value.map_or(Role::Bits, Role::of_number),
        Op::Load(access) => Role::of(access.ty),
        Op::Atomic(atomic) if atomic.op == AtomicOp::Add => Role::of_number(atomic.access.ty),
        Op::Texture(texture) => Role::of_number(texture.to),
        _ => Role::Bits,
    }
}
